//! MOM – momentum.

use crate::step::Step;
use crate::testing::field;
use umpire::{Seat, Viewer};

#[test]
fn bl_mom_04_the_roller_sees_the_dice_and_the_limited_side_does_not() {
    let field = field("A blue inf 5,5,0; X red inf 5,12,180; momentum 4,5,3");
    let limit = |seat| field.battle.known(Viewer::Seat(seat)).state().limit.get().cloned();
    assert_eq!(limit(Seat::FIRST), None);
    assert_eq!(limit(Seat::SECOND), Some(vec![4, 5, 3]));
}

#[test]
fn bl_mom_11_the_dice_are_shown_when_the_phase_ends() {
    let mut field = field("A blue inf 5,5,0; X red inf 5,12,180; momentum 4,5,3");
    field.play(&[Step::EndPhase], &[]);
    let limit = field.battle.known(Viewer::Seat(Seat::FIRST)).state().limit.get().cloned();
    assert_eq!(limit, Some(vec![4, 5, 3]));
}
