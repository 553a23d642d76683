//! The file of a long duel: a line that says what is fought, and a line for each pair in order, so that a duel that
//! was stopped goes on where it was.

use crate::duel::Duel;
use crate::fault::Fault;
use crate::record::Row;
use crate::run::FORMAT;
use dice::Hex;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use umpire::Scenario;

/// What is fought. Two duels that are equal here have equal pairs.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    format: u32,
    game: String,
    rules: u32,
    players: [String; 2],
    scenarios: Vec<Scenario>,
    work: u64,
    seed: Hex,
}

/// The pairs of a duel that are kept in a file.
pub struct Kept {
    path: PathBuf,
    file: File,
    /// The rows of the pairs that were fought before.
    pub pairs: Vec<[Row; 2]>,
}

impl Kept {
    /// Opens the file of a duel: a new one, or one in which the same duel was begun. What was cut off in the midst
    /// of a line is fought again.
    pub fn open(path: &Path, duel: &Duel) -> Result<Self, Fault> {
        let mut open = OpenOptions::new();
        let mut file = open.read(true).append(true).create(true).open(path).map_err(Fault::file(path))?;
        if !file.metadata().map_err(Fault::file(path))?.is_file() {
            return Err(Fault::Other(format!(
                "{}: this is no file that rows can be kept in",
                path.display()
            )));
        }
        // Where files cannot be locked at all, nobody is kept out.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(Fault::Other(format!("{}: another lab is writing here", path.display())));
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(Fault::file(path))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let about = duel.about();
        let begun = lines.next();
        if let Some(line) = begun {
            let found: About = serde_json::from_str(line).map_err(|e| at(path, 1, e))?;
            if found != about {
                return Err(Fault::Other(format!("{}: this file holds another duel", path.display())));
            }
        } else if !line(&about, path)?.starts_with(&text) {
            return Err(Fault::Other(format!("{}: this is no file of a duel", path.display())));
        }
        let pair = |(n, line): (usize, &str)| {
            let rows: [Row; 2] = serde_json::from_str(line).map_err(|e| at(path, n + 2, e))?;
            let number = 2 * n as u64;
            let next = [number, number + 1] == rows.each_ref().map(|row| row.battle);
            let seed = Hex(duel.seed_of(n as u64).reveal().to_vec()).to_string();
            let own = rows.iter().all(|row| row.seed == seed && row.winner.is_none_or(|side| side < 2));
            if next && own { Ok(rows) } else { Err(at(path, n + 2, "this is not the next pair")) }
        };
        let pairs = lines.enumerate().map(pair).collect::<Result<Vec<_>, Fault>>()?;
        file.set_len(whole as u64).map_err(Fault::file(path))?;
        let mut kept = Self { path: path.to_owned(), file, pairs };
        if begun.is_none() {
            kept.write(&about)?;
        }
        Ok(kept)
    }

    /// Keeps the next pair.
    pub fn add(&mut self, rows: [&Row; 2]) -> Result<(), Fault> {
        self.write(&rows)
    }

    fn write(&mut self, what: &impl Serialize) -> Result<(), Fault> {
        let text = line(what, &self.path)?;
        self.file.write_all(text.as_bytes()).map_err(Fault::file(&self.path))
    }
}

fn line(what: &impl Serialize, path: &Path) -> Result<String, Fault> {
    Ok(serde_json::to_string(what).map_err(|e| Fault::damaged(path, e))? + "\n")
}

fn at(path: &Path, line: usize, why: impl std::fmt::Display) -> Fault {
    Fault::damaged(path, format!("line {line}: {why}"))
}

impl Duel<'_> {
    fn about(&self) -> About {
        About {
            format: FORMAT,
            game: self.field.name.to_owned(),
            rules: self.field.rules,
            players: self.levels.map(|level| level.name().to_owned()),
            scenarios: self.scenarios.clone(),
            work: self.work,
            seed: Hex(self.seed.reveal().to_vec()),
        }
    }
}
