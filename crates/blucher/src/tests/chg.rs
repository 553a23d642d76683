//! CHG – charge.

use crate::state::Unit;
use crate::step::{Order, Step};
use crate::testing::{Field, field};
use table::grain::grains;
use table::heading::{Heading, Turn};
use table::point::at;

/// A unit at (5, 5) facing north and an enemy.
fn duel(charger: &str, enemy: &str, more: &str) -> Field {
    field(&format!("A blue {charger}; X red {enemy}; {more}"))
}

fn none() -> Vec<String> {
    Vec::new()
}

/// Where a charge that must be legal ends.
fn charged(field: &mut Field, unit: &str, degrees: f64, target: &str) -> Unit {
    let steps = field.charge(unit, degrees, target);
    assert_eq!(field.refused(&steps), none());
    field.play(&steps, &[]);
    field.unit(unit)
}

#[test]
fn bl_chg_01_artillery_does_not_charge() {
    let guns = duel("art 5,5,0", "inf 5,6.5,180", "");
    assert_eq!(guns.refused(&guns.charge("A", 0., "X")), ["BL-CHG-01"]);
    assert_eq!(guns.targets("A"), []);
    for arm in ["inf", "cav"] {
        let other = duel(&format!("{arm} 5,5,0"), "inf 5,6.5,180", "");
        assert_eq!(other.refused(&other.charge("A", 0., "X")), none());
    }
}

#[test]
fn bl_chg_02_a_fatigued_unit_does_not_charge() {
    let elan = |elan: u8, marks: u8| {
        let field = duel(&format!("inf 5,5,0 elan={elan} marks={marks}"), "inf 5,6.5,180", "");
        (field.refused(&field.charge("A", 0., "X")), field.targets("A").len())
    };
    assert_eq!(elan(1, 0), (vec!["BL-CHG-02".to_owned()], 0));
    assert_eq!(elan(4, 3), (vec!["BL-CHG-02".to_owned()], 0));
    assert_eq!(elan(2, 0), (none(), 1));
}

#[test]
fn bl_chg_03_the_target_is_seen() {
    let in_wood = |y: f64| duel("inf 5,5,0", &format!("inf 5,{y},180"), "wood 3,3 7,9");
    let (near, far) = (in_wood(6.0), in_wood(6.1));
    assert_eq!(near.refused(&near.charge("A", 0., "X")), none());
    assert_eq!(far.refused(&far.charge("A", 0., "X")), ["BL-CHG-03"]);
    assert_eq!(far.targets("A"), []);
    let why = far.judge(&far.charge("A", 0., "X")).unwrap_err();
    assert_eq!(why[0].places.len(), 2, "the target and the wood that hides it");
}

#[test]
fn bl_chg_04_a_pivot_of_at_most_45_degrees() {
    // Square before a charger that has turned by 45°, 2.0 away.
    for (side, x) in [(1.0, 6.4142), (-1.0, 3.5858)] {
        let heading = if side > 0.0 { 225 } else { 135 };
        let field = duel("inf 5,5,0", &format!("inf {x},6.4142,{heading}"), "");
        assert_eq!(field.refused(&field.charge("A", side * 45.0, "X")), none());
        assert_eq!(field.refused(&field.charge("A", side * 46.0, "X")), ["BL-CHG-04"]);
        let why = field.judge(&field.charge("A", side * 46.0, "X")).unwrap_err();
        assert_eq!(why[0].numbers, [("pivot".into(), side as i64 * 46_000)]);
    }
}

#[test]
fn bl_chg_05_the_pivot_is_free() {
    let mut field = duel("inf 5,5,0", "inf 6.4142,6.4142,225", "");
    let unit = charged(&mut field, "A", 45., "X");
    assert!((unit.pose.at.x - grains(6.4142)).abs() <= 1 && (unit.pose.at.y - grains(6.4142)).abs() <= 1);
}

