//! Dice that can be seeded, forced or thrown by hand, always with a record; and exact odds.
//!
//! A game sees one trait, [`Dice`]. Behind it is a [`Stream`] (one ChaCha20 stream per battle) or
//! [`Forced`] faces (a test, a replay, or dice that people threw at a real table), usually inside a
//! [`Recorder`]. This crate takes no randomness from the machine: whoever starts a battle brings
//! the bytes of its [`Seed`].

mod faces;
mod forced;
mod hex;
pub mod odds;
mod proof;
mod recorder;
mod rule_id;
mod seed;
mod stream;
mod throw;

pub use faces::{D6, D10, Which, d3, failed, half, rerolled, succeeded, successes};
pub use forced::{Forced, ForcedFault, Given};
pub use hex::{Hex, NotHex};
pub use proof::{DiceProof, Fault, Verified, battle_seed, commitment, verify};
pub use recorder::{Recorder, Roll};
pub use rule_id::{NotARuleId, RuleId};
pub use seed::Seed;
pub use stream::Stream;
pub use throw::{Dice, Faces, NeedsDice, Source, Why};
