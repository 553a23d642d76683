//! CRS-11, AMB-237, AMB-238: retreats over and on crossings.

use super::retreating::{Retreating, beaten, range, shot_at};
use crate::field::Kind;
use crate::retreat::End;
use crate::state::Phase;
use table::pose::{Pose, pose};
use umpire::PieceId;

/// A river from y 8 to 9 with a crossing 0.6 wide.
const RIVER: &str = "major 0,8.5 24,8.5 w=1; crossing 10,8.5,0 w=0.6 l=1";

fn crossing(retreat: &Retreating) -> u16 {
    let pieces = retreat.state.field.ground().pieces();
    pieces.iter().find(|piece| piece.kind == Kind::Crossing).unwrap().id.0
}

/// Puts a unit on the crossing.
fn put(retreat: &mut Retreating, unit: &str, at: Pose) {
    let (id, crossing) = (retreat.field.id(unit), crossing(retreat));
    let unit = retreat.state.unit_mut(id).unwrap();
    (unit.pose, unit.crossing) = (at, Some(crossing));
}

/// The attacker on the bridge has charged to the north bank.
pub(super) fn attacker_on_the_bridge(more: &str) -> Retreating {
    let text = format!("{RIVER}; A blue inf 10,11,0; X red inf 10,11,180; {more}");
    let mut retreat = beaten(&text, &[("A", "X")], "A");
    put(&mut retreat, "A", pose(10., 9.2, 0.));
    let x = retreat.field.id("X");
    retreat.state.unit_mut(x).unwrap().pose = pose(10., 9.2, 180.);
    retreat
}

#[test]
fn bl_crs_11_an_attacker_on_a_crossing_goes_straight_back() {
    let retreat = attacker_on_the_bridge("B blue inf 3,3,0");
    assert_eq!(retreat.bearings(), [180]);
    assert!(retreat.refused(179).contains(&"BL-CRS-11".to_owned()));
    let unit = retreat.gone(180);
    assert_eq!((unit.pose, unit.crossing), (pose(10., 7.2, 0.), None));
    let blocked = attacker_on_the_bridge("Y red inf 10.3,6.8,0");
    assert_eq!(blocked.broken_by().as_deref(), Some("BL-RET-27"));
}

#[test]
fn bl_crs_11_a_defender_attacked_in_the_rear_goes_straight_on() {
    let text = format!("{RIVER}; X red inf 10,12,0; A blue inf 10,11,0");
    let mut retreat = beaten(&text, &[("A", "X")], "X");
    put(&mut retreat, "X", pose(10., 8.7, 0.));
    let a = retreat.field.id("A");
    retreat.state.unit_mut(a).unwrap().pose = pose(10., 7.7, 0.);
    assert_eq!(retreat.bearings(), [0]);
    assert_eq!(retreat.gone(0).pose, pose(10., 10.7, 0.));
}

#[test]
fn bl_crs_11_from_fire_it_goes_either_way_along_the_crossing() {
    let text = format!("{RIVER}; X red art 10,12,0; A blue art 14,12,270");
    let mut retreat = shot_at(&text, &["A"], "X");
    // The shooter stood beside the crossing.
    let Phase::FireRetreats { shooters, .. } = &mut retreat.state.phase else { panic!() };
    shooters[0].2 = pose(14., 8.2, 270.);
    put(&mut retreat, "X", pose(10., 8.7, 0.));
    assert_eq!(retreat.bearings(), [0, 180]);
}

#[test]
fn bl_crs_11_a_unit_on_a_long_crossing_stays_on_it() {
    let text = "major 0,8.5 24,8.5 w=5; crossing 10,8.5,0 w=0.6 l=5; A blue inf 10,13,0; X red inf 10,13,180";
    let mut retreat = beaten(text, &[("A", "X")], "A");
    put(&mut retreat, "A", pose(10.1, 11., 0.5));
    let x = retreat.field.id("X");
    retreat.state.unit_mut(x).unwrap().pose = pose(10.1, 11., 180.5);
    let unit = retreat.gone(180);
    // Along its own line: it is not put on the axis.
    assert_eq!((unit.crossing, unit.pose.heading), (Some(crossing(&retreat)), pose(0., 0., 0.5).heading));
    assert_eq!(unit.pose.at, pose(10.1 - 2. * libm::sin(0.5_f64.to_radians()), 9.0001, 0.).at);
}

