//! Contact: where a straight move first meets a shape, and which edges meet.

use crate::distance::{Clearance, LEVEL, Solid, gap};
use crate::grain::Tolerance;
use crate::heading::Heading;
use crate::rect::{Edge, Rect};
use crate::segment::Segment;
use crate::sweep::{Mobile, Straight};
use crate::vec2::Vec2;
use crate::zone::Lines;
use smallvec::SmallVec;

/// What of a polygon meets another: a corner, or an edge from a corner to the next, counted clockwise. For a
/// rectangle corner 0 is the front left one and edge 0 the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The corner of this number.
    Corner(usize),
    /// The edge that begins at the corner of this number.
    Edge(usize),
}

impl Feature {
    /// The edges of a rectangle that a feature belongs to: a corner belongs to two.
    pub fn edges(self) -> SmallVec<[Edge; 2]> {
        match self {
            Self::Corner(i) => SmallVec::from_slice(&[Edge::ALL[(i + 3) % 4], Edge::ALL[i % 4]]),
            Self::Edge(i) => SmallVec::from_slice(&[Edge::ALL[i % 4]]),
        }
    }
}

/// The first contact of a straight move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Grains travelled until the touch; 0 if the shapes touch or overlap from the start.
    pub travelled: f64,
    /// How the shapes stand at the touch; `away` is square to the line of contact, towards the mover.
    pub clearance: Clearance,
    /// What of the mover meets.
    pub mover: Feature,
    /// What of the obstacle meets.
    pub obstacle: Feature,
}

/// How far a solid goes along a bearing, at most `length` grains, until it touches another. `None` if it
/// does not, or if the length is no length.
pub fn cast(mover: &impl Mobile, bearing: Heading, length: f64, obstacle: &impl Solid) -> Option<Contact> {
    let way = Straight::new(bearing, length);
    let found = way.first(mover, obstacle, 0.0)?;
    let there = mover.moved(&crate::sweep::Shift::straight(way.way * found.at));
    let away = found.clearance.away;
    Some(Contact {
        travelled: found.at,
        clearance: found.clearance,
        mover: foremost(&there, -away)?,
        obstacle: foremost(obstacle, away)?,
    })
}

/// The corner or edge of a polygon that lies farthest along a direction.
fn foremost(shape: &impl Solid, n: Vec2) -> Option<Feature> {
    let corners = shape.corners();
    let corners = corners.as_ref();
    let limit = corners.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max) - LEVEL;
    let first = corners.iter().position(|p| n.dot(*p) >= limit)?;
    let level = |i: usize| corners.get(i % corners.len()).is_some_and(|p| n.dot(*p) >= limit);
    // The edge may end at the first level corner instead of beginning there (the last corner before it).
    Some(if first == 0 && corners.len() > 2 && level(corners.len() - 1) && !level(1) {
        Feature::Edge(corners.len() - 1)
    } else if corners.len() > 1 && level(first + 1) {
        Feature::Edge(first)
    } else {
        Feature::Corner(first)
    })
}

/// An edge that is touched, and how squarely it faces what touches it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touched {
    /// Which edge.
    pub edge: Edge,
    /// 1 if the other comes head on, 0 if it slides along.
    pub squareness: f64,
}

/// The edges of a rectangle within a tolerance of a shape that came along `direction` (of length 1), in the
/// order front, right, rear, left.
pub fn touched_edges(
    rect: &Rect,
    by: &impl Solid,
    direction: Vec2,
    tolerance: Tolerance,
) -> SmallVec<[Touched; 4]> {
    let touched = |edge: &Edge| {
        let [from, to] = rect.edge(*edge);
        gap(&Segment::new(from, to), by).distance <= tolerance.grains()
    };
    let measure = |edge: Edge| Touched { edge, squareness: -rect.normal(edge).dot(direction) };
    Edge::ALL.into_iter().filter(touched).map(measure).collect()
}

/// The first hit of a front edge that goes straight ahead, its corners left off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstHit {
    /// Grains from the front line to the nearest point of the shape in the strip; never negative.
    pub length: f64,
    /// That point.
    pub at: Vec2,
}

/// How far ahead of a unit's front edge a shape begins, looked for in the strip between the flank lines, each
/// drawn in by a margin. What lies behind the front line is not ahead.
pub fn first_hit(unit: &Rect, shape: &impl Solid, margin: Tolerance) -> Option<FirstHit> {
    let found = Lines::from(unit).strip(margin).holds(shape, 0.0)?;
    Some(FirstHit { length: found.from.max(0.0), at: found.at })
}

/// Where a ray from a point along a direction (of length 1) enters a solid, in grains from the point; 0 if
/// the point lies inside.
pub fn ray(from: Vec2, direction: Vec2, shape: &impl Solid) -> Option<f64> {
    let way = Straight { way: direction, from: 0.0, to: crate::sweep::FAR };
    way.first(&from, shape, 0.0).map(|found| found.at)
}
