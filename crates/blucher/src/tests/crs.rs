//! CRS – crossings, as far as movement goes, with AMB-237 and AMB-239.

use super::orders::*;
use crate::movement::crossing::stands_on;
use crate::movement::general::over_passable_ground;
use crate::movement::sweep::Sweep;
use crate::sight::Eyes;
use crate::state::State;
use crate::step::{Order, When};
use crate::testing::field;
use table::grain::grains;
use table::heading::Heading;
use table::pose::{Pose, pose};

/// A major river from y 8 to 9 with a bridge 0.4 wide at x = 10.
const BRIDGE: &str = "major 0,8.5 24,8.5 w=1; crossing 10,8.5,0 w=0.4 l=1; X red inf 20,14,180";

/// The state after an order that must be legal.
fn after(state: &State, unit: &str, order: &Order) -> State {
    carry(state, unit, order).unwrap_or_else(|why| panic!("{why:?}")).0
}

/// A unit that has gone onto the bridge and stands at this y.
fn on_bridge(arm: &str, y: f64) -> State {
    let state = field(&format!("A blue {arm} 10,7.5,0; {BRIDGE}")).truth();
    let state = after(&state, "A", &simple(0., y - 7.5));
    assert!(named(&state, "A").crossing.is_some());
    state
}

#[test]
fn bl_crs_01_a_unit_narrows_on_a_crossing() {
    let field = field(&format!("A blue cav 10,7.5,0; B blue cav 13,7.5,0; {BRIDGE}"));
    assert_eq!(field.preview("A", simple(0., 4.)).pose, pose(10., 11.5, 0.));
    assert_eq!(field.why("B", simple(0., 4.)), ["BL-TER-08"]);
}

#[test]
fn bl_amb_237_a_rear_that_slants_onto_a_bridge_is_in_the_river() {
    // Facing 140° its rear is 0.643 west and 0.766 north of its centerpoint: it would end at (10, 8.1), on the bridge,
    // while the centerpoint goes up x = 10.643 beside it.
    let field = field(&format!("A blue inf 10.643,6.334,140; {BRIDGE}"));
    assert_eq!(field.why("A", difficult(0., 1., 140., When::Before)), ["BL-TER-08"]);
    // Its rear short of the bank it may go.
    assert_eq!(field.why("A", difficult(0., 0.4, 140., When::Before)), Vec::<String>::new());
}

#[test]
fn bl_ter_08_away_from_a_crossing_a_major_river_stops_everybody() {
    let field = field("A blue inf 5,5,0; X red inf 20,14,180; major 0,6.5 24,6.5 w=1");
    assert_eq!(field.why("A", simple(0., 2.)), ["BL-TER-08"]);
    assert!(field.why("A", simple(0., 1.)).is_empty());
}

#[test]
fn bl_crs_02_a_reserve_move_along_a_road_goes_on_over_a_crossing() {
    let river = "major 0,8.5 24,8.5 w=1; road 10,1 10,15";
    let field = field(&format!("A blue inf 10,2,0 concealed; X red inf 22,2,0; {river}"));
    assert!(field.why("A", reserve_by(&[(10., 14., true)], 0.)).is_empty());
    assert_eq!(field.why("A", reserve(&[(10., 14.)], 0.)), ["BL-RSV-07"]);
}

#[test]
fn bl_crs_03_an_end_on_a_crossing_is_on_its_line_and_along_it() {
    // The unit goes 2 BW on a heading and ends at (x, 9.0).
    let end = |x: f64, heading: f64| {
        let radians = heading.to_radians();
        let (sin, cos) = (libm::sin(radians), libm::cos(radians));
        let text = format!(
            "A blue inf {},{},{heading}; X red inf 20,14,180; major 0,8.5 24,8.5 w=1; crossing 5,8.5,0 w=0.4 l=1",
            x - 2. * sin,
            9. - 2. * cos
        );
        let state = field(&text).truth();
        carry(&state, "A", &simple(heading, 2.)).map(|(after, _)| named(&after, "A").pose)
    };
    let snapped = end(5.04, 1.).unwrap();
    assert_eq!((snapped.at.x, snapped.heading), (grains(5.), Heading::NORTH));
    assert!((snapped.at.y - grains(9.)).abs() <= 2);
    assert_eq!(end(4.96, 359.).unwrap().at.x, grains(5.));
    for (x, heading) in [(5.06, 1.), (5.0, 3.)] {
        let rules: Vec<String> =
            end(x, heading).unwrap_err().iter().map(|why| why.rule.to_string()).collect();
        assert_eq!(rules, ["BL-CRS-03"]);
    }
}

