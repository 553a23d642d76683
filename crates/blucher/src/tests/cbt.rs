//! CBT – who fights, dice, modifiers, rolls. Dividing dice and rolling again have files of their own.

use super::fight::fight;
use crate::combat::who;
use crate::state::{Contact, Stage};
use crate::step::Step;
use crate::testing::field;

/// An attacker from the south squarely in front of a defender.
fn duel(attacker: &str, defender: &str, ground: &str) -> super::fight::Fight {
    fight(&format!("A blue {attacker}; X red {defender}; {ground}"), &[("A", "X")])
}

#[test]
fn bl_cbt_01_only_a_unit_that_charged_attacks() {
    let fight = fight("A blue inf 5,4.95,0; X red inf 5,5,180", &[]).begin("");
    assert_eq!(fight.rolled(), "");
    assert_eq!((fight.state.turn, fight.number("X")), (2, 6));
}

#[test]
fn bl_cbt_02_whoever_is_contacted_defends_target_or_not() {
    let fight =
        fight("A blue inf 5,5,0; X red inf 4.7,5,180; Y red inf 5.7,5,180", &[("A", "X"), ("A", "Y")])
            .begin("34=6 34=6 35=0 35=0");
    assert_eq!(fight.rolled(), "34x6 34x6 35x3 35x3");
}

#[test]
fn bl_cbt_03_the_phase_does_not_end_before_every_combat_is_resolved() {
    let mut fight = fight(
        "A blue inf 5,5,0; X red inf 5,5,180; B blue inf 15,5,0; Y red inf 15,5,180",
        &[("A", "X"), ("B", "Y")],
    )
    .begin("34=0 34=0 35=1 35=1");
    assert_eq!(fight.rolled(), "34x6 34x6 35x6 35x6");
    assert_eq!(fight.refused(&Step::EndPhase), ["BL-TRN-07"]);
    assert_eq!(fight.refused(&Step::EndAdvances), ["BL-ADV-01"]);
    fight.play(&Step::Settle { unit: fight.id("X") }, "");
    fight.back("X");
    assert_eq!(fight.refused(&Step::EndPhase), ["BL-TRN-07"]);
    fight.back("Y");
    assert!(matches!(fight.stage(), Some(Stage::Advances { .. })));
    fight.play(&Step::EndAdvances, "");
    assert_eq!(fight.state.turn, 2);
}

#[test]
fn bl_cbt_04_friends_nearby_give_nothing() {
    let fight = fight("A blue inf 5,5,0; X red inf 5,5,180; Y red inf 5,6.1,180", &[("A", "X")]);
    assert_eq!(fight.defence_dice("X"), 6);
    let fight = fight.begin("34=6 35=0");
    assert_eq!(fight.rolled(), "34x6 35x6");
    assert_eq!(fight.number("Y"), 6);
}

#[test]
fn bl_cbt_05_no_die_is_rolled_while_dice_are_not_divided() {
    let mut fight = fight(
        "A blue inf 5,5,0 elan=5; X red inf 4.5,5,180; Y red inf 5.5,5,180; B blue inf 15,5,0; Z red inf 15,5,180",
        &[("A", "X"), ("A", "Y"), ("B", "Z")],
    )
    .begin("");
    assert_eq!((fight.rolled(), fight.left()), (String::new(), vec!["A".to_owned()]));
    assert_eq!(fight.refused(&Step::Settle { unit: fight.id("Z") }), ["BL-RES-33"]);
    let step = fight.divide("A", "X2 Y3");
    fight.play(&step, "34=6 34=6 34=6 35=0 35=0 35=0");
    assert_eq!(fight.rolled(), "34x6 34x6 34x6 35x2 35x3 35x6");
}

#[test]
fn bl_cbt_06_infantry_and_cavalry_roll_their_elan() {
    let fight = duel("cav 5,5,0 elan=6 marks=2", "inf 5,5,180 elan=6 marks=2", "");
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (4, 4));
}

#[test]
fn bl_cbt_07_artillery_rolls_its_ammo_number() {
    let fight = duel("inf 5,5,0", "art 5,5,180 ammo=5,4,4,3,2,2 marks=2", "");
    assert_eq!(fight.defence_dice("X"), 4);
}

#[test]
fn bl_cbt_08_a_modifier_changes_the_number_of_dice_only() {
    let fight = duel("inf 5,5,0 elan=5 shock", "inf 5,5,180", "").begin("34=6 35=3,3,3,4,5,6");
    assert_eq!(fight.scores("X"), (3, 6));
}

#[test]
fn bl_cbt_09_at_least_one_die_is_rolled() {
    let fight = duel("cav 5,5,0", "inf 5,5,180 elan=4 marks=3 conscript", "wood 4,5 6,7");
    assert_eq!(fight.defence_dice("X"), 1);
}

