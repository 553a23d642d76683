//! CBT-36 to -53 – flanks, preparation, infantry and cavalry: which dice are rolled again.

use super::fight::{Fight, fight};
use crate::combat::who::flanked_by;
use crate::testing::field;

fn duel(attacker: &str, defender: &str, ground: &str) -> Fight {
    fight(&format!("A blue {attacker}; X red {defender}; {ground}"), &[("A", "X")])
}

#[test]
fn bl_cbt_36_dice_of_different_arms_are_kept_apart() {
    let fight = fight(
        "A blue cav 5,5,0 elan=3; B blue inf 4.5,5.5,90 elan=4; X red inf 5,5,180 prepared",
        &[("A", "X"), ("B", "X")],
    )
    .begin("34=6 35=3 44=1 35=4");
    assert_eq!(fight.rolled(), "34x6 35x3 44x3 35x4");
    assert_eq!(fight.scores("X").0, 5);
}

/// Does an attacker at this pose flank a defender at (5, 5) that faces north?
fn flanks(pose: &str) -> bool {
    let field = field(&format!("A blue inf {pose}; X red inf 5,5,0"));
    flanked_by(&field.unit("X"), &field.unit("A"))
}

#[test]
fn bl_cbt_37_an_attacker_flanks_from_behind_the_front_line_with_no_part_in_front() {
    assert!(flanks("5.5,4.7,270"));
    assert!(!flanks("5.5,5.2,270"), "its centerpoint is in front");
    // Its right front corner is directly in front.
    assert!(!flanks("5.5707,4.9293,225"));
    assert!(flanks("5,4,0"), "from the rear");
    assert!(!flanks("5,5,180"), "from the front");
}

#[test]
fn bl_amb_209_a_centerpoint_on_the_front_line_does_not_flank() {
    assert!(!flanks("5.5,5,270"));
    assert!(!flanks("5.5,4.995,270"), "0.005 behind it");
    assert!(flanks("5.5,4.98,270"));
    // A corner that hangs over the line by less than a touch is not in front: the side at y = 5.005.
    assert!(flanks("5.5,4.505,270"));
    assert!(flanks("5.5,4.52,270"), "0.02 beyond the line, but beside the unit and not before it");
}

#[test]
fn bl_cbt_38_one_flanking_attacker_is_enough() {
    let fight =
        fight("A blue inf 5,5,0; B blue inf 4.5,5.5,90; X red inf 5,5,180 elan=4", &[("A", "X"), ("B", "X")])
            .begin("34=4 39=4 35=0 35=0");
    assert_eq!(fight.rolled(), "34x4 39x4 35x6 35x6");
}

#[test]
fn bl_ex_205_a_part_in_front_saves_the_flank_until_another_takes_it() {
    // The defender faces north. A's centerpoint is behind its front line, but a corner of A is before it.
    let a = "A blue inf 5.5707,4.9293,225; X red inf 5,5,0 elan=4";
    let fight = fight(a, &[("A", "X")]).begin("34=4 35=0");
    assert_eq!(fight.rolled(), "34x4 35x6");
    let both = format!("{a}; B blue inf 4.5,4.5,90");
    let fight = super::fight::fight(&both, &[("A", "X"), ("B", "X")]).begin("34=4 39=4 35=0 35=0");
    assert_eq!(fight.rolled(), "34x4 39x4 35x6 35x6");
}

#[test]
fn bl_cbt_39_a_flanked_defender_rolls_its_successes_again() {
    let fight = duel("inf 5,4,0", "inf 5,5,0 elan=5", "").begin("34=4,1,5,2,6 39=2,4,1 35=0");
    assert_eq!(fight.rolled(), "34x5 39x3 35x6");
    assert_eq!(fight.scores("X"), (0, 1));
}

#[test]
fn bl_cbt_40_flanks_count_for_all_arms() {
    for arm in ["inf", "cav", "art"] {
        let fight = duel("cav 5,4,0", &format!("{arm} 5,5,0"), "").begin("34=2 39=2 35=0");
        assert!(fight.rolled().contains(" 39x2 "), "{arm}");
    }
}

