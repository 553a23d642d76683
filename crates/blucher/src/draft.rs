//! Judging a draft: one step after another, each in the state left by those before it (BL-AMB-17).
//!
//! What a judgement says is worked out from the drafted state and the draft alone, so that a draft may be
//! judged in one go or piece by piece.

use crate::last_word::last_word;
use crate::refuse::{refusal, situated};
use crate::state::{Activation, Left, Phase, Side, Stage, State};
use crate::step::Step;
use crate::{Blucher, activation, advance, combat, fire, movement, pickup, retreat};
use umpire::{Doubts, Judgement, Known, PieceId, Refusal, RuleId};

/// What comes of judging.
pub type Judged<T> = Result<T, Vec<Refusal>>;

/// Judges further steps of a draft.
pub fn judge(known: &Known<Blucher>, steps: &[Step]) -> Judged<Judgement<Blucher>> {
    let place = known.draft().len();
    let Some(side) =
        known.seat().map(umpire::Seat::number).filter(|side| asked(known.state()) == Some(*side))
    else {
        let why = vec![refusal("BL-TRN-02", "nothing is asked of this side now")];
        // Whatever it drafts: an empty draft is refused in the same words.
        return Err(at_step(known.state(), None, why, place));
    };
    let mut drafted: Option<Known<Blucher>> = None;
    for step in steps {
        let before = drafted.as_ref().unwrap_or(known);
        let (mut state, place) = (before.state().clone(), before.draft().len());
        let canonical = add(&mut state, side, before.draft(), step)
            .map_err(|why| at_step(before.state(), Some(step), why, place))?;
        drafted = Some(before.drafted(state, canonical));
    }
    let after = drafted.unwrap_or_else(|| known.clone());
    let complete = complete(after.state(), after.draft());
    let doubts = after.state().activation.as_ref().map(|a| a.doubts.clone()).unwrap_or_default();
    let last_word = last_word(after.state(), after.draft());
    Ok(Judgement { complete, last_word, doubts, after })
}

/// The refusals of a step, each with its number, a place and a measure.
fn at_step(state: &State, step: Option<&Step>, why: Vec<Refusal>, number: usize) -> Vec<Refusal> {
    why.into_iter().map(|why| Refusal { step: number, ..situated(state, step, why) }).collect()
}

/// The side that must decide now.
pub fn asked(state: &State) -> Option<Side> {
    if state.offer {
        return Some(state.passive());
    }
    match &state.phase {
        Phase::Movement { .. } | Phase::Fire { .. } => Some(state.active),
        Phase::FireRetreats { .. } => Some(state.passive()),
        Phase::Combat(combat) => Some(match combat.stage {
            Stage::Allocate { .. } | Stage::Attackers { .. } | Stage::Advances { .. } => state.active,
            Stage::Defenders { .. } | Stage::Forced { .. } => state.passive(),
        }),
        Phase::Setup(setup) => Some(setup.asked()),
        Phase::Over(_) => None,
    }
}

/// Adds one step to a drafted state, and gives it back with every default filled in.
pub fn add(state: &mut State, side: Side, draft: &[Step], step: &Step) -> Judged<Step> {
    if state.offer {
        return match step {
            Step::Answer { accept } if draft.is_empty() => {
                if *accept {
                    retire_all(state);
                }
                Ok(step.clone())
            }
            _ => refuse("BL-AMB-244", "the offer to concede must be answered before anything else"),
        };
    }
    if let (Phase::Setup(_), true) = (&state.phase, draft.is_empty()) {
        return pickup::apply(state, side, step);
    }
    if *step == Step::Concede {
        return may_concede(state, side, draft).map(|()| Step::Concede);
    }
    if state.activation.is_some() {
        return add_to_activation(state, step);
    }
    if !draft.is_empty() {
        return refuse("BL-TRN-07", "nothing can follow this step");
    }
    match (&state.phase, step) {
        (Phase::Movement { .. }, Step::Corps { corps }) => {
            state.activation = Some(activation::begin_corps(state, corps)?);
        }
        (Phase::Movement { .. }, Step::Individual { unit }) => {
            state.activation = Some(activation::begin_individual(state, *unit)?);
        }
        (Phase::Movement { .. }, Step::Command { at }) => {
            state.activation = Some(activation::begin_command(state, *at)?);
        }
        (Phase::Movement { .. }, Step::EndPhase) => {}
        (Phase::Fire { .. }, Step::EndPhase) => fire::expect_hits(state),
        (Phase::Fire { .. }, Step::Shoot { unit, target }) => fire::may_shoot(state, *unit, *target)?,
        (Phase::FireRetreats { .. } | Phase::Combat(_), Step::Retreat { unit, bearing }) => {
            retreat::carry_out(state, *unit, *bearing)?;
        }
        (Phase::Combat(_), Step::Allocate { unit, dice }) => {
            combat::may_allocate(state, *unit, dice)?;
            combat::divide(state, *unit, dice);
        }
        (Phase::Combat(_), Step::Settle { unit }) => combat::may_settle(state, *unit)?,
        (Phase::Combat(_), Step::Advance { unit, length }) => {
            advance::carry_out(state, *unit, *length)?;
        }
        (Phase::Combat(_), Step::EndAdvances) => advance::may_end(state)?,
        _ => return refuse("BL-TRN-07", "this is not done in this phase"),
    }
    Ok(step.clone())
}

