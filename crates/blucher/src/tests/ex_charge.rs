//! EX-22 to -26 (charges), ENG-09.

use crate::testing::{Field, field};

fn none() -> Vec<String> {
    Vec::new()
}

fn names(field: &Field, unit: &str) -> Vec<String> {
    field.targets(unit).into_iter().map(|(name, ..)| name).collect()
}

fn distance(field: &Field, a: &str, b: &str) -> f64 {
    table::distance::gap(&field.unit(a).rect(), &field.unit(b).rect()).distance / 1e4
}

#[test]
fn bl_ex_22_the_attacker_may_choose() {
    let field = field("A blue cav 5,5,0; U1 red inf 4.2,7.5,0; U2 red inf 5.8,7,180");
    assert!((distance(&field, "A", "U1") - 1.5).abs() < 1e-9);
    assert!((distance(&field, "A", "U2") - 2.0).abs() < 1e-9);
    assert_eq!(names(&field, "A"), ["U1", "U2"]);
    assert_eq!(field.refused(&field.charge("A", -15., "U1")), none());
    assert_eq!(field.refused(&field.charge("A", 20., "U2")), none());
}

#[test]
fn bl_ex_23_the_front_must_be_charged() {
    let field = field("A blue cav 5,5,0; U3 red inf 4.2,8,0; U4 red inf 5.8,7,180");
    assert!((distance(&field, "A", "U3") - distance(&field, "A", "U4")).abs() < 1e-9);
    assert_eq!(names(&field, "A"), ["U4"]);
    assert_eq!(field.refused(&field.charge("A", -15., "U3")), ["BL-CHG-22"]);
}

#[test]
fn bl_ex_24_the_aim() {
    let field = field("A blue inf 5,5,0; B blue inf 6.2,5,0; T red inf 5.4,6.5,180");
    assert_eq!(field.refused(&field.charge("A", 0., "T")), none());
    assert_eq!(field.refused(&field.charge("B", 0., "T")), ["BL-CHG-18"]);
}

#[test]
fn bl_ex_25_the_nearer_cannot_be_reached() {
    let field = field("A blue inf 5,5,0; B1 red inf 6.5,5.8,190; B2 red inf 5.5,6.3,190");
    assert!((distance(&field, "A", "B1") - 1.022).abs() < 0.001);
    assert!((distance(&field, "A", "B2") - 1.280).abs() < 0.001);
    assert_eq!(field.targets("A"), [("B2".to_owned(), 0.5, 39.0)]);
    assert_eq!(field.refused(&field.charge("A", 39.5, "B2")), ["BL-CHG-18"]);
    let found = crate::charge::legal_targets(&field.truth(), field.id("A"), &mut umpire::Doubts::new());
    // Every half degree between, but for those where the near corner of B1 is struck 0.01 to 0.03 before B2.
    let between = (1..=78).map(|n| n * 500).filter(|turn| !(27_000..=29_000).contains(turn));
    assert!(found[0].turns.iter().map(|turn| turn.0).eq(between));
}

#[test]
fn bl_ex_26_charging_while_engaged() {
    let text = "A red inf 4.4,5,0; B1 blue inf 4.2,5.5,170; B2 blue inf 5.7,6.6,180; B3 blue inf 6.6,5.9,200";
    let all = field(&format!("{text}; B red inf 6.5,5,340"));
    let engaged = |name: &str| all.unit(name).engaged_by;
    assert_eq!(engaged("B1"), [all.id("A")]);
    assert_eq!(engaged("B3"), [all.id("B")]);
    assert!(engaged("B2").is_empty());
    assert_eq!(names(&all, "B1"), ["A"]);
    assert!((distance(&all, "B3", "A") - 1.631).abs() < 0.001);
    assert!((distance(&all, "B3", "B") - 0.567).abs() < 0.001);
    assert_eq!(names(&all, "B3"), ["B"]);
    assert_eq!(names(&field(text), "B3"), ["A"], "without B it could charge A");
}

#[test]
fn bl_eng_05_the_charge_need_not_be_at_the_enemy_that_engages() {
    // A stands in the zone of X, which is to its right rear; Y is ahead.
    let field = field("A blue inf 5,5,0; X red inf 6.3,4.5,270; Y red inf 5,6.5,180");
    assert_eq!(field.unit("A").engaged_by, [field.id("X")]);
    assert_eq!(field.refused(&field.charge("A", 0., "Y")), none());
}

#[test]
fn bl_eng_09_conscripts_engaged_by_cavalry_do_not_charge() {
    let engaged_by = |arm: &str, traits: &str| {
        field(&format!("A blue inf 5,5,0 {traits}; X red {arm} 6.3,4.5,270; Y red inf 5,6.5,180"))
    };
    let horse = engaged_by("cav", "conscript");
    assert_eq!(horse.refused(&horse.charge("A", 0., "Y")), ["BL-ENG-09"]);
    assert_eq!(horse.targets("A"), []);
    let foot = engaged_by("inf", "conscript");
    assert_eq!(foot.refused(&foot.charge("A", 0., "Y")), none());
    let veterans = engaged_by("cav", "");
    assert_eq!(veterans.refused(&veterans.charge("A", 0., "Y")), none());
}
