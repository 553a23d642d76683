//! Where units stood and broke, laid over the drawing of the table.

use super::plot::{INK, escaped};
use crate::summary::Summary;
use std::fmt::Write as _;

/// The table as somebody drew it: whoever can draw scenes gives it.
pub struct Drawing {
    /// Elements of SVG, without the outermost.
    pub picture: String,
    /// Its width in the picture.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Where the south-west corner of the table is in the picture, from the left and from the top.
    pub corner: (f64, f64),
    /// One unit of length in the picture.
    pub unit: f64,
}

/// Which number of a square.
type Count = fn(&(u64, u64)) -> u64;

/// Two maps: where units stood, where they broke.
pub(super) fn maps(summary: &Summary, drawing: &Drawing) -> String {
    let picture = format!("<g id=\"ground\">{}</g>", drawing.picture);
    let stood = map(summary, drawing, "Where units stood", &picture, |square| square.0);
    let broke = map(summary, drawing, "Where units broke", "<use href=\"#ground\"/>", |square| square.1);
    format!("<div class=\"maps\">{stood}{broke}</div>\n")
}

/// A square's colour is that of the side which was there more often; the fuller, the more often anybody was.
fn map(summary: &Summary, drawing: &Drawing, title: &str, ground: &str, count: Count) -> String {
    let mut out = format!(
        "<figure><svg viewBox=\"0 0 {w:.0} {h:.0}\" role=\"img\"><title>{title}</title>{ground}\n",
        w = drawing.width,
        h = drawing.height
    );
    let of = |side: u8, x: i32, y: i32| summary.squares.get(&(side, x, y)).map_or(0, count);
    let mut places: Vec<(i32, i32)> = summary.squares.keys().map(|(_, x, y)| (*x, *y)).collect();
    places.sort_unstable();
    places.dedup();
    let most = places.iter().map(|(x, y)| of(0, *x, *y) + of(1, *x, *y)).max().unwrap_or(0).max(1);
    for (x, y) in places {
        let (a, b) = (of(0, x, y), of(1, x, y));
        if a + b == 0 {
            continue;
        }
        // Roots bring out what is rare.
        let strength = 0.75 * libm::sqrt((a + b) as f64 / most as f64);
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{u:.1}\" height=\"{u:.1}\" fill=\"{}\" \
             fill-opacity=\"{strength:.2}\"><title>{}: {a}, {}: {b}</title></rect>",
            drawing.corner.0 + f64::from(x) * drawing.unit,
            drawing.corner.1 - (f64::from(y) + 1.0) * drawing.unit,
            mixed(a, b),
            escaped(&summary.sides[0]),
            escaped(&summary.sides[1]),
            u = drawing.unit,
        );
    }
    let all = |side: u8| {
        let own = summary.squares.iter().filter(|((s, _, _), _)| *s == side);
        own.map(|(_, square)| count(square)).sum::<u64>()
    };
    let _ = write!(
        out,
        "</svg><figcaption>{title}: {} {}, {} {}.</figcaption></figure>",
        escaped(&summary.sides[0]),
        all(0),
        escaped(&summary.sides[1]),
        all(1)
    );
    out
}

/// The side's colour, or one between if both were there about as often.
fn mixed(a: u64, b: u64) -> &'static str {
    if a > 2 * b {
        INK[0]
    } else if b > 2 * a {
        INK[1]
    } else {
        "#6b3d66"
    }
}
