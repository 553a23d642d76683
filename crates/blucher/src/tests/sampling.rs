//! Positions drawn at random, for tests that compare a rule with what small steps find.

use crate::Blucher;
use crate::testing::{Field, written};
use dice::Hex;
use umpire::{Battle, Chance, DiceFrom, Opening, Scenario};

/// A small generator of its own: which position is drawn needs no good chance.
pub(super) struct Picks(pub(super) u64);

impl Picks {
    /// A number below a count.
    pub(super) const fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    /// One of several.
    pub(super) const fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A number between two others.
    pub(super) fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.below(10_001) as f64 / 10_000.0
    }

    /// A unit somewhere in a square, facing anywhere.
    pub(super) fn unit(&mut self, who: &str, from: f64, to: f64) -> String {
        let (x, y) = (self.between(from, to), self.between(from, to));
        format!("{who} {x:.4},{y:.4},{}", self.below(360))
    }
}

/// The battle of a position; `None` if it is none, as when units stand on each other.
pub(super) fn opened(text: &str) -> Option<Field> {
    let scenario = Scenario { name: "test".into(), text: written(text, &[]) };
    let chance = Chance { dice: DiceFrom::ByHand, seed: Hex(vec![3; 32]), added: Vec::new() };
    let battle: Option<Battle<Blucher>> = Battle::open(Opening { scenario, chance, given: Vec::new() }).ok();
    battle.map(|battle| Field { battle })
}
