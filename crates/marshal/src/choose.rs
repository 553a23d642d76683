//! A choice for what a seat knows.

use crate::budget::Budget;
use crate::level::Level;
use crate::{chief, colonel, recruit, sergeant};
use dice::{Seed, Stream};
use umpire::{Judgement, Known, Plan, Prompt, PromptId, Seat, Sentence, Staff};

/// What a player decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen<St> {
    /// Whose choice it is.
    pub seat: Seat,
    /// The question it answers.
    pub prompt: PromptId,
    /// The steps, canonical, judged complete.
    pub steps: Vec<St>,
    /// What it is meant to do, for people.
    pub intent: Sentence,
}

/// The choice of a player for the prompt of its seat; `None` if it is asked nothing.
///
/// `seed` is the player's own: the same knowledge, level, work and seed give the same choice.
pub fn choose<G: Staff>(
    known: &Known<G>,
    level: Level,
    budget: &Budget,
    seed: &Seed,
) -> Option<Chosen<G::Step>> {
    let prompt = prompt(known)?.id;
    judged(known, prompt, level, budget, seed).map(|(chosen, _)| chosen)
}

/// What the viewer's seat is asked.
fn prompt<G: Staff>(known: &Known<G>) -> Option<Prompt<G::Step>> {
    let seat = known.seat()?;
    G::prompts(known).into_iter().find(|prompt| prompt.seat == seat)
}

/// The same for a prompt that is known, with the judgement of the choice: both take long to find again.
pub fn judged<G: Staff>(
    known: &Known<G>,
    asked: PromptId,
    level: Level,
    budget: &Budget,
    seed: &Seed,
) -> Option<(Chosen<G::Step>, Judgement<G>)> {
    let seat = known.seat()?;
    let mut dice = Stream::new(&seed.nth(u64::from(asked.0)));
    let plan = match level {
        Level::Recruit => recruit::plan(known, &mut dice),
        Level::Sergeant => sergeant::plan(known, &mut dice),
        Level::Colonel => colonel::plan(known, budget, &mut dice),
        Level::Marshal => chief::plan(known, budget, &mut dice),
    };
    let planned = |plan: Plan<G::Step>| complete(known, &plan.steps).map(|judged| (plan.intent, judged));
    let fallback = || {
        let steps = prompt(known)?.fallback?;
        planned(Plan { steps, intent: "Nothing better is found".into() })
    };
    let (intent, judged) = plan.and_then(planned).or_else(fallback)?;
    let steps = judged.steps().to_vec();
    Some((Chosen { seat, prompt: asked, steps, intent }, judged))
}

/// The judgement of a draft, if it can be played as it stands.
pub(crate) fn complete<G: Staff>(known: &Known<G>, steps: &[G::Step]) -> Option<Judgement<G>> {
    G::judge(known, steps).ok().filter(|judged| judged.complete.is_ok())
}
