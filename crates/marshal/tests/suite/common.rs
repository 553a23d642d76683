//! What the tests share.

use blucher::Blucher;
use dice::{Hex, Seed};
use umpire::{Battle, Chance, DiceFrom, Known, Opening, Scenario, Seat};

/// The scenario of this name.
pub(crate) fn scenario(name: &str) -> Scenario {
    blucher::scenarios().into_iter().find(|s| s.name == name).unwrap()
}

/// How a battle is opened from a seed.
pub(crate) fn opening(name: &str, seed: u8) -> Opening {
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![seed; 32]), added: Vec::new() };
    Opening { scenario: scenario(name), chance, given: Vec::new() }
}

/// What the first seat knows at the start of a battle.
pub(crate) fn at_start(name: &str) -> Known<Blucher> {
    Battle::open(opening(name, 7)).unwrap().known_to(Seat::FIRST).unwrap()
}

/// A seed of a player.
pub(crate) fn seed(n: u64) -> Seed {
    Seed::new([9; 32]).nth(n)
}
