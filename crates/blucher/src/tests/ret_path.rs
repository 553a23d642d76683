//! RET – retreat: what a corridor may not meet (RET-14 to -20, AMB-203, AMB-223, AMB-224).

use super::retreating::{Retreating, beaten, range};
use crate::retreat::{NO_WAY, carry_out};
use crate::scale::FOOTPRINT;
use crate::state::{Contact, Unit};
use proptest::prelude::*;
use table::distance::signed;
use table::heading::Turn;
use table::pose::pose;
use table::rect::Edge;
use table::sweep::{Mobile, Shift};

const FRONT: &str = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 3,3,0";
const BY_A: &[(&str, &str)] = &[("A", "X")];

#[test]
fn bl_ret_14_the_corridor_is_1_bw_wide() {
    // Two enemies behind, 0.9 BW apart, or 1.03.
    let narrow = format!("{FRONT}; C blue inf 9.05,8,0; D blue inf 10.95,8,0");
    assert_eq!(beaten(&narrow, BY_A, "X").refused(180), ["BL-RET-19", "BL-RET-19"]);
    let wide = format!("{FRONT}; C blue inf 8.985,8,0; D blue inf 11.015,8,0");
    assert!(beaten(&wide, BY_A, "X").refused(180).is_empty());
}

#[test]
fn bl_ret_15_the_footprint_touches_no_enemy() {
    let beside = |gap: f64| beaten(&format!("{FRONT}; C blue inf {:.4},8.5,0", 9.0 - gap), BY_A, "X");
    assert_eq!(beside(0.005).refused(180), ["BL-RET-15"]);
    assert!(beside(0.02).refused(180).is_empty());
    // At the end too: an enemy 0.005 beyond it.
    let beyond = |gap: f64| beaten(&format!("{FRONT}; C blue inf 10,{:.4},0", 7.0 - gap), BY_A, "X");
    assert_eq!(beyond(0.005).refused(180), ["BL-RET-15"]);
    assert!(beyond(0.02).refused(180).is_empty());
}

#[test]
fn bl_amb_203_touching_is_a_gap_of_touch() {
    let beside = |gap: f64| beaten(&format!("{FRONT}; C blue inf {:.4},8.5,0", 9.0 - gap), BY_A, "X");
    assert_eq!(beside(0.010).refused(180), ["BL-RET-15"]);
    assert!(beside(0.012).refused(180).is_empty());
}

#[test]
fn bl_ret_16_the_footprint_does_not_run_into_impassable_terrain() {
    let near = beaten(&format!("{FRONT}; major 0,7 24,7 w=1"), BY_A, "X");
    assert_eq!(near.refused(180), ["BL-RET-16"], "the bank is 1.5 behind its rear edge");
    assert!(near.ways().iter().all(|way| way.edge != Edge::Rear), "so it goes elsewhere");
    let flush = beaten(&format!("{FRONT}; major 0,6.5 24,6.5 w=1"), BY_A, "X");
    assert!(flush.refused(180).is_empty(), "the bank is 2.0 behind");
}

#[test]
fn bl_ret_17_sliding_along_the_enemy_in_front_is_no_way_out() {
    // Attacked in front and on the left: the right and the rear are open.
    let text = "X red inf 10,10,0; A blue inf 10,10,180; D blue inf 9.5,9.5,90";
    let retreat = beaten(text, &[("A", "X"), ("D", "X")], "X");
    assert_eq!(retreat.refused(90), ["BL-AMB-223"]);
    assert_eq!(retreat.refused(91), ["BL-AMB-223"]);
    assert!(range(92, 153).iter().all(|bearing| retreat.refused(*bearing).is_empty()));
}

/// E holds 0.02 of the right edge; the left is blocked. On bearing 25 the unit would clear E and pass by it.
const PASSING: &str = "X red inf 10,10,0; E blue inf 10.5,8.52,270; D blue inf 9.3,9.5,90";

#[test]
fn bl_ret_17_not_behind_the_front_line_of_an_enemy_in_contact() {
    let retreat = beaten(PASSING, &[("E", "X")], "X");
    assert_eq!(retreat.refused(25), ["BL-RET-17"]);
    // The front line is x = 10.5: 2 sin 14 = 0.484, 2 sin 15 = 0.518.
    assert!(retreat.refused(14).is_empty());
    assert_eq!(retreat.refused(15), ["BL-RET-17"]);
}