fn north_of_the_river(x: f64, heading: f64) -> Retreating {
    north_of_the_river_with(x, heading, "B blue inf 3,12,0")
}

pub(super) fn north_of_the_river_with(x: f64, heading: f64, more: &str) -> Retreating {
    let text = format!("{RIVER}; {more}; A blue inf {x},11.5,{heading}; X red inf 3,3,0");
    let mut retreat = beaten(&text, &[], "A");
    let (attacker, defender): (PieceId, PieceId) = (retreat.id, retreat.field.id("X"));
    // X stands where A has charged it.
    let back = (heading + 180.) % 360.;
    retreat.state.unit_mut(defender).unwrap().pose = pose(x, 11.5, back);
    let contact =
        crate::state::Contact { attacker, defender, edge: table::rect::Edge::Front, from_crest: None };
    retreat.state.contacts.push(contact);
    retreat
}

#[test]
fn bl_amb_237_a_retreat_may_run_onto_a_crossing() {
    let on_line = north_of_the_river(10., 0.);
    let End::Stands { pose: end, crossing: on } = on_line.way(180).end else { panic!() };
    assert_eq!((end, on), (pose(10., 9.5, 0.), Some(crossing(&on_line))));
    assert_eq!(north_of_the_river(10.4, 0.).refused(180), ["BL-RET-16"]);
}

#[test]
fn bl_amb_237_it_is_put_on_the_axis() {
    let retreat = north_of_the_river(10., 0.);
    // Facing stays north: aligned. 2 cos 2 = 1.9988.
    let unit = retreat.gone(178);
    assert_eq!(unit.pose, pose(10., 11.5 - 2. * libm::cos(2_f64.to_radians()), 0.));
    assert!(unit.crossing.is_some());
}

#[test]
fn bl_amb_237_it_must_face_along_the_axis() {
    // Facing 3 degrees, straight south is bearing 177: 3 degrees off the axis at the end.
    assert_eq!(north_of_the_river(10., 3.).refused(177), ["BL-AMB-237"]);
    let nearly = north_of_the_river(10., 1.).gone(179);
    assert_eq!(nearly.pose.heading, pose(0., 0., 0.).heading);
}

#[test]
fn bl_amb_237_on_the_axis_there_must_be_room() {
    // On 176 it ends 0.14 to the right, clear of the friend; on the axis it would overlap him by 0.1.
    let retreat = north_of_the_river_with(10., 0., "F blue inf 9.1,10.2,0");
    assert_eq!(retreat.refused(176), ["BL-AMB-237"]);
    // Straight back it goes on until it is past him.
    let length = retreat.way(180).length;
    assert!((22_899..=22_900).contains(&length), "{length}");
}

#[test]
fn bl_amb_238_over_a_crossing_only_on_a_line_through_both_ends() {
    // From (10, 11.5): 3.5 tan 4 = 0.245 at the far end, 3.5 tan 5 = 0.306.
    let retreat = north_of_the_river(10., 0.);
    assert_eq!(retreat.bearings(), range(176, 184));
    assert_eq!(retreat.refused(175), ["BL-RET-16"]);
}

#[test]
fn bl_amb_237_beside_a_ford_of_a_minor_river_it_wades() {
    let text = "minor 0,8.5 24,8.5 w=0.3; crossing 10,8.5,0 w=0.6 l=0.3; A blue inf 10,11.5,0; X red inf 10,11.5,180";
    let retreat = beaten(text, &[("A", "X")], "A");
    assert_eq!(retreat.bearings(), range(154, 206));
    assert!(retreat.gone(180).crossing.is_some());
    assert_eq!(retreat.gone(160).crossing, None);
}
