//! Fire (FIR, LOF, TGT, AMM, SHO, HIT).

use crate::event::Event;
use crate::refuse::refusal;
use crate::state::State;
use dice::{Dice, NeedsDice};
use umpire::{PieceId, Refusal, Tell};

/// May this unit shoot at that one?
pub fn may_shoot(_state: &State, _unit: PieceId, _target: PieceId) -> Result<(), Vec<Refusal>> {
    Err(vec![refusal("BL-FIR-01", "not written yet")])
}

/// A shot: revealed, rolled, noted.
pub fn shoot(
    _state: &mut State,
    _unit: PieceId,
    _target: PieceId,
    _dice: &mut dyn Dice,
    _tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    Ok(())
}

/// BL-AMB-36 steps (1) and (2): hits are applied, artillery out of ammunition retires; who must retreat is
/// noted in the phase.
pub fn apply_hits(_state: &mut State, _tell: &mut impl Tell<Event>) {}
