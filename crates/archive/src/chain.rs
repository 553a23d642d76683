//! The chain of hashes: each link is the hash of the link before and of what is stored.

use crate::record::{Header, Time};
use dice::Hex;
use sha2::{Digest, Sha256};

/// The first link: the hash of the header as it is stored.
pub(crate) fn root(header: &Header, scenario: &str, secret: &str) -> String {
    let mut hash = Sha256::new();
    let rules = header.rules.to_string();
    let created = header.created.to_string();
    let commitment = header.commitment.to_string();
    // Each part with its length, so that no two headers are the same bytes.
    for part in [&header.id, &header.game, &rules, scenario, &commitment, secret, &created] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    text(hash)
}

/// The link after `before`.
pub(crate) fn link(before: &str, at: Time, record: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(before.as_bytes());
    hash.update(at.to_be_bytes());
    hash.update(record.as_bytes());
    text(hash)
}

fn text(hash: Sha256) -> String {
    Hex(hash.finalize().to_vec()).to_string()
}
