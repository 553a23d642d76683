//! Battles, journals and replay, with a game that has nothing else to it.

mod tally;

use dice::Hex;
use tally::{Step, Tally};
use umpire::{
    Answer, Battle, Chance, Choice, Code, DiceFrom, Entry, Fold, Journal, MOST_ENTRIES, MOST_UNDOS, Opening,
    SNAPSHOT_EVERY, Scenario, Seat, Snapshot, StateHash, Viewer,
};

type Old = Tally<1>;
type New = Tally<2>;
/// What is to be said of a journal, and how it is damaged.
type Damage = (&'static str, fn(&mut Journal));

fn open(limit: &str) -> Battle<Old> {
    let scenario = Scenario { name: "heap".into(), text: limit.into() };
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![7; 32]), added: vec![Hex(vec![1, 2])] };
    Battle::open(Opening { scenario, chance, given: Vec::new() }).unwrap()
}

fn play<const R: u32>(battle: &mut Battle<Tally<R>>, step: Step) {
    let view = battle.view(Viewer::Public, 0);
    let seat = view.awaited[0];
    let prompt = battle.view(Viewer::Seat(seat), 0).prompt.unwrap().id;
    battle.play(Choice { seat, prompt, steps: vec![step], id: None, given: Vec::new() }).unwrap();
}

fn code(answer: Answer) -> Code {
    match answer {
        Answer::Error(trouble) => trouble.code,
        other => panic!("{other:?}"),
    }
}

/// A battle long enough to have two snapshots.
fn long() -> Battle<Old> {
    let mut battle = open("1000");
    for i in 0..70 {
        play(&mut battle, if i % 3 == 0 { Step::Handful } else { Step::Throw });
    }
    battle
}

#[test]
fn a_replayed_battle_is_the_same_battle() {
    let mut battle = long();
    assert_eq!(battle.journal().snapshots.iter().map(|s| s.after).collect::<Vec<_>>(), [0, 32, 64]);
    let text = serde_json::to_string(battle.journal()).unwrap();
    let journal: Journal = serde_json::from_str(&text).unwrap();
    let mut again = Battle::<Old>::replay(&journal, None).unwrap();
    assert_eq!(again.journal(), battle.journal());
    assert_eq!(again.view(Viewer::All, 0), battle.view(Viewer::All, 0));
    // The stream of dice stands at the same place.
    for _ in 0..5 {
        play(&mut battle, Step::Throw);
        play(&mut again, Step::Throw);
    }
    assert_eq!(again.journal(), battle.journal());
}

/// A journal of one's own is read from its last stored state, and the battle is the same as if it were played again
/// from its start.
#[test]
fn a_battle_goes_on_from_its_last_stored_state() {
    let mut battle = long();
    let mut own = Battle::<Old>::resume_own(battle.journal()).unwrap();
    assert_eq!(own.replayed, 70 - 64);
    assert_eq!(Battle::<Old>::resume(battle.journal()).unwrap().replayed, 70);
    for round in 0..80 {
        assert_eq!(own.battle.journal(), battle.journal(), "after {round} more");
        for viewer in [Viewer::All, Viewer::Public, Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND)] {
            assert_eq!(own.battle.view(viewer, 0), battle.view(viewer, 0), "{viewer:?} after {round} more");
        }
        play(&mut battle, if round % 4 == 0 { Step::Handful } else { Step::Throw });
        own = Battle::<Old>::resume_own(battle.journal()).unwrap();
        assert!(own.replayed <= 33, "{} after {round} more", own.replayed);
    }
}

