//! Orders: written by both sides at once, unseen, and replaceable until both are in.

use crate::event::Event;
use crate::knowledge;
use crate::state::{Side, State};
use crate::step::Order;
use table::grain::grains;
use umpire::{RuleId, Tell};

/// Both sides write an order unseen.
pub(crate) const ORD_01: RuleId = RuleId::new("RF-ORD-01");
/// It may be replaced until both are in.
pub(crate) const ORD_02: RuleId = RuleId::new("RF-ORD-02");
/// How long a leg may be.
pub(crate) const ORD_03: RuleId = RuleId::new("RF-ORD-03");

/// RF-ORD-01, RF-ORD-02: writes or replaces an order. True once both are in and read out.
pub(crate) fn write(state: &mut State, side: Side, order: Order, tell: &mut impl Tell<Event>) -> bool {
    put(state, side, order);
    knowledge::to_side(tell, side, Event::Wrote(order));
    let complete = state.orders.iter().all(Option::is_some);
    if complete {
        knowledge::read_out(state, tell);
    }
    complete
}

/// Puts an order down, as its own side sees it.
pub(crate) fn put(state: &mut State, side: Side, order: Order) {
    state.orders[side as usize] = Some(knowledge::written(side, order));
}

/// RF-ORD-03: the longest leg.
pub(crate) fn longest_leg(state: &State, side: Side) -> i32 {
    match state.order(side) {
        Order::Press => grains(3.0),
        Order::Hold => grains(1.5),
    }
}
