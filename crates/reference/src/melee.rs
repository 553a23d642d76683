//! Melee: contacts are fought at the end of a phase.

use crate::event::{Event, Who};
use crate::knowledge::to_all;
use crate::state::{Contact, State, Unit};
use dice::odds::{Dist, OddsError, Opposed};
use dice::{D6, Dice, NeedsDice, Why};
use umpire::{RuleId, Tell};

/// How.
pub(crate) const MEL_02: RuleId = RuleId::new("RF-MEL-02");

/// RF-MEL-01: fights every contact, the oldest first.
pub(crate) fn fight_all(
    state: &mut State,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    for contact in state.contacts.clone() {
        fight(state, contact, dice, tell)?;
    }
    Ok(())
}

/// RF-MEL-02: a die and the stands on each side; the lower total loses a stand, equal totals both.
fn fight(
    state: &mut State,
    contact: Contact,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    let (Some(a), Some(b)) = (state.unit(contact.by), state.unit(contact.with)) else { return Ok(()) };
    let mut total = |unit: &Unit| -> Result<(u32, u32), NeedsDice> {
        let face = dice.pick(Why::new(MEL_02, "melee", unit.side.seat().number()), D6)? + 1;
        Ok((face, face + u32::from(unit.stands)))
    };
    let ((face, ours), (their_face, theirs)) = (total(a)?, total(b)?);
    let event = Event::Fought(Who::of(state, a), face, ours, Who::of(state, b), their_face, theirs);
    to_all(tell, event);
    if ours <= theirs {
        state.lose_stand(contact.by);
    }
    if theirs <= ours {
        state.lose_stand(contact.with);
    }
    Ok(())
}

/// The chances that the first unit's total is higher, equal, lower.
pub(crate) fn odds(ours: u8, theirs: u8) -> Result<Opposed, OddsError> {
    let total = |stands: u8| Dist::die(D6)?.plus(&Dist::certain(i32::from(stands)));
    total(ours)?.against(&total(theirs)?)
}
