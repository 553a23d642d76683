//! A state as one viewer knows it.

use crate::game::Game;
use crate::seat::{Seat, Viewer};
use std::fmt;

/// A state as one viewer knows it, and the draft that led to it. Pages, bots, refusals, odds and computer
/// players are all fed from this and never from the truth.
///
/// It is made by the umpire (`Battle::known`), from an imagined world ([`Known::imagined`]), or from
/// another known state by adding steps to its draft ([`Known::drafted`]).
pub struct Known<G: Game> {
    viewer: Viewer,
    state: G::State,
    draft: Vec<G::Step>,
    cache: G::Cache,
}

impl<G: Game> Known<G> {
    /// What `viewer` knows of the truth. Only the umpire holds the truth.
    pub(crate) fn of(truth: &G::State, viewer: Viewer) -> Self {
        let mut state = truth.clone();
        G::redact(&mut state, viewer);
        Self { viewer, state, draft: Vec::new(), cache: G::Cache::default() }
    }

    /// What a seat, or another viewer, would know in a world that somebody imagined.
    pub fn imagined(world: &G::State, viewer: impl Into<Viewer>) -> Self {
        Self::of(world, viewer.into())
    }

    /// The same viewer's state after one more step of a draft.
    pub fn drafted(&self, state: G::State, step: G::Step) -> Self {
        let mut draft = self.draft.clone();
        draft.push(step);
        Self { viewer: self.viewer, state, draft, cache: G::Cache::default() }
    }

    /// Who knows this.
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The seat, if the viewer is a player.
    pub const fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::All => None,
        }
    }

    /// The state, with every fact blank that the viewer does not know.
    pub const fn state(&self) -> &G::State {
        &self.state
    }

    /// The steps drafted so far, canonical.
    pub fn draft(&self) -> &[G::Step] {
        &self.draft
    }

    /// What the game keeps beside the state to be quick. Never stored, never compared, empty at first.
    pub const fn cache(&self) -> &G::Cache {
        &self.cache
    }
}

impl<G: Game> Clone for Known<G> {
    fn clone(&self) -> Self {
        Self {
            viewer: self.viewer,
            state: self.state.clone(),
            draft: self.draft.clone(),
            cache: G::Cache::default(),
        }
    }
}

impl<G: Game> PartialEq for Known<G> {
    fn eq(&self, other: &Self) -> bool {
        self.viewer == other.viewer && self.state == other.state && self.draft == other.draft
    }
}

impl<G: Game> Eq for Known<G> {}

impl<G: Game> fmt::Debug for Known<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known")
            .field("viewer", &self.viewer)
            .field("draft", &self.draft)
            .finish_non_exhaustive()
    }
}