/// What a stored state does not hold, the right to take a choice back and asks to close, is never asked of it.
#[test]
fn undos_and_asks_to_close_survive_reading_wherever_they_fall() {
    let mut battle = open("1000");
    while battle.journal().entries.len() < 100 {
        play(&mut battle, Step::Handful);
        let Entry::Play { seat, .. } = battle.journal().entries.last().unwrap() else { panic!() };
        let seat = *seat;
        let check = |battle: &Battle<Old>| {
            let own = Battle::<Old>::resume_own(battle.journal()).unwrap();
            assert_eq!(own.battle.journal(), battle.journal());
            let seats = [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND)];
            assert_eq!(seats.map(|v| own.battle.view(v, 0)), seats.map(|v| battle.view(v, 0)));
            let code = |mut battle: Battle<Old>| battle.close(seat).map_err(code).map(|()| battle.closed());
            let again = Battle::<Old>::replay(battle.journal(), None).unwrap();
            assert_eq!(code(own.battle), code(again), "who has asked to close");
        };
        check(&battle);
        match battle.journal().entries.len() % 3 {
            0 => battle.undo(seat).unwrap(),
            1 => battle.close(seat).unwrap(),
            _ => {}
        }
        check(&battle);
    }
}

#[test]
fn a_stored_state_that_does_not_fit_is_not_believed() {
    let whole = long().journal().clone();
    let forged = |change: fn(&mut Journal)| {
        let mut journal = whole.clone();
        change(&mut journal);
        let own = Battle::<Old>::resume_own(&journal).unwrap();
        assert_eq!(own.battle.view(Viewer::All, 0), long().view(Viewer::All, 0));
        own.replayed
    };
    assert_eq!(forged(|_| {}), 6);
    assert_eq!(forged(|j| j.snapshots[2].state["heap"] = serde_json::json!(7)), 70 - 32, "damaged");
    let another = |j: &mut Journal| {
        let Snapshot { after, mut state, from, told, rest, .. } = j.snapshots[2].clone();
        state["heap"] = serde_json::json!(7);
        j.snapshots[2] = Snapshot::new(after, state, from, told, rest);
    };
    assert_eq!(forged(another), 70, "whole, but not the state that was written");
    assert_eq!(forged(|j| drop(j.snapshots.remove(1))), 70, "lines are missing");
    assert_eq!(forged(|j| j.snapshots[1].told = None), 70, "stored by an older program");
    assert_eq!(forged(|j| j.snapshots.clear()), 70);
}

/// A choice of the first seat and its undo, over and over, as older programs let them be written.
fn undos(pairs: usize) -> Battle<Old> {
    let mut battle = open("1000");
    play(&mut battle, Step::Handful);
    battle.undo(Seat::FIRST).unwrap();
    let pair = battle.journal().entries.clone();
    for _ in 1..pairs {
        battle.follow(&pair).unwrap();
    }
    battle
}

/// A battle that is as long as may be is not played on, and can still be closed.
#[test]
fn the_longest_battle_can_be_closed() {
    let mut battle = undos(MOST_ENTRIES / 2);
    assert_eq!(battle.journal().entries.len(), MOST_ENTRIES);
    let prompt = battle.view(Viewer::Seat(Seat::FIRST), usize::MAX).prompt.unwrap().id;
    let steps = vec![Step::Handful];
    let choice = Choice { seat: Seat::FIRST, prompt, steps, id: None, given: Vec::new() };
    assert_eq!(battle.play(choice).map_err(code), Err(Code::TooMany));
    assert_eq!(battle.undo(Seat::FIRST).map_err(code), Err(Code::TooMany));
    battle.close(Seat::FIRST).unwrap();
    assert_eq!(battle.close(Seat::FIRST).map_err(code), Err(Code::BadRequest), "once");
    battle.close(Seat::SECOND).unwrap();
    assert!(battle.closed());
    assert!(Battle::<Old>::resume_own(battle.journal()).unwrap().battle.closed());
}

