//! A scene drawn as SVG, in the manner of a map of its time. It knows no game: only kinds of terrain by
//! their words, and cards.

mod card;
mod ground;
mod ink;
mod signs;

use ink::{Sheet, escaped, n, put};
use lab::report::Drawing;
use table::vec2::vec2;
use umpire::{Gauge, Marker, Scene, Shape};

const MARGIN: f64 = 44.0;
const FOOT: f64 = 84.0;

/// Each side's ink, and the tint of its cards.
const SIDES: [[&str; 2]; 4] =
    [["#2c4a85", "#e6ebf4"], ["#9a2f27", "#f7e6e0"], ["#3c6b3a", "#e6f0e2"], ["#7a5a1e", "#f5ecd6"]];

fn ink_of(side: u8) -> [&'static str; 2] {
    SIDES[usize::from(side) % SIDES.len()]
}

/// The picture of a scene: one SVG document.
pub(crate) fn svg(scene: &Scene) -> String {
    let sheet = Sheet::new(scene.size);
    let (width, depth) = (sheet.size.x, sheet.size.y);
    let (whole_width, whole_depth) = (width + 2.0 * MARGIN, depth + 2.0 * MARGIN + FOOT);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
         font-family=\"Georgia, 'DejaVu Serif', serif\" role=\"img\">\n<title>{}</title>\n",
        escaped(&scene.clock),
        w = n(whole_width),
        h = n(whole_depth),
    );
    out += &signs::defs(sheet);
    put(
        &mut out,
        format_args!("<rect width=\"{}\" height=\"{}\" fill=\"#e9dcbc\"/>\n", n(whole_width), n(whole_depth)),
    );
    put(&mut out, format_args!("<g transform=\"translate({m} {m})\">\n", m = n(MARGIN)));
    put(
        &mut out,
        format_args!(
            "<rect width=\"{}\" height=\"{}\" fill=\"url(#paper)\"/>\n<g clip-path=\"url(#table)\">\n",
            n(width),
            n(depth)
        ),
    );
    out += &ground::terrain(sheet, &scene.terrain);
    out += "</g>\n";
    out += &frame(sheet);
    out += &ground::names(sheet, &scene.terrain);
    for piece in &scene.pieces {
        out += &card::piece(sheet, piece);
    }
    for mark in &scene.markers {
        out += &marker(sheet, mark);
    }
    out += &foot(sheet, scene);
    out += "</g>\n</svg>\n";
    out
}

/// The picture of a table without its units, to lay something over it.
pub(crate) fn ground(scene: &Scene) -> Drawing {
    let sheet = Sheet::new(scene.size);
    let (width, depth) = (sheet.size.x, sheet.size.y);
    let mut out = signs::defs(sheet);
    put(
        &mut out,
        format_args!(
            "<g transform=\"translate({m} {m})\">\n<rect width=\"{}\" height=\"{}\" fill=\"url(#paper)\"/>\n\
             <g clip-path=\"url(#table)\">\n",
            n(width),
            n(depth),
            m = n(MARGIN)
        ),
    );
    out += &ground::terrain(sheet, &scene.terrain);
    out += "</g>\n";
    out += &frame(sheet);
    out += &ground::names(sheet, &scene.terrain);
    for mark in &scene.markers {
        out += &marker(sheet, mark);
    }
    out += "</g>\n";
    Drawing {
        picture: out,
        width: width + 2.0 * MARGIN,
        height: depth + 2.0 * MARGIN,
        corner: (MARGIN, MARGIN + depth),
        unit: sheet.unit(),
    }
}

/// The border with a tick at each unit of length.
fn frame(sheet: Sheet) -> String {
    let (w, h, unit) = (sheet.size.x, sheet.size.y, sheet.unit());
    let mut ticks = String::new();
    // Where a table has very many units, only every tenth has a tick.
    let step = if w.max(h) / unit > 120.0 { unit * 10.0 } else { unit };
    for i in 0..=(w / step) as usize {
        let x = i as f64 * step;
        put(&mut ticks, format_args!("M{x} -7V0M{x} {}v7", n(h), x = n(x)));
    }
    for i in 0..=(h / step) as usize {
        let y = h - i as f64 * step;
        put(&mut ticks, format_args!("M-7 {y}H0M{} {y}h7", n(w), y = n(y)));
    }
    format!(
        "<g fill=\"none\" stroke=\"#4a3a26\"><rect width=\"{}\" height=\"{}\" stroke-width=\"1.6\"/>\
         <rect x=\"-12\" y=\"-12\" width=\"{}\" height=\"{}\" stroke-width=\"3.2\"/>\
         <path d=\"{ticks}\" stroke-width=\".8\"/></g>\n",
        n(w),
        n(h),
        n(w + 24.0),
        n(h + 24.0)
    )
}

