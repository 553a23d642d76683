//! MOV – movement in general, with AMB-18, AMB-38, AMB-49 and EX-15 to -17.

use super::orders::*;
use crate::movement::carry_out;
use crate::movement::general::clear_of_enemies;
use crate::movement::sweep::Sweep;
use crate::scale::{BW, FOOTPRINT};
use crate::state::Phase;
use crate::step::{Order, Sense, Step, When};
use crate::testing::field;
use table::corridor::Corridor;
use table::grain::grains;
use table::index::Bounds;
use table::point::{Point, at};
use table::pose::pose;
use umpire::Doubts;

#[test]
fn bl_mov_01_movement_is_voluntary() {
    let mut field = field("A blue inf 5,5,0; X red inf 5,12,180");
    let prompts = crate::options::prompts(&field.truth());
    assert_eq!(prompts[0].fallback, Some(vec![Step::EndPhase]), "no move is asked for");
    field.play(&[Step::EndPhase], &[]);
    assert_eq!((field.unit("A").pose, field.unit("X").pose), (pose(5., 5., 0.), pose(5., 12., 180.)));
    assert!(matches!(field.truth().phase, Phase::Fire { .. }));
}

#[test]
fn bl_mov_02_every_move_carries_its_type() {
    let state = field("A blue inf 5,5,0 concealed; X red inf 5,14,180").truth();
    let how = |order: Order| carry(&state, "A", &order).unwrap().1.how;
    assert_eq!(how(simple(30., 1.)), "simple move");
    assert_eq!(how(difficult(90., 1., 0., When::Before)), "difficult move");
    assert_eq!(how(reserve(&[(5., 8.)], 0.)), "reserve move");
}

#[test]
fn bl_mov_03_full_allowance_for_simple_and_the_second_number_for_difficult_moves() {
    let field = field("A blue cav 5,5,0; X red inf 20,12,180");
    assert!(field.why("A", simple(0., 4.)).is_empty());
    assert!(field.why("A", difficult(90., 2., 0., When::Before)).is_empty());
    assert_eq!(field.why("A", difficult(90., 2.01, 0., When::Before)), ["BL-DIF-04"]);
}

#[test]
fn bl_mov_04_a_unit_need_not_use_its_whole_allowance() {
    let field = field("A blue cav 5,5,0; X red inf 20,12,180");
    assert_eq!(field.preview("A", simple(0., 0.7)).pose, pose(5., 5.7, 0.));
}

#[test]
fn bl_mov_05_a_card_may_differ() {
    let field = field("A blue art 5,5,0 move=3,1 mobile; B blue art 8,5,0; X red inf 20,12,180");
    assert!(field.why("A", simple(0., 3.)).is_empty());
    assert_eq!(field.why("A", difficult(90., 1.01, 0., When::Before)), ["BL-DIF-04"]);
    assert_eq!(field.why("B", simple(0., 2.01)), ["BL-SIM-05"]);
}

#[test]
fn bl_mov_06_a_pivot_turns_about_the_centerpoint() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    let after = field.preview("A", simple(90., 0.));
    assert_eq!(after.pose, pose(5., 5., 90.));
    let covered = Bounds::around(after.rect().corners());
    assert_eq!((covered.low, covered.high), (at(4., 4.5).vec2(), at(5., 5.5).vec2()));
}

#[test]
fn bl_mov_07_a_pivot_costs_nothing() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    assert_eq!(field.preview("A", simple(180., 2.)).pose, pose(5., 3., 180.));
}

#[test]
fn bl_mov_08_movement_is_the_distance_travelled_by_the_centerpoint() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    let (after, done) = carry(&field.truth(), "A", &simple(36.87, 2.)).unwrap();
    assert!(is_at(named(&after, "A").pose, 6.2, 6.6, 36.87));
    assert_eq!(done.length, grains(2.));
    assert_eq!(field.why("A", difficult(36.87, 2., 40., When::After)), ["BL-DIF-04"]);
    assert_eq!(field.why("A", simple(0., -1.)), ["BL-MOV-08"]);
}

#[test]
fn bl_mov_09_a_pivot_sweeps_a_radius_of_1_118_at_the_rear_corners() {
    // The enemy's front edge is so far north of the centerpoint, and the rear corners pass there.
    let pivot =
        |front: f64| field(&format!("A blue inf 5,5,0; X red inf 5,{front},180")).why("A", simple(180., 0.));
    assert!(pivot(6.13).is_empty());
    assert_eq!(pivot(6.1), ["BL-MOV-10"]);
}

