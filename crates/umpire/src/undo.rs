//! Taking back: who may take back what, and why not.

use crate::Sentence;
use crate::battle::Battle;
use crate::decision::own as own_prompt;
use crate::game::Game;
use crate::journal::Entry;
use crate::known::Known;
use crate::seat::{MOST_SEATS, Seat, Seats, Viewer};

/// The most choices that a seat takes back one after the other: a journal is bounded by choices that stand.
pub const MOST_UNDOS: usize = 20;

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
        self.can_undo(seat) && !self.undone_enough(seat)
    }

    /// The same without the bound: older journals go beyond it, and are replayed.
    pub(crate) fn can_undo(&self, seat: Seat) -> bool {
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
        if self.can_undo(seat) {
            return "You have taken back your last 20 choices: this one stands.";
        }
        let entries = &self.journal.entries;
        let Some(last) = entries.iter().rposition(|entry| own(entry, seat)) else {
            return "You have not chosen anything yet.";
        };
        if matches!(entries.get(last), Some(Entry::Undo { .. })) {
            return "Your last choice is taken back already.";
        }
        if !self.last_words.has(Viewer::Seat(seat)) {
            return "Somebody has acted since your last choice.";
        }
        if G::outcome(&self.known(Viewer::Public)).is_some() {
            return "The battle is over.";
        }
        let end = self.journal.decided(last + 1);
        let mut told = self.told.iter().rev().skip_while(|told| told.entries > end);
        let dice = told.by_ref().take_while(|told| told.entries > last);
        if dice.filter(|told| told.to.has(Viewer::Seat(seat))).any(|told| !told.line.dice.is_empty()) {
            return "Dice fell or were shown with your last choice.";
        }
        "Your last choice revealed something, put a secret to the test, or was followed by a secret roll."
    }

    /// Has this seat taken back as many choices as it may, and kept none before the one that it may take back now?
    fn undone_enough(&self, seat: Seat) -> bool {
        let undo = |entry: &Entry| matches!(entry, Entry::Undo { .. });
        let mut before = self.journal.entries.iter().rev().filter(|entry| own(entry, seat)).skip(1);
        // Each undo stands after the choice that it takes back.
        (0..MOST_UNDOS).all(|_| before.next().is_some_and(undo) && before.next().is_some())
    }

    /// The seats whose question of now was not asked in an earlier state: taken back, it vanishes before their eyes.
    pub(crate) fn asked_since(&self, before: &G::State) -> Seats {
        let question = |state: &G::State, seat: Seat| {
            let viewer = Viewer::Seat(seat);
            own_prompt(&G::prompts(&Known::<G>::of(state, viewer)), viewer).map(|prompt| prompt.id)
        };
        let new = |seat: &Seat| {
            let now = question(&self.truth, *seat);
            now.is_some() && now != question(before, *seat)
        };
        let seats = self.seats().iter().map(|info| info.seat).filter(new);
        seats.fold(Seats::NOBODY, |all, seat| all.and(Seats::only(seat)))
    }

    /// How far before the next line those of a choice stand. Asks to close that came after it stay asked.
    pub(crate) fn lines_of(&self, undo: &Undo<G>) -> Vec<usize> {
        let asks = self.seats().iter().filter(|info| self.closing.has(Viewer::Seat(info.seat))).count();
        let last = asks + 1;
        let first = self.told.len().saturating_sub(undo.told);
        (last..=first).collect()
    }

    /// How far before the line at a place of the log those stand that a viewer was told and that it takes back.
    pub(crate) fn takes_back(&self, viewer: Viewer, place: usize, back: &[usize]) -> Vec<usize> {
        let Some(first) = back.last() else { return Vec::new() };
        // Nobody asks to close twice: where more lies between, a journal was forged, and is not to make this long.
        if *first > back.len() + usize::from(MOST_SEATS) {
            return Vec::new();
        }
        let heard = (1..=*first.min(&place)).filter(|far| self.hears(viewer, place - far));
        let counted = heard.enumerate().filter(|(_, far)| back.binary_search(far).is_ok());
        counted.map(|(i, _)| i + 1).collect()
    }

    /// May others still change a sealed answer?
    fn sealed_for(&self, seat: Seat) -> bool {
        G::prompts(&self.known(Viewer::Public)).iter().any(|p| p.sealed && p.seat != seat)
    }
}

/// Did this seat do it: choose, or take a choice back?
fn own(entry: &Entry, seat: Seat) -> bool {
    match entry {
        Entry::Play { seat: by, forced, .. } => *by == seat && !forced,
        Entry::Undo { seat: by, .. } => *by == seat,
        Entry::Close { .. } => false,
    }
}
