//! Retreat (RET).

use crate::event::Event;
use crate::refuse::refusal;
use crate::state::State;
use dice::{Dice, NeedsDice};
use umpire::{PieceId, Refusal, Tell};

/// Moves a unit along a retreat bearing, or says why it may not.
pub fn carry_out(_state: &mut State, _unit: PieceId, _bearing: u16) -> Result<(), Vec<Refusal>> {
    Err(vec![refusal("BL-RET-07", "not written yet")])
}

/// A unit retreats, and play goes on.
pub fn play(
    _state: &mut State,
    _unit: PieceId,
    _bearing: u16,
    _dice: &mut dyn Dice,
    _tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    Ok(())
}
