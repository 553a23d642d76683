//! LOF – line of fire and range.

use crate::fire::{LineOfFire, targets};
use crate::sight::Eyes;
use crate::state::Contact;
use crate::testing::{Field, field};
use table::point::at;
use table::rect::Edge;

fn fire(text: &str) -> Field {
    field(&format!("{text}; turn 1 fire"))
}

/// The lines of fire from one unit to another.
fn line(field: &Field, unit: &str, target: &str) -> LineOfFire {
    let (state, id) = (field.truth(), field.id(target));
    let shooter = field.unit(unit);
    let found = targets(&state, &shooter, &Eyes::new(&state));
    found.iter().find(|t| t.id == id).unwrap_or_else(|| panic!("{target} is no target")).line
}

fn near(grains: f64, bw: f64) -> bool {
    (grains - bw * 10_000.0).abs() < 20.0
}

#[test]
fn bl_lof_01_it_runs_from_the_centerpoint_to_any_point_of_an_enemy() {
    let field = fire("A blue inf 5,5,0; B blue inf 7,5,0; X red inf 5,6,180");
    assert_eq!(line(&field, "A", "X").shortest.from, at(5.0, 5.0).vec2());
    assert_eq!(field.no_shot("A", "B"), ["BL-LOF-01"]);
}

#[test]
fn bl_lof_02_it_stays_in_the_frontal_arc() {
    let at = |pose: &str| fire(&format!("A blue inf 5,5,0; X red inf {pose}")).no_shot("A", "X");
    // The left front corner is at (6.5,6), then at (6.6,6).
    assert!(at("7,6,0").is_empty());
    assert_eq!(at("7.1,6,0"), ["BL-LOF-02"]);
    assert_eq!(at("7.1,5,180"), ["BL-LOF-02"]);
    assert_eq!(at("5,3.5,0"), ["BL-LOF-02"]);
}

#[test]
fn bl_lof_03_a_target_partly_in_the_arc_is_legal() {
    let field = fire("A blue inf 5,5,0; X red inf 6.7,5.2,180");
    let shortest = line(&field, "A", "X").shortest;
    assert!(near(shortest.length, 1.389));
    assert!(near(shortest.to.x, 6.2) && near(shortest.to.y, 5.7));
}

#[test]
fn bl_lof_04_it_touches_no_other_unit() {
    for side in ["red", "blue"] {
        let field = fire(&format!("A blue art 5,5,0; X {side} inf 5,7,180; Y red inf 5,9,180"));
        assert_eq!(field.no_shot("A", "Y"), ["BL-FIR-11", "BL-LOF-04"]);
    }
}

#[test]
fn bl_lof_05_height_does_not_help() {
    let field =
        fire("A blue art 5,5,0; X red inf 5,7,180; Y red inf 5,9,180; hill 3,3 7,5.5; hill 3,8.5 7,12");
    assert_eq!(field.no_shot("A", "Y"), ["BL-FIR-11", "BL-LOF-04"]);
}

#[test]
fn bl_lof_06_no_fire_at_an_enemy_in_contact_with_a_friend() {
    let field = fire("A blue inf 5,5,0; B blue inf 6,6.5,270; X red inf 5,6,180");
    assert!(field.no_shot("A", "X").is_empty());
    let (attacker, defender) = (field.id("B"), field.id("X"));
    let contact = Contact { attacker, defender, edge: Edge::Left, from_crest: None };
    assert_eq!(field.no_shot_if("A", "X", |state| state.contacts.push(contact)), ["BL-LOF-06"]);
}

#[test]
fn bl_lof_07_infantry_does_not_shoot_through_or_into_a_wood() {
    let wood = |wood: &str, x: &str| {
        fire(&format!("A blue inf 5,5,0; X red inf {x}; wood {wood}")).no_shot("A", "X")
    };
    assert_eq!(wood("4,6 6,8", "5,6.2,180"), ["BL-LOF-07"], "wholly in");
    assert_eq!(wood("4,5.5 6,5.6", "5,6.2,180"), ["BL-LOF-07"], "behind");
    assert!(wood("5,5.9 7,8", "5,6,180").is_empty(), "half out");
}

