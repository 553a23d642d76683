//! Scenarios as people write them (TOML), and reading them with every problem named.
//!
//! `Written` is anything that can be written down; only `setup::begin` turns it into a state.

mod pickup;
mod read;
mod urban;
mod written;

pub use pickup::{PickupUnitWritten, PickupWritten};
pub use read::{Read, read};
pub use written::{
    EdgeWritten, NowWritten, ObjectiveWritten, PhaseWritten, SideWritten, SpecialWritten, TableWritten,
    TerrainWritten, UnitWritten, Written,
};