#[test]
fn bl_cbt_10_there_is_no_most() {
    let fight = duel("inf 5,5,0 elan=8 shock", "inf 5,5,180 elan=8 steady prepared", "urban 5,5.5,0");
    assert_eq!(fight.defence_dice("X"), 11);
    assert_eq!(duel("inf 5,5,0 elan=8 shock", "inf 5,5,180", "").attack_dice("A"), 9);
}

#[test]
fn bl_cbt_11_attackers_modifiers_are_not_for_defenders_nor_the_reverse() {
    let fight = duel("inf 5,5,0 steady", "inf 5,5,180 shock", "");
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (6, 6));
}

#[test]
fn bl_cbt_12_all_modifiers_are_added_together() {
    let fight = duel("inf 5,5,0", "inf 5,5,180 elan=6 steady", "wood 4,5.5 6,7");
    assert_eq!(fight.defence_dice("X"), 6);
    // The least of 1 comes after all of them: 1 − 1 + 1, not the larger of 1 and 1 − 1, plus 1.
    let fight = duel("inf 5,5,0", "inf 5,5,180 elan=6 marks=5 steady", "wood 4,5.5 6,7");
    assert_eq!(fight.defence_dice("X"), 1);
}

#[test]
fn bl_cbt_13_shock_attacks_with_one_more() {
    assert_eq!(duel("cav 5,5,0 elan=4 shock", "inf 5,5,180", "").attack_dice("A"), 5);
}

#[test]
fn bl_cbt_14_steady_defends_with_one_more() {
    let fight = duel("inf 5,5,0 steady", "inf 5,5,180 steady", "");
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (6, 7));
}

#[test]
fn bl_cbt_15_even_a_corner_in_difficult_terrain_costs_a_die() {
    let clipped = duel("inf 5,5,0 elan=5", "inf 5,5,180", "wood 3,3 4.52,4.52");
    assert_eq!((clipped.attack_dice("A"), clipped.defence_dice("X")), (4, 6));
    // The rear corner lies at (4.5, 4): 0.005 deep is no more than a touch.
    let touched = duel("inf 5,5,0 elan=5", "inf 5,5,180", "wood 3,3 4.505,4.505");
    assert_eq!(touched.attack_dice("A"), 5);
}

#[test]
fn bl_cbt_16_several_pieces_of_difficult_terrain_cost_one_die() {
    let fight = duel("inf 5,5,0", "inf 5,5,180", "wood 4,4 4.7,6; marsh 5.3,4 6,6");
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (5, 5));
}

#[test]
fn bl_amb_208_roads_do_not_help_and_rivers_count() {
    let on_a_road = duel("inf 5,5,0", "inf 5,5,180", "wood 3,3 7,4.8; road 5,0 5,16");
    assert_eq!(on_a_road.attack_dice("A"), 5);
    let in_a_river = duel("inf 5,5,0", "inf 5,5,180", "minor 0,4.5 24,4.5");
    assert_eq!((in_a_river.attack_dice("A"), in_a_river.defence_dice("X")), (5, 6));
}

#[test]
fn bl_cbt_17_contacting_a_higher_defender_costs_a_die() {
    // The defender stands at the crest, the attacker on the slope below it.
    let fight = duel("inf 5,5,0", "inf 5,5,180", "hill 2,3 8,8 crest 2,5 8,5");
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (5, 6));
}

#[test]
fn bl_cbt_18_one_higher_defender_costs_one_die_of_the_whole_pool() {
    let text = "A blue inf 5,5,0; X red inf 4.6,5,180; Y red inf 5.6,5,180; hill 2,5 5.1,8";
    let fight = fight(text, &[("A", "X"), ("A", "Y")]);
    assert_eq!(fight.attack_dice("A"), 5);
    assert_eq!(fight.divisions("A"), ["X3 Y2"]);
    // Two higher ones cost no more.
    let text = "A blue inf 5,5,0; X red inf 4.6,5,180; Y red inf 5.6,5,180; hill 2,5 8,8";
    let fight = super::fight::fight(text, &[("A", "X"), ("A", "Y")]);
    assert_eq!(fight.attack_dice("A"), 5);
}

#[test]
fn bl_cbt_19_height_does_nothing_for_a_defender_and_nothing_downhill() {
    let fight = duel("inf 5,5,0", "inf 5,5,180", "hill 2,2 8,5 crest 2,4.9 8,4.9");
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (6, 6));
}

