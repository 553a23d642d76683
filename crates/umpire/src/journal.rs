//! The journal: enough to replay a battle exactly.

use crate::ask::PromptId;
use crate::game::SeatInfo;
use crate::scenario::Scenario;
use crate::seat::{Seat, Seats};
use crate::tell::Line;
use dice::{Hex, Roll};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt;
use std::io::{BufWriter, Write as _};
use std::sync::Arc;

/// The format of journals that this program writes.
pub const FORMAT: u32 = 1;

/// A stored state is added to the journal after every so many entries, so that a battle can go on even
/// where newer rules no longer replay it.
pub const SNAPSHOT_EVERY: usize = 32;

/// A battle, written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Journal {
    /// The format, [`FORMAT`].
    pub format: u32,
    /// The game.
    pub game: String,
    /// The version of the game's rules under which it was played.
    pub rules: u32,
    /// The scenario, whole.
    pub scenario: Scenario,
    /// Who sat where.
    pub seats: Vec<SeatInfo>,
    /// Where chance came from.
    pub chance: Chance,
    /// The hash of the seed, as it was published when the battle was opened.
    pub commitment: Hex,
    /// Dice rolled while setting up.
    pub begin: Vec<Roll>,
    /// The state after setting up.
    pub hash: StateHash,
    /// What happened since, in order.
    pub entries: Vec<Entry>,
    /// Stored states.
    pub snapshots: Vec<Snapshot>,
    /// Set if the battle goes on from a stored state: it began under older rules that no longer replay, or where
    /// another battle was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed: Option<Resumed>,
}

/// What a battle goes on from: after the rules changed under it, or as a branch of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Resumed {
    /// The version of the rules by which it had been played.
    pub rules: u32,
    /// The stored state.
    pub state: Value,
    /// Every roll that fell before, those of choices that were lost too: their dice do not fall again. None in a
    /// branch, which has dice of its own.
    pub rolls: Vec<Roll>,
    /// What had been told before.
    pub told: Vec<Heard>,
}

/// A line that was told, and to whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Heard {
    /// To whom.
    pub to: Seats,
    /// What.
    pub line: Line,
}

/// A line, who was told, and how many entries the journal had when the entry that told it was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// How many entries there were.
    pub entries: usize,
    /// To whom.
    pub to: Seats,
    /// What.
    pub line: Line,
}

/// The log of a battle. It is long, and shared with those who look back.
pub(crate) type Log = Vec<Arc<Told>>;

impl Told {
    /// Does it say to others, in other words, what was said just before? Of one thing that happened each is told as he
    /// may know it: the same rule, pieces and dice.
    pub(crate) fn says_again(&self, before: &Self) -> bool {
        let (one, other) = (&self.line, &before.line);
        self.entries == before.entries
            && !self.to.meets(before.to)
            && one.rule.is_some()
            && !one.pieces.is_empty()
            && (one.rule, &one.pieces, &one.dice) == (other.rule, &other.pieces, &other.dice)
    }
}

/// Where chance comes from in a battle. Faces in the entries are what counts; the seed only proves them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// Dice from the stream, or entered by people.
    pub dice: DiceFrom,
    /// The secret seed of whoever opened the battle. Handles of pieces come from it too.
    pub seed: Hex,
    /// Random bytes that the seats added after the seed's hash was published.
    pub added: Vec<Hex>,
}

impl Journal {
    /// Every roll of the battle, in order.
    pub fn rolls(&self) -> impl Iterator<Item = &Roll> {
        let before = self.resumed.as_ref().map_or(&self.begin, |resumed| &resumed.rolls);
        before.iter().chain(self.entries.iter().flat_map(Entry::rolls))
    }

    /// So many entries, and the umpire's own answers to the last of them: where somebody must decide.
    pub fn decided(&self, entries: usize) -> usize {
        let end = entries.min(self.entries.len());
        let forced = |e: &&Entry| matches!(e, Entry::Play { forced: true, .. });
        end + self.entries[end..].iter().take_while(forced).count()
    }

    /// Was the battle closed?
    pub fn closed(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry, Entry::Close { closed: true, .. }))
    }
}

impl Entry {
    /// The rolls it needed.
    pub fn rolls(&self) -> &[Roll] {
        match self {
            Self::Play { rolls, .. } => rolls,
            Self::Undo { .. } | Self::Close { .. } => &[],
        }
    }
}

