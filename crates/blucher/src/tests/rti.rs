//! RTI – retiring and leaving the table, with AMB-19 and AMB-27.

use super::orders::*;
use crate::momentum;
use crate::movement::remove;
use crate::state::Left;
use crate::step::{Order, Step, When};
use crate::testing::{Field, field};

fn counts(field: &Field) -> ([u8; 2], [u8; 2]) {
    let truth = field.truth();
    (truth.retired, truth.broken)
}

#[test]
fn bl_rti_01_retiring_takes_an_activation() {
    let mut field = field("A blue inf 5,5,0; B blue inf 8,5,0; X red inf 20,12,180; edge south blue");
    let order = Step::Order { unit: field.id("A"), order: Order::Retire };
    assert_eq!(field.refused(&[order]), ["BL-TRN-07"]);
    field.play(&field.order("A", Order::Retire), &[]);
    assert_eq!(field.truth().spent(), 2);
    let limit = field.truth().limit.truth().clone();
    assert_eq!(momentum::limit(&limit), 18);
}

#[test]
fn bl_rti_02_not_within_two_bw_of_an_enemy() {
    let near = |y: f64| {
        let field = field(&format!("A blue inf 5,5,0; X red inf 5,{y},180; edge south blue"));
        field.why("A", Order::Retire)
    };
    assert_eq!(near(7.), ["BL-RTI-02"]);
    assert!(near(7.01).is_empty());
}

#[test]
fn bl_rti_03_a_straight_line_to_a_friendly_edge() {
    let text = "A blue inf 5,8,0; X red inf 5,4,0";
    assert!(field(&format!("{text}; edge south blue")).why("A", Order::Retire).is_empty(), "obliquely");
    // Only the stretch behind the enemy is friendly: hidden from (5, 8) are x 4–6 at y = 0.
    assert_eq!(field(&format!("{text}; edge south blue 4.1 5.9")).why("A", Order::Retire), ["BL-RTI-03"]);
    assert!(field(&format!("{text}; edge south blue 4.1 6.1")).why("A", Order::Retire).is_empty());
    assert_eq!(field(&format!("{text}; edge south red")).why("A", Order::Retire), ["BL-RTI-03"]);
    assert_eq!(field(text).why("A", Order::Retire), ["BL-RTI-03"], "a neutral edge is not friendly");
}

#[test]
fn bl_amb_27_friends_do_not_block_the_line_and_crossings_are_passable() {
    let text = "A blue inf 12,8,0; X red inf 12,14,180; edge south blue";
    let friends = "B blue inf 12,6.9,0; C blue inf 11,6.9,0; D blue inf 13,6.9,0";
    assert!(field(&format!("{text} 11.5 12.5; {friends}")).why("A", Order::Retire).is_empty());
    let river = "major 0,5 24,5 w=1";
    assert_eq!(field(&format!("{text}; {river}")).why("A", Order::Retire), ["BL-RTI-03"]);
    let bridge = format!("{text}; {river}; crossing 12.6,5,0 w=0.4 l=1");
    assert!(field(&bridge).why("A", Order::Retire).is_empty());
    // Through a bridge far to the side no straight line runs from end to end.
    let far = format!("{text}; {river}; crossing 22,5,0 w=0.4 l=1");
    assert_eq!(field(&far).why("A", Order::Retire), ["BL-RTI-03"]);
    // A unit whose centerpoint lies on its own edge is there already.
    let on_edge = field("A blue inf 12,0,180; X red inf 12,14,180; edge south blue");
    assert!(on_edge.why("A", Order::Retire).is_empty());
}

#[test]
fn bl_rti_04_the_unit_is_gone_at_once() {
    let field =
        field("A blue inf 5,5,0 corps=I; B blue inf 5,5.9,180 corps=I; X red inf 20,12,180; edge south blue");
    let (a, b) = (field.id("A"), field.id("B"));
    let order = |unit, order| Step::Order { unit, order };
    let steps = [
        Step::Corps { corps: "I".into() },
        Step::Join { unit: a },
        Step::Join { unit: b },
        order(a, Order::Retire),
        order(b, simple(180., 1.9)),
    ];
    // B ends where A stood.
    assert!(field.refused(&steps).is_empty());
    assert!(field.judge(&steps[..4]).unwrap().after.state().unit(a).is_none());
}

