//! Dice conventions (DIC). Re-rolls are those of the `dice` crate: `failed` and `succeeded` say which dice
//! (BL-DIC-02, -03), `rerolled` puts the second result in place of the first, once (BL-DIC-04, -06).

use crate::state::{Side, enemy};
use dice::{D6, Dice, NeedsDice, Why};
use umpire::RuleId;

/// BL-DIC-08: a tiebreaker: one die; even, and its roller wins, odd, and the other does.
pub fn tiebreaker(roller: Side, dice: &mut dyn Dice) -> Result<Side, NeedsDice> {
    let why = Why::new(RuleId::new("BL-DIC-08"), "tiebreaker", roller);
    let faces = dice.roll(why, 1, D6)?;
    let even = faces.iter().sum::<u32>() % 2 == 0;
    Ok(if even { roller } else { enemy(roller) })
}
