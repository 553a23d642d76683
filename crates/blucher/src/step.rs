//! Steps: what choices are made of.

use crate::field::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::border::Compass;
use table::heading::{Heading, Turn};
use table::point::Point;
use table::pose::Pose;
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
    // ---- setup of a pickup game, one step at a time ----
    /// Place a piece of terrain.
    PlaceTerrain {
        /// The piece.
        piece: TerrainPiece,
    },
    /// Give up all terrain choices that are left.
    Decline,
    /// Attack or defend; the other side takes the other role.
    ChooseRole {
        /// The role.
        role: Role,
    },
    /// The defender's edge of the table.
    ChooseEdge {
        /// The edge.
        edge: Compass,
    },
    /// Place an objective.
    PlaceObjective {
        /// The marker's centre.
        at: Point,
    },
    /// Set up a unit.
    Deploy {
        /// The unit and how it stands.
        deploy: Deployed,
    },
    // ---- at any decision of one's own turn ----
    /// Offer to concede.
    Concede,
    /// The answer to an offer.
    Answer {
        /// Is it accepted?
        accept: bool,
    },
}

impl Step {
    /// The unit that does it, if it is one unit's.
    pub const fn unit(&self) -> Option<PieceId> {
        match self {
            Self::Individual { unit }
            | Self::Join { unit }
            | Self::Order { unit, .. }
            | Self::Shoot { unit, .. }
            | Self::Allocate { unit, .. }
            | Self::Settle { unit }
            | Self::Retreat { unit, .. }
            | Self::Advance { unit, .. } => Some(*unit),
            Self::Deploy { deploy } => Some(deploy.unit),
            _ => None,
        }
    }
}

/// A role in a pickup game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Has the first turn.
    Attacker,
    /// Chooses his edge and sets up first.
    Defender,
}

/// A piece of quick terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainPiece {
    /// What it is: hill, wood, rough ground, an urban base, a minor river.
    pub kind: Kind,
    /// Its centre.
    pub at: Point,
    /// The way a river runs or a base looks; a hill's crest lies across it.
    #[serde(default)]
    pub heading: Heading,
    /// The diameter of an area, the length of a river, the side of a base, in grains; the usual one if none is
    /// given.
    #[serde(default)]
    pub size: Option<i32>,
    /// The width of a river, in grains; the greatest if none is given.
    #[serde(default)]
    pub width: Option<i32>,
    /// Has the hill a crest line, through its centre from rim to rim?
    #[serde(default)]
    pub crest: bool,
}

impl TerrainPiece {
    /// A piece of the usual size, heading north.
    pub fn usual(kind: Kind, at: Point) -> Self {
        Self { kind, at, heading: Heading::default(), size: None, width: None, crest: false }
    }
}

/// A unit that is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deployed {
    /// The unit.
    pub unit: PieceId,
    /// Where it stands.
    pub pose: Pose,
    /// Face down? If it is not said: unless it is prepared.
    #[serde(default)]
    pub concealed: Option<bool>,
    /// With the prepared marker.
    #[serde(default)]
    pub prepared: bool,
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
