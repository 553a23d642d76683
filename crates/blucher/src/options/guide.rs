//! The first turn of somebody who never played: what to know just now. What a hand does is the page's to say.

use crate::Blucher;
use crate::activation;
use crate::event::{people, side_name};
use crate::state::{Activation, Method, Phase, State};
use umpire::{Hints, Known, Sentence};

/// So many turns, of both sides, are shown how to move …
const MOVING: u8 = 2;
/// … and so many how to shoot: the armies begin too far from one another.
const SHOOTING: u8 = 8;

/// What to know just now, told by the hints that are there already.
pub(super) fn guide(known: &Known<Blucher>, hints: &Hints<crate::step::Step>) -> Sentence {
    let state = known.state();
    if state.offer {
        return "".into();
    }
    match &state.phase {
        Phase::Movement { .. } if state.turn <= MOVING => moving(state, hints),
        Phase::Fire { .. } if state.turn <= SHOOTING && !hints.strikes.is_empty() => {
            "An enemy is in range. Each of your units that did not move, or that is mobile, may shoot once."
                .into()
        }
        _ => "".into(),
    }
}

fn moving(state: &State, hints: &Hints<crate::step::Step>) -> Sentence {
    match &state.activation {
        // BL-ACT-29: whether it stands together is asked before anybody has moved.
        Some(activation) if activation.ordered.is_empty() => {
            if activation::force_stands(state, activation).is_err() {
                return naming(activation);
            }
            "The force is named; now its units get their orders. Distances are in BW, the width of a card.".into()
        }
        Some(activation) if activation.force.iter().all(|unit| activation.ordered.contains(unit)) => {
            "Every unit of the force has its order.".into()
        }
        Some(_) => "Order the others too, or leave them: they stay where they are.".into(),
        None if !state.of_side(state.active).any(|unit| unit.activated) => {
            let (side, place) = (people(&side_name(state, state.active)), place(state, state.active));
            let corps = format!(
                "Choose a corps: its units get their orders together, for 1 momentum each. {}",
                momentum(state.mo_dice)
            );
            let next = if hints.plans.is_empty() { hints.about.as_ref() } else { corps.as_str() };
            format!("You command {side}, {place}. {next}").into()
        }
        None if hints.plans.is_empty() => format!("{} When nothing more is to be moved, end the phase.", hints.about).into(),
        None => "You may move the other corps as well, as long as your momentum lasts; nobody tells you how long. \
                 Then end the phase."
            .into(),
    }
}

/// BL-MOM-01 to -03, BL-MOM-09: how much momentum there may be.
fn momentum(dice: u8) -> String {
    let number = match dice {
        1 => return "Your momentum: one secret die.".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        more => more.to_string(),
    };
    // Several dice add up to something near 3½ for each.
    format!("Your momentum: {number} secret dice, mostly about {}.", u32::from(dice) * 7 / 2)
}

/// A force that is not whole yet.
fn naming(activation: &Activation) -> Sentence {
    match activation.method {
        Method::Command(_) => {
            "The commander stands on the table. Choose who goes with him: units in his circle join, the others are \
             too far away."
                .into()
        }
        _ => "Name the units that go together: two or more of the corps, each within 1 BW of another.".into(),
    }
}

/// Where on the map a side stands, north being at the top.
fn place(state: &State, side: u8) -> &'static str {
    let (width, depth) = state.field.ground().border().size();
    let (mut x, mut y, mut count) = (0i64, 0i64, 0i64);
    for unit in state.of_side(side) {
        (x, y, count) = (x + i64::from(unit.pose.at.x), y + i64::from(unit.pose.at.y), count + 1);
    }
    let (wide, deep) = (i64::from(width) * count, i64::from(depth) * count);
    // Distances from the four edges, all multiplied by width, depth and count so that they stay whole numbers.
    let edges = [
        (y * i64::from(width), "at the foot of the map"),
        ((deep - y) * i64::from(width), "at the top of the map"),
        (x * i64::from(depth), "on the left of the map"),
        ((wide - x) * i64::from(depth), "on the right of the map"),
    ];
    edges.into_iter().min_by_key(|(far, _)| *far).map_or("", |(_, words)| words)
}
