//! Combat (CBT, RES).

use crate::event::Event;
use crate::refuse::refusal;
use crate::state::State;
use crate::turn;
use dice::{Dice, NeedsDice};
use umpire::{PieceId, Refusal, Tell};

/// Begins the combat phase; without a contact the status phase follows at once.
pub fn begin(state: &mut State, dice: &mut dyn Dice, tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    turn::status(state, dice, tell)
}

/// May an attacker divide its dice so?
pub fn may_allocate(_state: &State, _unit: PieceId, _dice: &[(PieceId, u8)]) -> Result<(), Vec<Refusal>> {
    Err(vec![refusal("BL-CBT-23", "not written yet")])
}

/// An attacker divides its dice.
pub fn allocate(
    _state: &mut State,
    _unit: PieceId,
    _given: &[(PieceId, u8)],
    _dice: &mut dyn Dice,
    _tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    Ok(())
}

/// May this defender be dealt with next?
pub fn may_settle(_state: &State, _unit: PieceId) -> Result<(), Vec<Refusal>> {
    Err(vec![refusal("BL-RES-08", "not written yet")])
}

/// A defender is dealt with.
pub fn settle(
    _state: &mut State,
    _unit: PieceId,
    _dice: &mut dyn Dice,
    _tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    Ok(())
}

/// Goes on with the combat phase after a retreat, until somebody must decide.
pub fn go_on(
    _state: &mut State,
    _dice: &mut dyn Dice,
    _tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    Ok(())
}
