//! AMB-20 to -23, -28 to -31, -49, -51 – rulings on charges.

use crate::charge::{contacted_edge, in_contact};
use crate::scale::FOOTPRINT;
use crate::state::Phase;
use crate::step::Step;
use crate::testing::{Field, field};
use std::fmt::Write as _;
use table::point::at;
use table::pose::pose;
use table::rect::Edge;
use umpire::{Seat, Viewer};

fn none() -> Vec<String> {
    Vec::new()
}

/// Plays a charge that must be legal; gives how far the centerpoint went, in BW.
fn length(field: &mut Field, unit: &str, degrees: f64, target: &str) -> f64 {
    let before = field.unit(unit).pose.at.vec2();
    let steps = field.charge(unit, degrees, target);
    assert_eq!(field.refused(&steps), none());
    field.play(&steps, &[]);
    field.unit(unit).pose.at.vec2().distance(before) / 1e4
}

#[test]
fn bl_amb_20_pivots_in_steps_of_half_a_degree() {
    let field = field("A blue inf 5,5,0; X red inf 5,6.5,180");
    assert_eq!(field.refused(&field.charge("A", 10.5, "X")), none());
    assert_eq!(field.refused(&field.charge("A", 10.3, "X")), ["BL-AMB-20"]);
    // 181 headings, of which those are listed that aim at the target and touch it in reach.
    let found = crate::charge::legal_targets(&field.truth(), field.id("A"), &mut umpire::Doubts::new());
    assert!(found[0].turns.iter().all(|turn| turn.0 % 500 == 0 && turn.size() <= 45_000));
    // The aim ray meets the front edge up to atan(0.5 / 1.5) = 18.43°; beyond it misses the target.
    assert_eq!(field.targets("A"), [("X".to_owned(), -18.0, 18.0)]);
    for turn in &found[0].turns {
        assert_eq!(field.refused(&field.charge("A", f64::from(turn.0) / 1000.0, "X")), none());
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(60))]

    /// The list and the judge agree on every heading and every enemy.
    #[test]
    fn bl_amb_20_what_is_listed_is_what_is_legal(
        arm in 0..2,
        enemies in proptest::collection::vec((2.0..8.0f64, 3.0..9.0f64, 0..360), 1..6),
        wood in (3.0..6.0f64, 5.2..7.0f64),
    ) {
        let mut text = format!("A blue {} 5,5,0 conscript; wood ", ["inf", "cav"][arm as usize]);
        write!(text, "{:.2},{:.2} {:.2},{:.2}", wood.0, wood.1, wood.0 + 0.6, wood.1 + 0.5)?;
        let mut placed: Vec<(f64, f64)> = vec![(5.0, 4.5)];
        for (i, (x, y, heading)) in enemies.into_iter().enumerate() {
            // Centres of squares that lie clear of each other at any heading.
            if placed.iter().all(|(a, b)| (a - x) * (a - x) + (b - y) * (b - y) > 2.0) {
                placed.push((x, y));
                let ahead = table::heading::Heading::from(heading * 1000).vector() * 0.5;
                let (front_x, front_y) = (x + ahead.x, y + ahead.y);
                write!(text, "; X{i} red inf {front_x:.3},{front_y:.3},{heading}")?;
            }
        }
        let field = field(&text);
        let state = field.truth();
        let a = field.id("A");
        let listed = crate::charge::legal_targets(&state, a, &mut umpire::Doubts::new());
        for enemy in state.of_side(1) {
            let turns = listed.iter().find(|t| t.unit == enemy.id).map_or(&[][..], |t| &t.turns);
            for turn in (-90..=90).map(|n| table::heading::Turn(n * 500)) {
                let mut after = state.clone();
                let done = crate::charge::carry_out(&mut after, a, turn, enemy.id, &mut umpire::Doubts::new());
                proptest::prop_assert_eq!(done.is_ok(), turns.contains(&turn), "{:?} {:?}", turn, done);
                if done.is_ok() {
                    let rect = after.unit(a).unwrap().rect();
                    for enemy in after.of_side(1) {
                        let depth = -table::distance::signed(&rect, &enemy.rect());
                        proptest::prop_assert!(depth < crate::scale::OVERLAP.grains());
                    }
                } else {
                    proptest::prop_assert_eq!(&after, &state);
                }
            }
        }
    }
}

