//! Random tables of one density, and sight between all pairs the plain way: a measure for the query.

use super::aim::{Aim, aims};
use super::spans::Spans;
use super::{Blocker, Blockers, Cause, Look, Margins, Screens, Sight, Stop, Veil, Want, line, shadow, veil};
use crate::area::Area;
use crate::convex::Convex;
use crate::grain::Tolerance;
use crate::heading::Heading;
use crate::point::Point;
use crate::polygon::Polygon;
use crate::pose::Pose;
use crate::rect::{Anchor, Footprint, Rect};
use crate::vec2::{Vec2, vec2};

/// A table full of bodies, and who looks from where.
#[derive(Clone, Debug)]
pub struct Field {
    /// The bodies; each is a target too. The id is the number in the list.
    pub blockers: Blockers,
    /// The terrain.
    pub screens: Screens,
    /// The viewer's point of each body.
    pub eyes: Vec<Vec2>,
}

const BW: f64 = 10_000.0;
const REACH: f64 = 8.0 * BW;
const MARGINS: Margins = Margins { line: Tolerance::half_grains(21), border: Tolerance::half_grains(201) };
const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };

/// Numbers from a seed (splitmix64).
struct Source(u64);

impl Source {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Evenly from `low` to `high`.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }
}

/// A table with so many bodies, one piece of terrain for every four, and always the same density: 48 bodies
/// have 24 by 16 units. Of ten pieces six are woods, two towns, two crests.
pub fn field(seed: u64, bodies: usize) -> Field {
    let mut source = Source(seed);
    let scale = libm::sqrt(bodies as f64 / 48.0);
    let size = vec2(24.0 * scale * BW, 16.0 * scale * BW);
    let mut rects: Vec<Rect> = Vec::new();
    let mut eyes = Vec::new();
    while rects.len() < bodies {
        let (x, y) = (source.between(0.0, size.x), source.between(0.0, size.y));
        let at = Point { x: libm::round(x) as i32, y: libm::round(y) as i32 };
        let rect = CARD.at(Pose { at, heading: Heading::from((source.next() % 360_000) as i32) });
        let apart = |o: &Rect| rect.frame.origin.distance(o.frame.origin) > 1.2 * BW;
        if rects.iter().all(apart) {
            rects.push(rect);
            eyes.push(at.vec2());
        }
    }
    let (mut veils, mut stops) = (Vec::new(), Vec::new());
    for id in 0..(bodies / 4) as u32 {
        let centre = vec2(source.between(0.0, size.x), source.between(0.0, size.y));
        match id % 10 {
            0..6 => veils.extend(wood(&mut source, centre).map(|area| Veil { id, area, depth: BW })),
            6 | 7 => veils.extend(
                ring(&[0.55; 4].map(|r| r * BW * std::f64::consts::SQRT_2), centre).map(|area| Veil {
                    id,
                    area,
                    depth: BW,
                }),
            ),
            _ => {
                let half =
                    Heading::from((source.next() % 360_000) as i32).vector() * source.between(BW, 3.0 * BW);
                stops.push(Stop {
                    id,
                    segments: vec![[centre - half, centre], [centre, centre + half.right()]],
                });
            }
        }
    }
    let blocker = |(i, r): (usize, Rect)| Blocker { id: i as u32, shape: Convex::from(r) };
    let blockers = Blockers::new(rects.into_iter().enumerate().map(blocker).collect());
    Field { blockers, screens: Screens::new(veils, stops), eyes }
}

fn wood(source: &mut Source, centre: Vec2) -> Option<Area> {
    let corners = 5 + source.next() % 5;
    let far: Vec<f64> = (0..corners).map(|_| source.between(0.6, 2.2) * BW).collect();
    ring(&far, centre)
}

/// A corner in each direction of an even fan.
fn ring(far: &[f64], centre: Vec2) -> Option<Area> {
    let step = 360_000 / i32::try_from(far.len()).ok()?;
    let corner = |(i, r): (i32, &f64)| (centre + Heading::from(i * step + 45_000).vector() * *r).round().ok();
    let corners: Option<Vec<Point>> = (0..).zip(far).map(corner).collect();
    Some(Area::from(&Polygon::new(corners?).ok()?))
}

