//! What is stored of a battle.

use crate::error::Error;
use crate::seats::Chair;
use dice::{Hex, Roll};
use serde::{Deserialize, Serialize};
use std::fmt;
use umpire::{Chance, Entry, Journal, Resumed, Scenario, Seat, SeatInfo, Snapshot, StateHash};

/// Milliseconds since 1970, as the caller's clock has it.
pub type Time = i64;

/// The longest record, in bytes as it is stored.
pub const LONGEST_RECORD: usize = 16 << 20;

/// The most records of one append.
pub const MOST_RECORDS: usize = 2000;

/// What never changes about a battle, stored when it is created.
#[derive(Clone, PartialEq, Eq)]
pub struct Header {
    /// Its name: 1 to 100 letters of `a-z A-Z 0-9 - _`.
    pub id: String,
    /// The game.
    pub game: String,
    /// The rules number when it was created.
    pub rules: u32,
    /// The scenario, whole.
    pub scenario: Scenario,
    /// The hash of the seed, as it was published.
    pub commitment: Hex,
    /// Where chance comes from, with the secret seed. What seats add comes in records.
    pub chance: Chance,
    /// When it was created.
    pub created: Time,
}

/// The seed is not printed.
impl fmt::Debug for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Header").field("id", &self.id).field("game", &self.game).finish_non_exhaustive()
    }
}

/// The beginning of a journal: what is not in the header and not in entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    format: u32,
    rules: u32,
    seats: Vec<SeatInfo>,
    chance: Chance,
    begin: Vec<Roll>,
    hash: StateHash,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resumed: Option<Resumed>,
}

impl Head {
    /// The head of a journal.
    pub fn of(journal: &Journal) -> Self {
        Self {
            format: journal.format,
            rules: journal.rules,
            seats: journal.seats.clone(),
            chance: journal.chance.clone(),
            begin: journal.begin.clone(),
            hash: journal.hash,
            resumed: journal.resumed.clone(),
        }
    }

    /// The journal of which this is the head.
    pub(crate) fn journal(self, header: &Header, entries: Vec<Entry>, snapshots: Vec<Snapshot>) -> Journal {
        Journal {
            format: self.format,
            game: header.game.clone(),
            rules: self.rules,
            scenario: header.scenario.clone(),
            seats: self.seats,
            chance: self.chance,
            commitment: header.commitment.clone(),
            begin: self.begin,
            hash: self.hash,
            entries,
            snapshots,
            resumed: self.resumed,
        }
    }
}

/// One record of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// A seat added its random bytes, before the battle began.
    Added {
        /// Which seat.
        seat: Seat,
        /// Its bytes.
        bytes: Hex,
    },
    /// The battle will begin where another one was: the head of its journal, but for what the seats add.
    Branched(Box<Head>),
    /// The journal begins here: the battle was set up, or it goes on under newer rules from a stored state. Of
    /// several the last counts; the entries of the journal are those after it.
    Begun(Box<Head>),
    /// An entry of the journal.
    Entry(Entry),
}

impl Record {
    /// The seat whose it is, and the name which that seat gave to its choice.
    pub(crate) fn choice(&self) -> (Option<Seat>, Option<&str>) {
        match self {
            Self::Added { seat, .. } | Self::Entry(Entry::Undo { seat, .. } | Entry::Close { seat, .. }) => {
                (Some(*seat), None)
            }
            Self::Entry(Entry::Play { seat, choice, .. }) => (Some(*seat), choice.as_deref()),
            Self::Begun(_) | Self::Branched(_) => (None, None),
        }
    }

    pub(crate) fn closes(&self) -> bool {
        matches!(self, Self::Entry(Entry::Close { closed: true, .. }))
    }
}

/// The hash of a battle's record and of all that came before it; before the first record, of the header. Two histories
/// of the same length have different ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link(pub(crate) String);

/// What is to be appended to a battle: all of it or nothing.
#[derive(Clone, Debug)]
pub struct Append {
    /// The battle.
    pub battle: String,
    /// How many records the battle has, as far as the writer knows.
    pub expected: u64,
    /// The link of the last of them. `None` if the writer knows only their number: what he appends is decided on nothing
    /// that they say.
    pub after: Option<Link>,
    /// When.
    pub at: Time,
    /// The records, at least one. At most one of them is a choice with an id.
    pub records: Vec<Record>,
    /// States of the journal to be stored, new ones and, harmlessly, old ones again. They prove nothing and may
    /// come late: with any later append.
    pub snapshots: Vec<Snapshot>,
}

/// What became of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is stored; the battle now has so many records.
    Stored {
        /// The `expected` of the next append.
        next: u64,
        /// The `after` of the next append.
        link: Link,
    },
    /// Its seat has used this name for a choice before: nothing was stored now. The choice is record `seq`.
    Repeated {
        /// The first record with this seat and this choice id.
        seq: u64,
    },
}

/// A record and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// How many records came before it.
    pub seq: u64,
    /// When it was appended.
    pub at: Time,
    /// The record.
    pub record: Record,
    /// Its link.
    pub link: Link,
}

/// A battle as it is stored.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The header.
    pub header: Header,
    /// The places that are not revoked.
    pub chairs: Vec<Chair>,
    /// How many records were read: if all there are, the `expected` of the next append.
    pub next: u64,
    /// The link of the last one: the `after` of the next append.
    pub link: Link,
    /// What seats added, in order.
    pub added: Vec<(Seat, Hex)>,
    /// Where it begins if that is where another one was: a journal without entries, and without what seats added.
    pub branch: Option<Journal>,
    /// The journal with every entry and stored state; `None` while the battle has not begun.
    pub journal: Option<Journal>,
    /// The seq of the journal's first entry, if it has begun: entry `n` of the journal is record `first + n`.
    pub first: u64,
    /// Is it closed?
    pub closed: bool,
    /// Does one stored state stand for all of them?
    pub folded: bool,
}

/// A part of a journal: enough to go back to one moment, for whoever still knows who did what before it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The journal up to that moment, from its last stored state on: of its stored states this one alone, and of its
    /// entries those after it. If there is no such state, the entries from the first on.
    pub journal: Journal,
    /// How many entries are missing before its first one.
    pub missing: usize,
    /// The seq of the first entry of the whole journal.
    pub first: u64,
}

/// A name that can be a battle's.
pub(crate) fn check_id(id: &str) -> Result<(), Error> {
    let fit = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if (1..=100).contains(&id.len()) && id.chars().all(fit) {
        return Ok(());
    }
    Err(Error::Unfit("a battle's name has 1 to 100 of a-z A-Z 0-9 - _".to_owned()))
}
