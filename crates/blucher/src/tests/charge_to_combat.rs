//! From a charge to the end of its combat, as it is played.

use crate::state::Phase;
use crate::step::{Order, Step};
use crate::testing::{Field, field};
use table::heading::Turn;
use umpire::{Seat, Viewer};

/// A charge straight ahead.
fn charge(field: &Field, unit: &str, target: &str) -> Vec<Step> {
    field.order(unit, Order::Charge { turn: Turn(0), target: field.id(target) })
}

#[test]
fn bl_cbt_54_a_concealed_defender_is_revealed_by_contact() {
    let mut field = field("A blue inf 5,4,0; X red cav 5,5,180 elan=5 concealed");
    let known = |field: &Field| {
        field
            .battle
            .known(Viewer::Seat(Seat::FIRST))
            .state()
            .unit(field.id("X"))
            .and_then(crate::state::Unit::current)
    };
    assert_eq!(known(&field), None);
    field.play(&charge(&field, "A", "X"), &[]);
    assert_eq!(known(&field), Some(5), "its values are public before any dice");
}

#[test]
fn bl_amb_221_a_charged_unit_is_revealed_to_everybody() {
    let mut field = field("A blue inf 5,4,0; X red inf 5,5,180 concealed; Y red inf 6,9,180 concealed");
    field.play(&charge(&field, "A", "X"), &[]);
    assert!(field.unit("X").revealed() && !field.unit("Y").revealed());
}

#[test]
fn bl_cbt_52_infantry_and_cavalry_do_not_both_attack_one_cavalry() {
    let mut field = field("A blue cav 4.6,4,0; B blue inf 5.6,4,0; X red cav 5.1,5,180");
    field.play(&charge(&field, "A", "X"), &[]);
    assert_eq!(field.refused(&charge(&field, "B", "X")), ["BL-CHG-28"]);
}

#[test]
fn bl_cbt_03_a_charge_is_fought_out_in_the_combat_phase() {
    let mut field =
        field("A blue inf 5,4,0 elan=4; X red inf 5,5,180 elan=3; B blue inf 20,2,0; C blue inf 22,2,0");
    field.play(&charge(&field, "A", "X"), &[]);
    field.play(&[Step::EndPhase], &[]);
    let (unit, retreats) = (field.id("X"), field.unit("X").pose);
    field.play(&[Step::EndPhase], &[("BL-CBT-34", &[4, 1, 1]), ("BL-CBT-35", &[5, 6, 2, 3])]);
    assert_eq!(field.asked(), Seat::SECOND);
    assert_eq!(field.refused(&[Step::EndPhase]), ["BL-TRN-07"]);
    field.play(&[Step::Retreat { unit, bearing: 180 }], &[]);
    assert_ne!(field.unit("X").pose, retreats);
    let unit = field.id("A");
    field.play(&[Step::Advance { unit, length: 10_000 }], &[("BL-MOM-01", &[1, 2, 3])]);
    assert_eq!(field.unit("A").pose, table::pose::pose(5.0, 6.0, 0.0));
    assert!(matches!(field.truth().phase, Phase::Movement { .. }) && field.truth().turn == 2);
}
