//! The field: the table, its terrain and what follows from it. It is public and never changes in a battle;
//! only the setup of a pickup game makes a new one for each piece of terrain.

use crate::scale::{BW, TOUCH};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::area::Area;
use table::border::{Border, Stretch};
use table::convex::Convex;
use table::ground::{Ground, GroundError, Joined, Piece, PieceId};
use table::index::Bounds;
use table::polygon::Polygon;
use table::sight::{Screens, Stop, Veil};
use table::terrain::{Polyline, Shape};
use table::vec2::Vec2;

/// A kind of terrain (BL-TER-02). A bridge and a ford are both crossings (BL-TER-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A hill: open ground, with a crest line or without (BL-TER-13, BL-TER-25).
    Hill,
    /// The crest line of a hill.
    Crest,
    /// A wood.
    Wood,
    /// Rocky ground.
    Rocky,
    /// A marsh.
    Marsh,
    /// A ploughed field.
    Ploughed,
    /// An urban base.
    Urban,
    /// A minor river.
    MinorRiver,
    /// A major river.
    MajorRiver,
    /// A bridge or ford.
    #[serde(alias = "bridge", alias = "ford")]
    Crossing,
    /// A road: it matters only for reserve moves (BL-TER-21).
    Road,
}

impl Kind {
    /// Difficult terrain: wood, rough ground, urban area, minor river (BL-TER-05, -11, -14, -15, -16).
    pub const fn difficult(self) -> bool {
        matches!(self, Self::Wood | Self::Urban | Self::MinorRiver) || self.rough()
    }

    /// Rough ground: rocky ground, marsh, ploughed field (BL-TER-11).
    pub const fn rough(self) -> bool {
        matches!(self, Self::Rocky | Self::Marsh | Self::Ploughed)
    }

    /// Obstructs sight and fire: wood and urban area (BL-TER-07, -14, -15).
    pub const fn obstructs(self) -> bool {
        matches!(self, Self::Wood | Self::Urban)
    }

    /// Impassable: only major rivers (BL-TER-10, BL-TER-17).
    pub const fn impassable(self) -> bool {
        matches!(self, Self::MajorRiver)
    }

    /// Water: rivers and marshes (BL-TER-04, BL-TER-12).
    pub const fn water(self) -> bool {
        matches!(self, Self::MinorRiver | Self::MajorRiver | Self::Marsh)
    }

    /// The word for people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hill => "hill",
            Self::Crest => "crest",
            Self::Wood => "wood",
            Self::Rocky => "rocky ground",
            Self::Marsh => "marsh",
            Self::Ploughed => "ploughed field",
            Self::Urban => "urban area",
            Self::MinorRiver => "minor river",
            Self::MajorRiver => "major river",
            Self::Crossing => "crossing",
            Self::Road => "road",
        }
    }

    /// The word with its article.
    pub fn words(self) -> String {
        match self {
            Self::Urban => format!("an {}", self.word()),
            Self::Rocky => self.word().to_owned(),
            _ => format!("a {}", self.word()),
        }
    }
}

/// The table with its terrain, and the names of the sides.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Field {
    ground: Ground<Kind>,
    /// Which crest line belongs to which hill.
    crests: Vec<(PieceId, PieceId)>,
    /// What the two sides are called, and whose flag their units carry.
    pub sides: [SideInfo; 2],
    /// What pieces of terrain are called; most have no name.
    names: Vec<(PieceId, String)>,
    towns: Vec<Joined>,
    /// Groups of obstructing pieces that touch: each is one veil of the screens.
    veils: Vec<Vec<PieceId>>,
    screens: Screens,
    barriers: Screens,
}

/// A side's names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideInfo {
    /// What it is called.
    pub name: String,
    /// Its flag.
    pub flag: String,
}

#[derive(Clone, Serialize, Deserialize)]
struct Stored {
    ground: Ground<Kind>,
    crests: Vec<(PieceId, PieceId)>,
    sides: [SideInfo; 2],
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<(PieceId, String)>,
}

impl TryFrom<Stored> for Field {
    type Error = GroundError;
    fn try_from(s: Stored) -> Result<Self, GroundError> {
        Ok(Self::new(s.ground, s.crests, s.sides).named(s.names))
    }
}

impl From<Field> for Stored {
    fn from(f: Field) -> Self {
        Self { ground: f.ground, crests: f.crests, sides: f.sides, names: f.names }
    }
}

impl PartialEq for Field {
    /// The rest follows from these.
    fn eq(&self, other: &Self) -> bool {
        self.ground == other.ground
            && self.crests == other.crests
            && self.sides == other.sides
            && self.names == other.names
    }
}

