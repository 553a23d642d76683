//! What other sections say about fire: UNT, CON, URB, CRS.

use crate::card::Trait;
use crate::sight::Eyes;
use crate::state::Left;
use crate::testing::{Field, field};
use umpire::Viewer;

fn fire(text: &str) -> Field {
    field(&format!("{text}; turn 1 fire"))
}

#[test]
fn bl_unt_12_artillery_never_takes_fatigue() {
    let mut field = fire("A blue art 5,5,0; X red art 5,9,180");
    field.shoot("A", "X", &[6, 1, 1]);
    field.end_fire();
    assert_eq!(field.unit("X").marks.truth(), &0);
}

#[test]
fn bl_unt_13_the_ammo_number_is_the_left_most_free_circle() {
    let field = fire("A blue art 5,5,0 ammo=5,4,4,3,2,2 marks=2; X red inf 5,9,180");
    assert_eq!(field.plan("A", "X").dice, 4);
}

#[test]
fn bl_unt_14_a_shot_marks_the_left_most_free_circle() {
    let mut field = fire("A blue art 5,5,0 ammo=5,4,4,3,2,2; X red inf 5,9,180");
    field.shoot("A", "X", &[1, 1, 1, 1, 1]);
    let guns = field.unit("A");
    assert_eq!(guns.current(), Some(4));
    assert_eq!(guns.card.truth().track.len() - usize::from(*guns.marks.truth()), 5);
}

#[test]
fn bl_unt_15_the_last_circle_is_the_last_shot() {
    let mut field = fire("A blue art 5,5,0 ammo=5,4,4,3,2,2 marks=5; X red inf 5,9,180");
    field.shoot("A", "X", &[1, 1]);
    assert_eq!(field.no_shot("A", "X"), ["BL-FIR-03", "BL-UNT-15"]);
    field.end_fire();
    assert_eq!(field.truth().gone[0].how, Left::Retired);
}

#[test]
fn bl_unt_20_attached_artillery_adds_nothing_in_the_basic_game() {
    // There is no such trait in it, so elan 6 is six dice.
    assert!(!Trait::ALL.iter().any(|one| one.word().contains("attached")));
    assert_eq!(fire("A blue inf 5,5,0 elan=6; X red inf 5,6,180").plan("A", "X").dice, 6);
}

#[test]
fn bl_unt_21_impetuous_infantry_fires_at_half_effect() {
    assert_eq!(fire("A blue inf 5,5,0 elan=6 impetuous; X red inf 5,6,180").plan("A", "X").dice, 3);
}

#[test]
fn bl_unt_23_a_mobile_unit_moves_and_fires() {
    let moved = |traits: &str| {
        let field = fire(&format!("A blue art 5,5,0 {traits}; X red inf 5,9,180"));
        field.no_shot_if("A", "X", |state| state.units.iter_mut().for_each(|u| u.moved = true))
    };
    assert!(moved("mobile").is_empty());
    assert_eq!(moved(""), ["BL-FIR-06"]);
}

#[test]
fn bl_con_06_a_concealed_shooter_is_revealed_before_the_dice() {
    let mut field = fire("A blue art 5,5,0 concealed; X red inf 5,9,180");
    field.shoot("A", "X", &[1, 1, 1, 1, 1]);
    let told = field.told(Viewer::Public);
    let rules: Vec<&str> = told.iter().map(|(rule, _)| rule.as_str()).collect();
    let (revealed, shot) =
        (rules.iter().position(|r| *r == "BL-CON-06"), rules.iter().position(|r| *r == "BL-SHO-03"));
    assert!(revealed.is_some() && revealed < shot, "{told:?}");
    assert!(told.iter().any(|(_, sentence)| sentence.starts_with("A shoots at X")));
}

#[test]
fn bl_con_07_a_concealed_unit_that_is_hit_is_revealed() {
    let mut field = fire("A blue inf 5,5,0 elan=1; X red inf 5,6,180 concealed");
    field.shoot("A", "X", &[6]);
    assert!(field.unit("X").revealed());
    let told = field.told(Viewer::Public);
    // The shot was at a unit nobody knew; only then is its card turned.
    assert!(told.iter().any(|(_, sentence)| sentence.starts_with("A shoots at a concealed Red unit")));
    assert!(told.iter().any(|(rule, sentence)| rule == "BL-CON-07" && sentence == "X is revealed."));
}

