//! Movement (MOV, PRE): orders to activated units, carried out one by one on a drafted or true state.

use crate::refuse::refusal;
use crate::state::{Left, State};
use crate::step::Order;
use umpire::{Doubts, PieceId, Refusal, RuleId};

/// What an order did.
#[derive(Clone, Debug)]
pub struct Done {
    /// The order with every default filled in.
    pub order: Order,
    /// What kind of move it was: "simple move", "charge", …
    pub how: &'static str,
    /// How far the centerpoint went, in grains.
    pub length: i32,
    /// The rule of that kind of move.
    pub rule: RuleId,
    /// Whom a charge contacted.
    pub contacted: Vec<PieceId>,
    /// The unit left the table.
    pub left: Option<(Left, RuleId)>,
    /// The prepared marker was put on or taken off.
    pub prepared: Option<bool>,
    /// Objectives that changed hands.
    pub objectives: Vec<usize>,
}

/// Carries out an order, or gives every independent reason against it and changes nothing.
pub fn carry_out(
    state: &mut State,
    unit: PieceId,
    order: &Order,
    doubts: &mut Doubts,
) -> Result<Done, Vec<Refusal>> {
    match order {
        Order::Charge { turn, target } => crate::charge::carry_out(state, unit, *turn, *target, doubts),
        _ => Err(vec![refusal("BL-MOV-02", "not written yet")]),
    }
}

/// BL-MOV-15: at the end of an activation no two units overlap.
pub fn nobody_overlaps(_state: &State) -> Result<(), Vec<Refusal>> {
    Ok(())
}

/// Takes a unit off the table and counts it. Gives the objectives that changed hands (BL-AMB-12).
pub fn remove(_state: &mut State, _id: PieceId, _how: Left) -> Vec<usize> {
    Vec::new()
}
