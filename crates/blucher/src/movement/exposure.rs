//! Exposure of a reserve move (RSV-13 to -18, AMB-26): it may not start, pass or end where one enemy both sees it and
//! is within 4 BW.

use crate::event::name;
use crate::refuse::{bw, footprint, refusal};
use crate::scale::{BW, EPS};
use crate::sight::Eyes;
use crate::state::{State, Unit, enemy};
use table::distance::{gap, within};
use table::grain::grains;
use table::pose::Pose;
use table::vec2::Vec2;
use umpire::{Refusal, Shape};

/// How near an enemy that sees must be.
const NEAR: i32 = 4 * BW;
/// The path is looked at every so often.
const STEP: i32 = grains(0.05);
/// No footprint reaches farther from its centerpoint.
const RADIUS: i32 = BW * 6 / 5;

/// BL-RSV-13 to -15: every place where an enemy is near and sees: one refusal for the start, the way and the end with
/// each enemy. The unit itself never hides it; other units do (BL-RSV-18).
pub fn nowhere_exposed(state: &State, unit: &Unit, points: &[Vec2], end: Pose) -> Vec<Refusal> {
    let arrived = Unit { pose: end, ..unit.clone() };
    let watchers: Vec<&Unit> = state.of_side(enemy(unit.side)).filter(|by| may_watch(by, points)).collect();
    if watchers.is_empty() {
        return Vec::new();
    }
    let eyes = Eyes::new(state);
    let mut why = Vec::new();
    for by in watchers {
        let places = [
            seen(state, &eyes, by, unit, "BL-RSV-13"),
            passes(state, &eyes, by, unit, points),
            seen(state, &eyes, by, &arrived, "BL-RSV-14"),
        ];
        why.extend(places.into_iter().flatten());
    }
    why
}

/// Cheap: could an enemy be within 4 BW of the path or of a unit that starts or ends on it?
fn may_watch(by: &Unit, points: &[Vec2]) -> bool {
    let reach = f64::from(NEAR + 2 * RADIUS);
    let from = by.pose.at.vec2();
    points
        .windows(2)
        .any(|ends| table::segment::Segment::new(ends[0], ends[1]).nearest(from).distance(from) <= reach)
}

/// BL-RSV-13, BL-RSV-14: the unit as a whole, at the start or the end.
fn seen(state: &State, eyes: &Eyes<'_>, by: &Unit, unit: &Unit, rule: &str) -> Option<Refusal> {
    let near = within(&by.rect(), &unit.rect(), f64::from(NEAR), EPS);
    if !near || eyes.sees(by, unit).is_none() {
        return None;
    }
    let distance = gap(&by.rect(), &unit.rect()).distance;
    let (far, watcher) = (bw(distance), name(state, by.id));
    let what = if rule == "BL-RSV-13" { "it starts" } else { "it would end" };
    let sentence = format!("{what} in sight of {watcher}, {far} away: more than 4 BW is needed");
    Some(refusal(rule, sentence).number("distance", distance as i64).place(footprint(by)))
}

/// BL-RSV-15: the points of the path every 0.05 BW and at its vertices, the start and the end apart.
fn passes(state: &State, eyes: &Eyes<'_>, by: &Unit, unit: &Unit, points: &[Vec2]) -> Option<Refusal> {
    let rect = by.rect();
    let watched = |p: Vec2| {
        p.distance(by.pose.at.vec2()) <= f64::from(NEAR + RADIUS)
            && within(&p, &rect, f64::from(NEAR), EPS)
            && eyes.sees_point(by, p, unit.id)
    };
    let at = looked_at(points).find(|p| watched(*p))?;
    let distance = gap(&at, &rect).distance;
    let (far, watcher) = (bw(distance), name(state, by.id));
    let sentence = format!("it would pass in sight of {watcher}, {far} away: more than 4 BW is needed");
    let why = refusal("BL-RSV-15", sentence).number("distance", distance as i64).place(footprint(by));
    Some(at.round().map_or(why.clone(), |at| why.place(Shape::Point(at))))
}

/// The points of a path between its ends that are looked at, in order.
fn looked_at(points: &[Vec2]) -> impl Iterator<Item = Vec2> {
    let step = f64::from(STEP);
    let mut gone = 0.0;
    let legs = points.len().saturating_sub(1);
    points.windows(2).enumerate().flat_map(move |(leg, ends)| {
        let (from, to) = (ends[0], ends[1]);
        let (before, length) = (gone, from.distance(to));
        gone += length;
        let first = (before / step) as u32 + 1;
        let inner = (first..)
            .map(move |n| f64::from(n) * step - before)
            .take_while(move |along| *along < length)
            .map(move |along| from.towards(to, along / length));
        inner.chain((leg + 1 < legs).then_some(to))
    })
}