#[test]
fn bl_amb_224_who_begins_behind_a_front_line_is_not_bound_by_it() {
    // An attacker on the flank of X is behind the front line of X.
    let text = "X red inf 10,10,0; A blue inf 10.5,9.2,270";
    assert_eq!(beaten(text, BY_A, "A").bearings(), range(154, 206));
}

#[test]
fn bl_amb_224_enemies_that_have_retreated_are_ignored() {
    let text = format!("{PASSING}; F blue inf 10,9,0");
    let mut retreat = beaten(&text, &[("E", "X"), ("F", "X")], "X");
    assert_eq!(retreat.refused(25), ["BL-RET-17"]);
    let e = retreat.field.id("E");
    retreat.state.unit_mut(e).unwrap().retreated = true;
    assert!(retreat.refused(25).is_empty());
}

#[test]
fn bl_ret_18_it_passes_through_friends_without_effect() {
    // Three rows of friends behind it, three abreast; the middle of the first is in contact itself.
    let row = |y: u8| [9, 10, 11].map(|x| format!("F{x}-{y} red inf {x},{y},0")).join("; ");
    let mut retreat = beaten(&[FRONT.to_owned(), row(9), row(8), row(7)].join("; "), BY_A, "X");
    let (attacker, defender) = (retreat.field.id("A"), retreat.field.id("F10-9"));
    retreat.state.contacts.push(Contact { attacker, defender, edge: Edge::Front, from_crest: None });
    assert_eq!(retreat.way(180).length, 39_900);
    let after = retreat.after(180);
    let others = |state: &crate::state::State| {
        state.units.iter().filter(|unit| unit.id != retreat.id).cloned().collect::<Vec<_>>()
    };
    assert_eq!(others(&after), others(&retreat.state));
}

#[test]
fn bl_ret_19_it_never_passes_through_an_enemy() {
    let retreat = beaten(&format!("{FRONT}; C blue inf 10,8.7,0"), BY_A, "X");
    assert_eq!(retreat.refused(180), ["BL-RET-19"]);
}

#[test]
fn bl_ret_20_difficult_terrain_does_not_matter() {
    let text = "X red cav 10,10,0; A blue cav 10,10,180; wood 8,5 12,9; minor 0,7.5 24,7.5 w=0.3";
    let retreat = beaten(text, BY_A, "X");
    assert_eq!(retreat.bearings(), range(154, 206));
    assert_eq!(retreat.way(180).length, 20_000);
}

#[test]
fn bl_amb_223_between_two_enemies_that_hold_less_than_half_of_its_flanks() {
    let flanked = |y: f64| {
        let text =
            format!("X red inf 10,10,0; Y red inf 10,11.1,0; A blue inf 9.5,{y},90; B blue inf 10.5,{y},270");
        beaten(&text, &[("A", "X"), ("B", "X")], "X")
    };
    assert_eq!(flanked(10.1).bearings(), [179, 180, 181]);
    assert_eq!(flanked(9.95).broken_by().as_deref(), Some("BL-RET-28"));
}

#[test]
fn bl_amb_223_an_enemy_at_a_corner_is_left_behind() {
    // Three enemies abreast; the attacker is in contact with the middle one and shares a corner with the others.
    let text = "A blue inf 10,10,0; X red inf 10,10,180; Y red inf 9,10,180; Z red inf 11,10,180";
    let retreat = beaten(text, BY_A, "A");
    assert_eq!(retreat.bearings(), range(154, 206));
}

/// A red unit at (10, 10) and others around it that keep clear of each other.
fn scattered(heading: i32, others: &[(i32, i32, i32, bool)]) -> String {
    let mut text = vec![format!("X red inf 10,10,{heading}; Z blue inf 3,3,0")];
    let mut placed = vec![FOOTPRINT.at(pose(10., 10., f64::from(heading)))];
    for (i, (x, y, h, red)) in others.iter().enumerate() {
        let (x, y) = (f64::from(*x) / 10., f64::from(*y) / 10.);
        let rect = FOOTPRINT.at(pose(x, y, f64::from(*h)));
        if placed.iter().all(|other| signed(other, &rect) > 300.) {
            placed.push(rect);
            let side = if *red { "red" } else { "blue" };
            text.push(format!("U{i} {side} inf {x},{y},{h}"));
        }
    }
    text.join("; ")
}