/// A seat takes back so many choices one after the other, and then one of its choices stands.
#[test]
fn nobody_takes_back_without_end() {
    let mut battle = undos(MOST_UNDOS - 1);
    play(&mut battle, Step::Handful);
    battle.close(Seat::FIRST).unwrap();
    assert!(battle.may_undo(Seat::FIRST), "an ask to close changes nothing");
    battle.undo(Seat::FIRST).unwrap();
    play(&mut battle, Step::Handful);
    let view = battle.view(Viewer::Seat(Seat::FIRST), 0);
    let why = view.no_undo.unwrap();
    assert!(!view.may_undo && why.contains(&format!("your last {MOST_UNDOS} choices")), "{why}");
    assert_eq!(battle.undo(Seat::FIRST).map_err(code), Err(Code::NothingToUndo));
    let again = Battle::<Old>::replay(battle.journal(), None).unwrap();
    assert!(!again.may_undo(Seat::FIRST), "it is so after a restart too");
    // The other seat has its own count, and the next question is a new one.
    play(&mut battle, Step::Handful);
    battle.undo(Seat::SECOND).unwrap();
    play(&mut battle, Step::Handful);
    play(&mut battle, Step::Handful);
    battle.undo(Seat::FIRST).unwrap();
    // What older programs wrote is read.
    let long = undos(3 * MOST_UNDOS);
    assert_eq!(Battle::<Old>::replay(long.journal(), None).unwrap().journal(), long.journal());
    assert_eq!(long.journal().entries.len(), 6 * MOST_UNDOS);
}

/// A choice and its undo, over and over: the states stored among them are of use wherever they fall.
#[test]
fn undos_without_end_do_not_make_reading_long() {
    let mut battle = open("100000");
    play(&mut battle, Step::Handful);
    // Older programs let a seat take back without end.
    let Some(Entry::Play { hash, .. }) = battle.journal().entries.last() else { panic!() };
    let taken_back = [Entry::Undo { seat: Seat::SECOND, hash: *hash }];
    for pair in 0..500 {
        play(&mut battle, Step::Handful);
        let Entry::Play { seat, .. } = battle.journal().entries.last().unwrap() else { panic!() };
        let seat = *seat;
        if pair % 7 == 0 {
            battle.close(seat).unwrap();
        }
        let own = Battle::<Old>::resume_own(battle.journal()).unwrap();
        assert!(own.replayed < SNAPSHOT_EVERY, "{} after {pair} pairs", own.replayed);
        assert_eq!(own.battle.view(Viewer::Seat(seat), 0).may_undo, pair < MOST_UNDOS);
        battle.follow(&taken_back).unwrap();
    }
    let journal = battle.journal();
    let mut own = Battle::<Old>::resume_own(journal).unwrap();
    assert!(own.replayed < SNAPSHOT_EVERY, "{}", own.replayed);
    assert_eq!(own.battle.journal(), journal);
    // Nothing but the stored states, and what came after each, is played again to look back.
    let mut short = journal.clone();
    short.scenario.text = "no scenario".to_owned();
    let short = Battle::<Old>::resume_own(&short).unwrap().battle;
    for entries in [SNAPSHOT_EVERY, 333, 500, 777, 1000] {
        // Every entry told one line.
        let there = short.at_line(Viewer::All, entries).unwrap();
        let again = Battle::<Old>::replay(journal, Some(entries)).unwrap();
        assert_eq!(there.view(Viewer::All, 0), again.view(Viewer::All, 0), "after {entries}");
        for seat in [Seat::FIRST, Seat::SECOND] {
            assert_eq!(there.no_undo(seat), again.no_undo(seat), "{seat} after {entries}");
        }
    }
    play(&mut own.battle, Step::Throw);
}

