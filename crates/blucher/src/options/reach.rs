//! Where a unit may go by a kind of move, for shading, from the functions that judge.

use crate::movement::difficult::{self, Difficult};
use crate::movement::reserve;
use crate::movement::simple::{self, Simple};
use crate::retreat::{self, Retreats};
use crate::scale::BW;
use crate::state::{State, Unit};
use crate::step::{Leg, Order, When};
use table::heading::{Heading, Turn};
use table::point::Point;
use table::reach::{Fan, region};
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

/// Where a reserve move along one straight leg may end, facing the way it went.
pub(super) fn reserve(state: &State, unit: &Unit) -> Vec<Vec<Point>> {
    let may = |heading: Heading, length: i32| {
        let to = unit.pose.moved(heading, f64::from(length)).ok().map(|end| Leg { to: end.at, road: false });
        to.is_some_and(|leg| reserve::may(state, unit, &[leg], heading, false))
    };
    shaded(unit, &FAR, |heading| {
        (1..=reserve::ALLOWANCE / BW).rev().map(|far| far * BW).find(|far| may(heading, *far))
    })
}

/// Where a retreat may end: one fan for each run of bearings that lie side by side.
pub(super) fn retreat(state: &State, unit: PieceId) -> Vec<Vec<Point>> {
    let (Some(unit), Retreats::Ways(ways)) = (state.unit(unit), retreat::legal(state, unit)) else {
        return Vec::new();
    };
    let mut fans: Vec<Vec<Point>> = Vec::new();
    let mut last = None;
    for way in ways {
        let heading = unit.pose.heading.turned(Turn::degrees(f64::from(way.bearing)));
        let Ok(end) = unit.pose.moved(heading, f64::from(way.length)) else { continue };
        match fans.last_mut() {
            Some(fan) if last == way.bearing.checked_sub(1) => fan.push(end.at),
            _ => fans.push(vec![unit.pose.at, end.at]),
        }
        last = Some(way.bearing);
    }
    fans.retain(|fan| fan.len() > 2);
    fans
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