impl Eq for Field {}

impl Field {
    /// A field on this ground; `crests` gives each crest line and its hill.
    pub fn new(ground: Ground<Kind>, crests: Vec<(PieceId, PieceId)>, sides: [SideInfo; 2]) -> Self {
        let towns = ground.joined(|piece| piece.kind == Kind::Urban);
        let veils = ground.joined(|piece| piece.kind.obstructs());
        let screens = screens(&ground, &veils);
        let veils = veils.into_iter().map(|joined| joined.pieces).collect();
        let barriers = barriers(&ground);
        Self { ground, crests, sides, names: Vec::new(), towns, veils, screens, barriers }
    }

    /// The same field with names of pieces.
    pub fn named(self, names: Vec<(PieceId, String)>) -> Self {
        Self { names, ..self }
    }

    /// What a piece of terrain is called; empty if it has no name. A crest line has that of its hill.
    pub fn name(&self, piece: PieceId) -> &str {
        let piece = self.crests.iter().find(|(crest, _)| *crest == piece).map_or(piece, |(_, hill)| *hill);
        self.names.iter().find(|(id, _)| *id == piece).map_or("", |(_, name)| name)
    }

    /// What a piece of terrain is called on the table; an urban area without a name by its size (BL-URB-02 to -04).
    pub fn called(&self, piece: PieceId) -> &str {
        match self.name(piece) {
            "" => self.settlement(piece).unwrap_or_default(),
            name => name,
        }
    }

    /// The same field with one more piece; a hill may come with its crest line.
    pub fn with_piece(&self, kind: Kind, shape: Shape, crest: Option<Polyline>) -> Result<Self, GroundError> {
        let mut pieces = self.ground.pieces().to_vec();
        let mut crests = self.crests.clone();
        let id = PieceId(pieces.len() as u16);
        pieces.push(Piece { id, kind, shape });
        if let Some(line) = crest {
            let crest = PieceId(pieces.len() as u16);
            pieces.push(Piece { id: crest, kind: Kind::Crest, shape: Shape::Line(line) });
            crests.push((crest, id));
        }
        let ground = Ground::new(self.ground.border().clone(), pieces)?;
        Ok(Self::new(ground, crests, self.sides.clone()))
    }

    /// The same field with these owners of its border; `None` if they do not fit it.
    pub fn with_owners(&self, stretches: Vec<Stretch>) -> Option<Self> {
        let (width, depth) = self.ground.border().size();
        let border = Border::new(width, depth, stretches, sections(width, depth)).ok()?;
        let ground = Ground::new(border, self.ground.pieces().to_vec()).ok()?;
        Some(Self::new(ground, self.crests.clone(), self.sides.clone()))
    }

    /// The name of the veil that a piece belongs to, if it obstructs.
    pub fn veil_of(&self, piece: PieceId) -> Option<u32> {
        self.veils.iter().find(|pieces| pieces.contains(&piece)).map(|pieces| veil_name(pieces))
    }

    /// The pieces of the veil with this name.
    pub fn veil(&self, name: u32) -> impl Iterator<Item = &Piece<Kind>> {
        let pieces = self.veils.iter().find(|pieces| veil_name(pieces) == name);
        pieces.into_iter().flatten().filter_map(|id| Some(self.ground.piece(*id)?.0))
    }

    /// What stands in the way of sight.
    pub const fn screens(&self) -> &Screens {
        &self.screens
    }

    /// The ground.
    pub const fn ground(&self) -> &Ground<Kind> {
        &self.ground
    }

    /// The pieces of some kinds that come near a shape, with their outlines.
    pub fn near(
        &self,
        shape: &Convex,
        kinds: impl Fn(Kind) -> bool + 'static,
    ) -> impl Iterator<Item = (&Piece<Kind>, &Polygon)> {
        let bounds = Bounds::around(shape.corners().iter().copied());
        self.ground.near(bounds).filter_map(move |(piece, outline)| {
            let wanted = kinds(piece.kind);
            outline.filter(|_| wanted).map(|outline| (piece, outline))
        })
    }

    /// The first piece of some kinds that a shape is in, deeper than TOUCH (BL-AMB-01).
    pub fn entered(&self, shape: &Convex, kinds: impl Fn(Kind) -> bool + 'static) -> Option<&Piece<Kind>> {
        self.near(shape, kinds)
            .find(|(_, outline)| table::area::partly_in(shape, outline, TOUCH))
            .map(|(piece, _)| piece)
    }

