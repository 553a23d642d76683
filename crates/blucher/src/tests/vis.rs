//! VIS – visibility.

use crate::sight::Eyes;
use crate::step::Step;
use crate::testing::{Field, field};
use table::point::at;

/// A viewer at (5, 5) facing north and a unit with its front at (5, y), with more on the table.
fn looks(y: f64, more: &str) -> bool {
    field(&format!("A blue inf 5,5,0; X red inf 5,{y},180; {more}")).sees("A", "X")
}

fn line(field: &Field, viewer: &str, target: &str) -> table::sight::Line {
    let truth = field.truth();
    Eyes::new(&truth).sees(&field.unit(viewer), &field.unit(target)).unwrap()
}

#[test]
fn bl_vis_01_from_the_centerpoint() {
    let field = field("A blue inf 5,5,0; X red inf 7,8,180");
    assert_eq!(line(&field, "A", "X").from, at(5., 5.).vec2());
    // From the right front corner (5.5, 5) there would be a line past B; from the centerpoint there is none.
    let hidden = crate::testing::field("A blue inf 5,5,0; B blue inf 5,7,0; X red inf 5,9,180");
    assert!(!hidden.sees("A", "X"));
}

#[test]
fn bl_vis_02_at_most_8_bw() {
    assert!(looks(13.0, ""));
    assert!(!looks(13.01, ""));
}

#[test]
fn bl_vis_03_its_own_footprint_never_blocks() {
    let field = field("A blue inf 10,5,0; X red inf 10.3,2,0");
    assert!(field.sees("A", "X"));
}

#[test]
fn bl_vis_04_sight_stops_at_the_first_other_unit() {
    assert!(looks(9.0, ""));
    assert!(!looks(9.0, "Y red inf 5,7,180"), "an enemy between");
    assert!(!looks(9.0, "B blue inf 5,7,0"), "a friend between");
    let behind = field("A blue inf 5,5,0; Y red inf 5,7,180; X red inf 5,9,180");
    assert!(behind.sees("A", "Y") && !behind.sees("A", "X"));
}

#[test]
fn bl_vis_05_any_point_of_the_target_suffices() {
    // The eastern half of X stands in a wood that lies 2 BW deep before it.
    let half = field("A blue inf 5,5,0; X red inf 5,9,180; wood 5,6 9,12");
    let line = line(&half, "A", "X");
    assert!(line.entry.is_none() && line.to.x < at(5., 0.).vec2().x + 1.0);
    let wholly = field("A blue inf 5,5,0; X red inf 5,9,180; wood 4,6 9,12");
    assert!(!wholly.sees("A", "X"));
}

#[test]
fn bl_vis_06_sight_is_all_round() {
    for pose in ["5,9,180", "9,4.5,270", "1,4.5,90", "5,1,0"] {
        let field = field(&format!("A blue inf 5,5,0; X red inf {pose}"));
        assert!(field.sees("A", "X"), "{pose}");
    }
}

#[test]
fn bl_vis_07_one_bw_into_obstructing_terrain() {
    let wood = "wood 4,7 6,9";
    assert!(looks(8.0, wood));
    assert!(!looks(8.1, wood));
}

#[test]
fn bl_vis_08_not_renewed_by_later_obstructions() {
    let woods = "wood 3,6 7,6.2; wood 3,6.8 7,7";
    assert!(looks(7.0, woods));
    assert!(!looks(7.1, woods));
}

#[test]
fn bl_vis_09_from_inside_one_bw() {
    let wood = "wood 3,3 7,9";
    assert!(looks(6.0, wood));
    assert!(!looks(6.1, wood));
}

#[test]
fn bl_vis_10_a_crest_line_stops_sight_at_once() {
    let hill = "hill 2,8 8,12 crest 2,9 8,9";
    assert!(!looks(9.3, hill));
    assert!(looks(9.3, "hill 2,8 8,12"));
}

#[test]
fn bl_vis_11_no_shot_at_what_is_not_seen() {
    let field = field("A blue inf 5,5,0; Y red inf 5,5.5,180; X red inf 5,6.9,180; turn 1 fire");
    assert!(!field.sees("A", "X"));
    let shot = Step::Shoot { unit: field.id("A"), target: field.id("X") };
    assert!(!field.refused(&[shot]).is_empty());
}

#[test]
fn bl_vis_12_no_charge_at_what_is_not_seen() {
    let field = field("A blue inf 5,5,0; X red inf 5,6.1,180; wood 3,3 7,9");
    assert_eq!(field.refused(&field.charge("A", 0., "X")), ["BL-CHG-03"]);
}

#[test]
fn bl_vis_13_concealed_units_block_and_are_seen() {
    assert!(!looks(9.0, "Y red inf 5,7,180 concealed"));
    let field = field("A blue inf 5,5,0; X red inf 5,9,180 concealed");
    assert!(field.sees("A", "X"));
}

#[test]
fn bl_vis_14_rough_ground_rivers_and_crossings_never_limit_sight() {
    for ground in [
        "rocky 3,6 7,9",
        "marsh 3,6 7,9",
        "ploughed 3,6 7,9",
        "minor 0,7 24,7 w=0.3",
        "major 0,7 24,7 w=1",
        "major 0,7 24,7 w=1; crossing 5,7,0",
        "road 5,6 5,12 w=0.3",
    ] {
        assert!(looks(11.0, ground), "{ground}");
    }
}
