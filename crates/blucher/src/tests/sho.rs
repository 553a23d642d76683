//! SHO – resolving a shot.

use crate::fire::{Plan, hits};
use crate::testing::{Field, field};

fn fire(text: &str) -> Field {
    field(&format!("{text}; turn 1 fire"))
}

/// The shot of A, at (5,5,0), at X straight before it.
fn plan(a: &str, x: &str, range: f64, more: &str) -> Plan {
    let (arm, traits) = a.split_once(' ').unwrap_or((a, ""));
    let (enemy, rest) = x.split_once(' ').unwrap_or((x, ""));
    let y = 5.0 + range;
    let text = format!("A blue {arm} 5,5,0 {traits}; X red {enemy} 5,{y},180 {rest}; {more}");
    fire(&text).plan("A", "X")
}

#[test]
fn bl_sho_01_infantry_rolls_its_elan() {
    let shot = plan("inf elan=6 marks=1", "inf", 1.0, "");
    assert_eq!((shot.dice, shot.bonus, shot.rules()), (5, false, vec![]));
}

#[test]
fn bl_sho_02_artillery_rolls_its_ammo_number() {
    let shot = plan("art marks=1", "inf", 5.0, "");
    assert_eq!((shot.dice, shot.bonus, shot.rules()), (4, false, vec![]));
}

#[test]
fn bl_sho_03_each_6_is_a_hit() {
    assert_eq!(hits(&[6, 6, 1], false), 2);
    assert_eq!(hits(&[5, 4, 1], false), 0);
}

#[test]
fn bl_sho_04_half_the_dice_are_rounded_up() {
    for (elan, dice) in [(5, 3), (4, 2), (1, 1)] {
        assert_eq!(plan(&format!("inf elan={elan}"), "inf", 1.5, "").dice, dice);
    }
}

#[test]
fn bl_sho_05_skirmishing_is_halved() {
    let shot = plan("inf elan=5", "inf", 1.5, "");
    assert_eq!((shot.dice, shot.rules()), (3, vec!["BL-SHO-05".to_owned()]));
}

#[test]
fn bl_sho_06_infantry_at_artillery_or_cavalry_is_halved() {
    for arm in ["cav", "art"] {
        let shot = plan("inf elan=6", arm, 1.0, "");
        assert_eq!((shot.dice, shot.rules()), (3, vec!["BL-SHO-06".to_owned()]));
    }
}

#[test]
fn bl_sho_07_infantry_at_a_target_at_a_crest_is_halved() {
    let crest = |y: f64| format!("hill 2,4 8,9 crest 2,{y} 8,{y}");
    let shot = plan("inf elan=6", "inf", 0.8, &crest(5.8));
    assert_eq!((shot.dice, shot.rules()), (3, vec!["BL-SHO-07".to_owned()]));
    // 0.05 beside the line is at the crest, 0.06 is not (BL-AMB-09); the crest is behind the front here.
    assert_eq!(plan("inf elan=6", "inf", 0.8, &crest(5.85)).dice, 3);
    assert_eq!(plan("inf elan=6", "inf", 0.8, &crest(5.86)).dice, 6);
}

#[test]
fn bl_sho_08_impetuous_infantry_is_halved() {
    let shot = plan("inf elan=6 impetuous", "inf", 1.0, "");
    assert_eq!((shot.dice, shot.rules()), (3, vec!["BL-SHO-08".to_owned()]));
}

#[test]
fn bl_sho_09_artillery_at_a_target_in_cover_is_halved() {
    let shot = plan("art", "inf prepared", 3.05, "urban 5,8.55,0");
    assert_eq!(shot.dice, 3);
    assert_eq!(shot.modifiers[0].rule.to_string(), "BL-SHO-09");
    assert!(shot.modifiers[0].phrase.contains("garrison"));
}

#[test]
fn bl_sho_10_cover_comes_from_wood_from_a_base_for_its_garrison_and_from_a_crest() {
    let cover = |x: &str, more: &str| {
        let shot = plan("art", x, 4.0, more);
        shot.modifiers.iter().find(|m| m.rule.to_string() == "BL-SHO-09").map(|m| m.phrase.to_string())
    };
    assert!(cover("inf", "wood 3,8 7,8.9").unwrap().contains("wood"));
    assert!(cover("inf", "hill 2,8 8,12 crest 2,9 8,9").unwrap().contains("crest"));
    assert!(cover("inf prepared", "urban 5,9.5,0").unwrap().contains("garrison"));
    assert_eq!(cover("inf", "urban 5,9.5,0"), None);
    assert_eq!(cover("inf", "wood 3,8 4.9,8.9"), None, "clear lines pass the wood");
    // Only artillery is hindered by cover: infantry has its own list, and no line into a wood at all.
    let infantry = plan("inf elan=6", "inf", 1.0, "hill 2,4 8,9 crest 2,6 8,6");
    assert_eq!(infantry.rules(), ["BL-SHO-07"]);
}

#[test]
fn bl_sho_11_artillery_at_a_concealed_target_is_halved() {
    let shot = plan("art", "inf concealed", 5.0, "");
    assert_eq!((shot.dice, shot.rules()), (3, vec!["BL-SHO-11".to_owned()]));
    // Infantry is not.
    assert_eq!(plan("inf elan=6", "inf concealed", 1.0, "").dice, 6);
}

#[test]
fn bl_sho_12_obstructed_fire_is_halved() {
    let shot = plan("art", "inf", 3.0, "urban 5,7.55,0");
    assert_eq!((shot.dice, shot.rules()), (3, vec!["BL-SHO-12".to_owned()]));
}

