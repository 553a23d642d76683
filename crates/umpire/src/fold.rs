//! Stored states, read one after the other: a long battle has many, and goes on from the last.

use crate::journal::{Entry, Rest, Snapshot, Told};
use serde_json::Value;

/// Stored states of which all but the last of use are forgotten but for their lines.
#[derive(Default)]
pub struct Fold {
    told: Vec<Told>,
    last: Option<Last>,
}

/// The last state of use.
struct Last {
    after: usize,
    state: Value,
    rest: Option<Rest>,
    /// How many lines are in it and in those before it.
    lines: usize,
}

impl Fold {
    /// Takes the next stored state of a journal with these entries. `false` if neither it nor any after it is of use.
    pub fn take(&mut self, snapshot: Snapshot, entries: &[Entry]) -> bool {
        if snapshot.told.is_none() {
            return true;
        }
        if !goes_on(&snapshot, self.told.len(), entries.len()) {
            return false;
        }
        let of_use = of_use(&snapshot, entries);
        let Snapshot { after, state, told, rest, .. } = snapshot;
        self.told.extend(told.unwrap_or_default());
        if of_use {
            self.last = Some(Last { after, state, rest, lines: self.told.len() });
        }
        true
    }

    /// The one state that stands for all of them, with the lines of all.
    pub fn into_one(mut self) -> Option<Snapshot> {
        let Last { after, state, rest, lines } = self.last?;
        self.told.truncate(lines);
        Some(Snapshot::new(after, state, 0, Some(self.told), rest))
    }
}

/// Is it whole, and does it go on where so many lines ended, before the journal's end?
pub(crate) fn goes_on(snapshot: &Snapshot, lines: usize, end: usize) -> bool {
    snapshot.after <= end && snapshot.from == lines && snapshot.whole()
}

/// Can a battle go on from it to the end of these entries?
pub(crate) fn of_use(snapshot: &Snapshot, entries: &[Entry]) -> bool {
    snapshot.rest.is_some() || matches!(entries.get(snapshot.after), Some(Entry::Play { forced: false, .. }))
}