/// One state that stands for all stored ones is as good as they are, and no better.
#[test]
fn stored_states_are_folded_into_one() {
    let mut battle = open("1000");
    while battle.journal().entries.len() < 130 {
        play(&mut battle, Step::Handful);
        if battle.journal().entries.len().is_multiple_of(5) {
            let Entry::Play { seat, .. } = battle.journal().entries.last().unwrap() else { panic!() };
            battle.undo(*seat).unwrap();
        }
    }
    let folded = |change: fn(&mut Journal)| {
        let mut journal = battle.journal().clone();
        change(&mut journal);
        let mut fold = Fold::default();
        for state in journal.snapshots.drain(..) {
            if !fold.take(state, &journal.entries) {
                break;
            }
        }
        journal.snapshots = fold.into_one().into_iter().collect();
        let own = Battle::<Old>::resume_own(&journal).unwrap();
        for viewer in [Viewer::All, Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND)] {
            assert_eq!(own.battle.view(viewer, 0), battle.view(viewer, 0), "{viewer:?}");
        }
        (journal.snapshots.len(), own.replayed)
    };
    let all = battle.journal().entries.len();
    assert_eq!(folded(|_| {}), (1, all - 128));
    assert_eq!(folded(|j| j.snapshots[4].state["heap"] = serde_json::json!(7)), (1, all - 96), "the last");
    assert_eq!(folded(|j| j.snapshots[2].state["heap"] = serde_json::json!(7)), (1, all - 32), "another");
    assert_eq!(folded(|j| j.snapshots[3].told = None), (1, all - 64), "lines are missing");
    assert_eq!(folded(|j| j.snapshots.truncate(1)), (0, all));
}

/// The state that an undo goes back to is not believed either.
#[test]
fn a_forged_right_to_undo_is_not_believed() {
    let mut battle = open("1000");
    while battle.journal().entries.len() < SNAPSHOT_EVERY {
        play(&mut battle, Step::Handful);
    }
    let mut journal = battle.journal().clone();
    assert_eq!(Battle::<Old>::resume_own(&journal).unwrap().replayed, 0);
    let Snapshot { after, state, from, told, rest, .. } = journal.snapshots.pop().unwrap();
    let mut rest = rest.unwrap();
    rest.undo.as_mut().unwrap().before["heap"] = serde_json::json!(7);
    journal.snapshots.push(Snapshot::new(after, state, from, told, Some(rest)));
    let own = Battle::<Old>::resume_own(&journal).unwrap();
    assert_eq!(own.replayed, SNAPSHOT_EVERY, "played again from the start");
    assert_eq!(own.battle.view(Viewer::All, 0), battle.view(Viewer::All, 0));
}

#[test]
fn a_branch_goes_on_with_its_own_dice() {
    let battle = long();
    let chance = || Chance { dice: DiceFrom::Stream, seed: Hex(vec![9; 32]), added: vec![Hex(vec![3])] };
    let there = Battle::<Old>::replay(battle.journal(), Some(40)).unwrap();
    let journal = there.branch(chance()).unwrap();
    let mut branch = Battle::<Old>::resume(&journal).unwrap().battle;
    assert_eq!(branch.view(Viewer::All, 0).scene, there.view(Viewer::All, 0).scene);
    let told = there.view(Viewer::Seat(Seat::FIRST), 0).lines;
    let mut now = branch.view(Viewer::Seat(Seat::FIRST), 0).lines;
    assert_eq!(now.pop().unwrap().line.sentence, "A new battle goes on from here.");
    // Each entry was a moment of its own; for the branch all that came before it is one.
    assert!(told.iter().zip(1..).all(|(told, entry)| told.moment == entry));
    assert!(now.iter().all(|told| told.moment == 1));
    let lines =
        |all: Vec<umpire::Numbered>| all.into_iter().map(|one| (one.number, one.line)).collect::<Vec<_>>();
    assert_eq!(lines(now), lines(told), "what was told stays told");
    for _ in 0..40 {
        play(&mut branch, Step::Throw);
    }
    let played = branch.journal();
    let (seats, rolls) = (played.chance.added.clone(), played.rolls().cloned().collect());
    let (commitment, server_seed) = (played.commitment.clone(), played.chance.seed.clone());
    let proof = dice::DiceProof { commitment, seats, server_seed, rolls };
    assert_eq!(dice::verify(&proof).unwrap().rolls, 40, "every roll is the branch's own");
    assert_eq!(Battle::<Old>::replay(played, None).unwrap().journal(), played);
    assert_eq!(Battle::<Old>::resume_own(played).unwrap().replayed, 40 - 32);
    // A battle that is decided has nothing to go on with.
    let mut short = open("20");
    while short.view(Viewer::Public, 0).outcome.is_none() {
        play(&mut short, Step::Throw);
    }
    assert_eq!(short.branch(chance()).map_err(code).unwrap_err(), Code::BattleOver);
}

