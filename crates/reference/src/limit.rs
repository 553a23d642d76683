//! The limit: a die that the enemy rolls unseen, and that ends a phase when enough is spent.

use crate::event::Event;
use crate::knowledge;
use crate::state::{Side, State};
use dice::{D6, Dice, NeedsDice, Why};
use umpire::{Doubts, Refusal, RuleId, Tell};

/// The enemy rolls it.
pub(crate) const LIM_01: RuleId = RuleId::new("RF-LIM-01");
/// The silent test.
pub(crate) const LIM_03: RuleId = RuleId::new("RF-LIM-03");
/// No second leg beyond it.
pub(crate) const LIM_04: RuleId = RuleId::new("RF-LIM-04");

/// RF-LIM-01: the other side rolls the limit of a phase unseen.
pub(crate) fn roll(
    state: &mut State,
    side: Side,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    let why = Why::new(LIM_01, "the limit", side.other().seat().number());
    let face = dice.pick(why, D6)? + 1;
    state.spent = 0;
    knowledge::limit_rolled(state, side, face, tell);
    Ok(())
}

/// RF-LIM-02: each leg costs 1.
pub(crate) const fn spend(state: &mut State) {
    state.spent += 1;
}

/// RF-LIM-03: is as much as the limit spent? Asked of the truth only, and silent unless it is.
pub(crate) fn reached(state: &State) -> Option<u32> {
    let limit = *state.limit.as_ref()?.truth();
    (state.spent >= limit).then_some(limit)
}

/// RF-LIM-04: no second leg if the first reached the limit. Who does not know the limit is left in doubt.
pub(crate) fn second_leg(state: &State, doubts: &mut Doubts) -> Result<(), Refusal> {
    let limit = state.limit.as_ref().and_then(|limit| limit.ask(LIM_04, doubts));
    match limit {
        Some(&limit) if state.spent >= limit => {
            let why = Refusal::new(LIM_04, 0, format!("the limit of {limit} is reached"));
            Err(why.number("limit", i64::from(limit)))
        }
        _ => Ok(()),
    }
}
