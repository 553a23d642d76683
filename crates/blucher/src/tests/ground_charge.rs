//! URB-13 to -15, CRS-08, -09, -14, AMB-235, -238 – charges at towns and crossings.

use crate::testing::{Field, field};
use table::heading::Turn;
use umpire::Doubts;

fn none() -> Vec<String> {
    Vec::new()
}

#[test]
fn bl_urb_13_cavalry_does_not_charge_into_an_urban_area() {
    // X stands half out of its base (y 6.45–7.55); to reach it cavalry ends 0.05 in the base beside it.
    let field = field("A blue cav 5,5,0; X red inf 5,7,180; urban 6,7,0");
    assert_eq!(field.refused(&field.charge("A", 0., "X")), ["BL-URB-13"]);
}

#[test]
fn bl_urb_14_cavalry_does_not_charge_through_an_urban_area() {
    let through = field("A blue cav 5,5,0; X red inf 5,8.5,180; urban 6,6.2,0");
    assert_eq!(through.refused(&through.charge("A", 0., "X")), ["BL-URB-14"]);
    // The pivot alone: the rear swings into a base beside it.
    let pivot = field("A blue cav 5,5,0; X red inf 5,8,180; urban 6.1,4.2,0");
    assert_eq!(pivot.refused(&pivot.charge("A", 0., "X")), none());
    assert_eq!(pivot.refused(&pivot.charge("A", -5., "X")), ["BL-URB-14"]);
}

#[test]
fn bl_urb_15_cavalry_does_not_charge_a_unit_wholly_in_an_urban_area() {
    // The garrison's front is flush with the edge of its base.
    let text = "X red inf 5,7,180 prepared; urban 5,7.55,0";
    let horse = field(&format!("A blue cav 5,5,0; {text}"));
    assert_eq!(horse.refused(&horse.charge("A", 0., "X")), ["BL-URB-15"]);
    assert_eq!(horse.targets("A"), []);
    let foot = field(&format!("A blue inf 5,5,0; {text}"));
    assert_eq!(foot.refused(&foot.charge("A", 0., "X")), none());
}

#[test]
fn bl_urb_15_nor_by_incidental_contact() {
    // Y is the target, in the open; the garrison beside it would be touched too.
    let text = "X red inf 6,7,180 prepared; urban 6.05,7.55,0; Y red inf 4.9,7,180";
    let horse = field(&format!("A blue cav 5.3,5,0; {text}"));
    assert_eq!(horse.refused(&horse.charge("A", 0., "Y")), ["BL-URB-15"]);
    let foot = field(&format!("A blue inf 5.3,5,0; {text}"));
    assert_eq!(foot.refused(&foot.charge("A", 0., "Y")), none());
}

#[test]
fn bl_amb_235_a_target_partly_outside_may_be_charged() {
    // X stands across the front edge of its base by half.
    let partly = field("A blue cav 5,5,0; X red inf 5,7,180; urban 5,8.05,0");
    assert_eq!(partly.refused(&partly.charge("A", 0., "X")), none());
    // Straddling two joined bases is wholly in the town.
    let straddles = field("A blue cav 5,5,0; X red inf 5,7,180; urban 4.45,7.55,0; urban 5.55,7.55,0");
    assert_eq!(straddles.refused(&straddles.charge("A", 0., "X")), ["BL-URB-15"]);
}

const RIVER: &str = "major 0,6.5 24,6.5 w=1; crossing 5,6.5,0 w=0.4 l=1";

fn over(pose: &str, target: &str) -> Field {
    field(&format!("A blue inf {pose}; X red inf {target}; {RIVER}"))
}

#[test]
fn bl_crs_09_along_the_whole_length_of_the_crossing() {
    let straight = over("5,5,0", "5,7,180");
    assert_eq!(straight.refused(&straight.charge("A", 0., "X")), none());
    // The line enters at (5.1, 6), 0.1 off the middle, at 20°: it leaves the side (0.1 + 0.364 > 0.2).
    let oblique = over("4.918,5.5,0", "5.7,7.1,180");
    assert_eq!(oblique.refused(&oblique.charge("A", 20., "X")), ["BL-CHG-13", "BL-CRS-09"]);
    // Off the middle but parallel: inside up to 0.2.
    let aside = over("5.15,5,0", "5,7,180");
    assert_eq!(aside.refused(&aside.charge("A", 0., "X")), none());
    let beside = over("5.25,5,0", "5,7,180");
    assert_eq!(beside.refused(&beside.charge("A", 0., "X")), ["BL-CHG-13"]);
}

