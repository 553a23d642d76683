//! RET – retreat: who, which edge, how far. The unit of the register's tests stands at (10, 10).

use super::retreating::{beaten, range, shot_at};
use crate::card::Arm;
use crate::draft::asked;
use crate::engagement::engages;
use crate::event::Event;
use crate::retreat::{self, End, NO_WAY};
use crate::state::{Combat, Left, Phase, Stage};
use crate::step::Step;
use crate::testing::field;
use dice::{Forced, Given};
use table::pose::pose;
use table::rect::Edge;
use umpire::RuleId;

/// A red unit facing north, attacked in front.
const FRONT: &str = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 3,3,0";
const BY_A: &[(&str, &str)] = &[("A", "X")];

/// Enemies on both sides of a lane from y = 9 down, wide enough to go straight back.
fn lane(down_to: u8) -> String {
    let pair = |y: u8| format!("L{y} blue inf 8.98,{y},0; R{y} blue inf 11.02,{y},0");
    (down_to..=9).map(pair).collect::<Vec<_>>().join("; ")
}

#[test]
fn bl_ret_01_attackers_and_defenders_may_have_to_retreat() {
    let mut defender = beaten(FRONT, BY_A, "X");
    assert!(defender.refused(180).is_empty());
    assert!(beaten(FRONT, BY_A, "A").refused(180).is_empty());
    defender.id = defender.field.id("A");
    assert_eq!(defender.refused(180), ["BL-RET-01"], "it is the defender that must");
}

#[test]
fn bl_ret_03_a_retreat_does_not_count_as_a_move() {
    let unit = beaten(FRONT, BY_A, "X").gone(180);
    assert!(unit.retreated && !unit.moved && !unit.activated);
}

#[test]
fn bl_ret_04_a_retreat_may_end_in_an_engagement_zone() {
    let text = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 8.9,7.5,90";
    let retreat = beaten(text, BY_A, "X");
    assert!(engages(&retreat.field.unit("B"), &retreat.gone(180).rect()));
}

#[test]
fn bl_ret_05_a_prepared_unit_that_retreats_loses_its_marker() {
    let text = "X red inf 10,10,0 prepared; A blue inf 10,10,180; urban 10,9.5,0";
    let retreat = beaten(text, BY_A, "X");
    assert!(retreat.field.unit("X").prepared);
    assert!(!retreat.gone(180).prepared);
}

#[test]
fn bl_ret_06_a_retreat_is_one_straight_line() {
    for bearing in [154, 173, 180, 206] {
        let to = beaten(FRONT, BY_A, "A").gone(bearing).pose.at.vec2() - pose(10., 10., 0.).at.vec2();
        // A faces south: its rear is north.
        let angle = f64::from(bearing + 180).to_radians();
        let expected = table::vec2::vec2(20_000. * libm::sin(angle), 20_000. * libm::cos(angle));
        assert!((to - expected).length() < 1.0, "{bearing}");
    }
    // A step has a bearing and no legs.
    let bent = r#"{"step":"retreat","unit":1,"bearing":180,"then":90}"#;
    assert!(serde_json::from_str::<Step>(bent).is_err());
}

#[test]
fn bl_ret_07_the_path_from_the_centerpoint_crosses_the_permitted_edge() {
    let rear = beaten(FRONT, BY_A, "X");
    assert_eq!(rear.bearings(), range(154, 206));
    for bearing in [150, 153, 207] {
        assert!(rear.refused(bearing).contains(&"BL-RET-07".to_owned()), "{bearing}");
    }
    // A battery that nobody shot at may go anywhere; a heading that is no quarter must not matter.
    let ways = shot_at("X red art 10,10,37.3; A blue inf 3,3,0", &[], "X").ways();
    let over = |edge| ways.iter().filter(|way| way.edge == edge).map(|way| way.bearing).collect::<Vec<_>>();
    assert_eq!(over(Edge::Right), range(90, 153));
    assert_eq!(over(Edge::Rear), range(154, 206));
    assert_eq!(over(Edge::Left), range(207, 270));
    assert_eq!(over(Edge::Front), (0..90).chain(271..360).collect::<Vec<u16>>());
}

