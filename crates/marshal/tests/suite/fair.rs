//! A player decides by what its seat knows and by nothing else. `choose` takes a `Known`, which cannot reach the
//! truth; here the truth is changed where the seat does not see it, and the choice stays.

use crate::common::{after, in_contact, seed};
use blucher::Blucher;
use dice::Stream;
use marshal::{Budget, Known, Level, choose};
use umpire::Game;

/// Worlds that differ only in what a seat does not know.
fn shuffled(known: &Known<Blucher>) -> Vec<<Blucher as Game>::State> {
    (0..6).map(|n| Blucher::imagine(known, &mut Stream::new(&seed(100 + n)))).collect()
}

#[test]
fn what_a_seat_does_not_know_does_not_change_its_choice() {
    for known in [after(0), after(9), in_contact()] {
        let seat = known.seat().unwrap();
        let worlds = shuffled(&known);
        let differs = worlds.iter().any(|world| *world != worlds[0]);
        assert!(differs, "something is hidden, or this would prove nothing");
        for level in Level::ALL {
            let expected = choose(&known, level, &Budget::work(24), &seed(1));
            assert!(expected.is_some());
            for world in &worlds {
                let seen = Known::<Blucher>::imagined(world, seat);
                assert_eq!(choose(&seen, level, &Budget::work(24), &seed(1)), expected, "{level}");
            }
        }
    }
}
