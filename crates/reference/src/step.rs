//! What a seat can do: the steps of a choice. They carry the rules' own parameters, no poses.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::heading::{Heading, Turn};
use umpire::PieceId;

/// A side's order for one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Long legs.
    Press,
    /// Short legs, better fire.
    Hold,
}

/// One step of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Writes the order of this round.
    Order(Order),
    /// Turns a unit where it stands.
    Dress {
        /// The unit.
        unit: PieceId,
        /// By how much.
        turn: Turn,
    },
    /// One leg of a march.
    March {
        /// The unit.
        unit: PieceId,
        /// The turn at the start of the leg.
        turn: Turn,
        /// How far straight ahead, in grains; as far as allowed if it is left out.
        #[serde(default)]
        length: Option<i32>,
    },
    /// Ends the phase.
    Pass,
    /// Fires at the unit that is passing by.
    Fire {
        /// The unit that fires.
        unit: PieceId,
    },
    /// Does not fire.
    Hold,
}

/// A leg with every default filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leg {
    /// The turn at its start.
    pub turn: Turn,
    /// How far straight ahead, in grains.
    pub length: i32,
}

/// The same turn within half a circle: every turn has one way to be written.
pub const fn canonical(turn: Turn) -> Turn {
    Heading::NORTH.turn_to(Heading::NORTH.turned(turn))
}