#[test]
fn bl_mov_10_the_swept_footprint_may_not_overlap_an_enemy() {
    let field = field("A blue inf 5,5,0; X red inf 5,5.8,180");
    assert_eq!(field.why("A", simple(180., 0.)), ["BL-MOV-10"]);
}

#[test]
fn bl_mov_11_only_a_charge_brings_a_unit_into_contact() {
    let field = field("A blue inf 5,5,0; X red inf 5,7,180; B blue inf 9,5,0; Y red inf 10,6.5,180");
    assert_eq!(field.why("A", simple(0., 2.)), ["BL-MOV-11"]);
    assert!(field.why("A", simple(0., 1.98)).is_empty());
    // The flanks touch on the way though the end is clear.
    assert_eq!(field.why("B", simple(0., 2.)), ["BL-MOV-11"]);
}

#[test]
fn bl_mov_12_units_move_through_friends() {
    let field = field("A blue cav 5,5,0; B blue inf 5,6.2,0; X red inf 20,12,180");
    assert_eq!(field.preview("A", simple(0., 4.)).pose, pose(5., 9., 0.));
    assert!(field.why("A", simple(0., 4.)).is_empty());
}

#[test]
fn bl_mov_13_not_through_a_friend_in_contact() {
    let mut state = field("A blue cav 5,5,0; B blue inf 5,7,0; X red inf 5,8,180; Y red inf 9,9,0").truth();
    let around = simple(30., 4.);
    assert!(why(&state, "A", &simple(90., 1.)).is_empty());
    let through = difficult(0., 1.5, 0., When::Before);
    state.activation = None;
    assert_eq!(why(&state, "A", &through), ["BL-MOV-16"], "it ends on it, but may pass");
    fight(&mut state, "B", "X");
    assert_eq!(why(&state, "A", &through), ["BL-MOV-13", "BL-MOV-16"]);
    // From heading 30 on the way the right flank passes B by.
    assert_eq!(why(&state, "A", &around), ["BL-MOV-13"]);
    fight(&mut state, "A", "Y");
    assert_eq!(why(&state, "A", &simple(90., 1.)), Vec::<String>::new(), "itself is no obstacle");
}

#[test]
fn bl_mov_14_units_of_a_force_may_lie_on_each_other_for_a_while() {
    let field = field("A blue inf 5,5,0 corps=I; B blue inf 6.2,5,0 corps=I; X red inf 20,12,180");
    let (a, b) = (field.id("A"), field.id("B"));
    let order = |unit, order| Step::Order { unit, order };
    let mut steps = vec![
        Step::Corps { corps: "I".into() },
        Step::Join { unit: a },
        Step::Join { unit: b },
        order(a, difficult(90., 1., 0., When::Before)),
    ];
    assert_eq!(field.refused(&steps), ["BL-MOV-15"], "not as it stands");
    steps.push(order(b, simple(0., 2.)));
    assert!(field.refused(&steps).is_empty());
}

#[test]
fn bl_mov_15_at_the_end_of_an_activation_nobody_overlaps() {
    let field = field("A blue inf 5,5,0 corps=I; B blue inf 6.2,5,0 corps=I; X red inf 20,12,180");
    let steps = |aside: f64| {
        let (a, b) = (field.id("A"), field.id("B"));
        let order = difficult(90., aside, 0., When::Before);
        let force = [Step::Corps { corps: "I".into() }, Step::Join { unit: a }, Step::Join { unit: b }];
        force.into_iter().chain([Step::Order { unit: a, order }]).collect::<Vec<_>>()
    };
    assert_eq!(field.refused(&steps(0.3)), ["BL-MOV-15"]);
    assert!(field.refused(&steps(0.2)).is_empty(), "flush is no overlap");
}

#[test]
fn bl_mov_16_a_unit_may_not_end_on_a_friend_outside_its_force() {
    let field = field("A blue inf 5,5,0; B blue inf 6.2,5,0; X red inf 20,12,180");
    assert_eq!(field.why("A", difficult(90., 0.3, 0., When::Before)), ["BL-MOV-16"]);
}

