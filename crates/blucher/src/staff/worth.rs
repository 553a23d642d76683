//! What a state is worth to a side: the logarithm of its odds to win, as a sum of marks by weights that were fitted
//! to the ends of many battles.

use super::doctrine::Posture;
use super::picture::{Picture, bw};
use crate::card::Arm;
use crate::state::{Phase, Side, State, enemy};

/// A battle that is won or lost.
const WON: i64 = 20_000;
/// So many turns before nightfall objectives begin to count more.
const DUSK: f64 = 14.0;

/// How many marks there are.
pub const MARKS: usize = 20;

/// What each mark counts, in thousandths of the logarithm of odds: the mean of three fits to 200 battles each, by
/// the example `tune` of the computer players. The fits differ widely; marks whose mean has the wrong sign (guns,
/// objectives held, the way to them) count nothing.
const WEIGHTS: [f64; MARKS] = [
    181.5, 0.0, -1066.0, 244.9, 122.7, -2398.4, -783.7, -575.1, -3721.4, 0.0, 938.7, 1240.0, 0.0, 317.7,
    187.9, 105.3, 35.8, -89.3, -60.3, 58.0,
];

/// What a state is worth to a side.
pub(super) fn worth(state: &State, side: Side) -> i64 {
    if let Phase::Over(outcome) = &state.phase {
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == side => WON,
            Some(_) => -WON,
        };
    }
    let sum = marks(state, side).iter().zip(WEIGHTS).map(|(mark, weight)| mark * weight).sum::<f64>();
    libm::round(sum).clamp(-12_000.0, 12_000.0) as i64
}

/// What a side has more than its enemy, of everything that counts.
pub fn marks(state: &State, side: Side) -> [f64; MARKS] {
    let (ours, theirs) = (army(state, side), army(state, enemy(side)));
    std::array::from_fn(|n| ours[n] - theirs[n])
}

/// The marks of an army, most of them as parts of its morale, so that small and large battles compare.
fn army(state: &State, side: Side) -> [f64; MARKS] {
    let picture = Picture::new(state, side, &Posture::PLAIN);
    let morale = morale(state, side);
    let broken = f64::from(state.broken[usize::from(side)]) / morale;
    let sum = |of: &dyn Fn(&super::picture::Brigade) -> f64| picture.own.iter().map(of).sum::<f64>() / morale;
    let guns = |arm: Arm| arm == Arm::Artillery;
    let weak = |elan: u8| sum(&|unit| f64::from(u8::from(!guns(unit.arm) && unit.now == elan)));
    let left = f64::from(state.turns.saturating_sub(state.turn));
    let dusk = (1.0 - left / DUSK).max(0.0);
    let all = state.objectives.len().max(1) as f64;
    let held = state.objectives.iter().filter(|o| o.control == Some(side)).count() as f64 / all;
    let whole = if held < 1.0 || state.objectives.is_empty() { 0.0 } else { 1.0 };
    // Whose turn begins can use at once what the other can only hope for.
    let turn = if state.active == side { 1.0 } else { 0.0 };
    let fire = sum(&|unit| picture.best_fire(unit, unit.spot));
    let charge = sum(&|unit| picture.best_charge(unit, unit.spot));
    let danger = sum(&|unit| picture.danger(unit, unit.spot));
    [
        sum(&|unit| if guns(unit.arm) { 0.0 } else { f64::from(unit.now) }),
        sum(&|unit| if guns(unit.arm) { f64::from(unit.now) } else { 0.0 }),
        sum(&|unit| if guns(unit.arm) { 0.0 } else { 1.0 }),
        weak(1),
        weak(2),
        broken,
        broken * broken,
        broken * broken * broken * broken,
        if broken < 1.0 { 0.0 } else { 1.0 },
        held,
        held * dusk,
        whole * dusk * dusk,
        -far(&picture) * dusk,
        fire * turn,
        fire * (1.0 - turn),
        charge * turn,
        charge * (1.0 - turn),
        danger * turn,
        danger * (1.0 - turn),
        turn,
    ]
}

/// How many broken units an army can bear; of an enemy's, what is to be expected.
fn morale(state: &State, side: Side) -> f64 {
    let counted = |unit: &&crate::state::Unit| unit.arm.get() != Some(&Arm::Artillery);
    let gone = state.gone.iter().map(|gone| &gone.unit).filter(|unit| unit.side == side);
    let army = state.of_side(side).chain(gone).filter(counted).count();
    let morale = state.morale[usize::from(side)].get().map_or(army.div_ceil(3), |m| usize::from(*m));
    morale.max(1) as f64
}

/// How far the objectives that the side does not control are from its units, in tens of BW.
fn far(picture: &Picture) -> f64 {
    let ours = Some(picture.side);
    let others = picture.state.objectives.iter().filter(|o| o.control != ours).map(|o| bw(o.at));
    let nearest = others.map(|at| {
        let foot = picture.own.iter().filter(|unit| unit.arm != Arm::Artillery);
        foot.map(|unit| unit.spot.middle().distance(at)).fold(20.0, f64::min)
    });
    nearest.sum::<f64>() / 10.0
}
