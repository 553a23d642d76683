//! The difficult move (DIF): straight in any direction, with one pivot before or after.

use super::plan::{self, Ending, Plan, first_legal, sense_of, turns, within_allowance};
use super::simple::{self, Simple};
use super::sweep::Sweep;
use super::{Done, prepare};
use crate::state::{State, Unit};
use crate::step::{Order, Sense, When};
use smallvec::SmallVec;
use table::grain::OutOfRange;
use table::heading::{Heading, Turn};
use table::pose::Pose;
use umpire::{PieceId, Refusal};

/// What a difficult move is ordered to be.
#[derive(Clone, Copy)]
pub struct Difficult {
    /// The direction of the move.
    pub bearing: Heading,
    /// How far.
    pub length: i32,
    /// The heading after the pivot.
    pub heading: Heading,
    /// When the pivot is made.
    pub pivot: When,
    /// It ends partly off the table.
    pub leave: bool,
}

impl Difficult {
    /// The same order with what does not matter left at a fixed value: a move without length has no direction, one
    /// without a pivot no time for it.
    fn plain(mut self, from: Heading) -> Self {
        if self.length == 0 {
            self.bearing = self.heading;
        }
        if self.length == 0 || self.heading == from {
            self.pivot = When::Before;
        }
        self
    }

    /// Is it a simple move but for the ground (BL-SIM-01, BL-SIM-02)?
    fn forward(&self) -> bool {
        self.pivot == When::Before && self.bearing == self.heading
    }

    /// The simple move that it is then.
    const fn simple(&self) -> Simple {
        Simple { heading: self.heading, length: self.length, leave: self.leave }
    }
}

/// BL-DIF-01 to -08: carries out a difficult move. One that meets every criterion of a simple move is simple
/// (BL-MOV-22).
pub fn carry_out(
    state: &mut State,
    id: PieceId,
    order: Difficult,
    sense: Option<Sense>,
) -> Result<Done, Vec<Refusal>> {
    let Some(unit) = state.unit(id) else { return Ok(prepare::hold()) };
    let order = order.plain(unit.pose.heading);
    let simple = order.simple();
    if order.forward()
        && !simple::surely_not(state, unit, simple, sense)
        && let Ok(done) = simple::carry_out(state, id, simple, sense)
    {
        return Ok(done);
    }
    let Some(unit) = state.unit(id) else { return Ok(prepare::hold()) };
    let ((plan, ending), turn) = judged(state, unit, order, sense)?;
    let Difficult { bearing, length, heading, pivot, leave } = order;
    let order = Order::Difficult { bearing, length, heading, pivot, sense: sense_of(turn), leave };
    let done = Done { length, ..Done::new(order, "difficult move", "BL-DIF-01") };
    Ok(plan::carry_out(state, id, &plan.sweeps, ending, done))
}

/// May a unit make this difficult move, be it simple in truth?
pub fn may(state: &State, unit: &Unit, order: Difficult, sense: Option<Sense>) -> bool {
    let order = order.plain(unit.pose.heading);
    judged(state, unit, order, sense).is_ok()
        || (order.forward() && simple::may(state, unit, order.simple(), sense))
}

/// Is a difficult move refused by something that is quickly asked, and so is the simple move that it may be? If
/// not it is still to be judged.
pub fn surely_not(state: &State, unit: &Unit, order: Difficult, sense: Option<Sense>) -> bool {
    let order = order.plain(unit.pose.heading);
    let refused = |turn: Turn| {
        planned(unit.pose, order, turn).is_ok_and(|plan| plan::surely_refused(state, unit, &plan))
    };
    turns(unit.pose.heading, order.heading, sense).into_iter().all(refused)
        && (!order.forward() || simple::surely_not(state, unit, order.simple(), sense))
}

/// Judges a difficult move as such, and carries nothing out.
pub fn judged(
    state: &State,
    unit: &Unit,
    order: Difficult,
    sense: Option<Sense>,
) -> Result<((Plan, Ending), Turn), Vec<Refusal>> {
    let allowance = unit.card.get().map_or(0, |card| card.difficult);
    let long = within_allowance("BL-DIF-04", order.length, allowance);
    first_legal(turns(unit.pose.heading, order.heading, sense), |turn| {
        let why: Vec<Refusal> = long.clone().err().into_iter().collect();
        let plan = planned(unit.pose, order, turn).map_err(|_| plan::beyond(why.clone()))?;
        plan::judge(state, unit, &plan, why).map(|ending| (plan, ending))
    })
}

/// BL-DIF-05 to -08: one straight line, and at most one pivot, made where it takes place. Refused if it
/// ends beyond any table.
fn planned(from: Pose, order: Difficult, turn: Turn) -> Result<Plan, OutOfRange> {
    let length = f64::from(order.length);
    let turned = Pose { heading: order.heading, ..from };
    let (before, after) = match order.pivot {
        When::Before => (turned, turned.moved(order.bearing, length)?),
        When::After => (from, from.moved(order.bearing, length)?),
    };
    let end = Pose { heading: order.heading, ..after };
    let mut sweeps: SmallVec<[Sweep; 2]> = SmallVec::new();
    if order.length > 0 {
        sweeps.push(Sweep::straight(before, order.bearing, length));
    }
    if turn.0 != 0 {
        match order.pivot {
            When::Before => sweeps.insert(0, Sweep::pivot(from, turn, 0.0)),
            When::After => sweeps.push(Sweep::pivot(after, turn, length)),
        }
    }
    Ok(Plan { sweeps, end, bearing: order.bearing, length: order.length, leave: order.leave })
}
