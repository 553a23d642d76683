//! OBJ-01, OBJ-07, URB-01 to -06 – what a scenario lays on the table, with AMB-43, -44, -48, -233 and what a
//! scenario may not say.

use super::orders::*;
use crate::field::Kind;
use crate::scenario::read;
use crate::step::When;
use crate::testing::{field, field_with, problems, written};
use table::convex::Convex;
use table::rect::Edge;

const UNITS: &str = "A blue inf 5,5,0; X red inf 20,12,180";

#[test]
fn bl_obj_01_the_scenario_says_how_many_objectives_and_where() {
    let text = format!("{UNITS}; objective 4,4 side=blue; objective 12,8; objective 20,13 side=red");
    let objectives = field(&text).truth().objectives;
    let control: Vec<Option<u8>> = objectives.iter().map(|objective| objective.control).collect();
    assert_eq!(control, [Some(0), None, Some(1)]);
    assert!(field(UNITS).truth().objectives.is_empty());
    assert_eq!(problems(&format!("{UNITS}; objective 24.1,8"))[0].0, "objective[0].at");
}

#[test]
fn bl_obj_07_a_scenario_overrides_the_places_of_objectives() {
    // In a corner, near another, and beside a village.
    let text = format!("{UNITS}; urban 2.5,2.5,0; objective 1,1; objective 2,1");
    assert_eq!(field(&text).truth().objectives.len(), 2);
}

/// What the urban areas of a position are, base by base.
fn settlements(ground: &str) -> Vec<&'static str> {
    let field = field(&format!("{UNITS}; {ground}")).truth().field.clone();
    let bases = field.ground().pieces().iter().filter(|piece| piece.kind == Kind::Urban);
    bases.filter_map(|base| field.settlement(base.id)).collect()
}

#[test]
fn bl_urb_01_a_unit_fits_in_a_base() {
    let field =
        field("A blue inf 8,8.5,30; B blue inf 5,5.5,0; C blue inf 11,11.5,90; urban 5,5,0; urban 11,11.5,0");
    let inside =
        |name: &str| field.truth().field.single_base(&Convex::from(field.unit(name).rect())).is_some();
    assert!(inside("B"), "0.05 BW are left on every side");
    assert!(!inside("A") && !inside("C"), "C hangs out by half a BW");
}

#[test]
fn bl_urb_02_one_base_is_a_village() {
    assert_eq!(settlements("urban 5,8,0; urban 12,8,0"), ["village", "village"]);
}

#[test]
fn bl_urb_03_two_are_a_town() {
    assert_eq!(settlements("urban 5,8,0; urban 6.1,8,0"), ["town", "town"]);
}

#[test]
fn bl_urb_04_three_or_more_are_a_city() {
    assert_eq!(settlements("urban 5,8,0; urban 6.1,8,0; urban 7.2,8,0"), ["city"; 3]);
    let five = "urban 5,8,0; urban 6.1,8,0; urban 7.2,8,0; urban 6.1,9.1,0; urban 6.1,10.2,0";
    assert_eq!(settlements(five), ["city"; 5]);
}

/// The fields with a problem of joined bases.
fn misjoined(ground: &str) -> Vec<String> {
    let found = problems(&format!("{UNITS}; {ground}"));
    assert!(found.iter().all(|(_, sentence)| sentence.contains("BL-URB-05")), "{found:?}");
    found.into_iter().map(|(field, _)| field).collect()
}

#[test]
fn bl_urb_05_bases_share_full_edges() {
    assert_eq!(misjoined("urban 5,8,0; urban 6.1,8.55,0"), ["terrain[1].at"], "shifted by half a side");
    assert_eq!(misjoined("urban 5,8,0; urban 6.1,8.05,0"), ["terrain[1].at"], "a little");
    assert_eq!(misjoined("urban 5,8,0; urban 6.1,9.1,0"), ["terrain[1].at"], "joined at a corner");
    assert_eq!(misjoined("urban 5,8,0; urban 5.5,8,0").len(), 2, "one on the other");
    assert_eq!(misjoined("urban 5,8,0; urban 6.1,8,0; urban 6.1,9.1,0").len(), 0, "an L");
    // Two pairs that meet only at a corner.
    let pairs = "urban 5,8,0; urban 6.1,8,0; urban 7.2,9.1,0; urban 8.3,9.1,0";
    assert_eq!(misjoined(pairs), ["terrain[2].at", "terrain[3].at"]);
    assert_eq!(misjoined("urban 5,8,0; urban 6.3,8,0").len(), 0, "two villages");
}