#[test]
fn bl_rti_05_a_move_over_a_friendly_or_neutral_edge_retires() {
    for edge in ["", "edge west blue"] {
        let mut field =
            field(&format!("A blue inf 0.9,5,270; B blue inf 8,5,0; X red inf 20,12,180; {edge}"));
        field.play(&field.order("A", leaving(simple(270., 1.))), &[]);
        assert_eq!(counts(&field), ([1, 0], [0, 0]), "{edge}");
        assert_eq!(field.truth().gone[0].how, Left::Retired);
    }
}

#[test]
fn bl_rti_06_a_move_over_the_enemys_edge_breaks() {
    let mut field = field("A blue inf 0.9,5,270; B blue inf 8,5,0; X red inf 20,12,180; edge west red");
    field.play(&field.order("A", leaving(simple(270., 1.))), &[]);
    assert_eq!(counts(&field), ([0, 0], [1, 0]));
    // However far it goes.
    let mut field = self::field("A blue cav 0.9,5,270; B blue inf 8,5,0; X red inf 20,12,180; edge west red");
    field.play(&field.order("A", leaving(simple(270., 4.))), &[]);
    assert_eq!(counts(&field), ([0, 0], [1, 0]));
}

#[test]
fn bl_rti_07_involuntary_retirement_has_no_conditions() {
    let field = field("A blue art 5,5,0; X red inf 5,6,180");
    let mut state = field.truth();
    assert_eq!(why(&state, "A", &Order::Retire), ["BL-RTI-02", "BL-RTI-03"]);
    let id = field.id("A");
    assert!(remove(&mut state, id, Left::Retired).is_empty());
    assert_eq!((state.unit(id), state.retired, state.broken), (None, [1, 0], [0, 0]));
    assert!(remove(&mut state, id, Left::Retired).is_empty(), "nobody leaves twice");
    assert_eq!(state.retired, [1, 0]);
}

#[test]
fn bl_rti_08_retired_units_do_not_count_as_broken() {
    let mut field = field("A blue inf 5,5,0; B blue inf 8,5,0; X red inf 20,12,180; edge south blue");
    field.play(&field.order("A", Order::Retire), &[]);
    assert_eq!(counts(&field), ([1, 0], [0, 0]));
}

#[test]
fn bl_amb_19_only_the_end_of_a_move_decides() {
    let field = field("A blue inf 12,1,0; X red inf 20,12,180");
    assert_eq!(field.why("A", simple(45., 0.)), ["BL-AMB-19"]);
    assert!(field.why("A", leaving(simple(45., 0.))).is_empty());
    assert!(field.why("A", simple(45., 0.5)).is_empty(), "the pivot beyond the border is ignored");
    assert_eq!(field.why("A", leaving(simple(45., 0.5))), ["BL-AMB-19"], "it would not leave");
    // Flush with the border, and a hair over it, is on the table.
    let edge = |y: f64| difficult(180., y, 0., When::Before);
    let field = self::field("A blue inf 12,1.5,0; X red inf 20,12,180");
    assert!(field.why("A", edge(0.5)).is_empty());
    assert!(field.why("A", edge(0.51)).is_empty());
    assert_eq!(field.why("A", edge(0.53)), ["BL-AMB-19"]);
}

#[test]
fn bl_amb_19_the_worst_stretch_counts() {
    let leaves = |edges: &str| {
        let mut field =
            field(&format!("A blue inf 8,1,180; B blue inf 12,5,0; X red inf 20,12,180; {edges}"));
        field.play(&field.order("A", leaving(simple(180., 1.5))), &[]);
        counts(&field)
    };
    let (retired, broken) = (([1, 0], [0, 0]), ([0, 0], [1, 0]));
    assert_eq!(leaves("edge south blue 0 8; edge south red 8 24"), broken);
    assert_eq!(leaves("edge south blue 0 8"), retired);
    assert_eq!(leaves("edge south blue 0 10; edge south red 10 24"), retired);
}