#[test]
fn bl_amb_21_a_front_edge_meets_a_corner() {
    let mut field = field("A blue cav 5,5,0; X red inf 5.8,7,180");
    let m = length(&mut field, "A", 20., "X");
    assert!((m - 1.98).abs() < 0.005, "{m}");
    assert_eq!(field.contacted("A"), ["X"]);
}

#[test]
fn bl_amb_21_a_front_corner_meets_an_edge() {
    let mut field = field("A blue inf 5,5,0; X red inf 5,7.01,180");
    let m = length(&mut field, "A", 10., "X");
    assert!((m - 1.95).abs() < 0.005, "{m}");
    assert_eq!(field.contacted("A"), ["X"]);
}

#[test]
fn bl_amb_21_only_the_middle_one_of_three_abreast() {
    let three = "X red inf 4,7,180; Y red inf 5,7,180; Z red inf 6,7,180";
    let mut field = field(&format!("A blue inf 5,5,0; {three}"));
    let m = length(&mut field, "A", 0., "Y");
    assert!((m - 2.0).abs() < 1e-9);
    assert_eq!(field.contacted("A"), ["Y"]);
    // Shifted by 0.02 the strip reaches one neighbour.
    let mut shifted = crate::testing::field(&format!("A blue inf 5.02,5,0; {three}"));
    length(&mut shifted, "A", 0., "Y");
    assert_eq!(shifted.contacted("A"), ["Y", "Z"]);
}

#[test]
fn bl_amb_21_a_unit_close_behind_is_not_contacted() {
    let charger = FOOTPRINT.at(pose(5., 5., 0.));
    assert!(in_contact(&charger, &FOOTPRINT.at(pose(5., 5., 180.))));
    assert!(in_contact(&charger, &FOOTPRINT.at(pose(5., 5.011, 180.))));
    assert!(!in_contact(&charger, &FOOTPRINT.at(pose(5., 5.013, 180.))));
    assert!(!in_contact(&charger, &FOOTPRINT.at(pose(5., 4., 0.))), "at its back");
    assert!(!in_contact(&charger, &FOOTPRINT.at(pose(6., 5., 180.))), "corner to corner");
}

#[test]
fn bl_amb_21_contact_is_decided_at_the_rounded_stop_and_stored() {
    // Slanting charges in many directions: the stop is on the grid and the target is among the contacts.
    for n in 0..90 {
        let heading = f64::from(n) * 3.7;
        let text = format!("A blue cav 12,8,{heading}; X red inf 14,9.3,{}", (heading / 2.0 + 200.0) % 360.0);
        let field = field(&text);
        for (_, low, high) in field.targets("A") {
            for turn in [low, high] {
                let mut state = field.truth();
                let turn = table::heading::Turn::degrees(turn);
                let mut doubts = umpire::Doubts::new();
                let (a, x) = (field.id("A"), field.id("X"));
                let done = crate::charge::carry_out(&mut state, a, turn, x, &mut doubts).unwrap();
                assert_eq!(done.contacted, [x]);
                assert_eq!(state.contacts.len(), 1);
                let (a, x) = (state.unit(a).unwrap().rect(), state.unit(x).unwrap().rect());
                assert!(table::distance::signed(&a, &x) > -crate::scale::OVERLAP.grains());
                assert!(table::distance::signed(&a, &x) < crate::scale::OVERLAP.grains());
            }
        }
    }
}

#[test]
fn bl_amb_22_the_edge_that_faces_the_charger_most_squarely() {
    let mut field = field("A blue cav 5,5,0; X red inf 5.8,7,180");
    length(&mut field, "A", 20., "X");
    // The near front corner is struck: cos 20° = 0.940 against sin 20° = 0.342.
    assert_eq!(field.truth().contacts[0].edge, Edge::Front);
    let edge = |defender, attacker| contacted_edge(&FOOTPRINT.at(defender), &FOOTPRINT.at(attacker));
    assert_eq!(edge(pose(5., 5., 0.), pose(5., 4., 0.)), Edge::Rear);
    assert_eq!(edge(pose(5., 5., 0.), pose(5.5, 4.5, 270.)), Edge::Right);
    assert_eq!(edge(pose(5., 5., 0.), pose(4.5, 4.5, 90.)), Edge::Left);
}

