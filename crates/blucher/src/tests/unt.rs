//! UNT – units and cards, with EX-01, AMB-02, AMB-14.

use crate::scale::{BW, FOOTPRINT};
use crate::scenario::read;
use crate::state::Unit;
use crate::testing::{Field, field, field_with, written};
use table::pose::pose;
use table::vec2::vec2;
use umpire::{Seat, Viewer};

const ONE: &str = "A blue inf 5,5,0 corps=I; X red inf 20,12,180";

/// The problems of a scenario with other words in place of some.
fn problems(changes: &[(&str, &str)]) -> Vec<String> {
    read(&written(ONE, changes)).err().unwrap_or_default().into_iter().map(|p| p.sentence).collect()
}

#[test]
fn bl_unt_01_every_unit_has_exactly_one_arm() {
    assert!(problems(&[]).is_empty());
    assert!(problems(&[("arm = \"infantry\"\n", "")])[0].contains("arm"));
    assert!(!problems(&[("arm = \"infantry\"", "arm = \"dragoons\"")]).is_empty());
    assert!(!problems(&[("arm = \"infantry\"", "arm = \"infantry\"\narm = \"cavalry\"")]).is_empty());
}

#[test]
fn bl_unt_02_markers_are_not_units() {
    let field = field("A blue inf 5,5,0; X red inf 5,6.5,180; objective 5,5.7 side=red; turn 1 fire");
    assert!(field.no_shot("A", "X").is_empty());
    assert_eq!(field.truth().units.len(), 2);
}

#[test]
fn bl_unt_03_every_unit_has_one_footprint() {
    let rect = FOOTPRINT.at(pose(5., 5., 0.));
    let covers = |x: f64, y: f64| rect.depth_of(vec2(x, y) * f64::from(BW)) >= 0.0;
    assert!(covers(4.51, 4.01) && covers(5.49, 4.99));
    assert!(!covers(4.49, 4.5) && !covers(5.51, 4.5) && !covers(5., 3.99) && !covers(5., 5.01));
}

#[test]
fn bl_unt_04_the_centerpoint_is_the_middle_of_the_front_edge() {
    let rect = FOOTPRINT.at(pose(5., 5., 0.));
    assert_eq!(rect.front_middle(), vec2(50_000., 50_000.));
    let front = rect.edge(table::rect::Edge::Front);
    assert_eq!(front, [vec2(45_000., 50_000.), vec2(55_000., 50_000.)]);
}

#[test]
fn bl_amb_02_a_unit_is_one_bw_square() {
    assert_eq!((FOOTPRINT.width, FOOTPRINT.depth), (BW, BW));
}

#[test]
fn bl_unt_05_two_movement_numbers() {
    let field = field("A blue cav 5,5,0; B blue art 8,5,0 move=3,2; X red inf 20,12,180");
    let numbers = |name| {
        let unit = field.unit(name);
        (unit.card.truth().full / BW, unit.card.truth().difficult / BW)
    };
    assert_eq!((numbers("A"), numbers("B")), ((4, 2), (3, 2)));
}

/// X after so many hits of a volley.
fn hit(elan: u8, hits: usize) -> (Field, Option<Unit>) {
    let mut field = field(&format!(
        "A blue inf 5,5,0 elan=4; X red inf 5,6,180 elan={elan}; Y red inf 20,12,180; turn 1 fire"
    ));
    let faces: Vec<u32> = (0..4).map(|i| if i < hits { 6 } else { 1 }).collect();
    field.shoot("A", "X", &faces);
    field.end_fire();
    let left = field.truth().unit(field.id("X")).cloned();
    (field, left)
}

#[test]
fn bl_unt_08_a_fatigue_marks_the_highest_box() {
    let unit = hit(6, 1).1.unwrap();
    assert_eq!((unit.current(), unit.marks.truth()), (Some(5), &1));
    let drawn = crate::scene::scene(&hit(6, 1).0.truth());
    let track = drawn.pieces.iter().find(|piece| piece.id == unit.id).unwrap().tracks[0].clone();
    assert_eq!((track.boxes, track.struck), (vec![6, 5, 4, 3, 2, 1], 1));
}

#[test]
fn bl_ex_01_elan_6_and_a_fatigue_is_5() {
    assert_eq!(hit(6, 1).1.unwrap().current(), Some(5));
}

#[test]
fn bl_unt_09_without_a_fatigue_it_is_fresh() {
    let marks = |hits| *hit(6, hits).1.unwrap().marks.truth();
    assert_eq!((marks(0), marks(1)), (0, 1));
}

#[test]
fn bl_unt_10_at_elan_1_it_is_fatigued() {
    let charge = |elan: u8, marks: u8| {
        let field = field(&format!("A blue inf 5,5,0 elan={elan} marks={marks}; X red inf 5,6.5,180"));
        field.refused(&field.charge("A", 0., "X"))
    };
    assert_eq!(charge(1, 0), ["BL-CHG-02"]);
    assert_eq!(charge(6, 5), ["BL-CHG-02"]);
    assert!(charge(6, 4).is_empty() && charge(2, 0).is_empty());
}

