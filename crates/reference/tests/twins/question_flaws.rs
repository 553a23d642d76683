//! Flaws in what is asked.

use crate::broken::Flaw;
use reference::Picket;
use reference::state::{Frame, Side};
use reference::step::Step;
use umpire::{Game, Known, Prompt, PromptId};

/// The questions, each numbered anew once the other seat has answered.
fn renumbered(known: &Known<Picket>) -> Vec<Prompt<Step>> {
    let prompts = Picket::prompts(known);
    let other_answered = |p: &Prompt<Step>| prompts.iter().any(|q| q.seat != p.seat && q.answered);
    let number = |p: &Prompt<Step>| p.id.0 + 1_000_000 * u32::from(other_answered(p));
    prompts.iter().map(|p| Prompt { id: PromptId(number(p)), ..p.clone() }).collect()
}

/// The number of a sealed question changes when the other seat answers.
pub(crate) struct SealedRenumbered;
impl Flaw for SealedRenumbered {
    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        renumbered(known)
    }
}

/// Orders are asked of both at once but not sealed, and the number of a question changes when the other seat
/// answers.
pub(crate) struct OpenRenumbered;
impl Flaw for OpenRenumbered {
    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        let open = renumbered(known).into_iter().filter(|p| !p.answered);
        open.map(|p| Prompt { sealed: false, ..p }).collect()
    }
}

/// A side that has spent much must pass, though it could go on.
pub(crate) struct NotForced;
impl Flaw for NotForced {
    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        let state = known.state();
        let tired = matches!(state.frames.last(), Some(Frame::Phase(_))) && state.spent >= 3;
        let forced = |p: Prompt<Step>| Prompt { forced: p.forced || tired, ..p };
        Picket::prompts(known).into_iter().map(forced).collect()
    }
}

/// Red in its phase has no fallback.
pub(crate) struct NoFallback;
impl Flaw for NoFallback {
    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        let mut prompts = Picket::prompts(known);
        if known.state().frames.last() == Some(&Frame::Phase(Side::Red)) {
            prompts.iter_mut().filter(|p| !p.forced).for_each(|p| p.fallback = None);
        }
        prompts
    }
}

/// Nobody ever has a fallback, but where it is forced.
pub(crate) struct NeverAFallback;
impl Flaw for NeverAFallback {
    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        let mut prompts = Picket::prompts(known);
        prompts.iter_mut().filter(|p| !p.forced).for_each(|p| p.fallback = None);
        prompts
    }
}
