//! The suite's own randomness, apart from the dice of the battles.

use dice::{Seed, Stream};

/// A stream of small decisions that is the same for the same seed.
pub(crate) struct Rng(Stream);

impl Rng {
    pub(crate) fn new(seed: &Seed) -> Self {
        Self(Stream::new(&seed.nth(1)))
    }

    /// A number below `n`; 0 if `n` is 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.die(n.min(1 << 30) as u32) as usize - 1
    }

    /// True once in `n` times.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list.
    pub(crate) fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = high.abs_diff(low).min((1 << 30) - 1);
        low.saturating_add_unsigned(self.0.die(span + 1) - 1)
    }

    /// The stream itself, where dice are asked for.
    pub(crate) const fn dice(&mut self) -> &mut Stream {
        &mut self.0
    }
}
