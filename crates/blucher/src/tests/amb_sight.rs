//! AMB-07 to -11, -47 – rulings on sight; EX-12 to -14.

use crate::information::discovered;
use crate::sight::{Eyes, crests_at};
use crate::testing::{Field, field};

fn clear(field: &Field, viewer: &str, target: &str) -> bool {
    let truth = field.truth();
    let line = Eyes::new(&truth).sees(&field.unit(viewer), &field.unit(target));
    line.is_some_and(|line| line.entry.is_none())
}

#[test]
fn bl_amb_07_no_sight_along_the_seam_of_abutting_units() {
    let abreast = |gap: f64| {
        let right = 5.5 + gap;
        field(&format!(
            "A blue inf 5,5,0; B blue inf 4.5,8,0; C blue inf {right},8,0; D blue inf 3.5,8,0; E blue inf 6.6,8,0
             X red inf 5,10,180"
        ))
    };
    assert!(!abreast(0.0).sees("A", "X"));
    assert!(!abreast(0.001).sees("A", "X"), "within ε of a unit the line is stopped");
    assert!(abreast(0.01).sees("A", "X"), "a slit is a slit");
}

#[test]
fn bl_amb_07_a_unit_touching_the_centerpoint_stops_only_lines_into_it() {
    // B touches A's front edge, its left rear corner at A's centerpoint.
    let field = field("A blue inf 5,5,0; B blue inf 5.5,6,0; X red inf 5.2,9,180; Y red inf 4,7,180");
    assert!(field.sees("A", "Y"));
    assert!(field.sees("A", "X"), "to its left part");
}

#[test]
fn bl_amb_07_a_line_between_two_that_fail_is_found() {
    // Behind the wood's point only the lines near its tip reach the target within 1 BW of their entry.
    let field = field("A blue inf 5,5,0; X red inf 5,7.9,180; wood 3,8.5 3,6.2 5,7 7,6.2 7,8.5");
    assert!(field.sees("A", "X"));
}

#[test]
fn bl_amb_08_running_along_a_border_does_not_obstruct() {
    // The wood begins at x = 5, where the viewer and the target's western half look past it.
    let beside = field("A blue inf 5,5,0; X red inf 5,11,180; wood 5,6 9,10; Y blue inf 3.98,8,0");
    assert!(clear(&beside, "A", "X"));
    // A centerpoint no deeper than TOUCH is on the border: what the line leaves at once is ignored.
    let on_border = field("A blue inf 5,5,0; X red inf 5,11,180; wood 3,3 7,5.01");
    assert!(clear(&on_border, "A", "X"));
    let inside = field("A blue inf 5,5,0; X red inf 5,11,180; wood 3,3 7,5.05");
    assert!(!inside.sees("A", "X"));
}

#[test]
fn bl_amb_08_roads_are_ignored() {
    let field = field("A blue inf 5,5,0; X red inf 5,8.1,180; wood 4,7 6,9; road 5,5.5 5,12 w=0.3");
    assert!(!field.sees("A", "X"));
}

#[test]
fn bl_amb_09_at_the_crest_is_within_a_twentieth() {
    let hill = "hill 2,7 8,12 crest 2,9 8,9";
    let at = |pose: &str| {
        let field = field(&format!("A blue inf 5,3,0; X red inf {pose}; {hill}"));
        !crests_at(&field.truth().field, &field.unit("X").rect()).is_empty()
    };
    assert!(at("5,9,180") && at("5,9.05,180") && at("5,8.95,180"));
    assert!(!at("5,9.07,180") && !at("5,8.93,180"));
    // A front edge that crosses the crest line is at it.
    assert!(at("5,9.3,135"));
}

#[test]
fn bl_amb_09_a_crest_is_passed_over_by_those_at_it() {
    let hill = "hill 2,7 8,12 crest 2,9 8,9";
    let pair = |a: &str, x: &str| field(&format!("A blue inf {a}; X red inf {x}; {hill}"));
    let behind = pair("5,5,0", "5,9.3,180");
    assert!(!behind.sees("A", "X") && !behind.sees("X", "A"));
    let up = pair("5,5,0", "5,9,180");
    assert!(up.sees("A", "X") && up.sees("X", "A"));
    // Its front edge 0.05 beyond the crest line: lines that end on it pass over.
    let beyond = pair("5,5,0", "5,9.05,180");
    assert!(beyond.sees("A", "X") && beyond.sees("X", "A"));
    assert!(!pair("5,5,0", "5,9.07,180").sees("A", "X"));
    // It faces away: its rear is beyond the crest and its front edge is nowhere near.
    assert!(!pair("5,5,0", "5,10.1,0").sees("A", "X"));
    // On the forward slope nothing hides it.
    assert!(pair("5,5,0", "5,8,180").sees("A", "X"));
}