impl Field {
    fn sight(&self) -> Sight<'_> {
        Sight { blockers: &self.blockers, screens: &self.screens, margins: MARGINS }
    }

    /// Who sees whom, by the query.
    pub fn all_pairs(&self) -> Vec<(u32, u32)> {
        let mut seen = Vec::new();
        for (viewer, &from) in self.eyes.iter().enumerate() {
            for i in self.blockers.index().in_disc(from, REACH + MARGINS.line.grains()) {
                let target = &self.blockers.all()[i];
                let without = [viewer as u32, target.id];
                let look = Look { reach: REACH, without: &without, ..Look::new(from, &target.shape) };
                if i != viewer && self.sight().sees(&look) {
                    seen.push((viewer as u32, target.id));
                }
            }
        }
        seen.sort_unstable();
        seen
    }

    /// The same the plain way.
    pub fn all_pairs_plainly(&self) -> Vec<(u32, u32)> {
        let mut seen = Vec::new();
        for (viewer, &from) in self.eyes.iter().enumerate() {
            for target in self.blockers.all() {
                let without = [viewer as u32, target.id];
                let look = Look { reach: REACH, without: &without, ..Look::new(from, &target.shape) };
                if target.id != viewer as u32 && plainly_seen(&self.sight(), &look) {
                    seen.push((viewer as u32, target.id));
                }
            }
        }
        seen
    }
}

/// Any free line, looked for without an index and without joining intervals: the directions where
/// something changes are listed over all pieces, and each of them, and each middle between two
/// neighbours, is tried against every piece until one is free.
pub fn plainly_seen(sight: &Sight, look: &Look) -> bool {
    let Ok(aims) = aims(look.from, look.target, look.within, look.reach + sight.rules().line) else {
        return false;
    };
    aims.iter().any(|aim| {
        let mut events = Spans::new();
        for b in sight.blockers.all().iter().filter(|b| !look.without.contains(&b.id)) {
            shadow::shadow(b.shape.corners(), sight.rules().line, aim, Cause::Blocker(b.id), &mut events);
        }
        for s in sight.screens.stops() {
            for segment in &s.segments {
                veil::stop(*segment, sight.rules(), aim, Cause::Stop(s.id), &mut events);
            }
        }
        for v in sight.screens.veils() {
            let passage = sight.passage(sight.standing(look.from, v), Want::Any, v);
            veil::veil(v.area.edges(), passage, aim, Cause::Veil(v.id), &mut events);
        }
        let mut tries: Vec<f64> = events.iter().flat_map(|s| [s.low, s.high]).collect();
        tries.extend(aim.range);
        tries.retain(|u| *u >= aim.range[0] && *u <= aim.range[1]);
        tries.sort_by(f64::total_cmp);
        let middles: Vec<f64> = tries.windows(2).map(|w| (w[0] + w[1]) * 0.5).collect();
        tries.iter().chain(&middles).any(|u| plainly_free(sight, look, aim, *u))
    })
}

/// One line against every piece.
fn plainly_free(sight: &Sight, look: &Look, aim: &Aim, u: f64) -> bool {
    let aim = Aim { range: [u, u], ..*aim };
    let mut spans = Spans::new();
    for b in sight.blockers.all().iter().filter(|b| !look.without.contains(&b.id)) {
        shadow::shadow(b.shape.corners(), sight.rules().line, &aim, Cause::Blocker(b.id), &mut spans);
    }
    for s in sight.screens.stops() {
        for segment in &s.segments {
            veil::stop(*segment, sight.rules(), &aim, Cause::Stop(s.id), &mut spans);
        }
    }
    let length = aim.length(u);
    let veiled = sight.screens.veils().iter().any(|v| {
        let passage = sight.passage(sight.standing(look.from, v), Want::Any, v);
        line::entry(&v.area, passage, look.from, aim.reaches(u))
            .is_some_and(|after| length - after > passage.depth + passage.rules.line)
    });
    !veiled && !spans.iter().any(|s| s.low <= u && u <= s.high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_way_agrees() {
        let (mut seen, mut all) = (0, 0);
        for seed in 0..6 {
            let field = field(seed, 32);
            let pairs = field.all_pairs();
            assert_eq!(pairs, field.all_pairs_plainly(), "seed {seed}");
            (seen, all) = (seen + pairs.len(), all + 32 * 31);
        }
        // Neither everything nor nothing is seen.
        assert!(seen > all / 20 && seen < all / 2, "{seen} of {all}");
    }
}
