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
    sure: Some(2.0),
};
/// With no more pieces than this there is time to play every line out to the end of a short battle, which tells more than
/// any count of marks. What is won or lost tells little in few worlds: more of them are looked at before any line is given up.
const FEW: usize = 10;
const TO_THE_END: Depth = Depth { worlds: 6, turns: 6, dusk: 14, ..DEPTH };

/// So many play-outs at most, if the budget has no limit at all.
const UNLIMITED: u64 = 400;

/// The plan of the line that does best.
pub(crate) fn plan<G: Staff>(known: &Known<G>, budget: &Budget, dice: &mut Stream) -> Option<Plan<G::Step>> {
    let depth = depth(G::pieces(known.state()));
    let most = if budget.limited() { depth.most } else { UNLIMITED };
    // The shorter play-outs are, the more of them are as much work: the last turns decide most battles.
    let turns = depth.ahead(G::turns_left(known.state())).turns;
    let budget = budget.times(DEPTH.turns, turns);
    search::plan(known, &Depth { most, ..*depth }, &budget, dice)
}

/// How the Marshal searches for so many pieces.
const fn depth(pieces: usize) -> &'static Depth {
    if pieces > FEW { &DEPTH } else { &TO_THE_END }
}

#[cfg(test)]
mod tests {
    use super::depth;

    #[test]
    fn with_few_pieces_a_short_battle_is_played_out_to_its_end() {
        // The turn that goes on, and 13 or 14 more.
        assert_eq!([8, 10, 11, 24].map(|pieces| depth(pieces).ahead(13).turns), [14, 14, 4, 4]);
        assert_eq!([10, 11].map(|pieces| depth(pieces).ahead(15).turns), [6, 4]);
    }
}
