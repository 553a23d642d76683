//! A look back from a part of a journal shows what one from the whole of it shows.

mod tally;

use dice::{Seed, Stream};
use tally::{Step, Tally};
use umpire::{
    AnyBattle, Battle, Chance, Choice, DiceFrom, Entry, Journal, Opening, Past, Scenario, Seat, Snapshot,
    View, Viewer,
};

/// A battle of a few hundred random choices, some of them taken back, with asks to close it.
fn battle(seed: u8) -> Battle<Tally<1>> {
    let scenario = Scenario { name: "heap".to_owned(), text: "100000".to_owned() };
    let chance = Chance { dice: DiceFrom::Stream, seed: [seed; 32].into(), added: Vec::new() };
    let mut battle = Battle::open(Opening { scenario, chance, given: Vec::new() }).unwrap();
    let mut luck = Stream::new(&Seed::new([seed; 32]));
    for n in 0..200 {
        let seat = battle.view(Viewer::Public, usize::MAX).awaited[0];
        match luck.die(8) {
            1 | 2 => drop(battle.undo(seat.other())),
            3 => drop(battle.close(seat)),
            face => {
                let prompt = battle.view(Viewer::Seat(seat), usize::MAX).prompt.unwrap().id;
                let steps = vec![if face < 6 { Step::Throw } else { Step::Handful }];
                let id = Some(format!("c{n}"));
                battle.play(Choice { seat, prompt, steps, id, given: Vec::new() }).unwrap();
            }
        }
        if battle.closed() {
            break;
        }
    }
    battle
}

/// What the archive reads for a moment: the last stored state before it and the entries from there.
fn part(journal: &Journal, entries: usize) -> (Journal, usize) {
    let fit = |state: &&Snapshot| state.after > 0 && state.after <= entries;
    let state = journal.snapshots.iter().rfind(fit).cloned();
    let missing = state.as_ref().map_or(0, |state| state.after);
    let mut part = journal.clone();
    part.entries = journal.entries[missing..entries].to_vec();
    part.snapshots = state.into_iter().collect();
    (part, missing)
}

/// With what the battle still knows of the time before.
fn recalled(battle: &Battle<Tally<1>>, mut past: Past) -> Past {
    AnyBattle::recall(battle, &mut past);
    past
}

fn from_part(past: &Past, journal: &Journal) -> (Option<View>, usize) {
    let (part, missing) = part(journal, past.entries());
    (past.part(&part, missing), missing)
}

#[test]
fn a_part_shows_what_the_whole_shows() {
    let (mut from_states, mut taken_back, mut undoable) = (0, 0, 0);
    for seed in 1..=6 {
        let mut battle = battle(seed);
        let journal = battle.journal().clone();
        taken_back += journal.entries.iter().filter(|entry| matches!(entry, Entry::Undo { .. })).count();
        // Who is asked to look back has shed what the archive has.
        AnyBattle::shed(&mut battle, journal.snapshots.len());
        for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Public, Viewer::All] {
            for line in 0..=battle.view(viewer, 0).lines.len() {
                let past = recalled(&battle, battle.view_at(viewer, line / 2, line).unwrap());
                let (seen, missing) = from_part(&past, &journal);
                let whole = past.whole(&journal).unwrap();
                undoable += usize::from(missing > 0 && whole.may_undo);
                assert_eq!(seen, Some(whole), "seed {seed}, {viewer:?}, line {line}");
                from_states += usize::from(missing > 0);
            }
        }
    }
    assert!(from_states > 100 && taken_back > 10 && undoable > 10, "{from_states} {taken_back} {undoable}");
}

/// A choice that is repeated is answered as it was the first time.
#[test]
fn a_repeated_choice_is_answered_from_a_part() {
    let mut repeated = 0;
    for seed in 1..=3 {
        let battle = battle(seed);
        let journal = battle.journal();
        for entry in &journal.entries {
            let Entry::Play { seat, prompt, choice: Some(id), .. } = entry else { continue };
            // What was taken back is not answered again.
            let Ok(Some(past)) = battle.answered(*seat, id, *prompt, 0) else { continue };
            let past = recalled(&battle, past);
            let (seen, missing) = from_part(&past, journal);
            assert_eq!(seen, Some(past.whole(journal).unwrap()));
            repeated += usize::from(missing > 0);
        }
    }
    assert!(repeated > 20, "{repeated}");
}

/// What does not belong to the battle is not believed: then it takes the whole journal.
#[test]
fn a_part_that_does_not_fit_is_not_believed() {
    let battle = (1..=6).map(battle).max_by_key(|battle| battle.journal().snapshots.len()).unwrap();
    let journal = battle.journal();
    let last = battle.view(Viewer::All, 0).lines.len();
    let past = recalled(&battle, battle.view_at(Viewer::All, 0, last).unwrap());
    let (good, missing) = part(journal, past.entries());
    assert!(missing > 0 && past.part(&good, missing).is_some());
    let seen = |change: &dyn Fn(&mut Journal)| {
        let mut bad = good.clone();
        change(&mut bad);
        past.part(&bad, missing)
    };
    let first = journal.snapshots[0].state.clone();
    let other = |state: &Snapshot| {
        Snapshot::new(state.after, first.clone(), state.from, state.told.clone(), state.rest.clone())
    };
    assert_eq!(seen(&|part| part.snapshots.clear()), None, "no state");
    assert_eq!(seen(&|part| part.snapshots[0].state = first.clone()), None, "a damaged state");
    assert_eq!(seen(&|part| part.snapshots[0] = other(&part.snapshots[0])), None, "another state");
    assert_eq!(seen(&|part| part.snapshots[0].after -= 1), None, "a state of another moment");
    assert_eq!(seen(&|part| part.rules += 1), None, "other rules");
    assert_eq!(seen(&|part| drop(part.entries.pop())), None, "too few entries");
    assert_eq!(past.part(&good, missing - 1), None, "others are missing");
    let forgotten = battle.view_at(Viewer::All, 0, last).unwrap();
    assert_eq!(forgotten.part(&good, missing), None, "nothing was recalled");
}
