//! What one seat was told, and what its battle's journal must therefore say.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use umpire::{Entry, Games, Journal, Seat};

/// What one seat was told.
#[derive(Default)]
pub(crate) struct Ledger {
    /// Every line, in order.
    pub(crate) lines: Vec<Value>,
    /// The choices that were acknowledged, with their questions.
    acknowledged: BTreeMap<String, u64>,
    /// The choices that were refused: they must not be there.
    refused: BTreeSet<String>,
}

impl Ledger {
    /// Compares a view with what was told before, and remembers what is new.
    pub(crate) fn hear(&mut self, view: &Value) -> Result<(), String> {
        for told in view["lines"].as_array().ok_or_else(|| format!("a view without lines: {view}"))? {
            let number = told["number"].as_u64().ok_or("a line without a number")? as usize;
            match self.lines.get(number.saturating_sub(1)) {
                Some(before) if *before == told["line"] => {}
                Some(before) => {
                    return Err(format!("line {number} was {before} and is now {}", told["line"]));
                }
                None if number == self.lines.len() + 1 => self.lines.push(told["line"].clone()),
                None => return Err(format!("line {number} came after line {}", self.lines.len())),
            }
        }
        Ok(())
    }

    /// After joining again: a whole view has every line that was ever told.
    pub(crate) fn hear_again(&mut self, view: &Value) -> Result<(), String> {
        let there = view["lines"].as_array().map_or(0, Vec::len);
        if there < self.lines.len() {
            return Err(format!("{} lines were told, and only {there} are left", self.lines.len()));
        }
        self.hear(view)
    }

    pub(crate) fn acknowledge(&mut self, choice: &str, prompt: u64) {
        self.acknowledged.insert(choice.to_owned(), prompt);
    }

    pub(crate) fn refuse(&mut self, choice: &str) {
        self.refused.insert(choice.to_owned());
    }

    /// Every acknowledged choice is in the journal, once and for its question; no refused one is.
    pub(crate) fn compare(&self, seat: Seat, journal: &Journal) -> Result<(), String> {
        let mut found = BTreeMap::new();
        for entry in &journal.entries {
            if let Entry::Play { seat: by, choice: Some(choice), prompt, .. } = entry
                && *by == seat
                && found.insert(choice.clone(), u64::from(prompt.0)).is_some()
            {
                return Err(format!("the choice {choice} of {seat} was played twice"));
            }
        }
        for (choice, prompt) in &self.acknowledged {
            match found.get(choice) {
                Some(there) if there == prompt => {}
                Some(there) => return Err(format!("{choice} answered {prompt}, and is there for {there}")),
                None => return Err(format!("the choice {choice} of {seat} was acknowledged and is lost")),
            }
        }
        match self.refused.iter().find(|choice| found.contains_key(*choice)) {
            Some(choice) => Err(format!("the choice {choice} of {seat} was refused and is there")),
            None => Ok(()),
        }
    }
}

/// The journal replays: every state has its hash, every roll its place in the stream, and the seed its promise.
pub(crate) fn replays(journal: &Journal) -> Result<(), String> {
    let games = Games::new().with::<blucher::Blucher>(Vec::new()).with::<reference::Picket>(Vec::new());
    let game = games.game(&journal.game).map_err(|e| format!("{e:?}"))?;
    let again = game.replay(journal, Some(journal.entries.len())).map_err(|e| format!("{e:?}"))?;
    if again.battle.journal().entries == journal.entries {
        Ok(())
    } else {
        Err("the journal replays to other entries".to_owned())
    }
}
