//! The dice of a battle: one ChaCha20 stream.
//!
//! The stream is the key stream of ChaCha20 (RFC 8439) with the seed as key and a nonce of zeros,
//! read as 32-bit little-endian words. A position counts words from the start. A die of n sides
//! takes one word w: if w lies below the largest multiple of n that fits into 2^32 the face is
//! w mod n + 1, otherwise the word is thrown away and the next one is tried. This is fixed for
//! ever: recorded battles are checked against it.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::{Dice, Faces, NeedsDice, Seed, Source, Why};

/// Dice from a seed.
#[derive(Debug)]
pub struct Stream {
    words: ChaCha20Rng,
}

impl Stream {
    /// The stream of `seed` from its start.
    pub fn new(seed: &Seed) -> Self {
        Self { words: ChaCha20Rng::from_seed(seed.reveal()) }
    }

    /// The stream of `seed` from a recorded position: it goes on exactly as the first one did.
    pub fn at(seed: &Seed, position: u64) -> Self {
        let mut stream = Self::new(seed);
        stream.words.set_word_pos(u128::from(position));
        stream
    }

    /// Where the next die begins, in words from the start.
    pub fn position(&self) -> u64 {
        // A battle would have to throw 2^64 dice to notice what is cut off here.
        self.words.get_word_pos() as u64
    }

    /// One die, from 1 to `sides`. Every face is equally likely, to the last bit.
    pub fn die(&mut self, sides: u32) -> u32 {
        let sides = sides.max(1);
        let left_over = sides.wrapping_neg() % sides; // 2^32 mod sides
        loop {
            let word = self.words.next_u32();
            if word <= u32::MAX - left_over {
                return word % sides + 1;
            }
        }
    }
}

impl Dice for Stream {
    fn roll(&mut self, _: Why, count: u8, sides: u32) -> Result<Faces, NeedsDice> {
        Ok((0..count).map(|_| self.die(sides)).collect())
    }
}

impl Source for Stream {
    fn position(&self) -> Option<u64> {
        Some(self.position())
    }
}