#[test]
fn bl_ret_08_a_retreat_is_2_bw_of_the_centerpoint() {
    let text = "A blue inf 10,10,0; X red inf 10,10,180";
    let retreat = beaten(text, BY_A, "A");
    assert_eq!(retreat.way(180).length, 20_000);
    assert_eq!(retreat.gone(180).pose, pose(10., 8., 0.));
}

#[test]
fn bl_ret_09_the_centerpoint_ends_at_the_end_of_the_line() {
    let retreat = beaten("A blue inf 10,10,0; X red inf 10,10,180", BY_A, "A");
    let ys: Vec<f64> = retreat.gone(180).rect().corners().iter().map(|c| c.y).collect();
    assert_eq!(ys, [80_000., 80_000., 70_000., 70_000.]);
}

#[test]
fn bl_ret_10_away_from_the_edge_that_is_contacted() {
    let edges = |attacker: &str| {
        let retreat = beaten(&format!("X red inf 10,10,0; A blue inf {attacker}"), BY_A, "X");
        let mut edges: Vec<Edge> = retreat.ways().iter().map(|way| way.edge).collect();
        edges.dedup();
        edges
    };
    assert_eq!(edges("10,10,180"), [Edge::Rear]);
    assert_eq!(edges("10.5,9.5,270"), [Edge::Left]);
    assert_eq!(edges("9.5,9.5,90"), [Edge::Right]);
    assert_eq!(edges("10,9,0"), [Edge::Front]);
}

#[test]
fn bl_ret_11_contacted_on_two_edges_it_crosses_any_other() {
    let text = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 10.5,9.5,270";
    let retreat = beaten(text, &[("A", "X"), ("B", "X")], "X");
    // Straight back or straight left it would slide along one of them (BL-AMB-223): 2 degrees are needed.
    assert_eq!(retreat.bearings(), range(182, 268));
    assert_eq!(retreat.way(182).edge, Edge::Rear);
    assert_eq!(retreat.way(268).edge, Edge::Left);
}

#[test]
fn bl_ret_12_another_edge_only_if_the_opposite_one_is_impossible() {
    let open = beaten(FRONT, BY_A, "X");
    assert!(open.refused(120).contains(&"BL-RET-12".to_owned()));
    let text = "X red inf 10,10,0; A blue inf 10,10,180; C blue inf 10,8.5,0";
    let blocked = beaten(text, BY_A, "X");
    let ways = blocked.ways();
    assert!(ways.iter().all(|way| matches!(way.edge, Edge::Left | Edge::Right)));
    assert!([92, 100, 260, 268].iter().all(|b| ways.iter().any(|way| way.bearing == *b)));
    assert_eq!(blocked.refused(180), ["BL-RET-19"]);
}

#[test]
fn bl_ret_13_a_contacted_edge_is_never_crossed() {
    let retreat = beaten(FRONT, BY_A, "X");
    assert!(retreat.refused(0).contains(&"BL-RET-13".to_owned()));
    let text = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 10.5,9.5,270; C blue inf 10,8.5,0";
    let two = beaten(text, &[("A", "X"), ("B", "X")], "X");
    for bearing in [30, 95, 140, 300] {
        assert!(two.refused(bearing).contains(&"BL-RET-13".to_owned()), "{bearing}");
    }
}

#[test]
fn bl_ret_21_on_a_friend_it_goes_on_until_it_finds_space() {
    // Between two walls of enemies only straight back is open.
    let text = format!("{FRONT}; F red inf 10,7.5,0; {}", lane(6));
    let retreat = beaten(&text, BY_A, "X");
    assert_eq!(retreat.bearings(), [180]);
    let length = retreat.way(180).length;
    assert!((34_899..=34_900).contains(&length), "TOUCH short of the friend's rear: {length}");
}

#[test]
fn bl_ret_22_only_the_shortest_bearings_are_legal() {
    let retreat = beaten(&format!("{FRONT}; F red inf 10,7.5,0"), BY_A, "X");
    assert_eq!(retreat.bearings(), [154, 206]);
    // A sideways shift of 0.99 BW at 26 degrees.
    assert!((i32::abs(retreat.way(154).length - 22_584)) <= 10, "{}", retreat.way(154).length);
    assert_eq!(retreat.refused(180), ["BL-RET-22"]);
    assert_eq!(retreat.refused(155), ["BL-RET-22"]);
}