#[test]
fn bl_unt_11_with_the_last_box_marked_it_breaks() {
    assert_eq!(hit(2, 1).1.unwrap().current(), Some(1));
    for hits in [2, 3] {
        let (field, left) = hit(2, hits);
        assert!(left.is_none());
        assert_eq!(field.truth().broken, [0, 1]);
        assert_eq!(field.truth().gone[0].unit.current(), Some(0), "no negative elan");
    }
}

#[test]
fn bl_unt_16_a_unit_belongs_to_one_corps_or_none() {
    assert!(problems(&[("corps = \"I\"\n", "")]).is_empty());
    assert!(!problems(&[("corps = \"I\"", "corps = [\"I\", \"V\"]")]).is_empty());
    assert!(!problems(&[("corps = \"I\"", "corps = \"I\"\ncorps = \"V\"")]).is_empty());
}

#[test]
fn bl_unt_17_a_corps_of_one_unit_is_unusual() {
    let warnings = |changes: &[(&str, &str)]| {
        let read = read(&written(ONE, changes)).unwrap_or_else(|e| panic!("{e:?}"));
        read.warnings.into_iter().map(|warning| warning.sentence).collect::<Vec<_>>()
    };
    assert!(warnings(&[])[0].contains("BL-UNT-17"));
    assert!(warnings(&[("corps = \"I\"\n", "")]).is_empty());
}

#[test]
fn bl_unt_22_conscripts_do_not_charge_when_cavalry_engages_them() {
    // X engages A; Y is the target.
    let charge = |arm: &str| {
        let field =
            field(&format!("A blue inf 5,5,0 conscript; X red {arm} 5.9,4.5,270; Y red inf 4.9,6.2,180"));
        field.refused(&field.charge("A", 0., "Y"))
    };
    assert_eq!(charge("cav"), ["BL-ENG-09"]);
    assert!(charge("inf").is_empty());
}

#[test]
fn bl_unt_24_every_card_is_a_unit() {
    let field = field(
        "A blue inf 5,5,0 concealed; B blue inf 8,5,0 concealed; C blue inf 9.5,5,0; X red inf 20,12,180",
    );
    let known = field.battle.known(Viewer::Seat(Seat::SECOND)).state().clone();
    let hidden = known.units.iter().filter(|unit| unit.card.get().is_none()).count();
    let concealed = field.truth().units.iter().filter(|unit| !unit.revealed()).count();
    assert_eq!((hidden, concealed, known.units.len()), (2, 2, 4));
}

#[test]
fn bl_amb_14_units_start_concealed_unless_they_are_prepared_or_the_owner_says_otherwise() {
    let revealed = |change: (&str, &str)| field_with(ONE, &[change], &[]).unit("A").revealed();
    assert!(!revealed(("concealed = false\n", "")), "concealed by default");
    assert!(revealed(("concealed = false\n", "concealed = false\n")));
    assert!(revealed(("concealed = false\nprepared = false", "prepared = true")));
}

#[test]
fn bl_pre_08_prepared_infantry_fires_without_penalty() {
    let dice = |state: &str| {
        let field = field(&format!("A blue inf 5,5,0 elan=6 {state}; X red inf 5,6,180; turn 1 fire"));
        field.plan("A", "X").dice
    };
    assert_eq!((dice("prepared"), dice("")), (6, 6));
}

#[test]
fn bl_pre_09_a_charging_unit_is_not_prepared() {
    let mut field = field("A blue inf 5,5,0 prepared; X red inf 5,6.5,180");
    assert!(!field.preview("A", field.charge_order(0., "X")).prepared);
    field.play(&field.charge("A", 0., "X"), &[]);
    assert!(!field.unit("A").prepared && field.unit("A").charged);
    let told = field.told(Viewer::Public);
    let place = |rule: &str| told.iter().position(|(told, _)| told == rule).unwrap();
    assert!(place("BL-PRE-04") < place("BL-CHG-15"), "before the contact");
}

#[test]
fn bl_pre_10_prepared_infantry_in_combat_and_as_a_garrison() {
    let rolled = |state: &str, script: &str| {
        let text = format!("A blue inf 5,4,0; X red inf 5,5,0 {state}");
        super::fight::fight(&text, &[("A", "X")]).begin(script).rolled()
    };
    assert_eq!(rolled("", "34=3 39=2 35=0"), "34x6 39x3 35x6", "flanked");
    assert_eq!(rolled("prepared", "34=3 35=0"), "34x6 35x6");
    let garrison = |state: &str, ground: &str| {
        let field = field(&format!("X red inf 5,5,180 {state}; A blue inf 15,15,0; {ground}"));
        crate::combat::who::garrison(&field.truth().field, &field.unit("X"))
    };
    assert!(garrison("prepared", "urban 5,5.5,0"));
    assert!(!garrison("", "urban 5,5.5,0") && !garrison("prepared", ""));
}
