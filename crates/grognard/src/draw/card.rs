//! Units, drawn like cards: the front edge has a band, the boxes stand along the rear edge.

use super::ink::{Sheet, escaped, n, put};
use super::ink_of;
use table::vec2::{Vec2, vec2};
use umpire::{Figure, Piece, Track};

/// The most badges that are written at each hand of the sign.
const MOST_BADGES: usize = 3;

/// A card in its own frame: its middle is the origin, its front is up.
struct Frame {
    middle: Vec2,
    width: f64,
    depth: f64,
    /// The lesser of both: what signs are measured by.
    size: f64,
    degrees: f64,
    /// Words would stand on their head.
    turned: bool,
}

impl Frame {
    fn of(sheet: Sheet, piece: &Piece) -> Self {
        let forward = piece.pose.heading.vector();
        let right = forward.right();
        let corners = || piece.stands.iter().flatten().map(|corner| corner.vec2());
        let span = |axis: Vec2| {
            let along = corners().map(|corner| corner.dot(axis));
            along.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)))
        };
        let ((left, east), (rear, front)) = (span(right), span(forward));
        if left > east {
            let at = sheet.place(piece.pose.at.vec2());
            return Self { middle: at, width: 1.0, depth: 1.0, size: 1.0, degrees: 0.0, turned: false };
        }
        let middle = right * f64::midpoint(left, east) + forward * f64::midpoint(rear, front);
        let (width, depth) = (sheet.length(east - left), sheet.length(front - rear));
        let grains = piece.pose.heading.grains();
        Self {
            middle: sheet.place(middle),
            width,
            depth,
            size: width.min(depth),
            degrees: f64::from(grains) / 1000.0,
            turned: (90_001..=270_000).contains(&grains),
        }
    }

    /// Words at a place of the card, upright for the reader.
    fn words(&self, at: Vec2, font: f64, style: &str, words: &str) -> String {
        let turn = if self.turned { " rotate(180)" } else { "" };
        format!(
            "<text transform=\"translate({} {}){turn}\" y=\"{}\" font-size=\"{}\" {style}>{}</text>",
            n(at.x),
            n(at.y),
            n(0.35 * font),
            n(font),
            escaped(words)
        )
    }

    /// The size of letters that lets words fit the width.
    fn font(&self, most: f64, words: &str) -> f64 {
        let letters = words.chars().count().max(1) as f64;
        (most * self.size).min(0.94 * self.width / (0.74 * letters))
    }
}

/// One unit.
pub(super) fn piece(sheet: Sheet, piece: &Piece) -> String {
    let frame = Frame::of(sheet, piece);
    let [ink, tint] = ink_of(piece.side);
    let unknown = piece.name.is_empty() && piece.kind.is_empty();
    let mut out =
        format!("<g class=\"piece\" id=\"piece-{}\"><title>{}</title>", piece.id.0, escaped(&piece.label));
    for stand in &piece.stands {
        let fill = if unknown { ink } else { tint };
        let d = sheet.path(stand, true);
        put(
            &mut out,
            format_args!("<path d=\"{d}\" transform=\"translate(2 2.5)\" fill=\"#2b2013\" opacity=\".25\"/>"),
        );
        put(
            &mut out,
            format_args!("<path d=\"{d}\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1.8\"/>"),
        );
    }
    put(
        &mut out,
        format_args!(
            "<g transform=\"translate({} {}) rotate({})\" text-anchor=\"middle\">",
            n(frame.middle.x),
            n(frame.middle.y),
            n(frame.degrees)
        ),
    );
    out += &if unknown { flag(&frame, piece) } else { face(&frame, piece, ink) };
    out += &front(&frame, ink);
    out + "</g></g>\n"
}

/// The band along the front edge, with an arrow that says which way is forward.
fn front(frame: &Frame, ink: &str) -> String {
    let (w, d, s) = (frame.width, frame.depth, frame.size);
    let band = 0.12 * s;
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{ink}\"/>\
         <path d=\"M{} {}H{}L0 {}Z\" fill=\"#fffaf0\"/>",
        n(-w / 2.0),
        n(-d / 2.0),
        n(w),
        n(band),
        n(-0.09 * s),
        n(-d / 2.0 + 0.85 * band),
        n(0.09 * s),
        n(-d / 2.0 + 0.1 * band),
    )
}

