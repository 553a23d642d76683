//! Scenarios as people write them (TOML), and reading them with every problem named.
//!
//! `Written` is anything that can be written down; only `setup::begin` turns it into a state.

mod names;
mod pickup;
mod read;
mod urban;
mod written;

use umpire::{Brief, Scenario};

pub use pickup::{PickupUnitWritten, PickupWritten};
pub use read::{Read, read};
pub use written::{
    EdgeWritten, NowWritten, ObjectiveWritten, PhaseWritten, SideWritten, SpecialWritten, TableWritten,
    TerrainWritten, UnitWritten, Written,
};

/// What a scenario says of itself. One that cannot be read has only its name.
pub fn brief(scenario: &Scenario) -> Brief {
    let Ok(written) = toml::from_str::<Written>(&scenario.text) else {
        return Brief { title: scenario.name.clone(), ..Brief::default() };
    };
    Brief { title: written.title, about: written.about, length: format!("{} turns", written.turns) }
}
