//! Pictures of scenarios and journals: well-formed, complete, and silent about what is hidden.

mod common;

use common::Umpire;
use roxmltree::{Document, Node};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grognard")).args(args).output().expect("the program runs")
}

fn own(name: &str) -> String {
    format!("{}/../../scenarios/blucher/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the file can be written");
    path.to_str().expect("a name").to_owned()
}

fn picture(args: &[&str]) -> String {
    let output = run(&[&["show"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn refused(args: &[&str]) -> String {
    let output = run(&[&["show"], args].concat());
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).expect("text")
}

fn of_class<'a>(svg: &'a Document<'a>, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    svg.descendants().filter(move |node| node.attribute("class") == Some(class))
}

/// The names of one side's units, as they stand in the file.
fn names(text: &str, side: u8) -> Vec<String> {
    let units = text.split("[[unit]]").skip(1).filter(|unit| unit.contains(&format!("side = {side}\n")));
    units.filter_map(|unit| Some(unit.split("name = \"").nth(1)?.split('"').next()?.to_owned())).collect()
}

#[test]
fn every_piece_is_drawn_once() {
    for (name, count, objectives) in [("learning", 16, 1), ("meeting", 36, 1)] {
        for viewer in ["all", "public", "0", "1"] {
            let text = picture(&[&own(name), "--viewer", viewer]);
            let svg = Document::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
            let ids: BTreeSet<_> =
                of_class(&svg, "piece").filter_map(|piece| piece.attribute("id")).collect();
            assert_eq!((of_class(&svg, "piece").count(), ids.len()), (count, count), "{name} {viewer}");
            assert_eq!(of_class(&svg, "marker").count(), objectives, "{name} {viewer}");
        }
    }
}

#[test]
fn hidden_names_are_not_in_the_picture() {
    for name in ["learning", "meeting"] {
        let scenario = fs::read_to_string(own(name)).expect("a file");
        let sides = [names(&scenario, 0), names(&scenario, 1)];
        for (viewer, knows) in
            [("0", [true, false]), ("1", [false, true]), ("public", [false; 2]), ("all", [true; 2])]
        {
            let text = picture(&[&own(name), "--viewer", viewer]);
            for (side, knows) in sides.iter().zip(knows) {
                assert!(side.len() >= 8);
                for unit in side {
                    assert_eq!(text.contains(&format!(">{unit}<")), knows, "{name}: {unit} for {viewer}");
                    assert!(knows || !text.contains(unit.as_str()), "{name}: {unit} for {viewer}");
                }
            }
        }
    }
}

#[test]
fn marks_and_preparation_are_drawn() {
    let text = fs::read_to_string(own("learning")).expect("a file");
    let text = text.replace("name = \"Lacour\"", "name = \"Lacour\"\nprepared = true\nmarks = 2");
    let text = picture(&[&file("marked.toml", &text), "--viewer", "1"]);
    let svg = Document::parse(&text).expect("well-formed");
    assert_eq!(of_class(&svg, "struck").count(), 2);
    assert_eq!(of_class(&svg, "prepared").count(), 1);
    assert!(text.contains(">Lacour<"), "prepared units are not concealed");
}

#[test]
fn a_name_cannot_break_the_picture() {
    let text = fs::read_to_string(own("learning")).expect("a file");
    let text = text.replace("\"Lacour\"", r#""<script>&\u0001\"'""#);
    let text = picture(&[&file("hostile.toml", &text)]);
    let svg = Document::parse(&text).expect("well-formed");
    assert!(!svg.descendants().any(|node| node.has_tag_name("script")));
    assert!(svg.descendants().any(|node| node.text() == Some("<script>&\u{fffd}\"'")));
}

#[test]
fn the_game_is_told_by_what_stands_in_the_file() {
    let ford = format!("{}/../reference/scenarios/ford.toml", env!("CARGO_MANIFEST_DIR"));
    assert!(picture(&[&ford]).contains(">1st Foot<"));
    assert!(picture(&[&own("learning"), "--game", "blucher"]).contains(">Lacour<"));
    assert!(refused(&[&ford, "--game", "blucher"]).contains("rounds"));
    assert!(refused(&[&ford, "--game", "chess"]).contains("no game \"chess\""));
}

#[test]
fn a_journal_is_drawn_at_any_entry() {
    let mut umpire = Umpire::start();
    let battle = umpire.open(json!({"game": "blucher", "scenario": "learning", "seed": "2a"}));
    let journal = umpire.finish(&battle);
    let entries = journal["entries"].as_array().expect("entries").len();
    let path = file("drawn.battle.json", &journal.to_string());
    let [first, last] = ["0".to_owned(), entries.to_string()].map(|at| picture(&[&path, "--at", &at]));
    assert!(first.contains("Turn 1 of 14"), "{}", &first[..400]);
    assert!(!last.contains("Turn 1 of 14"));
    assert_eq!(last, picture(&[&path]), "without --at it is the last position");
    assert!(Document::parse(&last).is_ok());
    let beyond = refused(&[&path, "--at", &(entries + 1).to_string()]);
    assert!(beyond.contains(&format!("it has {entries} entries")), "{beyond}");
}

#[test]
fn what_cannot_be_drawn_is_refused_with_file_line_and_field() {
    let good = fs::read_to_string(own("learning")).expect("a file");
    let line = |word: &str| good.lines().position(|line| line.contains(word)).expect("a line") + 1;
    // Each: what is replaced, by what, the line of the problem (of its table for units), words of the answer.
    let unit = line("name = \"Lacour\"") - 2;
    for (old, new, at, word) in [
        ("at = [3.4, 3.0]", "at = [3.4, 0.5]", unit, "unit[0].at: Lacour stands partly off the table"),
        (
            "at = [4.6, 3.0]",
            "at = [3.4, 3.0]",
            line("name = \"Guiot\"") - 2,
            "unit[1].at: Guiot stands on Lacour",
        ),
        ("elan = 6", "elan = 60", unit, "unit[0].elan"),
        ("turns = 14", "turns = 0", line("turns = 14"), "turns: a battle has at least one turn"),
        ("turns = 14", "turn = 14", line("turns = 14"), "unknown field `turn`"),
        ("width = 16", "width = -1", line("width = 16"), "table.width: a length is greater than 0"),
    ] {
        let path = file("bad.toml", &good.replacen(old, new, 1));
        let said = refused(&[&path]);
        assert!(said.contains(&format!("bad.toml: line {at}: ")), "{new}: line {at}: {said}");
        assert!(said.contains(word), "{said}");
    }
    assert!(refused(&["no such file.toml"]).contains("no such file.toml"));
    assert!(refused(&[&own("learning"), "--at", "1"]).contains("--at is for journals"));
    assert!(refused(&[&own("learning"), "--viewer", "5"]).contains("no seat 5"));
    assert!(refused(&[&own("learning"), "--viewer", "everybody"]).contains("a viewer is"));
    let cut = file("cut.battle.json", "{\n \"format\": 1,");
    assert!(refused(&[&cut]).contains("line 2"));
}

#[test]
fn the_picture_of_the_documentation_is_up_to_date() {
    let kept = format!("{}/../../docs/pictures/meeting.svg", env!("CARGO_MANIFEST_DIR"));
    let kept = fs::read_to_string(kept).expect("a file");
    let now = picture(&[&own("meeting")]);
    assert!(kept == now, "run: grognard show scenarios/blucher/meeting.toml --out docs/pictures/meeting.svg");
}