#[test]
fn bl_ret_23_the_length_follows_from_the_bearing() {
    let longer = r#"{"step":"retreat","unit":1,"bearing":180,"length":30000}"#;
    assert!(serde_json::from_str::<Step>(longer).is_err());
    assert!(beaten(FRONT, BY_A, "X").ways().iter().all(|way| way.length == 20_000));
}

#[test]
fn bl_ret_24_among_bearings_of_equal_length_the_owner_chooses() {
    let ways = beaten(FRONT, BY_A, "X").ways();
    assert_eq!(ways.len(), 53);
    assert!(ways.iter().all(|way| way.length == 20_000));
}

#[test]
fn bl_ret_34_a_retreat_never_creates_contact() {
    let text = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 8.7,8.2,70; C blue inf 11.6,7.4,300";
    let retreat = beaten(text, BY_A, "X");
    assert!(!retreat.ways().is_empty());
    for way in retreat.ways() {
        let (after, unit) = (retreat.after(way.bearing), retreat.gone(way.bearing));
        for enemy in after.of_side(0) {
            let gap = table::distance::gap(&unit.rect(), &enemy.rect()).distance;
            assert!(gap > 100.5, "{}: {gap}", way.bearing);
        }
        assert_eq!(after.contacts, retreat.state.contacts);
    }
}

#[test]
fn bl_ret_35_the_owner_of_the_unit_chooses() {
    assert_eq!(asked(&beaten(FRONT, BY_A, "X").state), Some(1), "passive, in the active side's turn");
    assert_eq!(asked(&beaten(FRONT, BY_A, "A").state), Some(0));
}

#[test]
fn bl_ex_208_attacked_in_front_it_goes_over_its_rear() {
    assert_eq!(beaten(FRONT, BY_A, "X").bearings(), range(154, 206));
    let blocked = beaten(&format!("{FRONT}; C blue inf 10,8.5,0"), BY_A, "X");
    assert!(blocked.ways().iter().all(|way| way.edge != Edge::Rear && way.edge != Edge::Front));
    assert!(!blocked.ways().is_empty());
}

#[test]
fn bl_ex_209_attacked_on_two_sides_it_takes_an_open_edge() {
    let text = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 9.5,9.5,90";
    let retreat = beaten(text, &[("A", "X"), ("B", "X")], "X");
    assert_eq!(retreat.bearings(), range(92, 178));
}

#[test]
fn bl_ex_210_an_active_unit_retreats_across_its_rear_and_faces_as_before() {
    let retreat = beaten("A blue inf 10,10,0; X red inf 10,10,180", BY_A, "A");
    assert_eq!(retreat.gone(180).pose, pose(10., 8., 0.));
}

#[test]
fn bl_ex_211_a_passive_unit_is_reversed_in_its_footprint() {
    assert_eq!(beaten(FRONT, BY_A, "X").gone(180).pose, pose(10., 7., 180.));
}

#[test]
fn bl_ex_212_no_escape_from_enemies_on_opposite_edges() {
    let text = "X red inf 10,10,0; A blue inf 10.3,10,180; B blue inf 9.6,9,0";
    let retreat = beaten(text, &[("A", "X"), ("B", "X")], "X");
    assert_eq!(retreat.broken_by().as_deref(), Some("BL-RET-28"));
}

#[test]
fn bl_amb_204_of_an_attacker_the_front_is_contacted() {
    // A has struck the right flank of X: X goes left, A back to the east.
    let text = "X red inf 10,10,0; A blue inf 10.5,9.3,270";
    let (defender, attacker) = (beaten(text, BY_A, "X"), beaten(text, BY_A, "A"));
    assert_eq!(defender.state.contacts[0].edge, Edge::Right);
    assert!(defender.ways().iter().all(|way| way.edge == Edge::Left));
    assert_eq!(attacker.bearings(), range(154, 206));
}

