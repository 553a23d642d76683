//! The turn: information, movement, fire, combat, status (TRN). What happens by itself happens here; where
//! somebody must decide the state says so in its phase.

use crate::event::{Event, side_name};
use crate::knowledge::{self, to_all};
use crate::scenario::PhaseWritten;
use crate::state::{Phase, State, enemy};
use crate::{combat, engagement, fire, information, momentum, retreat, victory};
use dice::{Dice, NeedsDice};
use umpire::{RuleId, Tell};

/// Begins a battle at the start of a phase. Before turn 1 the passive side rolls the MO dice (BL-MOM-05).
pub fn begin(
    state: &mut State,
    phase: PhaseWritten,
    momentum: Option<Vec<u8>>,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    match momentum {
        Some(given) => {
            state.limit = knowledge::limit(state.active, given);
            knowledge::tell_limit(state, state.active, tell);
        }
        None => momentum::roll(state, state.active, dice, tell)?,
    }
    match phase {
        PhaseWritten::Information => begin_turn(state, tell),
        PhaseWritten::Movement => begin_movement(state),
        PhaseWritten::Fire => state.phase = Phase::Fire { shots: Vec::new() },
        PhaseWritten::Combat => combat::begin(state, dice, tell)?,
        PhaseWritten::Status => status(state, dice, tell)?,
    }
    Ok(())
}

/// BL-TRN-05: a turn begins with the information phase; movement follows by itself.
fn begin_turn(state: &mut State, tell: &mut impl Tell<Event>) {
    to_all(tell, Event::Turn { turn: state.turn, side: side_name(state, state.active) });
    information::discover(state, tell);
    begin_movement(state);
}

/// BL-MOM-07: the movement phase begins with nothing spent.
fn begin_movement(state: &mut State) {
    state.phase = Phase::Movement { current: 0, individual: false };
    state.contacts.clear();
    state.offered = false;
    for unit in &mut state.units {
        unit.activated = false;
        unit.moved = false;
        unit.charged = false;
        unit.fired = false;
        unit.retreated = false;
        unit.engaged_by.clear();
    }
    engagement::note(state);
}

/// BL-ACT-34: the movement phase ends by choice, by the limit or by a command activation. The dice are shown
/// in every case (BL-MOM-11, BL-AMB-40).
pub fn end_movement(state: &mut State, rule: RuleId, tell: &mut impl Tell<Event>) {
    let spent = state.spent();
    to_all(tell, Event::MovementEnds { rule });
    knowledge::show_limit(state, spent, tell);
    state.phase = Phase::Fire { shots: Vec::new() };
}

/// BL-AMB-36: the fire phase ends: hits are applied, then artillery that must retreats, then combat.
pub fn end_fire(
    state: &mut State,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    fire::apply_hits(state, tell);
    after_fire(state, dice, tell)
}

/// Once nobody has to retreat from fire, combat begins (BL-TRN-08).
pub fn after_fire(
    state: &mut State,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    if let Phase::FireRetreats { left, .. } = &state.phase {
        // Of several the passive side chooses who goes first.
        match *left.as_slice() {
            [] => {}
            [unit] => return retreat::must(state, unit, dice, tell),
            _ => return Ok(()),
        }
    }
    combat::begin(state, dice, tell)
}

/// BL-STA-01: the status phase: victory checks in their order, then the MO dice for the enemy's turn.
pub fn status(state: &mut State, dice: &mut dyn Dice, tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    state.contacts.clear();
    if let Some(end) = victory::check(state) {
        over(state, end, tell);
        return Ok(());
    }
    state.turn += 1;
    state.active = enemy(state.active);
    momentum::roll(state, state.active, dice, tell)?;
    begin_turn(state, tell);
    Ok(())
}

/// The battle is over.
pub fn over(state: &mut State, end: victory::End, tell: &mut impl Tell<Event>) {
    to_all(tell, Event::Over { outcome: end.told(state) });
    state.contacts.clear();
    state.phase = Phase::Over(end);
}
