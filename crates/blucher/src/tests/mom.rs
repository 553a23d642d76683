//! MOM – momentum, with EX-08, EX-09, EX-11, AMB-40.

use super::orders::*;
use crate::momentum::limit;
use crate::state::Phase;
use crate::step::Step;
use crate::testing::{Field, field, field_with, row};
use umpire::{Seat, Viewer};

/// The MO dice as a seat knows them.
fn known(field: &Field, seat: Seat) -> Option<Vec<u8>> {
    field.battle.known(Viewer::Seat(seat)).state().limit.get().cloned()
}

/// A corps of so many units in reach of an enemy's fire, and these MO dice.
fn corps_of(count: usize, momentum: &str) -> Field {
    field(&format!("{}momentum {momentum}; X red inf 11,14,180", row("I", count, 8.)))
}

#[test]
fn bl_mom_01_the_active_side_rolls_for_the_enemys_turn() {
    let mut field = field("A blue inf 5,5,0; X red inf 20,12,180; turn 4 movement");
    assert_eq!(field.asked(), Seat::SECOND);
    field.play(&[Step::EndPhase], &[("BL-MOM-01", &[2, 3, 4])]);
    let truth = field.truth();
    assert_eq!((truth.turn, truth.active), (5, 0));
    assert_eq!((known(&field, Seat::FIRST), known(&field, Seat::SECOND)), (None, Some(vec![2, 3, 4])));
}

#[test]
fn bl_mom_02_three_dice_unless_the_scenario_says_otherwise() {
    let rolled = |first: &str, changes: &[(&str, &str)], faces: &[u32]| {
        let text = format!("A blue inf 5,5,0; X red inf 20,12,180; momentum {first}");
        let mut field = field_with(&text, changes, &[]);
        field.play(&[Step::EndPhase], &[("BL-MOM-01", faces)]);
        field.truth().limit.truth().clone()
    };
    assert_eq!(rolled("6,6,6", &[], &[6, 5, 4]), [6, 5, 4]);
    assert_eq!(rolled("6,6", &[("title", "mo_dice = 2\ntitle")], &[6, 5]), [6, 5]);
}

#[test]
fn bl_mom_03_the_limit_is_the_sum() {
    assert_eq!(limit(&[4, 5, 3]), 12);
}

#[test]
fn bl_mom_04_the_roller_sees_the_dice_and_the_limited_side_does_not() {
    let field = field("A blue inf 5,5,0; X red inf 5,12,180; momentum 4,5,3");
    assert_eq!(known(&field, Seat::FIRST), None);
    assert_eq!(known(&field, Seat::SECOND), Some(vec![4, 5, 3]));
}

/// A battle whose first MO dice are rolled.
fn opened() -> Field {
    let text = "A blue inf 5,5,0; X red inf 20,12,180; turn 1 information; momentum 6,6,6";
    field_with(text, &[("momentum = [6,6,6]\n", "")], &[1, 2, 3])
}

#[test]
fn bl_mom_05_before_turn_1_the_passive_side_rolls() {
    let field = opened();
    assert_eq!((known(&field, Seat::FIRST), known(&field, Seat::SECOND)), (None, Some(vec![1, 2, 3])));
}

#[test]
fn bl_ex_11_the_dice_come_before_the_information_phase() {
    let told = opened().told(Viewer::All);
    let place = |rule: &str| told.iter().position(|(told, _)| told == rule).unwrap();
    assert!(place("BL-MOM-01") < place("BL-TRN-02"));
}

#[test]
fn bl_mom_06_no_roll_when_the_active_side_has_lost() {
    let blue = [("name = \"Blue\"\n", "name = \"Blue\"\nmorale = 1\nbroken = 1\n")];
    let mut field = field_with("A blue inf 5,5,0; X red inf 20,12,180", &blue, &[]);
    let before = field.told(Viewer::All).len();
    // Dice are given by hand: a roll without any would fail.
    field.play(&[Step::EndPhase], &[]);
    assert_eq!(field.outcome(), Some((Some(1), "BL-VIC-03".into())));
    assert!(field.told(Viewer::All)[before..].iter().all(|(rule, _)| rule != "BL-MOM-01"));
}

