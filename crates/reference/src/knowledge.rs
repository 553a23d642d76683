//! Who may know what: the only file that names an audience.
//!
//! Secret are: an order until both are in (RF-ORD-01), the limit of a phase (RF-LIM-01), the rest of a march
//! that is interrupted (RF-FIR-01), and that a unit exists at all (RF-AMB-01). All else is public, and what
//! is public may depend on nothing secret.

use crate::event::{self, Event, Who};
use crate::measure::overlap;
use crate::state::{Frame, Side, State, Unit};
use crate::step::{Leg, Order};
use crate::{ambush, limit, march, orders};
use dice::{D6, Dice, Why};
use table::grain::UNIT;
use table::heading::{Heading, Turn};
use umpire::{Fact, PieceId, Seats, Tell, Viewer};

/// Blanks what a viewer does not know and removes the units he does not know of.
pub(crate) fn redact(state: &mut State, viewer: Viewer) {
    for order in state.orders.iter_mut().flatten() {
        order.redact(viewer);
    }
    if let Some(limit) = &mut state.limit {
        limit.redact(viewer);
    }
    for frame in &mut state.frames {
        if let Frame::March(under_way) = frame {
            under_way.legs.redact(viewer);
        }
    }
    state.units.retain(|unit| unit.to.has(viewer));
}

/// A world that agrees with all that a viewer knows.
pub(crate) fn imagine(known: &State, viewer: Viewer, dice: &mut dyn Dice) -> State {
    let mut world = known.clone();
    for (side, order) in Side::BOTH.into_iter().zip(&mut world.orders) {
        if let Some(order) = order {
            let why = Why::new(orders::ORD_01, "an imagined order", side.seat().number());
            order.imagine(|| if dice.pick(why, 2) == Ok(0) { Order::Press } else { Order::Hold });
        }
    }
    if let Some(limit) = &mut world.limit {
        // The phase is not over, so the limit is above what was spent.
        let why = Why::new(limit::LIM_01, "an imagined limit", 0);
        let left = D6.saturating_sub(world.spent);
        limit.imagine(|| known.spent + 1 + dice.pick(why, left).unwrap_or(0));
    }
    for frame in &mut world.frames {
        if let Frame::March(under_way) = frame {
            let why = Why::new(march::MOV_03, "an imagined leg", under_way.side.seat().number());
            let more = under_way.done == 1 && dice.pick(why, 2) == Ok(0);
            let leg = Leg { turn: Turn(0), length: UNIT };
            under_way.legs.imagine(|| if more { vec![leg] } else { Vec::new() });
        }
    }
    for side in Side::BOTH.into_iter().filter(|side| !hidden(*side).has(viewer)) {
        imagine_ambush(&mut world, side, dice);
    }
    world
}

/// Puts a hidden unit into a wood, or none: somebody who sees none of a side that may have one cannot tell.
fn imagine_ambush(world: &mut State, side: Side, dice: &mut dyn Dice) {
    if !world.may_hide(side) {
        return;
    }
    let woods = world.ground.woods.len() as u32;
    let why = Why::new(ambush::AMB_01, "an imagined ambush", side.seat().number());
    let place = dice.pick(why, woods + 1).unwrap_or(woods) as usize;
    let Some(wood) = world.ground.woods.get(place) else { return };
    let Some(mut unit) = ambush::laid(PieceId(0), side, wood, Heading::NORTH) else { return };
    let free = !world.units.iter().any(|other| overlap(&other.rect(), &unit.rect()));
    let handle = (1_000_000..10_000_000).map(PieceId).find(|&id| world.unit(id).is_none());
    if let (true, Some(id)) = (free, handle) {
        unit.id = id;
        world.units.push(unit);
        world.units.sort_by_key(|unit| unit.id);
    }
}

/// Only its own side knows of a unit that lies in ambush.
pub(crate) const fn hidden(side: Side) -> Seats {
    Seats::only(side.seat())
}

/// A unit that stands in the open.
pub(crate) const IN_SIGHT: Seats = Seats::EVERYBODY;

/// Is it still unknown to somebody?
pub(crate) fn is_hidden(unit: &Unit) -> bool {
    unit.to != IN_SIGHT
}

/// The rest of a march: its own side alone knows it.
pub(crate) const fn planned(side: Side, legs: Vec<Leg>) -> Fact<Vec<Leg>> {
    Fact::secret(legs, Seats::only(side.seat()))
}

/// An order that was written: its own side alone knows it.
pub(crate) const fn written(side: Side, order: Order) -> Fact<Order> {
    Fact::secret(order, Seats::only(side.seat()))
}

/// Reads the orders out.
pub(crate) fn read_out(state: &mut State, tell: &mut impl Tell<Event>) {
    for (side, order) in Side::BOTH.into_iter().zip(&mut state.orders) {
        if let Some(order) = order {
            order.tell(Seats::EVERYBODY);
            tell.tell(Seats::EVERYBODY, Event::Ordered(side, *order.truth()));
        }
    }
}

/// The limit of a side's phase: the enemy alone knows it.
pub(crate) fn limit_rolled(state: &mut State, side: Side, face: u32, tell: &mut impl Tell<Event>) {
    let holder = Seats::only(side.other().seat());
    state.limit = Some(Fact::secret(face, holder));
    to_all(tell, Event::Phase(side));
    tell.tell(holder, Event::Limit(face));
}

/// Shows a unit to everybody if it was hidden. From then on its side has no other.
pub(crate) fn show(state: &mut State, id: PieceId, tell: &mut impl Tell<Event>) {
    let Some(unit) = state.unit_mut(id).filter(|unit| is_hidden(unit)) else { return };
    unit.to = IN_SIGHT;
    let (side, shown) = (unit.side, unit.clone());
    state.may_hide[side as usize] = false;
    to_all(tell, Event::Shown(Who::of(state, &shown)));
}

/// Tells everybody.
pub(crate) fn to_all(tell: &mut impl Tell<Event>, event: Event) {
    tell.tell(Seats::EVERYBODY, event);
}

/// Tells one side alone.
pub(crate) fn to_side(tell: &mut impl Tell<Event>, side: Side, event: Event) {
    tell.tell(Seats::only(side.seat()), event);
}

/// Tells how it ended, if it has.
pub(crate) fn tell_end(state: &State, tell: &mut impl Tell<Event>) {
    if let Some(over) = event::over(state) {
        to_all(tell, over);
    }
}
