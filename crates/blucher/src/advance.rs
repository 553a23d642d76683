//! Advance after combat (ADV).

use crate::event::Event;
use crate::refuse::refusal;
use crate::state::State;
use dice::{Dice, NeedsDice};
use umpire::{PieceId, Refusal, Tell};

/// Moves a unit forward after combat, or says why it may not.
pub fn carry_out(_state: &mut State, _unit: PieceId, _length: i32) -> Result<(), Vec<Refusal>> {
    Err(vec![refusal("BL-ADV-05", "not written yet")])
}

/// May the advances end here?
pub fn may_end(_state: &State) -> Result<(), Vec<Refusal>> {
    Ok(())
}

/// A unit advances, and play goes on.
pub fn play(
    _state: &mut State,
    _unit: PieceId,
    _length: i32,
    _dice: &mut dyn Dice,
    _tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    Ok(())
}

/// No further advances: the status phase follows.
pub fn end(_state: &mut State, _dice: &mut dyn Dice, _tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    Ok(())
}
