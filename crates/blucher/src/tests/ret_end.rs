//! RET – retreat: the table's edge, units that cannot retreat, the facing (RET-25 to -33, AMB-226 to -228).

use super::retreating::{beaten, range};
use crate::event::Event;
use crate::retreat::{self, End, NO_WAY};
use crate::state::{Combat, Left, Phase, Stage};
use dice::Forced;
use table::pose::pose;
use table::rect::Edge;

const FRONT: &str = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 3,3,0";
const BY_A: &[(&str, &str)] = &[("A", "X")];
const BY_BOTH: &[(&str, &str)] = &[("A", "X"), ("B", "X")];

fn ends(how: Left) -> impl Fn(&retreat::Way) -> bool {
    move |way| matches!(way.end, End::Leaves { how: h, .. } if h == how)
}

/// A red unit 1 BW from the enemy's edge, attacked from behind, enemies beside its way.
const AT_ENEMY_EDGE: &str = "edge north blue 0 24; X red inf 10,15,0; A blue inf 10,14,0
    L1 blue inf 8.8,15,0; L2 blue inf 8.8,16,0; R1 blue inf 11.2,15,0; R2 blue inf 11.2,16,0; B blue inf 3,3,0";

#[test]
fn bl_ret_25_over_the_enemys_edge_it_is_broken() {
    let retreat = beaten(AT_ENEMY_EDGE, BY_A, "X");
    let ways = retreat.ways();
    assert!(!ways.is_empty() && ways.iter().all(ends(Left::Broken)));
    // The corners are beyond by more than TOUCH after 1.01 BW.
    let End::Leaves { rule, .. } = retreat.way(0).end else { panic!() };
    assert_eq!((rule.to_string().as_str(), retreat.way(0).length), ("BL-RET-25", 10_101));
    let after = retreat.after(0);
    assert!(after.unit(retreat.id).is_none());
    assert_eq!((after.broken, after.retired), ([0, 1], [0, 0]));
}

#[test]
fn bl_ret_25_it_stays_on_the_table_if_it_can() {
    // Without the enemies beside it, bearings of 60 degrees and more lead along the border (BL-AMB-226).
    let text = "edge north blue 0 24; X red inf 10,15,0; A blue inf 10,14,0";
    let expected: Vec<u16> = (60..=88).chain(272..=300).collect();
    assert_eq!(beaten(text, BY_A, "X").bearings(), expected);
}

#[test]
fn bl_ret_26_over_its_own_edge_or_nobodys_it_retires() {
    for edge in ["edge south red 0 24", "edge north red 0 24"] {
        let text = |y: f64| format!("{edge}; X red art 5,{y},0; A blue inf 5,{y},180; B blue inf 3,8,0");
        let near = beaten(&text(2.5), BY_A, "X");
        assert_eq!(near.bearings(), range(154, 206));
        assert!(near.ways().iter().all(ends(Left::Retired)));
        let after = near.after(180);
        assert_eq!((after.broken, after.retired), ([0, 0], [0, 1]));
        let farther = beaten(&text(2.85), BY_A, "X");
        let expected: Vec<u16> = (154..=158).chain(202..=206).collect();
        assert_eq!(farther.bearings(), expected);
        assert!(farther.ways().iter().all(|way| matches!(way.end, End::Stands { .. })));
        assert_eq!(farther.refused(180), ["BL-AMB-226"]);
    }
}

/// Enemies all around at 0.3 BW, one of them in contact in front.
const SURROUNDED: &str = "L blue inf 9.2,9.5,90; R blue inf 10.8,9.5,270; B blue inf 10,8.7,0";

#[test]
fn bl_ret_27_without_a_path_it_is_broken() {
    let passive = beaten(&format!("X red inf 10,10,0; A blue inf 10,10,180; {SURROUNDED}"), BY_A, "X");
    assert_eq!(passive.broken_by().as_deref(), Some("BL-RET-27"));
    let active = SURROUNDED.replace("blue", "red");
    let active = beaten(&format!("A blue inf 10,10,0; X red inf 10,10,180; {active}"), BY_A, "A");
    assert_eq!(active.broken_by().as_deref(), Some("BL-RET-27"));
    assert_eq!(active.after(NO_WAY).broken, [1, 0]);
}