#[test]
fn bl_amb_207_the_crest_where_the_charge_began_is_stored() {
    let hill = "hill 2,3 8,9 crest 2,5 8,5";
    let from = |y: f64| {
        let mut field = field(&format!("A blue inf 5,{y},0; X red inf 5,6.5,180; {hill}"));
        length(&mut field, "A", 0., "X");
        field.truth().contacts[0].from_crest
    };
    let crest = field(&format!("A blue inf 5,5,0; {hill}")).truth().field.crests().next().unwrap().id.0;
    assert_eq!(from(5.0), Some(crest));
    assert_eq!(from(5.2), None);
}

#[test]
fn bl_amb_22_near_ties_go_to_the_aim_ray_then_by_order() {
    let defender = FOOTPRINT.at(pose(5., 5., 0.));
    // At 45° against the front right corner (5.5, 5): the aim ray meets the front edge, the corner itself (then
    // front before right), the right edge.
    let aims = |along: f64| {
        let root = std::f64::consts::FRAC_1_SQRT_2;
        FOOTPRINT.at(pose(5.5 - along * root, 5.0 + along * root, 225.))
    };
    assert_eq!(contacted_edge(&defender, &aims(0.3)), Edge::Front);
    assert_eq!(contacted_edge(&defender, &aims(0.0)), Edge::Front);
    assert_eq!(contacted_edge(&defender, &aims(-0.3)), Edge::Right);
    // The front edge faces the attacker a little more squarely; the aim ray meets the right one. By half a degree
    // (√2 sin 0.5° = 0.012) it is a near-tie, by two degrees (0.049) it is not.
    let turned = |degrees: f64| {
        let heading = table::heading::Heading::degrees(degrees);
        let corner = at(5.5, 5.).vec2() - heading.vector().right() * 3_000.0;
        FOOTPRINT.at(table::pose::Pose { at: corner.round().unwrap(), heading })
    };
    assert_eq!(contacted_edge(&defender, &turned(224.5)), Edge::Right);
    assert_eq!(contacted_edge(&defender, &turned(223.)), Edge::Front);
    // Rear left corner (4.5, 4), the ray exactly at the corner: left before rear.
    assert_eq!(contacted_edge(&defender, &FOOTPRINT.at(pose(4.5, 4., 45.))), Edge::Left);
}

#[test]
fn bl_amb_23_distance_is_from_unit_to_unit_before_the_pivot() {
    // To the centerpoint X is nearer (2.0 against 2.06), to the footprint Y: 1.9 against 2.0.
    let field = field("A blue cav 5,5,0; X red inf 5,7,180; Y red inf 6.3,6.9,180");
    assert_eq!(field.targets("A").iter().map(|t| t.0.as_str()).collect::<Vec<_>>(), ["Y"]);
    assert_eq!(field.refused(&field.charge("A", 0., "X")), ["BL-CHG-22"]);
}

#[test]
fn bl_amb_23_distances_that_differ_by_a_hundredth_are_equal() {
    let rear_and_front = |y: f64| {
        let field = field(&format!("A blue cav 5,5,0; X red inf 4.2,{y},0; Y red inf 5.8,7,180"));
        field.targets("A").into_iter().map(|t| t.0).collect::<Vec<_>>()
    };
    // X shows its rear at y − 1.
    assert_eq!(rear_and_front(7.99), ["Y"], "equal, and Y's front can be attacked");
    assert_eq!(rear_and_front(7.97), ["X", "Y"], "X is closer");
}

#[test]
fn bl_amb_23_a_threat_by_its_front_alone_is_charged_in_front() {
    // X shows its rear, closer. Y is turned so that its front or its left flank can be struck.
    let text = "A blue cav 5,5,0; Y red inf 5.1,6.8,240";
    let alone = field(text);
    let sides: Vec<f64> = turns(&alone, "Y");
    let frontal: Vec<f64> =
        sides.iter().copied().filter(|turn| edge(&alone, *turn, "Y") == Edge::Front).collect();
    assert!(!frontal.is_empty() && frontal.len() < sides.len(), "{sides:?} {frontal:?}");
    let both = field(&format!("{text}; X red inf 3.8,6.6,0"));
    assert!(both.targets("A").iter().any(|t| t.0 == "X"));
    assert_eq!(turns(&both, "Y"), frontal);
    let flank = sides.iter().find(|turn| !frontal.contains(turn)).unwrap();
    assert_eq!(both.refused(&both.charge("A", *flank, "Y")), ["BL-AMB-23"]);
    assert_eq!(both.refused(&both.charge("A", frontal[0], "Y")), none());
}

