//! VIS, LOF – sight and lines of fire against many single lines, on positions drawn at random.

use super::sampling::{Picks, opened};
use crate::fire;
use crate::scale::TOUCH;
use crate::sight::Eyes;
use crate::state::State;
use table::convex::Convex;
use table::distance::{gap, signed};
use table::overlap::overlap;
use table::rect::Rect;
use table::vec2::{Vec2, vec2};

/// What is nearer to a limit than this is left undecided.
const SLACK: f64 = 6.0;
/// So many lines are drawn to a target.
const LINES: i32 = 1500;

#[derive(Clone, Copy, PartialEq)]
enum What {
    Sight,
    Infantry,
    Artillery,
}

/// A viewer, a target, and what lies between them.
struct Place {
    from: Vec2,
    forward: Vec2,
    target: Rect,
    others: Vec<Rect>,
    /// Woods, and whether the target overlaps each.
    woods: Vec<(Rect, bool)>,
}

/// Where a line enters and leaves a footprint.
fn run(from: Vec2, way: Vec2, rect: &Rect) -> Option<[f64; 2]> {
    let (p, d) = (rect.frame.to_local(from), rect.frame.turn_to_local(way));
    let mut run = [0.0_f64, f64::INFINITY];
    for (p, d, half) in [(p.x, d.x, rect.half_width), (p.y, d.y, rect.half_depth)] {
        if d.abs() < 1e-12 {
            if p.abs() > half {
                return None;
            }
            continue;
        }
        let (a, b) = ((-half - p) / d, (half - p) / d);
        run = [run[0].max(a.min(b)), run[1].min(a.max(b))];
    }
    (run[0] <= run[1]).then_some(run)
}

impl Place {
    /// The length of a line in this direction, if it is one. A positive slack allows more.
    fn line(&self, way: Vec2, what: What, slack: f64) -> Option<f64> {
        let [length, _] = run(self.from, way, &self.target)?;
        let reach = if what == What::Infantry { 20_000.0 } else { 80_000.0 };
        let in_reach = length <= reach + 10.0 + slack;
        let arc = what == What::Sight || self.in_arc(way * length, slack);
        if !in_reach || !arc || self.stopped(way, length, slack) {
            return None;
        }
        let mut entry = self.entry(way, length, what, slack);
        if what != What::Sight {
            entry = entry.min(self.narrow(way, length, slack)?);
        }
        let free = if what == What::Infantry { entry > length } else { length <= entry + 10_010.0 + slack };
        free.then_some(length)
    }

    /// BL-LOF-02: 45° outward from the front corners.
    fn in_arc(&self, to: Vec2, slack: f64) -> bool {
        let (ahead, aside) = (self.forward.dot(to), self.forward.right().dot(to).abs());
        ahead >= -8.0 - slack && aside <= 5008.0 + ahead + slack
    }

    /// BL-VIS-04, BL-AMB-07: another unit comes first.
    fn stopped(&self, way: Vec2, length: f64, slack: f64) -> bool {
        self.others.iter().any(|other| {
            let by = 10.0 - slack;
            let grown =
                Rect { half_width: other.half_width + by, half_depth: other.half_depth + by, ..*other };
            run(self.from, way, &grown).is_some_and(|[at, _]| at < length - 1e-6)
        })
    }

    /// BL-AMB-08: where a line enters a wood first; for fire also where it ends in one with its target.
    fn entry(&self, way: Vec2, length: f64, what: What, slack: f64) -> f64 {
        let mut entry = f64::INFINITY;
        for (wood, overlapped) in &self.woods {
            let Some([a, b]) = run(self.from, way, wood) else { continue };
            if b - a > 11.0 - slack && a < length - 0.01 {
                entry = entry.min(a);
            }
            if what != What::Sight && *overlapped && a <= length + 0.5 && b >= length - 0.5 {
                entry = entry.min(length);
            }
        }
        entry
    }

    /// BL-AMB-33: where a gap beside terrain is too narrow; `None` if one between two units is.
    fn narrow(&self, way: Vec2, length: f64, slack: f64) -> Option<f64> {
        let start = way.dot(self.from);
        let beside = |rect: &Rect| Convex::from(*rect).clipped(way, start + length)?.clipped(-way, -start);
        let across = way.right();
        let side = |shape: &Convex| {
            let [low, high] = shape.corners().iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], p| {
                let u = across.dot(*p - self.from);
                [l.min(u), h.max(u)]
            });
            if low >= -1e-6 {
                1
            } else if high <= 1e-6 {
                -1
            } else {
                0
            }
        };
        let units = self.others.iter().map(|unit| (unit, false));
        let all = units.chain(self.woods.iter().map(|(wood, _)| (wood, true)));
        let all: Vec<(Convex, bool)> = all.filter_map(|(rect, wood)| Some((beside(rect)?, wood))).collect();
        let mut entry = f64::INFINITY;
        for (i, (a, one)) in all.iter().enumerate() {
            for (b, other) in &all[..i] {
                let link = gap(a, b);
                if side(a) * side(b) != -1 || link.distance >= 4989.5 - slack {
                    continue;
                }
                if !one && !other {
                    return None;
                }
                let (u, v) = (across.dot(link.from - self.from), across.dot(link.to - self.from));
                let share = if (u - v).abs() < 1e-9 { 0.0 } else { u / (u - v) };
                entry = entry.min(way.dot(link.from.towards(link.to, share) - self.from));
            }
        }
        Some(entry)
    }

    /// The shortest of many lines.
    fn shortest(&self, what: What, slack: f64) -> f64 {
        let to = self.target.frame.origin - self.from;
        let middle = libm::atan2(to.x, to.y);
        let half = libm::asin((7100.0 / libm::sqrt(to.length2())).min(1.0));
        let way = |n: i32| {
            let angle = middle + half * (2.0 * f64::from(n) / f64::from(LINES) - 1.0);
            vec2(libm::sin(angle), libm::cos(angle))
        };
        let lines = (0..=LINES).filter_map(|n| self.line(way(n), what, slack));
        lines.fold(f64::INFINITY, f64::min)
    }
}