#[test]
fn bl_ret_27_a_broken_unit_is_told_and_play_goes_on() {
    let text = format!(
        "X red inf 10,10,0; A blue inf 10,10,180; {SURROUNDED}; Y red inf 20,10,0; C blue inf 20,10,180"
    );
    let mut retreat = beaten(&text, &[("A", "X"), ("C", "Y")], "X");
    let other = retreat.field.id("Y");
    retreat.state.phase = Phase::Combat(Combat {
        dice: vec![],
        scores: vec![],
        stage: Stage::Forced { left: vec![retreat.id, other] },
    });
    let mut told = Vec::new();
    retreat::must(&mut retreat.state, retreat.id, &mut Forced::new(vec![]), &mut told).unwrap();
    let left = |event: &Event| matches!(event, Event::Left { how: Left::Broken, rule, .. } if rule.as_str() == "BL-RET-27");
    assert!(left(&told[0].1));
    assert!(!told.iter().any(|(_, event)| matches!(event, Event::Moved { .. })), "it did not move");
    assert!(retreat.state.unit(retreat.id).is_none());
}

#[test]
fn bl_ret_28_with_enemies_on_opposite_edges_it_is_broken() {
    let text = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 10,9,0";
    let retreat = beaten(text, BY_BOTH, "X");
    assert_eq!(retreat.broken_by().as_deref(), Some("BL-RET-28"));
    assert_eq!(retreat.refused(100), ["BL-RET-28"], "although a flank is open");
    assert_eq!(retreat.after(NO_WAY).broken, [0, 1]);
}

#[test]
fn bl_ret_29_opposite_edges_are_aimed_at_and_half_covered() {
    let rear = |x: f64| {
        let text = format!("X red inf 10,10,0; Y red inf 11,10,0; A blue inf 10,10,180; B blue inf {x},9,0");
        beaten(&text, BY_BOTH, "X")
    };
    let beside = rear(10.6).broken_by();
    assert_ne!(beside.as_deref(), Some("BL-RET-28"), "it covers 0.4 and aims at another");
    assert_eq!(rear(10.45).broken_by().as_deref(), Some("BL-RET-28"));
}

#[test]
fn bl_amb_228_each_enemy_holds_its_edge_alone() {
    // Two behind that cover 0.45 each, and aim beside it.
    let text = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 10.55,9,0; C blue inf 9.45,9,0";
    let two = beaten(text, &[("A", "X"), ("B", "X"), ("C", "X")], "X");
    assert_ne!(two.broken_by().as_deref(), Some("BL-RET-28"));
    // Whatever the contacted edge is (BL-AMB-204), the aim decides.
    let mut aimed = beaten("X red inf 10,10,0; A blue inf 10,10,180; B blue inf 10,9,0", BY_BOTH, "X");
    aimed.state.contacts[1].edge = Edge::Right;
    assert_eq!(aimed.broken_by().as_deref(), Some("BL-RET-28"));
    // Aim alone is not enough. Facing 330 behind the right rear corner, which lies on its front edge, it aims at
    // the rear edge and covers 0.476 of it; 0.05 farther to the left 0.52.
    let turned = |at: &str| {
        let text = format!("X red inf 10,10,0; A blue inf 10,10,180; B blue inf {at},330");
        beaten(&text, BY_BOTH, "X").broken_by()
    };
    assert_ne!(turned("10.4567,8.975").as_deref(), Some("BL-RET-28"));
    assert_eq!(turned("10.4134,8.95").as_deref(), Some("BL-RET-28"));
}

#[test]
fn bl_ret_30_opposite_edges_matter_only_to_a_unit_that_must_retreat() {
    let text = "X red inf 10,10,0; A blue inf 10,10,180; B blue inf 10,9,0";
    let mut retreat = beaten(text, BY_BOTH, "X");
    retreat.state.phase = Phase::Combat(Combat {
        dice: vec![],
        scores: vec![],
        stage: Stage::Defenders { left: vec![], retreating: None },
    });
    assert_eq!(retreat.refused(NO_WAY), ["BL-RET-01"]);
    assert!(retreat.state.unit(retreat.id).is_some());
}