#[test]
fn bl_amb_222_bearings_are_whole_degrees_and_a_single_one_is_taken() {
    assert_eq!(beaten(FRONT, BY_A, "X").refused(360), ["BL-AMB-222"]);
    // Enemies on both sides of a lane: one bearing is left.
    let text = format!("{FRONT}; Y red inf 20,10,0; C blue inf 20,10,180; {}", lane(7));
    let mut retreat = beaten(&text, &[("A", "X"), ("C", "Y")], "X");
    let other = retreat.field.id("Y");
    retreat.state.phase = Phase::Combat(Combat {
        dice: vec![],
        scores: vec![],
        stage: Stage::Forced { left: vec![retreat.id, other] },
    });
    let mut told = Vec::new();
    let mut state = retreat.state.clone();
    retreat::must(&mut state, retreat.id, &mut Forced::new(vec![]), &mut told).unwrap();
    assert_eq!(state.unit(retreat.id).map(|unit| unit.pose), Some(pose(10., 7., 180.)));
    let moved = |event: &Event| matches!(event, Event::Moved { length: 20_000, .. });
    assert!(told.iter().any(|(_, event)| moved(event)));
    // Y has many bearings, so nothing is done for it.
    let before = state.clone();
    retreat::must(&mut state, other, &mut Forced::new(vec![]), &mut told).unwrap();
    assert_eq!(state, before);
}

#[test]
fn bl_amb_225_a_little_longer_is_as_good() {
    // The friend must be left by 0.49 BW to the left: 2.026 at 14 degrees, 2.178 at 13.
    let retreat = beaten(&format!("{FRONT}; F red inf 10.5,7.5,0"), BY_A, "X");
    assert_eq!(retreat.bearings(), range(194, 206));
    assert!((i32::abs(retreat.way(194).length - 20_256)) <= 10, "{}", retreat.way(194).length);
    assert_eq!(retreat.way(195).length, 20_000);
}

#[test]
fn bl_ret_02_only_a_battery_that_was_hit_retreats_from_fire() {
    let text = "X red art 10,10,0; Y red art 14,10,0; A blue art 10,13,180";
    let mut retreat = shot_at(text, &["A"], "X");
    assert_eq!(retreat.field.unit("X").arm.truth(), &Arm::Artillery);
    assert!(retreat.refused(180).is_empty());
    retreat.id = retreat.field.id("Y");
    assert_eq!(retreat.refused(180), ["BL-RET-02"]);
}

#[test]
fn bl_amb_36_batteries_retreat_in_the_passive_sides_order_and_combat_follows() {
    let field = field(
        "X red art 10,10,0; Y red art 14,10,0; A blue art 10,13,180; I blue inf 3,3,0; J red inf 20,3,0",
    );
    let mut state = field.truth();
    let (x, y, a) = (field.id("X"), field.id("Y"), field.id("A"));
    let shooters = vec![(a, x, field.unit("A").pose), (a, y, field.unit("A").pose)];
    state.phase = Phase::FireRetreats { left: vec![x, y], shooters };
    assert_eq!(asked(&state), Some(1));
    for (first, second) in [(x, y), (y, x)] {
        let mut state = state.clone();
        let mut dice = Forced::new(vec![Given::new(RuleId::new("BL-MOM-01"), &[1, 2, 3])]);
        retreat::play(&mut state, first, 180, &mut dice, &mut umpire::Mute).unwrap();
        assert!(matches!(&state.phase, Phase::FireRetreats { left, .. } if *left == [second]));
        retreat::play(&mut state, second, 180, &mut dice, &mut umpire::Mute).unwrap();
        assert_eq!((state.turn, state.active), (2, 1), "no contact: the turn is over");
    }
}

#[test]
fn bl_ret_27_a_unit_without_a_way_may_still_be_chosen_among_others() {
    let text = "X red inf 10,10,0; A blue inf 10,10,180; L blue inf 9.2,9.5,90; R blue inf 10.8,9.5,270
        B blue inf 10,8.7,0; Y red inf 20,10,0; C blue inf 20,10,180";
    let mut retreat = beaten(text, &[("A", "X"), ("C", "Y")], "X");
    let other = retreat.field.id("Y");
    retreat.state.phase = Phase::Combat(Combat {
        dice: vec![],
        scores: vec![],
        stage: Stage::Forced { left: vec![retreat.id, other] },
    });
    assert_eq!(retreat.refused(90), ["BL-RET-27"]);
    let after = retreat.after(NO_WAY);
    assert_eq!(after.gone.last().map(|gone| (gone.unit.id, gone.how)), Some((retreat.id, Left::Broken)));
    assert_eq!(after.broken, [0, 1]);
    let Phase::Combat(Combat { stage: Stage::Forced { left }, .. }) = after.phase else { panic!() };
    assert_eq!(left, [other]);
    assert!(retreat.ways().iter().all(|way| matches!(way.end, End::Leaves { .. })));
}