/// Objectives and commanders.
fn marker(sheet: Sheet, marker: &Marker) -> String {
    let ink = marker.side.map_or("#8a7340", |side| ink_of(side)[0]);
    let (at, radius) = match &marker.shape {
        Shape::Point(at) => (sheet.place(at.vec2()), 0.16 * sheet.unit()),
        Shape::Disc { centre, radius } => (sheet.place(centre.vec2()), sheet.length(f64::from(*radius))),
        Shape::Path(points) | Shape::Area(points) => {
            let closed = matches!(marker.shape, Shape::Area(_));
            return format!(
                "<path class=\"marker\" d=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" \
                 stroke-dasharray=\"6 4\"><title>{}</title></path>\n",
                sheet.path(points, closed),
                escaped(&marker.label)
            );
        }
    };
    let star = signs::star(vec2(0.0, 0.0), radius * 0.78);
    // As on the page, a special one has a second ring.
    let ring = if marker.kind == "special objective" {
        format!("<circle r=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.2\"/>", n(radius * 1.4))
    } else {
        String::new()
    };
    format!(
        "<g class=\"marker\" transform=\"translate({} {})\"><title>{}</title>{ring}\
         <circle r=\"{}\" fill=\"{ink}\" stroke=\"#f3d36b\" stroke-width=\"2.2\"/>\
         <path d=\"{star}\" fill=\"#f7ecc8\"/></g>\n",
        n(at.x),
        n(at.y),
        escaped(&marker.label),
        n(radius)
    )
}

/// Below the map: the clock, the scale, and the numbers that everybody follows.
fn foot(sheet: Sheet, scene: &Scene) -> String {
    let (w, top) = (sheet.size.x, sheet.size.y + 48.0);
    let mut out = format!(
        "<text x=\"0\" y=\"{}\" font-size=\"23\" font-style=\"italic\" fill=\"#3b2d1c\">{}</text>\n",
        n(top),
        escaped(&scene.clock)
    );
    let mut sides: Vec<Option<u8>> = scene.gauges.iter().map(|gauge| gauge.side).collect();
    sides.sort_unstable();
    sides.dedup();
    for (i, side) in sides.iter().enumerate() {
        let ink = side.map_or("#3b2d1c", |side| ink_of(side)[0]);
        let flag = scene.pieces.iter().find(|piece| Some(piece.side) == *side).map(|piece| &*piece.flag);
        let gauges = scene.gauges.iter().filter(|gauge| gauge.side == *side).map(gauge);
        let words: Vec<String> = flag.map(str::to_owned).into_iter().chain(gauges).collect();
        put(
            &mut out,
            format_args!(
                "<text x=\"0\" y=\"{}\" font-size=\"15\" fill=\"{ink}\">{}</text>\n",
                n(top + 24.0 + 19.0 * i as f64),
                escaped(&words.join(" · "))
            ),
        );
    }
    out + &north(w - 4.0 * sheet.unit() - 70.0, top) + &scale(sheet, w, top, &scene.unit)
}

fn gauge(gauge: &Gauge) -> String {
    let of = gauge.of.map_or_else(String::new, |of| format!(" of {of}"));
    format!("{} {}{of}", gauge.name, gauge.value)
}

/// An arrow to the north.
fn north(x: f64, y: f64) -> String {
    format!(
        "<g transform=\"translate({} {})\" stroke=\"#3b2d1c\"><path d=\"M0 -20L6 16L0 10Z\" fill=\"#3b2d1c\"/>\
         <path d=\"M0 -20L-6 16L0 10Z\" fill=\"#f6edd6\"/><text y=\"32\" font-size=\"14\" \
         text-anchor=\"middle\" stroke=\"none\" fill=\"#3b2d1c\">N</text></g>\n",
        n(x),
        n(y)
    )
}

/// A scale of four units, or of forty on a great table.
fn scale(sheet: Sheet, right: f64, top: f64, unit: &str) -> String {
    let each = if sheet.size.x / sheet.unit() > 120.0 { 10 } else { 1 };
    let step = sheet.unit() * f64::from(each);
    let left = right - 4.0 * step;
    let mut out = String::from("<g stroke=\"#3b2d1c\" font-size=\"13\" text-anchor=\"middle\">");
    for i in 0..4 {
        let fill = if i % 2 == 0 { "#3b2d1c" } else { "#f6edd6" };
        let x = left + f64::from(i) * step;
        let (width, y) = (n(step), n(top));
        put(
            &mut out,
            format_args!("<rect x=\"{}\" y=\"{y}\" width=\"{width}\" height=\"6\" fill=\"{fill}\"/>", n(x)),
        );
    }
    for i in 0..=4 {
        let word = if i == 4 { format!("{} {unit}", i * each) } else { (i * each).to_string() };
        put(
            &mut out,
            format_args!(
                "<text x=\"{}\" y=\"{}\" stroke=\"none\" fill=\"#3b2d1c\">{}</text>",
                n(left + f64::from(i) * step),
                n(top + 22.0),
                escaped(&word)
            ),
        );
    }
    out + "</g>\n"
}
