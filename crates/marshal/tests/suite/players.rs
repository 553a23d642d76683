//! What every player keeps to: legal, repeatable, in time, by name, and never giving up.

use crate::common::{after, at_start, in_contact, in_the_last_turn, opening, seed};
use blucher::Blucher;
use marshal::{Budget, Level, Pace, Players, choose};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use umpire::{Act, AnyBattle, Battle, Choice, Game, Known, Seat, Staff, Viewer};

#[test]
fn the_same_seed_and_work_give_the_same_choice() {
    let known = at_start("learning");
    for level in Level::ALL {
        let once = choose(&known, level, &Budget::work(4), &seed(1)).unwrap();
        assert_eq!(once, choose(&known, level, &Budget::work(4), &seed(1)).unwrap(), "{level}");
    }
    let others = (2..12).map(|n| choose(&known, Level::Recruit, &Budget::work(1), &seed(n)).unwrap());
    let first = choose(&known, Level::Recruit, &Budget::work(1), &seed(1)).unwrap();
    assert!(others.into_iter().any(|other| other != first), "a recruit's seed matters");
}

#[test]
fn every_choice_is_complete_and_has_an_intent() {
    let known = at_start("meeting");
    for level in Level::ALL {
        let chosen = choose(&known, level, &Budget::work(3), &seed(3)).unwrap();
        assert_eq!(chosen.seat, Seat::FIRST);
        let judged = Blucher::judge(&known, &chosen.steps).unwrap();
        assert!(judged.complete.is_ok() && judged.steps() == chosen.steps, "{level}");
        assert!(!chosen.intent.is_empty());
    }
}

#[test]
fn a_seat_that_is_not_asked_chooses_nothing() {
    let battle = Battle::<Blucher>::open(opening("learning", 7)).unwrap();
    let known = battle.known_to(Seat::SECOND).unwrap();
    assert_eq!(choose(&known, Level::Sergeant, &Budget::work(1), &seed(1)), None);
    let public = battle.known(Viewer::Public);
    assert_eq!(choose(&public, Level::Sergeant, &Budget::work(1), &seed(1)), None);
}

/// A whole battle of two levels: who won, and all that was chosen.
fn fight(levels: [Level; 2]) -> (Option<u8>, String) {
    let mut battle = Battle::<Blucher>::open(opening("meeting", 4)).unwrap();
    let mut chosen = String::new();
    while let Some(seat) = battle.view(Viewer::Public, usize::MAX).awaited.first().copied() {
        let known = battle.known_to(seat).unwrap();
        let level = levels[usize::from(seat.number())];
        let one = choose(&known, level, &Budget::work(1), &seed(seat.number().into())).unwrap();
        writeln!(chosen, "{seat}: {:?}", one.steps).unwrap();
        let choice = Choice { seat, prompt: one.prompt, steps: one.steps, id: None, given: Vec::new() };
        battle.act(Act::Play(choice)).unwrap();
    }
    (Blucher::outcome(&battle.known(Viewer::All)).unwrap().winner, chosen)
}

#[test]
fn a_sergeant_fights_and_a_recruit_never_concedes() {
    let levels = [Level::Sergeant, Level::Recruit];
    let (winner, chosen) = fight(levels);
    assert_eq!(winner, Some(0));
    assert!(!chosen.contains("Concede"));
    assert!(chosen.contains("seat 0: [Shoot") && chosen.contains("Charge"), "{chosen}");
    assert_eq!(fight(levels), (winner, chosen), "a battle follows from its seeds");
}

#[test]
fn two_cores_choose_as_one_does() {
    let known = in_contact();
    for level in [Level::Colonel, Level::Marshal] {
        let on = |cores| choose(&known, level, &Budget::work(30).on_cores(cores), &seed(8)).unwrap();
        assert_eq!(on(1), on(2), "{level}");
        assert_eq!(on(1), on(3), "{level}");
    }
}

