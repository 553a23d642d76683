//! A hand that lays a card a little on a friend means to lay it beside him.

use super::options::{after, drawn, place_of};
use crate::Blucher;
use crate::step::Order;
use crate::testing::field;
use table::grain::grains;
use table::point::at;
use umpire::{Drag, Game, Known};

#[test]
fn bl_mov_16_a_drag_that_ends_a_little_on_a_friend_ends_beside_him() {
    let field = field("A blue inf 5,5,0; B blue inf 6,6.5,0; X red inf 5,14,180");
    let known = after(&field, &field.alone("A"));
    let ends = |to: (f64, f64)| match drawn(&known, "Simple move of A", &[to], None, 0) {
        Order::Simple { heading, length, .. } => {
            let pose = field.unit("A").pose;
            pose.moved(heading, f64::from(length)).unwrap().at
        }
        other => panic!("{other:?}"),
    };
    // B covers x 5.5 to 6.5: straight ahead A touches it, 0.04 further to the right it lies on it.
    assert_eq!(ends((5., 6.5)), at(5., 6.5));
    let beside = ends((5.04, 6.5));
    assert!(beside != at(5.04, 6.5) && beside.distance(at(5.04, 6.5)) <= grains(0.15).into(), "{beside:?}");
    let drag = Drag { points: vec![at(5.04, 6.5)], heading: None, fields: vec![0] };
    let step = Blucher::aim(&known, place_of(&known, "Simple move of A"), &drag).unwrap();
    let judged = Blucher::judge(&known, &[step]).unwrap();
    assert!(judged.complete.is_ok(), "{:?}", judged.complete);
    // Half a card deep is no slip of the hand: it stops before B, in the direction drawn, 18.43° to the right. Its right
    // corner comes to B's rear, y 5.5, after (0.5 + 0.5 sin) / cos = 0.694 BW.
    let short = ends((5.5, 6.5));
    assert!(short.y > grains(5.6) && short.y < grains(5.67), "{short:?}");
}

#[test]
fn bl_chg_04_a_drag_onto_an_enemy_beside_whom_a_friend_stands_is_a_charge() {
    let field = field("A blue inf 5,5,0; B blue inf 6,6.4,0; X red inf 5,6.5,180");
    let known = after(&field, &field.alone("A"));
    let order = drawn(&known, "Simple move of A", &[(5.04, 6.52)], None, 0);
    assert!(matches!(order, Order::Charge { target, .. } if target == field.id("X")), "{order:?}");
}

#[test]
fn bl_mov_15_a_drag_goes_beside_a_friend_of_the_force_only_when_he_has_his_order() {
    let field = field("A blue inf 5,5,0 corps=I; B blue inf 6,6.5,0 corps=I; X red inf 5,14,180");
    let force = field.corps("I", &["A", "B"]);
    let to = |known: &Known<Blucher>| drawn(known, "Simple move of A", &[(5.04, 6.5)], None, 0);
    let waits = after(&field, &force);
    let ordered = after(&field, &field.and(force, "B", Order::Hold));
    let Order::Simple { heading, length, .. } = to(&waits) else { panic!("no simple move") };
    let pose = field.unit("A").pose;
    let there = pose.moved(heading, f64::from(length)).unwrap().at;
    assert!(there.distance(at(5.04, 6.5)) < 2.0, "B may still go on, {there:?}");
    assert_ne!(to(&ordered), to(&waits));
}
