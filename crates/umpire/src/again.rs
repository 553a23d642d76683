//! Going back in a battle, or on with it, without playing all of it again: from a stored state.

use crate::answer::{Answer, Code};
use crate::battle::{Battle, to_value};
use crate::chance::follow;
use crate::fold::{goes_on, of_use};
use crate::game::Game;
use crate::journal::{
    Chance, Entry, FORMAT, Heard, Journal, Log, Rest, Resumed, Snapshot, StateHash, Told, Undoable,
};
use crate::past::Past;
use crate::replay::{Replayed, check_head, stored, with};
use crate::seat::{Seats, Viewer};
use crate::tell::Line;
use crate::undo::Undo;
use std::sync::Arc;

impl<G: Game> Battle<G> {
    /// Reads a journal of one's own to go on with it. Stored states are believed if they have the hash that was
    /// written with their entry, so only what came after the last of them is played again.
    pub fn resume_own(journal: &Journal) -> Result<Replayed<G>, Answer> {
        let all = journal.entries.len();
        match Self::from_stored(journal, all, true) {
            Some((battle, replayed)) => Ok(Replayed { battle, drift: None, replayed }),
            None => Self::resume(journal),
        }
    }

    /// The battle as it was after so many entries.
    pub(crate) fn at(&self, entries: usize) -> Result<Self, Answer> {
        Self::after(&self.journal, entries)
    }

    /// The battle of a journal of one's own as it was after so many entries.
    pub(crate) fn after(journal: &Journal, entries: usize) -> Result<Self, Answer> {
        match Self::from_stored(journal, entries, false) {
            Some((battle, _)) => Ok(battle),
            None => Self::replay(journal, Some(entries)),
        }
    }

    /// The battle after so many entries, from the last stored state before them, and how many were played again.
    /// `None` if there is no such state, or none that can be believed. Who only looks need not keep the states.
    fn from_stored(journal: &Journal, end: usize, keep: bool) -> Option<(Self, usize)> {
        if journal.rules != G::RULES || check_head::<G>(journal).is_err() {
            return None;
        }
        let end = end.min(journal.entries.len());
        let count = last_stored(journal, end)?;
        let kept = journal.snapshots.get(..count)?;
        let last = kept.last()?;
        let before = journal.entries.get(..last.after)?;
        let told = kept.iter().filter_map(|s| s.told.as_deref()).flatten().cloned().map(Arc::new).collect();
        let head = with(journal, before.to_vec(), if keep { kept.to_vec() } else { Vec::new() });
        let position = position(&head).ok()?;
        let battle = Self::on_from(last, head, told, position, journal.entries.get(last.after..end)?)?;
        Some((battle, end - last.after))
    }

    /// The battle at a moment that is over, from a part of its journal.
    pub(crate) fn from_part(past: &Past, part: &Journal, missing: usize) -> Option<Self> {
        let after = part.entries.get(..past.entries.checked_sub(missing)?)?;
        if missing == 0 {
            return Self::replay(part, Some(past.entries)).ok();
        }
        let state = part.snapshots.first().filter(|state| state.after == missing)?;
        if part.rules != G::RULES || check_head::<G>(part).is_err() || !state.whole() || state.rest.is_none()
        {
            return None;
        }
        let told: Vec<_> = past.told.iter().take_while(|told| told.entries <= missing).cloned().collect();
        if told.len() != state.lines() {
            return None;
        }
        // The stream stood where the next roll begins.
        let position = after.iter().flat_map(Entry::rolls).find_map(|roll| roll.position).unwrap_or(0);
        let head = with(part, past.done.get(..missing)?.to_vec(), Vec::new());
        Self::on_from(state, head, told, position, after)
    }

    /// The battle that goes on from a stored state, before which `head` was played. `None` if the state is not the one
    /// that was written with the last entry before it.
    fn on_from(state: &Snapshot, head: Journal, told: Log, position: u64, after: &[Entry]) -> Option<Self> {
        let truth = stored::<G>(&state.state).ok()?;
        if StateHash::of(&truth) != hash_after(&head, &head.entries) {
            return None;
        }
        let mut battle = Self::new(head, truth, told, position);
        battle.closed = battle.journal.closed();
        battle.lines_stored = state.lines();
        if let Some(rest) = &state.rest {
            battle.restore(rest)?;
        }
        battle.redo(after).ok()?;
        Some(battle)
    }