/// The rolls of the second entry.
fn rolls(journal: &mut Journal) -> &mut Vec<dice::Roll> {
    let Entry::Play { rolls, .. } = &mut journal.entries[1] else { panic!("no choice") };
    rolls
}

#[test]
fn a_damaged_journal_is_refused_with_its_entry() {
    let whole = long().journal().clone();
    let damage: [Damage; 14] = [
        ("other seats", |j| drop(j.seats.pop())),
        ("published", |j| j.commitment = Hex(vec![1; 32])),
        ("published", |j| j.chance.seed = Hex(vec![8; 32])),
        ("entry 2 ", |j| rolls(j)[0].position = Some(1000)),
        ("entry 3 ", |j| rolls(j)[0].position = None),
        ("entry 2 ", |j| rolls(j)[0].seat = 0),
        ("entry 2 ", |j| {
            let Entry::Play { forced, .. } = &mut j.entries[1] else { panic!() };
            *forced = true;
        }),
        ("format", |j| j.format = 99),
        ("not of tally", |j| j.game = "chess".into()),
        ("rules", |j| j.rules = 9),
        ("another state", |j| j.hash = StateHash::of(&"something else")),
        ("entry 3 ", |j| drop(j.entries.remove(2))),
        ("entry 2 ", |j| rolls(j).clear()),
        ("entry 2 ", |j| rolls(j)[0].faces[0] = rolls(j)[0].faces[0] % 6 + 1),
    ];
    for (word, damage) in damage {
        let mut journal = whole.clone();
        damage(&mut journal);
        let Err(Answer::Error(trouble)) = Battle::<Old>::resume(&journal).map(|_| ()) else {
            panic!("{word}: accepted")
        };
        assert_eq!(trouble.code, Code::BadJournal);
        assert!(trouble.sentence.contains(word), "{word}: {}", trouble.sentence);
    }
}

#[test]
fn newer_rules_that_change_nothing_replay_the_whole_battle() {
    let mut battle = open("1000");
    for _ in 0..40 {
        play(&mut battle, Step::Throw);
    }
    let resumed = Battle::<New>::resume(battle.journal()).unwrap();
    assert_eq!(resumed.drift, None);
    assert_eq!(resumed.battle.journal().rules, 2);
    assert_eq!(resumed.battle.journal().entries, battle.journal().entries);
}

#[test]
fn a_battle_goes_on_from_its_last_stored_state_when_the_rules_changed() {
    let old = long();
    let resumed = Battle::<New>::resume(old.journal()).unwrap();
    let drift = resumed.drift.unwrap();
    // The first choice is a handful; the second snapshot is after 64 entries.
    assert_eq!((drift.entry, drift.kept), (0, 64));
    assert_eq!(drift.rules.iter().map(ToString::to_string).collect::<Vec<_>>(), ["XX-ADD-01"]);
    let mut battle = resumed.battle;
    let then = Battle::<Old>::replay(old.journal(), Some(64)).unwrap();
    assert_eq!(battle.view(Viewer::All, 0).scene, then.view(Viewer::All, 0).scene);
    let last = battle.view(Viewer::Public, 0).lines.pop().unwrap();
    assert!(last.line.sentence.contains("XX-ADD-01"), "{}", last.line.sentence);

    // It is a battle like any other: it goes on, is stored, and replays. The dice of the choices that were lost
    // do not fall again: everybody has seen them.
    play(&mut battle, Step::Throw);
    let again = Battle::<New>::resume(battle.journal()).unwrap();
    assert_eq!(again.drift, None);
    assert_eq!(again.battle.journal(), battle.journal());
    let mut old = old;
    play(&mut old, Step::Throw);
    let last = |battle: &Journal| battle.entries.last().map(|entry| entry.rolls().to_vec());
    assert_eq!(last(battle.journal()), last(old.journal()));
}

