//! AMM – artillery ammunition.

use crate::fire::{may_shoot, shoot};
use crate::testing::{Field, field};
use dice::{Forced, Given, RuleId};
use umpire::Mute;

fn fire(text: &str) -> Field {
    field(&format!("{text}; turn 1 fire"))
}

#[test]
fn bl_amm_01_each_shot_of_artillery_marks_a_box() {
    for y in ["6", "10"] {
        let mut field = fire(&format!("A blue art 5,5,0; X red inf 5,{y},180"));
        field.shoot("A", "X", &[1, 1, 1, 1, 1]);
        assert_eq!(field.unit("A").marks.truth(), &1);
    }
}

#[test]
fn bl_amm_02_the_dice_are_counted_before_the_box_is_marked() {
    let mut field = fire("A blue art 5,5,0; X red inf 5,10,180");
    // Five dice are asked for, not four.
    field.shoot("A", "X", &[1, 1, 1, 1, 1]);
    assert_eq!(field.unit("A").current(), Some(4));
}

#[test]
fn bl_amm_03_artillery_out_of_ammunition_retires_when_all_have_shot() {
    let mut field = fire("A blue art 5,5,0 marks=5; B blue art 5,3,0; X red inf 5,10,180");
    field.shoot("A", "X", &[1, 1]);
    // It is still there and in the way of the other.
    assert_eq!(field.unit("A").current(), Some(0));
    assert_eq!(field.no_shot("B", "X"), ["BL-FIR-11", "BL-LOF-04"]);
    field.end_fire();
    assert!(field.truth().unit(field.id("A")).is_none());
    assert_eq!((field.truth().retired, field.truth().broken), ([1, 0], [0, 0]));
}

#[test]
fn bl_amm_04_infantry_has_no_ammunition_to_spend() {
    let field = fire("A blue inf 5,5,0 elan=1; X red inf 5,6,180");
    let (mut state, a, x) = (field.truth(), field.id("A"), field.id("X"));
    for _ in 0..15 {
        assert_eq!(may_shoot(&state, a, x), Ok(()));
        let mut die = Forced::new(vec![Given::new(RuleId::new("BL-SHO-03"), &[1])]);
        shoot(&mut state, a, x, &mut die, &mut Mute).unwrap();
        assert_eq!(state.unit(a).unwrap().marks.truth(), &0);
        state.unit_mut(a).unwrap().fired = false;
    }
}
