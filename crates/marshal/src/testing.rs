//! A situation for tests.

use crate::{Budget, Level, choose};
use blucher::Blucher;
use dice::{Hex, Seed};
use umpire::{Battle, Chance, Choice, DiceFrom, Known, Opening, Staff, Viewer};

/// The learning battle, fought by sergeants until the armies have met.
pub(crate) fn in_contact() -> Known<Blucher> {
    let scenario = blucher::scenarios().into_iter().find(|one| one.name == "learning").unwrap();
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![7; 32]), added: Vec::new() };
    let mut battle = Battle::<Blucher>::open(Opening { scenario, chance, given: Vec::new() }).unwrap();
    loop {
        let seat = *battle.view(Viewer::Public, 0).awaited.first().unwrap();
        let known = battle.known_to(seat).unwrap();
        if !Blucher::postures(&known).is_empty() {
            return known;
        }
        let one = choose(&known, Level::Sergeant, &Budget::work(1), &Seed::new([9; 32])).unwrap();
        battle.play(Choice { seat, prompt: one.prompt, steps: one.steps, id: None, given: vec![] }).unwrap();
    }
}
