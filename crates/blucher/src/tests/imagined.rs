//! Worlds that agree with what a seat knows.

use crate::card::Arm;
use crate::knowledge::imagine;
use crate::state::{Phase, State};
use crate::testing::{field, row};
use dice::{Dice, Faces, NeedsDice, Why};
use std::collections::VecDeque;
use umpire::{Seat, Viewer};

/// Dice that show these faces, and picks.
struct Script {
    rolls: VecDeque<Vec<u32>>,
    picks: VecDeque<u32>,
}

impl Dice for Script {
    fn roll(&mut self, _: Why, count: u8, _: u32) -> Result<Faces, NeedsDice> {
        let faces = self.rolls.pop_front().unwrap();
        assert_eq!(faces.len(), usize::from(count));
        Ok(faces.into_iter().collect())
    }

    fn pick(&mut self, _: Why, from: u32) -> Result<u32, NeedsDice> {
        let pick = self.picks.pop_front().unwrap();
        assert!(pick < from);
        Ok(pick)
    }
}

/// What blue imagines of a position, with these rolls and picks.
fn world(text: &str, change: impl FnOnce(&mut State), rolls: &[[u32; 3]], picks: &[u32]) -> State {
    let field = field(text);
    let mut known = field.battle.known(Viewer::Seat(Seat::FIRST)).state().clone();
    change(&mut known);
    let mut script = Script {
        rolls: rolls.iter().map(|faces| faces.to_vec()).collect(),
        picks: picks.iter().copied().collect(),
    };
    let world = imagine(&known, &mut script);
    assert!(script.rolls.is_empty() && script.picks.is_empty(), "all are used");
    world
}

fn spent(current: u8) -> impl FnOnce(&mut State) {
    move |state| state.phase = Phase::Movement { current, individual: false }
}

const OPEN: &str = "A blue inf 5,5,0; X red inf 5,12,180";

#[test]
fn bl_mom_04_an_imagined_limit_is_above_what_was_spent() {
    // At 6 of 6 the phase would be over (BL-MOM-09), so a sum of 6 is no possible limit.
    let imagined = world(OPEN, spent(6), &[[1, 1, 1], [2, 2, 2], [3, 2, 2]], &[]);
    assert_eq!(*imagined.limit.truth(), [3, 2, 2]);
    let first = world(OPEN, spent(0), &[[1, 1, 1]], &[]);
    assert_eq!(*first.limit.truth(), [1, 1, 1]);
}

#[test]
fn bl_con_01_a_concealed_unit_may_be_of_any_arm() {
    let text = "A blue inf 5,5,0; X red inf 5,12,180 concealed";
    let card = |picks: &[u32]| {
        let world = world(text, spent(0), &[[6, 6, 6]], picks);
        let unit = world.units.iter().find(|unit| unit.side == 1).unwrap().clone();
        assert_eq!(unit.arm.truth(), &unit.card.truth().arm);
        (*unit.arm.truth(), unit.card.truth().track.clone(), unit.card.truth().full)
    };
    assert_eq!(card(&[0]), (Arm::Artillery, vec![5, 4, 4, 3, 2, 2], 20_000));
    assert_eq!(card(&[1, 0]), (Arm::Cavalry, vec![4, 3, 2, 1], 40_000));
    assert_eq!(card(&[2, 2]), (Arm::Cavalry, vec![6, 5, 4, 3, 2, 1], 40_000));
    assert_eq!(card(&[3, 3]), (Arm::Infantry, vec![7, 6, 5, 4, 3, 2, 1], 20_000));
}

#[test]
fn bl_mor_01_an_imagined_morale_is_that_of_the_army() {
    // Red: four infantry and three batteries give morale ⌈4 ÷ 3⌉ = 2; blue's own seven are another army.
    let guns = "X red art 5,12,180; Y red art 7,12,180; Z red art 9,12,180";
    let red = "B red inf 3,14.5,180; C red inf 5,14.5,180; D red inf 7,14.5,180; E red inf 9,14.5,180";
    let text = format!("{}; {guns}; {red}", row("I", 7, 2.));
    let world = world(&text, spent(0), &[[6, 6, 6]], &[]);
    assert_eq!((*world.morale[0].truth(), *world.morale[1].truth()), (3, 2));
}

#[test]
fn bl_vic_03_an_army_bears_what_it_had_lost_when_the_battle_was_set_up() {
    // Red: four infantry; MO dice are 6, 6, 6.
    let text =
        "A blue inf 5,5,0; X red inf 3,12,180; Y red inf 5,12,180; Z red inf 7,12,180; W red inf 9,12,180";
    let red = |change: &dyn Fn(&mut State)| {
        let changed = |state: &mut State| {
            spent(0)(state);
            change(state);
        };
        *world(text, changed, &[[6, 6, 6]], &[]).morale[1].truth()
    };
    assert_eq!(red(&|_| ()), 2, "⌈4 ÷ 3⌉");
    assert_eq!(red(&|state| state.broken[1] = 2), 3, "two more: ⌈6 ÷ 3⌉ is 2, but two broken were borne");
    assert_eq!(red(&|state| state.broken[1] = 8), 9);
    assert_eq!(red(&|state| state.broken[1] = 255), 255, "there is no more");
    assert_eq!(red(&|state| state.retired[1] = 5), 3, "⌈9 ÷ 3⌉");
    // Who breaks in this battle is one of the four.
    let breaks = |state: &mut State| {
        let one = state.of_side(1).next().unwrap().id;
        crate::movement::remove(state, one, crate::state::Left::Broken);
    };
    assert_eq!(red(&breaks), 2);
}
