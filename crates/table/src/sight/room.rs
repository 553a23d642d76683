//! Lines that need room: what pairs of obstacles closer together than a width hide.
//!
//! Whether a pair is narrow depends on the line only through the slab that cuts the obstacles: it turns
//! and grows with the direction. For an interval of directions the slab has a least and a greatest
//! version; a pair that is narrow (or wide) for both is so all along, and what is left undecided is
//! halved until it is a hundredth of a grain wide. So no direction is missed.

use super::spans::{Span, Spans};
use super::{Cause, Rules};
use crate::gap::{Borders, Course, Side, TIP, distance, links, nearest};
use crate::vec2::{Vec2, vec2};

/// Undecided intervals narrower than this (in grains along the target) are judged by their middle.
const NARROWEST: f64 = 0.01;
/// Intervals looked at for one pair at most (a few dozen are common); then the middle decides.
const MOST_LOOKS: u32 = 4000;

/// Two obstacles that are too close somewhere, in the frame of an aim.
pub(super) struct Pair {
    pub(super) one: Borders,
    pub(super) other: Borders,
    /// The distance from which there is room.
    pub(super) room: f64,
    /// How far a line may run on from the narrow point; `None` if it may not pass at all.
    pub(super) allowed: Option<f64>,
}

/// The lines to judge: towards v = `distance`, tolerances, and how far each goes in the open: to the
/// target or to where it enters one of the two obstacles.
pub(super) struct Lines<'a> {
    pub(super) distance: f64,
    pub(super) rules: Rules,
    pub(super) open: &'a dyn Fn(f64) -> f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Decision {
    Free,
    Hidden,
    Unsure,
}

impl Pair {
    /// Adds the directions in a range that the pair hides. All over the range the lines enter the same
    /// edge of the obstacles, or none.
    pub(super) fn hide(&self, range: [f64; 2], lines: &Lines, cause: Cause, spans: &mut Spans) {
        let mut looks = MOST_LOOKS;
        self.halve(range, lines, &mut looks, &mut |[low, high]| match spans.last_mut() {
            Some(last) if last.cause == cause && last.low <= low && last.high >= low => last.high = high,
            _ => spans.push(Span { low, high, open: false, cause }),
        });
    }

    fn halve(&self, [low, high]: [f64; 2], lines: &Lines, looks: &mut u32, give: &mut impl FnMut([f64; 2])) {
        let middle = (low + high) * 0.5;
        *looks = looks.saturating_sub(1);
        match self.decide([low, high], lines) {
            Decision::Free => {}
            Decision::Hidden => give([low, high]),
            Decision::Unsure if high - low <= NARROWEST || *looks == 0 => {
                if self.hides(middle, lines) {
                    give([low, high]);
                }
            }
            Decision::Unsure => {
                self.halve([low, middle], lines, looks, give);
                self.halve([middle, high], lines, looks, give);
            }
        }
    }

    /// Is one direction hidden?
    pub(super) fn hides(&self, u: f64, lines: &Lines) -> bool {
        self.decide([u, u], lines) == Decision::Hidden
    }

