//! Charges (CHG).

use crate::movement::Done;
use crate::refuse::refusal;
use crate::state::State;
use table::heading::Turn;
use umpire::{Doubts, PieceId, Refusal};

/// Carries out a charge, or gives every independent reason against it and changes nothing.
pub fn carry_out(
    _state: &mut State,
    _unit: PieceId,
    _turn: Turn,
    _target: PieceId,
    _doubts: &mut Doubts,
) -> Result<Done, Vec<Refusal>> {
    Err(vec![refusal("BL-CHG-01", "not written yet")])
}