#[test]
fn bl_crs_03_backwards_onto_a_crossing_faces_the_wrong_end() {
    let field = field(&format!("A blue inf 10,7,180; {BRIDGE}"));
    assert_eq!(field.why("A", difficult(0., 1., 180., When::Before)), ["BL-CRS-03"]);
}

#[test]
fn bl_crs_04_a_unit_on_a_crossing_is_not_in_the_river() {
    let state = on_bridge("inf", 9.);
    let next = after(&state, "A", &simple(0., 2.));
    assert_eq!(named(&next, "A").pose, pose(10., 11., 0.));
    assert_eq!(named(&next, "A").crossing, None);
}

#[test]
fn bl_crs_05_the_whole_footprint_is_a_target() {
    // The shortest line from the enemy ends on the front edge west of the bridge, over the water.
    let state = field(&format!("A blue inf 10,7.5,0; Y red art 9.6,13,180; {BRIDGE}")).truth();
    let state = after(&state, "A", &simple(0., 1.5));
    let line = Eyes::new(&state).sees(named(&state, "Y"), named(&state, "A")).unwrap();
    assert!(line.to.x < f64::from(grains(9.8)), "{line:?}");
}

#[test]
fn bl_crs_06_no_marker_on_a_crossing_of_impassable_water() {
    assert_eq!(why(&on_bridge("inf", 9.), "A", &Order::Prepare), ["BL-CRS-06"]);
    let ford = "minor 0,8.5 24,8.5 w=0.3; crossing 10,8.5,0 w=0.4 l=0.3; X red inf 20,14,180";
    let state = field(&format!("A blue inf 10,7.5,0; {ford}")).truth();
    let state = after(&state, "A", &simple(0., 1.5));
    assert!(named(&state, "A").crossing.is_some());
    assert!(why(&state, "A", &Order::Prepare).is_empty());
}

#[test]
fn bl_crs_08_on_a_crossing_only_straight_forward() {
    let state = on_bridge("inf", 9.);
    assert!(why(&state, "A", &simple(0., 0.5)).is_empty());
    assert!(why(&state, "A", &simple(0., 2.)).is_empty());
    assert!(why(&state, "A", &simple(10., 0.)).contains(&"BL-CRS-08".to_owned()));
    assert!(why(&state, "A", &difficult(90., 0.05, 0., When::Before)).contains(&"BL-CRS-08".to_owned()));
    assert_eq!(why(&state, "A", &difficult(180., 1., 0., When::Before)), ["BL-CRS-08"]);
    // The rear is still 0.1 on the bridge; then it has left it.
    let late = on_bridge("cav", 9.9);
    assert!(why(&late, "A", &simple(10., 0.)).contains(&"BL-CRS-08".to_owned()));
    assert!(why(&late, "A", &difficult(0., 1., 90., When::After)).is_empty());
    let off = |by: f64| why(&after(&late, "A", &simple(0., by)), "A", &simple(45., 1.));
    assert_eq!(off(0.11), ["BL-TER-08"], "off the bridge, but the rear would swing over the river");
    assert!(off(0.3).is_empty());
}

#[test]
fn bl_crs_08_a_reserve_move_does_not_begin_with_a_bend() {
    let text = format!("A blue inf 10,7.5,0 concealed; {BRIDGE}; road 10,1 10,15");
    let mut state = field(&text).truth();
    state = after(&state, "A", &simple(0., 1.5));
    assert!(named(&state, "A").crossing.is_some() && !named(&state, "A").revealed());
    let begin = |x: f64, y: f64| reserve_by(&[(x, y, x < 10.5), (13., 12., false)], 0.);
    assert!(why(&state, "A", &begin(10., 10.5)).is_empty());
    assert_eq!(why(&state, "A", &begin(10., 9.9)), ["BL-CRS-08"]);
    assert!(why(&state, "A", &begin(11., 10.5)).contains(&"BL-CRS-08".to_owned()));
    assert_eq!(why(&state, "A", &reserve_by(&[(10., 9.5, true)], 0.)), Vec::<String>::new());
}