#[test]
fn bl_urb_06_any_arrangement_with_full_edges() {
    assert_eq!(settlements("urban 5,8,0; urban 6.1,8,90; urban 7.2,8,180"), ["city"; 3]);
    assert_eq!(settlements("urban 5,8,0; urban 5,9.1,0; urban 6.1,9.1,0"), ["city"; 3]);
}

#[test]
fn bl_urb_06_a_town_may_lie_askew() {
    // The second base is 1.1 BW to the right of the first, to the nearest grain.
    for degrees in [1, 7, 15, 30, 33, 45, 61, 89] {
        let (sin, cos) = libm::sincos(f64::from(degrees).to_radians());
        let (x, y) = (5. + 1.1 * cos, 8. - 1.1 * sin);
        let ground = format!("urban 5,8,{degrees}; urban {x:.4},{y:.4},{degrees}");
        assert_eq!(settlements(&ground), ["town", "town"], "{ground}");
    }
}

#[test]
fn bl_amb_233_a_garrison_has_all_corners_in_one_base() {
    let inside = |pose: &str| {
        let field = field(&format!("A blue inf {pose}; X red inf 20,12,180; urban 5,8,0; urban 6.1,8,0"));
        let base = field.truth().field.single_base(&Convex::from(field.unit("A").rect()));
        base.is_some()
    };
    assert!(inside("5,8.5,0") && inside("5.5,8,90") && inside("5,7.5,180"), "facing is free");
    assert!(inside("5.06,8.5,0"), "0.01 out is TOUCH");
    assert!(!inside("5.08,8.5,0") && !inside("5.55,8.5,0"));
}

#[test]
fn bl_amb_43_a_minor_river_is_difficult_without_a_crossing() {
    let river = field(&format!("{UNITS}; minor 0,6 24,6"));
    assert_eq!(river.why("A", simple(0., 1.5)), ["BL-SIM-03"]);
    assert!(river.why("A", difficult(0., 1., 0., When::Before)).is_empty());
}

#[test]
fn bl_amb_44_a_charge_is_as_long_as_the_cards_full_allowance() {
    let charge = |allowance: &str, y: &str| {
        let field = field(&format!("A blue inf 5,5,0 {allowance}; X red inf 5,{y},180"));
        field.refused(&field.charge("A", 0., "X"))
    };
    assert!(charge("move=3,1", "8").is_empty());
    assert!(!charge("move=3,1", "8.05").is_empty());
    assert!(!charge("", "8").is_empty());
}

#[test]
fn bl_amb_48_fire_and_charge_measure_the_closest_each_in_its_own_way() {
    // X: range and distance 1.4. Y: its corner (5.9, 6.2) is 1.5 from A's centerpoint and 1.26 from A's corner.
    let text = "A blue inf 5,5,0; X red inf 5,6.4,180; Y red inf 6.4,6.2,180";
    let fire = field(&format!("{text}; turn 1 fire"));
    assert!(fire.no_shot("A", "X").is_empty());
    assert_eq!(fire.no_shot("A", "Y"), ["BL-TGT-03"]);
    let charge = field(text);
    assert_eq!(charge.refused(&charge.charge("A", 0., "X")), ["BL-CHG-22"]);
    assert!(charge.refused(&charge.charge("A", 41., "Y")).is_empty());
}

#[test]
fn bl_vic_07_a_special_victory_needs_special_objectives() {
    let text = format!("{UNITS}; objective 4,4; objective 12,8");
    let special = |needed: u8, marked: bool| {
        let one = if marked { "at = [4.0, 4.0]\nspecial = true" } else { "at = [4.0, 4.0]" };
        let now = format!("[special]\nneeded = {needed}\n[now]");
        let toml = written(&text, &[("at = [4.0, 4.0]", one), ("[now]", &now)]);
        read(&toml).err().unwrap_or_default().into_iter().map(|p| p.field).collect::<Vec<_>>()
    };
    assert!(special(1, true).is_empty());
    assert_eq!(special(2, true), ["special.needed"]);
    assert_eq!(special(0, true), ["special.needed"]);
    assert_eq!(special(1, false), ["special.needed"]);
}

#[test]
fn bl_vic_07_special_objectives_end_the_battle() {
    let text = format!("{UNITS}; objective 4,4 side=red");
    let changes = [
        ("at = [4.0, 4.0]", "at = [4.0, 4.0]\nspecial = true"),
        ("[now]", "[special]\nneeded = 1\nside = 1\n[now]"),
    ];
    let mut field = field_with(&text, &changes, &[]);
    field.play(&[crate::step::Step::EndPhase], &[]);
    assert_eq!(field.outcome(), Some((Some(1), "BL-VIC-07".into())));
}

