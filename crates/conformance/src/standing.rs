//! A question keeps its number while it stands, whatever other seats do meanwhile.

use crate::json::text;
use crate::walk::{Drafted, Found, Moment};
use serde::Serialize;
use umpire::{Entry, Game, Prompt, PromptId, Seat, Viewer};

/// What is asked, with what each seat can answer.
pub(crate) struct Standing<St> {
    asked: Vec<(Prompt<St>, String)>,
}

impl<St: Serialize> Standing<St> {
    /// What is asked now.
    pub(crate) fn of<G: Game<Step = St>>(m: &Moment<'_, G>) -> Self {
        let prompts = G::prompts(&m.battle.known(Viewer::Public));
        let own = |prompt: &Prompt<St>| {
            let known = m.battle.known(Viewer::Seat(prompt.seat));
            let own = G::prompts(&known).into_iter().find(|p| p.seat == prompt.seat)?;
            let question = text(&(&own.ask, &own.fallback, G::options(&known)));
            Some((own, question))
        };
        Self { asked: prompts.iter().filter_map(own).collect() }
    }

    /// A question without a fallback.
    pub(crate) fn without_fallback(&self) -> Option<(Seat, PromptId)> {
        let without = self.asked.iter().find(|(p, _)| p.fallback.is_none());
        without.map(|(p, _)| (p.seat, p.id))
    }

    /// After an answer: the sealed questions stand until each is answered, and a question of a seat that did
    /// not answer stands if that seat is still asked the same.
    pub(crate) fn kept<G: Game<Step = St>>(&self, m: &Moment<'_, G>, answer: &Drafted<G>) -> Found {
        if let Some(Entry::Play { forced: true, .. }) = m.battle.journal().entries.last() {
            return Ok(()); // the umpire answered, too
        }
        let others = || self.asked.iter().filter(|(p, _)| p.seat != answer.seat);
        let sealed = answer.sealed && others().any(|(p, _)| p.sealed && !p.answered);
        let now = Self::of(m);
        for (before, question) in &self.asked {
            let mut now = now.asked.iter().filter(|(p, _)| p.seat == before.seat);
            let stands = sealed && before.sealed;
            let same = |(_, now): &(Prompt<St>, String)| before.seat != answer.seat && now == question;
            let lost = match now.next() {
                Some(now) => now.0.id != before.id && (stands || same(now)),
                None => stands,
            };
            if lost {
                let (id, seat, who) = (before.id.0, before.seat, answer.seat);
                return Err(format!(
                    "question {id} of {seat} stands, but its number is gone after {who} answered"
                ));
            }
        }
        Ok(())
    }
}