#[test]
fn bl_crs_12_for_movement_a_crossing_is_open() {
    let river = "minor 0,8.5 24,8.5 w=0.3; X red inf 20,14,180";
    let text = format!("A blue cav 10,7.5,0; {river}");
    assert_eq!(field(&text).why("A", simple(0., 4.)), ["BL-SIM-03"]);
    let field = field(&format!("{text}; crossing 10,8.5,0 w=0.4 l=0.3"));
    assert!(field.why("A", simple(0., 4.)).is_empty());
}

#[test]
fn bl_amb_237_the_path_line_decides() {
    let river = "major 0,8.5 24,8.5 w=1; crossing 10,8.5,0 w=0.6 l=1; X red inf 20,14,180";
    let retreat = |x: f64| {
        let state = field(&format!("A blue inf {x},11.5,0; {river}")).truth();
        let back = [Sweep::straight(pose(x, 11.5, 0.), Heading::SOUTH, f64::from(grains(2.)))];
        let end = pose(x, 9.5, 0.);
        let legal = over_passable_ground(&state, named(&state, "A"), &back).is_empty();
        (legal, stands_on(&state.field, None, end, &back).is_some())
    };
    assert_eq!(retreat(10.), (true, true));
    assert_eq!(retreat(10.4), (false, false));
}

#[test]
fn bl_amb_237_beside_a_ford_a_unit_stands_in_the_river() {
    let ford = "minor 0,8.5 24,8.5 w=0.3; crossing 10,8.5,0 w=0.4 l=0.3; X red inf 20,14,180";
    let state = field(&format!("A blue inf 10.6,8,0; {ford}")).truth();
    let state = after(&state, "A", &difficult(0., 1., 0., When::Before));
    let unit = named(&state, "A");
    assert_eq!(unit.pose, pose(10.6, 9., 0.));
    assert_eq!(unit.crossing, None, "its footprint overlaps the ford, its path did not");
    assert!(why(&state, "A", &simple(45., 0.)).contains(&"BL-SIM-03".to_owned()));
    assert!(why(&state, "A", &difficult(90., 0.1, 0., When::Before)).is_empty());
}

#[test]
fn bl_amb_237_a_unit_that_charged_goes_on_along_its_own_line() {
    let mut state = field(&format!("A blue inf 10,7.5,0; {BRIDGE}")).truth();
    let bridge =
        state.field.ground().pieces().iter().find(|p| p.kind == crate::field::Kind::Crossing).unwrap().id;
    let at = Pose { at: table::point::at(10.08, 9.), heading: Heading::degrees(4.) };
    let id = named(&state, "A").id;
    let unit = state.unit_mut(id).unwrap();
    (unit.pose, unit.crossing) = (at, Some(bridge.0));
    let next = after(&state, "A", &simple(4., 0.5));
    assert_eq!(named(&next, "A").pose.heading, Heading::degrees(4.), "it is not put on the line");
    assert!(named(&next, "A").crossing.is_some());
}

#[test]
fn bl_amb_239_a_unit_whose_exit_is_blocked_cannot_turn_back() {
    let text = format!("A blue inf 10,7.5,0; B blue inf 10,10.1,0; {BRIDGE}; edge south blue");
    let state = after(&field(&text).truth(), "A", &simple(0., 1.5));
    assert_eq!(why(&state, "A", &simple(0., 0.5)), ["BL-MOV-16"]);
    assert!(why(&state, "A", &simple(180., 1.)).contains(&"BL-CRS-08".to_owned()));
    assert!(why(&state, "A", &difficult(180., 1., 0., When::Before)).contains(&"BL-CRS-08".to_owned()));
    assert!(why(&state, "A", &Order::Hold).is_empty());
    assert!(why(&state, "A", &Order::Retire).is_empty());
}

#[test]
fn bl_ter_08_a_unit_that_hangs_over_slanting_banks_may_still_go_away() {
    // The banks run at 45° to the bridge: past its end a corner is still over the water.
    let river = "major 2,0 18,16 w=1; crossing 10,8,0 w=0.4 l=1.414; X red inf 20,2,180";
    let state = field(&format!("A blue cav 10,6,0; {river}")).truth();
    // Its rear edge is at y = 8.75 then, the end of the bridge at 8.707; the bank at x = 10.5 is at y = 9.207.
    let hanging = after(&state, "A", &simple(0., 3.75));
    assert_eq!(named(&hanging, "A").crossing, None);
    assert!(why(&hanging, "A", &simple(0., 2.)).is_empty());
    assert_eq!(why(&hanging, "A", &difficult(90., 1., 0., When::Before)), ["BL-TER-08"]);
}
