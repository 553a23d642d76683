//! TAB – the table, its edges and what is off it, with EX-02, AMB-39.

use super::orders::*;
use crate::movement::remove;
use crate::scale::{BW, MARKER};
use crate::scene::scene;
use crate::state::{Left, State};
use crate::step::{Order, Step};
use crate::testing::{Field, field};
use table::border::{Border, Compass};
use table::point::at;
use umpire::{Seat, Viewer};

fn border(text: &str) -> Border {
    field(&format!("A blue inf 5,5,0; {text}")).truth().field.ground().border().clone()
}

#[test]
fn bl_tab_01_the_basic_table_is_24_by_16() {
    let border = border("");
    assert_eq!(border.size(), (24 * BW, 16 * BW));
    assert!(border.section(at(0., 0.)).is_some() && border.section(at(24., 16.)).is_some());
    assert!(border.section(at(24.01, 16.)).is_none());
}

#[test]
fn bl_tab_02_six_sections() {
    let section = |x: f64, y: f64| border("").section(at(x, y)).map(|s| (s.row, s.column));
    assert_eq!(section(9., 3.).map(|s| s.1 + 1), Some(2));
    let mut all: Vec<_> =
        [4., 12., 20.].into_iter().flat_map(|x| [section(x, 4.), section(x, 12.)]).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 6);
}

fn section(x: f64, y: f64) -> String {
    border("").section(at(x, y)).unwrap_or_else(|| panic!("off the table")).name()
}

#[test]
fn bl_tab_03_rows_a_and_b_columns_1_to_3() {
    assert_eq!((section(20., 3.), section(3., 12.)), ("B3".into(), "A1".into()));
}

#[test]
fn bl_ex_02_the_lower_right_section_is_b3_and_8_wide() {
    assert_eq!((section(16.1, 0.1), section(23.9, 7.9)), ("B3".into(), "B3".into()));
    assert_eq!((section(15.9, 0.1), section(23.9, 8.1)), ("B2".into(), "A3".into()));
}

#[test]
fn bl_tab_04_the_centerline_divides_the_rows() {
    // From the middle of one short edge to the middle of the other: y = 8 for every x.
    for x in [0.1, 6., 12., 18., 23.9] {
        assert_eq!([section(x, 8.01), section(x, 7.99)].map(|name| name[..1].to_owned()), ["A", "B"]);
    }
}

#[test]
fn bl_tab_05_two_long_edges_and_two_short_ones() {
    let lengths: Vec<i32> = border("").stretches().map(|s| (s.to - s.from) / BW).collect();
    assert_eq!(lengths, [24, 16, 24, 16]);
}

/// Owners of an edge's stretches, and where they end.
fn owners(border: &Border, edge: Compass) -> Vec<(Option<u8>, i32)> {
    border.stretches().filter(|s| s.edge == edge).map(|s| (s.owner, s.to / BW)).collect()
}

const LONG: &str = "edge south blue; edge north red";

#[test]
fn bl_tab_06_the_scenario_says_whose_an_edge_is() {
    let border = border(LONG);
    assert_eq!(owners(&border, Compass::South), [(Some(0), 24)]);
    assert_eq!(owners(&border, Compass::North), [(Some(1), 24)]);
}

#[test]
fn bl_tab_07_edges_may_be_neutral() {
    let border = border(LONG);
    assert_eq!(owners(&border, Compass::East), [(None, 16)]);
    assert_eq!(owners(&border, Compass::West), [(None, 16)]);
}

#[test]
fn bl_tab_08_part_of_an_edge_may_be_friendly() {
    assert_eq!(owners(&border("edge south blue 0 8"), Compass::South), [(Some(0), 8), (None, 24)]);
}

#[test]
fn bl_tab_09_a_unit_partly_beyond_the_edge_is_taken_off() {
    let mut field = field("A blue inf 5,1,180; B blue inf 9,5,0; X red inf 20,12,180");
    field.play(&field.order("A", leaving(simple(180., 1.05))), &[]);
    let truth = field.truth();
    assert!(truth.unit(field.id("A")).is_none());
    assert_eq!(truth.retired, [1, 0]);
}

/// A was taken off the table in turn 1; it is turn 3.
fn after_retirement() -> Field {
    let mut field =
        field(&format!("A blue inf 12,8,0 concealed; B blue inf 9,5,0; X red inf 20,14,180; {LONG}"));
    field.play(&field.order("A", Order::Retire), &[]);
    field.next_turn();
    field.next_turn();
    field
}

#[test]
fn bl_tab_10_a_unit_off_the_table_gets_no_order() {
    let field = after_retirement();
    let unit = field.id("A");
    assert_eq!(field.refused(&field.alone("A")), ["BL-TAB-10"]);
    let order = Step::Order { unit, order: simple(0., 1.) };
    assert_eq!(field.refused(&[field.alone("B"), vec![order]].concat()), ["BL-ACT-01"]);
}

