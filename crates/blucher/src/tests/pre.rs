//! PRE – prepared infantry.

use super::orders::*;
use crate::movement::general::moved;
use crate::movement::sweep::Sweep;
use crate::state::Phase;
use crate::step::{Order, Step};
use crate::testing::field;
use table::heading::Heading;
use table::point::at;
use table::pose::pose;

#[test]
fn bl_pre_01_only_infantry_may_be_prepared() {
    let field = field("A blue inf 5,5,0; B blue cav 8,5,0; C blue art 11,5,0; X red inf 20,12,180");
    assert!(field.why("A", Order::Prepare).is_empty());
    assert_eq!(field.why("B", Order::Prepare), ["BL-PRE-01"]);
    assert_eq!(field.why("C", Order::Prepare), ["BL-PRE-01"]);
}

#[test]
fn bl_pre_02_preparing_requires_any_activation() {
    let field = field("A blue inf 5,5,0 corps=I; B blue inf 6.2,5,0 corps=I; X red inf 20,12,180");
    let (a, b) = (field.id("A"), field.id("B"));
    let prepare = Step::Order { unit: a, order: Order::Prepare };
    let corps = [Step::Corps { corps: "I".into() }, Step::Join { unit: a }, Step::Join { unit: b }];
    let command = [Step::Command { at: at(5., 6.) }, Step::Join { unit: a }];
    let prepared = |begin: &[Step]| {
        let steps: Vec<Step> = begin.iter().cloned().chain([prepare.clone()]).collect();
        assert!(field.refused(&steps).is_empty());
        field.judge(&steps).unwrap().after.state().unit(a).unwrap().prepared
    };
    assert!(prepared(&corps) && prepared(&command) && prepared(&[Step::Individual { unit: a }]));
    assert_eq!(field.refused(&[prepare]), ["BL-TRN-07"]);
}

#[test]
fn bl_pre_03_a_unit_moves_or_becomes_prepared() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    let unit = field.id("A");
    let begin = || vec![Step::Individual { unit }];
    let both = |first: Order, second: Order| {
        let orders = [first, second].map(|order| Step::Order { unit, order });
        field.refused(&[begin(), orders.to_vec()].concat())
    };
    assert_eq!(both(simple(10., 0.), Order::Prepare), ["BL-ACT-02"]);
    assert_eq!(both(Order::Prepare, simple(10., 0.)), ["BL-ACT-02"]);
}

#[test]
fn bl_pre_04_the_marker_goes_as_soon_as_the_unit_moves() {
    let field = field("A blue inf 5,5,0 prepared; X red inf 20,12,180");
    assert!(!field.preview("A", simple(10., 0.)).prepared);
    // Involuntarily too.
    let mut state = field.truth();
    state.phase = Phase::Fire { shots: vec![] };
    let id = field.id("A");
    let back = Sweep::straight(pose(5., 5., 0.), Heading::SOUTH, 20_000.);
    assert!(moved(&mut state, id, pose(5., 3., 0.), &[back]).unprepared);
    let after = named(&state, "A");
    assert!(!after.prepared && !after.moved, "a retreat is no move of the movement phase");
    assert_eq!(after.pose, pose(5., 3., 0.));
}

#[test]
fn bl_pre_05_the_marker_may_be_taken_off_without_a_move() {
    let field = field("A blue inf 5,5,0 prepared; B blue inf 8,5,0; X red inf 20,12,180");
    let after = field.preview("A", Order::Unprepare);
    assert!(!after.prepared && !after.moved);
    assert_eq!(field.why("B", Order::Unprepare), ["BL-PRE-05"]);
}

#[test]
fn bl_pre_06_otherwise_the_marker_stays() {
    let mut field = field("A blue inf 5,5,0 prepared; X red inf 20,12,180");
    for _ in 0..6 {
        field.next_turn();
    }
    assert!(field.unit("A").prepared && field.truth().turn == 7);
}

#[test]
fn bl_pre_07_becoming_prepared_is_not_movement() {
    let mut field = field("A blue inf 5,5,0; X red inf 20,12,180");
    field.play(&field.order("A", Order::Prepare), &[]);
    let after = field.unit("A");
    assert!(after.prepared && after.activated && !after.moved);
}

#[test]
fn bl_pre_11_a_prepared_unit_that_holds_keeps_its_marker() {
    let mut field =
        field("A blue inf 5,5,0 corps=I; B blue inf 6.2,5,0 corps=I prepared; X red inf 20,12,180");
    let (a, b) = (field.id("A"), field.id("B"));
    let order = Step::Order { unit: a, order: simple(0., 2.) };
    let corps = Step::Corps { corps: "I".into() };
    field.play(&[corps, Step::Join { unit: a }, Step::Join { unit: b }, order], &[]);
    assert!(field.unit("B").prepared && field.unit("B").activated);
}