#[test]
fn bl_mov_17_a_pivot_may_not_sweep_a_major_river() {
    // East bank at x = 6.05; at the end the rear is at 6.00, on the way a rear corner is at 6.118.
    let field = field("A blue inf 5,5,0; X red inf 20,12,180; major 6.55,0 6.55,16 w=1");
    assert_eq!(field.why("A", simple(270., 0.)), ["BL-TER-08"]);
    assert!(field.why("A", simple(20., 0.)).is_empty());
}

#[test]
fn bl_mov_18_ending_partly_off_the_table_must_be_ordered() {
    let field = field("A blue inf 0.9,5,270; X red inf 20,12,180");
    assert_eq!(field.why("A", simple(270., 1.)), ["BL-AMB-19"]);
    assert!(field.why("A", leaving(simple(270., 1.))).is_empty());
}

#[test]
fn bl_mov_19_an_engagement_zone_does_not_stop_a_unit_that_started_unengaged() {
    // The enemy's zone is x 5–6, y 6.5–7.5.
    let field = field("A blue cav 6.2,4,0; X red inf 5,7,90");
    assert!(field.why("A", simple(0., 4.)).is_empty());
    assert!(field.why("A", simple(0., 3.)).is_empty());
}

#[test]
fn bl_mov_20_infantry_keeps_its_allowance_near_cavalry() {
    let field = field("A blue inf 5,5,0; X red cav 5,6.2,180");
    assert!(field.why("A", simple(90., 2.)).is_empty());
}

#[test]
fn bl_mov_21_a_unit_that_retreated_moves_normally_in_its_own_turn() {
    let mut state = field("A blue inf 5,5,0; X red inf 20,12,180").truth();
    state.units.iter_mut().for_each(|unit| unit.retreated = true);
    assert!(why(&state, "A", &simple(0., 2.)).is_empty());
}

#[test]
fn bl_mov_22_a_move_that_meets_every_simple_criterion_is_simple() {
    let open = field("A blue inf 5,5,0; X red inf 20,12,180");
    assert!(open.why("A", simple(90., 1.5)).is_empty());
    assert_eq!(
        open.canonical("A", difficult(90., 1.5, 90., When::Before)),
        turning(Sense::Clockwise, 90., 1.5)
    );
    let wooded = field("A blue inf 5,5,0; X red inf 20,12,180; wood 5.5,5.3 7,7");
    assert_eq!(wooded.why("A", simple(90., 1.5)), ["BL-SIM-03"]);
    assert_eq!(wooded.why("A", difficult(90., 1.5, 90., When::Before)), ["BL-DIF-04"]);
    assert!(wooded.why("A", difficult(90., 1., 90., When::Before)).is_empty());
}

#[test]
fn bl_mov_23_an_enemy_touched_at_a_corner_does_not_freeze_the_mover() {
    let field = field("A blue inf 5,5,0; X red inf 6,5,180");
    assert_eq!(field.why("A", simple(0., 1.)), ["BL-MOV-23"]);
}

#[test]
fn bl_amb_49_an_enemy_touched_before_the_move() {
    let field = field("A blue inf 5,5,0; X red inf 6,5,180");
    assert_eq!(field.why("A", simple(0., 1.)), ["BL-MOV-23"], "the flank slides along it");
    assert!(field.why("A", simple(45., 0.)).is_empty());
    assert!(field.why("A", simple(1., 0.)).is_empty(), "a pivot alone may end 0.009 from it");
    assert_eq!(field.why("A", simple(315., 0.)), ["BL-MOV-10"], "the flank swings 0.146 into it");
    assert!(field.why("A", difficult(180., 1., 0., When::Before)).is_empty());
    assert!(field.why("A", difficult(315., 1., 0., When::Before)).is_empty());
    // At the end it must be clear, however short the move.
    assert_eq!(field.why("A", simple(0., 0.2)), ["BL-MOV-23"]);
}

#[test]
fn bl_amb_49_a_reserve_move_is_tested_for_overlap_only_on_its_first_quarter() {
    let state = field("A blue inf 5,5,0 concealed; X red inf 6,5,180").truth();
    // North along the enemy's flank, then west: the corridor slides along it on the first leg only.
    let rules = |north: f64| {
        let points = [at(5., 5.), at(5., 5. + north), at(3., 5. + north)].map(Point::vec2);
        let corridor = Corridor::new(&points, |_| f64::from(BW) * 0.5).unwrap();
        let mut sweeps: Vec<Sweep> = Vec::new();
        sweeps.extend(corridor.legs.iter().map(|leg| Sweep::Leg { rect: leg.rect, after: leg.from }));
        sweeps.extend(corridor.bends.iter().map(|bend| Sweep::Bend { disc: bend.disc, after: bend.from }));
        let end = FOOTPRINT.at(pose(3., 5. + north, 0.));
        let refused = clear_of_enemies(&state, named(&state, "A"), &sweeps, &end);
        refused.iter().map(|why| why.rule.to_string()).collect::<Vec<_>>()
    };
    assert!(rules(0.2).is_empty());
    assert_eq!(rules(0.3), ["BL-MOV-23"]);
}

