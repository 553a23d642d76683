//! Victory and defeat (VIC): four checks in a fixed order, and concession.

use crate::event::{people, side_name};
use crate::state::{Side, State};
use umpire::{Outcome, RuleId};

/// BL-VIC-01, BL-VIC-02: the first criterion that is met ends the battle.
pub fn check(state: &State) -> Option<Outcome> {
    morale(state).or_else(|| retirement(state)).or_else(|| special(state)).or_else(|| nightfall(state))
}

fn won(state: &State, winner: Side, rule: &str, why: &str) -> Outcome {
    let sentence = format!("Victory for {}: {why}", people(&side_name(state, winner))).into();
    Outcome { winner: Some(winner), rule: RuleId::new(rule), sentence }
}

/// BL-VIC-03, BL-MOR-07: the active side's morale collapses when as many units are broken as it has morale.
fn morale(state: &State) -> Option<Outcome> {
    let side = usize::from(state.active);
    let collapsed = state.broken[side] >= *state.morale[side].truth();
    collapsed.then(|| won(state, state.passive(), "BL-VIC-03", "the enemy's army morale has collapsed"))
}

/// BL-VIC-05, BL-VIC-06: the active side has more units retired than on the table.
fn retirement(state: &State) -> Option<Outcome> {
    let on_table = state.of_side(state.active).count();
    let retired = usize::from(state.retired[usize::from(state.active)]);
    (retired > on_table).then(|| {
        won(state, state.passive(), "BL-VIC-05", "the enemy has more units retired than on the table")
    })
}

/// BL-VIC-07, BL-VIC-08, BL-AMB-242: a scenario's special objectives, the passive side first.
fn special(state: &State) -> Option<Outcome> {
    let special = state.special?;
    let holds = |side: Side| {
        let held = state.objectives.iter().filter(|o| o.special && o.control == Some(side)).count();
        special.side.is_none_or(|only| only == side) && held >= usize::from(special.needed)
    };
    let winner = [state.passive(), state.active].into_iter().find(|side| holds(*side))?;
    Some(won(state, winner, "BL-VIC-07", "the special objectives are held"))
}

/// BL-VIC-09 to -11, BL-AMB-243: after the last turn who controls all objectives wins; otherwise it is a draw.
fn nightfall(state: &State) -> Option<Outcome> {
    if state.turn < state.turns {
        return None;
    }
    let all =
        |side: Side| !state.objectives.is_empty() && state.objectives.iter().all(|o| o.control == Some(side));
    let winner = [0, 1].into_iter().find(|side| all(*side));
    let win = |winner| won(state, winner, "BL-VIC-10", "all objectives are held at nightfall");
    Some(winner.map_or_else(draw, win))
}

fn draw() -> Outcome {
    let sentence = "Nightfall: nobody controls all objectives, a draw".into();
    Outcome { winner: None, rule: RuleId::new("BL-VIC-11"), sentence }
}

/// BL-VIC-14: an accepted concession: the passive side wins.
pub fn conceded(state: &State) -> Outcome {
    won(state, state.passive(), "BL-VIC-14", "the enemy concedes")
}