#[test]
fn bl_cbt_41_a_die_is_rolled_again_once_for_two_reasons() {
    // Unprepared infantry, flanked, and by cavalry.
    let fight = duel("cav 5,4,0", "inf 5,5,0", "").begin("34=3 39=2 35=0");
    assert_eq!(fight.rolled(), "34x6 39x3 35x6");
    assert_eq!(fight.scores("X").1, 2);
}

#[test]
fn bl_cbt_42_what_must_be_rolled_again_is_rolled_at_once() {
    let fight = fight(
        "A blue inf 5,4,0; X red inf 5,5,0; B blue cav 15,5,0; Y red inf 15,5,180",
        &[("A", "X"), ("B", "Y")],
    )
    .begin("34=2 39=2 34=1 46=1 35=0 35=0");
    assert_eq!(fight.rolled(), "34x6 39x2 34x6 46x1 35x6 35x6");
}

#[test]
fn bl_cbt_43_prepared_infantry_has_no_flanks() {
    let fight = duel("inf 5,4,0", "inf 5,5,0 prepared", "").begin("34=3 35=0");
    assert_eq!(fight.scores("X").1, 3);
}

#[test]
fn bl_cbt_44_cavalry_rolls_its_successes_against_prepared_infantry_again() {
    let fight = duel("cav 5,5,0 elan=5", "inf 5,5,180 prepared", "").begin("34=6 35=3 44=1");
    assert_eq!(fight.rolled(), "34x6 35x5 44x3");
    assert_eq!(fight.scores("X"), (1, 6));
}

#[test]
fn bl_amb_210_only_successes_are_rolled_again() {
    let fight = duel("cav 5,5,0 elan=5", "inf 5,5,180 prepared", "").begin("34=6 35=1,2,6,3,4 44=5,6");
    assert_eq!(fight.rolled(), "34x6 35x5 44x2");
    assert_eq!(fight.scores("X").0, 2);
}

#[test]
fn bl_cbt_45_infantry_against_prepared_infantry_rolls_nothing_again() {
    let fight = duel("inf 5,5,0 elan=4", "inf 5,5,180 prepared", "").begin("34=6 35=3");
    assert_eq!(fight.scores("X").0, 3);
}

#[test]
fn bl_cbt_46_unprepared_infantry_against_cavalry_rolls_its_successes_again() {
    let fight = duel("cav 5,5,0", "inf 5,5,180 elan=4", "").begin("34=4,4,6,1 46=4,1,1 35=0");
    assert_eq!(fight.rolled(), "34x4 46x3 35x6");
    assert_eq!(fight.scores("X").1, 1);
}

#[test]
fn bl_cbt_47_infantry_that_attacks_cavalry_rolls_its_successes_again() {
    let fight = duel("inf 5,5,0", "cav 5,5,180", "").begin("34=6 35=4 47=2");
    assert_eq!(fight.rolled(), "34x6 35x6 47x4");
    assert_eq!(fight.scores("X"), (2, 6));
}

#[test]
fn bl_amb_211_only_the_dice_against_the_cavalry_are_rolled_again() {
    let fight =
        fight("A blue inf 5,5,0; X red cav 4.7,5,180; Y red inf 5.7,5,180", &[("A", "X"), ("A", "Y")])
            .begin("34=6 34=6 35=3 47=0 35=3");
    assert_eq!(fight.rolled(), "34x6 34x6 35x3 47x3 35x3");
    assert_eq!((fight.scores("X").0, fight.scores("Y").0), (0, 3));
}

#[test]
fn bl_cbt_48_prepared_infantry_against_cavalry_keeps_its_successes() {
    let fight = duel("cav 5,5,0", "inf 5,5,180 prepared", "").begin("34=3 35=0");
    assert_eq!(fight.scores("X").1, 3);
}