#[test]
fn bl_sho_13_artillery_at_artillery_is_halved() {
    let shot = plan("art marks=1", "art", 5.0, "");
    assert_eq!((shot.dice, shot.rules()), (2, vec!["BL-SHO-13".to_owned()]));
}

#[test]
fn bl_sho_14_several_penalties_halve_once() {
    let shot = plan("art", "inf concealed", 3.0, "urban 5,7.55,0");
    assert_eq!((shot.dice, shot.rules()), (3, vec!["BL-SHO-11".to_owned(), "BL-SHO-12".to_owned()]));
}

#[test]
fn bl_sho_15_with_a_bonus_one_5_hits() {
    assert_eq!(hits(&[5, 5, 6], true), 2);
    assert_eq!(hits(&[5, 5, 6], false), 1);
    assert_eq!(hits(&[4, 3, 6], true), 1);
}

fn bonus(shot: &Plan) -> Vec<String> {
    assert_eq!(shot.bonus, shot.modifiers.iter().any(|m| m.phrase.contains("one 5 hits")));
    let bonuses = shot.modifiers.iter().filter(|m| m.phrase.contains("one 5 hits"));
    bonuses.map(|m| m.rule.to_string()).collect()
}

#[test]
fn bl_sho_16_artillery_has_a_bonus_at_short_range() {
    assert_eq!(bonus(&plan("art", "inf", 1.8, "")), ["BL-SHO-16"]);
    assert!(bonus(&plan("art", "inf", 2.2, "")).is_empty());
}

#[test]
fn bl_sho_17_heavy_artillery_has_a_bonus_at_long_range() {
    assert_eq!(bonus(&plan("art heavy", "inf", 5.0, "")), ["BL-SHO-17"]);
    assert_eq!(bonus(&plan("art heavy", "inf", 1.8, "")), ["BL-SHO-16"]);
}

#[test]
fn bl_sho_18_artillery_has_a_bonus_against_prepared_infantry() {
    assert_eq!(bonus(&plan("art", "inf prepared", 6.0, "")), ["BL-SHO-18"]);
}

#[test]
fn bl_sho_19_but_not_against_a_garrison() {
    assert!(bonus(&plan("art", "inf prepared", 4.05, "urban 5,9.55,0")).is_empty());
    // Prepared, but across the border of the base: no garrison.
    assert_eq!(bonus(&plan("art", "inf prepared", 3.8, "urban 5,9.55,0")), ["BL-SHO-18"]);
}

#[test]
fn bl_sho_20_firepower_gives_a_bonus_to_volleys_at_infantry() {
    assert_eq!(bonus(&plan("inf firepower", "inf", 0.9, "")), ["BL-SHO-20"]);
}

#[test]
fn bl_sho_21_skirmish_gives_a_bonus_to_skirmishing_at_infantry() {
    assert_eq!(bonus(&plan("inf skirmish", "inf", 1.5, "")), ["BL-SHO-21"]);
}

#[test]
fn bl_sho_22_neither_counts_against_artillery_or_cavalry() {
    for arm in ["cav", "art"] {
        assert!(bonus(&plan("inf firepower skirmish", arm, 0.9, "")).is_empty());
        assert!(bonus(&plan("inf firepower skirmish", arm, 1.5, "")).is_empty());
    }
}

#[test]
fn bl_sho_23_firepower_is_for_volleys_and_skirmish_for_skirmishing() {
    assert!(bonus(&plan("inf firepower", "inf", 1.5, "")).is_empty());
    assert!(bonus(&plan("inf skirmish", "inf", 0.8, "")).is_empty());
}

#[test]
fn bl_sho_24_several_bonuses_let_one_5_hit() {
    let shot = plan("art", "inf prepared", 1.8, "");
    assert_eq!(bonus(&shot), ["BL-SHO-16", "BL-SHO-18"]);
    assert_eq!(hits(&[5, 5, 5], shot.bonus), 1);
}

#[test]
fn bl_sho_25_a_penalty_and_a_bonus_may_go_together() {
    let shot = plan("art heavy marks=1", "art", 5.0, "");
    assert_eq!((shot.dice, shot.rules()), (2, vec!["BL-SHO-13".to_owned(), "BL-SHO-17".to_owned()]));
}

#[test]
fn bl_sho_26_flank_and_rear_give_nothing() {
    // The same footprint, facing four ways.
    for pose in ["5,6,180", "5,7,0", "4.5,6.5,270", "5.5,6.5,90"] {
        let field = fire(&format!("A blue inf 5,5,0 elan=6; G blue art 5,2,0; X red inf {pose}"));
        let shot = field.plan("A", "X");
        assert_eq!((shot.dice, shot.bonus), (6, false), "{pose}");
    }
}

#[test]
fn bl_sho_27_preparing_does_not_help_against_infantry() {
    let (plain, prepared) =
        (plan("inf firepower", "inf", 0.9, ""), plan("inf firepower", "inf prepared", 0.9, ""));
    assert_eq!((plain.dice, plain.bonus, plain.rules()), (prepared.dice, prepared.bonus, prepared.rules()));
}

#[test]
fn bl_sho_28_the_targets_traits_do_not_matter() {
    let all = "inf shock steady skirmish firepower impetuous conscript mobile";
    for range in [0.9, 1.5] {
        let (one, other) = (
            plan("inf skirmish firepower", "inf", range, ""),
            plan("inf skirmish firepower", all, range, ""),
        );
        assert_eq!((one.dice, one.bonus, one.rules()), (other.dice, other.bonus, other.rules()));
    }
}