#[test]
fn a_short_battle_goes_on_from_its_start_and_a_closed_one_not_at_all() {
    let mut battle = open("1000");
    for _ in 0..5 {
        play(&mut battle, Step::Handful);
    }
    let resumed = Battle::<New>::resume(battle.journal()).unwrap();
    assert_eq!(resumed.drift.map(|drift| drift.kept), Some(0));
    battle.close(Seat::FIRST).unwrap();
    battle.close(Seat::SECOND).unwrap();
    assert_eq!(Battle::<New>::resume(battle.journal()).map(|_| ()).map_err(code), Err(Code::BadJournal));
    assert!(Battle::<Old>::resume(battle.journal()).unwrap().battle.closed());
}

#[test]
fn a_stored_state_that_was_changed_is_passed_over() {
    let mut journal = long().journal().clone();
    journal.snapshots[2].state["heap"] = serde_json::json!(7);
    assert_eq!(Battle::<New>::resume(&journal).unwrap().drift.map(|drift| drift.kept), Some(32));
}

#[test]
fn an_ask_to_close_lapses_when_somebody_plays_on() {
    let mut battle = open("1000");
    battle.close(Seat::FIRST).unwrap();
    assert_eq!(battle.close(Seat::FIRST).map_err(code), Err(Code::BadRequest));
    play(&mut battle, Step::Handful);
    battle.close(Seat::SECOND).unwrap();
    assert!(!battle.closed());
    // It does not take the other's choice from him.
    assert!(battle.view(Viewer::Seat(Seat::FIRST), 0).may_undo);
    assert_eq!(Battle::<Old>::replay(battle.journal(), None).unwrap().journal(), battle.journal());
}

#[test]
fn bounds_are_kept() {
    let mut battle = open("1000");
    let prompt = umpire::PromptId(1);
    let choice = |id: String| Choice {
        seat: Seat::FIRST,
        prompt,
        steps: vec![Step::Handful],
        id: Some(id),
        given: Vec::new(),
    };
    assert_eq!(battle.play(choice("x".repeat(101))).map_err(code), Err(Code::BadRequest));
    battle.play(choice("x".repeat(100))).unwrap();
    let scenario = Scenario { name: "heap".into(), text: "9".repeat(300 << 10) };
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![7; 32]), added: Vec::new() };
    let opening = Opening { scenario, chance, given: Vec::new() };
    assert_eq!(Battle::<Old>::open(opening).map(|_| ()).map_err(code), Err(Code::BadScenario));
}

/// An ask to close comes between a choice and its undo: it stays asked.
#[test]
fn an_undo_takes_back_the_lines_of_the_choice_and_no_others() {
    let mut battle = open("1000");
    play(&mut battle, Step::Handful);
    battle.close(Seat::FIRST).unwrap();
    battle.undo(Seat::FIRST).unwrap();
    let back = |battle: &Battle<Old>| {
        let lines = battle.view(Viewer::Public, 0).lines.into_iter();
        lines.map(|one| one.line.takes_back).collect::<Vec<_>>()
    };
    assert_eq!(back(&battle), [vec![], vec![], vec![2]]);
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![9; 32]), added: Vec::new() };
    let mut journal = battle.branch(chance).unwrap();
    let branch = |journal: &Journal| back(&Battle::<Old>::replay(journal, None).unwrap());
    assert_eq!(branch(&journal), [vec![], vec![], vec![2], vec![]], "in a branch too");
    let told = &mut journal.resumed.as_mut().unwrap().told;
    told[2].line.takes_back = vec![2, 7];
    told[3].line.takes_back = vec![1000];
    assert_eq!(branch(&journal), [vec![], vec![], vec![2], vec![]], "a journal may be forged");
}