#[test]
fn bl_cbt_49_infantry_that_meets_cavalry_in_a_wood_rolls_nothing_again() {
    let meet = |wood: &str| duel("inf 5,5,0", "cav 5,5,180", wood);
    let inside = meet("wood 4,4.5 6,6").begin("34=5 35=3");
    assert_eq!(inside.rolled(), "34x5 35x5");
    let corner_outside = meet("wood 4,4.5 5.4,6").begin("34=5 35=3 47=0");
    assert_eq!(corner_outside.rolled(), "34x5 35x5 47x3");
}

#[test]
fn bl_cbt_50_half_wood_and_half_town_does_not_do() {
    let mixed = "wood 3,4 5,6; urban 5.55,5,0";
    let fight = duel("inf 5,5,0", "cav 5,5,180", mixed).begin("34=5 35=3 47=0");
    assert_eq!(fight.rolled(), "34x5 35x5 47x3");
    // All in the town, which is joined of two bases, does.
    let town = "urban 4.45,5,0; urban 5.55,5,0";
    let fight = duel("inf 5,5,0", "cav 5,5,180", town).begin("34=5 35=3");
    assert_eq!(fight.rolled(), "34x5 35x5");
}

#[test]
fn bl_amb_213_points_of_contact_lie_there_too_up_to_a_touch() {
    // The wood ends at the attacker's front edge: the points of contact lie on its border.
    let border = duel("inf 5,5,0", "cav 5,5,180", "wood 4,3 6,5").begin("34=6 35=3");
    assert_eq!(border.rolled(), "34x6 35x5");
    let short = duel("inf 5,5,0", "cav 5,5,180", "wood 4,3 6,4.98").begin("34=6 35=3 47=3");
    assert_eq!(short.rolled(), "34x6 35x5 47x3");
    // Cavalry wholly in a town is enough, wherever the attacker's front is.
    let town = duel("inf 5,4.95,0", "cav 5,4.95,180", "urban 5,5.5,0").begin("34=5 35=3");
    assert_eq!(town.rolled(), "34x5 35x5");
}

#[test]
fn bl_amb_212_cover_does_not_save_the_flank() {
    let fight = duel("inf 5,4,0", "cav 5,5,0", "wood 3,2 7,7").begin("34=3 39=1 35=3");
    assert_eq!(fight.rolled(), "34x5 39x3 35x5");
}

#[test]
fn bl_cbt_51_woods_do_not_save_infantry_that_defends() {
    let fight = duel("cav 5,5,0", "inf 5,5,180", "wood 4,5 6,7").begin("34=3 46=1 35=0");
    assert_eq!(fight.rolled(), "34x5 46x3 35x6");
}

#[test]
fn bl_cbt_53_artillery_has_its_full_dice_on_every_side() {
    let fight = duel("inf 5,4,0", "art 5,5,0 ammo=5,4,4,3,2,2 marks=1", "").begin("34=2 39=2 35=0");
    assert_eq!(fight.rolled(), "34x4 39x2 35x6");
}

/// Halkett, prepared in rough ground; Quiot before him, partly in it too; Watier on his flank.
fn halkett() -> Fight {
    fight(
        "H red inf 5,5,180 elan=6 steady prepared; Q blue inf 5,5,0 elan=6 marks=1
         W blue cav 4.5,5.5,90 elan=6 marks=2 shock; rocky 5.2,4.5 6,5.5",
        &[("W", "H"), ("Q", "H")],
    )
}

#[test]
fn bl_ex_207_halkett_holds_against_quiot_and_watier() {
    let fight = halkett();
    let dice = (fight.defence_dice("H"), fight.attack_dice("W"), fight.attack_dice("Q"));
    assert_eq!(dice, (6, 5, 4));
    let mut fight = fight.begin("34=2 35=3 44=2 35=3");
    assert_eq!(fight.rolled(), "34x6 35x5 44x3 35x4");
    assert_eq!(fight.scores("H"), (5, 2));
    fight.back("Q");
    fight.back("W");
    assert_eq!(["H", "W", "Q"].map(|name| fight.number(name)), [3, 3, 4]);
    assert_eq!(["H", "W", "Q"].map(|name| fight.retreated(name)), [false, true, true]);
    assert!(fight.unit("H").prepared && fight.stage().is_none());
}
