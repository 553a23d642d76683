//! What a state is worth to a side: the logarithm of its odds to win, as a sum of marks by weights that were fitted
//! to the ends of many battles.

use super::picture::{Picture, bw, morale};
use super::posture::Posture;
use crate::card::Arm;
use crate::state::{Phase, Side, State, enemy};

/// A battle that is won or lost.
const WON: i64 = 20_000;
/// So many turns before nightfall objectives begin to count more.
const DUSK: f64 = 14.0;

/// How many marks there are.
pub const MARKS: usize = 28;

/// What each mark counts, in thousandths of the logarithm of odds: the mean of two fits, to 2,160 and 2,916 battles, by
/// the example `tune` of the computer players. On other battles each foretells the end with a loss of 0.63, where a coin
/// has 0.69; together they play better than either. Single weights say little, for the marks go together; their sum does.
///
/// One thing was changed by hand: strength around objectives counts at noon already, and but little more at dusk. In the
/// battles that were fitted both armies made for the objectives anyway, so that nothing told what it costs to leave
/// them to the enemy.
const WEIGHTS: [f64; MARKS] = [
    -48.9, 151.3, -667.5, 419.8, 53.3, -864.7, -25.1, -2801.2, -4314.6, -28.6, -660.5, 1245.2, 12.7, 212.5,
    90.1, 214.2, 144.5, 0.1, 19.8, 47.9, 1204.4, 368.9, 4324.5, -3069.8, 3732.1, -6236.9, 19.5, 875.1,
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
    let contest = contest(&picture);
    let elan = picture.own.iter().map(|unit| if guns(unit.arm) { 1.0 } else { f64::from(unit.now) + 1.0 });
    let strength = libm::log(elan.sum::<f64>() + 1.0);
    let hazard = -1.0 / ((1.0 - broken).max(0.0) * morale + 0.7);
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
        contest,
        contest * dusk,
        strength,
        strength * dusk,
        hazard,
        hazard * dusk,
        whole,
        held * dusk * dusk,
    ]
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

/// The side's part of the strength around objectives, on average.
fn contest(picture: &Picture) -> f64 {
    let near = |all: &[super::picture::Brigade], at| {
        let near = |unit: &super::picture::Brigade| (1.0 - unit.spot.middle().distance(at) / 5.0).max(0.0);
        all.iter()
            .filter(|unit| unit.arm != Arm::Artillery)
            .map(|unit| f64::from(unit.now) * near(unit))
            .sum::<f64>()
    };
    let of = picture.state.objectives.iter().map(|objective| {
        let at = bw(objective.at);
        let (own, foes) = (near(&picture.own, at), near(&picture.foes, at));
        own / (own + foes + 2.0)
    });
    of.sum::<f64>() / picture.state.objectives.len().max(1) as f64
}
