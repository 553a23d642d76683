//! What the lab cannot read from scenes and lines, and a game has to say itself.

use umpire::{Game, Known};

/// How a game's drafts are read.
pub struct Reader<G: Game> {
    /// The charges of a draft, from what its seat knows.
    pub charges: fn(&Known<G>, &[G::Step]) -> Charges,
}

impl<G: Game> Reader<G> {
    /// For a game of which nothing is read.
    pub fn silent() -> Self {
        Self { charges: |_, _| Charges::default() }
    }
}

/// The charges of a draft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charges {
    /// How many.
    pub made: u32,
    /// How many of them with a chance below 40 % not to lose.
    pub rash: u32,
}