/// BL-VIC-14: accepted, all units of the active side retire; nobody is left to fight.
fn retire_all(state: &mut State) {
    state.contacts.clear();
    let leaving: Vec<PieceId> = state.of_side(state.active).map(|unit| unit.id).collect();
    for id in leaving {
        movement::remove(state, id, Left::Retired);
    }
}

/// BL-VIC-12: the active side may offer to concede once a turn, at a decision of its own.
fn may_concede(state: &State, side: Side, draft: &[Step]) -> Judged<()> {
    if side != state.active {
        return refuse("BL-VIC-12", "only the active side may offer to concede");
    }
    if state.offered {
        return refuse("BL-VIC-12", "an offer was made in this turn already");
    }
    if !draft.is_empty() {
        return refuse("BL-AMB-244", "an offer must be a choice of its own");
    }
    Ok(())
}

/// A unit joins, or gets an order.
fn add_to_activation(state: &mut State, step: &Step) -> Judged<Step> {
    let Some(activation) = state.activation.clone() else { return Ok(step.clone()) };
    match step {
        Step::Join { .. } if !activation.ordered.is_empty() => {
            refuse("BL-ACT-29", "the force must be named before any unit of it moves")
        }
        Step::Join { unit } => {
            activation::join(state, &activation, *unit)?;
            if let Some(activation) = &mut state.activation {
                activation.force.push(*unit);
            }
            Ok(step.clone())
        }
        Step::Order { unit, order } => {
            declared(state, &activation)?;
            if !activation.force.contains(unit) {
                return refuse("BL-ACT-01", "it is not in the force");
            }
            if activation.ordered.contains(unit) {
                return refuse("BL-ACT-02", "it has its order already");
            }
            let mut doubts = Doubts::new();
            let done = movement::carry_out(state, *unit, order, &mut doubts)?;
            // BL-AMB-28: whoever is contacted will be revealed, and may be other than the draft shows.
            if done.contacted.iter().any(|id| state.unit(*id).is_some_and(|foe| !foe.revealed())) {
                doubts.note(RuleId::new("BL-AMB-28"));
            }
            noted(state, *unit, done.length, &doubts);
            Ok(Step::Order { unit: *unit, order: done.order })
        }
        _ => refuse("BL-TRN-07", "an activation goes on with units that join and with orders"),
    }
}

/// BL-ACT-29: a force is tested when it is declared, before any unit of it has moved.
fn declared(state: &State, activation: &Activation) -> Judged<()> {
    if activation.ordered.is_empty() { activation::force_stands(state, activation) } else { Ok(()) }
}

fn noted(state: &mut State, unit: PieceId, length: i32, doubts: &Doubts) {
    if let Some(activation) = &mut state.activation {
        activation.ordered.push(unit);
        activation.lengths.push(length);
        for rule in doubts.rules() {
            if let Err(place) = activation.doubts.binary_search(rule) {
                activation.doubts.insert(place, *rule);
            }
        }
    }
}

/// May the draft be played as it stands? Units without an order hold (BL-ACT-30).
fn complete(state: &State, draft: &[Step]) -> Judged<()> {
    let whole = || match (&state.activation, draft) {
        (_, []) => refuse("BL-TRN-07", "nothing is drafted yet"),
        (Some(activation), _) => {
            declared(state, activation)?;
            movement::nobody_overlaps(state)
        }
        (None, _) => Ok(()),
    };
    whole().map_err(|why| at_step(state, draft.last(), why, draft.len().saturating_sub(1)))
}

#[cfg_attr(test, track_caller)]
fn refuse<T>(rule: &str, sentence: &'static str) -> Judged<T> {
    Err(vec![refusal(rule, sentence)])
}
