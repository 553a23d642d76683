//! The scene: what to draw. The same shape for all games; integers in grains, words for people.

use crate::Sentence;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::point::Point;
use table::pose::Pose;

/// The handle of a piece on the table: drawn at random when the battle begins, the same for everybody and
/// for the whole battle, so that neither its value nor its order tells anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PieceId(pub u32);

/// A shape on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// A point.
    Point(Point),
    /// A line through these points.
    Path(Vec<Point>),
    /// The area inside these corners.
    Area(Vec<Point>),
    /// A disc.
    Disc {
        /// Its centre.
        centre: Point,
        /// Its radius in grains.
        radius: i32,
    },
}

/// All there is to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// East and north extent of the table in grains.
    pub size: Point,
    /// What the game's unit of length is called ("BW").
    pub unit: Sentence,
    /// Turn and phase in words.
    pub clock: Sentence,
    /// Terrain, lowest first.
    pub terrain: Vec<Terrain>,
    /// Units, sorted by handle.
    pub pieces: Vec<Piece>,
    /// Units beside the table, still to be placed, as far as the viewer knows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<Piece>,
    /// Markers that are no units: objectives, commanders' places.
    pub markers: Vec<Marker>,
    /// Numbers that everybody at the table follows: morale, momentum spent, losses.
    pub gauges: Vec<Gauge>,
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// What it is: "wood", "hill", "crest", "road" …
    pub kind: Sentence,
    /// What to call it.
    pub name: Sentence,
    /// Where it is.
    pub shape: Shape,
}

impl Terrain {
    /// What it is, and its name if that says more: "North hill (crest)".
    pub fn words(&self) -> String {
        let (kind, name) = (&self.kind, &self.name);
        if name.is_empty() || name.eq_ignore_ascii_case(kind) {
            kind.to_string()
        } else {
            format!("{name} ({kind})")
        }
    }
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its handle.
    pub id: PieceId,
    /// The side it belongs to.
    pub side: u8,
    /// Where its reference point is and which way it faces.
    pub pose: Pose,
    /// The outline of each of its stands.
    pub stands: Vec<Vec<Point>>,
    /// The name on its card; empty if the viewer does not know it.
    pub name: Sentence,
    /// Its kind ("infantry", "cavalry" …); empty if the viewer does not know it.
    pub kind: Sentence,
    /// The sign of its kind: figures in one box, laid over one another. None if the viewer does not know it.
    pub figures: Vec<Figure>,
    /// Whose flag it carries: a nation ("French"), or what the side is called.
    pub flag: Sentence,
    /// The formation it belongs to; empty if none or unknown.
    pub banner: Sentence,
    /// The whole in one sentence, for a reader of the screen.
    pub label: Sentence,
    /// Boxes along its edge: elan, ammunition, strength.
    pub tracks: Vec<Track>,
    /// Traits and states, each with a text that explains it.
    pub badges: Vec<Badge>,
}

/// A row of boxes on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// What it counts.
    pub name: Sentence,
    /// The numbers in the boxes.
    pub boxes: Vec<i32>,
    /// How many are struck out, from the first on.
    pub struck: u32,
    /// Circles instead of boxes.
    #[serde(default)]
    pub round: bool,
}

/// A plain figure. A game makes its signs of these, so that whoever draws needs to know no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// Two lines from corner to corner.
    Cross,
    /// One line from corner to corner, rising to the right.
    Slash,
    /// The half below that line, filled.
    Half,
    /// A filled ball in the middle.
    Ball,
    /// Two smaller balls side by side.
    Balls,
    /// Four dots, one before each side.
    Dots,
    /// A lance with its small flag.
    Pennon,
    /// A bar along the left side.
    Bar,
    /// A wheel with spokes.
    Wheel,
    /// A star with five points.
    Star,
    /// Two angles that point forward.
    Chevron,
    /// A shield.
    Shield,
    /// Short rays from the middle.
    Burst,
    /// An arrow that points forward.
    Arrow,
    /// An empty circle.
    Ring,
    /// Two crossed swords.
    Swords,
    /// An arch.
    Arch,
    /// A strong frame around the box of the kind.
    Frame,
    /// A small flag beside the box.
    Flag,
    /// The whole piece is drawn fainter.
    Fade,
}

/// A small sign on a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Badge {
    /// A short word: "prepared", "shock".
    pub sign: Sentence,
    /// What it means.
    pub text: Sentence,
    /// How it is drawn; by the first letters of its word if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// It comes and goes; otherwise it belongs to the card.
    #[serde(default)]
    pub passing: bool,
}

/// Something on the table that is no unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// What it is: "objective", "commander".
    pub kind: Sentence,
    /// Whose it is, if anybody's.
    pub side: Option<u8>,
    /// Where it is.
    pub shape: Shape,
    /// The whole in one sentence.
    pub label: Sentence,
}

/// A number to follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gauge {
    /// What it counts.
    pub name: Sentence,
    /// Whose it is, if one side's.
    pub side: Option<u8>,
    /// The number.
    pub value: i64,
    /// What it is counted against, if there is such a number and the viewer knows it.
    pub of: Option<i64>,
    /// There is such a number, and the viewer does not know it.
    #[serde(default)]
    pub hidden: bool,
}