/// What is seen of a unit whose card lies face down: its flag.
fn flag(frame: &Frame, piece: &Piece) -> String {
    let s = frame.size;
    let [ink, tint] = ink_of(piece.side);
    let (w, d) = (frame.width - 0.1 * s, frame.depth - 0.1 * s);
    let rim = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{ink}\" stroke=\"{tint}\" opacity=\".55\"/>",
        n(-w / 2.0),
        n(-d / 2.0),
        n(w),
        n(d)
    );
    let pole = if frame.turned { " rotate(180)" } else { "" };
    rim + &format!(
        "<g transform=\"translate(0 {}){pole}\"><path d=\"M{x} {}V{}\" stroke=\"#fffaf0\" stroke-width=\"1.6\"/>\
         <path d=\"M{x} {}h{}l{} {}l{} {}h{}Z\" fill=\"#fffaf0\"/></g>",
        n(-0.04 * s),
        n(-0.22 * s),
        n(0.22 * s),
        n(-0.22 * s),
        n(0.36 * s),
        n(-0.09 * s),
        n(0.13 * s),
        n(0.09 * s),
        n(0.13 * s),
        n(-0.36 * s),
        x = n(-0.14 * s),
    ) + &frame.words(
        vec2(0.0, 0.36 * frame.depth),
        frame.font(0.15, &piece.flag),
        "fill=\"#fffaf0\"",
        &piece.flag,
    )
}

/// The sign of a unit that the enemy sees only as a flag.
fn pennant(frame: &Frame, ink: &str) -> String {
    let (s, turn) = (frame.size, if frame.turned { " rotate(180)" } else { "" });
    let hand = if frame.turned { -1.0 } else { 1.0 };
    format!(
        "<g class=\"concealed\" transform=\"translate({} {}){turn}\"><path d=\"M0 {}V{}\" stroke=\"{ink}\"/>\
         <path d=\"M0 {}L{} {}L0 {}Z\" fill=\"{ink}\"/></g>",
        n(hand * 0.33 * s),
        n(-0.21 * frame.depth),
        n(-0.11 * s),
        n(0.11 * s),
        n(-0.11 * s),
        n(0.12 * s),
        n(-0.05 * s),
        n(0.01 * s),
    )
}

/// What is seen of a known unit: the sign of its kind, name, formation, boxes, badges.
fn face(frame: &Frame, piece: &Piece, ink: &str) -> String {
    let (s, d) = (frame.size, frame.depth);
    let mut out = branch(frame, &piece.figures, ink);
    let has = |figure: Figure| piece.badges.iter().any(|badge| badge.figure == Some(figure));
    if has(Figure::Frame) {
        let (half, y) = (0.27 * s, -0.2 * d);
        put(
            &mut out,
            format_args!(
                "<rect class=\"prepared\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" \
             stroke=\"#2b2013\" stroke-width=\"2.2\"/>",
                n(-half),
                n(y - 0.17 * s),
                n(2.0 * half),
                n(0.34 * s)
            ),
        );
    }
    if has(Figure::Flag) {
        out += &pennant(frame, ink);
    }
    let name = vec2(0.0, 0.06 * d);
    out += &frame.words(
        name,
        frame.font(0.18, &piece.name),
        "font-weight=\"bold\" fill=\"#20180e\"",
        &piece.name,
    );
    if !piece.banner.is_empty() {
        let style = "font-style=\"italic\" fill=\"#4a3a26\"";
        out += &frame.words(vec2(0.0, 0.215 * d), frame.font(0.125, &piece.banner), style, &piece.banner);
    }
    for (i, row) in piece.tracks.iter().enumerate() {
        out += &boxes(frame, row, d / 2.0 - (0.11 + 0.17 * i as f64) * s, ink);
    }
    let drawn = [Some(Figure::Frame), Some(Figure::Flag)];
    let signs = piece.badges.iter().filter(|badge| !drawn.contains(&badge.figure));
    for (i, badge) in signs.take(2 * MOST_BADGES).enumerate() {
        let hand = if (i < MOST_BADGES) == frame.turned { 1.0 } else { -1.0 };
        let row = if frame.turned { MOST_BADGES - 1 - i % MOST_BADGES } else { i % MOST_BADGES };
        let at = vec2(hand * 0.38 * frame.width, -0.31 * d + 0.115 * s * row as f64);
        out += &frame.words(at, 0.115 * s, "fill=\"#4a3a26\"", &short(&badge.sign));
    }
    out
}

