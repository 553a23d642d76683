//! The question that is open now.

use crate::draft::asked;
use crate::event::{Who, names};
use crate::retreat::{self, Retreats};
use crate::scale::{BW, at_most};
use crate::sight::REACH;
use crate::state::{Phase, Stage, State, seat};
use crate::step::Step;
use crate::{activation, advance, combat, pickup};
use table::distance::gap;
use umpire::{PieceId, Prompt, PromptId, Sentence};

/// The question that is open now. There is at most one at a time.
pub fn prompts(state: &State) -> Vec<Prompt<Step>> {
    let Some(side) = asked(state) else { return Vec::new() };
    vec![Prompt {
        id: PromptId(state.asked),
        seat: seat(side),
        ask: ask(state),
        sealed: false,
        answered: false,
        forced: nothing_to_decide(state),
        fallback: Some(vec![fallback(state)]),
    }]
}

fn ask(state: &State) -> Sentence {
    let name = |id| Who::known(state, id).name;
    match &state.phase {
        _ if state.offer => "The enemy offers to concede. Accept?".into(),
        Phase::Movement { .. } if state.of_side(state.active).all(|unit| unit.activated) => {
            "All your units have had their orders. End the movement phase.".into()
        }
        Phase::Movement { .. } if activation::corps_waiting(state).is_empty() => {
            "Shall a unit move by itself? Choose one, or end the movement phase.".into()
        }
        Phase::Movement { .. } => "Which units shall move? Choose a corps, or end the movement phase.".into(),
        Phase::Fire { .. } => "Which unit shall shoot? Or end the fire phase.".into(),
        Phase::FireRetreats { .. } => "Retreat your artillery that was hit.".into(),
        Phase::Combat(combat) => match &combat.stage {
            Stage::Allocate { .. } => "Divide the dice of your attackers.".into(),
            Stage::Defenders { retreating: Some(unit), .. } => {
                format!("{} has lost. Where does it retreat to?", name(*unit)).into()
            }
            Stage::Defenders { .. } => "Which of your defenders is dealt with next?".into(),
            Stage::Forced { .. } => "Infantry forces your units back. Where to?".into(),
            Stage::Attackers { .. } => "Your attackers still in contact retreat. Where to?".into(),
            Stage::Advances { left } => advances(state, left),
        },
        Phase::Setup(setup) => pickup::offers::ask(state, setup),
        Phase::Over(_) => "".into(),
    }
}

/// BL-ADV-04, BL-ADV-11: advances are optional but those of impetuous victors: there is no going on before them.
fn advances(state: &State, left: &[PieceId]) -> Sentence {
    let bound = left.iter().filter_map(|id| state.unit(*id)).filter(|unit| advance::bound(state, unit));
    let bound: Vec<Who> = bound.map(|unit| Who::known(state, unit.id)).collect();
    let are = match bound.len() {
        0 => return "Advance with your attackers, or go on.".into(),
        1 => "is",
        _ => "are",
    };
    let who = names(&bound);
    format!("Advance with your attackers. {who} {are} impetuous and must advance (BL-ADV-11).").into()
}

/// A legal answer for those who want none of their own.
fn fallback(state: &State) -> Step {
    match &state.phase {
        _ if state.offer => Step::Answer { accept: false },
        Phase::Setup(setup) => pickup::offers::fallback(state, setup),
        Phase::FireRetreats { left, .. } => {
            let Some(unit) = left.first().copied() else { return Step::EndPhase };
            let bearing = match retreat::legal(state, unit) {
                Retreats::Ways(ways) => ways.first().map_or(retreat::NO_WAY, |way| way.bearing),
                Retreats::Broken(_) => retreat::NO_WAY,
            };
            Step::Retreat { unit, bearing }
        }
        // To end is the last step offered, where it is allowed: somebody who passes does not advance.
        Phase::Combat(_) => combat::steps(state).pop().unwrap_or(Step::EndPhase),
        Phase::Movement { .. } | Phase::Fire { .. } | Phase::Over(_) => Step::EndPhase,
    }
}

/// Can everybody see that there is nothing to decide? Nobody fires if no enemy is within sight's reach of any
/// unit, and nobody moves who has no units.
fn nothing_to_decide(state: &State) -> bool {
    let idle = || state.of_side(state.active).next().is_none();
    match &state.phase {
        _ if state.offer => false,
        Phase::Movement { .. } => idle(),
        Phase::Fire { .. } => {
            let far = |a: &crate::state::Unit, b: &crate::state::Unit| {
                !at_most(gap(&a.rect(), &b.rect()).distance, REACH + BW)
            };
            state
                .of_side(state.active)
                .all(|unit| state.of_side(state.passive()).all(|other| far(unit, other)))
        }
        _ => false,
    }
}
