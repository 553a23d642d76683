//! What a seat is asked and what it can do next.

use crate::Blucher;
use crate::draft::asked;
use crate::state::{Phase, State, seat};
use crate::step::Step;
use umpire::{Drag, Inspection, Known, Odds, Options, PieceId, PlaceId, Prompt, PromptId, Sentence};

/// The question that is open now.
pub fn prompts(state: &State) -> Vec<Prompt<Step>> {
    let Some(side) = asked(state) else { return Vec::new() };
    let (ask, fallback): (Sentence, Option<Vec<Step>>) = match &state.phase {
        _ if state.offer => {
            ("Accept the offer to concede?".into(), Some(vec![Step::Answer { accept: false }]))
        }
        Phase::Movement { .. } => ("Activate units, or end the phase.".into(), Some(vec![Step::EndPhase])),
        Phase::Fire { .. } => ("Shoot, or end the phase.".into(), Some(vec![Step::EndPhase])),
        _ => ("Go on.".into(), None),
    };
    vec![Prompt {
        id: PromptId(state.asked),
        seat: seat(side),
        ask,
        sealed: false,
        answered: false,
        forced: false,
        fallback,
    }]
}

/// The next steps of a draft.
pub fn options(_known: &Known<Blucher>) -> Options<Step> {
    Options::default()
}

/// The step that fits what a hand drew.
pub fn aim(_known: &Known<Blucher>, _place: PlaceId, _drag: &Drag) -> Option<Step> {
    None
}

/// Chances of what playing these steps would roll.
pub fn odds(_known: &Known<Blucher>, _steps: &[Step]) -> Vec<Odds> {
    Vec::new()
}

/// A piece looked at closely.
pub fn inspect(_state: &State, _piece: PieceId) -> Option<Inspection> {
    None
}
