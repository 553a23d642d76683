//! Colonel: postures compared by what comes of this turn, and towards the end by how the battle ends.

use crate::budget::Budget;
use crate::search::{self, Depth};
use dice::Stream;
use umpire::{Known, Plan, Staff};

const DEPTH: Depth = Depth { postures: 10, plans: 0, worlds: 4, turns: 1, dusk: 4, most: 48, doubt: 0.7 };

/// The plan of the posture that does best.
pub(crate) fn plan<G: Staff>(known: &Known<G>, budget: &Budget, dice: &mut Stream) -> Option<Plan<G::Step>> {
    search::plan(known, &DEPTH, budget, dice)
}
