//! OBJ – where objectives may be placed, with AMB-13 and -247. The area is within 6 BW of the south edge.

use crate::pickup::Zone;
use crate::pickup::objectives::may_lie;
use crate::scale::BW;
use crate::testing::{field, rules};
use table::border::Compass;
use table::point::at;

/// The rules that refuse a marker on a field.
fn refused(text: &str, x: f64, y: f64) -> Vec<String> {
    let state = field(&format!("A blue inf 20,15,0; {text}")).truth();
    let zone = Zone { edge: Compass::South, depth: 6 * BW, rule: "BL-PCK-15" };
    rules(may_lie(&state, zone, at(x, y)))
}

#[test]
fn bl_obj_02_in_an_urban_area_if_there_is_one() {
    let village = "urban 12,4,0";
    assert_eq!(refused(village, 6., 4.), ["BL-OBJ-02"]);
    assert!(refused(village, 12., 4.).is_empty());
    assert!(refused(village, 12.5, 4.5).is_empty(), "anywhere in it");
    assert_eq!(refused(village, 12.6, 4.), ["BL-OBJ-02"]);
    assert!(refused("urban 12,8,0", 6., 4.).is_empty(), "outside the area it does not count");
}

#[test]
fn bl_obj_03_else_on_a_crossing_or_a_crest() {
    let bridge = "minor 12,0 12,8 w=0.3; crossing 12,4,90 w=0.4 l=1";
    assert_eq!(refused(bridge, 6., 4.), ["BL-OBJ-03"]);
    assert!(refused(bridge, 12., 4.).is_empty());
    let crest = "hill 10,3 14,5.5 crest 10,4 14,4";
    assert!(refused(crest, 13.3, 4.).is_empty());
    assert_eq!(refused(crest, 13.3, 4.5), ["BL-OBJ-03"], "on the hill beside its crest");
    assert!(refused("hill 10,3 14,5.5", 6., 4.).is_empty(), "a hill without crest");
    // The player picks which.
    let both = "minor 6,0 6,8 w=0.3; crossing 6,4,90 w=0.4 l=1; hill 10,3 14,5.5 crest 10,4 14,4";
    assert!(refused(both, 6., 4.).is_empty() && refused(both, 12., 4.).is_empty());
    assert_eq!(refused(&format!("urban 18,4,0; {both}"), 6., 4.), ["BL-OBJ-02"], "a village is before both");
}

#[test]
fn bl_obj_04_else_anywhere() {
    for (x, y) in [(6., 4.), (2.1, 2.1), (21.9, 6.), (12., 3.3)] {
        assert!(refused("wood 11,3 13,5", x, y).is_empty());
    }
}

#[test]
fn bl_obj_05_not_within_8_bw_of_each_other() {
    assert_eq!(refused("objective 6,4", 14., 4.), ["BL-OBJ-05"]);
    assert!(refused("objective 6,4", 14.1, 4.).is_empty());
}

#[test]
fn bl_obj_06_not_within_2_bw_of_the_border() {
    assert_eq!(refused("", 12., 2.), ["BL-OBJ-06"]);
    assert!(refused("", 12., 2.1).is_empty());
    assert_eq!(refused("", 22., 4.), ["BL-OBJ-06"]);
}

#[test]
fn a_refused_marker_is_told_the_limit() {
    let state = field("A blue inf 20,15,0; objective 6,4").truth();
    let zone = Zone { edge: Compass::South, depth: 6 * BW, rule: "BL-PCK-15" };
    let said = |x: f64, y: f64| {
        let why = may_lie(&state, zone, at(x, y)).err().unwrap_or_default();
        why.iter().map(|why| why.sentence.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(said(20., 1.), ["the marker is 1.00 BW from the border: more than 2.00 BW are wanted"]);
    assert_eq!(said(9.6, 4.), ["the marker is 3.60 BW from another one: more than 8.00 BW are wanted"]);
}

#[test]
fn bl_amb_13_a_class_without_a_lawful_place_gives_way_to_the_next() {
    // The village is within 8 BW of the first marker, the crest is not.
    let text = "objective 6,4; urban 12,4,0; hill 18,3 20,5 crest 18,4 20,4";
    assert_eq!(refused(text, 17., 4.), ["BL-OBJ-03"]);
    assert!(refused(text, 19., 4.).is_empty());
    assert_eq!(refused(text, 12., 4.), ["BL-OBJ-03", "BL-OBJ-05"]);
    // A base that reaches beyond 8 BW binds: its far side is at 14.05.
    assert_eq!(refused("objective 6,4; urban 13.5,4,0", 19., 4.), ["BL-OBJ-02"]);
    assert!(refused("objective 6,4; urban 13.5,4,0", 14.04, 4.).is_empty());
    assert!(refused("objective 6,4; urban 13.4,4,0", 19., 4.).is_empty(), "up to 13.95, corner at 7.98");
}

#[test]
fn bl_amb_13_between_two_markers_a_place_in_the_middle_counts() {
    // Of the crest from x 11 to 15 only the part around 12 is more than 8 BW from both markers.
    let text = "objective 3.9,4; objective 20.1,4; hill 11,3 15,5 crest 11,4 15,4";
    assert_eq!(refused(text, 12., 5.9), ["BL-OBJ-03"]);
    assert!(refused(text, 12., 4.).is_empty());
    assert_eq!(refused(text, 13., 4.), ["BL-OBJ-05"]);
    let nearer = "objective 4.1,4; objective 19.9,4; hill 11,3 15,5 crest 11,4 15,4";
    assert!(refused(nearer, 12., 5.9).is_empty(), "7.9 BW at most");
}

#[test]
fn bl_amb_247_a_village_at_the_border_does_not_bind() {
    assert!(refused("urban 12,1.4,0", 6., 4.).is_empty(), "it ends at 1.95");
    assert_eq!(refused("urban 12,1.5,0", 6., 4.), ["BL-OBJ-02"], "it ends at 2.05");
}

#[test]
fn bl_amb_247_as_far_as_can_be_if_no_place_is_far_enough() {
    // A table 12 BW wide: places have x from 2 to 10, y from 2 to 6, and the marker is in their middle.
    let text = "table 12,16; objective 6,4";
    let state = field(&format!("A blue inf 2,15,0; {text}")).truth();
    let zone = Zone { edge: Compass::South, depth: 6 * BW, rule: "BL-PCK-15" };
    let refused = |x: f64, y: f64| rules(may_lie(&state, zone, at(x, y)));
    // The corners are the square root of 20, 4.47 BW, away.
    assert!(refused(2.0015, 6.).is_empty());
    assert!(refused(9.9985, 6.).is_empty());
    assert_eq!(refused(2.0015, 4.), ["BL-AMB-247"]);
    assert_eq!(refused(8., 4.), ["BL-AMB-247"]);
}