#[test]
fn only_ones_own_last_choice_without_dice_can_be_taken_back() {
    let mut battle = open("1000");
    let (a, b) = (Seat::FIRST, Seat::SECOND);
    let before = battle.view(Viewer::All, 0);
    let why = |battle: &Battle<Old>, seat| battle.view(Viewer::Seat(seat), 0).no_undo.map(String::from);
    let says = |why: Option<String>, word: &str| why.is_some_and(|why| why.contains(word));
    assert!(says(why(&battle, a), "not chosen anything"));
    assert_eq!(battle.undo(a).map_err(code), Err(Code::NothingToUndo));
    play(&mut battle, Step::Handful);
    assert_eq!((why(&battle, a), battle.view(Viewer::Public, 0).no_undo), (None, None));
    assert!(says(why(&battle, b), "not chosen anything"));
    assert!(battle.view(Viewer::Seat(a), 0).may_undo && !battle.view(Viewer::Seat(b), 0).may_undo);
    assert_eq!(battle.undo(b).map_err(code), Err(Code::NothingToUndo));
    battle.undo(a).unwrap();
    assert_eq!(battle.view(Viewer::All, 0).scene, before.scene);
    let lines = battle.view(Viewer::All, 0).lines;
    assert_eq!(lines.iter().map(|one| &*one.line.takes_back).collect::<Vec<_>>(), [&[][..], &[1]]);
    assert_eq!(battle.undo(a).map_err(code), Err(Code::NothingToUndo));
    assert!(says(why(&battle, a), "taken back already"));
    play(&mut battle, Step::Throw);
    assert!(!battle.view(Viewer::Seat(a), 0).may_undo);
    assert!(says(why(&battle, a), "Dice fell"));
    play(&mut battle, Step::Handful);
    assert!(says(why(&battle, a), "Dice fell"), "what others do since is no matter then");
    play(&mut battle, Step::Handful);
    assert!(says(why(&battle, b), "acted since"));
    assert!(!battle.view(Viewer::Seat(b), 0).may_undo && battle.view(Viewer::Seat(a), 0).may_undo);
    let replayed = Battle::<Old>::replay(battle.journal(), None).unwrap();
    assert!(replayed.view(Viewer::Seat(a), 0).may_undo);
    assert_eq!(replayed.journal(), battle.journal());
}

#[test]
fn a_decided_battle_takes_no_choice_and_is_closed_by_anybody() {
    let mut battle = open("3");
    play(&mut battle, Step::Handful);
    assert!(battle.view(Viewer::Public, 0).outcome.is_some());
    let prompt = umpire::PromptId(2);
    let choice = Choice { seat: Seat::SECOND, prompt, steps: vec![Step::Handful], id: None, given: vec![] };
    assert_eq!(battle.play(choice).map_err(code), Err(Code::BattleOver));
    battle.close(Seat::SECOND).unwrap();
    assert!(battle.closed());
    assert_eq!(battle.close(Seat::FIRST).map_err(code), Err(Code::BattleOver));
    assert_eq!(battle.undo(Seat::FIRST).map_err(code), Err(Code::NothingToUndo));
    let mut thrown = open("1");
    play(&mut thrown, Step::Throw);
    assert_eq!(thrown.no_undo(Seat::FIRST), Some("The battle is over.".into()));
}

#[test]
fn a_scenario_with_problems_does_not_open() {
    let scenario = Scenario { name: "heap.toml".into(), text: "\nmany".into() };
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![7; 32]), added: Vec::new() };
    let opening = Opening { scenario, chance: chance.clone(), given: Vec::new() };
    let Err(Answer::Error(trouble)) = Battle::<Old>::open(opening).map(|_| ()) else { panic!("opened") };
    assert_eq!(trouble.code, Code::BadScenario);
    assert!(trouble.sentence.contains("heap.toml") && trouble.problems.len() == 1);
    let scenario = Scenario { name: "heap".into(), text: "9".into() };
    let short = Chance { seed: Hex(vec![7; 31]), ..chance };
    let opening = Opening { scenario, chance: short, given: Vec::new() };
    assert_eq!(Battle::<Old>::open(opening).map(|_| ()).map_err(code), Err(Code::BadRequest));
}