#[test]
fn a_player_told_to_hurry_decides_at_once_and_legally() {
    let known = at_start("meeting");
    let hurry = Arc::new(AtomicBool::new(true));
    let told = Arc::new(AtomicU64::new(0));
    let count = told.clone();
    let budget = Budget::work(1_000_000)
        .hurried_by(hurry)
        .reporting(move |progress| count.store(progress.done, Ordering::Relaxed));
    for level in [Level::Colonel, Level::Marshal] {
        let chosen = choose(&known, level, &budget, &seed(5)).unwrap();
        assert!(Blucher::judge(&known, &chosen.steps).unwrap().complete.is_ok());
    }
    assert!(told.load(Ordering::Relaxed) <= 1, "hardly anything was looked at");
}

#[test]
fn progress_is_reported() {
    let known = at_start("learning");
    let told = Arc::new(AtomicU64::new(0));
    let count = told.clone();
    // Fourteen turns are played out, and the work is counted by four of them.
    let budget = Budget::work(14).reporting(move |progress| {
        assert_eq!(progress.of, Some(4));
        count.fetch_max(progress.done, Ordering::Relaxed);
    });
    choose(&known, Level::Marshal, &budget, &seed(5)).unwrap();
    assert_eq!(told.load(Ordering::Relaxed), 4);
}

/// How many plans a Marshal said he looked at, of how many, if he may look at so many.
fn looked_at(known: &Known<Blucher>, work: u64) -> (u64, Option<u64>) {
    let told = Arc::new(Mutex::new((0, None)));
    let last = told.clone();
    let budget = Budget::work(work).reporting(move |progress| {
        *last.lock().unwrap() = (progress.done, progress.of);
    });
    choose(known, Level::Marshal, &budget, &seed(5)).unwrap();
    *told.lock().unwrap()
}

#[test]
fn a_marshal_looks_at_more_when_less_is_left_to_play_out() {
    // As much work as to play four turns out twenty times; with so few units a battle is played out to its end.
    let known = in_contact();
    let turns = u64::from(Blucher::turns_left(known.state()) + 1);
    assert!(turns > 10, "{turns}");
    assert_eq!(looked_at(&known, 20), (80 / turns, Some(80 / turns)));
    assert_eq!(looked_at(&in_the_last_turn(), 20), (80, Some(80)));
}

#[test]
fn what_is_decided_takes_a_marshal_no_more_time() {
    // Here one line soon proves better than all others. Ten turns are played out: 100 × 4 ÷ 10.
    let (done, of) = looked_at(&after(20), 100);
    assert_eq!(of, Some(40));
    assert!(done < 40, "{done}");
}

#[test]
fn a_turns_time_is_never_exceeded_by_its_parts() {
    let whole = Duration::from_millis(400);
    let mut pace = Pace::new(whole);
    for _ in 0..20 {
        let budget = pace.next(1);
        let start = Instant::now();
        // What a player does at most: think until its budget is used up.
        while start.elapsed() < pace.left() / 4 {
            std::thread::yield_now();
        }
        drop(budget);
        pace.done();
    }
    assert!(pace.left() < whole / 4);
    pace.next(2);
    assert_eq!(pace.left(), whole, "a new turn has all its time");
}

#[test]
fn players_are_found_by_the_name_of_the_game() {
    let mut battle: Box<dyn AnyBattle> = Box::new(Battle::<Blucher>::open(opening("learning", 7)).unwrap());
    let players = Players::new().with::<Blucher>();
    assert!(players.plays("blucher") && !players.plays("chess"));
    for n in 0..30 {
        let seat = match battle.view(Viewer::Public, 0).awaited.first() {
            Some(seat) => *seat,
            None => break,
        };
        let known = battle.known_to(seat).unwrap();
        assert!(players.turn(known.as_ref()).is_some());
        let chosen = players.choose(known.as_ref(), Level::Sergeant, &Budget::work(1), &seed(n)).unwrap();
        let id = None;
        let choice =
            Choice { seat: chosen.seat, prompt: chosen.prompt, steps: chosen.steps, id, given: Vec::new() };
        let decision = battle.decide(Act::Play(choice)).unwrap();
        battle.accept(decision);
    }
    assert!(battle.journal().entries.len() >= 30);
    let known = battle.known_to(Seat::FIRST).unwrap();
    assert!(Players::new().choose(known.as_ref(), Level::Recruit, &Budget::work(1), &seed(0)).is_err());
}
