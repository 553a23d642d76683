//! URB – combat in urban areas.

use super::fight::{Fight, fight};
use crate::combat::who::garrison;
use crate::step::Order;
use crate::testing::field;

fn duel(attacker: &str, defender: &str, ground: &str) -> Fight {
    fight(&format!("A blue {attacker}; X red {defender}; {ground}"), &[("A", "X")])
}

fn is_garrison(unit: &str, ground: &str) -> bool {
    let field = field(&format!("X red {unit}; A blue inf 15,15,0; {ground}"));
    garrison(&field.truth().field, &field.unit("X"))
}

const TOWN: &str = "urban 5,5.5,0; urban 6.1,5.5,0";

#[test]
fn bl_urb_16_a_garrison_is_prepared_infantry_wholly_in_one_base() {
    assert!(is_garrison("inf 5,5,180 prepared", TOWN));
    assert!(is_garrison("inf 4.5,5.5,270 prepared", TOWN), "whichever way it faces (BL-AMB-233)");
    assert!(!is_garrison("inf 5,5,180", TOWN), "not prepared");
    assert!(!is_garrison("inf 5.55,5,180 prepared", TOWN), "across two bases");
    assert!(!is_garrison("inf 5,4.9,180 prepared", TOWN), "0.05 out of it");
}

#[test]
fn bl_urb_17_it_becomes_one_by_an_activation_in_the_base() {
    let mut field = field(&format!("X blue inf 5,5,180; A red inf 15,15,0; {TOWN}"));
    assert!(!garrison(&field.truth().field, &field.unit("X")));
    field.play(&field.order("X", Order::Prepare), &[]);
    assert!(garrison(&field.truth().field, &field.unit("X")));
}

#[test]
fn bl_urb_17_not_in_the_turn_in_which_it_enters() {
    let mut field = field(&format!("X blue inf 5,5,0; A red inf 15,15,0; {TOWN}"));
    let heading = table::heading::Heading::NORTH;
    let order = Order::Difficult {
        bearing: heading,
        length: 10_000,
        heading,
        pivot: crate::step::When::Before,
        sense: None,
        leave: false,
    };
    field.play(&field.order("X", order), &[]);
    assert!(field.truth().field.single_base(&field.unit("X").rect().into()).is_some(), "it is in the base");
    assert_eq!(field.refused(&field.order("X", Order::Prepare)), ["BL-ACT-02"]);
}

#[test]
fn bl_amb_234_a_scenario_may_set_up_a_garrison_revealed() {
    let field = field(&format!("X red inf 5,5,180 prepared concealed; A blue inf 15,15,0; {TOWN}"));
    let unit = field.unit("X");
    assert!(garrison(&field.truth().field, &unit) && unit.revealed());
}

#[test]
fn bl_urb_18_cavalry_and_artillery_are_units_in_difficult_terrain_there() {
    assert_eq!(duel("inf 5,5,0", "art 5,5,180", TOWN).defence_dice("X"), 4);
    assert_eq!(duel("inf 5,5,0", "cav 5,5,180", TOWN).defence_dice("X"), 5);
    let guns = field(&format!("X blue art 5,5,180; A red inf 15,15,0; {TOWN}"));
    assert_eq!(guns.refused(&guns.order("X", Order::Prepare)), ["BL-PRE-01"]);
    // A marker that no rule would give it makes no garrison of it.
    let mut fight = duel("inf 5,5,0", "cav 5,5,180", TOWN);
    let id = fight.id("X");
    if let Some(unit) = fight.state.unit_mut(id) {
        unit.prepared = true;
    }
    assert_eq!(fight.defence_dice("X"), 5);
}

#[test]
fn bl_urb_19_a_garrison_is_not_in_difficult_terrain() {
    assert_eq!(duel("inf 5,5,0", "inf 5,5,180 elan=5 prepared", TOWN).defence_dice("X"), 7);
    // Across two bases it is, and has no +2.
    assert_eq!(duel("inf 5.55,5,0", "inf 5.55,5,180 elan=5 prepared", TOWN).defence_dice("X"), 4);
}

#[test]
fn bl_urb_22_a_garrison_is_never_flanked() {
    let fight = duel("inf 5,5,0", "inf 5,6,0 prepared", TOWN).begin("34=3 35=0");
    assert_eq!(fight.rolled(), "34x8 35x5");
    assert_eq!(fight.scores("X").1, 3);
}

