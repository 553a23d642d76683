//! Where a unit may go by a kind of move, for shading, from the functions that judge.

use crate::field::Kind;
use crate::movement::difficult::{self, Difficult};
use crate::movement::reserve;
use crate::movement::simple::{self, Simple};
use crate::retreat::{self, End, Retreats, Way};
use crate::scale::BW;
use crate::state::{State, Unit};
use crate::step::{Leg, Order, When};
use table::heading::{Heading, Turn};
use table::point::Point;
use table::reach::{Fan, region};
use table::terrain::Shape;
use umpire::PieceId;

/// How finely directions and lengths are looked at: shading is guidance, the judgement decides.
const FAN: Fan =
    Fan { from: Heading::NORTH, open: Turn(360_000), step: Turn(20_000), finest: Turn(10_000), flat: 2000.0 };
const FINEST: i32 = BW / 10;
/// A reserve move is long and dear to judge: it is looked at in fewer directions and by whole BW.
const FAR: Fan = Fan { step: Turn(30_000), finest: Turn(15_000), flat: 20_000.0, ..FAN };

/// Where a kind of move may end.
#[derive(Default)]
pub(super) struct Reach {
    /// For shading.
    pub(super) region: Vec<Vec<Point>>,
    /// The longest moves found, one for each direction looked at.
    pub(super) longest: Vec<Order>,
}

/// Where a simple move may end.
pub(super) fn simple(state: &State, unit: &Unit) -> Reach {
    let Some(card) = unit.card.get().filter(|_| simple::begins_in_the_open(state, unit)) else {
        return Reach::default();
    };
    let order = |heading: Heading, length: i32| Simple { heading, length, leave: false };
    let mut longest = Vec::new();
    let region = shaded(unit, &FAN, |heading| {
        simple::may_turn(state, unit, heading)?;
        let length = farthest(card.full, |length| simple::may_go(state, unit, order(heading, length)))?;
        // Rules that hang on where a move ends may still forbid the longest.
        let shorter = [length, length * 3 / 4, length / 2, length / 4];
        let length =
            shorter.into_iter().find(|length| simple::may(state, unit, order(heading, *length), None))?;
        longest.push(Order::Simple { heading, length, sense: None, leave: false });
        Some(length)
    });
    Reach { region, longest }
}

/// Where a difficult move may end, with the heading kept.
pub(super) fn difficult(state: &State, unit: &Unit) -> Reach {
    let Some(card) = unit.card.get() else { return Reach::default() };
    let heading = unit.pose.heading;
    let may = |bearing: Heading, length: i32| {
        let order = Difficult { bearing, length, heading, pivot: When::Before, leave: false };
        difficult::judged(state, unit, order, None).is_ok()
    };
    let mut longest = Vec::new();
    let region = shaded(unit, &FAN, |bearing| {
        let length = farthest(card.difficult, |length| may(bearing, length))?;
        let pivot = When::Before;
        longest.push(Order::Difficult { bearing, length, heading, pivot, sense: None, leave: false });
        Some(length)
    });
    Reach { region, longest }
}

/// How far a reserve move along one straight leg may lead, facing the way it went: through open ground, and along the
/// roads that the unit stands on.
pub(super) fn reserve(state: &State, unit: &Unit) -> Vec<Vec<Point>> {
    let open = |heading: Heading, length: i32| {
        let to = unit.pose.moved(heading, f64::from(length)).ok().map(|end| Leg { to: end.at, road: false });
        to.is_some_and(|leg| reserve::may(state, unit, &[leg], heading, false))
    };
    let mut region = shaded(unit, &FAR, |heading| {
        (1..=reserve::ALLOWANCE / BW).rev().map(|far| far * BW).find(|far| open(heading, *far))
    });
    region.extend(along_roads(state, unit));
    region
}

