//! Marshal: postures and single plans compared in many worlds, up to the enemy's answer.

use crate::budget::Budget;
use crate::search::{self, Depth};
use dice::Stream;
use umpire::{Known, Plan, Staff};

const DEPTH: Depth = Depth { postures: 12, plans: 6, worlds: 4, turns: 2, dusk: 6, most: 2_000, doubt: 0.5 };
/// So many play-outs at most, if the budget has no limit at all.
const UNLIMITED: u64 = 400;

/// The plan of the line that does best.
pub(crate) fn plan<G: Staff>(known: &Known<G>, budget: &Budget, dice: &mut Stream) -> Option<Plan<G::Step>> {
    let most = if budget.limited() { DEPTH.most } else { UNLIMITED };
    search::plan(known, &Depth { most, ..DEPTH }, budget, dice)
}