#[test]
fn bl_lof_08_infantry_does_not_shoot_into_an_urban_area() {
    let field = fire("A blue inf 5,5,0; X red inf 5,6.05,180 prepared; urban 5,6.55,0");
    assert_eq!(field.no_shot("A", "X"), ["BL-LOF-08"]);
}

#[test]
fn bl_lof_09_artillery_shoots_1_bw_from_where_it_enters() {
    let at =
        |y: &str| fire(&format!("A blue art 5,5,0; X red inf 5,{y},180; wood 4,7 6,9")).no_shot("A", "X");
    assert!(at("8.0").is_empty());
    assert_eq!(at("8.1"), ["BL-FIR-11", "BL-LOF-09"]);
}

#[test]
fn bl_lof_10_such_fire_is_obstructed() {
    let field = fire("A blue art 5,5,0; X red inf 5,8,180; wood 4,7 6,9");
    let plan = field.plan("A", "X");
    assert!(plan.obstructed && plan.dice == 3);
    assert!(plan.rules().contains(&"BL-SHO-12".to_owned()));
}

#[test]
fn bl_lof_11_range_is_the_length_of_the_shortest_line() {
    let field = fire("A blue inf 5,5,0; X red inf 6.4,6,180");
    assert!(near(line(&field, "A", "X").shortest.length, 1.345));
    assert!(near(f64::from(field.plan("A", "X").range), 1.345));
}

#[test]
fn bl_lof_11_a_shorter_way_that_is_blocked_does_not_count() {
    // A friend before the middle of the target: (5,6.5) is hidden, its corners are not.
    let field = fire("A blue art 5,5,0; B blue inf 5.4,6.5,0; X red inf 5,7,180");
    // The friend's left side x = 4.9 from y 5.5 to 6.5: lines pass it at (4.9,5.5), to (4.6,7).
    assert!(near(line(&field, "A", "X").shortest.length, libm::sqrt(4.0 + 0.16)));
}

#[test]
fn bl_lof_12_infantry_shoots_2_bw() {
    let at = |y: &str| fire(&format!("A blue inf 5,5,0; X red inf 5,{y},180")).no_shot("A", "X");
    assert!(at("7").is_empty());
    assert_eq!(at("7.01"), ["BL-LOF-12"]);
}

#[test]
fn bl_lof_13_and_14_volleys_reach_1_bw_and_beyond_it_infantry_skirmishes() {
    let at = |y: &str| fire(&format!("A blue inf 5,5,0; X red inf 5,{y},180")).plan("A", "X").rules();
    assert!(at("6").is_empty());
    assert_eq!(at("6.01"), ["BL-SHO-05"]);
}

#[test]
fn bl_lof_14_skirmishing_is_beyond_1_bw() {
    let plan = fire("A blue inf 5,5,0 elan=6; X red inf 5,6.01,180").plan("A", "X");
    assert_eq!((plan.dice, plan.rules()), (3, vec!["BL-SHO-05".to_owned()]));
}

#[test]
fn bl_lof_15_artillery_shoots_8_bw() {
    let at = |y: &str| fire(&format!("A blue art 5,2,0; X red inf 5,{y},180")).no_shot("A", "X");
    assert!(at("10").is_empty());
    assert_eq!(at("10.01"), ["BL-FIR-11", "BL-LOF-15"]);
}

#[test]
fn bl_lof_16_short_range_of_artillery_is_2_bw() {
    let at = |y: &str| fire(&format!("A blue art 5,5,0; X red inf 5,{y},180")).plan("A", "X").bonus;
    assert!(at("7"));
    assert!(!at("7.01"));
}

#[test]
fn bl_lof_17_a_line_needs_room_between_two_units() {
    // The friend covers x 3.8–4.8, y 6–7; enemy 1 x 5.2–6.2 from y 7 on (0.40 away), then from 7.4 (0.566).
    let with = |y: &str| {
        let text = format!("A blue art 5,5,0; F blue inf 4.3,7,0; E red inf 5.7,{y},180; X red inf 5,10,180");
        fire(&text).no_shot("A", "X")
    };
    assert!(with("7").contains(&"BL-LOF-17".to_owned()));
    assert!(!with("7").contains(&"BL-FIR-11".to_owned()), "it is seen");
    assert!(with("7.4").is_empty());
}