/// Is X higher than A, who came from this crest or from none?
fn higher(a: &str, x: &str, ground: &str, from_crest: bool) -> bool {
    let field = field(&format!("A blue inf {a}; X red inf {x}; {ground}"));
    let (attacker, defender) = (field.unit("A"), field.unit("X"));
    let state = field.truth();
    let crest = state.field.crests().next().map(|piece| piece.id.0).filter(|_| from_crest);
    let edge = table::rect::Edge::Front;
    let contact = Contact { attacker: attacker.id, defender: defender.id, edge, from_crest: crest };
    who::higher(&state.field, &contact, &attacker, &defender)
}

#[test]
fn bl_amb_207_levels_are_nested_hills_around_the_middle() {
    let two = "hill 0,4 10,12; hill 2,5 8,10";
    assert!(higher("5,5,0", "5,5,180", two, false), "two hills against one");
    assert!(!higher("5,5,0", "5,5,180", "hill 0,2 10,12", false), "a hill without a crest has only levels");
    assert!(!higher("5,5,0", "5,5,180", "hill 0,5.6 10,12", false), "its middle is not on the hill");
}

#[test]
fn bl_amb_207_a_defender_at_the_crest_is_higher_than_one_who_was_not_there() {
    let hill = "hill 0,2 10,12 crest 0,5 10,5";
    assert!(higher("5,5,0", "5,5,180", hill, false));
    assert!(!higher("5,5,0", "5,5,180", hill, true), "the attacker was at this crest when its charge began");
}

#[test]
fn bl_amb_207_on_one_slope_who_is_nearer_to_the_crest_by_a_quarter_is_higher() {
    let hill = |y: f64| format!("hill 0,2 10,12 crest 0,{y} 10,{y}");
    // Middles at y = 4.5 and 5.5; the crest is beyond both.
    assert!(higher("5,5,0", "5,5,180", &hill(7.0), false));
    assert!(!higher("5,5,0", "5,5,180", &hill(2.5), false), "downhill");
    // On either side of the crest neither is higher, and no front is at it.
    assert!(!higher("5,5,0", "5,5,180", &hill(5.4), false));
    // Side by side on a slope: a flank attack, middles at y = 5.3 and 5.5, or at 5.2 and 5.5.
    assert!(!higher("4.5,5.3,90", "5,5,180", &hill(7.0), false), "nearer by 0.2");
    assert!(higher("4.5,5.2,90", "5,5,180", &hill(7.0), false), "nearer by 0.3");
    assert!(higher("4.5,5.25,90", "5,5,180", &hill(7.0), false), "nearer by a quarter exactly");
}

#[test]
fn bl_amb_207_sides_of_a_bent_crest() {
    // The crest bends like a roof with its ridge at (5, 7); both middles are below it.
    let roof = "hill 0,1 10,12 crest 1,3 5,7 9,3";
    assert!(higher("5,5,0", "5,5,180", roof, false));
    // A sharp one: beyond its tip both are outside, although one is right of the line of its left leg.
    let sharp = "hill 0,1 20,12 crest 4,3 5,7 6,3";
    assert!(higher("5.3,8.1,180", "5.3,8.1,0", sharp, false));
    // Beyond the end of a crest its line goes straight on: here between the two middles.
    let short = "hill 0,1 20,12 crest 8,5.2 14,5.2";
    assert!(!higher("5,5,0", "5,5,180", short, false));
}

#[test]
fn bl_cbt_20_conscript_infantry_attacked_by_cavalry_has_one_die_less() {
    let dice = |a: &str, x: &str| duel(a, x, "").defence_dice("X");
    assert_eq!(dice("inf 5,5,0", "inf 5,5,180 elan=4 conscript"), 4);
    assert_eq!(dice("cav 5,5,0", "inf 5,5,180 elan=4 conscript"), 3);
    assert_eq!(dice("cav 5,5,0", "cav 5,5,180 elan=4 conscript"), 4);
    assert_eq!(duel("inf 5,5,0 elan=4 conscript", "cav 5,5,180", "").attack_dice("A"), 4);
    let both = fight(
        "A blue inf 5,5,0; B blue cav 4.5,5.5,90; X red inf 5,5,180 elan=4 conscript",
        &[("A", "X"), ("B", "X")],
    );
    assert_eq!(both.defence_dice("X"), 3);
}

#[test]
fn bl_cbt_21_a_garrison_has_two_more_against_infantry() {
    let fight = duel("inf 5,5,0 elan=6", "inf 5,5,180 elan=5 prepared", "urban 5,5.5,0");
    assert_eq!((fight.defence_dice("X"), fight.attack_dice("A")), (7, 5));
}

#[test]
fn bl_cbt_29_all_attackers_of_a_defender_add_their_dice() {
    let fight = fight(
        "A blue inf 5,5,0 elan=5; B blue inf 4.5,5.5,90 elan=5; X red inf 5,5,180 elan=8",
        &[("A", "X"), ("B", "X")],
    )
    .begin("34=8 39=8 35=3 35=4");
    assert_eq!(fight.rolled(), "34x8 39x8 35x5 35x5");
    assert_eq!(fight.scores("X"), (7, 8));
}

