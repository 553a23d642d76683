//! What the lab cannot read from scenes and lines, and a game has to say itself.

use umpire::{Game, Known, Seats};

/// Reads the dice of one play: from the true state before it, its steps, and what was told.
pub type Score<G> =
    fn(&<G as Game>::State, &[<G as Game>::Step], &[(Seats, <G as Game>::Event)]) -> Vec<Scored>;

/// How a game's dice and charges are read.
pub struct Reader<G: Game> {
    /// What the dice of one play gave, and what such dice give on average.
    pub scored: Score<G>,
    /// The charges of a draft, from what its seat knows.
    pub charges: fn(&Known<G>, &[G::Step]) -> Charges,
}

impl<G: Game> Reader<G> {
    /// For a game of which nothing is read.
    pub fn silent() -> Self {
        Self { scored: |_, _, _| Vec::new(), charges: |_, _| Charges::default() }
    }
}

/// Dice that one side threw: hits or successes, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// Whose dice.
    pub side: u8,
    /// What they gave.
    pub got: i64,
    /// What they give on average.
    pub expected: i64,
}

/// The charges of a draft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charges {
    /// How many.
    pub made: u32,
    /// How many of them with a chance below 40 % not to lose.
    pub rash: u32,
}