#[test]
fn bl_urb_23_attacking_into_a_base_costs_a_die() {
    assert_eq!(duel("inf 5,5,0", "inf 5,5,180 prepared", TOWN).attack_dice("A"), 5);
}

#[test]
fn bl_urb_24_the_two_dice_are_against_infantry_only() {
    let fight = duel("cav 5,5,0", "inf 5,5,180 elan=5 prepared", TOWN);
    assert_eq!(fight.defence_dice("X"), 5);
}

#[test]
fn bl_urb_25_a_garrison_that_moves_is_one_no_more() {
    let mut fight = duel("inf 5,5,0", "inf 5,5,180 prepared", TOWN).begin("34=0 35=1");
    assert!(fight.unit("X").prepared, "fatigue alone does not take the marker");
    fight.back("X");
    assert!(!fight.unit("X").prepared && fight.retreated("X"));
}

#[test]
fn bl_urb_26_who_attacks_out_of_a_base_is_in_it_until_it_has_left() {
    // The rear is still in the base; then the whole footprint is out; then out, but against a unit in a base.
    let base = "urban 5,4.2,0";
    assert_eq!(duel("inf 5,5,0 elan=5", "inf 5,5,180", base).attack_dice("A"), 4);
    assert_eq!(duel("inf 5,6,0 elan=5", "inf 5,6,180", base).attack_dice("A"), 5);
    let next = format!("{base}; urban 5,6.55,0");
    assert_eq!(duel("inf 5,6,0 elan=5", "inf 5,6.005,180", &next).attack_dice("A"), 4);
}

#[test]
fn bl_urb_27_attacking_a_unit_wholly_in_urban_area_counts_as_being_in_it() {
    // The defender is flush with the edge of the base, the attacker outside it.
    let fight = duel("inf 5,4.95,0", "inf 5,4.95,180", "urban 5,5.5,0");
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (5, 5));
}

#[test]
fn bl_amb_252_joined_bases_count_as_one_but_for_a_garrison() {
    let fight = duel("inf 5.55,4.95,0", "inf 5.55,4.95,180 prepared", TOWN);
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (5, 5));
    let apart = "urban 5,5.5,0; urban 6.2,5.5,0";
    assert_eq!(duel("inf 5.6,4.95,0", "inf 5.6,4.95,180", apart).attack_dice("A"), 6);
}

#[test]
fn bl_urb_28_a_defender_partly_out_leaves_the_attacker_free() {
    // The defender's rear half is in the base.
    let fight = duel("inf 5,5,0", "inf 5,5,180", "urban 5,6.05,0");
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (6, 5));
}

#[test]
fn bl_urb_29_whoever_is_no_garrison_has_one_die_less_in_a_base() {
    let fight = duel("inf 5,5,0", "cav 5,5,180 elan=5", TOWN);
    assert_eq!(fight.defence_dice("X"), 4);
}

#[test]
fn bl_urb_30_infantry_against_cavalry_in_a_base_rolls_nothing_again() {
    let fight = duel("inf 5,4.95,0 elan=5", "cav 5,4.95,180", "urban 5,5.5,0").begin("34=5 35=3");
    assert_eq!(fight.rolled(), "34x5 35x4");
    assert_eq!(fight.scores("X").0, 3);
}

#[test]
fn bl_ex_213_a_garrison_attacked_by_infantry() {
    let fight = duel("inf 5,5,0", "inf 5,5,180 prepared", "urban 5,5.5,0");
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (5, 8));
}

#[test]
fn bl_ex_214_both_only_partly_in_the_base() {
    let fight = duel("inf 5,5,0", "inf 5,5,180", "urban 5.8,5.3,0");
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (5, 5));
}

#[test]
fn bl_ex_215_cavalry_in_a_base_attacked_by_infantry() {
    let fight = duel("inf 5,4.95,0", "cav 5,4.95,180", "urban 5,5.5,0").begin("34=2 35=3");
    assert_eq!(fight.rolled(), "34x5 35x5");
}

#[test]
fn bl_amb_253_a_marker_stays_on_a_defender_that_holds() {
    let mut fight = duel("inf 5,5,0", "inf 5,5,180 prepared", TOWN).begin("34=4 35=1");
    fight.back("A");
    assert!(fight.unit("X").prepared && fight.number("X") == 5);
    // Infantry that lost to cavalry and stays keeps it too.
    let mut fight = duel("cav 5,5,0", "inf 5,5,180 prepared", "").begin("34=0 35=2 44=2");
    fight.back("A");
    assert!(fight.unit("X").prepared && fight.number("X") == 4);
}
