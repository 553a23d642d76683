//! Pieces of terrain as plain data: areas, bands, lines, bases, crossings and works. What they mean is
//! the game's affair.

use crate::grain::LIMIT;
use crate::point::Point;
use crate::polygon::{MOST_CORNERS, Polygon, PolygonError};
use crate::pose::Pose;
use crate::rect::{Anchor, Edge, Footprint, Rect};
use crate::vec2::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why the shape of a piece of terrain is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TerrainError {
    /// A line of fewer than two points, or of too many.
    #[error("a line has 2 to {MOST_CORNERS} points, not {0}")]
    Length(usize),
    /// A point of a line at the place of the one before it.
    #[error("point {0} of the line lies on the point before it")]
    Repeated(usize),
    /// A width, depth or length that is no size.
    #[error("a size of {0} grains: sizes are 1 to {LIMIT}")]
    Size(i32),
    /// A band that turns too sharply for its width.
    #[error("the band is too wide for the bend at point {0} of its line")]
    Bend(usize),
    /// The outline of the piece is no polygon.
    #[error("the outline of the piece: {0}")]
    Outline(#[from] PolygonError),
}

/// A line of straight stretches from point to point: a crest, a hedge, the axis of a road.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polyline(Vec<Point>);

impl Polyline {
    /// A line through these points.
    pub fn new(points: impl Into<Vec<Point>>) -> Result<Self, TerrainError> {
        let points = points.into();
        if points.len() < 2 || points.len() > MOST_CORNERS {
            return Err(TerrainError::Length(points.len()));
        }
        match points.windows(2).position(|w| w[0] == w[1]) {
            Some(i) => Err(TerrainError::Repeated(i + 1)),
            None => Ok(Self(points)),
        }
    }

    /// Its points in order.
    pub fn points(&self) -> &[Point] {
        &self.0
    }

    /// Its straight stretches in order.
    pub fn segments(&self) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        self.0.windows(2).map(|w| [w[0].vec2(), w[1].vec2()])
    }
}

impl TryFrom<Vec<Point>> for Polyline {
    type Error = TerrainError;
    fn try_from(points: Vec<Point>) -> Result<Self, TerrainError> {
        Self::new(points)
    }
}

impl From<Polyline> for Vec<Point> {
    fn from(line: Polyline) -> Self {
        line.0
    }
}

impl JsonSchema for Polyline {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Polyline".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let point = generator.subschema_for::<Point>();
        schemars::json_schema!({
            "type": "array",
            "description": "The points of a line, in order.",
            "items": point,
            "minItems": 2,
            "maxItems": MOST_CORNERS,
        })
    }
}

/// A hand, seen along the direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// The shape of a piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// An area: a wood, a hill, a marsh.
    Area(Polygon),
    /// A band of one width along a line: a river, a road.
    Band {
        /// The middle line.
        line: Polyline,
        /// The width across it in grains.
        width: i32,
    },
    /// A line without width: a crest, a wall.
    Line(Polyline),
    /// A rectangular base: a block of a town.
    Base {
        /// Its centre, and where its front looks.
        pose: Pose,
        /// Along the front.
        width: i32,
        /// From front to rear.
        depth: i32,
    },
    /// A bridge or ford: a rectangle with an axis and two ends.
    Crossing {
        /// Its centre, and the direction of its axis.
        pose: Pose,
        /// Across the axis.
        width: i32,
        /// Along the axis, from end to end.
        length: i32,
    },
    /// A line that looks to one hand: an entrenchment.
    Works {
        /// Where it runs.
        line: Polyline,
        /// The hand it faces, seen along the line.
        faces: Hand,
    },
}

impl Shape {
    /// Checks the sizes and gives the outline of what has an area. Corners of bands and rectangles are
    /// rounded to the grid here, once.
    pub fn outline(&self) -> Result<Option<Polygon>, TerrainError> {
        match self {
            Self::Area(polygon) => Ok(Some(polygon.clone())),
            Self::Band { line, width } => band(line, size(*width)?).map(Some),
            Self::Line(_) | Self::Works { .. } => Ok(None),
            Self::Base { width, depth: length, .. } | Self::Crossing { width, length, .. } => {
                size(*width).and(size(*length))?;
                self.rect().map(|r| outline_of(&r)).transpose()
            }
        }
    }

    /// The rectangle of a base or a crossing; the front of a crossing is the end its axis points to.
    pub fn rect(&self) -> Option<Rect> {
        match self {
            Self::Base { pose, width, depth } | Self::Crossing { pose, width, length: depth } => {
                Some(Footprint { width: *width, depth: *depth, anchor: Anchor::Centre }.at(*pose))
            }
            _ => None,
        }
    }

    /// The line of a crest, a wall or works; the middle line of a band.
    pub fn line(&self) -> Option<&Polyline> {
        match self {
            Self::Band { line, .. } | Self::Line(line) | Self::Works { line, .. } => Some(line),
            _ => None,
        }
    }

    /// The two ends of a crossing: the one its axis points to, and the one it comes from.
    pub fn ends(&self) -> Option<[[Vec2; 2]; 2]> {
        let Self::Crossing { .. } = self else { return None };
        self.rect().map(|r| [r.edge(Edge::Front), r.edge(Edge::Rear)])
    }

    /// The axis of a crossing, from end to end.
    pub fn axis(&self) -> Option<[Vec2; 2]> {
        let [front, rear] = self.ends()?;
        Some([rear[0].towards(rear[1], 0.5), front[0].towards(front[1], 0.5)])
    }
}

