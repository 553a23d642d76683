//! RET – retreat from fire (RET-36 to -40, AMB-229, AMB-230).

use super::retreating::{range, shot_at};
use crate::retreat::End;
use crate::state::{Left, Phase};
use crate::step::Step;
use crate::testing::field;
use table::rect::Edge;

#[test]
fn bl_ret_36_a_retreat_from_fire_waits_until_all_have_shot() {
    let field = field("X red art 10,10,0; A blue art 10,13,180; turn 1 fire");
    let unit = field.id("X");
    assert_eq!(field.refused(&[Step::Retreat { unit, bearing: 180 }]), ["BL-TRN-07"]);
}

/// A shooter 3 BW in front.
const SHOT: &str = "X red art 10,10,0; A blue art 10,13,180";

#[test]
fn bl_ret_37_it_may_cross_any_edge() {
    let retreat = shot_at(SHOT, &["A"], "X");
    // In front of the shooter's front the gap is the way back; beside it a corner is nearest.
    let farther = |bearing: &u16| {
        let angle = f64::from(*bearing).to_radians();
        let (ahead, aside) = (3. - 2. * libm::cos(angle), (2. * libm::sin(angle)).abs() - 1.);
        libm::sqrt(ahead * ahead + aside.max(0.) * aside.max(0.)) > 3.001
    };
    let expected: Vec<u16> = (0..360).filter(farther).collect();
    assert_eq!(retreat.bearings(), expected);
    assert_eq!(expected, range(86, 274));
    let edges: Vec<Edge> = [86, 100, 180, 250].iter().map(|b| retreat.way(*b).edge).collect();
    assert_eq!(edges, [Edge::Front, Edge::Right, Edge::Rear, Edge::Left]);
}

#[test]
fn bl_ret_38_it_ends_farther_from_every_shooter() {
    let one = shot_at(SHOT, &["A"], "X");
    assert_eq!(one.refused(0), ["BL-RET-38"]);
    assert!(one.refused(180).is_empty());
    let text = "X red art 10,10,0; A blue art 10,13,180; B blue art 6,9.5,90";
    let two = shot_at(text, &["A", "B"], "X");
    assert!(two.refused(150).is_empty());
    assert_eq!(two.refused(250), ["BL-RET-38"], "nearer to the second");
}

#[test]
fn bl_ret_39_it_ends_facing_along_its_retreat() {
    let retreat = shot_at(SHOT, &["A"], "X");
    let unit = retreat.gone(90);
    assert_eq!(unit.pose, table::pose::pose(12.5, 9.5, 90.));
    assert!(!unit.retreated, "it did not retreat in the combat phase");
}

#[test]
fn bl_ret_40_all_other_rules_of_retreats_hold() {
    let friend = shot_at(&format!("{SHOT}; F red inf 10,7.5,0"), &["A"], "X");
    assert_eq!(friend.refused(180), ["BL-RET-22"], "another bearing needs only 2 BW");
    assert!(friend.ways().iter().all(|way| way.length <= 20_510));
    let enemy = shot_at(&format!("{SHOT}; C blue inf 10,7.5,0"), &["A"], "X");
    assert_eq!(enemy.refused(180), ["BL-RET-19"]);
}

#[test]
fn bl_amb_229_without_a_way_it_is_broken_and_over_its_edge_it_retires() {
    let walls = "L blue inf 9.2,9.5,90; R blue inf 10.8,9.5,270; B blue inf 10,8.7,0; C blue inf 10,10.3,180";
    let shut_in = shot_at(&format!("X red art 10,10,0; A blue art 10,14,180; {walls}"), &["A"], "X");
    assert_eq!(shut_in.broken_by().as_deref(), Some("BL-RET-27"));
    // In a lane that leads off the table.
    let lane = "L1 blue inf 3.95,2,0; L2 blue inf 3.95,1,0; R1 blue inf 6.05,2,0; R2 blue inf 6.05,1,0";
    let text = format!("edge south red 0 24; X red art 5,2,0; A blue art 5,5,180; {lane}");
    let retreat = shot_at(&text, &["A"], "X");
    assert!(retreat.ways().iter().all(|way| matches!(way.end, End::Leaves { how: Left::Retired, .. })));
    assert_eq!(retreat.after(180).retired, [0, 1]);
}

#[test]
fn bl_amb_230_a_shooter_that_retired_counts_where_it_stood() {
    // The shooter behind has left the table: it no longer blocks, but its place counts.
    let text = "X red art 10,10,0; A blue art 10,13,180; B blue art 10,6,0";
    let mut retreat = shot_at(text, &["A", "B"], "X");
    let b = retreat.field.id("B");
    retreat.state.units.retain(|unit| unit.id != b);
    assert_eq!(retreat.refused(180), ["BL-RET-38"]);
    assert!(!retreat.ways().is_empty() && retreat.refused(90).is_empty());
    // One that shot at something else does not count.
    let Phase::FireRetreats { shooters, .. } = &mut retreat.state.phase else { panic!() };
    shooters[1].1 = retreat.field.id("A");
    assert!(retreat.refused(180).is_empty());
}

#[test]
fn bl_amb_230_with_shooters_all_around_it_is_impossible() {
    let text = "X red art 10,10,0; A blue art 10,11,180; B blue art 10,8,0; C blue art 8.5,9.5,90; D blue art 11.5,9.5,270";
    let mut retreat = shot_at(text, &["A", "B", "C", "D"], "X");
    // They have all left, so that nothing but the distance is in the way.
    retreat.state.units.retain(|unit| unit.side == 1);
    assert_eq!(retreat.broken_by().as_deref(), Some("BL-RET-27"));
    let Phase::FireRetreats { shooters, .. } = &mut retreat.state.phase else { panic!() };
    shooters.truncate(2);
    assert_eq!(retreat.broken_by(), None, "from two of them it gets away to the side");
}

#[test]
fn bl_amb_230_who_leaves_the_table_need_not_be_farther() {
    let text = "edge south red 0 24; X red art 5,1.2,0; A blue art 5,4.2,180";
    let mut retreat = shot_at(text, &["A"], "X");
    let Phase::FireRetreats { shooters, .. } = &mut retreat.state.phase else { panic!() };
    // Shooters on both sides and behind the border's line, far enough to leave no end on the table.
    let first = shooters[0];
    for (x, y) in [(8., 1.), (2., 1.), (7., 4.), (3., 4.)] {
        shooters.push((first.0, first.1, table::pose::pose(x, y, 0.)));
    }
    assert!(!retreat.ways().is_empty());
    assert!(retreat.ways().iter().all(|way| matches!(way.end, End::Leaves { how: Left::Retired, .. })));
}
