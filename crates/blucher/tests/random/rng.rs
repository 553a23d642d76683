//! Random numbers of a policy, apart from the battle's own dice.

use dice::{Seed, Stream};

pub(crate) struct Rng {
    /// Where they come from.
    pub(crate) stream: Stream,
}

impl Rng {
    pub(crate) fn new(seed: &Seed) -> Self {
        Self { stream: Stream::new(seed) }
    }

    /// A number from 0 to one less than this.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        if n < 2 { 0 } else { self.stream.die(n as u32) as usize - 1 }
    }

    /// One chance in so many.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list.
    pub(crate) fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }

    /// A number around this one.
    pub(crate) fn near(&mut self, c: i32, by: i32) -> i32 {
        c + self.below(2 * by as usize) as i32 - by
    }
}