#[test]
fn bl_mom_07_nothing_is_spent_when_the_phase_begins() {
    let mut field = field("A blue inf 5,5,0; X red inf 20,12,180");
    field.play(&field.alone("A"), &[]);
    assert_eq!(field.spent(), Some(2));
    field.next_turn();
    assert_eq!(field.spent(), Some(0));
}

#[test]
fn bl_mom_08_the_cost_is_added_after_the_moves() {
    let mut field = corps_of(6, "6,6,6");
    field.play(&field.corps("I", &["I1", "I2", "I3"]), &[]);
    assert_eq!(field.spent(), Some(3));
    let draft = field.and(field.corps("I", &["I4", "I5", "I6"]), "I4", simple(0., 1.));
    assert_eq!(field.judge(&draft).unwrap().after.state().spent(), 3, "while it moves");
    field.play(&draft, &[]);
    assert_eq!(field.spent(), Some(6));
}

#[test]
fn bl_ex_08_three_and_three_are_six() {
    let mut field = corps_of(6, "6,6,6");
    field.play(&field.corps("I", &["I1", "I2", "I3"]), &[]);
    field.play(&field.corps("I", &["I4", "I5", "I6"]), &[]);
    assert_eq!(field.spent(), Some(6));
}

#[test]
fn bl_mom_09_at_the_limit_the_phase_ends() {
    for (units, spent) in [(11, Some(11)), (12, None), (14, None)] {
        let mut field = corps_of(units, "4,5,3");
        field.play(&field.whole_row("I", units), &[]);
        assert_eq!(field.spent(), spent);
        assert_eq!(field.was_told("BL-MOM-09"), spent.is_none());
    }
}

#[test]
fn bl_ex_09_14_of_12_and_the_dice_are_shown() {
    let mut field = corps_of(14, "4,5,3");
    let (five, five_more) = (["I1", "I2", "I3", "I4", "I5"], ["I6", "I7", "I8", "I9", "I10"]);
    field.play(&field.corps("I", &five), &[]);
    field.play(&field.corps("I", &five_more), &[]);
    assert_eq!((field.spent(), known(&field, Seat::FIRST)), (Some(10), None));
    field.play(&field.corps("I", &["I11", "I12", "I13", "I14"]), &[]);
    assert!(matches!(field.truth().phase, Phase::Fire { .. }));
    assert_eq!(known(&field, Seat::FIRST), Some(vec![4, 5, 3]));
}

#[test]
fn bl_mom_10_an_activation_is_carried_out_whole() {
    let mut field = field(&(row("I", 11, 4.) + &row("V", 8, 8.) + "momentum 4,5,3; X red inf 11,14,180"));
    field.play(&field.whole_row("I", 11), &[]);
    assert_eq!(field.spent(), Some(11));
    let names: Vec<String> = (1..=8).map(|i| format!("V{i}")).collect();
    let draft =
        names.iter().fold(field.whole_row("V", 8), |draft, unit| field.and(draft, unit, simple(0., 2.)));
    field.play(&draft, &[]);
    assert!(names.iter().all(|unit| field.unit(unit).moved));
    assert!(matches!(field.truth().phase, Phase::Fire { .. }));
    let told = field.told(Viewer::Public);
    assert!(told.iter().any(|(_, line)| line == "The momentum limit was 12; 19 was spent."));
}

#[test]
fn bl_mom_11_the_dice_are_shown_when_the_limit_is_reached() {
    let mut field = corps_of(3, "1,1,1");
    assert_eq!(known(&field, Seat::FIRST), None);
    field.play(&field.whole_row("I", 3), &[]);
    assert_eq!(known(&field, Seat::FIRST), Some(vec![1, 1, 1]));
}

#[test]
fn bl_amb_40_the_dice_are_shown_at_the_end_of_every_movement_phase() {
    let mut field = field("A blue inf 5,5,0; X red inf 5,12,180; momentum 4,5,3");
    field.play(&[Step::EndPhase], &[]);
    assert_eq!(known(&field, Seat::FIRST), Some(vec![4, 5, 3]));
}

#[test]
fn bl_mom_12_after_the_end_nobody_is_activated() {
    let mut field = corps_of(5, "1,1,1");
    field.play(&field.whole_row("I", 3), &[]);
    for steps in [field.corps("I", &["I4", "I5"]), field.alone("I4"), field.command(5.5, 9., &["I4"])] {
        assert_eq!(field.refused(&steps), ["BL-TRN-07"]);
    }
}
