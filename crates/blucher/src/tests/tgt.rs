//! TGT – target priority.

use crate::fire::{choices, may_shoot};
use crate::sight::Eyes;
use crate::state::{Contact, State};
use crate::testing::{Field, field};
use proptest::prelude::*;
use table::rect::Edge;
use umpire::PieceId;

fn fire(text: &str) -> Field {
    field(&format!("{text}; turn 1 fire"))
}

#[test]
fn bl_tgt_01_artillery_shoots_at_its_closest_target_within_2_bw() {
    let with = |y: &str| fire(&format!("A blue art 5,5,0; X red inf 4,{y},180; Y red inf 6,9,180"));
    // X is at √(0.25 + 1.9²) = 1.965, then at √(0.25 + 2²) = 2.06.
    assert!(with("6.9").no_shot("A", "X").is_empty());
    assert_eq!(with("6.9").no_shot("A", "Y"), ["BL-TGT-01"]);
    assert!(with("7").no_shot("A", "Y").is_empty());
}

#[test]
fn bl_tgt_02_beyond_it_artillery_chooses_freely() {
    let field = fire("A blue art 5,5,0; X red inf 4.4,9.3,180; Y red inf 5.6,9.4,180");
    assert!(field.no_shot("A", "X").is_empty());
    assert!(field.no_shot("A", "Y").is_empty());
}

#[test]
fn bl_tgt_03_infantry_shoots_at_its_closest_target() {
    let field = fire("A blue inf 5,5,0; X red inf 4.5,5.9,180; Y red inf 5.6,6.5,180");
    assert!(field.no_shot("A", "X").is_empty());
    assert_eq!(field.no_shot("A", "Y"), ["BL-TGT-03"]);
}

#[test]
fn bl_tgt_04_units_that_are_no_legal_targets_do_not_count() {
    let field = fire("A blue inf 5,5,0; B blue inf 4,6.4,90; X red inf 4.5,5.9,180; Y red inf 5.6,6.5,180");
    let contact =
        Contact { attacker: field.id("B"), defender: field.id("X"), edge: Edge::Right, from_crest: None };
    assert!(field.no_shot_if("A", "Y", |state| state.contacts.push(contact)).is_empty());
}

#[test]
fn bl_tgt_05_of_equal_ranges_the_shooter_chooses() {
    let with = |y: &str| fire(&format!("A blue inf 5,5,0; X red inf 4.5,6.4,180; Y red inf 5.5,{y},180"));
    for target in ["X", "Y"] {
        assert!(with("6.405").no_shot("A", target).is_empty());
    }
    assert_eq!(with("6.42").no_shot("A", "Y"), ["BL-TGT-03"]);
}

#[test]
fn bl_tgt_06_a_unit_sure_to_break_remains_a_target() {
    let mut field = fire(
        "A blue inf 4.5,5,0 elan=2; B blue inf 5.5,5,0; X red inf 5,5.9,180 elan=1; Y red inf 6.2,6.5,180",
    );
    field.shoot("A", "X", &[6, 6]);
    assert!(field.no_shot("B", "X").is_empty());
    assert_eq!(field.no_shot("B", "Y"), ["BL-TGT-03"]);
}

/// Units in cells of 2 BW, so that none stands on another.
fn random_units() -> impl Strategy<Value = String> {
    let unit = (0..2_u8, 0..2_u8, 0..100_u32, 0..100_u32, 0..360_u32);
    prop::collection::vec(unit, 25).prop_map(|units| {
        let line = |(i, (side, arm, x, y, heading)): (usize, &(u8, u8, u32, u32, u32))| {
            // The centre of the footprint lies within 0.25 of the middle of its cell: radius 0.71.
            let centre = |cell: usize, off: u32| 2.0 + 2.0 * cell as f64 + f64::from(off) / 200.0 - 0.25;
            let angle = f64::from(*heading).to_radians();
            let x = centre(i % 5, *x) + libm::sin(angle) * 0.5;
            let y = centre(i / 5, *y) + libm::cos(angle) * 0.5;
            let (side, arm) = (["blue", "red"][usize::from(*side)], ["inf", "art"][usize::from(*arm)]);
            format!("U{i} {side} {arm} {x:.4},{y:.4},{heading}")
        };
        let lines: Vec<String> = units.iter().enumerate().map(line).collect();
        lines.join("; ") + "; wood 3,3 5,4; urban 7,7,20; hill 5,8 9,11 crest 5,9 9,9; turn 1 fire"
    })
}

/// What is offered, and what is accepted.
fn offered_and_accepted(state: &State, unit: PieceId) -> (Vec<PieceId>, Vec<PieceId>) {
    let eyes = Eyes::new(state);
    let shooter = state.unit(unit).unwrap();
    let may = crate::fire::may_fire(state, shooter).is_ok();
    let offered = choices(state, shooter, &eyes).into_iter().filter(|_| may).map(|t| t.id).collect();
    let accepted = state.of_side(1).map(|u| u.id).filter(|id| may_shoot(state, unit, *id).is_ok()).collect();
    (offered, accepted)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_shot_is_offered_if_and_only_if_it_is_accepted(text in random_units()) {
        let state = field(&text).truth();
        for unit in state.of_side(0) {
            let (offered, accepted) = offered_and_accepted(&state, unit.id);
            prop_assert_eq!(offered, accepted);
        }
    }
}
