//! The ground of a battle: the table, its border and its terrain. It never changes, so a state keeps it
//! behind an `Arc`; what queries need of it is computed once.

use crate::area::Area;
use crate::border::Border;
use crate::index::{Bounds, Index};
use crate::polygon::Polygon;
use crate::terrain::{Shape, TerrainError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of a piece of terrain on its ground.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct PieceId(pub u16);

/// A piece of terrain; the game says what its kind means.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece<K> {
    /// Its name.
    pub id: PieceId,
    /// What it is in its game.
    pub kind: K,
    /// Where it lies.
    pub shape: Shape,
}

/// No ground has more pieces than this.
pub const MOST_PIECES: usize = 1000;

/// Why a ground is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GroundError {
    /// Two pieces with one name.
    #[error("two pieces of terrain are numbered {0:?}")]
    Twice(PieceId),
    /// A piece whose shape is refused.
    #[error("piece of terrain {0:?}: {1}")]
    Piece(PieceId, #[source] TerrainError),
    /// More pieces than any ground has.
    #[error("a ground has at most {MOST_PIECES} pieces of terrain, not {0}")]
    TooMany(usize),
}

/// A table with its terrain.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written<K>", bound(deserialize = "K: Deserialize<'de>"))]
pub struct Ground<K> {
    border: Border,
    pieces: Vec<Piece<K>>,
    #[serde(skip)]
    outlines: Vec<Option<Polygon>>,
    #[serde(skip)]
    index: Index,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Ground")]
struct Written<K> {
    /// Size, owners and sections of the table.
    border: Border,
    /// The terrain; what lies on no piece is open.
    pieces: Vec<Piece<K>>,
}

impl<K> TryFrom<Written<K>> for Ground<K> {
    type Error = GroundError;
    fn try_from(w: Written<K>) -> Result<Self, GroundError> {
        Self::new(w.border, w.pieces)
    }
}

impl<K: JsonSchema> JsonSchema for Ground<K> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Written::<K>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Written::<K>::json_schema(generator)
    }
}

impl<K: PartialEq> PartialEq for Ground<K> {
    /// The rest follows from border and pieces.
    fn eq(&self, other: &Self) -> bool {
        self.border == other.border && self.pieces == other.pieces
    }
}

impl<K: Eq> Eq for Ground<K> {}

/// Pieces that were joined because they touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Joined {
    /// What they cover together.
    pub area: Area,
    /// The pieces, in the order of the ground.
    pub pieces: Vec<PieceId>,
}

impl<K> Ground<K> {
    /// A ground of these pieces, each checked.
    pub fn new(border: Border, pieces: Vec<Piece<K>>) -> Result<Self, GroundError> {
        if pieces.len() > MOST_PIECES {
            return Err(GroundError::TooMany(pieces.len()));
        }
        let mut outlines = Vec::with_capacity(pieces.len());
        let mut boxes = Vec::with_capacity(pieces.len());
        for (i, piece) in pieces.iter().enumerate() {
            if pieces[..i].iter().any(|p| p.id == piece.id) {
                return Err(GroundError::Twice(piece.id));
            }
            let outline = piece.shape.outline().map_err(|e| GroundError::Piece(piece.id, e))?;
            boxes.push(match (&outline, piece.shape.line()) {
                (Some(polygon), _) => polygon.bounds(),
                (None, Some(line)) => Bounds::around(line.points().iter().map(|p| p.vec2())),
                (None, None) => Bounds::NOTHING,
            });
            outlines.push(outline);
        }
        let (width, height) = border.size();
        let index = Index::new(boxes, f64::from(width.max(height)) / 8.0);
        Ok(Self { border, pieces, outlines, index })
    }

    /// The border of the table.
    pub fn border(&self) -> &Border {
        &self.border
    }

    /// All pieces.
    pub fn pieces(&self) -> &[Piece<K>] {
        &self.pieces
    }

    /// A piece and its outline; lines have none.
    pub fn piece(&self, id: PieceId) -> Option<(&Piece<K>, Option<&Polygon>)> {
        let i = self.pieces.iter().position(|p| p.id == id)?;
        Some((self.pieces.get(i)?, self.outlines.get(i)?.as_ref()))
    }

    /// The pieces with an area of a sort that the game picks, and their outlines.
    pub fn areas<'a>(
        &'a self,
        mut pick: impl FnMut(&Piece<K>) -> bool + 'a,
    ) -> impl Iterator<Item = (&'a Piece<K>, &'a Polygon)> + 'a {
        let all = self.pieces.iter().zip(&self.outlines);
        all.filter_map(|(p, o)| o.as_ref().map(|o| (p, o))).filter(move |(p, _)| pick(p))
    }

    /// The pieces whose box meets a box, and their outlines.
    pub fn near(&self, query: Bounds) -> impl Iterator<Item = (&Piece<K>, Option<&Polygon>)> + '_ {
        self.index.in_box(query).map(|i| (&self.pieces[i], self.outlines[i].as_ref()))
    }

    /// The picked pieces with an area, joined where they abut or overlap: a town is one area, however
    /// many bases it has.
    pub fn joined(&self, pick: impl FnMut(&Piece<K>) -> bool) -> Vec<Joined> {
        let picked: Vec<_> = self.areas(pick).collect();
        let outlines: Vec<_> = picked.iter().map(|(_, outline)| *outline).collect();
        let within = |area: &Area, outline: &Polygon| {
            let part = outline.parts().first();
            part.is_some_and(|part| {
                let sum = part.corners().iter().fold(crate::vec2::Vec2::default(), |s, c| s + *c);
                area.depth(sum * (1.0 / part.corners().len() as f64)) > 0.0
            })
        };
        let joined = |area: Area| {
            let pieces = picked.iter().filter(|(_, o)| within(&area, o)).map(|(p, _)| p.id).collect();
            Joined { area, pieces }
        };
        Area::union(&outlines).into_iter().map(joined).collect()
    }
}