fn size(grains: i32) -> Result<i32, TerrainError> {
    if (1..=LIMIT).contains(&grains) { Ok(grains) } else { Err(TerrainError::Size(grains)) }
}

fn outline_of(r: &Rect) -> Result<Polygon, TerrainError> {
    let corners: Result<Vec<_>, _> = r.corners().into_iter().map(Vec2::round).collect();
    let corners = corners.map_err(|_| TerrainError::Size(r.half_width.max(r.half_depth) as i32))?;
    Ok(Polygon::new(corners)?)
}

/// The outline of a band: left of the line there, right of it back. At a bend both borders are mitred, so
/// the band has its full width on every stretch.
fn band(line: &Polyline, width: i32) -> Result<Polygon, TerrainError> {
    let half = f64::from(width) * 0.5;
    let points = line.points();
    let mut left = Vec::with_capacity(2 * points.len());
    let mut right = Vec::with_capacity(points.len());
    for (i, p) in points.iter().enumerate() {
        let stretch = |from: usize, to: usize| {
            let (from, to) = (points.get(from)?, points.get(to)?);
            (to.vec2() - from.vec2()).unit()
        };
        let before = i.checked_sub(1).and_then(|j| stretch(j, i));
        let after = stretch(i, i + 1);
        let bend = || TerrainError::Bend(i);
        let (a, b) = (before.or(after).ok_or_else(bend)?, after.or(before).ok_or_else(bend)?);
        // The mitre lies along the mean of the two normals; beyond four widths the bend is too sharp.
        let normal = (a + b).unit().ok_or_else(bend)?.right();
        let stretched = normal.dot(a.right());
        if stretched < 0.25 {
            return Err(bend());
        }
        let mitre = normal * (half / stretched);
        left.push((p.vec2() - mitre).round().map_err(|_| bend())?);
        right.push((p.vec2() + mitre).round().map_err(|_| bend())?);
    }
    left.extend(right.into_iter().rev());
    Polygon::new(left).map_err(|e| match e {
        // Name the bend of the line, not the corner of an outline nobody wrote.
        PolygonError::Crossing(i, _) | PolygonError::Repeated(i) | PolygonError::Spike(i) => {
            TerrainError::Bend(i.min(2 * points.len() - 1 - i.min(2 * points.len() - 1)))
        }
        other => other.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::at;
    use crate::pose::pose;

    fn line(points: &[(f64, f64)]) -> Polyline {
        Polyline::new(points.iter().map(|&(x, y)| at(x, y)).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_band_keeps_its_width_around_a_bend() {
        let river = Shape::Band { line: line(&[(0., 5.), (10., 5.), (10., 15.)]), width: 10_000 };
        let outline = river.outline().unwrap().unwrap();
        let want = [(0., 4.5), (10.5, 4.5), (10.5, 15.), (9.5, 15.), (9.5, 5.5), (0., 5.5)];
        let mut corners = outline.corners().to_vec();
        let mut want = want.map(|(x, y)| at(x, y)).to_vec();
        corners.sort();
        want.sort();
        assert_eq!(corners, want);
        // 10.5 along the outer bank and 9.5 along the inner, twice, one wide: 10 + 10.
        assert!((outline.area() - 20.0 * 1e8).abs() < 1.0);
    }

    #[test]
    fn a_band_too_wide_for_its_bends_is_refused() {
        let hairpin = Shape::Band { line: line(&[(0., 5.), (10., 5.), (0., 5.001)]), width: 10_000 };
        assert_eq!(hairpin.outline(), Err(TerrainError::Bend(1)));
        let short = Shape::Band { line: line(&[(0., 0.), (5., 0.), (5., 0.3), (0., 0.3)]), width: 10_000 };
        assert!(matches!(short.outline(), Err(TerrainError::Bend(_))));
        assert_eq!(
            Shape::Band { line: line(&[(0., 0.), (5., 0.)]), width: 0 }.outline(),
            Err(TerrainError::Size(0))
        );
    }

    #[test]
    fn a_crossing_has_an_axis_and_two_ends() {
        let bridge = Shape::Crossing { pose: pose(5., 8.5, 0.), width: 4000, length: 10_000 };
        assert_eq!(bridge.axis(), Some([at(5., 8.).vec2(), at(5., 9.).vec2()]));
        let [far, near] = bridge.ends().unwrap();
        assert_eq!(far, [at(4.8, 9.).vec2(), at(5.2, 9.).vec2()]);
        assert_eq!(near, [at(5.2, 8.).vec2(), at(4.8, 8.).vec2()]);
        assert_eq!(Shape::Line(line(&[(0., 0.), (1., 0.)])).ends(), None);
    }

    #[test]
    fn lines_are_checked() {
        assert_eq!(Polyline::new(vec![at(1., 1.)]), Err(TerrainError::Length(1)));
        assert_eq!(Polyline::new(vec![at(1., 1.), at(1., 1.)]), Err(TerrainError::Repeated(1)));
        assert!(serde_json::from_str::<Shape>(r#"{"line":[{"x":0,"y":0},{"x":0,"y":0}]}"#).is_err());
        let works = Shape::Works { line: line(&[(0., 0.), (1., 0.)]), faces: Hand::Left };
        let text = serde_json::to_string(&works).unwrap();
        assert_eq!(serde_json::from_str::<Shape>(&text).unwrap(), works);
    }
}
