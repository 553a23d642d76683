//! A question is asked once: the number of a prompt that was answered, or that gave way to another, never
//! comes back, and an accepted choice answers its prompt unless that is sealed or the truth may deny it. While
//! a question stands it keeps its number; what was forced had no other answer; and once every question has
//! had a fallback, which says that setting up is over, none is without.

use crate::only_answer::only_answer;
use crate::report::{Broken, Summary};
use crate::standing::Standing;
use crate::trial::Trial;
use crate::walk::{Found, Moment, over, walk};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use umpire::{Entry, Game, Prompt, PromptId, Seat, Viewer};

/// The law *prompts*.
pub fn prompts<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    let mut asked = Asked::default();
    walk::<G>("prompts", trial, |m| {
        if m.first {
            asked = Asked::default();
            asked.forced(&m.battle.journal().entries)?;
        }
        asked.see(&now(m))?;
        let drafted = m.draft()?;
        let entries = m.battle.journal().entries.len() + 1;
        let standing = Standing::of(m);
        asked.fallbacks(&standing)?;
        let before = m.battle.known(Viewer::All).state().clone();
        m.play(drafted.choice())?;
        standing.kept(m, &drafted)?;
        if over(m.battle) && !asked.begun {
            return Err("the battle is over, and no question had a fallback".to_owned());
        }
        let (seat, prompt) = (drafted.seat, drafted.prompt);
        let stands = now(m).iter().any(|p| p.seat == seat && p.id == prompt);
        if !stands {
            asked.gone.insert((seat, prompt));
        } else if !drafted.sealed && drafted.judged.doubts.is_empty() {
            let steps = drafted.judged.steps();
            return Err(format!("{steps:?} was accepted, but question {} of {seat} still stands", prompt.0));
        }
        m.count("questions");
        let forced = only_answer::<G>(before, &m.battle.journal().entries[entries - 1..])?;
        m.add("forced answers", forced);
        asked.forced(&m.battle.journal().entries[entries..])?;
        asked.see(&now(m))
    })
}

fn now<G: Game>(m: &Moment<'_, G>) -> Vec<Prompt<G::Step>> {
    G::prompts(&m.battle.known(Viewer::Public))
}

/// What each seat was asked so far.
#[derive(Default)]
struct Asked {
    last: BTreeMap<Seat, PromptId>,
    /// Answered sealed prompts that may still be answered again.
    sealed: BTreeSet<(Seat, PromptId)>,
    /// What must not be asked any more.
    gone: BTreeSet<(Seat, PromptId)>,
    /// Setting up is over.
    begun: bool,
}

impl Asked {
    /// Answers that the umpire gave by himself: nobody saw their prompts.
    fn forced(&mut self, entries: &[Entry]) -> Found {
        for entry in entries {
            if let Entry::Play { seat, prompt, .. } = entry {
                self.fresh(*seat, *prompt)?;
                self.gone.insert((*seat, *prompt));
            }
        }
        Ok(())
    }

    /// The prompts of a moment.
    fn see<St>(&mut self, prompts: &[Prompt<St>]) -> Found {
        let stands = |asked: &(Seat, PromptId)| prompts.iter().any(|p| (p.seat, p.id) == *asked);
        let (stand, over) = self.sealed.iter().copied().partition(stands);
        self.sealed = stand;
        self.gone.extend::<BTreeSet<_>>(over);
        for prompt in prompts {
            self.fresh(prompt.seat, prompt.id)?;
            let before = self.last.insert(prompt.seat, prompt.id);
            self.gone.extend(before.filter(|id| *id != prompt.id).map(|id| (prompt.seat, id)));
            if prompt.answered {
                self.sealed.insert((prompt.seat, prompt.id));
            }
        }
        Ok(())
    }

    /// Every question has a fallback, unless setting up is not over.
    fn fallbacks<St: Serialize>(&mut self, standing: &Standing<St>) -> Found {
        match standing.without_fallback() {
            Some((seat, id)) if self.begun => {
                Err(format!("question {} of {seat} has no fallback, but setting up is over", id.0))
            }
            without => {
                self.begun |= without.is_none();
                Ok(())
            }
        }
    }

    fn fresh(&self, seat: Seat, id: PromptId) -> Found {
        if self.gone.contains(&(seat, id)) {
            return Err(format!("question {} of {seat} was over and is asked again", id.0));
        }
        Ok(())
    }
}
