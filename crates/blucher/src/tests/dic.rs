//! DIC – dice conventions.

use super::fight::fight;
use crate::conventions::tiebreaker;
use crate::testing::field;
use dice::{Forced, Given, RuleId, failed, rerolled, succeeded, successes};

#[test]
fn bl_dic_01_all_dice_have_six_sides() {
    let mut field = field("A blue inf 5,5,0 elan=2; X red inf 5,6,180; turn 1 fire");
    let shot = field.shot("A", "X");
    assert!(field.try_play(&shot, &[("BL-SHO-03", &[7, 1])]).is_err());
    assert!(field.try_play(&shot, &[("BL-SHO-03", &[0, 1])]).is_err());
    assert!(field.try_play(&shot, &[("BL-SHO-03", &[6, 1])]).is_ok());
}

#[test]
fn bl_dic_02_only_dice_that_failed_may_be_rolled_again() {
    // 4+ needed, dice 2, 3, 5: any of the first two, never the 5.
    assert_eq!(failed(&[2, 3, 5], 4).as_slice(), [0, 1]);
}

#[test]
fn bl_dic_03_dice_that_succeeded_must_be_rolled_again() {
    assert_eq!(succeeded(&[2, 4, 6], 4).as_slice(), [1, 2]);
}

#[test]
fn bl_dic_04_the_second_result_counts() {
    assert_eq!(rerolled(&[6], &[0], &[1]).unwrap().as_slice(), [1]);
}

#[test]
fn bl_dic_05_a_modifier_counts_for_the_second_result_too() {
    // A die with +1 that needs 4 succeeds on a 3, the first time and the second.
    let (faces, needed) = ([3], 4 - 1);
    assert_eq!(successes(&faces, needed), 1);
    let again = rerolled(&faces, &succeeded(&faces, needed), &[3]).unwrap();
    assert_eq!(successes(&again, needed), 1);
}

#[test]
fn bl_dic_06_no_die_is_rolled_again_twice() {
    assert_eq!(rerolled(&[5, 6], &[0, 0], &[1, 2]), None);
}

#[test]
fn bl_dic_07_a_forced_roll_again_comes_before_the_opponent_rolls() {
    // Infantry that is not prepared rolls its successes against cavalry again: the defence, again, then the attack.
    let defence = fight("A blue cav 5,5,0; X red inf 5,5,180 elan=4", &[("A", "X")]);
    assert_eq!(defence.begin("34=4,4,6,1 46=4,1,1 35=0").rolled(), "34x4 46x3 35x6");
}

#[test]
fn bl_dic_08_even_and_the_roller_of_a_tiebreaker_wins() {
    let die = |face| Forced::new(vec![Given::new(RuleId::new("BL-DIC-08"), &[face])]);
    assert_eq!(tiebreaker(0, &mut die(4)), Ok(0));
    assert_eq!(tiebreaker(0, &mut die(5)), Ok(1));
    assert_eq!(tiebreaker(1, &mut die(5)), Ok(0));
}
