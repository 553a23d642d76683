//! ADV – advance after combat.

use super::fight::{Fight, fight};
use crate::state::{Combat, Phase, Stage};
use crate::step::Step;
use table::pose::pose;

/// A may advance; what else is on the table, the text says.
pub(super) fn advancing(text: &str) -> Fight {
    let mut fight = fight(text, &[]);
    let stage = Stage::Advances { left: vec![fight.id("A")] };
    fight.state.phase = Phase::Combat(Combat { dice: Vec::new(), scores: Vec::new(), stage });
    fight
}

fn refused(fight: &Fight, length: i32) -> Vec<String> {
    fight.refused(&Step::Advance { unit: fight.id("A"), length })
}

fn longest(fight: &Fight) -> i32 {
    crate::advance::longest(&fight.state, fight.unit("A"))
}

const NOTHING: [String; 0] = [];

#[test]
fn bl_adv_01_no_advance_while_a_retreat_is_pending() {
    let fight = fight(
        "A blue inf 5,5,0; X red inf 5,5,180 elan=6 marks=5; B blue inf 15,5,0; Y red inf 15,5,180",
        &[("A", "X"), ("B", "Y")],
    )
    .begin("34=0 34=3 35=1 35=0");
    assert!(matches!(fight.stage(), Some(Stage::Attackers { .. })));
    assert_eq!(refused(&fight, 5_000), ["BL-ADV-01"]);
    assert_eq!(fight.refused(&Step::EndAdvances), ["BL-ADV-01"]);
}

#[test]
fn bl_adv_02_who_attacked_and_is_free_may_advance() {
    let mut fight =
        fight("A blue inf 5,5,0; X red inf 5,5,180; B blue inf 8,5,0", &[("A", "X")]).begin("34=0 35=1");
    fight.back("X");
    assert_eq!(fight.left(), ["A"]);
    assert_eq!(refused(&fight, 5_000), NOTHING);
    let unit = fight.id("B");
    assert_eq!(fight.refused(&Step::Advance { unit, length: 5_000 }), ["BL-ADV-02"]);
}

#[test]
fn bl_adv_03_defenders_never_advance() {
    let mut fight = fight(
        "A blue inf 5,5,0; X red inf 5,5,180; B blue inf 15,5,0; Y red inf 15,5,180 elan=6 marks=5",
        &[("A", "X"), ("B", "Y")],
    )
    .begin("34=3 34=0 35=0 35=0");
    fight.back("A");
    assert_eq!(fight.left(), ["B"]);
    let unit = fight.id("X");
    assert_eq!(fight.refused(&Step::Advance { unit, length: 5_000 }), ["BL-ADV-03"]);
}

#[test]
fn bl_adv_04_an_advance_may_be_declined() {
    let mut fight = fight("A blue inf 5,5,0; X red inf 5,5,180", &[("A", "X")]).begin("34=0 35=1");
    fight.back("X");
    fight.play(&Step::EndAdvances, "");
    assert_eq!(fight.unit("A").pose, pose(5.0, 5.0, 0.0));
    assert_eq!(fight.state.turn, 2);
}

#[test]
fn bl_adv_05_up_to_one_bw_straight_ahead() {
    let mut fight = advancing("A blue inf 5,5,0; X red inf 15,15,180");
    assert_eq!(refused(&fight, 11_000), ["BL-ADV-05"]);
    assert_eq!(refused(&fight, 0), ["BL-ADV-05"]);
    assert_eq!(refused(&fight, -5_000), ["BL-ADV-05"]);
    assert_eq!(refused(&fight, 10_000), NOTHING);
    fight.play(&Step::Advance { unit: fight.id("A"), length: 6_000 }, "");
    assert_eq!(fight.unit("A").pose, pose(5.0, 5.6, 0.0));
}

#[test]
fn bl_adv_06_near_to_an_enemy_but_not_into_contact() {
    let fight = advancing("A blue inf 5,5,0; X red inf 5,5.5,180");
    assert_eq!(refused(&fight, 4_800), NOTHING);
    assert_eq!(refused(&fight, 4_900), ["BL-ADV-06"]);
    assert_eq!(refused(&fight, 5_000), ["BL-ADV-06"]);
    // Nor by sliding along one: this enemy is 0.002 beside its path, and begins 0.3 ahead.
    let beside = advancing("A blue inf 5,5,0; X red inf 6.002,5.3,180");
    assert_eq!(longest(&beside), 2_800);
    let clear = advancing("A blue inf 5,5,0; X red inf 6.02,5.3,180");
    assert_eq!(longest(&clear), 10_000);
}