/// What stepping along one bearing tells: the length is between two values, and the nearest enemy on the way to
/// the lesser and to the greater of them (25 grains too far, because the steps are coarse).
struct Stepped {
    bearing: u16,
    lengths: [f64; 2],
    nearest: [f64; 2],
}

fn step_along(retreat: &Retreating, bearing: u16) -> Stepped {
    let unit = retreat.state.unit(retreat.id).unwrap();
    let others =
        |side| retreat.state.of_side(side).filter(|u| u.id != unit.id).map(Unit::rect).collect::<Vec<_>>();
    let (enemies, friends) = (others(0), others(1));
    let way = unit.pose.heading.turned(Turn(i32::from(bearing) * 1000)).vector();
    let at = |length: f64| unit.rect().moved(&Shift::straight(way * length));
    // Overlaps are deeper than 100.5 to 110.5 grains.
    let lengths = [115., 95.].map(|depth| {
        let mut length = 20_000.;
        while friends.iter().any(|f| signed(&at(length), f) < -depth) {
            length += 10.;
        }
        length
    });
    let nearest = lengths.map(|length| {
        let gap_at = |gone| enemies.iter().map(|e| signed(&at(gone), e)).fold(f64::INFINITY, f64::min);
        let (mut gone, mut nearest) = (0., gap_at(length));
        while gone < length {
            let gap = gap_at(gone);
            nearest = f64::min(nearest, gap);
            // On 100 grains of way no gap changes by more than 100.
            gone += f64::max(50., gap - 200.);
        }
        nearest
    });
    Stepped { bearing, lengths, nearest }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// BL-RET-15, -19, -21, -22: stepping along the bearings finds what the search finds. Nobody is in contact, so
    /// all edges are open.
    #[test]
    fn bl_ret_15_stepping_along_finds_the_same(
        heading in 0..360_i32,
        others in prop::collection::vec((70..130_i32, 70..130_i32, 0..360_i32, any::<bool>()), 1..7),
    ) {
        let retreat = beaten(&scattered(heading, &others), &[], "X");
        let stepped: Vec<Stepped> = (0..360).map(|bearing| step_along(&retreat, bearing)).collect();
        let (free, barred) = (|s: &&Stepped| s.nearest[1] > 140., |s: &&Stepped| s.nearest[0] < 110.);
        let least = |lengths: &mut dyn Iterator<Item = f64>| lengths.fold(f64::INFINITY, f64::min);
        let most_least = least(&mut stepped.iter().filter(free).map(|s| s.lengths[1]));
        let least_least = least(&mut stepped.iter().filter(|s| !barred(s)).map(|s| s.lengths[0]));
        let ways = retreat.ways();
        for s in &stepped {
            if let Some(way) = ways.iter().find(|way| way.bearing == s.bearing) {
                let length = f64::from(way.length);
                prop_assert!(!barred(&s), "{}: {:?}", s.bearing, s.nearest);
                prop_assert!(s.lengths[0] - 1. <= length + 10. && length <= s.lengths[1] + 1., "{}", s.bearing);
                prop_assert!(length <= most_least + 511., "{}: {length}, {most_least}", s.bearing);
            } else {
                prop_assert!(!free(&s) || s.lengths[1] > least_least + 480., "{}", s.bearing);
            }
        }
        // What is offered is accepted, and nothing else; a unit that cannot retreat has one step.
        let open = |bearing: u16| match ways.as_slice() {
            [] => bearing == NO_WAY,
            ways => ways.iter().any(|way| way.bearing == bearing),
        };
        for bearing in (0..360).step_by(9) {
            prop_assert_eq!(retreat.refused(bearing).is_empty(), open(bearing), "{}", bearing);
            prop_assert_eq!(carry_out(&mut retreat.state.clone(), retreat.id, bearing).is_ok(), open(bearing));
        }
    }
}
