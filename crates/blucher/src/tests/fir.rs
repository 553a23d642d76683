//! FIR – who may shoot.

use crate::state::Contact;
use crate::step::Step;
use crate::testing::{Field, field};
use table::rect::Edge;
use umpire::{Seat, Viewer};

/// An own unit at (5,5,0) and red infantry straight before it, 1 BW away.
fn facing(unit: &str, more: &str) -> Field {
    field(&format!("A blue {unit}; X red inf 5,6,180; {more}; turn 1 fire"))
}

#[test]
fn bl_fir_01_no_activation_is_needed() {
    let mut field = facing("inf 5,5,0 elan=3", "");
    field.shoot("A", "X", &[1, 2, 3]);
    assert!(!field.unit("A").activated);
}

#[test]
fn bl_fir_02_shots_come_in_any_order() {
    for order in [["A", "B"], ["B", "A"]] {
        let mut field = facing("inf 5,5,0 elan=1", "B blue inf 6,5,0 elan=1");
        for unit in order {
            field.shoot(unit, "X", &[1]);
        }
    }
}

#[test]
fn bl_fir_03_a_unit_shoots_once() {
    let mut field = facing("inf 5,5,0 elan=1", "");
    assert!(field.no_shot("A", "X").is_empty());
    field.shoot("A", "X", &[1]);
    assert_eq!(field.no_shot("A", "X"), ["BL-FIR-03"]);
}

#[test]
fn bl_fir_04_a_shot_has_one_target() {
    let field = facing("inf 5,5,0", "Y red inf 6,6,180");
    let both = [field.shot("A", "X"), field.shot("A", "Y")].concat();
    assert_eq!(field.refused(&both), ["BL-TRN-07"]);
}

#[test]
fn bl_fir_05_nobody_has_to_shoot() {
    let mut field = facing("inf 5,5,0", "");
    assert!(field.refused(&[Step::EndPhase]).is_empty());
    field.end_fire();
    assert_eq!(field.truth().turn, 2);
}

#[test]
fn bl_fir_06_a_unit_that_moved_may_not_shoot() {
    let field = facing("inf 5,5,0", "");
    let moved = field.no_shot_if("A", "X", |state| state.units.iter_mut().for_each(|u| u.moved = true));
    assert_eq!(moved, ["BL-FIR-06"]);
}

#[test]
fn bl_fir_07_a_unit_that_was_activated_but_did_not_move_may_shoot() {
    let field = facing("inf 5,5,0", "");
    let held = field.no_shot_if("A", "X", |state| state.units.iter_mut().for_each(|u| u.activated = true));
    assert!(held.is_empty());
}

#[test]
fn bl_fir_08_a_mobile_unit_may_shoot_after_moving() {
    let field = facing("art 5,5,0 move=3,1 mobile", "");
    let moved = field.no_shot_if("A", "X", |state| state.units.iter_mut().for_each(|u| u.moved = true));
    assert!(moved.is_empty());
}

#[test]
fn bl_fir_09_infantry_and_artillery_shoot_at_every_arm() {
    for arm in ["inf", "art"] {
        for target in ["inf", "cav", "art"] {
            let field = field(&format!("A blue {arm} 5,5,0; X red {target} 5,6,180; turn 1 fire"));
            assert!(field.no_shot("A", "X").is_empty(), "{arm} at {target}");
        }
    }
}

#[test]
fn bl_fir_10_cavalry_may_not_shoot() {
    assert_eq!(facing("cav 5,5,0", "").no_shot("A", "X"), ["BL-FIR-10"]);
}

#[test]
fn bl_fir_11_the_target_must_be_seen() {
    let field = field("A blue art 5,5,0; X red inf 5,7,180; Y red inf 5,9,180; turn 1 fire");
    assert_eq!(field.no_shot("A", "Y"), ["BL-FIR-11", "BL-LOF-04"]);
}

#[test]
fn bl_fir_12_no_fire_from_water() {
    // The rear left corner is at (4.5,4): 0.05 in the river; then flush with it.
    let river = |line: &str| facing("inf 5,5,0", &format!("minor {line} w=0.3")).no_shot("A", "X");
    assert_eq!(river("0,3.9 4.55,3.9"), ["BL-FIR-12"]);
    assert!(river("0,3.85 4.55,3.85").is_empty());
    assert_eq!(facing("art 5,5,0", "marsh 4,3 6,4.05").no_shot("A", "X"), ["BL-FIR-12"]);
}