#[test]
fn bl_lof_18_friends_and_enemies_alike_are_the_sides_of_a_gap() {
    for (f, e) in [("blue", "blue"), ("red", "red"), ("red", "blue")] {
        let text =
            format!("A blue art 5,5,0; F {f} inf 4.3,7.2,0; E {e} inf 5.7,7.1,180; X red inf 5,10,180");
        assert!(fire(&text).no_shot("A", "X").contains(&"BL-LOF-17".to_owned()));
    }
}

#[test]
fn bl_lof_19_a_narrow_gap_between_woods_obstructs() {
    let woods = "wood 3,7 4.8,8; wood 5.2,7 7,8";
    let at = |y: &str| fire(&format!("A blue art 5,5,0; X red inf 5,{y},180; {woods}"));
    assert!(at("8").no_shot("A", "X").is_empty());
    assert!(at("8").plan("A", "X").obstructed);
    assert!(at("8.2").no_shot("A", "X").contains(&"BL-LOF-19".to_owned()));
}

#[test]
fn bl_lof_20_half_a_bw_is_room_enough() {
    let field = fire("A blue art 5,5,0; X red inf 5,8.2,180; wood 3,7 4.75,8; wood 5.25,7 7,8");
    assert!(field.no_shot("A", "X").is_empty());
    assert!(!field.plan("A", "X").obstructed);
    // Units 3.75–4.75 and 5.25–6.25.
    let units = fire("A blue art 5,5,0; F blue inf 4.25,8,0; E blue inf 5.75,8,0; X red inf 5,10,180");
    assert!(units.no_shot("A", "X").is_empty());
}

#[test]
fn bl_lof_21_infantry_does_not_shoot_through_a_narrow_gap_beside_terrain() {
    let with =
        |woods: &str| fire(&format!("A blue inf 5,5,0; X red inf 5,6.6,180; {woods}")).no_shot("A", "X");
    assert!(with("wood 3,5.5 4.8,6.5; wood 5.2,5.5 7,6.5").contains(&"BL-LOF-21".to_owned()));
    assert!(with("wood 3,5.5 4.75,6.5; wood 5.25,5.5 7,6.5").is_empty());
}

#[test]
fn bl_lof_22_it_never_passes_a_crest_line() {
    let field = fire("A blue art 5,5,0; X red inf 5,11,180; hill 2,8 8,12 crest 2,9 8,9");
    assert_eq!(field.no_shot("A", "X"), ["BL-FIR-11", "BL-LOF-22"]);
}

#[test]
fn bl_lof_22_but_one_that_its_target_or_its_shooter_is_at() {
    // 0.04 beyond the crest line is at it (BL-AMB-09), 0.06 is not.
    let hill = "hill 2,4 8,12 crest 2,9 8,9";
    let at = |y: &str| fire(&format!("A blue art 5,5,0; X red inf 5,{y},180; {hill}")).no_shot("A", "X");
    assert!(at("9.04").is_empty());
    assert_eq!(at("9.06"), ["BL-FIR-11", "BL-LOF-22"]);
    let from = |y: &str| fire(&format!("A blue art 5,{y},0; X red inf 5,12,180; {hill}")).no_shot("A", "X");
    assert!(from("8.96").is_empty());
    assert_eq!(from("8.94"), ["BL-FIR-11", "BL-LOF-22"]);
}

#[test]
fn bl_lof_23_parts_that_hang_over_the_river_may_be_hit() {
    // On a bridge x 4.8–5.2; its right flank x = 5.5 is over the water.
    let field =
        fire("A blue art 8,6.5,270; X red inf 5,7,0; minor 0,6.5 7,6.5 w=0.3; crossing 5,6.5,0 w=0.3 l=0.4");
    assert!(field.no_shot("A", "X").is_empty());
    let shortest = line(&field, "A", "X").shortest;
    assert!(near(shortest.to.x, 5.5) && near(shortest.to.y, 6.5));
}
