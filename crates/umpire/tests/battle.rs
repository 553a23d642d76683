//! Battles, journals and replay, with a game that has nothing else to it.

mod tally;

use dice::Hex;
use tally::{Step, Tally};
use umpire::{
    Answer, Battle, Chance, Choice, Code, DiceFrom, Entry, Journal, Opening, Scenario, Seat, StateHash,
    Viewer,
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

#[test]
fn only_ones_own_last_choice_without_dice_can_be_taken_back() {
    let mut battle = open("1000");
    let (a, b) = (Seat::FIRST, Seat::SECOND);
    let before = battle.view(Viewer::All, 0);
    assert_eq!(battle.undo(a).map_err(code), Err(Code::NothingToUndo));
    play(&mut battle, Step::Handful);
    assert!(battle.view(Viewer::Seat(a), 0).may_undo && !battle.view(Viewer::Seat(b), 0).may_undo);
    assert_eq!(battle.undo(b).map_err(code), Err(Code::NothingToUndo));
    battle.undo(a).unwrap();
    assert_eq!(battle.view(Viewer::All, 0).scene, before.scene);
    assert_eq!(battle.view(Viewer::All, 0).lines.len(), 2);
    assert_eq!(battle.undo(a).map_err(code), Err(Code::NothingToUndo));
    play(&mut battle, Step::Throw);
    assert!(!battle.view(Viewer::Seat(a), 0).may_undo);
    play(&mut battle, Step::Handful);
    play(&mut battle, Step::Handful);
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