#[test]
fn bl_ret_31_an_active_unit_faces_where_it_came_from() {
    let open = "A blue inf 10,10,0; X red inf 10,10,180";
    assert_eq!(beaten(open, BY_A, "A").gone(160).pose.heading, pose(0., 0., 0.).heading);
    // Its rear blocked, it slips away to the left and faces right.
    let blocked = beaten(&format!("{open}; Y red inf 10,8.5,0"), BY_A, "A");
    let unit = blocked.gone(260);
    assert_eq!(unit.pose.heading, pose(0., 0., 90.).heading);
    assert_eq!(blocked.gone(100).pose.heading, pose(0., 0., 270.).heading);
}

#[test]
fn bl_ret_32_a_passive_unit_faces_where_it_goes() {
    let unit = beaten(FRONT, BY_A, "X").gone(180);
    assert_eq!(unit.pose, pose(10., 7., 180.));
    let from_behind = beaten("X red inf 10,10,0; A blue inf 10,9,0", BY_A, "X");
    assert_eq!(from_behind.gone(0).pose, pose(10., 12., 0.));
}

#[test]
fn bl_ret_33_the_turn_needs_no_space() {
    // Friends 0.02 beside and behind the final footprint: no pivot could be made between them.
    let text = format!("{FRONT}; F red inf 8.98,8,0; G red inf 11.02,8,0; H red inf 10,6.98,0");
    let retreat = beaten(&text, BY_A, "X");
    let unit = retreat.gone(180);
    assert_eq!(unit.pose, pose(10., 7., 180.));
    let mut corners = unit.rect().corners().map(|c| (c.x as i32, c.y as i32));
    corners.sort_unstable();
    assert_eq!(corners, [(95_000, 70_000), (95_000, 80_000), (105_000, 70_000), (105_000, 80_000)]);
}

#[test]
fn bl_amb_226_leaving_is_not_impossible() {
    let text = "edge south red 0 24; X red inf 5,2.5,0; A blue inf 5,2.5,180";
    let retreat = beaten(text, BY_A, "X");
    assert!(retreat.ways().iter().all(|way| way.edge == Edge::Rear));
    assert!(retreat.refused(100).contains(&"BL-RET-12".to_owned()), "it may not slip out to a flank");
    // Lengths are not compared: on bearing 154 the border is farther than on 180.
    assert!(retreat.way(154).length > retreat.way(180).length + 1000);
}

#[test]
fn bl_amb_226_the_edge_at_the_first_corner_beyond_counts() {
    let text = "edge south red 0 24; edge west blue 0 16; X red inf 2,2,45; A blue inf 2,2,225";
    let retreat = beaten(text, BY_A, "X");
    let how = |bearing| match retreat.way(bearing).end {
        End::Leaves { how, .. } => how,
        End::Stands { .. } => panic!("{bearing} stays"),
    };
    assert_eq!(how(170), Left::Retired, "south first: its own edge");
    assert_eq!(how(190), Left::Broken, "west first: the enemy's");
    assert_eq!(how(180), Left::Broken, "both at once: the enemy's counts");
}

#[test]
fn bl_amb_226_what_lies_beyond_the_border_does_not_bar() {
    // An enemy in the lane after the border is crossed cannot be met, one before it can.
    let text = "edge south red 0 24; X red inf 5,2.2,0; A blue inf 5,2.2,180; C blue inf 6.2,1,0";
    let retreat = beaten(text, BY_A, "X");
    let bearings = retreat.bearings();
    assert!(bearings.contains(&180) && bearings.contains(&206));
    assert!(!bearings.contains(&154), "C stands there before the border");
}

#[test]
fn bl_amb_227_the_facing_snaps_to_the_edge_crossed() {
    let unit = beaten(FRONT, BY_A, "X").gone(160);
    assert_eq!(unit.pose.heading, pose(0., 0., 180.).heading);
    // 2 BW on 160 degrees: the footprint shifted, its rear edge now the front.
    let (x, y) =
        (10. + 2. * libm::sin(160_f64.to_radians()), 10. + 2. * libm::cos(160_f64.to_radians()) - 1.);
    assert_eq!(unit.pose.at, pose(x, y, 0.).at);
}

#[test]
fn bl_amb_12_a_retreat_changes_control_of_what_it_sweeps() {
    let text = format!(
        "{FRONT}; objective 10,7.5 side=blue; objective 10.4,8.5 side=blue; objective 14,8 side=blue"
    );
    let after = beaten(&text, BY_A, "X").after(180);
    let control: Vec<_> = after.objectives.iter().map(|objective| objective.control).collect();
    assert_eq!(control, [Some(1), Some(1), Some(0)]);
}