/// The sign of a kind: a box with its figures. Figures that are for badges are not drawn in it.
fn branch(frame: &Frame, figures: &[Figure], ink: &str) -> String {
    let (s, y) = (frame.size, -0.2 * frame.depth);
    let (half, high) = (0.2 * s, 0.12 * s);
    let (left, right, top, low) = (n(-half), n(half), n(y - high), n(y + high));
    let ball = |x: f64, y: f64, r: f64| {
        format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{ink}\"/>", n(x), n(y), n(r))
    };
    let draw = |figure: &Figure| match figure {
        Figure::Cross => format!("<path d=\"M{left} {top}L{right} {low}M{left} {low}L{right} {top}\"/>"),
        // The slash rises to the reader's right, whichever way the card lies: half a turn leaves it as it is.
        Figure::Slash => format!("<path d=\"M{left} {low}L{right} {top}\"/>"),
        Figure::Half => {
            let corner = if frame.turned { format!("{left} {top}") } else { format!("{right} {low}") };
            format!("<path d=\"M{left} {low}L{right} {top}L{corner}Z\" fill=\"{ink}\"/>")
        }
        Figure::Ball => ball(0.0, y, 0.06 * s),
        Figure::Balls => ball(-0.07 * s, y, 0.05 * s) + &ball(0.07 * s, y, 0.05 * s),
        Figure::Dots => [(-0.13, 0.0), (0.13, 0.0), (0.0, -0.08), (0.0, 0.08)]
            .map(|(across, along)| ball(across * s, y + along * s, 0.02 * s))
            .concat(),
        _ => String::new(),
    };
    let sign: String = figures.iter().map(draw).collect();
    format!(
        "<g stroke=\"{ink}\" stroke-width=\"1.5\" fill=\"none\"><rect x=\"{left}\" y=\"{top}\" width=\"{}\" \
         height=\"{}\" fill=\"#fffdf6\"/>{sign}</g>",
        n(2.0 * half),
        n(2.0 * high)
    )
}

/// A row of boxes, the first at the reader's left; struck ones are crossed out.
fn boxes(frame: &Frame, track: &Track, y: f64, ink: &str) -> String {
    let count = track.boxes.len().max(1) as f64;
    let side = (0.145 * frame.size).min(0.94 * frame.width / count);
    let hand = if frame.turned { -1.0 } else { 1.0 };
    let mut out = format!("<g class=\"track\"><title>{}</title>", escaped(&track.name));
    for (i, number) in track.boxes.iter().enumerate() {
        let x = hand * (i as f64 - (count - 1.0) / 2.0) * side;
        let (left, top, half) = (n(x - side / 2.0), n(y - side / 2.0), n(side));
        let struck = i < track.struck as usize;
        let fill = if struck { ink } else { "#fffdf6" };
        put(
            &mut out,
            format_args!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{half}\" height=\"{half}\" fill=\"{fill}\" \
             stroke=\"{ink}\" stroke-width=\".8\"/>"
            ),
        );
        if struck {
            put(
                &mut out,
                format_args!(
                    "<path class=\"struck\" d=\"M{left} {top}l{half} {half}m-{half} 0l{half} -{half}\" \
                     stroke=\"#fffdf6\" stroke-width=\"1\"/>"
                ),
            );
        } else {
            out += &frame.words(vec2(x, y), 0.78 * side, "fill=\"#20180e\"", &number.to_string());
        }
    }
    out + "</g>"
}

/// Two letters of a word, or the first letters of several.
fn short(sign: &str) -> String {
    let words: Vec<&str> = sign.split_whitespace().collect();
    match words.as_slice() {
        [word] => word
            .chars()
            .take(2)
            .enumerate()
            .map(|(i, c)| if i == 0 { c.to_ascii_uppercase() } else { c })
            .collect(),
        words => {
            words.iter().filter_map(|word| word.chars().next()).map(|c| c.to_ascii_uppercase()).collect()
        }
    }
}
