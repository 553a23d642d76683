//! Looking back: what a viewer knew at a moment that is over.

use crate::answer::Answer;
use crate::battle::Battle;
use crate::game::Game;
use crate::journal::{Entry, Journal, Log};
use crate::seat::Viewer;
use crate::view::View;

/// A view of a battle as it was, still to be worked out from what is kept of its journal: it may take long, and the
/// battle can go on meanwhile.
pub struct Past {
    pub(crate) entries: usize,
    viewer: Viewer,
    since: usize,
    /// Who did what before, without the steps and rolls, and what was told: as far as it has been recalled.
    pub(crate) done: Vec<Entry>,
    pub(crate) told: Log,
    whole: fn(&Self, &Journal) -> Result<View, Answer>,
    part: fn(&Self, &Journal, usize) -> Option<View>,
}

impl Past {
    /// After how many entries it was.
    pub const fn entries(&self) -> usize {
        self.entries
    }

    /// The view, from the whole journal of the battle.
    pub fn whole(&self, journal: &Journal) -> Result<View, Answer> {
        (self.whole)(self, journal)
    }

    /// The view, from a part of the journal: its head, one stored state and the entries after it, before which so many
    /// are missing; or, if none is missing, its first entries without a stored state. `None` if that does not do, or
    /// the battle has not recalled what is missing: then it takes the whole journal.
    pub fn part(&self, journal: &Journal, missing: usize) -> Option<View> {
        (self.part)(self, journal, missing)
    }
}

impl<G: Game> Battle<G> {
    /// What a viewer knew after so many entries, with the lines told to him after line `since`.
    pub(crate) const fn past(entries: usize, viewer: Viewer, since: usize) -> Past {
        Past {
            entries,
            viewer,
            since,
            done: Vec::new(),
            told: Vec::new(),
            whole: |past, journal| Ok(Self::after(journal, past.entries)?.view(past.viewer, past.since)),
            part: |past, journal, missing| {
                Some(Self::from_part(past, journal, missing)?.view(past.viewer, past.since))
            },
        }
    }

    /// Adds what is still known of the time before a moment.
    pub(crate) fn recall(&self, past: &mut Past) {
        let done = self.journal.entries.get(..past.entries).unwrap_or(&self.journal.entries);
        past.done = done.iter().map(bare).collect();
        past.told = self.told.iter().take_while(|told| told.entries <= past.entries).cloned().collect();
    }
}

/// An entry without its steps and rolls, and without the name that its seat gave it.
fn bare(entry: &Entry) -> Entry {
    match *entry {
        Entry::Play { seat, prompt, hash, forced, .. } => {
            Entry::Play { seat, prompt, steps: Vec::new(), rolls: Vec::new(), hash, choice: None, forced }
        }
        Entry::Undo { seat, hash } => Entry::Undo { seat, hash },
        Entry::Close { seat, closed } => Entry::Close { seat, closed },
    }
}