#[test]
fn bl_amb_49_a_refusal_names_the_depth() {
    let state = field("A blue inf 5,5,0; X red inf 6,5,180").truth();
    let mut after = state.clone();
    let id = named(&state, "A").id;
    let refused = carry_out(&mut after, id, &simple(315., 0.), &mut Doubts::new()).unwrap_err();
    // Half the front edge turns by 45°: it ends ½ − ½·cos 45° = 0.146 inside, at the deepest.
    assert_eq!(refused[0].numbers[0].0, "depth");
    assert!((refused[0].numbers[0].1 - 1464).abs() < 40, "{:?}", refused[0].numbers);
}

#[test]
fn bl_amb_18_either_sense_of_a_pivot_will_do() {
    // The enemy's corner (4.1, 4.4) lies in the way of the clockwise pivot from 0 to 90 only.
    let field = field("A blue inf 5,5,0; X red inf 3.6,4.4,0");
    assert_eq!(field.why("A", turning(Sense::Clockwise, 90., 1.)), ["BL-MOV-10"]);
    assert_eq!(field.canonical("A", simple(90., 1.)), turning(Sense::Anticlockwise, 90., 1.));
    // Nothing in the way: the shorter turn; at 180° the clockwise one.
    let field = self::field("A blue inf 5,5,0; X red inf 20,12,180");
    assert_eq!(field.canonical("A", simple(90., 1.)), turning(Sense::Clockwise, 90., 1.));
    assert_eq!(field.canonical("A", simple(270., 1.)), turning(Sense::Anticlockwise, 270., 1.));
    assert_eq!(field.canonical("A", simple(180., 1.)), turning(Sense::Clockwise, 180., 1.));
    assert_eq!(field.canonical("A", simple(0., 1.)), simple(0., 1.));
}

#[test]
fn bl_amb_18_the_sense_that_keeps_the_better_type_is_taken() {
    // The same corner as a wood: clockwise the move would be difficult and too long.
    let field = field("A blue inf 5,5,0; X red inf 20,12,180; wood 3.1,3.4 4.1,4.4");
    let kept = turning(Sense::Anticlockwise, 90., 1.5);
    assert_eq!(field.canonical("A", difficult(90., 1.5, 90., When::Before)), kept);
    assert_eq!(field.canonical("A", simple(90., 1.5)), kept);
}

#[test]
fn bl_amb_38_a_move_of_no_length_without_a_pivot_is_a_hold() {
    let field = field("A blue inf 5,5,0 prepared; X red inf 20,12,180");
    assert_eq!(field.canonical("A", simple(0., 0.)), Order::Hold);
    assert_eq!(field.canonical("A", difficult(90., 0., 0., When::After)), Order::Hold);
    let after = field.preview("A", simple(0., 0.));
    assert!(!after.moved && after.prepared);
    assert!(field.preview("A", simple(1., 0.)).moved);
    assert!(field.preview("A", simple(0., 0.1)).moved);
}

#[test]
fn bl_ex_15_pivot_then_advance() {
    let state = field("A blue inf 5,5,0; X red inf 20,12,180").truth();
    let (after, done) = carry(&state, "A", &simple(40., 2.)).unwrap();
    assert!(is_at(named(&after, "A").pose, 6.286, 6.532, 40.));
    assert_eq!(done.length, grains(2.));
}

#[test]
fn bl_ex_16_backing_off_from_an_enemy() {
    let field = field("A blue inf 5,5,0; X red inf 5,5.4,180");
    assert_eq!(field.why("A", simple(180., 0.)), ["BL-MOV-10"]);
    assert!(field.why("A", difficult(180., 1., 0., When::Before)).is_empty());
}

#[test]
fn bl_ex_17_cavalry_pivots_and_goes_straight() {
    let field = field("A blue cav 5,5,0; X red inf 20,12,180");
    assert!(field.why("A", simple(130., 4.)).is_empty());
}
