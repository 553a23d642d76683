//! Who may sit where: hashes of the tokens that people hold, never the tokens.

use dice::Hex;
use sha2::{Digest, Sha256};
use std::fmt;
use umpire::{Seat, Viewer};

/// The hash of a token. A token is random, so looking its hash up by an index tells nothing through time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a token's bytes.
    pub fn of(token: &[u8]) -> Self {
        Self(Sha256::digest(token).into())
    }

    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// As it is stored.
    pub(crate) fn text(&self) -> String {
        Hex(self.0.to_vec()).to_string()
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        let bytes: Hex = text.parse().ok()?;
        bytes.0.try_into().ok().map(Self)
    }
}

/// It does not print itself: what is in a log can be tried against guesses.
impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash")
    }
}

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// One seat.
    Seat(Seat),
    /// Looking on: sees what both sides may see.
    Spectator,
}

impl From<Kind> for Viewer {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Seat(seat) => Self::Seat(seat),
            Kind::Spectator => Self::Public,
        }
    }
}

/// A place in a battle and the token that opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chair {
    /// What the token is for.
    pub kind: Kind,
    /// Its hash.
    pub token: TokenHash,
}