    /// For all directions of an interval at once, if possible.
    fn decide(&self, [low, high]: [f64; 2], lines: &Lines) -> Decision {
        let course = |u: f64| {
            let ray = vec2(u, lines.distance);
            Course { from: Vec2::default(), along: ray * (1.0 / ray.length()) }
        };
        let (middle, ends) = (course((low + high) * 0.5), [course(low), course(high)]);
        // At its very ends an interval may touch the next one: ask a hair inside.
        let hair = ((high - low) * 1e-3).min(1e-4);
        let reached = [ends[0].along * (lines.open)(low + hair), ends[1].along * (lines.open)(high - hair)];
        let latest_end = reached[0].length().max(reached[1].length());
        if latest_end <= lines.rules.line {
            // They are inside an obstacle from the start: there is nothing to pass between, nor to halve for.
            return Decision::Free;
        }
        // Both wholly on the same side of all the lines: none passes between them, however near to each other.
        match [&self.one, &self.other].map(|b| side(&ends, [b, b], 0.0)) {
            [Some(Side::Left), Some(Side::Left)] | [Some(Side::Right), Some(Side::Right)] => {
                return Decision::Free;
            }
            _ => {}
        }
        let soonest_end = nearest(Vec2::default(), reached).length();
        // How far a point can shift along the line while it turns: an end of a link across the line is no
        // farther aside than the room, plus what the turn itself adds.
        let turn = ends[0].along.distance(ends[1].along) * 0.51;
        let farthest_point =
            self.one.iter().chain(&self.other).flatten().fold(0.0_f64, |w, p| w.max(p.length2()));
        let farthest_point = libm::sqrt(farthest_point);
        let shift = (self.room.min(farthest_point) + farthest_point * turn) * turn;

        let most = [&self.one, &self.other].map(|b| middle.beside(b, [-shift, latest_end + shift]));
        let closest = distance(&most[0], &most[1]);
        if closest >= self.room {
            return Decision::Free;
        }
        // The same of what may be beside a line: a slab that only just reaches an obstacle is no reason to halve.
        match most.each_ref().map(|b| side(&ends, [b, b], 0.0)) {
            [Some(Side::Left), Some(Side::Left)] | [Some(Side::Right), Some(Side::Right)] => {
                return Decision::Free;
            }
            _ => {}
        }
        let least = [&self.one, &self.other].map(|b| middle.beside(b, [shift, soonest_end - shift]));
        let farthest = distance(&least[0], &least[1]);
        if farthest >= self.room {
            return Decision::Unsure;
        }
        let tip = TIP * lines.rules.line;
        match [0, 1].map(|i| side(&ends, [&least[i], &most[i]], tip)) {
            [Some(Side::Both), _] | [_, Some(Side::Both)] => return Decision::Free,
            [Some(one), Some(other)] if !one.faces(other) => return Decision::Free,
            [Some(_), Some(_)] => {}
            _ => return Decision::Unsure,
        }
        let Some(allowed) = self.allowed else { return Decision::Hidden };
        let alike = lines.rules.line;
        if farthest > closest + alike {
            return Decision::Unsure;
        }
        // The narrow point lies between the first short link that may count and the first that must.
        // While the line turns through the interval, its crossing with a link runs along the link.
        let first = |borders: &[Borders; 2], longest: f64, reach: fn([Vec2; 2]) -> f64| {
            let short = links(&borders[0], &borders[1]).filter(|[a, b]| a.distance(*b) <= longest);
            short.map(|link| reach(ends.map(|c| c.along * c.crossing(link)))).fold(f64::INFINITY, f64::min)
        };
        let soonest = first(&most, farthest + alike, |c| nearest(Vec2::default(), c).length());
        let latest = first(&least, closest + alike, |[a, b]| a.length().max(b.length()));
        let shortest = vec2(0.0_f64.max(low).min(high), lines.distance).length();
        let longest = vec2(low.abs().max(high.abs()), lines.distance).length();
        if longest - soonest <= allowed + alike {
            Decision::Free
        } else if shortest - latest > allowed + alike {
            Decision::Hidden
        } else {
            Decision::Unsure
        }
    }
}

/// The side of all lines between two on which an obstacle lies, if it is the same for all: judged by what
/// is surely beside every line (`least`) and by what may be beside one (`most`).
fn side(ends: &[Course; 2], [least, most]: [&Borders; 2], tip: f64) -> Option<Side> {
    let sides = ends.map(|c| [Side::of(c.reach(least), tip), Side::of(c.reach(most), tip)]);
    let [[one, _], _] = sides;
    sides.iter().flatten().all(|s| *s == one).then_some(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn borders(x: [f64; 2], y: [f64; 2]) -> Borders {
        let c = [vec2(x[0], y[0]), vec2(x[0], y[1]), vec2(x[1], y[1]), vec2(x[1], y[0])];
        (0..4).map(|i| [c[i], c[(i + 1) % 4]]).collect()
    }

    /// Lines to a target end where they all but reach the corner of a town; a unit stands before it on the same
    /// side. Nothing is hidden, and it is not searched for long: the search used to take 1801 looks.
    #[test]
    fn a_slab_that_only_just_reaches_an_obstacle_on_the_same_side_is_free_at_once() {
        let pair = Pair {
            one: borders([-28_502.0, -17_498.0], [498.0, 22_502.0]),
            other: borders([-16_000.0, -6_000.0], [-8_000.0, 2_000.0]),
            room: 4_989.5,
            allowed: None,
        };
        let length = |u: f64| vec2(u, 9_000.0).length();
        let lines = Lines { distance: 9_000.0, rules: Rules { line: 10.5, border: 100.5 }, open: &length };
        let range = [-11_399.786_685_627_943, -6_998.577_904_186_294];
        let mut looks = MOST_LOOKS;
        pair.halve(range, &lines, &mut looks, &mut |hidden| panic!("{hidden:?} is hidden"));
        assert!(MOST_LOOKS - looks < 60, "{} looks", MOST_LOOKS - looks);
        for i in 0..=1000 {
            let u = range[0] + (range[1] - range[0]) * f64::from(i) / 1000.0;
            assert!(!pair.hides(u, &lines), "{u}");
        }
    }
}