#[test]
fn a_position_after_movement_says_who_has_moved() {
    let shot = |state: &str| {
        field(&format!("A blue inf 5,5,0 {state}; X red inf 5,6,180; turn 1 fire")).no_shot("A", "X")
    };
    assert_eq!(shot(""), Vec::<String>::new());
    assert_eq!(shot("moved"), ["BL-FIR-06"]);
    assert_eq!(problems(&format!("{UNITS}; B blue inf 8,5,0 moved"))[0].0, "unit[2].moved");
    assert_eq!(problems(&format!("{UNITS}; B blue art 8,5,0 charged; turn 1 fire"))[0].0, "unit[2].charged");
    assert_eq!(
        problems(&format!("{UNITS}; B blue inf 8,5,0 from_crest; turn 1 fire"))[0].0,
        "unit[2].from_crest"
    );
}

#[test]
fn a_position_after_movement_says_who_has_charged() {
    // Y stands beside X, and A has come to both; Z is a comrade's and B has not charged.
    let text = "A blue inf 5,5,0 charged; B blue inf 8,5,0; X red inf 4.6,5,180; Y red inf 5.6,5,180; Z red inf 8,5,180";
    let field = field(&format!("{text}; turn 1 fire"));
    let contacts: Vec<(&str, bool)> = field
        .truth()
        .contacts
        .iter()
        .map(|contact| {
            (if contact.defender == field.id("X") { "X" } else { "Y" }, contact.edge == Edge::Front)
        })
        .collect();
    assert_eq!(contacts.len(), 2);
    assert!(contacts.contains(&("X", true)) && contacts.contains(&("Y", true)), "{contacts:?}");
    assert!(field.truth().contacts.iter().all(|contact| contact.attacker == field.id("A")));
    assert_eq!(field.no_shot("A", "X"), ["BL-AMB-37", "BL-FIR-06", "BL-LOF-06"]);
}

#[test]
fn bl_amb_207_a_position_says_that_a_charge_began_at_the_crest() {
    let hill = "hill 2,3 8,9 crest 2,5 8,5; turn 1 fire";
    let crest = |state: &str| {
        let field = field(&format!("A blue inf 5,6.5,0 charged {state}; X red inf 5,6.5,180; {hill}"));
        field.truth().contacts[0].from_crest.is_some()
    };
    assert!(crest("from_crest") && !crest(""));
}

#[test]
fn a_position_may_begin_with_combat() {
    let text = "A blue inf 5,5,0 charged; X red inf 5,5,180; turn 1 combat";
    let scenario = umpire::Scenario { name: "test".into(), text: written(text, &[]) };
    let chance =
        umpire::Chance { dice: umpire::DiceFrom::Stream, seed: dice::Hex(vec![3; 32]), added: vec![] };
    let opening = umpire::Opening { scenario, chance, given: Vec::new() };
    let Ok(battle) = umpire::Battle::<crate::Blucher>::open(opening) else { panic!("it opens") };
    let rolled: Vec<String> = battle.journal().rolls().map(|roll| roll.rule.to_string()).collect();
    assert_eq!(rolled[..2], ["BL-CBT-34", "BL-CBT-35"]);
}

#[test]
fn bl_amb_237_a_position_says_who_is_on_a_crossing() {
    let bridge = "major 0,8.5 24,8.5 w=1; crossing 10,8.5,0 w=0.4 l=1; X red inf 20,14,180";
    let on = field(&format!("A blue inf 10,9,0 on_crossing; {bridge}"));
    assert!(on.unit("A").crossing.is_some());
    assert!(on.why("A", simple(90., 0.)).contains(&"BL-CRS-08".to_owned()));
    let opens = |text: &str| {
        let scenario = umpire::Scenario { name: "test".into(), text: written(text, &[]) };
        let chance =
            umpire::Chance { dice: umpire::DiceFrom::Stream, seed: dice::Hex(vec![3; 32]), added: vec![] };
        umpire::Battle::<crate::Blucher>::open(umpire::Opening { scenario, chance, given: Vec::new() })
            .is_ok()
    };
    assert!(!opens(&format!("A blue inf 10,9,0; {bridge}")), "it stands in the river");
    assert!(!opens(&format!("A blue inf 5,5,0 on_crossing; {bridge}")), "there is no crossing");
}
