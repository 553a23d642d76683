//! OBJ – control of objectives, with AMB-12.

use super::orders::*;
use crate::movement::remove;
use crate::state::{Left, Side, State};
use crate::step::{Order, Sense};
use crate::testing::field;

fn control(state: &State) -> Option<Side> {
    state.objectives[0].control
}

/// Who controls the objective after a unit of blue's carried out an order.
fn after(state: &State, unit: &str, order: Order) -> Option<Side> {
    control(&carry(state, unit, &order).unwrap_or_else(|why| panic!("{why:?}")).0)
}

#[test]
fn bl_obj_08_a_marker_starts_under_the_side_whose_area_it_is_in() {
    assert_eq!(control(&field("A blue inf 5,5,0; objective 12,12 side=red").truth()), Some(1));
    assert_eq!(control(&field("A blue inf 5,5,0; objective 12,12").truth()), None);
}

#[test]
fn bl_obj_09_a_unit_that_moves_through_a_marker_takes_it() {
    let mut field = field("A blue cav 6,5,0; X red inf 20,12,180; objective 6,6 side=red");
    field.play(&field.order("A", simple(0., 3.)), &[]);
    assert_eq!(control(&field.truth()), Some(0));
    assert!(
        field
            .told(umpire::Viewer::Public)
            .iter()
            .any(|(rule, line)| rule == "BL-OBJ-09" && line.contains("Blue"))
    );
    // Past it: the footprint stays more than 1/6 BW from the centre.
    let state = self::field("A blue cav 6.7,5,0; X red inf 20,12,180; objective 6,6 side=red").truth();
    assert_eq!(after(&state, "A", simple(0., 3.)), Some(1));
}

#[test]
fn bl_obj_10_with_both_sides_on_it_nothing_changes() {
    // X is 0.05 from the centre; A comes as near on the other side.
    let state = field("A blue inf 6.6,4.5,0; X red inf 5.5,6,0; objective 6.05,5.5 side=red").truth();
    assert_eq!(after(&state, "A", simple(0., 1.)), Some(1));
    let alone = field("A blue inf 6.6,4.5,0; X red inf 3.5,6,0; objective 6.05,5.5 side=red").truth();
    assert_eq!(after(&alone, "A", simple(0., 1.)), Some(0));
}

#[test]
fn bl_obj_11_the_last_side_on_a_marker_takes_it() {
    let mut state =
        field("A blue inf 5,6,0; X red inf 6.1,6,0 prepared; objective 5.55,5.5 side=red").truth();
    let garrison = named(&state, "X").id;
    assert_eq!(control(&state), Some(1), "both are on it");
    assert_eq!(remove(&mut state, garrison, Left::Broken), [0]);
    assert_eq!(control(&state), Some(0));
}

#[test]
fn bl_obj_12_who_moved_through_last_keeps_it_after_leaving() {
    let mut field = field("A blue cav 6,4,0; X red inf 20,12,180; objective 6,6 side=red");
    field.play(&field.order("A", simple(0., 2.)), &[]);
    assert_eq!(control(&field.truth()), Some(0));
    field.next_turn();
    field.next_turn();
    field.play(&field.order("A", simple(90., 4.)), &[]);
    assert_eq!(control(&field.truth()), Some(0));
}

#[test]
fn bl_obj_13_control_may_change_any_number_of_times() {
    let mut field = field("A blue cav 6,6.5,0; X red cav 3.8,8,90; objective 6,8");
    assert_eq!(control(&field.truth()), None);
    for (unit, heading, side) in [("A", 0., 0), ("X", 90., 1), ("A", 180., 0)] {
        field.play(&field.order(unit, simple(heading, 4.)), &[]);
        assert_eq!(control(&field.truth()), Some(side));
        field.next_turn();
    }
}

#[test]
fn bl_obj_14_a_special_objective_is_marked() {
    let mut state = field("A blue inf 6,5,0; X red inf 20,12,180; objective 6,6 side=red").truth();
    state.objectives[0].special = true;
    let (after, _) = carry(&state, "A", &simple(0., 2.)).unwrap();
    assert!(after.objectives[0].special && control(&after) == Some(0));
}

#[test]
fn bl_amb_12_the_disc_has_a_sixth_of_a_bw() {
    // The right flank passes so far from the marker's centre.
    let passes = |aside: f64| {
        let text = format!("A blue inf {},5,0; X red inf 20,12,180; objective 6,6.5 side=red", 5.5 - aside);
        after(&field(&text).truth(), "A", simple(0., 2.))
    };
    assert_eq!(passes(0.15), Some(0));
    assert_eq!(passes(0.16), Some(1), "1/6 less TOUCH is 0.1566");
}

#[test]
fn bl_amb_12_a_pivot_sweeps_in_the_sense_it_is_made() {
    let state = field("A blue inf 5,5,0; X red inf 20,12,180; objective 5,6.05 side=red").truth();
    // From 0 to 90 clockwise the rear swings through the south-west; anticlockwise it comes by the north.
    assert_eq!(after(&state, "A", turning(Sense::Clockwise, 90., 0.)), Some(1));
    assert_eq!(after(&state, "A", turning(Sense::Anticlockwise, 90., 0.)), Some(0));
    assert_eq!(after(&state, "A", simple(90., 0.)), Some(1));
}

#[test]
fn bl_amb_12_a_reserve_move_takes_what_its_corridor_covers() {
    let text = "A blue inf 5,5,0 concealed; X red inf 20,14,180; road 5,2 5,14; objective 5.4,8 side=red";
    let state = field(text).truth();
    assert_eq!(after(&state, "A", reserve(&[(5., 11.)], 0.)), Some(0));
    assert_eq!(after(&state, "A", reserve_by(&[(5., 11., true)], 0.)), Some(1), "a bare line is 0.4 off");
    assert_eq!(after(&state, "A", reserve_by(&[(5., 8.5, true)], 0.)), Some(0), "the end footprint");
}

#[test]
fn bl_amb_12_a_unit_that_leaves_the_table_has_swept_what_it_passed() {
    let state =
        field("A blue inf 1.5,5,270; B blue inf 8,5,0; X red inf 20,12,180; objective 1,5 side=red").truth();
    let (after, done) = carry(&state, "A", &leaving(simple(270., 1.8))).unwrap();
    assert_eq!((control(&after), done.objectives), (Some(0), vec![0]));
    // A unit that retires from the marker leaves it to the enemy who is also on it.
    let mut state = field("A blue inf 5,6,0; X red inf 6.1,6,0; objective 5.55,5.5 side=blue").truth();
    let id = named(&state, "A").id;
    assert_eq!(remove(&mut state, id, Left::Retired), [0]);
    assert_eq!(control(&state), Some(1));
}
