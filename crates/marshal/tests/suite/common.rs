//! What the tests share.

use blucher::Blucher;
use dice::{Hex, Seed};
use marshal::{Budget, Level, choose};
use umpire::{Battle, Chance, Choice, DiceFrom, Known, Opening, Scenario, Seat, Staff, Viewer};

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

/// What the seat that is asked knows, when sergeants have fought the learning battle until then.
fn fought(until: impl Fn(u64, &Known<Blucher>) -> bool) -> Known<Blucher> {
    let mut battle = Battle::<Blucher>::open(opening("learning", 7)).unwrap();
    for n in 0.. {
        let seat = *battle.view(Viewer::Public, 0).awaited.first().expect("it comes to that before its end");
        let known = battle.known_to(seat).unwrap();
        if until(n, &known) {
            return known;
        }
        let chosen = choose(&known, Level::Sergeant, &Budget::work(1), &seed(n)).unwrap();
        let choice = Choice { seat, prompt: chosen.prompt, steps: chosen.steps, id: None, given: vec![] };
        battle.play(choice).unwrap();
    }
    unreachable!("a battle ends")
}

/// After so many choices.
pub(crate) fn after(choices: u64) -> Known<Blucher> {
    fought(|n, _| n == choices)
}

/// When the armies have met and there is much to choose from.
pub(crate) fn in_contact() -> Known<Blucher> {
    fought(|_, known| Blucher::postures(known).len() > 10)
}

/// In the last turn, when there is much to choose from.
pub(crate) fn in_the_last_turn() -> Known<Blucher> {
    fought(|_, known| Blucher::turns_left(known.state()) == 0 && Blucher::postures(known).len() > 10)
}
