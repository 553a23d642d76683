//! Time for a whole turn, dealt out to its choices so that their sum never exceeds it.

use crate::budget::Budget;
use std::time::{Duration, Instant};

/// Each choice may take this part of what is left of the turn's time: however many choices a turn has, they
/// never take more than all of it.
const PART: u32 = 4;
/// This part of the turn's time is kept for what cannot be broken off, and for choices by rules of thumb when the
/// rest is used up.
const KEPT: u32 = 5;

/// Time for a whole turn.
#[derive(Clone, Debug)]
pub struct Pace {
    whole: Duration,
    turn: Option<u32>,
    spent: Duration,
    began: Option<Instant>,
}

impl Pace {
    /// So much time for each turn.
    pub const fn new(whole: Duration) -> Self {
        Self { whole, turn: None, spent: Duration::ZERO, began: None }
    }

    /// The same, if so much of this turn's time is spent already.
    pub const fn spent(self, turn: u32, spent: Duration) -> Self {
        Self { turn: Some(turn), spent, ..self }
    }

    /// The budget of the next choice, which belongs to this turn. The time until [`Self::done`] is counted.
    pub fn next(&mut self, turn: u32) -> Budget {
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            self.spent = Duration::ZERO;
        }
        self.began = Some(Instant::now());
        Budget::time(self.left().saturating_sub(self.whole / KEPT) / PART)
    }

    /// The choice is made.
    pub fn done(&mut self) {
        if let Some(began) = self.began.take() {
            self.spent += began.elapsed();
        }
    }

    /// What is left for this turn.
    pub fn left(&self) -> Duration {
        self.whole.saturating_sub(self.spent)
    }
}
