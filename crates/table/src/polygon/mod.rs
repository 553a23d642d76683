//! Simple polygons of grid points: woods, hills, deployment areas.

mod parts;
mod valid;

pub use valid::PolygonError;

use crate::convex::Convex;
use crate::grain::Tolerance;
use crate::index::Bounds;
use crate::point::Point;
use crate::vec2::Vec2;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};

/// No polygon has more corners than this.
pub const MOST_CORNERS: usize = 500;

/// A simple polygon, its corners clockwise. A closed set: the border belongs to it.
///
/// Written as a list of corners in either sense. The convex parts and the bounds are computed once.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polygon {
    corners: Vec<Point>,
    parts: Vec<Convex>,
    bounds: Bounds,
}

/// Where a point lies relative to a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Inside, so far from the border.
    Inside(f64),
    /// On the border, within the tolerance asked for.
    Border,
    /// Outside, so far from the border.
    Outside(f64),
}

impl Polygon {
    /// A polygon through these corners, in either sense; the first one stays the first.
    pub fn new(corners: impl Into<Vec<Point>>) -> Result<Self, PolygonError> {
        let mut corners = corners.into();
        let twice_area = valid::check(&corners)?;
        if twice_area > 0 {
            corners[1..].reverse();
        }
        let parts = parts::convex_parts(&corners);
        let bounds = Bounds::around(corners.iter().map(|c| c.vec2()));
        Ok(Self { corners, parts, bounds })
    }

    /// The corners, clockwise.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The edges from corner to corner, clockwise.
    pub fn edges(&self) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(a, b)| [a.vec2(), b.vec2()])
    }

    /// Convex parts that cover the polygon and share no more than edges.
    pub fn parts(&self) -> &[Convex] {
        &self.parts
    }

    /// The smallest upright box around it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The area in square grains.
    pub fn area(&self) -> f64 {
        valid::twice_area(&self.corners).unsigned_abs() as f64 * 0.5
    }

    /// How deep a point lies inside: the distance to the border, negative outside, 0 on the border.
    pub fn depth(&self, p: Vec2) -> f64 {
        depth(self.edges(), p)
    }

    /// Inside, on the border or outside.
    pub fn locate(&self, p: Vec2, tolerance: Tolerance) -> Place {
        let depth = self.depth(p);
        if depth.abs() <= tolerance.grains() {
            Place::Border
        } else if depth > 0.0 {
            Place::Inside(depth)
        } else {
            Place::Outside(-depth)
        }
    }

    /// Does a point lie in the polygon, or beside it within the tolerance?
    pub fn contains(&self, p: Vec2, tolerance: Tolerance) -> bool {
        self.depth(p) >= -tolerance.grains()
    }
}

/// The distance of a point from the edges of an area, negative outside. A point that is not a number is
/// infinitely far outside.
pub(crate) fn depth(edges: impl Iterator<Item = [Vec2; 2]>, p: Vec2) -> f64 {
    if !p.is_finite() {
        return f64::NEG_INFINITY;
    }
    let (mut inside, mut nearest) = (false, f64::INFINITY);
    for [a, b] in edges {
        let along = b - a;
        if (a.y > p.y) != (b.y > p.y) {
            // The edge crosses the horizontal through p: to the right of p?
            let left_of_edge = along.cross(p - a) > 0.0;
            inside ^= left_of_edge == (b.y > a.y);
        }
        let share = ((p - a).dot(along) / along.length2()).clamp(0.0, 1.0);
        nearest = nearest.min((p - (a + along * share)).length2());
    }
    let distance = libm::sqrt(nearest);
    if inside { distance } else { -distance }
}

impl PartialEq for Polygon {
    /// The rest follows from the corners.
    fn eq(&self, other: &Self) -> bool {
        self.corners == other.corners
    }
}

impl Eq for Polygon {}

impl Hash for Polygon {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.corners.hash(state);
    }
}

impl TryFrom<Vec<Point>> for Polygon {
    type Error = PolygonError;
    fn try_from(corners: Vec<Point>) -> Result<Self, PolygonError> {
        Self::new(corners)
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(p: Polygon) -> Self {
        p.corners
    }
}

impl JsonSchema for Polygon {
    fn schema_name() -> Cow<'static, str> {
        "Polygon".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let corner = generator.subschema_for::<Point>();
        schemars::json_schema!({
            "type": "array",
            "description": "The corners of a simple polygon, in order.",
            "items": corner,
            "minItems": 3,
            "maxItems": MOST_CORNERS,
        })
    }
}
