//! RSV – the reserve move, with AMB-24 to -26, EX-20 and EX-21.

use super::orders::*;
use crate::sight::Eyes;
use crate::step::{Order, When};
use crate::testing::{Field, field};
use table::grain::grains;
use table::point::at;
use table::pose::pose;
use umpire::{RuleId, Viewer};

/// A concealed unit at (5, 5) with nobody near, and what else is on the table.
fn alone(more: &str) -> Field {
    field(&format!("A blue inf 5,5,0 concealed; X red inf 22,15,180; {more}"))
}

#[test]
fn bl_rsv_01_only_a_unit_concealed_when_activated() {
    let field = field("A blue inf 5,5,0 concealed; B blue inf 8,5,0; X red inf 22,15,180");
    assert!(field.why("A", reserve(&[(5., 12.)], 0.)).is_empty());
    assert_eq!(field.why("B", reserve(&[(8., 12.)], 0.)), ["BL-RSV-01"]);
}

#[test]
fn bl_rsv_02_at_most_once_a_game() {
    let mut field = alone("");
    field.play(&field.order("A", reserve(&[(5., 12.)], 0.)), &[]);
    field.next_turn();
    field.next_turn();
    assert_eq!(field.why("A", reserve(&[(5., 5.)], 0.)), ["BL-RSV-01"]);
}

#[test]
fn bl_rsv_03_twelve_bw_for_every_type() {
    for arm in ["inf", "cav", "art"] {
        let field = field(&format!("A blue {arm} 2,5,0 concealed; X red inf 22,15,180"));
        assert!(field.why("A", reserve(&[(14., 5.)], 0.)).is_empty(), "{arm}");
        assert_eq!(field.why("A", reserve(&[(14.1, 5.)], 0.)), ["BL-RSV-03"]);
        // Along the path, not as the crow flies.
        assert_eq!(field.why("A", reserve(&[(2., 12.), (7.1, 12.)], 0.)), ["BL-RSV-03"]);
    }
}

#[test]
fn bl_rsv_04_the_path_may_bend_freely() {
    let field = alone("");
    let bent = reserve(&[(6., 6.), (5., 7.), (6., 8.), (8., 8.), (8., 6.)], 90.);
    assert!(field.why("A", bent).is_empty());
}

#[test]
fn bl_rsv_05_it_ends_with_any_heading() {
    assert_eq!(alone("").preview("A", reserve(&[(5., 12.)], 233.)).pose, pose(5., 12., 233.));
}

#[test]
fn bl_rsv_06_not_through_wood_or_rough_ground() {
    for kind in ["wood", "rocky", "marsh", "ploughed"] {
        let field = alone(&format!("{kind} 5.4,8 7,9"));
        assert_eq!(field.why("A", reserve(&[(5., 12.)], 0.)), ["BL-RSV-06"], "{kind}");
        assert!(field.why("A", reserve(&[(4.85, 7.), (4.85, 12.)], 0.)).is_empty());
    }
    // An end in it, a bend in it, a start in it.
    assert_eq!(alone("wood 3,11.1 4.4,13").why("A", reserve(&[(5., 12.)], 90.)), ["BL-RSV-06"]);
    assert!(alone("wood 3,11.1 4.4,13").why("A", reserve(&[(5., 12.)], 0.)).is_empty());
    let bend = reserve(&[(5., 8.), (8., 8.)], 0.);
    assert_eq!(alone("wood 4.2,8.2 4.75,9").why("A", bend), ["BL-RSV-06"], "the disc at (5, 8)");
    let out = reserve(&[(5., 9.)], 0.);
    assert_eq!(alone("wood 4,3 6,5.03").why("A", out.clone()), ["BL-RSV-06"]);
    assert!(alone("wood 4,3 6,5").why("A", out).is_empty(), "the start footprint is not tested");
}

