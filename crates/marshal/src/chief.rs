//! Marshal: postures and single plans compared by what comes of them in some turns between good players.
//!
//! What lines are worth after this turn, or after the enemy's answer, tells little of what they are worth two turns later;
//! and other lines are good against rules of thumb than against a Colonel.

use crate::budget::Budget;
use crate::search::{self, Depth};
use dice::Stream;
use umpire::{Known, Plan, Staff};

const DEPTH: Depth = Depth {
    postures: 16,
    plans: 24,
    worlds: 3,
    turns: 4,
    dusk: 4,
    most: 2_000,
    doubt: 0.2,
    usual: true,
    same_luck: true,
    sure: Some(2.0),
};
/// So many play-outs at most, if the budget has no limit at all.
const UNLIMITED: u64 = 400;

/// The plan of the line that does best.
pub(crate) fn plan<G: Staff>(known: &Known<G>, budget: &Budget, dice: &mut Stream) -> Option<Plan<G::Step>> {
    let most = if budget.limited() { DEPTH.most } else { UNLIMITED };
    // The shorter play-outs are, the more of them are as much work: the last turns decide most battles.
    let turns = DEPTH.ahead(G::turns_left(known.state())).turns;
    let budget = budget.times(DEPTH.turns, turns);
    search::plan(known, &Depth { most, ..DEPTH }, &budget, dice)
}
