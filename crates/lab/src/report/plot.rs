//! Plots in SVG: bars, curves with bands, intervals.

use crate::stats::Interval;
use crate::summary::Band;
use std::fmt::Write as _;

/// The colours of the two sides, and of what belongs to neither.
pub(super) const INK: [&str; 3] = ["#2c4a85", "#9a2f27", "#8a7340"];

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 46.0;
const FOOT: f64 = 34.0;
const TOP: f64 = 12.0;

/// Words as HTML takes them.
pub(super) fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A share in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A share and its interval.
pub(super) fn shown(share: Option<Interval>) -> String {
    share.map_or_else(
        || "–".to_owned(),
        |s| format!("{} ({:.1} to {:.1})", percent(s.value), s.low * 100.0, s.high * 100.0),
    )
}

struct Axes {
    x: (f64, f64),
    y: f64,
}

impl Axes {
    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.x.0) / (self.x.1 - self.x.0).max(1e-9) * (WIDTH - LEFT - 8.0)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - FOOT - value / self.y.max(1e-9) * (HEIGHT - FOOT - TOP)
    }

    /// The frame: a title for readers of the screen, both axes with their numbers, and what they count.
    fn frame(&self, title: &str, across: &str, up: &str, whole: bool) -> String {
        let mut out = format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\"><title>{}</title>\n",
            escaped(title)
        );
        for value in ticks(0.0, self.y, 4, whole) {
            let y = self.y(value);
            let _ = write!(
                out,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 text-anchor=\"end\">{value}</text>",
                WIDTH - 8.0,
                LEFT - 6.0,
                y + 4.0
            );
        }
        for value in ticks(self.x.0, self.x.1, 8, true) {
            let x = self.x(value);
            let _ = write!(
                out,
                "<path class=\"axis\" d=\"M{x:.1} {:.1}v5\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
                 text-anchor=\"middle\">{value}</text>",
                HEIGHT - FOOT,
                HEIGHT - FOOT + 17.0
            );
        }
        let _ = write!(
            out,
            "<path class=\"axis\" d=\"M{LEFT} {TOP}V{:.1}H{:.1}\"/>\
             <text class=\"what\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <text class=\"what\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            HEIGHT - FOOT,
            WIDTH - 8.0,
            WIDTH - 8.0,
            HEIGHT - 3.0,
            escaped(across),
            LEFT + 6.0,
            TOP + 6.0,
            escaped(up)
        );
        out
    }
}

/// Round numbers between two values: 1, 2 or 5 of some power of ten apart, at most about so many.
fn ticks(from: f64, to: f64, most: u32, whole: bool) -> Vec<f64> {
    let (mut step, mut n) = (if whole { 1.0 } else { 0.1 }, 0);
    while (to - from) / step > f64::from(most) && n < 60 {
        step *= if n % 3 == 1 { 2.5 } else { 2.0 };
        n += 1;
    }
    let first = libm::ceil(from / step);
    let count = ((to / step - first) as usize).min(100);
    (0..=count).map(|n| libm::round((first + n as f64) * step * 10.0) / 10.0).collect()
}

/// Bars over whole numbers; each is stacked of as many parts as there are inks.
pub(super) fn bars(title: &str, across: &str, up: &str, counts: &[(i64, Vec<u64>)]) -> String {
    let sum = |parts: &[u64]| parts.iter().sum::<u64>() as f64;
    let highest = counts.iter().map(|(_, parts)| sum(parts)).fold(1.0, f64::max);
    let (first, last) = (counts.first().map_or(0, |c| c.0), counts.last().map_or(0, |c| c.0));
    let axes = Axes { x: (first as f64 - 0.6, last as f64 + 0.6), y: highest };
    let mut out = axes.frame(title, across, up, true);
    let width = (axes.x(1.0) - axes.x(0.0)) * 0.8;
    for (value, parts) in counts {
        let mut below = 0.0;
        for (part, ink) in parts.iter().zip(if parts.len() == 1 { &INK[2..] } else { &INK[..] }) {
            let top = below + *part as f64;
            let (x, y, height) =
                (axes.x(*value as f64) - width / 2.0, axes.y(top), axes.y(below) - axes.y(top));
            let _ = write!(
                out,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{ink}\">\
                 <title>{value}: {part}</title></rect>"
            );
            below = top;
        }
    }
    out + "</svg>\n"
}

/// Curves over turns with a band around each.
pub(super) fn curves(title: &str, across: &str, up: &str, curves: &[(&str, &[Band])]) -> String {
    let all = || curves.iter().flat_map(|(_, bands)| bands.iter());
    let highest = all().map(|band| band.high).fold(1.0, f64::max);
    let last = all().map(|band| band.turn).max().unwrap_or(1);
    let axes = Axes { x: (1.0, f64::from(last)), y: highest };
    let mut out = axes.frame(title, across, up, true);
    for (ink, bands) in curves {
        let at =
            |band: &Band, value: f64| format!("{:.1} {:.1}", axes.x(f64::from(band.turn)), axes.y(value));
        let there = bands.iter().map(|band| at(band, band.high));
        let back = bands.iter().rev().map(|band| at(band, band.low));
        let around: Vec<String> = there.chain(back).collect();
        let middle: Vec<String> = bands.iter().map(|band| at(band, band.median)).collect();
        if !middle.is_empty() {
            let _ = write!(
                out,
                "<path d=\"M{}Z\" fill=\"{ink}\" opacity=\".18\"/>\
                 <path d=\"M{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\"/>",
                around.join("L"),
                middle.join("L")
            );
        }
    }
    out + "</svg>\n"
}

/// Shares with their intervals, one below the other, and a line at one half.
pub(super) fn shares(title: &str, rows: &[(String, Option<Interval>)]) -> String {
    let (left, right, each) = (230.0, WIDTH - 130.0, 26.0);
    let height = each * rows.len() as f64 + 30.0;
    let x = |share: f64| left + share * (right - left);
    let mut out = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\"><title>{}</title>\n",
        escaped(title)
    );
    for (share, class) in [(0.0, "grid"), (0.25, "grid"), (0.5, "axis"), (0.75, "grid"), (1.0, "grid")] {
        let _ = write!(
            out,
            "<path class=\"{class}\" d=\"M{x:.1} 4V{:.1}\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
             text-anchor=\"middle\">{:.0} %</text>",
            height - 22.0,
            height - 6.0,
            share * 100.0,
            x = x(share)
        );
    }
    for (n, (name, share)) in rows.iter().enumerate() {
        let y = each * n as f64 + 18.0;
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 10.0,
            y + 4.0,
            escaped(name)
        );
        let Some(share) = share else { continue };
        let _ = write!(
            out,
            "<path d=\"M{:.1} {y:.1}H{:.1}\" stroke=\"{ink}\" stroke-width=\"2\"/>\
             <circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{ink}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x(share.low),
            x(share.high),
            x(share.value),
            right + 10.0,
            y + 4.0,
            percent(share.value),
            ink = INK[2]
        );
    }
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0.0, 4.0, 4, true), [0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(ticks(0.0, 37.0, 4, true), [0.0, 10.0, 20.0, 30.0]);
        assert_eq!(ticks(-7.0, 9.0, 8, true), [-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(ticks(0.0, 0.4, 4, false), [0.0, 0.1, 0.2, 0.3, 0.4]);
    }

    #[test]
    fn words_cannot_break_out() {
        assert_eq!(escaped("<a b=\"c\">&"), "&lt;a b=&quot;c&quot;&gt;&amp;");
    }
}
