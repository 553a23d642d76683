//! What a check found.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use umpire::{Game, Journal};

/// A law that held, and how much was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The law.
    pub law: &'static str,
    /// What was looked at, and how often.
    pub counts: BTreeMap<&'static str, u64>,
}

impl Summary {
    /// How often something was looked at.
    pub fn count(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.law)?;
        for (i, (what, count)) in self.counts.iter().enumerate() {
            write!(f, "{} {count} {what}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// A law that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The law.
    pub law: &'static str,
    /// What happened.
    pub sentence: String,
    /// The battle so far, if one was open.
    pub journal: Option<Box<Journal>>,
}

impl Broken {
    pub(crate) fn new(law: &'static str, sentence: impl Into<String>, journal: Option<&Journal>) -> Self {
        Self { law, sentence: sentence.into(), journal: journal.map(|j| Box::new(j.clone())) }
    }

    /// Writes the journal to `target/conformance/<game>-<law>.battle.json`, to be opened by the program.
    pub fn save(&self, game: &str) -> Option<PathBuf> {
        let journal = self.journal.as_ref()?;
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"), PathBuf::from);
        let folder = target.join("conformance");
        std::fs::create_dir_all(&folder).ok()?;
        let path = folder.join(format!("{game}-{}.battle.json", self.law));
        std::fs::write(&path, serde_json::to_vec_pretty(journal).ok()?).ok()?;
        Some(path)
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is broken: {}", self.law, self.sentence)
    }
}

impl std::error::Error for Broken {}

/// Lets a test fail if a law was broken, and says where the journal is.
///
/// # Panics
/// If the law was broken.
pub fn insist<G: Game>(result: Result<Summary, Broken>) {
    match result {
        Ok(summary) => println!("{}: {summary}", G::NAME),
        Err(broken) => {
            let path = broken.save(G::NAME);
            let journal = path.map_or_else(String::new, |p| format!("\nthe battle: {}", p.display()));
            panic!("{}: {broken}{journal}", G::NAME);
        }
    }
}
