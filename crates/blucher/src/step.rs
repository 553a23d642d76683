//! Steps: what choices are made of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::heading::{Heading, Turn};
use table::point::Point;
use umpire::PieceId;

/// One step of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "step", rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    // ---- movement phase: an activation is one of the first three, then joins, then orders ----
    /// Activate units of a corps; they join one by one.
    Corps {
        /// The corps.
        corps: String,
    },
    /// Activate one unit by itself.
    Individual {
        /// The unit.
        unit: PieceId,
    },
    /// Put the commander's marker on the table and activate units around it; they join one by one.
    Command {
        /// Where the marker lies.
        at: Point,
    },
    /// A unit joins the force.
    Join {
        /// The unit.
        unit: PieceId,
    },
    /// An order to a unit of the force. A unit without one holds.
    Order {
        /// The unit.
        unit: PieceId,
        /// The order.
        order: Order,
    },
    /// End the movement phase or the fire phase.
    EndPhase,
    // ---- fire phase ----
    /// A unit shoots.
    Shoot {
        /// The shooter.
        unit: PieceId,
        /// Its target.
        target: PieceId,
    },
    // ---- combat, retreats, advances ----
    /// How an attacker divides its dice among its defenders.
    Allocate {
        /// The attacker.
        unit: PieceId,
        /// Dice for each defender it contacts.
        dice: Vec<(PieceId, u8)>,
    },
    /// This defender's outcome is dealt with next.
    Settle {
        /// The defender.
        unit: PieceId,
    },
    /// A unit retreats.
    Retreat {
        /// The unit.
        unit: PieceId,
        /// Whole degrees clockwise from its facing.
        bearing: u16,
    },
    /// A victorious attacker advances.
    Advance {
        /// The unit.
        unit: PieceId,
        /// How far, in grains.
        length: i32,
    },
    /// No further advances.
    EndAdvances,
    // ---- at any decision of one's own turn ----
    /// Offer to concede.
    Concede,
    /// The answer to an offer.
    Answer {
        /// Is it accepted?
        accept: bool,
    },
}

/// What an activated unit is ordered to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Stay, and keep the prepared marker if there is one.
    Hold,
    /// Stay, and take the prepared marker off.
    Unprepare,
    /// Stay, and become prepared.
    Prepare,
    /// Pivot, then go straight forward.
    Simple {
        /// The heading after the pivot.
        heading: Heading,
        /// How far, in grains; 0 is a pivot only.
        length: i32,
        /// Which way the pivot turns; the umpire chooses if none is given.
        #[serde(default)]
        sense: Option<Sense>,
        /// The move ends partly off the table.
        #[serde(default)]
        leave: bool,
    },
    /// Go straight in any direction, with one pivot before or after.
    Difficult {
        /// The direction of the move.
        bearing: Heading,
        /// How far, in grains.
        length: i32,
        /// The heading after the pivot.
        heading: Heading,
        /// When the pivot is made.
        pivot: When,
        /// Which way it turns; the umpire chooses if none is given.
        #[serde(default)]
        sense: Option<Sense>,
        /// The move ends partly off the table.
        #[serde(default)]
        leave: bool,
    },
    /// Go along a path of legs, then face any way.
    Reserve {
        /// The legs.
        legs: Vec<Leg>,
        /// The heading at the end.
        heading: Heading,
        /// The move ends partly off the table.
        #[serde(default)]
        leave: bool,
    },
    /// Pivot a little and go straight forward into contact.
    Charge {
        /// The pivot, a multiple of half a degree.
        turn: Turn,
        /// The enemy that is charged.
        target: PieceId,
    },
    /// Leave the table from where it stands.
    Retire,
}

/// A way to turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sense {
    /// To the right.
    Clockwise,
    /// To the left.
    Anticlockwise,
}

/// When a pivot is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Before the move.
    Before,
    /// After the move.
    After,
}

/// One leg of a reserve move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leg {
    /// Where it ends.
    pub to: Point,
    /// Does it run along a road?
    #[serde(default)]
    pub road: bool,
}