#[test]
fn bl_crs_09_a_ford_of_a_minor_river_is_a_crossing_too() {
    let ford = "minor 0,6.15 24,6.15 w=0.3; crossing 5,6.15,0 w=0.4 l=0.3";
    let field = |pose: &str| field(&format!("A blue inf {pose}; X red inf 5.4,6.6,180; {ford}"));
    // Through the water beside the ford: a river like any other.
    let beside = field("5.5,5,0");
    assert_eq!(beside.refused(&beside.charge("A", 0., "X")), none());
    // Over a corner of it: the line runs in at the end and out at the side.
    let corner = field("4.9,5.3,0");
    assert_eq!(corner.refused(&corner.charge("A", 22., "X")), ["BL-CRS-09"]);
}

#[test]
fn bl_amb_238_a_defender_on_the_crossing() {
    // X has come over the bridge and stands on it, its front 0.2 beyond the near bank.
    let text = "A blue inf 5.1,4.5,0; X red inf 5,8,180; B blue inf 9,4.5,0";
    let bridge = field(&format!("{text}; {RIVER}"));
    let mut state = bridge.truth();
    let piece =
        state.field.ground().pieces().iter().find(|p| p.kind == crate::field::Kind::Crossing).unwrap().id.0;
    let (a, x) = (bridge.id("A"), bridge.id("X"));
    let unit = state.unit_mut(x).unwrap();
    (unit.pose, unit.crossing) = (table::pose::pose(5., 5.8, 180.), Some(piece));
    let rules = |degrees: f64, state: &crate::state::State| {
        let mut state = state.clone();
        let done = crate::charge::carry_out(&mut state, a, Turn::degrees(degrees), x, &mut Doubts::new());
        done.err().unwrap_or_default().iter().map(|why| why.rule.to_string()).collect::<Vec<_>>()
    };
    // The line x = 5.1 runs in at one end and out at the other, beyond the defender.
    assert_eq!(rules(0., &state), none());
    // At 10° it would leave by the side: 5.1 + 1.5 tan 10° = 5.36 at the near end already.
    assert_eq!(rules(10., &state), ["BL-CRS-09"]);
    // A friend before it is the first unit on the line.
    let b = bridge.id("B");
    state.unit_mut(b).unwrap().pose = table::pose::pose(5.6, 5.55, 0.);
    let why = rules(0., &state);
    assert!(why.contains(&"BL-CRS-09".to_owned()), "{why:?}");
}

#[test]
fn bl_crs_14_it_is_on_the_crossing_while_part_of_it_is() {
    let mut field = over("5,5.1,0", "5,7.1,180");
    field.play(&field.charge("A", 0., "X"), &[]);
    let unit = field.unit("A");
    assert_eq!(unit.pose.at, table::point::at(5., 7.1));
    let crossing = unit.crossing.unwrap();
    let truth = field.truth();
    let (piece, _) = truth.field.ground().piece(table::ground::PieceId(crossing)).unwrap();
    assert_eq!(piece.kind, crate::field::Kind::Crossing);
    // A unit that charges on the bank is on no crossing.
    let mut bank = over("5,3.5,0", "5,5,180");
    bank.play(&bank.charge("A", 0., "X"), &[]);
    assert_eq!(bank.unit("A").crossing, None);
}

#[test]
fn bl_crs_08_on_a_crossing_a_charge_goes_straight_on() {
    let field = over("5,5.1,0", "5,8.5,180");
    let mut state = field.truth();
    let piece =
        state.field.ground().pieces().iter().find(|p| p.kind == crate::field::Kind::Crossing).unwrap().id.0;
    let (a, x) = (field.id("A"), field.id("X"));
    let unit = state.unit_mut(a).unwrap();
    (unit.pose, unit.crossing) = (table::pose::pose(5., 6.9, 0.), Some(piece));
    let rules = |degrees: f64| {
        let mut state = state.clone();
        let done = crate::charge::carry_out(&mut state, a, Turn::degrees(degrees), x, &mut Doubts::new());
        done.err().unwrap_or_default().iter().map(|why| why.rule.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(rules(0.), none());
    assert!(rules(5.).contains(&"BL-CRS-08".to_owned()));
}
