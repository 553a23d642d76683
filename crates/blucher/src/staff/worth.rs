//! What a state is worth to a side.

use super::assault::combats;
use super::chances::value;
use super::picture::{Brigade, Picture};
use super::stand::HELD;
use crate::card::Arm;
use crate::state::{Phase, Side, State, enemy};

/// A battle that is won or lost.
const WON: i64 = 1_000_000;
/// What the whole of an army's morale is worth; it is lost faster and faster.
const MORALE: f64 = 40.0;
/// How much a unit's place counts beside what it is.
const PLACE: f64 = 0.7;

/// What a state is worth to a side, in thousandths of a hit.
pub(super) fn worth(state: &State, side: Side) -> i64 {
    if let Phase::Over(outcome) = &state.phase {
        return match outcome.winner {
            None => 0,
            Some(winner) => {
                if winner == side {
                    WON
                } else {
                    -WON
                }
            }
        };
    }
    let (ours, theirs) = (army(state, side), army(state, enemy(side)));
    let fights = if state.active == side { combats(state) } else { -combats(state) };
    let fights =
        if matches!(state.phase, Phase::Movement { .. } | Phase::Fire { .. }) { fights } else { 0.0 };
    libm::round((ours - theirs + fights) * 1000.0) as i64
}

/// What an army is worth: its units, their places, its morale, its objectives.
fn army(state: &State, side: Side) -> f64 {
    let picture = Picture::new(state, side);
    let units = picture.own.iter().map(|unit| strength(unit) + PLACE * place(&picture, unit)).sum::<f64>();
    let held = state.objectives.iter().filter(|o| o.control == Some(side)).count() as f64;
    units + held * HELD - spent(state, side)
}

fn strength(unit: &Brigade) -> f64 {
    match unit.arm {
        Arm::Artillery => 1.0 + 0.8 * f64::from(unit.now),
        _ => value(f64::from(unit.now)),
    }
}

fn place(picture: &Picture, unit: &Brigade) -> f64 {
    if unit.fighting { 0.0 } else { picture.stand(unit, unit.spot, !unit.moved) }
}

/// What broken units cost: an army that has lost half of its morale is worse off than by half.
fn spent(state: &State, side: Side) -> f64 {
    let counted = |unit: &&crate::state::Unit| unit.arm.get() != Some(&Arm::Artillery);
    let army = state.of_side(side).filter(counted).count()
        + state.gone.iter().filter(|gone| gone.unit.side == side).count();
    let morale = state.morale[usize::from(side)].get().map_or(army.div_ceil(3), |m| usize::from(*m)).max(1);
    let part = f64::from(state.broken[usize::from(side)]) / morale as f64;
    MORALE * part * part
}
