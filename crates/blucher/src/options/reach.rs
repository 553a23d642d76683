//! Where a unit may go by a kind of move, for shading, from the functions that judge.

use super::legal;
use crate::Blucher;
use crate::scale::BW;
use crate::state::Unit;
use crate::step::{Order, Step, When};
use table::heading::{Heading, Turn};
use table::point::Point;
use table::reach::{Fan, region};
use umpire::Known;

/// How finely directions and lengths are looked at: shading is guidance, the judgement decides.
const FAN: Fan =
    Fan { from: Heading::NORTH, open: Turn(360_000), step: Turn(15_000), finest: Turn(5_000), flat: 1500.0 };
const FINEST: i32 = BW / 20;

/// Where a simple move may end.
pub(super) fn simple(known: &Known<Blucher>, unit: &Unit) -> Vec<Vec<Point>> {
    let Some(card) = unit.card.get() else { return Vec::new() };
    let order = |heading: Heading, length: i32| Order::Simple { heading, length, sense: None, leave: false };
    shaded(known, unit, card.full, order)
}

/// Where a difficult move may end, with the heading kept.
pub(super) fn difficult(known: &Known<Blucher>, unit: &Unit) -> Vec<Vec<Point>> {
    let Some(card) = unit.card.get() else { return Vec::new() };
    let order = |bearing: Heading, length: i32| Order::Difficult {
        bearing,
        length,
        heading: unit.pose.heading,
        pivot: When::After,
        sense: None,
        leave: false,
    };
    shaded(known, unit, card.difficult, order)
}

fn shaded(
    known: &Known<Blucher>,
    unit: &Unit,
    allowance: i32,
    order: impl Fn(Heading, i32) -> Order,
) -> Vec<Vec<Point>> {
    let may = |heading: Heading, length: i32| {
        legal(known, &Step::Order { unit: unit.id, order: order(heading, length) })
    };
    let longest = |heading: Heading| {
        if may(heading, allowance) {
            return Some(f64::from(allowance));
        }
        // What stops a shorter move stops a longer one, so halving finds the limit.
        let (mut low, mut high) = (0, allowance);
        while high - low > FINEST {
            let middle = low + (high - low) / 2;
            if may(heading, middle) { low = middle } else { high = middle }
        }
        (low > 0).then_some(f64::from(low))
    };
    let polygons = region(unit.pose.at.vec2(), &FAN, &[], longest);
    polygons.into_iter().map(|p| p.into_iter().filter_map(|c| c.round().ok()).collect()).collect()
}