fn turns(field: &Field, target: &str) -> Vec<f64> {
    let found = crate::charge::legal_targets(&field.truth(), field.id("A"), &mut umpire::Doubts::new());
    let of = found.iter().find(|t| t.unit == field.id(target)).unwrap();
    of.turns.iter().map(|turn| f64::from(turn.0) / 1000.0).collect()
}

/// The edge of a target that a charge of A would contact.
fn edge(field: &Field, degrees: f64, target: &str) -> Edge {
    let mut state = field.truth();
    let turn = table::heading::Turn::degrees(degrees);
    let mut doubts = umpire::Doubts::new();
    crate::charge::carry_out(&mut state, field.id("A"), turn, field.id(target), &mut doubts).unwrap();
    state.contacts[0].edge
}

#[test]
fn bl_amb_28_a_concealed_unit_that_is_contacted_is_revealed() {
    let mut field = field("A blue inf 5.3,5.5,0; X red inf 5,7,180 concealed; Y red art 6,7,180 concealed");
    length(&mut field, "A", 0., "X");
    assert_eq!(field.contacted("A"), ["X", "Y"]);
    let known = field.battle.known(Viewer::Seat(Seat::FIRST));
    for name in ["X", "Y"] {
        let unit = known.state().unit(field.id(name)).unwrap();
        assert_eq!(unit.card.get().unwrap().name, name);
    }
    let told = field.told(Viewer::Seat(Seat::FIRST));
    assert_eq!(told.iter().filter(|(rule, _)| rule == "BL-AMB-28").count(), 2);
}

#[test]
fn bl_amb_29_incidental_contact_counts() {
    // B (infantry) charges Y and would also touch X, cavalry that A (cavalry) has charged.
    let text = |x: &str| {
        format!("A blue cav 4.1,5,0; B blue inf 5.3,5.5,0; X red {x} 4.6,7,180; Y red inf 5.6,7,180")
    };
    let mut mixed = field(&text("cav"));
    length(&mut mixed, "A", 0., "X");
    assert_eq!(mixed.refused(&mixed.charge("B", 0., "Y")), ["BL-CHG-28"]);
    let mut plain = field(&text("inf"));
    length(&mut plain, "A", 0., "X");
    length(&mut plain, "B", 0., "Y");
    assert_eq!(plain.contacted("B"), ["X", "Y"]);
}

/// A conscript engaged by a concealed unit.
fn conscript(arm: &str) -> Field {
    field(&format!("A blue inf 5,5,0 conscript concealed; X red {arm} 5,6,180 concealed"))
}

#[test]
fn bl_amb_30_what_a_hidden_arm_forbids_is_denied() {
    let mut field = conscript("cav");
    let charge = field.charge("A", 0., "X");
    let judged = field.judge(&charge).unwrap();
    assert!(judged.complete.is_ok());
    assert_eq!(judged.doubts.iter().map(ToString::to_string).collect::<Vec<_>>(), ["BL-AMB-28", "BL-ENG-09"]);
    let asked = field.truth().asked;
    field.play(&charge, &[]);
    let truth = field.truth();
    let a = field.unit("A");
    assert_eq!(a.pose, pose(5., 5., 0.), "nothing moves");
    assert!(!a.revealed() && !a.activated && truth.contacts.is_empty());
    assert!(matches!(truth.phase, Phase::Movement { current: 0, individual: false }), "no MO is spent");
    assert_eq!(truth.asked, asked, "the same prompt stands");
    let known = field.battle.known(Viewer::Seat(Seat::FIRST));
    let x = known.state().unit(field.id("X")).unwrap();
    assert_eq!((x.arm.get(), x.card.get().is_none()), (Some(&crate::card::Arm::Cavalry), true));
    let other = field.battle.known(Viewer::Seat(Seat::SECOND));
    assert!(other.state().unit(field.id("A")).unwrap().card.get().is_none());
    // From now on the seat knows.
    assert_eq!(field.refused(&field.charge("A", 0., "X")), ["BL-ENG-09"]);
}

