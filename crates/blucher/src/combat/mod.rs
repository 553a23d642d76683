//! Combat (CBT, RES): all combats of the turn pass through each step together (BL-AMB-202).
//!
//! Attackers divide their dice, all defenders roll, all attackers roll (BL-CBT-05); then the outcomes, in the
//! order of BL-RES-33: defenders (S1), fatigues of attackers (S2), defenders forced back by infantry (S3),
//! retreats of attackers (S4), ammunition (S5), advances (S6). [`go_on`] carries all that out until somebody
//! must decide. No decision can block it (BL-AMB-255): dice can always be divided, a unit without a way to
//! retreat is broken, and an advance may be declined.

pub mod allocate;
pub mod dice;
pub mod odds;
pub mod outcome;
mod roll;
pub mod who;

use crate::event::{Event, Who, name, names};
use crate::knowledge::to_all;
use crate::refuse::{all, refusal, unless};
use crate::retreat::Retreats;
use crate::state::{Combat, Phase, Stage, State};
use crate::step::Step;
use crate::{advance, retreat, turn};
use ::dice::{Dice, NeedsDice};
pub use allocate::{divide, may_allocate};
pub use roll::scored;
use umpire::{PieceId, Refusal, Tell};

/// The combat phase, while it lasts.
const fn now(state: &mut State) -> Option<&mut Combat> {
    match &mut state.phase {
        Phase::Combat(combat) => Some(combat),
        _ => None,
    }
}

/// BL-CBT-03: begins the combat phase: every contact is resolved. Without one the status phase follows at once.
pub fn begin(state: &mut State, dice: &mut dyn Dice, tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    let attackers = who::attackers(state);
    if attackers.is_empty() {
        return turn::status(state, dice, tell);
    }
    let (left, scores) = (attackers.clone(), Vec::new());
    state.phase = Phase::Combat(Combat { dice: Vec::new(), scores, stage: Stage::Allocate { left } });
    for id in attackers {
        // BL-CBT-22: with one defender, or one division, there is nothing to decide.
        let divisions = state.unit(id).map(|unit| allocate::divisions(state, unit)).unwrap_or_default();
        if let [only] = divisions.as_slice() {
            divide(state, id, only);
        }
    }
    if let Some(stage) = now(state).map(|combat| combat.stage.clone()) {
        enter(state, stage, tell);
    }
    go_on(state, dice, tell)
}

/// An attacker divides its dice.
pub fn allocate(
    state: &mut State,
    unit: PieceId,
    given: &[(PieceId, u8)],
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    divide(state, unit, given);
    go_on(state, dice, tell)
}

/// BL-RES-08: may this defender be dealt with next?
pub fn may_settle(state: &State, unit: PieceId) -> Result<(), Vec<Refusal>> {
    let Phase::Combat(Combat { stage: Stage::Defenders { left, retreating }, .. }) = &state.phase else {
        return Err(vec![refusal("BL-RES-33", "defenders are not being dealt with now")]);
    };
    let side = state.unit(unit).map(|unit| unit.side);
    all([
        unless(side != Some(state.active), || {
            refusal("BL-RES-09", "all defenders must be dealt with before any attacker")
        }),
        retreating.map_or(Ok(()), |first| {
            Err(refusal("BL-RES-08", format!("{} has to retreat first", name(state, first))))
        }),
        unless(left.contains(&unit), || refusal("BL-RES-08", "it is not among the defenders that are left")),
    ])
}

/// The combats to come, in words: who fights whom, or how many fights there are.
pub fn announced(state: &State) -> Option<String> {
    let fight = |defender: PieceId| {
        let attackers: Vec<Who> =
            who::attackers_of(state, defender).map(|unit| Who::known(state, unit.id)).collect();
        format!("{} against {}", names(&attackers), name(state, defender))
    };
    let fights: Vec<String> = who::defenders(state).into_iter().map(fight).collect();
    match fights.len() {
        0 => None,
        1 | 2 => Some(format!("the combat: {}", fights.join("; "))),
        more => Some(format!("combat against {more} units")),
    }
}

/// A defender is dealt with.
pub fn settle(
    state: &mut State,
    unit: PieceId,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    settle_one(state, unit, tell);
    go_on(state, dice, tell)
}

