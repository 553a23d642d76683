//! Judging a draft: one step after another, each in the state left by those before it.
//!
//! What a judgement says is worked out from the drafted state and the draft alone, so that a draft may be
//! judged in one go or piece by piece.

use crate::knowledge::{planned, show};
use crate::state::{Contact, Frame, March, Side, State, Unit};
use crate::step::{Leg, Step, canonical};
use crate::turn::{SEQ_01, SEQ_02, SEQ_03, asked, nothing_to_do};
use crate::{Picket, ambush, fire, limit, march, orders};
use table::heading::Turn;
use umpire::{Doubts, Judgement, Known, Mute, PieceId, Refusal, RuleId};

type Judged<T> = Result<T, Vec<Refusal>>;

/// Judges further steps of a draft.
pub(crate) fn judge(known: &Known<Picket>, steps: &[Step]) -> Judged<Judgement<Picket>> {
    let mut after = known.clone();
    let side = decides(&after)?;
    for step in steps {
        let place = after.draft().len();
        let mut state = after.state().clone();
        let drafted = add(&mut state, side, place, step).map_err(|why| at_step(why, place))?;
        after = after.drafted(state, drafted);
    }
    let doubts = doubts(after.state(), after.draft());
    let last_word = last_word(after.state(), after.draft(), &doubts);
    Ok(Judgement { complete: complete(after.state(), after.draft()), last_word, doubts, after })
}

/// RF-SEQ-01: only a seat that is asked decides.
fn decides(known: &Known<Picket>) -> Judged<Side> {
    let side = known.seat().and_then(Side::of).filter(|&side| asked(known.state(), side));
    side.ok_or_else(|| vec![Refusal::new(SEQ_01, known.draft().len(), "nothing is asked of this seat")])
}

fn at_step(mut why: Vec<Refusal>, step: usize) -> Vec<Refusal> {
    for refusal in &mut why {
        refusal.step = step;
    }
    why
}

/// Adds one step, and gives it back with every default filled in.
fn add(state: &mut State, side: Side, place: usize, step: &Step) -> Judged<Step> {
    let now = state.frames.last().cloned();
    match (now, step) {
        (Some(Frame::March(under_way)), Step::March { unit, turn, length }) if under_way.done == 1 => {
            if under_way.unit != *unit {
                return refuse(SEQ_02, "the second leg belongs to the same unit");
            }
            add_leg(state, side, *unit, *turn, *length)
        }
        _ if place > 0 => refuse(SEQ_02, "nothing can follow this step"),
        (Some(Frame::Orders), Step::Order(order)) => {
            orders::put(state, side, *order);
            Ok(step.clone())
        }
        (Some(Frame::Phase(_)), Step::Pass) | (Some(Frame::Window { .. }), Step::Hold) => Ok(step.clone()),
        (Some(Frame::Phase(_)), Step::Dress { unit, turn }) => {
            add_dress(state, side, *unit, canonical(*turn))
        }
        (Some(Frame::Phase(_)), Step::March { unit, turn, length }) => {
            add_leg(state, side, *unit, *turn, *length)
        }
        (Some(Frame::Window { target, .. }), Step::Fire { unit }) => {
            let own = own(state, side, *unit)?;
            if let Some(target) = state.unit(target) {
                fire::may_fire(state, own, target).map_err(|why| vec![why])?;
            }
            Ok(step.clone())
        }
        _ => refuse(SEQ_01, "something else is asked"),
    }
}

fn refuse<T>(rule: RuleId, sentence: &'static str) -> Judged<T> {
    Err(vec![Refusal::new(rule, 0, sentence)])
}

/// RF-SEQ-03: the side's own unit with this handle.
fn own(state: &State, side: Side, id: PieceId) -> Judged<&Unit> {
    let unit = state.unit(id).filter(|unit| unit.side == side);
    unit.ok_or_else(|| vec![Refusal::new(SEQ_03, 0, "it has no such unit")])
}

fn add_dress(state: &mut State, side: Side, id: PieceId, turn: Turn) -> Judged<Step> {
    let unit = own(state, side, id)?;
    let pose = march::dress(state, unit, turn, &mut Doubts::new())?;
    dressed(state, id, pose);
    show(state, id, &mut Mute);
    Ok(Step::Dress { unit: id, turn })
}

fn add_leg(state: &mut State, side: Side, id: PieceId, turn: Turn, length: Option<i32>) -> Judged<Step> {
    let unit = own(state, side, id)?;
    let length = length.unwrap_or_else(|| orders::longest_leg(state, side));
    let leg = Leg { turn: canonical(turn), length };
    let mut doubts = Doubts::new();
    let under_way = match state.frames.last() {
        Some(Frame::March(under_way)) => Some(under_way.clone()),
        _ => None,
    };
    let end = march::leg(state, unit, leg, under_way.is_some(), &mut doubts)?;
    let mut frame = match under_way {
        Some(under_way) => {
            state.frames.pop();
            under_way
        }
        None => March {
            side,
            unit: id,
            from: unit.pose,
            done: 0,
            legs: planned(side, Vec::new()),
            doubts: Vec::new(),
        },
    };
    frame.done += 1;
    frame.doubts.extend(doubts.rules());
    frame.doubts.sort();
    frame.doubts.dedup();
    state.frames.push(Frame::March(frame));
    show(state, id, &mut Mute);
    marched(state, id, end);
    Ok(Step::March { unit: id, turn: leg.turn, length: Some(length) })
}

/// What a leg does to the state, drafted or played.
pub(crate) fn marched(state: &mut State, id: PieceId, end: march::End) {
    limit::spend(state);
    if let Some(unit) = state.unit_mut(id) {
        unit.pose = end.pose;
        unit.marched = true;
    }
    state.contacts.extend(end.met.map(|with| Contact { by: id, with }));
}

/// What a dressing does to the state, drafted or played.
pub(crate) fn dressed(state: &mut State, id: PieceId, pose: table::pose::Pose) {
    if let Some(unit) = state.unit_mut(id) {
        unit.pose = pose;
        unit.dressed = true;
    }
}

/// May the draft be played as it stands?
fn complete(state: &State, draft: &[Step]) -> Judged<()> {
    if draft.is_empty() {
        return refuse(SEQ_02, "nothing is drafted yet");
    }
    match state.frames.last() {
        Some(Frame::March(under_way)) => match state.unit(under_way.unit) {
            Some(unit) => {
                march::all([march::rests_free(state, unit)]).map_err(|why| at_step(why, draft.len() - 1))
            }
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Rules that a hidden truth may still turn against the draft.
fn doubts(state: &State, draft: &[Step]) -> Vec<RuleId> {
    if let Some(Frame::March(under_way)) = state.frames.last() {
        return under_way.doubts.clone();
    }
    let mut doubts = Doubts::new();
    if let [Step::Dress { unit, .. }] = draft
        && let Some(unit) = state.unit(*unit)
    {
        ambush::in_the_way(state, unit.side, &unit.rect(), &mut doubts);
    }
    doubts.rules().to_vec()
}

/// Only a dressing that reveals nothing and tests nothing can be taken back, and only if its side then has
/// something left to do, for a forced pass rolls. Every other choice rolls, reads orders out, or tests the
/// limit.
fn last_word(state: &State, draft: &[Step], doubts: &[RuleId]) -> bool {
    match draft {
        [] => false,
        [Step::Dress { unit, .. }] => {
            let last = |unit: &Unit| unit.name.is_none() || nothing_to_do(state, unit.side);
            state.unit(*unit).is_none_or(last) || !doubts.is_empty()
        }
        _ => true,
    }
}