#[test]
fn bl_rsv_07_a_river_only_at_a_crossing() {
    let north = reserve(&[(5., 12.)], 0.);
    assert_eq!(alone("minor 0,8 24,8").why("A", north.clone()), ["BL-RSV-07"]);
    assert_eq!(alone("major 0,8 24,8 w=1").why("A", north.clone()), ["BL-RSV-07"]);
    let ford = alone("minor 0,8 24,8 w=0.3; crossing 5,8,0 w=0.4 l=0.3");
    assert_eq!(ford.why("A", north), ["BL-RSV-07"], "an open leg does not narrow");
    let over = reserve_by(&[(5., 7.85, false), (5., 8.15, true), (5., 12., false)], 0.);
    assert!(ford.why("A", over).is_empty());
}

#[test]
fn bl_rsv_08_not_through_an_urban_area() {
    let field = alone("urban 5,9,0");
    assert_eq!(field.why("A", reserve(&[(5., 12.)], 0.)), ["BL-RSV-08"]);
}

#[test]
fn bl_amb_25_nor_may_it_end_in_an_urban_base() {
    let field = alone("urban 8,9,0; road 8,2 8,8.45");
    assert_eq!(field.why("A", reserve(&[(5., 9.), (8., 9.4)], 0.)), ["BL-RSV-08"]);
    // A road stops at the base: no leg along it leads in.
    let by_road = |y: f64| reserve_by(&[(8., 5., false), (8., y, true)], 0.);
    assert_eq!(field.why("A", by_road(9.)), ["BL-RSV-08", "BL-RSV-23"]);
    assert!(field.why("A", by_road(8.4)).is_empty());
}

#[test]
fn bl_rsv_09_along_a_road_the_path_is_open() {
    let field = alone("wood 2,6 8,10; road 5,4 5,12");
    let north = |road: bool| reserve_by(&[(5., 11.5, road)], 0.);
    assert!(field.why("A", north(true)).is_empty());
    assert_eq!(field.why("A", north(false)), ["BL-RSV-06"]);
}

#[test]
fn bl_rsv_10_on_the_road_the_footprint_shrinks_to_the_road() {
    let field = alone("wood 2,6 4.7,10; wood 5.3,6 8,10; road 5,4 5,12");
    assert!(field.why("A", reserve_by(&[(5., 11.5, true)], 0.)).is_empty());
    assert_eq!(field.why("A", reserve_by(&[(5., 11.5, false)], 0.)), ["BL-RSV-06"]);
}

#[test]
fn bl_rsv_11_the_road_may_be_used_for_a_part() {
    let field = field("A blue inf 2,5,0 concealed; X red inf 22,15,180; wood 6,3 10,7; road 4,5 12,5");
    let path = [(5., 5., false), (11., 5., true), (13., 5., false)];
    assert!(field.why("A", reserve_by(&path, 0.)).is_empty());
    let (_, done) = carry(&field.truth(), "A", &reserve_by(&path, 0.)).unwrap();
    assert_eq!(done.length, grains(11.));
}

#[test]
fn bl_rsv_12_it_may_end_on_a_road_in_difficult_terrain() {
    let mut field = alone("wood 2,6 8,10; road 5,4 5,12");
    field.play(&field.order("A", reserve_by(&[(5., 8., true)], 0.)), &[]);
    field.next_turn();
    field.next_turn();
    assert_eq!(field.why("A", simple(0., 1.)), ["BL-SIM-03"], "it is in the wood");
    assert!(field.why("A", difficult(0., 1., 0., When::Before)).is_empty());
}

#[test]
fn bl_rsv_13_not_from_a_place_seen_within_four_bw() {
    let away = reserve(&[(5., 1.5)], 180.);
    let field = field("A blue inf 5,5,0 concealed; X red inf 5,8.5,180");
    assert_eq!(field.why("A", away.clone()), ["BL-RSV-13", "BL-RSV-15"]);
    let hidden = self::field("A blue inf 5,5,0 concealed; B blue inf 5,8.2,0; X red inf 5,8.5,180");
    assert!(hidden.why("A", away).is_empty(), "a friend blocks its sight");
}

