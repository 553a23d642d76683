//! HIT – effect of fire.

use crate::state::{Left, Phase};
use crate::step::Step;
use crate::testing::{Field, field};

fn fire(text: &str) -> Field {
    field(&format!("{text}; turn 1 fire"))
}

fn left(field: &Field, unit: &str) -> Option<Left> {
    let id = field.id(unit);
    field.truth().gone.iter().find(|gone| gone.unit.id == id).map(|gone| gone.how)
}

/// Who has to retreat from fire.
fn retreating(field: &Field) -> Vec<umpire::PieceId> {
    match field.truth().phase {
        Phase::FireRetreats { left, .. } => left,
        _ => Vec::new(),
    }
}

#[test]
fn bl_hit_01_hits_of_several_shooters_add_up() {
    let mut field = fire("A blue inf 4.5,5,0 elan=2; B blue inf 5.5,5,0 elan=2; X red inf 5,6,180 elan=6");
    field.shoot("A", "X", &[6, 1]);
    field.shoot("B", "X", &[6, 6]);
    field.end_fire();
    assert_eq!(field.unit("X").current(), Some(3));
}

#[test]
fn bl_hit_02_hits_are_applied_when_all_have_shot() {
    let mut field =
        fire("A blue inf 5.8,5,0 elan=1; B blue art 5,3,0; X red inf 5,6,180 elan=1; Y red inf 5,9,180");
    field.shoot("A", "X", &[6]);
    assert_eq!(field.unit("X").current(), Some(1));
    // The doomed unit still hides what is behind it.
    assert_eq!(field.no_shot("B", "Y"), ["BL-FIR-11", "BL-LOF-04"]);
    field.end_fire();
    assert_eq!(left(&field, "X"), Some(Left::Broken));
}

#[test]
fn bl_hit_03_each_hit_is_a_fatigue() {
    for arm in ["inf", "cav"] {
        let mut field = fire(&format!("A blue art 5,5,0; X red {arm} 5,9,180 elan=5"));
        field.shoot("A", "X", &[6, 6, 5, 1, 1]);
        field.end_fire();
        assert_eq!(field.unit("X").current(), Some(3));
    }
}

#[test]
fn bl_hit_04_without_elan_a_unit_is_broken() {
    for faces in [[6, 6, 1, 1, 1], [6, 6, 6, 6, 6]] {
        let mut field = fire("A blue art 5,5,0; X red inf 5,9,180 elan=2");
        field.shoot("A", "X", &faces);
        field.end_fire();
        assert_eq!(left(&field, "X"), Some(Left::Broken));
        assert_eq!(field.truth().broken, [0, 1]);
    }
}

#[test]
fn bl_hit_05_artillery_with_one_hit_retreats() {
    let mut field = fire("A blue art 5,5,0; X red art 5,9,180");
    field.shoot("A", "X", &[6, 1, 1]);
    assert!(retreating(&field).is_empty());
    field.end_fire();
    assert_eq!(retreating(&field), [field.id("X")]);
}

#[test]
fn bl_hit_06_artillery_with_two_hits_retires() {
    let mut field = fire("A blue art 4.5,5,0; B blue art 5.5,5,0; X red art 5,9,180");
    field.shoot("A", "X", &[6, 1, 1]);
    field.shoot("B", "X", &[1, 1, 6]);
    field.end_fire();
    assert_eq!(left(&field, "X"), Some(Left::Retired));
    assert!(retreating(&field).is_empty());
}

#[test]
fn bl_hit_07_fire_never_breaks_artillery() {
    let mut field = fire("A blue art 4.5,5,0; B blue art 5.5,5,0; X red art 5,9,180");
    field.shoot("A", "X", &[6, 6, 6]);
    field.shoot("B", "X", &[6, 6, 1]);
    field.end_fire();
    assert_eq!(left(&field, "X"), Some(Left::Retired));
    assert_eq!((field.truth().broken, field.truth().retired), ([0, 0], [0, 1]));
}

#[test]
fn bl_hit_08_a_concealed_target_is_revealed_by_a_hit_and_by_nothing_less() {
    for (face, revealed) in [(6, true), (5, false)] {
        let mut field = fire("A blue art 5,5,0; X red inf 5,9,180 concealed");
        field.shoot("A", "X", &[face, 1, 1]);
        assert_eq!(field.unit("X").revealed(), revealed);
    }
}

#[test]
fn bl_hit_03_who_ends_the_phase_sees_beforehand_what_the_hits_do() {
    let text = "A blue art 5,5,0; B blue art 9,5,0; X red inf 5,9,180 elan=4; Y red art 9,9,180; turn 1 fire";
    let mut field = field(text);
    field.shoot("A", "X", &[6, 6, 1, 1, 1]);
    // Half the dice at artillery (BL-SHO-13).
    field.shoot("B", "Y", &[6, 1, 1]);
    let after = field.judge(&[Step::EndPhase]).unwrap().after;
    let unit = |name: &str| after.state().unit(field.id(name)).unwrap();
    assert_eq!(unit("X").current(), Some(2));
    assert_eq!(unit("Y").pose, field.unit("Y").pose, "where it retreats to is not decided yet");
    // Nothing is applied twice: what is drafted is not what is played.
    field.play(&[Step::EndPhase], &[]);
    assert_eq!(field.unit("X").current(), Some(2));
}