#[test]
fn bl_amb_30_what_the_truth_permits_is_played() {
    let mut field = conscript("inf");
    let charge = field.charge("A", 0., "X");
    assert_eq!(field.judge(&charge).unwrap().doubts.len(), 2);
    field.play(&charge, &[]);
    assert_eq!(field.contacted("A"), ["X"]);
}

#[test]
fn bl_amb_30_arms_against_a_concealed_unit_in_one_activation() {
    let both = |arm: &str| {
        let mut field = field(&format!(
            "A blue cav 4.6,6,0 corps=I; B blue inf 6.4,8.5,270 corps=I; X red {arm} 5,8,180 concealed
             C blue inf 6,7.3,0 corps=I"
        ));
        let (a, b, c) = (field.id("A"), field.id("B"), field.id("C"));
        let steps = [
            Step::Corps { corps: "I".into() },
            Step::Join { unit: a },
            Step::Join { unit: b },
            Step::Join { unit: c },
            Step::Order { unit: a, order: field.charge_order(0., "X") },
            Step::Order { unit: b, order: field.charge_order(0., "X") },
        ];
        let judged = field.judge(&steps).unwrap();
        assert_eq!(
            judged.doubts.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["BL-AMB-28", "BL-CHG-28"]
        );
        field.play(&steps, &[]);
        (field.truth().contacts.len(), field.unit("X").revealed())
    };
    assert_eq!(both("inf"), (2, true));
    assert_eq!(both("cav"), (0, false));
}

#[test]
fn bl_amb_31_only_the_travel_of_the_centerpoint_counts() {
    let mut beyond = field("A blue inf 5,5,0; X red inf 5,7.01,180");
    assert_eq!(beyond.refused(&beyond.charge("A", 0., "X")), ["BL-CHG-07"]);
    length(&mut beyond, "A", 10., "X");
    assert_eq!(field("A blue inf 5,5,0; X red inf 5,7.2,180").targets("A"), []);
}

#[test]
fn bl_amb_49_a_charge_does_not_slide_along_an_enemy_it_touches() {
    // Y's front corner touches A's at (5.5, 5).
    let field = |y: &str| field(&format!("A blue inf 5,5,0; X red inf 5,7,180; Y red inf {y}"));
    let slides = field("6,5,180");
    assert_eq!(slides.refused(&slides.charge("A", 0., "X")), ["BL-AMB-49"]);
    // Y touches the left rear corner (4.5, 4) and is left behind at once.
    let leaves = field("4,4,0");
    assert_eq!(leaves.refused(&leaves.charge("A", 0., "X")), none());
    // A left pivot swings the right flank into an enemy that touches the right front corner.
    let swings = crate::testing::field("A blue inf 5,5,0; X red inf 4.2,6.6,150; Y red inf 6,5,180");
    assert_eq!(swings.refused(&swings.charge("A", -30., "X")), ["BL-MOV-10"]);
    // It may charge the unit that it touches: after a right pivot its front edge meets Y's corner.
    let mut touched = crate::testing::field("A blue inf 5,5,0; Y red inf 6,5,180");
    let m = length(&mut touched, "A", 45., "Y");
    assert!((m - 0.3536).abs() < 0.001, "{m}");
    assert_eq!(touched.truth().contacts[0].edge, Edge::Right);
}

#[test]
fn bl_amb_51_handles_tell_nothing_and_stay() {
    let ids = |arms: [&str; 3]| {
        let [x, y, z] = arms;
        let field = field(&format!(
            "A blue inf 5,5,0; X red {x} 4,12,180 concealed; Y red {y} 6,12,180 concealed; Z red {z} 8,12,180 concealed"
        ));
        [field.id("X"), field.id("Y"), field.id("Z")]
    };
    assert_eq!(ids(["inf", "cav", "art"]), ids(["art", "inf", "cav"]));
    let mut field = field("A blue inf 5,5,0; X red inf 5,6.5,180 concealed");
    let before = (field.id("A"), field.id("X"));
    field.play(&field.charge("A", 0., "X"), &[]);
    assert_eq!((field.id("A"), field.id("X")), before);
    assert_eq!(field.unit("A").pose.at, at(5., 6.5));
}
