//! SIM – the simple move, with EX-18.

use super::orders::*;
use crate::step::When;
use crate::testing::field;
use table::pose::pose;

#[test]
fn bl_sim_01_pivot_then_straight_forward() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    assert_eq!(field.preview("A", simple(90., 2.)).pose, pose(7., 5., 90.));
}

#[test]
fn bl_sim_02_it_ends_facing_its_direction_of_movement() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    assert_eq!(field.why("A", difficult(0., 2., 30., When::After)), ["BL-DIF-04"]);
}

#[test]
fn bl_sim_03_through_no_difficult_terrain() {
    for terrain in ["wood 4,6 6,8", "rocky 4,6 6,8", "marsh 4,6 6,8", "ploughed 4,6 6,8", "minor 0,6 24,6"] {
        let field = field(&format!("A blue inf 5,5,0; X red inf 20,12,180; {terrain}"));
        assert_eq!(field.why("A", simple(0., 2.)), ["BL-SIM-03"], "{terrain}");
    }
    let hill = field("A blue inf 5,5,0; X red inf 20,12,180; hill 4,6 6,8 crest 4,7 6,7; road 0,6 24,6");
    assert!(hill.why("A", simple(0., 2.)).is_empty());
    // In is deeper than TOUCH: flush with the border is out.
    let beside = field("A blue inf 5,5,0; X red inf 20,12,180; wood 5.5,4 7,8; wood 3,7 7,8");
    assert!(beside.why("A", simple(0., 2.)).is_empty());
}

#[test]
fn bl_sim_04_start_and_pivot_count_too() {
    let standing = field("A blue inf 5,5,0; X red inf 20,12,180; wood 5.4,3 7,4.2");
    assert_eq!(standing.why("A", simple(0., 1.)), ["BL-SIM-03"]);
    // A wood that only the pivot sweeps, either way round: north of a unit that turns about.
    let turning = field("A blue inf 5,5,0; X red inf 20,12,180; wood 4.5,6.05 5.5,7");
    assert_eq!(turning.why("A", simple(180., 1.)), ["BL-SIM-03"]);
    assert!(turning.why("A", simple(0., 1.)).is_empty());
}

#[test]
fn bl_sim_05_at_most_the_full_allowance() {
    let field = field("A blue cav 5,5,0; X red inf 20,12,180");
    assert!(field.why("A", simple(0., 4.)).is_empty());
    assert_eq!(field.why("A", simple(0., 4.01)), ["BL-SIM-05"]);
    let refused = field.judge(&field.order("A", simple(0., 4.01))).unwrap_err();
    let numbers: Vec<i64> = refused[0].numbers.iter().map(|(_, n)| *n).collect();
    assert_eq!(numbers, [40_100, 40_000]);
}

#[test]
fn bl_sim_06_a_pivot_counts_as_having_moved() {
    let mut field = field("A blue inf 5,5,0; X red inf 20,12,180");
    field.play(&field.order("A", simple(10., 0.)), &[]);
    assert!(field.unit("A").moved);
    assert_eq!(field.unit("A").pose, pose(5., 5., 10.));
}

#[test]
fn bl_ex_18_between_two_woods() {
    let field = field("A blue cav 5,5,0; X red inf 20,12,180; wood 3,6 4.6,8; wood 5.4,6 7,8");
    assert_eq!(field.why("A", simple(0., 4.)), ["BL-SIM-03"]);
    assert!(field.why("A", difficult(0., 2., 0., When::Before)).is_empty());
}
