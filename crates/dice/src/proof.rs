//! Proof that nobody altered the dice of a battle.
//!
//! Before the battle the server draws a secret seed and publishes its [`commitment`]. Then each seat
//! adds random bytes of its own, and the [`battle_seed`] follows from all of them. When the battle is
//! closed everything is revealed in a [`DiceProof`], and anybody can [`verify`] every face.
//!
//! What it proves: the server fixed its part before it saw the bytes of the seats, and every roll is
//! the next one of the stream; none was altered, skipped or thrown again. A seat has to check two
//! things by itself: that the commitment is the one it was shown before it gave its bytes, and that its
//! bytes are among those revealed. What it cannot prove: that the server did not look ahead, or help
//! somebody with what it saw; that a rule really asked for a roll; that nothing was rolled after
//! the last roll told.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Faces, Hex, Roll, RuleId, Seed, Stream};

const COMMITMENT: &[u8] = b"grognard dice, commitment, 1\n";
const BATTLE: &[u8] = b"grognard dice, battle, 1\n";

/// The promise that is published before any seat has given its bytes.
pub fn commitment(server: &Seed) -> Hex {
    let mut hash = Sha256::new();
    hash.update(COMMITMENT);
    hash.update(server.reveal());
    Hex(hash.finalize().to_vec())
}

/// The seed of a battle: the server's secret, then what each seat added, in the order of the seats.
/// Each part of a seat follows its length (eight bytes, the lowest first), so no byte can be moved
/// from one seat to the next.
pub fn battle_seed(server: &Seed, seats: &[Hex]) -> Seed {
    let mut hash = Sha256::new();
    hash.update(BATTLE);
    hash.update(server.reveal());
    for Hex(bytes) in seats {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    Seed::new(hash.finalize().into())
}

/// All that is needed to check the dice of a closed battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceProof {
    /// What the server published at the start.
    pub commitment: Hex,
    /// What each seat added after that, in the order of the seats.
    pub seats: Vec<Hex>,
    /// The server's secret, revealed.
    pub server_seed: Hex,
    /// Every roll of the battle, in order.
    pub rolls: Vec<Roll>,
}

impl DiceProof {
    /// Reveals the secret of a closed battle.
    pub fn reveal(server: &Seed, seats: Vec<Hex>, rolls: Vec<Roll>) -> Self {
        Self { commitment: commitment(server), seats, server_seed: server.reveal().into(), rolls }
    }
}

/// What was checked and found true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many rolls.
    pub rolls: usize,
    /// How many dice.
    pub dice: usize,
    /// Where the stream stands after the last roll.
    pub position: u64,
}

/// Something in a proof that is not true. `roll` counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The revealed seed is no seed.
    #[error("the revealed seed has {0} bytes; a seed has 32")]
    SeedLength(usize),
    /// The revealed seed is not the one that was promised.
    #[error("the revealed seed gives the commitment {computed}, but {recorded} was published")]
    Commitment {
        /// What was published.
        recorded: Hex,
        /// What follows from the revealed seed.
        computed: Hex,
    },
    /// The roll does not begin where the one before it ended: dice were skipped or thrown twice.
    #[error("roll {roll} ({rule}) begins at {recorded:?}, but the stream stood at {expected}")]
    Position {
        /// Which roll.
        roll: usize,
        /// The rule that asked for it.
        rule: RuleId,
        /// Where the record says that it began.
        recorded: Option<u64>,
        /// Where the one before it ended.
        expected: u64,
    },
    /// Other faces than those of the stream.
    #[error("roll {roll} ({rule}): {recorded:?} is recorded, but the stream gives {stream:?}")]
    Faces {
        /// Which roll.
        roll: usize,
        /// The rule that asked for it.
        rule: RuleId,
        /// What the record says.
        recorded: Faces,
        /// What the stream gives there.
        stream: Faces,
    },
}

/// Works everything out again: the commitment, the seed, and every face at its position. Gives all
/// faults, in the order of the document.
pub fn verify(proof: &DiceProof) -> Result<Verified, Vec<Fault>> {
    let Ok(server) = <[u8; 32]>::try_from(proof.server_seed.0.as_slice()) else {
        return Err(vec![Fault::SeedLength(proof.server_seed.0.len())]);
    };
    let server = Seed::new(server);
    let mut faults = Vec::new();
    let computed = commitment(&server);
    if computed != proof.commitment {
        faults.push(Fault::Commitment { recorded: proof.commitment.clone(), computed });
    }
    let seed = battle_seed(&server, &proof.seats);
    let mut stream = Stream::new(&seed);
    for (index, recorded) in proof.rolls.iter().enumerate() {
        check(recorded, index + 1, &seed, &mut stream, &mut faults);
    }
    if faults.is_empty() {
        let dice = proof.rolls.iter().map(|roll| roll.faces.len()).sum();
        Ok(Verified { rolls: proof.rolls.len(), dice, position: stream.position() })
    } else {
        Err(faults)
    }
}

/// Checks one roll and leaves the stream behind it. A roll at a wrong place is compared with what the
/// stream gives at that place, so one skipped die does not make every later roll look altered.
fn check(recorded: &Roll, roll: usize, seed: &Seed, stream: &mut Stream, faults: &mut Vec<Fault>) {
    let (rule, expected) = (recorded.rule, stream.position());
    if recorded.position != Some(expected) {
        faults.push(Fault::Position { roll, rule, recorded: recorded.position, expected });
        *stream = Stream::at(seed, recorded.position.unwrap_or(expected));
    }
    let given: Faces = recorded.faces.iter().map(|_| stream.die(recorded.sides)).collect();
    if given != recorded.faces {
        faults.push(Fault::Faces { roll, rule, recorded: recorded.faces.clone(), stream: given });
    }
}
