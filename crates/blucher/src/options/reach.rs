//! Where a unit may go by a kind of move, for shading, from the functions that judge.

use crate::movement::difficult::{self, Difficult};
use crate::movement::simple::{self, Simple};
use crate::scale::BW;
use crate::state::{State, Unit};
use crate::step::{Order, When};
use table::heading::{Heading, Turn};
use table::point::Point;
use table::reach::{Fan, region};

/// How finely directions and lengths are looked at: shading is guidance, the judgement decides.
const FAN: Fan =
    Fan { from: Heading::NORTH, open: Turn(360_000), step: Turn(20_000), finest: Turn(10_000), flat: 2000.0 };
const FINEST: i32 = BW / 10;

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
    let Some(card) = unit.card.get() else { return Reach::default() };
    let may =
        |heading: Heading, length: i32| simple::may(state, unit, Simple { heading, length, leave: false });
    let order = |heading: Heading, length: i32| Order::Simple { heading, length, sense: None, leave: false };
    shaded(unit, card.full, may, order)
}

/// Where a difficult move may end, with the heading kept.
pub(super) fn difficult(state: &State, unit: &Unit) -> Reach {
    let Some(card) = unit.card.get() else { return Reach::default() };
    let heading = unit.pose.heading;
    let may = |bearing: Heading, length: i32| {
        let order = Difficult { bearing, length, heading, pivot: When::Before, leave: false };
        difficult::judged(state, unit, order, None).is_ok()
    };
    let order = |bearing: Heading, length: i32| Order::Difficult {
        bearing,
        length,
        heading,
        pivot: When::Before,
        sense: None,
        leave: false,
    };
    shaded(unit, card.difficult, may, order)
}

fn shaded(
    unit: &Unit,
    allowance: i32,
    may: impl Fn(Heading, i32) -> bool,
    order: impl Fn(Heading, i32) -> Order,
) -> Reach {
    let mut found = Vec::new();
    let longest = |heading: Heading| {
        let length = farthest(allowance, |length| may(heading, length))?;
        found.push(order(heading, length));
        Some(f64::from(length))
    };
    let polygons = region(unit.pose.at.vec2(), &FAN, &[], longest);
    let region = polygons.into_iter().map(|p| p.into_iter().filter_map(|c| c.round().ok()).collect());
    Reach { region: region.collect(), longest: found }
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