#[test]
fn bl_tab_11_a_unit_is_on_the_table_or_retired_or_broken() {
    let field = field("A blue inf 5,5,0; B blue inf 8,5,0; C blue inf 11,5,0; X red inf 20,12,180");
    let mut state = field.truth();
    remove(&mut state, field.id("A"), Left::Retired);
    remove(&mut state, field.id("B"), Left::Broken);
    let (on, off): (Vec<_>, Vec<_>) = ["A", "B", "C", "X"].into_iter().partition(|name| {
        let id = field.id(name);
        state.unit(id).is_some() != state.gone.iter().any(|gone| gone.unit.id == id)
            && state.unit(id).is_some()
    });
    assert_eq!((on, off), (vec!["C", "X"], vec!["A", "B"]));
    assert_eq!(state.gone.iter().map(|gone| gone.how).collect::<Vec<_>>().len(), 2);
    assert_eq!((state.retired, state.broken), ([1, 0], [1, 0]));
}

#[test]
fn bl_tab_12_a_retired_unit_is_lifted_from_where_it_stands() {
    let field = after_retirement();
    assert_eq!(field.truth().retired, [1, 0]);
    let gone = &field.truth().gone[0].unit;
    assert_eq!((gone.pose.at, gone.moved), (at(12., 8.), false));
}

#[test]
fn bl_tab_13_retired_units_never_come_back() {
    let field = after_retirement();
    let unit = field.id("A");
    let join = [field.command(9., 6., &["B"]), vec![Step::Join { unit }]].concat();
    assert_eq!(field.refused(&join), ["BL-TAB-10"]);
}

#[test]
fn bl_tab_14_a_broken_unit_is_removed_at_once_and_counted() {
    let mut field = field("A blue inf 5,1,180; B blue inf 9,5,0; X red inf 20,12,180; edge south red");
    let order = field.order("A", leaving(simple(180., 1.05)));
    let preview = field.judge(&order).unwrap().after;
    assert!(preview.state().unit(field.id("A")).is_none());
    field.play(&order, &[]);
    assert_eq!((field.truth().broken, field.truth().retired), ([1, 0], [0, 0]));
}

/// The state as red knows it.
fn red(field: &Field) -> State {
    field.battle.known(Viewer::Seat(Seat::SECOND)).state().clone()
}

#[test]
fn bl_tab_15_the_enemys_losses_are_counted_for_everybody() {
    let known = red(&after_retirement());
    assert_eq!((known.retired, known.broken), ([1, 0], [0, 0]));
    let gauges = scene(&known).gauges;
    let gauge = |name: &str| gauges.iter().find(|g| g.name == name && g.side == Some(0)).map(|g| g.value);
    assert_eq!((gauge("retired"), gauge("broken")), (Some(1), Some(0)));
}

/// Blue has conceded: a revealed and a concealed unit have retired.
fn conceded() -> Field {
    let mut field = field("Anna blue inf 5,5,0; Bert blue inf 8,5,0 concealed; X red inf 20,12,180");
    field.play(&[Step::Concede], &[]);
    field.play(&[Step::Answer { accept: true }], &[]);
    field
}

#[test]
fn bl_tab_16_nobody_looks_at_the_enemys_units_off_the_table() {
    let field = conceded();
    assert!(scene(&red(&field)).pieces.iter().all(|piece| piece.side == 1));
    let told = field.told(Viewer::Seat(Seat::SECOND));
    assert!(told.iter().all(|(_, line)| !line.contains("Bert")));
}

#[test]
fn bl_amb_39_what_was_seen_stays_known_and_nothing_else() {
    let field = conceded();
    let known = red(&field);
    let card = |name: &str| {
        let id = field.id(name);
        known.gone.iter().find(|gone| gone.unit.id == id).and_then(|gone| gone.unit.card.get().cloned())
    };
    assert!(card("Anna").is_some() && card("Bert").is_none());
    assert_eq!(known.retired, [2, 0]);
}

#[test]
fn bl_con_04_a_unit_that_retires_was_revealed_when_it_was_activated() {
    let field = after_retirement();
    assert!(red(&field).gone[0].unit.card.get().is_some());
    let told = field.told(Viewer::Seat(Seat::SECOND));
    assert!(told.iter().any(|(rule, line)| rule == "BL-CON-04" && line == "A is revealed."));
}

#[test]
fn bl_tab_17_a_marker_is_a_third_of_a_bw_across() {
    assert!((f64::from(2 * MARKER) - f64::from(BW) / 3.0).abs() < 2.0);
}

#[test]
fn bl_tab_18_only_the_centre_of_the_commanders_marker_counts() {
    // With a radius of a third of a BW it would reach a unit at 2.3.
    let field = field("A blue inf 5,8.3,0; X red inf 20,14,180");
    assert_eq!(field.refused(&field.command(5., 5., &["A"])), ["BL-ACT-21"]);
    assert!(field.refused(&field.command(5., 5.3, &["A"])).is_empty());
}