/// Where faces come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiceFrom {
    /// The battle's own stream.
    #[default]
    Stream,
    /// Each roll is given with the choice that needs it: tests, and people with real dice.
    ByHand,
}

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// A choice was played.
    Play {
        /// By whom.
        seat: Seat,
        /// In answer to which question.
        prompt: PromptId,
        /// The canonical steps.
        steps: Vec<Value>,
        /// The faces it needed, in order.
        rolls: Vec<Roll>,
        /// The state after it.
        hash: StateHash,
        /// The name its seat gave it, so that a repeated request is not played twice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choice: Option<String>,
        /// The umpire gave it, because everybody could see that there was no other.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forced: bool,
    },
    /// The last choice was taken back by its seat.
    Undo {
        /// By whom.
        seat: Seat,
        /// The state after it.
        hash: StateHash,
    },
    /// A seat closed the battle, or asked to.
    Close {
        /// By whom.
        seat: Seat,
        /// Was it closed by this?
        closed: bool,
    },
}

/// A stored state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// How many entries came before it.
    pub after: usize,
    /// The state.
    pub state: Value,
    /// How many lines are in the stored states before it.
    #[serde(default)]
    pub from: usize,
    /// The lines told since then: with them a battle goes on from here without its first entries being played
    /// again. Older programs, and the state before the first entry, have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Vec<Told>>,
    /// What else stood then. Older programs have none: from such a state a battle goes on only if a choice came next,
    /// which asks nothing of what went before, while an undo or a close does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest: Option<Rest>,
    /// The hash of all this.
    pub hash: StateHash,
}

impl Snapshot {
    /// A state, stored, perhaps with the lines after the first `from` and with what else stood then.
    pub fn new(after: usize, state: Value, from: usize, told: Option<Vec<Told>>, rest: Option<Rest>) -> Self {
        let hash = digest(&state, from, told.as_deref(), rest.as_ref());
        Self { after, state, from, told, rest, hash }
    }

    /// How many lines are in it and in those before it.
    pub fn lines(&self) -> usize {
        self.from + self.told.as_ref().map_or(0, Vec::len)
    }

    /// Is it as it was stored?
    pub fn whole(&self) -> bool {
        digest(&self.state, self.from, self.told.as_deref(), self.rest.as_ref()) == self.hash
    }
}

fn digest(state: &Value, from: usize, told: Option<&[Told]>, rest: Option<&Rest>) -> StateHash {
    match (told, rest) {
        (None, None) => StateHash::of(state),
        (Some(told), None) => StateHash::of(&(state, from, told)),
        (told, Some(rest)) => StateHash::of(&(state, from, told, rest)),
    }
}

/// What of a battle is in no state: rights and wishes of its seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rest {
    /// What may be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<Undoable>,
    /// Whose last choice could never be taken back.
    pub last_words: Seats,
    /// Who has asked to close the battle.
    pub closing: Seats,
}

/// A choice that may be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Undoable {
    /// By whom.
    pub seat: Seat,
    /// The state before it.
    pub before: Value,
    /// How many lines had been told before it.
    pub told: usize,
}

/// The hash of a state. It stays in the archive: hidden dice could be found by trying them against it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Hex", into = "Hex")]
#[schemars(with = "Hex")]
pub struct StateHash([u8; 32]);

impl StateHash {
    /// The hash of a state as it is stored.
    ///
    /// # Panics
    /// If the state cannot be written as JSON, which is a defect of its game.
    pub fn of(state: &impl Serialize) -> Self {
        let mut hasher = Sha256::new();
        // JSON is written in crumbs; a hash is made of blocks.
        let mut out = BufWriter::with_capacity(4096, Hashing(&mut hasher));
        serde_json::to_writer(&mut out, state).expect("a state can be written as JSON");
        out.flush().expect("a hash takes everything");
        drop(out);
        Self(hasher.finalize().into())
    }
}

impl TryFrom<Hex> for StateHash {
    type Error = String;
    fn try_from(hex: Hex) -> Result<Self, String> {
        hex.0.try_into().map(Self).map_err(|_| "a state hash has 64 hexadecimal digits".to_owned())
    }
}

impl From<StateHash> for Hex {
    fn from(hash: StateHash) -> Self {
        Self(hash.0.to_vec())
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in &self.0[..6] {
            write!(f, "{byte:02x}")?;
        }
        f.write_str("…")
    }
}

/// Lets JSON be written straight into a hash.
struct Hashing<'a>(&'a mut Sha256);

impl std::io::Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
