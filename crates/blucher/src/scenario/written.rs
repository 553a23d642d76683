//! The form of a scenario file. Lengths are in BW, headings in degrees clockwise from north.

use super::pickup::PickupWritten;
use crate::card::{Arm, Trait};
use crate::field::Kind;
use schemars::JsonSchema;
use serde::Deserialize;
use table::border::Compass;
use toml::Spanned;

/// A scenario of Blücher.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// What it is called.
    pub title: String,
    /// What it is about, in a few sentences.
    #[serde(default)]
    pub about: String,
    /// How many turns are played (BL-TRN-01).
    #[serde(default = "thirty")]
    pub turns: u8,
    /// The side that has turn 1: 0 or 1 (BL-TRN-04).
    #[serde(default)]
    pub first: u8,
    /// How many MO dice are rolled (BL-MOM-02).
    #[serde(default = "three")]
    pub mo_dice: u8,
    /// The table.
    #[serde(default)]
    pub table: TableWritten,
    /// Stretches of the table's border that belong to a side; the rest is neutral (BL-TAB-06 to -08).
    #[serde(default)]
    #[schemars(with = "Vec<EdgeWritten>")]
    pub edge: Vec<Spanned<EdgeWritten>>,
    /// Terrain; what is covered by none is open (BL-TER-01).
    #[serde(default)]
    #[schemars(with = "Vec<TerrainWritten>")]
    pub terrain: Vec<Spanned<TerrainWritten>>,
    /// The two sides.
    #[schemars(with = "Vec<SideWritten>")]
    pub side: Vec<Spanned<SideWritten>>,
    /// The units.
    #[serde(default)]
    #[schemars(with = "Vec<UnitWritten>")]
    pub unit: Vec<Spanned<UnitWritten>>,
    /// The objectives.
    #[serde(default)]
    #[schemars(with = "Vec<ObjectiveWritten>")]
    pub objective: Vec<Spanned<ObjectiveWritten>>,
    /// A special victory by objectives (BL-VIC-07).
    #[serde(default)]
    pub special: Option<SpecialWritten>,
    /// A pickup game: both armies, and everything else is decided in its setup (BL-PCK-01).
    #[serde(default)]
    pub pickup: Option<PickupWritten>,
    /// Where the battle stands, if it is under way.
    #[serde(default)]
    pub now: Option<NowWritten>,
}

const fn thirty() -> u8 {
    30
}

const fn three() -> u8 {
    3
}

const fn yes() -> bool {
    true
}

/// The table's size.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableWritten {
    /// From west to east.
    pub width: f64,
    /// From south to north.
    pub depth: f64,
}

impl Default for TableWritten {
    /// The basic table (BL-TAB-01).
    fn default() -> Self {
        Self { width: 24.0, depth: 16.0 }
    }
}

/// A stretch of border.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeWritten {
    /// Which edge of the table.
    pub edge: Compass,
    /// Whose it is: 0 or 1.
    pub side: u8,
    /// Where it begins; the edge's west or south end if it is not given.
    #[serde(default)]
    pub from: Option<f64>,
    /// Where it ends; the edge's other end if it is not given.
    #[serde(default)]
    pub to: Option<f64>,
}

/// A piece of terrain.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainWritten {
    /// What it is. `crest` is not written by itself but with its hill.
    pub kind: Kind,
    /// What to call it.
    #[serde(default)]
    pub name: String,
    /// Corners of an area: hill, wood, rough ground.
    #[serde(default)]
    pub area: Option<Vec<[f64; 2]>>,
    /// The crest line of a hill.
    #[serde(default)]
    pub crest: Option<Vec<[f64; 2]>>,
    /// The middle line of a river or a road.
    #[serde(default)]
    pub line: Option<Vec<[f64; 2]>>,
    /// The width of a river, a road or a crossing.
    #[serde(default)]
    pub width: Option<f64>,
    /// The centre of an urban base or a crossing.
    #[serde(default)]
    pub at: Option<[f64; 2]>,
    /// The heading of an urban base, or of a crossing's axis.
    #[serde(default)]
    pub heading: Option<f64>,
    /// The length of a crossing, from bank to bank.
    #[serde(default)]
    pub length: Option<f64>,
}

/// A side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideWritten {
    /// What it is called.
    pub name: String,
    /// Whose flag its units carry; its name if none is given.
    #[serde(default)]
    pub flag: Option<String>,
    /// Army morale; counted from its units if none is given (BL-MOR-01).
    #[serde(default)]
    pub morale: Option<u8>,
    /// Units broken so far.
    #[serde(default)]
    pub broken: u8,
    /// Units retired so far.
    #[serde(default)]
    pub retired: u8,
}

/// A unit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of its own in the file")]
pub struct UnitWritten {
    /// The side it belongs to: 0 or 1.
    pub side: u8,
    /// Its name.
    pub name: String,
    /// Its corps, if any.
    #[serde(default)]
    pub corps: Option<String>,
    /// Its arm.
    pub arm: Arm,
    /// Starting elan (infantry and cavalry).
    #[serde(default)]
    pub elan: Option<u8>,
    /// The ammunition track (artillery), left to right.
    #[serde(default)]
    pub ammo: Option<Vec<u8>>,
    /// Full and difficult allowance, if they differ from its arm's (BL-MOV-05).
    #[serde(default, rename = "move")]
    pub allowance: Option<[f64; 2]>,
    /// Its traits.
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// Its centerpoint.
    pub at: [f64; 2],
    /// Its heading.
    pub heading: f64,
    /// Face down (BL-CON-02).
    #[serde(default = "yes")]
    pub concealed: bool,
    /// Carries the prepared marker; then it is not concealed (BL-AMB-14).
    #[serde(default)]
    pub prepared: bool,
    /// Marked boxes: fatigues, or ammunition spent.
    #[serde(default)]
    pub marks: u8,
    /// Moved in this turn, where the fire or combat phase begins; then it is not concealed.
    #[serde(default)]
    pub moved: bool,
    /// Charged in this turn, where the fire or combat phase begins: it is in contact with the enemies before its front.
    #[serde(default)]
    pub charged: bool,
    /// Was at the crest of the hill it fights on when its charge began (BL-AMB-207).
    #[serde(default)]
    pub from_crest: bool,
    /// Came onto the crossing it stands on, and has not left it (BL-AMB-237).
    #[serde(default)]
    pub on_crossing: bool,
}

/// An objective.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveWritten {
    /// Its centre.
    pub at: [f64; 2],
    /// Who controls it at the start.
    #[serde(default)]
    pub side: Option<u8>,
    /// Counts for the special victory.
    #[serde(default)]
    pub special: bool,
}

/// A special victory.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialWritten {
    /// How many special objectives a side must control at the end of a turn.
    pub needed: u8,
    /// The side that wins by it; either if none is given.
    #[serde(default)]
    pub side: Option<u8>,
}

/// Where a battle stands that is under way.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NowWritten {
    /// The turn.
    pub turn: u8,
    /// The phase that begins.
    pub phase: PhaseWritten,
    /// The MO dice of the turn, if they are to be these; rolled otherwise.
    #[serde(default)]
    pub momentum: Option<Vec<u8>>,
}

/// A phase of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PhaseWritten {
    /// Discovery, then movement.
    Information,
    /// Movement.
    Movement,
    /// Fire.
    Fire,
    /// Combat.
    Combat,
    /// Status.
    Status,
}
