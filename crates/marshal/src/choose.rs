//! A choice for what a seat knows.

use crate::budget::Budget;
use crate::level::Level;
use crate::{chief, colonel, recruit, sergeant};
use dice::{Seed, Stream};
use umpire::{Known, Plan, PromptId, Seat, Sentence, Staff};

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
    let seat = known.seat()?;
    let prompt = G::prompts(known).into_iter().find(|prompt| prompt.seat == seat)?;
    let mut dice = Stream::new(&seed.nth(u64::from(prompt.id.0)));
    let plan = match level {
        Level::Recruit => recruit::plan(known, &mut dice),
        Level::Sergeant => sergeant::plan(known, &mut dice),
        Level::Colonel => colonel::plan(known, budget, &mut dice),
        Level::Marshal => chief::plan(known, budget, &mut dice),
    };
    let fallback = prompt.fallback.map(|steps| Plan { steps, intent: "Nothing better is found".into() });
    let (plan, steps) = plan.into_iter().chain(fallback).find_map(|plan| {
        let steps = complete(known, &plan.steps)?;
        Some((plan, steps))
    })?;
    Some(Chosen { seat, prompt: prompt.id, steps, intent: plan.intent })
}

/// A draft with every default filled in, if it can be played as it stands.
pub(crate) fn complete<G: Staff>(known: &Known<G>, steps: &[G::Step]) -> Option<Vec<G::Step>> {
    let judged = G::judge(known, steps).ok().filter(|judged| judged.complete.is_ok())?;
    Some(judged.steps().to_vec())
}
