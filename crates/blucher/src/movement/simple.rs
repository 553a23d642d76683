//! The simple move (SIM): an optional pivot to any heading, then straight forward through open ground.

use super::general::{entered_by, enters_any, meets_an_enemy};
use super::plan::{self, Ending, Plan, first_legal, sense_of, turns, within_allowance};
use super::sweep::Sweep;
use super::{Done, prepare};
use crate::field::Kind;
use crate::refuse::{bw, ground, refusal};
use crate::scale::{FOOTPRINT, TOUCH, at_most};
use crate::state::{State, Unit};
use crate::step::{Order, Sense};
use smallvec::SmallVec;
use table::convex::Convex;
use table::grain::OutOfRange;
use table::heading::{Heading, Turn};
use table::pose::Pose;
use umpire::{PieceId, Refusal};

/// What a simple move is ordered to be.
#[derive(Clone, Copy)]
pub struct Simple {
    /// The heading after the pivot.
    pub heading: Heading,
    /// How far; 0 is a pivot only (BL-SIM-06).
    pub length: i32,
    /// It ends partly off the table.
    pub leave: bool,
}

/// BL-SIM-01 to -06: carries out a simple move.
pub fn carry_out(
    state: &mut State,
    id: PieceId,
    order: Simple,
    sense: Option<Sense>,
) -> Result<Done, Vec<Refusal>> {
    let Some(unit) = state.unit(id) else { return Ok(prepare::hold()) };
    if order.length == 0 && order.heading == unit.pose.heading {
        return Ok(prepare::hold()); // BL-AMB-38
    }
    let ((plan, ending), turn) = judged(state, unit, order, sense)?;
    let Simple { heading, length, leave } = order;
    let order = Order::Simple { heading, length, sense: sense_of(turn), leave };
    let done = Done { length, ..Done::new(order, "simple move", "BL-SIM-01") };
    Ok(plan::carry_out(state, id, &plan.sweeps, ending, done))
}

/// Judges a simple move that moves something, and carries nothing out.
pub fn judged(
    state: &State,
    unit: &Unit,
    order: Simple,
    sense: Option<Sense>,
) -> Result<((Plan, Ending), Turn), Vec<Refusal>> {
    let full = unit.card.get().map_or(0, |card| card.full);
    let long = within_allowance("BL-SIM-05", order.length, full);
    first_legal(turns(unit.pose.heading, order.heading, sense), |turn| {
        let mut why: Vec<Refusal> = long.clone().err().into_iter().collect();
        let plan = planned(unit.pose, order, turn).map_err(|_| plan::beyond(why.clone()))?;
        why.extend(through_open_ground(state, &plan.sweeps));
        plan::judge(state, unit, &plan, why).map(|ending| (plan, ending))
    })
}

/// May a unit make this simple move?
pub fn may(state: &State, unit: &Unit, order: Simple, sense: Option<Sense>) -> bool {
    let lengths = [order.length];
    lengths_of(state, unit, (order.heading, sense, order.leave), &lengths).next().is_some()
}

/// The lengths among some that a unit may go after a pivot to a heading. The pivot is looked at once for all.
pub fn lengths_of<'a>(
    state: &'a State,
    unit: &'a Unit,
    (heading, sense, leave): (Heading, Option<Sense>, bool),
    lengths: &'a [i32],
) -> impl Iterator<Item = i32> + 'a {
    let pivots = |turn: &Turn| !surely_stopped(state, unit, &[Sweep::pivot(unit.pose, *turn, 0.0)]);
    let ways: SmallVec<[Turn; 2]> = turns(unit.pose.heading, heading, sense)
        .into_iter()
        .filter(|turn| turn.0 == 0 || pivots(turn))
        .collect();
    lengths.iter().copied().filter(move |length| {
        let order = Simple { heading, length: *length, leave };
        let holds = order.length == 0 && heading == unit.pose.heading; // BL-AMB-38
        let legal = |turn: &Turn| judged(state, unit, order, sense_of(*turn)).is_ok();
        holds || (!ways.is_empty() && !surely_refused(state, unit, order) && ways.iter().any(legal))
    })
}

/// BL-SIM-03: may a simple move begin where a unit stands: in no difficult ground? A river may be crossed along
/// a crossing (BL-AMB-237) and is left to the judgement.
pub fn begins_in_the_open(state: &State, unit: &Unit) -> bool {
    let stays = |kind: Kind| kind.difficult() && !matches!(kind, Kind::MinorRiver | Kind::MajorRiver);
    !enters_any(state, &[Sweep::rest(unit.pose, 0.0)], stays)
}

