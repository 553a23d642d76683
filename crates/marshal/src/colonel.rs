//! Colonel: postures compared by what comes of this turn, and towards the end by how the battle ends. A small army
//! leaves time to look at the enemy's answer too.

use crate::budget::Budget;
use crate::search::{self, Depth};
use dice::Stream;
use umpire::{Known, Plan, Staff};

const DEPTH: Depth = Depth {
    postures: 10,
    plans: 0,
    worlds: 2,
    turns: 1,
    dusk: 4,
    most: 48,
    doubt: 0.7,
    usual: false,
    sure: None,
};
/// With no more pieces than this a turn looked at so takes less than a second too.
const FEW: usize = 10;
const FURTHER: Depth = Depth { worlds: 4, turns: 2, dusk: 6, most: 96, doubt: 0.5, ..DEPTH };

/// The plan of the posture that does best.
pub(crate) fn plan<G: Staff>(known: &Known<G>, budget: &Budget, dice: &mut Stream) -> Option<Plan<G::Step>> {
    search::plan(known, depth(G::pieces(known.state())), budget, dice)
}

/// How the Colonel searches for so many pieces.
const fn depth(pieces: usize) -> &'static Depth {
    if pieces > FEW { &DEPTH } else { &FURTHER }
}

#[cfg(test)]
mod tests {
    use super::depth;

    #[test]
    fn with_few_pieces_the_enemys_answer_is_looked_at_too() {
        assert_eq!([8, 10, 11, 24].map(|pieces| depth(pieces).turns), [2, 2, 1, 1]);
    }
}
