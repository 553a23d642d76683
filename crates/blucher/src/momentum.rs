//! Momentum: the MO dice and their limit (MOM).

use crate::event::Event;
use crate::knowledge;
use crate::state::{Phase, Side, State, enemy};
use dice::{D6, Dice, NeedsDice, Why};
use umpire::{RuleId, Tell};

/// BL-MOM-01, BL-MOM-05: the side that is about to be passive rolls the MO dice that limit the other.
pub fn roll(
    state: &mut State,
    limited: Side,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    let why = Why::new(RuleId::new("BL-MOM-01"), "momentum", enemy(limited));
    let faces = dice.roll(why, state.mo_dice, D6)?;
    state.limit = knowledge::limit(limited, faces.iter().map(|face| *face as u8).collect());
    knowledge::tell_limit(state, limited, tell);
    Ok(())
}

/// BL-MOM-03: the limit is the sum of the dice.
pub fn limit(dice: &[u8]) -> u32 {
    dice.iter().map(|die| u32::from(*die)).sum()
}

/// BL-MOM-08, BL-MOM-09: adds the cost of an activation; is the limit reached? Only the truth can tell.
pub fn spend(state: &mut State, cost: u8) -> bool {
    let limit = limit(state.limit.truth());
    match &mut state.phase {
        Phase::Movement { current, .. } => {
            *current = current.saturating_add(cost);
            u32::from(*current) >= limit
        }
        _ => false,
    }
}