/// Footprints are as deep as an advance is long, so what lies in its path lies under its end too (BL-ADV-08): a friend
/// is passed only beside it, where an enemy would stop it (BL-ADV-06).
#[test]
fn bl_adv_07_friends_beside_the_path_are_passed() {
    let friend = advancing("A blue inf 5,5,0; B blue inf 6,5.3,180; X red inf 15,15,180");
    assert_eq!(longest(&friend), 10_000);
    let enemy = advancing("A blue inf 5,5,0; X red inf 6,5.3,180");
    assert!(longest(&enemy) < 3_000);
}

#[test]
fn bl_adv_08_not_on_a_friend() {
    let fight = advancing("A blue inf 5,5,0; B blue inf 5.9,6.5,0; X red inf 15,15,180");
    assert_eq!(refused(&fight, 5_000), NOTHING);
    assert_eq!(refused(&fight, 8_000), ["BL-ADV-08"]);
}

#[test]
fn bl_adv_09_it_stops_short_of_a_friend() {
    let fight = advancing("A blue inf 5,5,0; B blue inf 5,6.3,0; X red inf 15,15,180");
    assert_eq!(longest(&fight), 3_000);
    assert_eq!(refused(&fight, 3_100), ["BL-ADV-08"]);
}

#[test]
fn bl_adv_10_not_through_impassable_terrain() {
    let fight = advancing("A blue inf 5,5,0; X red inf 15,15,180; major 0,5.9 24,5.9 w=1");
    assert_eq!(longest(&fight), 4_000);
    assert_eq!(refused(&fight, 4_100), ["BL-ADV-10"]);
}

/// An impetuous attacker that beat X by one, and X has retreated if it could.
fn impetuous(rest: &str) -> Fight {
    let text = format!("A blue inf 5,5,0 impetuous; X red inf 4.6,5,180; {rest}");
    let mut fight = fight(&text, &[("A", "X")]).begin("34=0 35=1");
    fight.back("X");
    fight
}

#[test]
fn bl_adv_11_an_impetuous_victor_advances_by_itself() {
    let fight = impetuous("Y red inf 15,15,180");
    assert_eq!(fight.unit("A").pose, pose(5.0, 6.0, 0.0));
    assert_eq!(fight.state.turn, 2);
}

#[test]
fn bl_adv_11_declining_is_refused() {
    // With another unit that may advance the order is a choice, but not whether.
    let mut fight = fight(
        "A blue inf 5,5,0 impetuous; X red inf 5,5,180 elan=6 marks=5; B blue inf 15,5,0; Y red inf 15,5,180 elan=6 marks=5",
        &[("A", "X"), ("B", "Y")],
    )
    .begin("34=0 34=0 35=1 35=1");
    assert_eq!(fight.left(), ["A", "B"]);
    assert_eq!(fight.refused(&Step::EndAdvances), ["BL-ADV-11"]);
    assert_eq!(refused(&fight, 9_900), ["BL-ADV-12"]);
    fight.play(&Step::Advance { unit: fight.id("A"), length: 10_000 }, "");
    assert_eq!(fight.refused(&Step::EndAdvances), NOTHING);
}

#[test]
fn bl_adv_12_as_far_as_it_can() {
    // Y stands half a BW ahead, beside the place of X.
    let fight = impetuous("Y red inf 5.65,5.5,180");
    assert_eq!(fight.unit("A").pose, pose(5.0, 5.48, 0.0));
}

#[test]
fn bl_amb_220_victorious_is_who_outscored_every_defender() {
    // X scored as much and broke by its own fatigue: A is free, but not victorious.
    let mut fight = fight("A blue inf 5,5,0 impetuous; X red inf 5,5,180 elan=6 marks=5", &[("A", "X")])
        .begin("34=1 35=1");
    assert_eq!(fight.left(), ["A"]);
    fight.play(&Step::EndAdvances, "");
    assert_eq!(fight.unit("A").pose, pose(5.0, 5.0, 0.0));
}

#[test]
fn bl_amb_219_a_free_attacker_may_advance_whether_it_won_or_not() {
    let fight = fight("A blue inf 5,5,0; X red inf 5,5,180 elan=6 marks=5", &[("A", "X")]).begin("34=1 35=0");
    assert_eq!(fight.left(), ["A"]);
    // Infantry that lost to cavalry which had to go.
    let mut fight =
        super::fight::fight("A blue inf 5,5,0; X red cav 5,5,180", &[("A", "X")]).begin("34=3 35=1 47=1");
    fight.back("X");
    assert_eq!(fight.left(), ["A"]);
}