/// S1, BL-RES-08: fatigues of one defender, then its removal or its retreat, then the next.
fn settle_one(state: &mut State, unit: PieceId, tell: &mut impl Tell<Event>) {
    let must_retreat = outcome::suffer(state, unit, tell);
    if let Some(Combat { stage: Stage::Defenders { left, retreating }, .. }) = now(state) {
        left.retain(|id| *id != unit);
        *retreating = must_retreat.then_some(unit);
    }
}

/// Goes on with the combat phase until somebody must decide or it is over.
pub fn go_on(state: &mut State, dice: &mut dyn Dice, tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    while let Some(combat) = now(state) {
        match combat.stage.clone() {
            Stage::Allocate { left } if left.is_empty() => {
                roll::all(state, dice, tell)?;
                let left = who::defenders(state);
                enter(state, Stage::Defenders { left, retreating: None }, tell);
            }
            Stage::Defenders { retreating: Some(unit), .. } => return retreat::must(state, unit, dice, tell),
            Stage::Defenders { left, .. } if left.is_empty() => {
                outcome::attackers_suffer(state, tell);
                let left = outcome::forced_back(state);
                outcome::tell_forced(state, &left, tell);
                enter(state, Stage::Forced { left }, tell);
            }
            Stage::Defenders { left, .. } => match outcome::next_defender(state, &left) {
                Some(next) => settle_one(state, next, tell),
                None => return Ok(()),
            },
            Stage::Forced { left } if left.is_empty() => {
                let left = outcome::still_engaged(state);
                outcome::tell_engaged(state, &left, tell);
                enter(state, Stage::Attackers { left }, tell);
            }
            Stage::Attackers { left } if left.is_empty() => {
                outcome::artillery_marks(state, tell);
                let left = advance::eligible(state);
                enter(state, Stage::Advances { left }, tell);
            }
            Stage::Forced { left } | Stage::Attackers { left } => match left.as_slice() {
                [only] => return retreat::must(state, *only, dice, tell),
                _ => return Ok(()),
            },
            Stage::Advances { .. } if advance::over(state) => return turn::status(state, dice, tell),
            Stage::Advances { left } => match advance::forced(state, &left) {
                Some((unit, length)) => advance::go(state, unit, length, tell),
                None => return Ok(()),
            },
            Stage::Allocate { .. } => return Ok(()),
        }
    }
    Ok(())
}

/// A step begins; one in which nobody does anything is passed over in silence.
fn enter(state: &mut State, stage: Stage, tell: &mut impl Tell<Event>) {
    if !stage.left().is_empty() {
        to_all(tell, Event::Step { stage: stage.clone() });
    }
    if let Some(combat) = now(state) {
        combat.stage = stage;
    }
}

impl Stage {
    /// Who has still something to do in this step.
    pub fn left(&self) -> &[PieceId] {
        match self {
            Self::Allocate { left }
            | Self::Defenders { left, .. }
            | Self::Forced { left }
            | Self::Attackers { left }
            | Self::Advances { left } => left,
        }
    }
}

/// The steps with which the side that is asked in the combat phase can go on, but for the lengths of advances.
pub fn steps(state: &State) -> Vec<Step> {
    let Phase::Combat(combat) = &state.phase else { return Vec::new() };
    let retreats = |unit: PieceId| {
        let bearings = match retreat::legal(state, unit) {
            Retreats::Ways(ways) => ways.iter().map(|way| way.bearing).collect(),
            Retreats::Broken(_) => vec![retreat::NO_WAY],
        };
        bearings.into_iter().map(move |bearing| Step::Retreat { unit, bearing })
    };
    match &combat.stage {
        Stage::Allocate { left } => {
            let attackers = left.iter().filter_map(|id| state.unit(*id));
            attackers
                .flat_map(|unit| {
                    let step = |dice| Step::Allocate { unit: unit.id, dice };
                    allocate::divisions(state, unit).into_iter().map(step)
                })
                .collect()
        }
        Stage::Defenders { retreating: Some(unit), .. } => retreats(*unit).collect(),
        Stage::Defenders { left, .. } => left.iter().map(|unit| Step::Settle { unit: *unit }).collect(),
        Stage::Forced { left } | Stage::Attackers { left } => {
            left.iter().flat_map(|unit| retreats(*unit)).collect()
        }
        Stage::Advances { .. } => advance::steps(state),
    }
}
