//! What a game is tried on.

use dice::{RuleId, Seed};
use umpire::{Scenario, Seat};

/// What a game is tried on, and how long.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Scenarios in which random battles are fought.
    pub scenarios: Vec<Scenario>,
    /// Pairs of scenarios that differ in a secret only. A game whose states hold secrets has at least one.
    pub pairs: Vec<Pair>,
    /// How many random battles each law fights in each scenario, and with each pair.
    pub battles: u32,
    /// The most choices after which a random battle must be over.
    pub longest: usize,
    /// All randomness follows from this.
    pub seed: u64,
    /// Does the rule book have such a rule?
    pub known_rule: fn(RuleId) -> bool,
}

/// Two scenarios that differ in a secret only, and who does not know it.
///
/// They are fought in lock-step, with the same choices and the same dice, until a line told to the blind
/// seat cites one of `reveals`. Up to there nothing that the blind seat or the public can read may differ.
/// A pair whose true states never differ, or whose secret comes out before anything was compared, fails.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What the secret is.
    pub name: &'static str,
    /// One world.
    pub a: Scenario,
    /// The other.
    pub b: Scenario,
    /// The seat that cannot tell them apart.
    pub blind: Seat,
    /// Rules whose rolls, where another seat throws them, fall differently in the two worlds.
    pub rolls: Vec<RuleId>,
    /// Rules by which the secret may come out.
    pub reveals: Vec<RuleId>,
}

impl Trial {
    /// The seed of one random battle.
    pub(crate) fn seed_of(&self, group: usize, battle: u32) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.to_le_bytes());
        Seed::new(bytes).nth((group as u64) << 32 | u64::from(battle))
    }
}