#[test]
fn bl_cbt_31_each_defender_has_its_own_two_scores() {
    let fight =
        fight("A blue inf 5,5,0; X red inf 4.7,5,180; Y red inf 5.7,5,180", &[("A", "X"), ("A", "Y")])
            .begin("34=4 34=5 35=1 35=2");
    assert_eq!((fight.scores("X"), fight.scores("Y")), ((1, 4), (2, 5)));
}

#[test]
fn bl_cbt_32_one_defence_score_stands_against_all_attackers() {
    let fight =
        fight("A blue inf 4.6,5,0; B blue inf 5.6,5,0; X red inf 5.1,5,180", &[("A", "X"), ("B", "X")])
            .begin("34=4 35=1 35=2");
    assert_eq!(fight.rolled(), "34x6 35x6 35x6");
    assert_eq!(fight.scores("X"), (3, 4));
}

#[test]
fn bl_cbt_33_the_passive_player_rolls_to_defend_in_an_order_that_changes_nothing() {
    // The dice of the tests check who rolls. The same rolls in another order of contacts give the same scores.
    let text = "A blue inf 5,5,0; X red inf 5,5,180; B blue inf 15,5,0; Y red inf 15,5,180";
    let one = fight(text, &[("A", "X"), ("B", "Y")]).begin("34=4 34=5 35=1 35=2");
    let other = fight(text, &[("B", "Y"), ("A", "X")]).begin("34=5 34=4 35=2 35=1");
    let ends = |f: &super::fight::Fight| ["A", "B", "X", "Y"].map(|name| f.number(name));
    assert_eq!(ends(&one), ends(&other));
    assert_eq!((one.scores("X"), one.scores("Y")), (other.scores("X"), other.scores("Y")));
}

#[test]
fn bl_cbt_34_four_or_more_is_a_success() {
    let fight = duel("inf 5,5,0", "inf 5,5,180 elan=5", "").begin("34=1,3,4,4,6 35=0");
    assert_eq!(fight.scores("X"), (0, 3));
}

#[test]
fn bl_cbt_35_all_defend_before_anybody_attacks() {
    let fight =
        fight("A blue inf 5,5,0 elan=5; X red inf 4.6,5,180; Y red inf 5.6,5,180", &[("A", "X"), ("A", "Y")])
            .begin("34=6 34=6 35=4,5,1 35=6,2");
    assert_eq!(fight.rolled(), "34x6 34x6 35x3 35x2");
    assert_eq!((fight.scores("X").0, fight.scores("Y").0), (2, 1));
}

#[test]
fn bl_cbt_55_a_touch_corner_to_corner_is_no_combat() {
    let text = "A blue inf 5,5,0; L red inf 4,5,180; M red inf 5,5,180; R red inf 6,5,180";
    let field = field(text);
    let rect = |name: &str| field.unit(name).rect();
    let met = ["L", "M", "R"].map(|name| crate::contact::in_contact(&rect("A"), &rect(name)));
    assert_eq!(met, [false, true, false]);
    let mut fight = fight(text, &[("A", "M")]).begin("34=6 35=0");
    fight.back("A");
    assert_eq!(fight.rolled(), "34x6 35x6");
    assert_eq!(["L", "M", "R"].map(|name| fight.number(name)), [6, 5, 6]);
}

#[test]
fn bl_amb_202_all_combats_pass_through_each_step_together() {
    let fight = fight(
        "A blue inf 5,5,0; X red inf 5,5,180; B blue cav 15,5,0; Y red inf 15,5,180",
        &[("A", "X"), ("B", "Y")],
    )
    .begin("34=5 34=5 46=5 35=0 35=0");
    assert_eq!(fight.rolled(), "34x6 34x6 46x5 35x6 35x6");
}

#[test]
fn bl_amb_248_dice_of_incidental_contacts_count_as_usual() {
    // Y is nobody's target: only A, which aims at X, touches it.
    let fight =
        fight("A blue inf 5,5,0; X red inf 4.7,5,180; Y red inf 5.7,5,180", &[("A", "X"), ("A", "Y")])
            .begin("34=0 34=0 35=1 35=3");
    assert_eq!(fight.scores("Y"), (3, 0));
}

#[test]
fn bl_ex_204_two_attackers_of_five_dice_roll_ten() {
    let fight = fight(
        "A blue inf 4.6,5,0 elan=5; B blue inf 5.6,5,0 elan=5; X red inf 5.1,5,180",
        &[("A", "X"), ("B", "X")],
    )
    .begin("34=6 35=2 35=2");
    assert_eq!(fight.rolled(), "34x6 35x5 35x5");
}
