//! Taking back: who may take back what, and why not.

use crate::Sentence;
use crate::battle::Battle;
use crate::game::Game;
use crate::journal::Entry;
use crate::seat::{Seat, Viewer};

/// What a seat may take back: its own last choice, and nothing since.
pub(crate) struct Undo<G: Game> {
    pub(crate) seat: Seat,
    /// The state before the choice.
    pub(crate) before: G::State,
    /// How long the log was before it.
    pub(crate) told: usize,
}

impl<G: Game> Clone for Undo<G> {
    fn clone(&self) -> Self {
        Self { seat: self.seat, before: self.before.clone(), told: self.told }
    }
}

impl<G: Game> Battle<G> {
    /// May this seat take its last choice back? Only public facts and its own choice decide: while others
    /// may still change a sealed answer it may not, or it would learn that they did.
    pub fn may_undo(&self, seat: Seat) -> bool {
        !self.closed && self.undo.as_ref().is_some_and(|u| u.seat == seat) && !self.sealed_for(seat)
    }

    /// Why this seat may not take its last choice back; `None` if it may. Here too only public facts, its own choice
    /// and what it was told decide: of a choice that could never be taken back it is not said that others acted since.
    pub fn no_undo(&self, seat: Seat) -> Option<Sentence> {
        if self.may_undo(seat) {
            return None;
        }
        Some(self.why_no_undo(seat).into())
    }

    fn why_no_undo(&self, seat: Seat) -> &'static str {
        if self.closed {
            return "The battle is closed.";
        }
        if self.sealed_for(seat) {
            return "Others may still change their secret answers.";
        }
        let own = |entry: &Entry| match entry {
            Entry::Play { seat: by, forced, .. } => *by == seat && !forced,
            Entry::Undo { seat: by, .. } => *by == seat,
            Entry::Close { .. } => false,
        };
        let entries = &self.journal.entries;
        let Some(last) = entries.iter().rposition(own) else { return "You have not chosen anything yet." };
        if matches!(entries.get(last), Some(Entry::Undo { .. })) {
            return "Your last choice is taken back already.";
        }
        if !self.last_words.has(Viewer::Seat(seat)) {
            return "Somebody has acted since your last choice.";
        }
        let end = self.journal.decided(last + 1);
        let mut told = self.told.iter().rev().skip_while(|told| told.entries > end);
        let dice = told.by_ref().take_while(|told| told.entries > last);
        if dice.filter(|told| told.to.has(Viewer::Seat(seat))).any(|told| !told.line.dice.is_empty()) {
            return "Dice fell with your last choice.";
        }
        "Your last choice revealed something, or put a secret to the test."
    }

    /// May others still change a sealed answer?
    fn sealed_for(&self, seat: Seat) -> bool {
        G::prompts(&self.known(Viewer::Public)).iter().any(|p| p.sealed && p.seat != seat)
    }
}