#[test]
fn bl_amb_10_a_unit_at_the_crest_is_seen_from_before_and_behind() {
    let hill = "hill 2,7 8,12 crest 2,9 8,9";
    let field = field(&format!("A blue inf 5,5,0; B blue inf 5,13,180; X red inf 5,9,180; {hill}"));
    assert!(field.sees("A", "X") && field.sees("B", "X"));
    assert!(!field.sees("A", "B"));
}

#[test]
fn bl_amb_11_a_hill_on_a_hill_has_its_own_crest_or_none() {
    let low = "hill 1,6 9,14 crest 1,8 9,8";
    let high = "hill 3,9 7,13 crest 3,10 7,10";
    let stacked = field(&format!("A blue inf 5,8,0; X red inf 5,12,180; {low}; {high}"));
    // A is at the lower crest, not at the upper one.
    assert!(!stacked.sees("A", "X"));
    let bare_top = field(&format!("A blue inf 5,8,0; X red inf 5,12,180; {low}; hill 3,9 7,13"));
    assert!(bare_top.sees("A", "X"));
    let truth = stacked.truth();
    assert_eq!(truth.field.crests().count(), 2);
    assert_eq!(truth.field.level(table::point::at(5., 11.).vec2()).0, 2);
}

#[test]
fn bl_amb_47_a_unit_stacked_on_another_sees_nothing_beyond_it() {
    let field = field("A blue inf 5,5,0; B blue inf 9,5,0; X red inf 5,6.5,180");
    let mut state = field.truth();
    let mut doubts = umpire::Doubts::new();
    let (a, b, x) = (field.id("A"), field.id("B"), field.id("X"));
    assert!(Eyes::new(&state).sees(state.unit(a).unwrap(), state.unit(x).unwrap()).is_some());
    // In the middle of an activation B lies under A's centerpoint.
    state.unit_mut(b).unwrap().pose = table::pose::pose(5.2, 5.3, 0.);
    assert!(Eyes::new(&state).sees(state.unit(a).unwrap(), state.unit(x).unwrap()).is_none());
    let refused =
        crate::charge::carry_out(&mut state, a, table::heading::Turn(0), x, &mut doubts).unwrap_err();
    assert_eq!(refused.iter().map(|r| r.rule.to_string()).collect::<Vec<_>>(), ["BL-CHG-03"]);
}

#[test]
fn bl_ex_12_a_battery_and_a_crest() {
    let text = "V blue art 5,5,0; C red inf 5,11,180; hill 2,8 8,13 crest 2,9 8,9";
    let slope = field(&format!("{text}; A red inf 5,7.5,180"));
    assert!(slope.sees("V", "A") && !slope.sees("V", "C"));
    assert!(crests_at(&slope.truth().field, &slope.unit("A").rect()).is_empty(), "no penalty");
    let crest = field(&format!("{}; B red inf 5,9,180", text.replace("5,11", "5,11.5")));
    assert!(crest.sees("V", "B") && !crest.sees("V", "C"));
    assert_eq!(crests_at(&crest.truth().field, &crest.unit("B").rect()).len(), 1, "penalised");
    assert!(!field(text).sees("V", "C"));
}

#[test]
fn bl_ex_13_what_french_a_sees() {
    let text = "A blue inf 10,5,0; B blue inf 11.7,4.2,0; wood 10.5,8 13,10
        B2 red inf 10.4,8.5,180; B3 red inf 12,10.2,180; B4 red inf 7.2,11,180
        B5 red inf 10.3,2,0; B6 red inf 14.1,2.6,0";
    let all = field(&format!("{text}; B1 red inf 8.5,8,180"));
    assert!(all.sees("A", "B1"));
    assert!(clear(&all, "A", "B2"), "half in the wood, and not obstructed");
    assert!(!all.sees("A", "B3"), "behind the wood");
    assert!(!all.sees("A", "B4"), "behind B1");
    assert!(field(text).sees("A", "B4"), "without B1");
    assert!(all.sees("A", "B5"), "through itself");
    assert!(!all.sees("A", "B6") && all.sees("B", "B6"));
}

#[test]
fn bl_ex_14_discovery() {
    let field = field(
        "G blue inf 5,5,0; wood 2,6 4,8; A red inf 2.5,8.2,180 concealed; B red inf 5.5,7.5,180 concealed
         C red inf 5.6,8.7,180 concealed; turn 1 movement",
    );
    let gap = |name: &str| table::distance::gap(&field.unit("G").rect(), &field.unit(name).rect()).distance;
    for (name, bw) in [("A", 3.53), ("B", 2.5), ("C", 3.7)] {
        assert!((gap(name) - bw * 1e4).abs() < 50.0, "{name}: {}", gap(name));
    }
    assert_eq!(discovered(&field.truth()), [field.id("B")]);
}
