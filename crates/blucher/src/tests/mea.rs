//! MEA – measuring and zones, with AMB-03 to -06, EX-03 and EX-04.

use super::orders::named;
use crate::engagement::{engaged_by, engages};
use crate::scale::{BW, EPS, FOOTPRINT, at_most};
use crate::testing::field;
use table::distance::{gap, within};
use table::heading::Heading;
use table::point::at;
use table::pose::{Pose, pose};
use table::rect::Edge;
use table::zone::{Lines, exit_edge};
use umpire::{Seat, Viewer};

fn distance(a: Pose, b: Pose) -> f64 {
    gap(&FOOTPRINT.at(a), &FOOTPRINT.at(b)).distance / f64::from(BW)
}

fn lines() -> Lines {
    Lines::from(&FOOTPRINT.at(pose(5., 5., 0.)))
}

/// Does a unit at (5, 5) that faces north engage a footprint here?
fn engaged(x: f64, y: f64, heading: f64) -> bool {
    let state = field("A blue inf 5,5,0").truth();
    engages(named(&state, "A"), &FOOTPRINT.at(pose(x, y, heading)))
}

/// The book's summary of distances is lost; these are the ones that the rules give, in the order of the register.
#[test]
fn bl_amb_45_the_distances_that_were_rebuilt() {
    use crate::scale::BW;
    // 8: visibility.
    assert_eq!(crate::sight::REACH, 8 * BW);
    // 4 and 2: the charge of cavalry and infantry.
    assert_eq!(crate::card::Arm::Cavalry.allowances().0, 4 * BW);
    assert_eq!(crate::card::Arm::Infantry.allowances().0, 2 * BW);
    // 4: discovery, to its edge. 1: the engagement zone, to its edge.
    let discovered = |y: f64| {
        let field = field(&format!("A blue inf 5,5,0; X red inf 5,{y},180 concealed; turn 1 information"));
        field.unit("X").revealed()
    };
    assert!(discovered(9.0) && !discovered(9.1));
    let engaged =
        |y: f64| !field(&format!("A blue inf 5,5,0; X red inf 5,{y},180")).unit("A").engaged_by.is_empty();
    assert!(engaged(6.0) && !engaged(6.1));
    // 8 and 2: the range of artillery and infantry.
    let reach = |arm: &str, y: f64| {
        field(&format!("A blue {arm} 5,5,0; X red inf 5,{y},180; turn 1 fire")).no_shot("A", "X").is_empty()
    };
    assert!(reach("art", 13.0) && !reach("art", 13.1));
    assert!(reach("inf", 7.0) && !reach("inf", 7.1));
}

#[test]
fn bl_mea_01_both_players_may_always_measure() {
    let field = field("A blue inf 5,5,0 concealed; X red inf 5,8,180 concealed");
    for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Public] {
        let known = field.battle.known(viewer);
        let rects: Vec<_> = known.state().units.iter().map(crate::state::Unit::rect).collect();
        assert!((gap(&rects[0], &rects[1]).distance - 30_000.).abs() < 1e-6);
    }
}

#[test]
fn bl_mea_02_between_the_closest_points() {
    assert!((distance(pose(5., 5., 0.), pose(5., 8., 180.)) - 3.).abs() < 1e-9);
    // 0.4 to the side and 1 ahead: √1.16.
    assert!((distance(pose(5., 5., 0.), pose(6.4, 6., 180.)) - 1.077).abs() < 5e-4);
}

#[test]
fn bl_mea_03_within_includes_the_limit() {
    assert!(at_most(20_000., 2 * BW));
    assert!(!at_most(20_100., 2 * BW));
}

#[test]
fn bl_mea_04_a_marker_measures_from_its_centre() {
    let (marker, unit) = (at(5., 5.).vec2(), FOOTPRINT.at(pose(5., 8., 0.)));
    assert!((gap(&marker, &unit).distance - 20_000.).abs() < 1e-9);
    assert!(within(&marker, &unit, 20_000., EPS));
    assert!(!within(&marker, &unit, 19_900., EPS));
}

#[test]
fn bl_mea_05_lines_extend_without_end() {
    assert!(lines().in_front(at(20., 6.).vec2(), EPS));
    assert!(lines().directly_in_front(at(5.2, 15.).vec2(), EPS));
}

#[test]
fn bl_mea_06_forward_of_the_front_line_is_to_the_front() {
    assert!(lines().in_front(at(9., 5.1).vec2(), EPS));
    assert!(!lines().in_front(at(9., 4.9).vec2(), EPS));
}

#[test]
fn bl_mea_07_between_the_flank_lines_is_directly_in_front() {
    assert!(lines().directly_in_front(at(5.4, 5.1).vec2(), EPS));
    assert!(!lines().directly_in_front(at(5.6, 5.1).vec2(), EPS));
}

#[test]
fn bl_mea_08_behind_and_beside_is_to_the_flank() {
    assert!(lines().to_the_flank(at(7., 4.).vec2(), EPS));
    assert!(!lines().to_the_flank(at(5.2, 4.).vec2(), EPS));
    assert!(!lines().to_the_flank(at(7., 6.).vec2(), EPS));
}

#[test]
fn bl_mea_09_behind_and_between_is_directly_to_the_rear() {
    assert!(lines().directly_to_the_rear(at(5.2, 2.).vec2(), EPS));
    assert!(!lines().directly_to_the_rear(at(7., 4.).vec2(), EPS));
}