#[test]
fn bl_chg_06_one_pivot_and_one_straight_move() {
    let json = |more: &str| format!(r#"{{"order":"charge","turn":0,"target":1{more}}}"#);
    assert!(serde_json::from_str::<Order>(&json("")).is_ok());
    assert!(serde_json::from_str::<Order>(&json(r#","legs":[{"to":{"x":1,"y":1}}]"#)).is_err());
    assert!(serde_json::from_str::<Order>(&json(r#","heading":90000"#)).is_err());
}

#[test]
fn bl_chg_07_the_full_allowance() {
    let mut reached = duel("inf 5,5,0", "inf 5,7,180", "");
    assert_eq!(charged(&mut reached, "A", 0., "X").pose.at, at(5., 7.));
    let far = duel("inf 5,5,0", "inf 5,7.2,180", "");
    assert_eq!(far.refused(&far.charge("A", 0., "X")), ["BL-CHG-07"]);
    let why = far.judge(&far.charge("A", 0., "X")).unwrap_err();
    assert_eq!(why[0].numbers, [("length".into(), 22_000), ("allowance".into(), 20_000)]);
    let mut horse = duel("cav 5,5,0", "inf 5,9,180", "");
    assert_eq!(charged(&mut horse, "A", 0., "X").pose.at, at(5., 9.));
}

#[test]
fn bl_chg_08_what_cannot_be_reached_is_no_target() {
    let far = duel("inf 5,5,0", "inf 5,7.2,180", "");
    assert_eq!(far.targets("A"), []);
    assert_eq!(duel("inf 5,5,0", "inf 5,7,180", "").targets("A").len(), 1);
    // Cavalry: 4 BW; a card may differ (AMB-44).
    assert_eq!(duel("cav 5,5,0", "inf 5,7.2,180", "").targets("A").len(), 1);
    assert_eq!(duel("inf 5,5,0 move=3,1", "inf 5,7.2,180", "").targets("A").len(), 1);
}

#[test]
fn bl_chg_09_difficult_terrain_does_not_shorten_a_charge() {
    // The line of sight enters the wood at y = 6 and runs on to 7.
    let mut field = duel("inf 5,5,0", "inf 5,7,180", "wood 4,6 6,6.8");
    assert_eq!(charged(&mut field, "A", 0., "X").pose.at, at(5., 7.));
}

#[test]
fn bl_chg_10_not_into_impassable_terrain() {
    // A river 0.1 to the right: straight ahead is clear of it, a left pivot of 10° swings the rear into it.
    let field = duel("inf 5,5,0", "inf 4.7,6.5,180", "major 6.1,0 6.1,16 w=1");
    assert_eq!(field.refused(&field.charge("A", 0., "X")), none());
    assert_eq!(field.refused(&field.charge("A", -10., "X")), ["BL-CHG-13"]);
    let dry = duel("inf 5,5,0", "inf 4.7,6.5,180", "");
    assert_eq!(dry.refused(&dry.charge("A", -10., "X")), none());
}

#[test]
fn bl_chg_11_cavalry_charges_through_no_wood() {
    for (arm, rules) in [("cav", vec!["BL-CHG-11"]), ("inf", vec![])] {
        let charger = format!("{arm} 5,5,0");
        // The right front corner clips a wood by 0.05 on the way.
        let clips = duel(&charger, "inf 5,7,180", "wood 5.45,5.5 7,6.5");
        assert_eq!(clips.refused(&clips.charge("A", 0., "X")), rules);
        // The rear corner stands 0.05 in a wood and leaves it.
        let leaves = duel(&charger, "inf 5,7,180", "wood 5.45,3 7,4.05");
        assert_eq!(leaves.refused(&leaves.charge("A", 0., "X")), rules);
        // The pivot swings the rear into a wood; before and after it is clear.
        let swings = duel(&charger, "inf 5,7,180", "wood 5.55,3 7,4.2");
        assert_eq!(swings.refused(&swings.charge("A", 0., "X")), none());
        assert_eq!(swings.refused(&swings.charge("A", -10., "X")), rules);
    }
    let border = duel("cav 5,5,0", "inf 5,7,180", "wood 3,7 7,9");
    assert_eq!(border.refused(&border.charge("A", 0., "X")), none());
}

#[test]
fn bl_chg_12_cavalry_charges_through_no_urban_area() {
    // The base covers x 5.45–6.55, y 5.65–6.75: the right front corner clips it by 0.05.
    for (arm, rules) in [("cav", vec!["BL-URB-14"]), ("inf", vec![])] {
        let field = duel(&format!("{arm} 5,5,0"), "inf 5,7,180", "urban 6,6.2,0");
        // At the stop (y 6–7) the flank still overlaps the base.
        let rules: Vec<&str> = rules.iter().map(|_| "BL-URB-13").collect();
        assert_eq!(field.refused(&field.charge("A", 0., "X")), rules);
    }
    let through = duel("cav 5,5,0", "inf 5,8.5,180", "urban 6,6.2,0");
    assert_eq!(through.refused(&through.charge("A", 0., "X")), ["BL-URB-14"]);
}

#[test]
fn bl_chg_13_a_major_river_only_at_a_crossing() {
    let river = "major 0,6.5 24,6.5 w=1";
    let no_bridge = duel("inf 5,5,0", "inf 5,7,180", river);
    assert_eq!(no_bridge.refused(&no_bridge.charge("A", 0., "X")), ["BL-CHG-13"]);
    assert_eq!(no_bridge.targets("A"), []);
    let elsewhere = duel("inf 5,5,0", "inf 5,7,180", &format!("{river}; crossing 9,6.5,0"));
    assert_eq!(elsewhere.refused(&elsewhere.charge("A", 0., "X")), ["BL-CHG-13"]);
    let bridge = duel("inf 5,5,0", "inf 5,7,180", &format!("{river}; crossing 5,6.5,0"));
    assert_eq!(bridge.refused(&bridge.charge("A", 0., "X")), none());
}

#[test]
fn bl_chg_14_through_friends_but_not_through_those_in_contact() {
    // B stands 0.1 wide in the way of A.
    let text = "A blue cav 5,5,0 corps=I; B blue inf 5.9,6.4,0 corps=I; X red inf 5,8,180";
    let peace = field(text);
    assert_eq!(peace.refused(&peace.charge("A", 0., "X")), none());
    // B has charged Y and stopped at y = 7.5, still 0.1 wide in the way.
    let mut war = field(&format!("{text}; Y red inf 6.3,7.5,180"));
    charged(&mut war, "B", 0., "Y");
    assert_eq!(war.refused(&war.charge("A", 0., "X")), ["BL-MOV-13"]);
}

#[test]
fn bl_chg_15_it_stops_at_the_first_contact() {
    let mut field = duel("inf 5,5,0", "inf 4.7,6.2,180", "Y red inf 5.75,6.6,180");
    assert_eq!(charged(&mut field, "A", 0., "X").pose.at, at(5., 6.2));
    assert_eq!(field.contacted("A"), ["X"]);
}

#[test]
fn bl_chg_16_it_does_not_square_up() {
    let mut field = duel("cav 5,5,0", "inf 5.8,7,180", "");
    assert_eq!(charged(&mut field, "A", 20., "X").pose.heading, Heading::degrees(20.));
}

#[test]
fn bl_chg_17_no_flank_or_rear_edge_comes_into_contact() {
    // Y touches the right flank at the stop, from half a BW behind to half a BW before the front.
    let flush = duel("inf 5,5,0", "inf 5,7,180", "Y red inf 6,7.5,0");
    assert_eq!(flush.refused(&flush.charge("A", 0., "X")), ["BL-CHG-17"]);
    let apart = duel("inf 5,5,0", "inf 5,7,180", "Y red inf 6.02,7.5,0");
    assert_eq!(apart.refused(&apart.charge("A", 0., "X")), none());
}

#[test]
fn bl_chg_17_nor_during_the_pivot() {
    // Y stands 0.1 to the left, beside the rear: a right pivot swings the rear into it.
    let field = duel("inf 5,5,0", "inf 5.3,6.5,180", "Y red inf 3.9,4.2,180");
    assert_eq!(field.refused(&field.charge("A", 0., "X")), none());
    assert_eq!(field.refused(&field.charge("A", 15., "X")), ["BL-CHG-17"]);
}

#[test]
fn bl_chg_17_nor_at_any_moment_of_it() {
    // Half-way through a pivot by 45° a rear corner points straight back, 1.118 from the centerpoint (y 3.882);
    // at the end it is only 1.061 behind (y 3.939).
    let behind = |y: f64| {
        let field = duel("inf 5,5,0", "inf 6.4142,6.4142,225", &format!("Y red inf 5,{y},0"));
        field.refused(&field.charge("A", 45., "X"))
    };
    assert_eq!(behind(3.915), ["BL-CHG-17"]);
    assert_eq!(behind(3.86), none());
}

#[test]
fn bl_chg_18_the_aim_ray_passes_through_the_target() {
    let mut field = duel("inf 5,5,0", "inf 5.8,6,180", "");
    assert_eq!(field.refused(&field.charge("A", 0., "X")), ["BL-CHG-18"]);
    let unit = charged(&mut field, "A", 30., "X");
    let m = (unit.pose.at.vec2() - at(5., 5.).vec2()).length();
    assert!((m - 10_160.0).abs() < 5.0, "{m}");
}

#[test]
fn bl_chg_19_the_target_is_contacted() {
    // Y is aimed at, but X is struck first.
    let field = duel("inf 5,5,0", "inf 4.4,6,180", "Y red inf 5.4,6.5,180");
    assert_eq!(field.refused(&field.charge("A", 0., "Y")), ["BL-CHG-19"]);
}

#[test]
fn bl_chg_20_incidental_contact_is_legal() {
    let mut field = field("A blue inf 5.3,5.5,0; X red inf 5,7,180; Y red inf 6,7,180");
    let unit = charged(&mut field, "A", 0., "X");
    assert_eq!(unit.pose.at, at(5.3, 7.));
    assert_eq!(field.refused(&[Step::EndPhase]), none());
}

#[test]
fn bl_chg_21_incidental_contacts_are_defenders() {
    let mut field = field("A blue inf 5.3,5.5,0; X red inf 5,7,180; Y red inf 6,7,180");
    charged(&mut field, "A", 0., "X");
    assert_eq!(field.contacted("A"), ["X", "Y"]);
}

#[test]
fn bl_chg_22_a_dominated_target_is_refused() {
    let field = field("A blue cav 5,5,0; X red inf 4.2,8,0; Y red inf 5.8,7,180");
    assert_eq!(field.refused(&field.charge("A", -15., "X")), ["BL-CHG-22"]);
    assert_eq!(field.refused(&field.charge("A", 20., "Y")), none());
}

#[test]
fn bl_chg_23_the_closer_is_the_greater_threat() {
    let text = "A blue cav 5,5,0; Y red inf 5.9,6.4,180";
    let both = field(&format!("{text}; X red inf 4.2,6,180"));
    assert_eq!(both.refused(&both.charge("A", -25., "X")), none());
    assert_eq!(both.refused(&both.charge("A", 25., "Y")), ["BL-CHG-22"]);
    let why = both.judge(&both.charge("A", 25., "Y")).unwrap_err();
    assert_eq!(why[0].numbers, [("distance".into(), 14_000), ("greater".into(), 10_000)]);
    let alone = field(text);
    assert_eq!(alone.refused(&alone.charge("A", 25., "Y")), none());
}

#[test]
fn bl_chg_24_a_front_that_can_be_attacked_is_the_greater_threat() {
    // Both 2.0 away: one shows its rear, the other its front.
    let field = field("A blue cav 5,5,0; X red inf 4.2,8,0; Y red inf 5.8,7,180");
    assert_eq!(names(&field), ["Y"]);
}

#[test]
fn bl_chg_25_if_neither_is_greater_the_attacker_chooses() {
    // Closer, but only its rear; farther, but its front.
    let unlike = field("A blue cav 5,5,0; X red inf 4.2,7.5,0; Y red inf 5.8,7,180");
    assert_eq!(names(&unlike), ["X", "Y"]);
    let equal = field("A blue cav 5,5,0; X red inf 4.2,7,180; Y red inf 5.8,7.005,180");
    assert_eq!(names(&equal), ["X", "Y"]);
}

fn names(field: &Field) -> Vec<String> {
    field.targets("A").into_iter().map(|(name, ..)| name).collect()
}

#[test]
fn bl_chg_26_only_legal_targets_are_compared() {
    let text = "A blue cav 5,5,0; X red inf 5,8,180; Z red inf 7.5,7,180";
    let dry = field(text);
    assert_eq!(names(&dry), ["Z"]);
    assert_eq!(dry.refused(&dry.charge("A", 0., "X")), ["BL-CHG-22"]);
    let river = field(&format!("{text}; major 6.4,0 6.4,16 w=1"));
    assert_eq!(names(&river), ["X"]);
    assert_eq!(river.refused(&river.charge("A", 0., "X")), none());
}

#[test]
fn bl_chg_27_infantry_may_charge_cavalry() {
    let field = duel("inf 5,5,0", "cav 5,7,180", "");
    assert_eq!(field.refused(&field.charge("A", 0., "X")), none());
}

/// A charges X's front, B its right flank.
fn two_on_one(a: &str, b: &str, x: &str) -> Field {
    field(&format!("A blue {a} 4.6,6,0; B blue {b} 7.2,8.5,270; X red {x} 5,8,180"))
}

#[test]
fn bl_chg_28_infantry_and_cavalry_do_not_attack_the_same_cavalry() {
    let mut horse_first = two_on_one("cav", "inf", "cav");
    charged(&mut horse_first, "A", 0., "X");
    assert_eq!(horse_first.refused(&horse_first.charge("B", 0., "X")), ["BL-CHG-28"]);
    assert_eq!(horse_first.targets("B"), []);
    let mut foot_first = two_on_one("cav", "inf", "cav");
    charged(&mut foot_first, "B", 0., "X");
    assert_eq!(foot_first.refused(&foot_first.charge("A", 0., "X")), ["BL-CHG-28"]);
}

#[test]
fn bl_chg_29_infantry_and_cavalry_together_attack_infantry_or_artillery() {
    for x in ["inf", "art"] {
        let mut field = two_on_one("cav", "inf", x);
        charged(&mut field, "A", 0., "X");
        charged(&mut field, "B", 0., "X");
        assert_eq!(field.truth().contacts.len(), 2);
    }
}

#[test]
fn bl_chg_30_several_chargers_contact_the_same_target() {
    for arm in ["inf", "cav"] {
        let mut field = two_on_one(arm, arm, "cav");
        charged(&mut field, "A", 0., "X");
        charged(&mut field, "B", 0., "X");
        assert_eq!((field.contacted("A"), field.contacted("B")), (vec!["X".into()], vec!["X".into()]));
    }
}

#[test]
fn bl_chg_31_a_unit_that_charged_has_moved_and_may_not_fire() {
    let mut field = duel("inf 5,5,0 mobile", "inf 5,6,180", "");
    let unit = charged(&mut field, "A", 0., "X");
    assert!(unit.moved && unit.charged);
    field.play(&[Step::EndPhase], &[]);
    let shot = Step::Shoot { unit: field.id("A"), target: field.id("X") };
    assert!(!field.refused(&[shot]).is_empty());
}

#[test]
fn bl_chg_32_a_charge_ends_in_contact() {
    let field = field("A blue inf 5,5,0; B blue inf 5,7,0; X red inf 9,9,180");
    assert_eq!(field.refused(&field.charge("A", 0., "X")), ["BL-CHG-32"]);
    assert_eq!(field.refused(&field.charge("A", 0., "B")), ["BL-CHG-32"]);
    let nobody = Order::Charge { turn: Turn(0), target: umpire::PieceId(1) };
    assert_eq!(field.refused(&field.order("A", nobody)), ["BL-CHG-32"]);
}

#[test]
fn bl_chg_33_a_charge_does_not_end_partly_off_the_table() {
    let field = field("A blue cav 12,0.5,90; X red inf 12.42,0.92,225");
    assert_eq!(field.refused(&field.charge("A", 0., "X")), ["BL-CHG-18"]);
    assert_eq!(field.refused(&field.charge("A", -45., "X")), ["BL-CHG-33"]);
    assert_eq!(field.refused(&field.charge("A", -5., "X")), ["BL-CHG-33"]);
    let why = field.judge(&field.charge("A", -45., "X")).unwrap_err();
    let beyond = why[0].numbers[0].1;
    assert!((beyond - 1_400).abs() < 60, "{beyond}");
    assert_eq!(field.targets("A"), []);
}