    /// The crest line of a hill, if it has one.
    pub fn crest_of(&self, hill: PieceId) -> Option<&Piece<Kind>> {
        let (crest, _) = self.crests.iter().find(|(_, of)| *of == hill)?;
        self.ground.piece(*crest).map(|(piece, _)| piece)
    }

    /// Every crest line.
    pub fn crests(&self) -> impl Iterator<Item = &Piece<Kind>> {
        self.ground.pieces().iter().filter(|piece| piece.kind == Kind::Crest)
    }

    /// Urban areas: groups of joined bases (BL-URB-02 to -04).
    pub fn towns(&self) -> &[Joined] {
        &self.towns
    }

    /// BL-URB-02 to -04: what the urban area is that a base belongs to: a village of one base, a town of two, a
    /// city of more.
    pub fn settlement(&self, base: PieceId) -> Option<&'static str> {
        let town = self.towns.iter().find(|town| town.pieces.contains(&base))?;
        Some(match town.pieces.len() {
            1 => "village",
            2 => "town",
            _ => "city",
        })
    }

    /// Is a shape wholly inside one urban area, joined bases counted as one (BL-AMB-252)?
    pub fn wholly_urban(&self, shape: &Convex) -> bool {
        self.towns.iter().any(|town| {
            let bases = town.pieces.iter().filter_map(|id| self.ground.piece(*id)?.1);
            table::area::outside(shape, bases, TOUCH).is_none()
        })
    }

    /// The urban base that a shape lies in with all its corners (BL-AMB-233).
    pub fn single_base(&self, shape: &Convex) -> Option<PieceId> {
        let inside = |outline: &Polygon| shape.corners().iter().all(|c| outline.contains(*c, TOUCH));
        self.near(shape, |kind| kind == Kind::Urban).find(|(_, o)| inside(o)).map(|(piece, _)| piece.id)
    }

    /// How many nested hills hold a point, and the innermost of them (BL-AMB-207).
    pub fn level(&self, p: Vec2) -> (usize, Option<PieceId>) {
        let hills = self.ground.areas(|piece| piece.kind == Kind::Hill);
        let holding: Vec<_> = hills.filter(|(_, outline)| outline.depth(p) >= 0.0).collect();
        let innermost = holding.iter().min_by(|a, b| a.1.area().total_cmp(&b.1.area()));
        (holding.len(), innermost.map(|(piece, _)| piece.id))
    }

    /// Major rivers without their crossings: what stops a line on the ground (BL-AMB-27).
    pub const fn barriers(&self) -> &Screens {
        &self.barriers
    }
}

/// Impassable terrain without its crossings.
fn barriers(ground: &Ground<Kind>) -> Screens {
    let rivers: Vec<&Polygon> =
        ground.areas(|piece| piece.kind.impassable()).map(|(_, outline)| outline).collect();
    let crossings: Vec<&Polygon> =
        ground.areas(|piece| piece.kind == Kind::Crossing).map(|(_, outline)| outline).collect();
    let areas = if rivers.is_empty() { Vec::new() } else { Area::difference(&rivers, &crossings) };
    let veil = |(i, area): (usize, Area)| Veil { id: i as u32, area, depth: 0.0 };
    Screens::new(areas.into_iter().enumerate().map(veil).collect(), Vec::new())
}

/// Columns and rows of sections of a table: each is 8 BW square (BL-TAB-02).
pub fn sections(width: i32, depth: i32) -> (u8, u8) {
    ((width / (8 * BW)).clamp(1, 99) as u8, (depth / (8 * BW)).clamp(1, 26) as u8)
}

/// A group of obstructing pieces that touch is named by the first of them.
fn veil_name(pieces: &[PieceId]) -> u32 {
    pieces.first().map_or(0, |id| u32::from(id.0))
}

/// Obstructing terrain lets a line run on for 1 BW (BL-VIS-07); crest lines stop it (BL-VIS-10).
fn screens(ground: &Ground<Kind>, veils: &[Joined]) -> Screens {
    let veil = |joined: &Joined| Veil {
        id: veil_name(&joined.pieces),
        area: joined.area.clone(),
        depth: f64::from(BW),
    };
    let crests = ground.pieces().iter().filter(|piece| piece.kind == Kind::Crest);
    let stop = |piece: &Piece<Kind>| {
        let segments = piece.shape.line()?.segments().collect();
        Some(Stop { id: u32::from(piece.id.0), segments })
    };
    Screens::new(veils.iter().map(veil).collect(), crests.filter_map(stop).collect())
}