/// A strip as wide as the road for each straight stretch of a road that leads away from a unit.
fn along_roads(state: &State, unit: &Unit) -> Vec<Vec<Point>> {
    let at = unit.pose.at;
    let roads = state.field.ground().areas(|piece| piece.kind == Kind::Road);
    let below = roads.filter(|(_, outline)| outline.depth(at.vec2()) >= 0.0);
    let mut strips = Vec::new();
    for (road, _) in below {
        let Shape::Band { line, width } = &road.shape else { continue };
        for bend in line.points() {
            let Some(heading) = Heading::of(bend.vec2() - at.vec2()) else { continue };
            let end = |far: i32| unit.pose.moved(heading, f64::from(far)).ok().map(|end| end.at);
            let may = |far: &i32| {
                let leg = end(*far).map(|to| reserve::leg(state, at, to)).filter(|leg| leg.road);
                leg.is_some_and(|leg| reserve::may(state, unit, &[leg], heading, false))
            };
            let whole = (libm::round(at.distance(*bend)) as i32).min(reserve::ALLOWANCE);
            let shorter = (1..=whole / BW).rev().map(|far| far * BW);
            let far = std::iter::once(whole).chain(shorter).find(may);
            strips.extend(far.and_then(end).map(|end| strip(at, end, heading, *width)));
        }
    }
    strips
}

/// The rectangle of this width around a way.
fn strip(from: Point, to: Point, heading: Heading, width: i32) -> Vec<Point> {
    let aside = heading.turned(Turn::degrees(90.0)).vector() * (f64::from(width) * 0.5);
    let corners = [from.vec2() - aside, to.vec2() - aside, to.vec2() + aside, from.vec2() + aside];
    corners.into_iter().filter_map(|corner| corner.round().ok()).collect()
}

/// Where a retreat may end: one fan for each run of bearings that lie side by side.
pub(super) fn retreat(state: &State, unit: PieceId) -> Vec<Vec<Point>> {
    let (Some(unit), Retreats::Ways(ways)) = (state.unit(unit), retreat::legal(state, unit)) else {
        return Vec::new();
    };
    let mut fans: Vec<Vec<Point>> = Vec::new();
    let mut last = None;
    for way in ways {
        let Some(end) = retreated(unit, &way) else { continue };
        match fans.last_mut() {
            Some(fan) if last == way.bearing.checked_sub(1) => fan.push(end),
            _ => fans.push(vec![unit.pose.at, end]),
        }
        last = Some(way.bearing);
    }
    fans.retain(|fan| fan.len() > 2);
    fans
}

/// Where the centerpoint ends, after the turn (BL-RET-31, BL-RET-32); of a unit that leaves the table, where its way
/// meets the border.
fn retreated(unit: &Unit, way: &Way) -> Option<Point> {
    match way.end {
        End::Stands { pose, .. } => Some(pose.at),
        End::Leaves { .. } => {
            let heading = unit.pose.heading.turned(Turn::degrees(f64::from(way.bearing)));
            unit.pose.moved(heading, f64::from(way.length)).ok().map(|end| end.at)
        }
    }
}

fn shaded(unit: &Unit, fan: &Fan, mut longest: impl FnMut(Heading) -> Option<i32>) -> Vec<Vec<Point>> {
    let polygons = region(unit.pose.at.vec2(), fan, &[], |heading| longest(heading).map(f64::from));
    polygons.into_iter().map(|p| p.into_iter().filter_map(|c| c.round().ok()).collect()).collect()
}

/// The greatest length that is allowed: mostly what stops a shorter move stops a longer one, so halving finds it,
/// and where not even a short one is allowed none is looked for.
fn farthest(allowance: i32, may: impl Fn(i32) -> bool) -> Option<i32> {
    if may(allowance) {
        return Some(allowance);
    }
    if !may(FINEST) {
        return None;
    }
    let (mut low, mut high) = (FINEST, allowance);
    while high - low > FINEST {
        let middle = low + (high - low) / 2;
        if may(middle) { low = middle } else { high = middle }
    }
    Some(low)
}