    /// Stores the state after so many entries, with the lines told since the last one and what else stands now: so
    /// the battle goes on from there whatever comes next.
    pub(crate) fn store(&mut self, after: usize) {
        let from = self.lines_stored;
        let told: Vec<Told> = self.told.iter().skip(from).map(|told| Told::clone(told)).collect();
        self.lines_stored = from + told.len();
        let undo = self.undo.as_ref().map(|undo| Undoable {
            seat: undo.seat,
            before: to_value(&undo.before),
            told: undo.told,
        });
        let rest = Rest { undo, last_words: self.last_words, closing: self.closing };
        self.journal.snapshots.push(Snapshot::new(
            after,
            to_value(&self.truth),
            from,
            Some(told),
            Some(rest),
        ));
    }

    /// Forgets what is kept elsewhere and not needed to go on: the first so many stored states, and the steps and
    /// rolls of every entry. Who wants to go back needs the whole journal from there.
    pub(crate) fn shed(&mut self, states: usize) {
        let states = states.min(self.journal.snapshots.len());
        self.journal.snapshots.drain(..states);
        for entry in self.journal.entries.get_mut(self.entries_shed..).unwrap_or_default() {
            if let Entry::Play { steps, rolls, .. } = entry {
                (*steps, *rolls) = (Vec::new(), Vec::new());
            }
        }
        self.entries_shed = self.journal.entries.len();
    }

    /// What else stood when this state was stored. `None` if it cannot be believed.
    fn restore(&mut self, rest: &Rest) -> Option<()> {
        (self.last_words, self.closing) = (rest.last_words, rest.closing);
        let Some(Undoable { seat, before, told }) = &rest.undo else { return Some(()) };
        let choice = |entry: &Entry| matches!(entry, Entry::Play { forced: false, .. });
        let place = self.journal.entries.iter().rposition(choice)?;
        let truth = stored::<G>(before).ok()?;
        let written = hash_after(&self.journal, self.journal.entries.get(..place)?);
        if StateHash::of(&truth) != written || *told > self.told.len() {
            return None;
        }
        self.undo = Some(Undo { seat: *seat, before: truth, told: *told });
        Some(())
    }

    /// The journal of a new battle that goes on from here with dice of its own. What was told stays told, and who
    /// knows what stays as it is.
    pub fn branch(&self, chance: Chance) -> Result<Journal, Answer> {
        if G::outcome(&self.known(Viewer::Public)).is_some() {
            let sentence = "the battle is decided there: choose an earlier moment";
            return Err(Answer::error(Code::BattleOver, sentence));
        }
        let mut told: Vec<Heard> =
            self.told.iter().map(|told| Heard { to: told.to, line: told.line.clone() }).collect();
        let note = "A new battle goes on from here.";
        told.push(Heard { to: Seats::EVERYBODY, line: Line::new(note) });
        let (rules, state) = (self.journal.rules, to_value(&self.truth));
        Ok(Journal {
            format: FORMAT,
            game: self.journal.game.clone(),
            rules: G::RULES,
            scenario: self.journal.scenario.clone(),
            seats: self.journal.seats.clone(),
            commitment: chance.commitment()?,
            chance,
            begin: Vec::new(),
            hash: StateHash::of(&self.truth),
            entries: Vec::new(),
            snapshots: Vec::new(),
            resumed: Some(Resumed { rules, state, rolls: Vec::new(), told }),
        })
    }
}

/// How many stored states there are up to the last one from which a battle can be brought to `end`. Each must be
/// whole and go on where the one before it ended.
fn last_stored(journal: &Journal, end: usize) -> Option<usize> {
    let (mut lines, mut found) = (0, None);
    for (n, snapshot) in journal.snapshots.iter().enumerate() {
        if snapshot.told.is_none() {
            continue;
        }
        if !goes_on(snapshot, lines, end) {
            break;
        }
        lines = snapshot.lines();
        if of_use(snapshot, journal.entries.get(..end)?) {
            found = Some(n + 1);
        }
    }
    found
}

/// The hash of the state after these entries, as it was written.
fn hash_after(journal: &Journal, entries: &[Entry]) -> StateHash {
    let written = entries.iter().rev().find_map(|entry| match entry {
        Entry::Play { hash, .. } | Entry::Undo { hash, .. } => Some(*hash),
        Entry::Close { .. } => None,
    });
    written.unwrap_or(journal.hash)
}

/// Where the stream stands after every roll of a journal.
fn position(journal: &Journal) -> Result<u64, Answer> {
    let Some((last, began)) = journal.rolls().filter_map(|roll| Some((roll, roll.position?))).last() else {
        return Ok(0);
    };
    follow(&journal.chance.battle_seed()?, began, std::slice::from_ref(last))
}