/// Is a simple move refused by something that is quickly asked? If not it is still to be judged.
pub fn surely_not(state: &State, unit: &Unit, order: Simple, sense: Option<Sense>) -> bool {
    let refused = |turn: Turn| {
        planned(unit.pose, order, turn).is_ok_and(|plan| {
            plan::surely_refused(state, unit, &plan) || enters_any(state, &plan.sweeps, Kind::difficult)
        })
    };
    let holds = order.length == 0 && order.heading == unit.pose.heading; // BL-AMB-38
    !holds && turns(unit.pose.heading, order.heading, sense).into_iter().all(refused)
}

/// Is the way forward refused by something that is quickly asked? If not it is still to be judged.
fn surely_refused(state: &State, unit: &Unit, order: Simple) -> bool {
    let full = unit.card.get().map_or(0, |card| card.full);
    let turned = Pose { heading: order.heading, ..unit.pose };
    let length = f64::from(order.length);
    let off =
        |end: Pose| state.field.ground().border().beyond(&Convex::from(FOOTPRINT.at(end)), TOUCH).is_some();
    order.length < 0
        || !at_most(length, full)
        || (!order.leave && turned.moved(order.heading, length).is_ok_and(off))
        || (order.length > 0
            && surely_stopped(state, unit, &[Sweep::straight(turned, order.heading, length)]))
}

/// Does a part of a simple move meet an enemy, or go into difficult ground?
fn surely_stopped(state: &State, unit: &Unit, sweeps: &[Sweep]) -> bool {
    meets_an_enemy(state, unit, sweeps) || enters_any(state, sweeps, Kind::difficult)
}

/// The first way to turn to a heading that neither difficult ground nor an enemy forbids.
pub fn may_turn(state: &State, unit: &Unit, heading: Heading) -> Option<Turn> {
    let free = |turn: &Turn| turn.0 == 0 || !stopped(state, unit, &[Sweep::pivot(unit.pose, *turn, 0.0)]);
    turns(unit.pose.heading, heading, None).into_iter().find(free)
}

/// Do neither difficult ground nor an enemy nor the table's edge forbid the way forward? Other rules may.
pub fn may_go(state: &State, unit: &Unit, order: Simple) -> bool {
    let full = unit.card.get().map_or(0, |card| card.full);
    let turned = Pose { heading: order.heading, ..unit.pose };
    let way = Sweep::straight(turned, order.heading, f64::from(order.length));
    let off =
        |end: Pose| state.field.ground().border().beyond(&Convex::from(FOOTPRINT.at(end)), TOUCH).is_some();
    at_most(f64::from(order.length), full)
        && !turned.moved(order.heading, f64::from(order.length)).is_ok_and(off)
        && !stopped(state, unit, &[way])
}

/// Is a part of a simple move plainly forbidden by ground or enemies?
fn stopped(state: &State, unit: &Unit, sweeps: &[Sweep]) -> bool {
    // A unit that hangs over a river already may go on as long as it goes no deeper.
    let hangs = || state.field.entered(&Convex::from(unit.rect()), Kind::impassable).is_some();
    enters_any(state, sweeps, |kind| kind.difficult() || (kind.impassable() && !hangs()))
        || meets_an_enemy(state, unit, sweeps)
}

/// BL-SIM-01, BL-SIM-02: pivot, then straight forward; it ends facing its direction of movement. Refused if it
/// ends beyond any table.
fn planned(from: Pose, order: Simple, turn: Turn) -> Result<Plan, OutOfRange> {
    let turned = Pose { heading: order.heading, ..from };
    let length = f64::from(order.length);
    let mut sweeps = SmallVec::new();
    if turn.0 != 0 {
        sweeps.push(Sweep::pivot(from, turn, 0.0));
    }
    if order.length > 0 {
        sweeps.push(Sweep::straight(turned, order.heading, length));
    }
    let end = turned.moved(order.heading, length)?;
    Ok(Plan { sweeps, end, bearing: order.heading, length: order.length, leave: order.leave })
}

/// BL-SIM-03, BL-SIM-04: start, pivot and way lie in no difficult terrain.
fn through_open_ground(state: &State, sweeps: &[Sweep]) -> Vec<Refusal> {
    let refused = |kind: Kind, depth: f64| {
        let sentence =
            format!("it would sweep {} into {}: a simple move stays in the open", bw(depth), kind.word());
        refusal("BL-SIM-03", sentence).number("depth", depth as i64)
    };
    let entries = entered_by(state, sweeps, Kind::difficult);
    entries.iter().map(|entry| refused(entry.piece.kind, entry.depth).place(ground(entry.piece))).collect()
}
