//! EX-12, EX-27 to EX-36, EX-216, EX-219: the book's examples of fire.

use crate::fire::targets;
use crate::sight::Eyes;
use crate::state::{Left, Phase};
use crate::testing::{Field, field};

fn fire(text: &str) -> Field {
    field(&format!("{text}; turn 1 fire"))
}

fn range(field: &Field, unit: &str, target: &str) -> f64 {
    let (state, id) = (field.truth(), field.id(target));
    let found = targets(&state, &field.unit(unit), &Eyes::new(&state));
    found.iter().find(|t| t.id == id).map_or(f64::NAN, |t| t.range() / 10_000.0)
}

#[test]
fn bl_ex_12_fire_at_a_crest() {
    let hill = "hill 2,8 8,12 crest 2,9 8,9";
    let with = |x: &str| fire(&format!("A blue art 5,5,0; X red inf {x}; {hill}"));
    let before = with("5,7.5,180").plan("A", "X");
    assert_eq!((before.dice, before.rules()), (5, vec![]));
    let at_crest = with("5,9,180").plan("A", "X");
    assert_eq!((at_crest.dice, at_crest.rules()), (3, vec!["BL-SHO-09".to_owned()]));
    assert_eq!(with("5,11,180").no_shot("A", "X"), ["BL-FIR-11", "BL-LOF-22"]);
}

#[test]
fn bl_ex_27_an_enemy_wholly_outside_the_arc() {
    let field = fire("A blue art 5,5,0; X red inf 7.1,5,180");
    assert_eq!(field.no_shot("A", "X"), ["BL-LOF-02"]);
}

#[test]
fn bl_ex_28_priority_of_an_artillery_unit() {
    let others = "2 red inf 7.2,9,180; 1 red inf 3.5,9.3,180; wood 2.5,8.4 4.5,9";
    let all = fire(&format!("A blue art 5,5,0; 3 red inf 6.2,6.5,180; {others}"));
    assert!((range(&all, "A", "3") - 1.655).abs() < 0.002);
    assert!(all.no_shot("A", "3").is_empty());
    // With these coordinates 3 also hides 2.
    assert_eq!(all.no_shot("A", "2"), ["BL-FIR-11", "BL-LOF-04"]);
    assert_eq!(all.no_shot("A", "1"), ["BL-TGT-01"]);
    let two = fire(&format!("A blue art 5,5,0; {others}"));
    assert!((range(&two, "A", "2") - 4.35).abs() < 0.01);
    assert!((range(&two, "A", "1") - 4.42).abs() < 0.01);
    assert!(two.no_shot("A", "1").is_empty() && two.no_shot("A", "2").is_empty());
    assert!(two.plan("A", "1").obstructed && !two.plan("A", "2").obstructed);
}

#[test]
fn bl_ex_29_a_narrow_gap_between_two_units() {
    let field = fire("A blue art 5,5,0; F blue inf 4.3,7,0; 1 red inf 5.7,7,180; 2 red inf 5,10,180");
    assert!(field.no_shot("A", "1").is_empty());
    assert!(field.no_shot("A", "2").contains(&"BL-LOF-17".to_owned()));
}

#[test]
fn bl_ex_30_a_narrow_gap_between_two_woods() {
    let field = fire("A blue art 5,5,0; X red inf 5,8.2,180; wood 3,7 4.8,8; wood 5.2,7 7,8");
    assert!(field.no_shot("A", "X").contains(&"BL-LOF-19".to_owned()));
}

#[test]
fn bl_ex_31_five_dice_penalised_are_three() {
    assert_eq!(fire("A blue inf 5,5,0 elan=5; X red inf 5,6.5,180").plan("A", "X").dice, 3);
}

#[test]
fn bl_ex_32_every_line_passes_wood() {
    let plan = fire("A blue art 5,5,0; X red inf 5,9,180; wood 3,8.2 7,8.8").plan("A", "X");
    assert_eq!((plan.dice, plan.rules()), (3, vec!["BL-SHO-09".to_owned(), "BL-SHO-12".to_owned()]));
}

#[test]
fn bl_ex_33_skirmishers() {
    let mut field = fire("A blue inf 5,5,0 elan=5 firepower skirmish; X red inf 5,6.5,180 elan=6");
    let plan = field.plan("A", "X");
    assert_eq!((plan.dice, plan.bonus), (3, true));
    field.shoot("A", "X", &[2, 4, 5]);
    field.end_fire();
    assert_eq!(field.unit("X").current(), Some(5));
}

#[test]
fn bl_ex_34_artillery_at_artillery() {
    let mut field = fire("A blue art 5,5,0 marks=1; X red art 5,9,180");
    field.shoot("A", "X", &[6, 5]);
    field.end_fire();
    let x = field.id("X");
    assert!(matches!(field.truth().phase, Phase::FireRetreats { left, .. } if left == [x]));
}

#[test]
fn bl_ex_35_heavy_artillery_at_artillery() {
    let mut field = fire("A blue art 5,5,0 marks=1 heavy; X red art 5,9,180");
    field.shoot("A", "X", &[6, 5]);
    field.end_fire();
    assert_eq!(field.truth().gone[0].how, Left::Retired);
}

#[test]
fn bl_ex_36_elan_6_in_the_basic_game() {
    assert_eq!(fire("A blue inf 5,5,0 elan=6; X red inf 5,6,180").plan("A", "X").dice, 6);
    assert_eq!(fire("A blue inf 5,5,0 elan=6; X red inf 5,6.5,180").plan("A", "X").dice, 3);
}

#[test]
fn bl_ex_216_a_unit_partly_in_a_base_under_fire_of_two_batteries() {
    // The target's west half stands in the base x 3.9–5.0. A fires from the west, B from the south.
    let field = fire("A blue art 1,7.5,90; B blue art 5.2,4,0; X red inf 5,7,180; urban 4.45,7.5,0");
    let (a, b) = (field.plan("A", "X"), field.plan("B", "X"));
    assert_eq!((a.dice, a.rules()), (3, vec!["BL-SHO-12".to_owned()]));
    assert_eq!((b.dice, b.rules()), (5, vec![]));
}

#[test]
fn bl_ex_219_one_hit_and_two_hits_on_artillery() {
    for (faces, retreats) in [([6, 1, 1], true), ([6, 6, 1], false)] {
        let mut field = fire("A blue art 5,5,0; X red art 5,9,180");
        field.shoot("A", "X", &faces);
        assert!(field.truth().gone.is_empty());
        field.end_fire();
        assert_eq!(matches!(field.truth().phase, Phase::FireRetreats { .. }), retreats);
        assert_eq!(field.truth().gone.len(), usize::from(!retreats));
    }
}