/// A shooter, a target, other units and woods that do not touch each other.
fn position(picks: &mut Picks, arm: &str) -> (String, Vec<Rect>) {
    let far = if arm == "inf" { 7.5 } else { 11.0 };
    let (x, y) = (picks.between(7.0, 11.0), picks.between(4.5, far));
    let (facing, other) = (picks.below(50), picks.below(360));
    let mut pieces = vec![format!("A blue {arm} 8,4,{facing}; X red inf {x:.4},{y:.4},{other}")];
    for n in 0..picks.below(5) {
        let side = picks.one(&["blue", "red"]);
        pieces.push(picks.unit(&format!("U{n} {side} inf"), 4.0, 11.0));
    }
    let mut woods: Vec<Rect> = Vec::new();
    for _ in 0..picks.below(3) {
        let grains = |bw: f64| libm::round(bw * 10_000.0);
        let low = vec2(grains(picks.between(5.0, 10.0)), grains(picks.between(4.5, 8.0)));
        let high = low + vec2(grains(picks.between(0.5, 2.0)), grains(picks.between(0.3, 2.0)));
        let wood = Rect::upright(low, high);
        if woods.iter().all(|other| gap(other, &wood).distance > 500.0) {
            let bw = |grains: f64| grains / 10_000.0;
            pieces.push(format!(
                "wood {:.4},{:.4} {:.4},{:.4}",
                bw(low.x),
                bw(low.y),
                bw(high.x),
                bw(high.y)
            ));
            woods.push(wood);
        }
    }
    (pieces.join("; "), woods)
}

/// The place between A and X; `None` if a border of a wood runs too near to one of them to be sure.
fn place(field: &crate::testing::Field, state: &State, woods: &[Rect]) -> Option<Place> {
    let (a, x) = (field.unit("A"), field.unit("X"));
    let (from, target) = (a.pose.at.vec2(), x.rect());
    let near = |wood: &Rect| wood.depth_of(from).abs() < 300.0 || signed(wood, &target).abs() < 130.0;
    if woods.iter().any(near) {
        return None;
    }
    let others = state.units.iter().filter(|unit| unit.id != a.id && unit.id != x.id);
    let others = others.map(crate::state::Unit::rect).collect();
    let woods = woods.iter().map(|wood| (*wood, overlap(wood, &target, TOUCH))).collect();
    Some(Place { from, forward: a.rect().frame.forward, target, others, woods })
}

#[test]
fn bl_amb_07_sight_and_range_are_those_of_the_best_of_many_lines() {
    let (mut picks, mut found, mut none) = (Picks(21), 0, 0);
    for _ in 0..150 {
        let arm = picks.one(&["inf", "art"]);
        let (text, woods) = position(&mut picks, arm);
        let Some(field) = opened(&text) else { continue };
        let state = field.truth();
        let Some(place) = place(&field, &state, &woods) else { continue };
        let (a, x, eyes) = (field.unit("A"), field.unit("X"), Eyes::new(&state));
        let range = fire::targets(&state, &a, &eyes).into_iter().find(|target| target.id == x.id);
        let fire = if arm == "inf" { What::Infantry } else { What::Artillery };
        let seen = eyes.sees(&a, &x).map(|line| line.length);
        for (what, line) in [(What::Sight, seen), (fire, range.map(|target| target.range()))] {
            let (sure, most) = (place.shortest(what, -SLACK), place.shortest(what, SLACK));
            match line {
                None => {
                    assert!(!sure.is_finite(), "there is a line of {sure}: {text}");
                    none += 1;
                }
                Some(length) => {
                    assert!(most.is_finite(), "there is no line: {text}");
                    let fits = length <= sure + 15.0 && length >= most - 40.0;
                    assert!(what == What::Sight || fits, "{length}, not {sure} to {most}: {text}");
                    found += 1;
                }
            }
        }
    }
    assert!(found > 60 && none > 20, "{found} lines, {none} without one");
}