#[test]
fn bl_rsv_14_nor_to_one() {
    let end =
        |y: f64| field("A blue inf 5,2,0 concealed; X red inf 5,12,180").why("A", reserve(&[(5., y)], 0.));
    assert_eq!(end(8.), ["BL-RSV-14"]);
    assert!(end(7.99).is_empty());
}

#[test]
fn bl_rsv_15_nor_through_one() {
    let via = |x: f64| {
        let field = field("A blue inf 5,2,0 concealed; X red inf 12,7,270");
        field.why("A", reserve(&[(x, 7.), (5., 12.)], 0.))
    };
    assert_eq!(via(8.1), ["BL-RSV-15"], "the vertex is 3.9 away");
    assert!(via(7.9).is_empty());
    // A vertex between two points of the regular row: (8, 7) is 4 BW away, the points beside it are not.
    let field = field("A blue inf 5.02,7,0 concealed; X red inf 12,7,270");
    assert_eq!(field.why("A", reserve(&[(8., 7.), (5.02, 12.)], 0.)), ["BL-RSV-15"]);
    assert!(field.why("A", reserve(&[(7.99, 7.), (5.02, 12.)], 0.)).is_empty());
    // Also between the vertices: (8.05, 7) lies on the way.
    let field = self::field("A blue inf 8.05,2,0 concealed; X red inf 12,7,270");
    let refused = field.judge(&field.order("A", reserve(&[(8.05, 12.)], 0.))).unwrap_err();
    assert_eq!(refused.iter().map(|why| why.rule).collect::<Vec<_>>(), [RuleId::new("BL-RSV-15")]);
    // Sampled every 0.05: the first within 4 BW is (8.05, 5.9), √(3.95² + 0.6²) from the enemy's corner.
    assert_eq!(refused[0].numbers[0].1, 39_953);
}

#[test]
fn bl_rsv_16_seen_from_farther_is_allowed() {
    let field = field("A blue inf 5,2,90 concealed; X red inf 10,6,270");
    assert!(field.why("A", reserve(&[(4.9, 12.)], 0.)).is_empty());
}

#[test]
fn bl_rsv_17_a_near_enemy_that_is_blind_is_allowed() {
    // X2 is within 2 behind a crest; X1 sees from 6.
    let text = "A blue inf 5,2,0 concealed; X1 red inf 11,8,270; X2 red inf 5,10.5,180";
    let hill = "hill 2,8 8,13 crest 2,9.5 8,9.5";
    let blind = field(&format!("{text}; {hill}"));
    let order = || reserve(&[(5., 8.5)], 0.);
    assert!(blind.why("A", order()).is_empty());
    let state = blind.truth();
    let seen = Eyes::new(&state).sees_point(named(&state, "X1"), at(5., 8.5).vec2(), blind.id("A"));
    assert!(seen, "another enemy sees the place, from farther");
    assert_eq!(field(text).why("A", order()), ["BL-RSV-14", "BL-RSV-15"]);
}

#[test]
fn bl_rsv_18_enemy_units_block_their_friends_sight_too() {
    let text = "A blue inf 5,2,0 concealed; X red inf 5,12,180";
    let order = || reserve(&[(5., 8.5)], 0.);
    assert_eq!(field(text).why("A", order()), ["BL-RSV-14", "BL-RSV-15"]);
    assert!(field(&format!("{text}; B blue inf 5,11.9,0")).why("A", order()).is_empty());
    // An enemy does as well as a friend.
    let state = field(&format!("{text}; Y red inf 5,11,0")).truth();
    let eyes = Eyes::new(&state);
    assert!(!eyes.sees_point(named(&state, "X"), at(5., 8.5).vec2(), named(&state, "A").id));
}

