//! Sergeant: the game's rules of thumb.

use dice::Stream;
use umpire::{Known, Plan, Staff};

/// What the rules of thumb say; `None` if nothing.
pub(crate) fn plan<G: Staff>(known: &Known<G>, dice: &mut Stream) -> Option<Plan<G::Step>> {
    G::thumb(known, dice)
}
