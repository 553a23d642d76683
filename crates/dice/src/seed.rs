//! The 32 secret bytes that a battle's dice follow from.

use std::fmt;

use sha2::{Digest, Sha256};

/// Told apart from every other use of SHA-256 here by its first bytes.
const BATCH: &[u8] = b"grognard dice, battle of a batch, 1\n";

/// A secret from which all dice of a battle follow. It does not print and does not serialise, so it
/// cannot slip into a log or a view; [`Seed::reveal`] is the only way out.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed of these bytes. For a real battle they come from the operating system.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The secret itself, to store it or to publish it after the battle.
    pub const fn reveal(&self) -> [u8; 32] {
        self.0
    }

    /// The seed of one battle of a batch. It depends on its index only, so threads may fight the
    /// battles of a batch in any order.
    pub fn nth(&self, index: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(BATCH);
        hash.update(self.0);
        hash.update(index.to_le_bytes());
        Self(hash.finalize().into())
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(?)")
    }
}