#[test]
fn bl_adv_13_engagement_does_not_limit_it() {
    let fight = advancing("A blue inf 5,5,0; X red inf 6.2,5,270");
    assert_eq!(refused(&fight, 10_000), NOTHING);
}

#[test]
fn bl_adv_14_difficult_terrain_does_not_shorten_it() {
    let fight = advancing("A blue cav 5,5,0; X red inf 15,15,180; wood 3,5 7,9; urban 5.8,5.8,0");
    assert_eq!(refused(&fight, 10_000), NOTHING);
}

#[test]
fn bl_adv_15_no_new_combat_follows() {
    let mut fight = advancing("A blue inf 5,5,0; X red inf 5,5.5,180");
    fight.play(&Step::Advance { unit: fight.id("A"), length: 4_800 }, "");
    assert!(fight.state.contacts.is_empty() && matches!(fight.state.phase, Phase::Movement { .. }));
    assert_eq!(fight.state.turn, 2);
}

#[test]
fn bl_adv_16_a_unit_that_retreated_does_not_advance() {
    let mut fight = fight(
        "A blue inf 5,5,0; X red inf 5,5,180; B blue inf 15,5,0; Y red inf 15,5,180 elan=6 marks=5",
        &[("A", "X"), ("B", "Y")],
    )
    .begin("34=3 34=0 35=0 35=0");
    fight.back("A");
    assert_eq!(refused(&fight, 5_000), ["BL-ADV-16"]);
}

#[test]
fn bl_adv_17_a_corner_that_still_touches_holds_it_where_it_is() {
    for trait_ in ["", "impetuous"] {
        let text =
            format!("A blue inf 5,5,0 {trait_}; L red inf 4,5,180; M red inf 5,5,180; R red inf 6,5,180");
        let mut fight = fight(&text, &[("A", "M")]).begin("34=0 35=1");
        fight.back("M");
        assert_eq!(fight.unit("A").pose, pose(5.0, 5.0, 0.0));
        assert_eq!(fight.state.turn, 2, "only declining is left: nobody is asked");
    }
}

#[test]
fn bl_amb_231_steps_of_a_hundredth() {
    let fight = advancing("A blue inf 5,5,0; X red inf 15,15,180");
    assert_eq!(refused(&fight, 4_850), ["BL-ADV-05"]);
    assert_eq!(refused(&fight, 100), NOTHING);
}

#[test]
fn bl_amb_231_up_to_the_border() {
    let fight = advancing("A blue inf 5,15.5,0; X red inf 15,8,180");
    assert_eq!(longest(&fight), 5_000);
    assert_eq!(refused(&fight, 5_100), ["BL-AMB-231"]);
}

#[test]
fn bl_amb_231_an_advance_takes_an_objective() {
    let mut fight = advancing("A blue inf 5,5,0; X red inf 15,15,180; objective 5,5.6 side=red");
    fight.play(&Step::Advance { unit: fight.id("A"), length: 5_000 }, "");
    assert_eq!(fight.state.objectives[0].control, Some(0));
}

#[test]
fn bl_amb_231_over_a_crossing_along_its_axis() {
    let bridge = "major 0,5.9 24,5.9 w=1; crossing 5,5.9,0 w=0.4 l=1";
    let straight = advancing(&format!("A blue inf 5,5,0; X red inf 15,15,180; {bridge}"));
    assert_eq!(longest(&straight), 10_000);
    // Within 0.05 of the axis it is put on it; farther aside it may not end there.
    let mut aside = advancing(&format!("A blue inf 5.04,5,0; X red inf 15,15,180; {bridge}"));
    aside.play(&Step::Advance { unit: aside.id("A"), length: 10_000 }, "");
    assert_eq!(aside.unit("A").pose, pose(5.0, 6.0, 0.0));
    assert!(aside.unit("A").crossing.is_some());
    let far = advancing(&format!("A blue inf 5.1,5,0; X red inf 15,15,180; {bridge}"));
    assert_eq!(refused(&far, 10_000), ["BL-CRS-03"]);
    assert_eq!(refused(&far, 4_200), ["BL-CRS-03"]);
    assert_eq!(refused(&far, 4_000), NOTHING, "up to the bank");
    // A line that leaves by a side of the crossing.
    let oblique = advancing(&format!("A blue inf 4.9,5.2,20; X red inf 15,15,180; {bridge}"));
    assert!(refused(&oblique, 10_000).contains(&"BL-CRS-09".to_owned()));
}
