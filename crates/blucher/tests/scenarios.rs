//! The scenarios that come with the game can be played as they stand.

use blucher::Blucher;
use blucher::card::Arm;
use blucher::field::Kind;
use blucher::scenario::{Read, read};
use dice::Hex;
use std::collections::BTreeSet;
use umpire::{Answer, Battle, Chance, Choice, DiceFrom, Game, Opening, Scenario, Seat, Viewer};

fn open(scenario: Scenario) -> Result<Battle<Blucher>, Answer> {
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![7; 32]), added: Vec::new() };
    Battle::open(Opening { scenario, chance, given: Vec::new() })
}

fn named(name: &str) -> Scenario {
    blucher::scenarios().into_iter().find(|scenario| scenario.name == name).expect("a scenario of this name")
}

fn reading(name: &str) -> Read {
    read(&named(name).text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}

fn units(
    read: &Read,
    side: u8,
) -> impl Iterator<Item = &(blucher::scenario::UnitWritten, blucher::card::Card, table::pose::Pose)> {
    read.units.iter().filter(move |(unit, ..)| unit.side == side)
}

#[test]
fn all_open_without_warnings_and_somebody_is_asked() {
    for scenario in blucher::scenarios() {
        let name = scenario.name.clone();
        assert_eq!(reading(&name).warnings, [], "{name}");
        let battle = open(scenario).unwrap_or_else(|answer| panic!("{name}: {answer:?}"));
        let view = battle.view(Viewer::Seat(Seat::FIRST), 0);
        if name == "pickup" {
            assert_eq!((view.awaited.len(), view.scene.pieces.len()), (1, 0), "dice say who begins");
            continue;
        }
        assert!(view.prompt.is_some(), "{name}: the first side is asked what it does");
        assert_eq!(view.awaited, [Seat::FIRST], "{name}");
        assert_eq!(view.scene.pieces.len(), reading(&name).units.len(), "{name}");
    }
}

/// Whoever wants no setup of his own gives the fallback: the armies come to stand, and the battle begins.
#[test]
fn a_pickup_game_is_set_up_by_fallbacks_alone() {
    let mut battle = open(named("pickup")).unwrap_or_else(|answer| panic!("{answer:?}"));
    for _ in 0..100 {
        let prompts = Blucher::prompts(&battle.known(Viewer::All));
        if battle.view(Viewer::Public, 0).scene.clock.contains("Turn 1") {
            break;
        }
        let asked = prompts.into_iter().next().expect("somebody is asked");
        let steps = asked.fallback.expect("a fallback");
        let choice = Choice { seat: asked.seat, prompt: asked.id, steps, id: None, given: Vec::new() };
        battle.play(choice).unwrap_or_else(|answer| panic!("{answer:?}"));
    }
    let view = battle.view(Viewer::Public, 0);
    assert_eq!((view.scene.pieces.len(), view.scene.markers.len()), (36, 3), "{}", view.scene.clock);
    assert!(view.scene.terrain.is_empty(), "who falls back places no terrain");
}

/// The examples of the documentation, one after the other, are a scenario.
#[test]
fn the_examples_of_the_format_are_right() {
    let page = include_str!("../../../docs/scenario-format.md");
    let examples = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let text = std::iter::once("title = \"Examples\"\n").chain(examples).collect::<String>();
    let read = read(&text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    assert_eq!((read.units.len(), read.written.terrain.len()), (1, 3));
    let battle = open(Scenario { name: "examples".to_owned(), text });
    assert!(
        battle
            .unwrap_or_else(|answer| panic!("{answer:?}"))
            .view(Viewer::Public, 0)
            .scene
            .clock
            .contains("Turn 7")
    );
}

/// Each: what is added to the learning battle, the field that is wrong, and on which of the added lines.
#[test]
fn numbers_that_no_battle_has_are_refused_with_their_line() {
    let good = named("learning").text;
    for (tail, field, line) in [
        ("\n[now]\nturn = 15\nphase = \"fire\"\n", "now.turn", 3),
        ("\n[now]\nturn = 1\nphase = \"fire\"\nmomentum = [1, 2]\n", "now.momentum", 5),
        ("\n[now]\nturn = 1\nphase = \"fire\"\nmomentum = [1, 2, 7]\n", "now.momentum", 5),
        ("\n[special]\nneeded = 1\n", "special.needed", 3),
        ("\n[special]\nneeded = 0\nside = 2\n", "special.needed", 3),
    ] {
        let problems = read(&(good.clone() + tail)).expect_err("it is refused");
        let first = &problems[0];
        let line = good.lines().count() as u32 + line;
        assert_eq!((first.field.as_str(), first.line), (field, Some(line)), "{tail}");
    }
    let right = good + "\n[now]\nturn = 14\nphase = \"movement\"\nmomentum = [1, 2, 6]\n";
    assert!(read(&right).is_ok());
}

#[test]
fn the_sides_are_equal_in_numbers_elan_and_corps() {
    for scenario in blucher::scenarios() {
        let read = reading(&scenario.name);
        let count = |side: u8, arm: Arm| units(&read, side).filter(|(_, card, _)| card.arm == arm).count();
        for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery] {
            assert_eq!(count(0, arm), count(1, arm), "{}: {arm}", scenario.name);
        }
        let sum = |side: u8| units(&read, side).map(|(_, card, _)| card.track.len()).sum::<usize>();
        assert_eq!(sum(0), sum(1), "{}", scenario.name);
        let corps =
            |side: u8| units(&read, side).map(|(unit, ..)| &unit.corps).collect::<BTreeSet<_>>().len();
        assert_eq!(corps(0), corps(1), "{}", scenario.name);
    }
}

#[test]
fn names_are_different_and_both_sides_have_an_edge() {
    for scenario in blucher::scenarios() {
        let read = reading(&scenario.name);
        let names: BTreeSet<_> = read.units.iter().map(|(unit, ..)| &unit.name).collect();
        assert_eq!(names.len(), read.units.len(), "{}", scenario.name);
        if read.written.pickup.is_some() {
            continue; // The edges are chosen in play.
        }
        let owners: BTreeSet<u8> = read.written.edge.iter().map(|edge| edge.get_ref().side).collect();
        assert_eq!(owners, BTreeSet::from([0, 1]), "{}", scenario.name);
    }
}

#[test]
fn the_learning_battle_is_small() {
    let read = reading("learning");
    assert_eq!((units(&read, 0).count(), units(&read, 1).count()), (8, 8));
    assert!((12..=16).contains(&read.written.turns));
    // One objective that nobody holds: at nightfall it decides (BL-VIC-10).
    assert_eq!(read.objectives.iter().map(|(objective, _)| objective.side).collect::<Vec<_>>(), [None]);
}

#[test]
fn the_meeting_engagement_has_every_kind_of_terrain() {
    let read = reading("meeting");
    assert_eq!(units(&read, 0).count(), 18);
    let kinds: BTreeSet<Kind> = read.field.ground().pieces().iter().map(|piece| piece.kind).collect();
    let all = [
        Kind::Hill,
        Kind::Crest,
        Kind::Wood,
        Kind::Rocky,
        Kind::Marsh,
        Kind::Ploughed,
        Kind::Urban,
        Kind::MinorRiver,
        Kind::MajorRiver,
        Kind::Crossing,
        Kind::Road,
    ];
    assert_eq!(kinds, BTreeSet::from(all));
    let sizes: Vec<usize> = read.field.towns().iter().map(|town| town.pieces.len()).collect();
    assert_eq!(sizes.iter().filter(|n| **n == 2).count(), 1, "one town of two bases");
    let hills = read.field.ground().pieces().iter().filter(|piece| piece.kind == Kind::Hill);
    assert!(
        hills.filter(|hill| read.field.crest_of(hill.id).is_none()).count() == 1,
        "one hill has no crest"
    );
}
