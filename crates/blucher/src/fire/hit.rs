//! The effect of fire (HIT), applied when all have shot.

use crate::card::Arm;
use crate::event::{Event, Who};
use crate::knowledge::to_all;
use crate::play;
use crate::state::{Left, Phase, Shot, State};
use umpire::{Mute, PieceId, RuleId, Tell};

/// BL-AMB-36 steps (1) and (2): hits are applied, artillery out of ammunition retires; who must retreat is
/// noted in the phase.
pub fn apply_hits(state: &mut State, tell: &mut impl Tell<Event>) {
    let Phase::Fire { shots } = &mut state.phase else { return };
    let shots = std::mem::take(shots);
    // Where they stood is noted before anybody leaves (BL-AMB-230).
    let stood = |shot: &Shot| Some((shot.shooter, shot.target, state.unit(shot.shooter)?.pose));
    let mut shooters: Vec<_> = shots.iter().filter_map(stood).collect();
    let mut left = Vec::new();
    for (target, hits) in hits_on_each(&shots) {
        if suffers(state, target, hits, tell) {
            left.push(target);
        }
    }
    out_of_ammunition(state, &shots, tell);
    if !left.is_empty() {
        shooters.retain(|(_, target, _)| left.contains(target));
        state.phase = Phase::FireRetreats { left, shooters };
    }
}

/// The table as a seat expects it that ends the fire phase: the hits are applied. Those who must retreat then have not
/// done so yet; the shots at them are kept.
pub fn expect_hits(state: &mut State) {
    let Phase::Fire { shots } = &state.phase else { return };
    let mut shots = shots.clone();
    apply_hits(state, &mut Mute);
    match &state.phase {
        Phase::FireRetreats { left, .. } => shots.retain(|shot| left.contains(&shot.target)),
        _ => shots.clear(),
    }
    state.phase = Phase::Fire { shots };
}

/// BL-HIT-01: hits of several shooters add up; the targets in the order of their handles.
fn hits_on_each(shots: &[Shot]) -> Vec<(PieceId, u8)> {
    let mut targets: Vec<PieceId> = shots.iter().map(|shot| shot.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let sum = |target: PieceId| {
        shots.iter().filter(|shot| shot.target == target).fold(0, |sum: u8, s| sum.saturating_add(s.hits))
    };
    targets.into_iter().map(|target| (target, sum(target))).collect()
}

/// What hits do to a unit. Gives whether it must retreat.
fn suffers(state: &mut State, id: PieceId, hits: u8, tell: &mut impl Tell<Event>) -> bool {
    let Some(unit) = state.unit(id).filter(|_| hits > 0) else { return false };
    if *unit.arm.truth() == Arm::Artillery {
        return guns_suffer(state, id, hits, tell);
    }
    takes_fatigues(state, id, hits, tell);
    false
}

/// BL-HIT-05 to -07, BL-UNT-12: artillery takes no fatigue and is not broken; with one hit it retreats, with
/// more it retires.
fn guns_suffer(state: &mut State, id: PieceId, hits: u8, tell: &mut impl Tell<Event>) -> bool {
    if hits > 1 {
        play::leave(state, id, Left::Retired, RuleId::new("BL-HIT-06"), tell);
    }
    hits == 1
}

/// BL-HIT-03, BL-HIT-04: infantry and cavalry take a fatigue for each hit; without elan left they are broken.
fn takes_fatigues(state: &mut State, id: PieceId, hits: u8, tell: &mut impl Tell<Event>) {
    let who = Who::of(state, id);
    let Some(unit) = state.unit_mut(id) else { return };
    let boxes = unit.card.truth().track.len() as u8;
    unit.marks.set(unit.marks.truth().saturating_add(hits).min(boxes));
    let broken = unit.current() == Some(0);
    to_all(tell, Event::Fatigued { unit: who, fatigues: hits, rule: RuleId::new("BL-HIT-03") });
    if broken {
        play::leave(state, id, Left::Broken, RuleId::new("BL-HIT-04"), tell);
    }
}

/// BL-AMM-03, BL-UNT-15, BL-RTI-07: artillery that marked its last circle retires once all have shot.
fn out_of_ammunition(state: &mut State, shots: &[Shot], tell: &mut impl Tell<Event>) {
    for shot in shots {
        let spent =
            |unit: &crate::state::Unit| *unit.arm.truth() == Arm::Artillery && unit.current() == Some(0);
        if state.unit(shot.shooter).is_some_and(spent) {
            play::leave(state, shot.shooter, Left::Retired, RuleId::new("BL-AMM-03"), tell);
        }
    }
}
