//! A player decides by what its seat knows and by nothing else. `choose` takes a `Known`, which cannot reach the
//! truth; here the truth is changed where the seat does not see it, and the choice stays.

use crate::common::{opening, seed};
use blucher::Blucher;
use dice::Stream;
use marshal::{Budget, Known, Level, choose};
use umpire::{Battle, Choice, Game, Seat, Viewer};

/// Worlds that differ only in what a seat does not know.
fn shuffled(known: &Known<Blucher>) -> Vec<<Blucher as Game>::State> {
    (0..6).map(|n| Blucher::imagine(known, &mut Stream::new(&seed(100 + n)))).collect()
}

/// What a seat knows after some choices of sergeants.
fn after(choices: u64) -> Known<Blucher> {
    let mut battle = Battle::<Blucher>::open(opening("learning", 7)).unwrap();
    let mut seat = Seat::FIRST;
    for n in 0..choices {
        seat = *battle.view(Viewer::Public, 0).awaited.first().unwrap();
        let known = battle.known_to(seat).unwrap();
        let chosen = choose(&known, Level::Sergeant, &Budget::work(1), &seed(n)).unwrap();
        let choice = Choice { seat, prompt: chosen.prompt, steps: chosen.steps, id: None, given: vec![] };
        battle.play(choice).unwrap();
    }
    if let Some(next) = battle.view(Viewer::Public, 0).awaited.first() {
        seat = *next;
    }
    battle.known_to(seat).unwrap()
}

#[test]
fn what_a_seat_does_not_know_does_not_change_its_choice() {
    for choices in [0, 3, 9] {
        let known = after(choices);
        let seat = known.seat().unwrap();
        let worlds = shuffled(&known);
        let differs = worlds.iter().any(|world| *world != worlds[0]);
        assert!(differs, "something is hidden, or this would prove nothing");
        for level in Level::ALL {
            let expected = choose(&known, level, &Budget::work(3), &seed(1));
            assert!(expected.is_some());
            for world in &worlds {
                let seen = Known::<Blucher>::imagined(world, seat);
                assert_eq!(choose(&seen, level, &Budget::work(3), &seed(1)), expected, "{level}");
            }
        }
    }
}