#[test]
fn bl_fir_13_no_fire_from_an_urban_area() {
    // A base is 1.1 wide: y 2.95–4.05, then 2.9–4.0.
    for unit in ["inf 5,5,0", "art 5,5,0"] {
        assert_eq!(facing(unit, "urban 5,3.5,0").no_shot("A", "X"), ["BL-FIR-13"]);
        assert!(facing(unit, "urban 5,3.45,0").no_shot("A", "X").is_empty());
    }
}

#[test]
fn bl_fir_14_other_rough_ground_does_not_stop_fire() {
    for ground in ["rocky", "ploughed"] {
        assert!(facing("art 5,5,0", &format!("{ground} 3,3 7,7")).no_shot("A", "X").is_empty());
    }
}

#[test]
fn bl_fir_15_artillery_does_not_shoot_from_a_wood() {
    let corner = "wood 3,3 4.55,4.05";
    assert_eq!(facing("art 5,5,0", corner).no_shot("A", "X"), ["BL-FIR-15"]);
    assert!(facing("inf 5,5,0", corner).no_shot("A", "X").is_empty());
}

#[test]
fn bl_fir_16_infantry_shoots_from_a_wood_with_its_front_edge_clear() {
    let wood = |area: &str| facing("inf 5,5,0", &format!("wood {area}")).no_shot("A", "X");
    assert!(wood("3,3 7,4.9").is_empty(), "front edge outside");
    assert!(wood("3,3 7,5").is_empty(), "front edge on the border");
    assert_eq!(wood("3,3 4.55,5.3"), ["BL-FIR-16"], "0.05 of the front edge inside");
    assert!(wood("3,3 7,5.05").contains(&"BL-FIR-16".to_owned()));
}

#[test]
fn bl_fir_17_a_concealed_unit_may_shoot_and_is_revealed() {
    let mut field = facing("inf 5,5,0 elan=1 concealed", "");
    assert!(!field.unit("A").revealed());
    field.shoot("A", "X", &[1]);
    assert!(field.unit("A").revealed());
}

#[test]
fn bl_fir_18_a_unit_on_a_crossing_may_not_shoot() {
    // The crossing reaches 0.1 over the bank y = 4, and 0.05 under the unit's rear.
    let field = facing("inf 5,5,0", "minor 0,3.8 24,3.8 w=0.3; crossing 5,3.8,0 w=0.4 l=0.5");
    assert!(field.no_shot("A", "X").is_empty());
    let crossing = field
        .truth()
        .field
        .ground()
        .pieces()
        .iter()
        .find(|p| p.kind == crate::field::Kind::Crossing)
        .map(|p| p.id.0);
    let on = field.no_shot_if("A", "X", |state| state.units.iter_mut().for_each(|u| u.crossing = crossing));
    assert_eq!(on, ["BL-FIR-18"]);
}

#[test]
fn bl_fir_19_only_the_active_side_shoots() {
    let field = facing("inf 5,5,0", "");
    assert_eq!(field.no_shot_if("X", "A", |_| ()), ["BL-FIR-19"]);
    let passive = field.battle.known(Viewer::Seat(Seat::SECOND));
    assert!(crate::draft::judge(&passive, &field.shot("X", "A")).is_err());
}

#[test]
fn bl_fir_20_a_mobile_unit_may_shoot_after_any_move_but_a_charge() {
    let field = facing("art 5,5,0 mobile concealed", "");
    let moved = |state: &mut crate::state::State| state.units.iter_mut().for_each(|u| u.moved = true);
    assert!(field.no_shot_if("A", "X", moved).is_empty());
    let (attacker, defender) = (field.id("A"), field.id("X"));
    let charged = field.no_shot_if("A", "X", |state| {
        moved(state);
        state.contacts.push(Contact { attacker, defender, edge: Edge::Front, from_crest: None });
    });
    assert_eq!(charged, ["BL-AMB-37", "BL-LOF-06"]);
}
