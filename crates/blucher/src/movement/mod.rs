//! Movement (MOV, PRE): orders to activated units, carried out one by one on a drafted or true state.

use crate::refuse::refusal;
use crate::state::{Gone, Left, State};
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
    _state: &mut State,
    _unit: PieceId,
    _order: &Order,
    _doubts: &mut Doubts,
) -> Result<Done, Vec<Refusal>> {
    Err(vec![refusal("BL-MOV-02", "not written yet")])
}

/// BL-MOV-15: at the end of an activation no two units overlap.
pub fn nobody_overlaps(_state: &State) -> Result<(), Vec<Refusal>> {
    Ok(())
}

/// Takes a unit off the table and counts it. Gives the objectives that changed hands (BL-AMB-12).
pub fn remove(state: &mut State, id: PieceId, how: Left) -> Vec<usize> {
    let Ok(place) = state.units.binary_search_by_key(&id, |unit| unit.id) else { return Vec::new() };
    let unit = state.units.remove(place);
    let count = if how == Left::Retired { &mut state.retired } else { &mut state.broken };
    count[usize::from(unit.side & 1)] += 1;
    let place = state.gone.binary_search_by_key(&id, |gone| gone.unit.id).unwrap_or_else(|place| place);
    state.gone.insert(place, Gone { unit, how });
    Vec::new()
}