#[test]
fn bl_rsv_19_the_unit_is_revealed_before_the_move() {
    let mut field = alone("");
    field.play(&field.order("A", reserve(&[(5., 12.)], 0.)), &[]);
    assert!(field.unit("A").revealed());
    let told = field.told(Viewer::Public);
    let line = |rule: &str| told.iter().position(|(id, _)| id == rule).unwrap();
    assert!(line("BL-CON-04") < line("BL-RSV-03"));
}

#[test]
fn bl_rsv_20_interpenetration_rules_apply() {
    let field = field("A blue inf 5,2,0 concealed; B blue inf 5,9,0; X red inf 5,12,0; Y red inf 9,6,0");
    assert_eq!(field.why("A", reserve(&[(5., 13.)], 0.)), ["BL-MOV-10"]);
    assert_eq!(field.why("A", reserve(&[(8., 6.), (8., 9.)], 0.)), ["BL-MOV-11"]);
    assert_eq!(field.why("A", reserve(&[(5., 9.5)], 0.)), ["BL-MOV-16"]);
    let mut state = field.truth();
    fight(&mut state, "B", "X");
    assert_eq!(why(&state, "A", &reserve(&[(5., 10.5)], 0.)), ["BL-MOV-13"]);
    assert_eq!(why(&state, "A", &reserve_by(&[(5., 10.5, true)], 0.)), ["BL-MOV-13", "BL-RSV-23"]);
}

#[test]
fn bl_rsv_21_an_engaged_unit_may_not() {
    let field = field("A blue inf 5,5,0 concealed; X red inf 5,5.9,180");
    assert!(field.why("A", reserve(&[(5., 2.)], 180.)).contains(&"BL-RSV-21".to_owned()));
}

#[test]
fn bl_amb_24_an_engaged_unit_makes_no_reserve_move_even_unseen() {
    // Engaged from its flank by an enemy that a crest blinds.
    let text = "A blue inf 5,5,90 concealed; X red inf 4.5,6.3,180; hill 3,5 8,8";
    let crest = field(&format!("{text} crest 3,5.9 8,5.9"));
    assert_eq!(crest.why("A", reserve(&[(9., 5.)], 90.)), ["BL-RSV-21"]);
}

#[test]
fn bl_rsv_22_the_path_stays_on_the_table() {
    let field = field("A blue inf 20,8,90 concealed; X red inf 2,15,180");
    let by = |x: f64| reserve(&[(x, 8.), (20., 9.)], 90.);
    assert_eq!(field.why("A", by(24.2)), ["BL-RSV-22"]);
    assert!(field.why("A", by(24.)).is_empty(), "the corridor may hang over the border");
    let off = reserve(&[(24.2, 8.)], 90.);
    assert_eq!(field.why("A", off.clone()), ["BL-AMB-19", "BL-RSV-22"]);
    assert!(field.why("A", leaving(off)).is_empty());
    assert_eq!(field.why("A", leaving(by(24.2))), ["BL-AMB-19", "BL-RSV-22"]);
}

#[test]
fn bl_rsv_23_a_road_leg_lies_in_the_road() {
    let field = field("A blue inf 3,8,90 concealed; X red inf 22,15,180; road 2,8 12,8 w=0.3");
    assert!(field.why("A", reserve_by(&[(9., 8., true)], 90.)).is_empty());
    assert_eq!(field.why("A", reserve_by(&[(9., 8.3, true)], 90.)), ["BL-RSV-23"]);
    assert!(field.why("A", reserve_by(&[(9., 8.155, true)], 90.)).is_empty());
    assert_eq!(field.why("A", reserve_by(&[(9., 8.17, true)], 90.)), ["BL-RSV-23"]);
}

