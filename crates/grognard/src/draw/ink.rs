//! Writing SVG: numbers, words and points.

use std::fmt::{self, Arguments, Display, Write as _};
use table::point::Point;
use table::vec2::{Vec2, vec2};

/// The length of the table's longer side in the picture.
const LONGEST: f64 = 1500.0;

/// How the table lies in the picture: north is up.
#[derive(Clone, Copy)]
pub(super) struct Sheet {
    scale: f64,
    /// The table's size in the picture.
    pub(super) size: Vec2,
}

impl Sheet {
    pub(super) fn new(size: Point) -> Self {
        let (x, y) = (f64::from(size.x.max(1)), f64::from(size.y.max(1)));
        let scale = LONGEST / x.max(y);
        Self { scale, size: vec2(x * scale, y * scale) }
    }

    /// A length of the table in the picture.
    pub(super) fn length(self, grains: f64) -> f64 {
        grains * self.scale
    }

    /// One unit of length in the picture.
    pub(super) fn unit(self) -> f64 {
        self.length(f64::from(table::grain::UNIT))
    }

    /// A place of the table in the picture.
    pub(super) fn place(self, p: Vec2) -> Vec2 {
        vec2(p.x * self.scale, self.size.y - p.y * self.scale)
    }

    /// The `d` of a path through places of the table.
    pub(super) fn path(self, points: &[Point], closed: bool) -> String {
        let places: Vec<Vec2> = points.iter().map(|p| self.place(p.vec2())).collect();
        through(&places, closed)
    }
}

/// The `d` of a path through places of the picture.
pub(super) fn through(places: &[Vec2], closed: bool) -> String {
    let mut d = String::new();
    for (i, p) in places.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        put(&mut d, format_args!("{letter}{} {}", n(p.x), n(p.y)));
    }
    if closed && !places.is_empty() {
        d.push('Z');
    }
    d
}

/// Adds to a text. Writing into a text cannot fail.
pub(super) fn put(out: &mut String, words: Arguments<'_>) {
    let _ = out.write_fmt(words);
}

/// A number with at most one decimal.
pub(super) struct N(f64);

/// A number of the picture.
pub(super) fn n(value: f64) -> N {
    N(if value.is_finite() { value } else { 0.0 })
}

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let (sign, size) = (if tenths < 0 { "-" } else { "" }, tenths.unsigned_abs());
        match size % 10 {
            0 => write!(f, "{sign}{}", size / 10),
            rest => write!(f, "{sign}{}.{rest}", size / 10),
        }
    }
}

/// Words as XML takes them, in text and in attributes.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&apos;",
            // XML has no such characters, not even escaped.
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A number from -1 to 1 that looks like chance and is the same every time: hands do not draw evenly.
pub(super) fn uneven(number: usize) -> f64 {
    let mut x = (number as u32).wrapping_add(1).wrapping_mul(0x9e37_79b9);
    x ^= x >> 15;
    x = x.wrapping_mul(0x85eb_ca6b);
    x ^= x >> 13;
    f64::from(x % 2001) / 1000.0 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(format!("{} {} {} {}", n(3.0), n(-0.04), n(-1.26), n(f64::NAN)), "3 0 -1.3 0");
    }

    #[test]
    fn words_cannot_break_out() {
        assert_eq!(escaped("<a b=\"c\">&'\u{1}"), "&lt;a b=&quot;c&quot;&gt;&amp;&apos;\u{fffd}");
    }
}
