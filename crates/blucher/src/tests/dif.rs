//! DIF – the difficult move, with EX-19 and URB-07.

use super::orders::*;
use crate::step::{Order, When};
use crate::testing::field;
use table::pose::pose;

#[test]
fn bl_dif_01_through_difficult_terrain() {
    // A front corner goes 0.05 into a wood.
    let field = field("A blue inf 5,5,0; X red inf 20,12,180; wood 5.45,5.5 7,8");
    assert_eq!(field.why("A", simple(0., 1.01)), ["BL-SIM-03"]);
    let forward = |length: f64| difficult(0., length, 0., When::Before);
    assert_eq!(field.why("A", forward(1.01)), ["BL-DIF-04"]);
    assert!(field.why("A", forward(1.)).is_empty());
    assert!(matches!(field.canonical("A", forward(1.)), Order::Difficult { .. }));
}

#[test]
fn bl_dif_02_facing_another_way_than_it_moved() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    let back = |length: f64| difficult(180., length, 0., When::Before);
    assert_eq!(field.preview("A", back(1.)).pose, pose(5., 4., 0.));
    assert_eq!(field.why("A", back(1.01)), ["BL-DIF-04"]);
}

#[test]
fn bl_dif_03_several_reasons_do_not_add_up() {
    let field = field("A blue cav 5,5,0; X red inf 20,12,180; wood 4,2 6,3.5");
    assert!(field.why("A", difficult(180., 2., 0., When::Before)).is_empty());
}

#[test]
fn bl_dif_04_at_most_the_second_allowance() {
    let field = field("A blue cav 5,5,0; X red inf 20,12,180");
    assert!(field.why("A", difficult(270., 2., 0., When::Before)).is_empty());
    assert_eq!(field.why("A", difficult(270., 2.01, 0., When::Before)), ["BL-DIF-04"]);
}

#[test]
fn bl_dif_05_one_straight_line_in_any_direction() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    assert_eq!(field.preview("A", difficult(90., 1., 0., When::Before)).pose, pose(6., 5., 0.));
    // An order has one bearing and one length: a bend cannot be said.
    assert!(serde_json::from_str::<Order>(r#"{"order":"difficult","legs":[]}"#).is_err());
}

#[test]
fn bl_dif_06_the_pivot_comes_before_or_after() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    for pivot in [When::Before, When::After] {
        assert_eq!(field.preview("A", difficult(90., 1., 200., pivot)).pose, pose(6., 5., 200.));
    }
}

#[test]
fn bl_dif_07_at_most_one_pivot() {
    // An order has one heading and one time for it: two pivots cannot be said.
    let two =
        r#"{"order":"difficult","bearing":0,"length":10000,"heading":90000,"pivot":["before","after"]}"#;
    assert!(serde_json::from_str::<Order>(two).is_err());
    assert!(serde_json::from_str::<Order>(&two.replace(r#"["before","after"]"#, r#""after""#)).is_ok());
}

#[test]
fn bl_dif_08_the_pivot_is_swept_where_it_takes_place() {
    // A rear corner passes 1.118 north of where it turns about: at (6, 5) the enemy's front is 1.05 north.
    let field = field("A blue inf 5,5,0; X red inf 6,6.05,180");
    assert_eq!(field.why("A", difficult(90., 1., 180., When::After)), ["BL-MOV-10"]);
    assert!(field.why("A", difficult(90., 1., 180., When::Before)).is_empty());
    // And the other way: the enemy is north of the start.
    let field = self::field("A blue inf 5,5,0; X red inf 5,6.05,180");
    assert_eq!(field.why("A", difficult(90., 1., 180., When::Before)), ["BL-MOV-10"]);
    assert!(field.why("A", difficult(90., 1., 180., When::After)).is_empty());
}

#[test]
fn bl_ex_19_a_move_to_the_left_rear_with_a_pivot() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    for pivot in [When::After, When::Before] {
        let after = field.preview("A", difficult(225., 1., 340., pivot));
        assert!(is_at(after.pose, 4.2929, 4.2929, 340.));
    }
}

#[test]
fn bl_urb_07_urban_area_is_difficult_for_all() {
    for arm in ["inf", "cav", "art"] {
        let field = field(&format!("A blue {arm} 5,5,0; X red inf 20,12,180; urban 5,5.6,0"));
        assert_eq!(field.why("A", simple(0., 1.)), ["BL-SIM-03"], "{arm}");
        assert!(field.why("A", difficult(0., 1., 0., When::Before)).is_empty());
    }
    let field = field("A blue inf 5,5,0; X red inf 20,12,180; urban 5,5.6,0");
    assert_eq!(field.why("A", difficult(0., 1.01, 0., When::Before)), ["BL-DIF-04"]);
}