#[test]
fn bl_con_08_one_that_is_missed_stays_concealed() {
    let mut field = fire("A blue inf 5,5,0 elan=1; X red inf 5,6,180 concealed");
    field.shoot("A", "X", &[5]);
    assert!(!field.unit("X").revealed());
    assert!(!field.told(Viewer::Public).iter().any(|(_, sentence)| sentence.contains('X')));
}

#[test]
fn bl_urb_08_an_urban_area_obstructs_sight_and_fire() {
    // The base lies at y 7.0–8.1.
    let at = |arm: &str, y: &str| fire(&format!("A blue {arm} 5,5,0; X red inf 5,{y},180; urban 5,7.55,0"));
    let seen = |field: &Field| {
        let state = field.truth();
        Eyes::new(&state).sees(&field.unit("A"), &field.unit("X")).is_some()
    };
    assert!(seen(&at("art", "8.0")) && !seen(&at("art", "8.11")));
    assert!(at("art", "8.0").no_shot("A", "X").is_empty());
    assert!(at("art", "8.0").plan("A", "X").obstructed);
    assert_eq!(at("art", "8.11").no_shot("A", "X"), ["BL-FIR-11", "BL-LOF-09"]);
}

#[test]
fn bl_urb_09_it_covers_only_a_garrison() {
    let with = |state: &str| {
        fire(&format!("A blue art 5,5,0; X red inf 5,9,180 {state}; urban 5,9.5,0")).plan("A", "X")
    };
    assert_eq!((with("").dice, with("").rules()), (3, vec!["BL-SHO-12".to_owned()]));
    assert_eq!(with("prepared").rules(), ["BL-SHO-09", "BL-SHO-12"]);
}

#[test]
fn bl_urb_10_no_unit_fires_from_an_urban_area() {
    let field = fire("A blue inf 5,5,0 prepared; X red inf 5,5.9,180; urban 5,4.5,0");
    // It is a garrison, and its line would lead through the base too.
    assert_eq!(field.no_shot("A", "X"), ["BL-FIR-13", "BL-LOF-08"]);
}

#[test]
fn bl_urb_11_infantry_fire_does_not_go_into_or_through_it() {
    // Behind the base y 5.3–6.4, and half in it with every line through it.
    for y in ["6.5", "6.2"] {
        let field = fire(&format!("A blue inf 5,5,0; X red inf 5,{y},180; urban 5,5.85,0"));
        assert!(field.no_shot("A", "X").contains(&"BL-LOF-08".to_owned()));
    }
}

#[test]
fn bl_urb_12_artillery_fire_does_and_is_obstructed() {
    let field = fire("A blue art 5,5,0 marks=1; X red inf 5,8,180; urban 5,7.6,0");
    assert!(field.no_shot("A", "X").is_empty());
    assert_eq!(field.plan("A", "X").dice, 2);
}

#[test]
fn bl_urb_20_no_prepared_bonus_against_a_garrison() {
    let field = fire("A blue art 5,5,0; X red inf 5,9,180 prepared; urban 5,9.5,0");
    assert!(!field.plan("A", "X").bonus);
}

#[test]
fn bl_urb_21_a_garrison_is_in_cover() {
    let field = fire("A blue art 5,5,0; X red inf 5,9,180 prepared; urban 5,9.5,0");
    let plan = field.plan("A", "X");
    assert_eq!(plan.dice, 3);
    assert!(plan.rules().contains(&"BL-SHO-09".to_owned()));
}

#[test]
fn bl_crs_05_the_whole_footprint_on_a_crossing_is_the_target() {
    // A friend hides all of X but its right part, over the water beside the bridge x 4.85–5.15.
    let field = fire(
        "A blue art 5.4,2,0; F blue inf 4.8,4.5,0; X red inf 5,6.15,180; \
         minor 0,6.5 24,6.5 w=0.3; crossing 5,6.5,0 w=0.3 l=0.4",
    );
    assert!(field.no_shot("A", "X").is_empty());
}

#[test]
fn bl_crs_07_a_unit_even_partly_on_a_crossing_may_not_fire() {
    let field =
        fire("A blue art 5,5,0; X red inf 5,9,180; minor 0,3.8 24,3.8 w=0.3; crossing 5,3.8,0 w=0.4 l=0.5");
    let on = |state: &mut crate::state::State| {
        let crossing = state.field.ground().pieces().iter().find(|p| p.kind == crate::field::Kind::Crossing);
        let id = crossing.map(|piece| piece.id.0);
        state.units.iter_mut().for_each(|unit| unit.crossing = id);
    };
    assert_eq!(field.no_shot_if("A", "X", on), ["BL-FIR-18"]);
}
