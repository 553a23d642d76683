//! What an archive does.

use crate::error::Error;
use crate::record::{Append, Appended, Header, Link, Loaded, Numbered, Part, Time};
use crate::seats::{Chair, Kind, TokenHash};
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::broadcast;
use umpire::Snapshot;

/// The answer of an archive, when it comes. Dropping it does not take back what was asked.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// The most battles of one page.
pub const MOST_LISTED: u32 = 1000;

/// An append-only store of journals.
///
/// Writes of many callers are collected and flushed together; each is answered after the flush. A write that is
/// refused ([`Error::Conflict`] …) does not disturb its neighbours.
pub trait Archive: Send + Sync {
    /// Creates a battle without records. [`Error::Exists`] if there is one of this name, or if one of the tokens
    /// is in use.
    fn create(&self, header: Header, chairs: Vec<Chair>) -> Later<'_, ()>;

    /// Appends records to a battle. If one of them is a choice whose id its seat has used before, nothing is
    /// stored and the answer is [`Appended::Repeated`], whatever `expected` says; otherwise `expected` and `after`
    /// must be right, or it is a [`Error::Conflict`].
    fn append(&self, append: Append) -> Later<'_, Appended>;

    /// The whole battle; its chain of hashes is checked.
    fn load<'a>(&'a self, battle: &'a str) -> Later<'a, Loaded>;

    /// The battle up to where its journal had so many entries, to go on with it from there: one stored state stands for
    /// all before it, however many there are.
    fn until<'a>(&'a self, battle: &'a str, entries: usize) -> Later<'a, Loaded>;

    /// The same to its end.
    fn latest<'a>(&'a self, battle: &'a str) -> Later<'a, Loaded> {
        self.until(battle, usize::MAX)
    }

    /// Is a battle closed?
    fn closed<'a>(&'a self, battle: &'a str) -> Later<'a, bool>;

    /// What is needed to go back to where the journal had so many entries, however long it is. `None` if the battle
    /// has not begun.
    fn part<'a>(&'a self, battle: &'a str, entries: usize) -> Later<'a, Option<Part>>;

    /// The first stored state that stands before record `from` or a later one, and before which. One that cannot be
    /// read is passed over.
    fn state<'a>(&'a self, battle: &'a str, from: u64) -> Later<'a, Option<(u64, Snapshot)>>;

    /// Records from `from` on, at most `most`; their links in the chain of hashes are checked.
    fn records<'a>(&'a self, battle: &'a str, from: u64, most: u32) -> Later<'a, Vec<Numbered>>;

    /// How many records a battle has, and the link of the last.
    fn end<'a>(&'a self, battle: &'a str) -> Later<'a, (u64, Link)>;

    /// How many records a battle has.
    fn next<'a>(&'a self, battle: &'a str) -> Later<'a, u64> {
        Box::pin(async move { Ok(self.end(battle).await?.0) })
    }

    /// Battles, newest first.
    fn list(&self, query: Query) -> Later<'_, Page>;

    /// Which place in which battle a token opens; `None` if it is unknown or revoked.
    fn chair(&self, token: TokenHash) -> Later<'_, Option<(String, Kind)>>;

    /// The places of a battle that are not revoked.
    fn chairs<'a>(&'a self, battle: &'a str) -> Later<'a, Vec<Chair>>;

    /// Adds a place to a battle: another spectator's, or a seat's.
    fn add_chair<'a>(&'a self, battle: &'a str, chair: Chair, at: Time) -> Later<'a, ()>;

    /// Revokes a token of a battle. `false` if it was unknown there or revoked already.
    fn revoke<'a>(&'a self, battle: &'a str, token: TokenHash, at: Time) -> Later<'a, bool>;

    /// Revokes a token of a battle and puts another in its place, at once. `false`, and nothing is changed, if the
    /// old one was unknown there or revoked already.
    fn replace<'a>(&'a self, battle: &'a str, old: TokenHash, new: TokenHash, at: Time) -> Later<'a, bool>;

    /// Hints that a battle has changed, from this process and, where several share the archive, from the others. A
    /// hint may be lost or come twice; reading is the truth.
    fn hints(&self) -> broadcast::Receiver<Hint>;

    /// Why it takes no more writes, if it has stopped.
    fn stopped(&self) -> Option<String>;

    /// Waits for the writes under way and closes the archive.
    fn close(&self) -> Later<'_, ()>;
}

/// A battle has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The battle.
    pub battle: Arc<str>,
    /// What changed.
    pub news: News,
}

/// What changed about a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// It has grown: so many records it had then.
    Grown(u64),
    /// A token no longer holds.
    Chairs,
}

/// Which battles are asked for.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Going on, closed, or both.
    pub state: State,
    /// Only battles in which one of these tokens has a place, at most 100. `None`: all battles.
    pub tokens: Option<Vec<TokenHash>>,
    /// Only what comes after this: the `after` of the page before.
    pub after: Option<(Time, String)>,
    /// At most so many, and at most [`MOST_LISTED`].
    pub most: u32,
}

/// Is a battle going on?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// All the same.
    #[default]
    Any,
    /// Not closed.
    Open,
    /// Closed.
    Closed,
}

/// Some of the battles that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The battles, newest first.
    pub battles: Vec<Listed>,
    /// Where the next page begins, if there is more.
    pub after: Option<(Time, String)>,
}

/// A battle in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub id: String,
    /// The game.
    pub game: String,
    /// The scenario's name.
    pub scenario: String,
    /// When it was created.
    pub created: Time,
    /// When it last grew.
    pub changed: Time,
    /// How many records it has.
    pub next: u64,
    /// Is it closed?
    pub closed: bool,
}

/// Records that were damaged and have been cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The battle.
    pub battle: String,
    /// How many whole records it keeps.
    pub kept: u64,
    /// How many it had.
    pub had: u64,
    /// What is wrong with the first that was cut.
    pub why: String,
    /// Where those that could be read were put: a file, or a table.
    pub side: String,
}