#[test]
fn bl_mea_10_a_traced_line_is_named_by_what_it_crosses() {
    let unit = FOOTPRINT.at(pose(5., 5., 0.));
    let name = |degrees: f64| exit_edge(&unit, Heading::degrees(degrees).vector());
    assert_eq!(name(30.), Some(Edge::Front));
    assert_eq!(name(120.), Some(Edge::Right));
    assert_eq!(name(240.), Some(Edge::Left));
    assert_eq!(name(180.), Some(Edge::Rear));
}

#[test]
fn bl_amb_04_along_the_front_line_is_flank_and_through_a_rear_corner_is_rear() {
    let unit = FOOTPRINT.at(pose(5., 5., 0.));
    let name = |degrees: f64| exit_edge(&unit, Heading::degrees(degrees).vector());
    assert_eq!(name(90.), Some(Edge::Right));
    assert_eq!(name(270.), Some(Edge::Left));
    assert_eq!(name(89.999), Some(Edge::Front));
    // The corner lies at atan(½) from the rear: 153.435°.
    assert_eq!(exit_edge(&unit, at(0.5, -1.).vec2()), Some(Edge::Rear));
    assert_eq!((name(153.), name(154.)), (Some(Edge::Right), Some(Edge::Rear)));
}

#[test]
fn bl_amb_03_points_on_a_line_are_on_neither_side() {
    let on = |x: f64, y: f64| {
        let p = at(x, y).vec2();
        (lines().in_front(p, EPS), lines().behind(p, EPS), lines().between_flanks(p, EPS))
    };
    assert_eq!(on(5., 5.), (false, false, true));
    assert_eq!(on(5., 5.001), (false, false, true));
    assert_eq!(on(5., 5.002), (true, false, true));
    assert_eq!(on(5., 4.998), (false, true, true));
    assert_eq!(on(5.5, 6.), (true, false, false));
    assert_eq!(on(5.499, 6.), (true, false, false));
    assert_eq!(on(5.498, 6.), (true, false, true));
}

#[test]
fn bl_mea_11_the_engagement_zone_is_one_bw_ahead_of_the_front_edge() {
    // Footprints that reach into x 4.5–5.5, y 5–6 from each side, and those that do not.
    assert!(engaged(5., 5.9, 180.) && !engaged(5., 6.1, 180.));
    assert!(engaged(4.6, 5.5, 90.) && !engaged(4.4, 5.5, 90.));
    assert!(engaged(5.4, 5.5, 270.) && !engaged(5.6, 5.5, 270.));
    assert!(!engaged(5., 3.9, 0.), "not behind");
}

#[test]
fn bl_mea_12_any_part_in_the_zone_is_engaged() {
    assert!(engaged(5., 6., 180.));
    assert!(!engaged(5., 6.01, 180.));
    assert!(engaged(5.9, 5.5, 180.));
    assert!(!engaged(6., 5.5, 180.));
}

#[test]
fn bl_amb_05_far_and_near_borders_are_closed_and_lateral_ones_open() {
    assert!(engaged(5., 6.001, 180.) && !engaged(5., 6.002, 180.));
    assert!(engaged(5.998, 5.5, 180.) && !engaged(5.999, 5.5, 180.));
    // A footprint that ends at the front line from behind.
    assert!(engaged(5., 5., 0.) && engaged(5., 4.999, 0.) && !engaged(5., 4.998, 0.));
}

#[test]
fn bl_mea_13_the_facing_of_the_engaged_unit_does_not_matter() {
    assert!(engaged(5.4, 5.6, 270.));
}

#[test]
fn bl_mea_14_all_types_engage_concealed_or_not() {
    for arm in ["inf", "cav", "art"] {
        for seen in ["", "concealed"] {
            let state = field(&format!("A blue inf 5,5.8,180; X red {arm} 5,5,0 {seen}")).truth();
            let rect = named(&state, "A").rect();
            assert_eq!(engaged_by(&state, 0, &rect).count(), 1, "{arm} {seen}");
        }
    }
}

#[test]
fn bl_mea_15_engagement_needs_no_sight() {
    let state = field("A blue inf 5,6,180; X red inf 5,5,0; hill 3,4 7,7 crest 3,5.5 7,5.5").truth();
    assert_eq!(engaged_by(&state, 0, &named(&state, "A").rect()).count(), 1);
}

#[test]
fn bl_amb_06_nothing_blocks_a_zone() {
    // A wood, a river, and the corner (5.3, 5.5) of another unit between the two.
    let between = "wood 3,5.1 7,5.3; minor 0,5.6 24,5.6 w=0.2; B red inf 6.3607,5.8536,45";
    let state = field(&format!("A blue inf 5,5.95,180; X red inf 5,5,0; {between}")).truth();
    assert_eq!(engaged_by(&state, 0, &named(&state, "A").rect()).count(), 1);
}

#[test]
fn bl_mea_16_engagement_is_one_way() {
    let state = field("A blue inf 5,5.8,90; X red inf 5,5,0").truth();
    let (a, x) = (named(&state, "A"), named(&state, "X"));
    assert!(engages(x, &a.rect()) && !engages(a, &x.rect()));
}

#[test]
fn bl_ex_03_an_enemy_that_retreated_two_bw_is_within_two() {
    let (stays, back) = (FOOTPRINT.at(pose(5., 5., 0.)), FOOTPRINT.at(pose(5., 7., 180.)));
    assert!(within(&stays, &back, f64::from(2 * BW), EPS));
}

#[test]
fn bl_ex_04_two_of_three_are_engaged() {
    assert!(engaged(4.6, 5.7, 180.));
    assert!(!engaged(6.6, 5.6, 180.));
    assert!(engaged(5.4, 5.6, 270.));
}
