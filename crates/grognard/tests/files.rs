//! Journals on disk: replayed, checked, and refused with one clear message.

mod common;

use common::Umpire;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grognard")).args(args).output().expect("the program runs")
}

fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn journal() -> Value {
    let mut umpire = Umpire::start();
    let battle = umpire.open(json!({"seed": "2a"}));
    umpire.finish(&battle)
}

#[test]
fn a_finished_battle_replays_and_its_dice_are_those_of_the_seed() {
    let path = file("finished.battle.json", &journal().to_string());
    let path = path.to_str().expect("a name");
    let replay = run(&["replay", path]);
    assert_eq!(replay.status.code(), Some(0), "{}", stderr(&replay));
    let verify = run(&["verify-dice", path]);
    assert_eq!(verify.status.code(), Some(0), "{}", stderr(&verify));
    let said = String::from_utf8_lossy(&verify.stdout).into_owned();
    assert!(said.contains(journal()["commitment"].as_str().expect("a commitment")), "{said}");
}

#[test]
fn an_altered_die_is_found() {
    let mut journal = journal();
    let entries = journal["entries"].as_array_mut().expect("entries");
    let rolls = entries.iter_mut().filter_map(|e| e.get_mut("rolls")?.as_array_mut()).flatten();
    let roll = rolls.last().expect("a roll");
    let face = roll["faces"][0].as_u64().expect("a face");
    roll["faces"][0] = json!(face % 6 + 1);
    let path = file("altered.battle.json", &journal.to_string());
    let verify = run(&["verify-dice", path.to_str().expect("a name")]);
    assert_eq!(verify.status.code(), Some(1));
    assert!(stderr(&verify).contains("but the stream gives"), "{}", stderr(&verify));
    let replay = run(&["replay", path.to_str().expect("a name")]);
    assert_eq!(replay.status.code(), Some(2));
    assert!(stderr(&replay).contains("does not replay"), "{}", stderr(&replay));
}

#[test]
fn another_seed_than_the_promised_one_is_found() {
    let mut journal = journal();
    journal["chance"]["seed"] = json!("00".repeat(32));
    let path = file("reseeded.battle.json", &journal.to_string());
    let verify = run(&["verify-dice", path.to_str().expect("a name")]);
    assert_eq!(verify.status.code(), Some(1));
    assert!(stderr(&verify).contains("commitment"), "{}", stderr(&verify));
    // A proof whose first rolls were left out is no proof.
    let proof = json!({
        "commitment": journal["commitment"], "seats": [], "server_seed": "2a", "rolls": [], "start": 5,
    });
    let path = file("started-late.json", &proof.to_string());
    assert_eq!(run(&["verify-dice", path.to_str().expect("a name")]).status.code(), Some(2));
}

#[test]
fn what_is_no_journal_is_refused_with_file_and_line() {
    for (name, text, word) in [
        ("cut.battle.json", "{\n \"format\": 1,", "line 2"),
        ("other.battle.json", "{\"format\": 1, \"colour\": 2}", "colour"),
        ("binary.battle.json", "\u{0}\u{1}", "line 1"),
    ] {
        let path = file(name, text);
        for command in ["replay", "verify-dice"] {
            let output = run(&[command, path.to_str().expect("a name")]);
            assert_eq!(output.status.code(), Some(2), "{command} {name}");
            let said = stderr(&output);
            assert!(said.contains(name) && said.contains(word), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
    let missing = run(&["replay", "no-such-file.battle.json"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("no-such-file.battle.json"));
}

#[test]
fn rules_are_shown_by_id_and_by_words() {
    let one = run(&["rules", "bl-chg-07"]);
    assert!(String::from_utf8_lossy(&one.stdout).contains("BL-CHG-07"));
    let none = run(&["rules", "zeppelin"]);
    assert_eq!(none.status.code(), Some(2));
    assert_eq!(run(&["conquer"]).status.code(), Some(2));
}

#[test]
fn a_battle_is_watched_to_its_end() {
    for (game, end) in [("blucher", "BL-VIC-"), ("picket", "RF-END-0")] {
        let watched = run(&["play", "--watch", "--game", game, "--seed", "2a"]);
        assert_eq!(watched.status.code(), Some(0), "{}", stderr(&watched));
        let told = String::from_utf8_lossy(&watched.stdout).into_owned();
        assert!(told.contains(end), "{game}");
        assert!(!told.contains("BL-VIC-12"), "nobody offers to concede");
    }
    assert_eq!(run(&["play", "--game", "chess"]).status.code(), Some(2));
    assert_eq!(run(&["play", "--seed", "xyz"]).status.code(), Some(2));
}