#[test]
fn bl_amb_26_a_path_has_24_vertices_and_some_length() {
    let field = alone("");
    let zigzag = |legs: i32| {
        let path: Vec<(f64, f64)> =
            (1..=legs).map(|i| (5. + 0.1 * f64::from(i % 2), 5. + 0.1 * f64::from(i))).collect();
        reserve(&path, 0.)
    };
    assert!(field.why("A", zigzag(23)).is_empty());
    assert_eq!(field.why("A", zigzag(24)), ["BL-AMB-26"]);
    assert_eq!(field.why("A", reserve(&[], 90.)), ["BL-AMB-26"]);
    assert_eq!(field.why("A", reserve(&[(5., 5.)], 90.)), ["BL-AMB-26"]);
    // Legs of no length are left out.
    let order = field.canonical("A", reserve(&[(5., 5.), (5., 7.), (5., 7.), (6., 7.)], 0.));
    assert_eq!(order, reserve(&[(5., 7.), (6., 7.)], 0.));
}

#[test]
fn bl_amb_26_an_end_on_a_road_may_not_lie_in_impassable_terrain() {
    // A road along the bank: the end footprint would hang over the river.
    let field = field("A blue inf 3,6,90 concealed; X red inf 22,15,180; road 2,6 12,6; major 0,7 24,7 w=1");
    let end = |heading: f64| field.why("A", reserve_by(&[(9., 6., true)], heading));
    assert!(end(0.).is_empty(), "the rear lies south");
    assert_eq!(end(180.), ["BL-TER-08"]);
}

#[test]
fn bl_amb_26_a_start_in_forbidden_terrain_needs_a_road() {
    let field = alone("wood 4,3 6,7; road 5,4 5,12");
    assert!(field.why("A", reserve_by(&[(5., 8., true)], 0.)).is_empty());
    assert_eq!(field.why("A", reserve_by(&[(5., 8., false)], 0.)), ["BL-RSV-06"]);
    // However short an open leg is.
    assert_eq!(field.why("A", reserve_by(&[(5., 5.008, false), (5., 8., true)], 0.)), ["BL-RSV-06"]);
}

#[test]
fn bl_ex_20_round_a_wood_past_three_enemies() {
    let text = "A blue inf 4,2,0 concealed; wood 5,3.5 7,6; X1 red inf 13,1.5,270; X2 red inf 9.9,3.9,270; \
                X3 red inf 8,7.2,180";
    let (friend, hill) = ("B blue inf 9.6,3.9,90", "hill 6,6 10,8.5 crest 6,6.6 10,6.6");
    let mut field = field(&format!("{text}; {friend}; {hill}"));
    let order = || reserve(&[(8., 2.), (8., 6.)], 0.);
    assert!(field.why("A", order()).is_empty());
    let state = field.truth();
    let eyes = Eyes::new(&state);
    assert!(eyes.sees_point(named(&state, "X1"), at(8., 2.).vec2(), field.id("A")), "X1 sees it from 5 BW");
    let no_friend = self::field(&format!("{text}; {hill}")).why("A", order());
    assert_eq!(no_friend, ["BL-RSV-14", "BL-RSV-15"]);
    let no_hill = self::field(&format!("{text}; {friend}")).why("A", order());
    assert_eq!(no_hill, ["BL-RSV-14", "BL-RSV-15"]);
    field.play(&field.order("A", order()), &[]);
    assert!(field.unit("A").revealed());
    assert_eq!(field.unit("A").pose, pose(8., 6., 0.));
}

#[test]
fn bl_ex_21_an_end_on_a_road_inside_a_wood() {
    let mut field = alone("wood 2,6 8,10; road 5,4 5,12");
    field.play(&field.order("A", reserve_by(&[(5., 8.5, true)], 90.)), &[]);
    field.next_turn();
    field.next_turn();
    assert_eq!(field.why("A", simple(90., 0.5)), ["BL-SIM-03"]);
    assert!(matches!(field.canonical("A", difficult(90., 0.5, 90., When::Before)), Order::Difficult { .. }));
}
