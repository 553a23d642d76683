//! The time of a turn is a hard cap.

use crate::clock::{Spent, Stopwatch};
use crate::common::{opening, seed};
use blucher::Blucher;
use marshal::{Level, Pace, choose};
use std::time::Duration;
use umpire::{Act, Battle, Choice, Staff, Viewer};

/// A turn's time here; a player without a cap would take many times as long.
const CAP: Duration = Duration::from_millis(500);
/// Turns of either side that are looked at.
const TURNS: u32 = 2;

/// How long each turn took a level that plays both sides.
fn turns(level: Level) -> Vec<Spent> {
    let mut battle = Battle::<Blucher>::open(opening("meeting", 7)).unwrap();
    let mut paces = [Pace::new(CAP), Pace::new(CAP)];
    let mut spent = vec![[Spent::default(); 2]; TURNS as usize];
    loop {
        let seat = battle.view(Viewer::Public, usize::MAX).awaited[0];
        let known = battle.known_to(seat).unwrap();
        let (turn, side) = (Blucher::turn(known.state()), usize::from(seat.number()));
        if turn > TURNS {
            return spent.into_iter().flatten().collect();
        }
        let watch = Stopwatch::start();
        let chosen = choose(&known, level, &paces[side].next(turn), &seed(11)).unwrap();
        paces[side].done();
        let sum = &mut spent[turn as usize - 1][side];
        *sum = sum.and(watch.stop());
        let choice = Choice { seat, prompt: chosen.prompt, steps: chosen.steps, id: None, given: Vec::new() };
        battle.act(Act::Play(choice)).unwrap();
    }
}

#[test]
fn a_turn_does_not_take_longer_than_its_cap() {
    for level in [Level::Colonel, Level::Marshal] {
        let turns = turns(level);
        // Processor time, so that nothing else the machine does counts; twice the cap, for programs that are not
        // optimised finish what cannot be broken off later.
        assert!(turns.iter().all(|turn| turn.processor < CAP * 2), "{level}: {turns:?}");
        assert!(turns.iter().any(|turn| turn.processor > CAP / 20), "{level} thought: {turns:?}");
    }
}
