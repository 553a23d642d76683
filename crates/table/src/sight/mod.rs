//! Sight: is there a free straight line from a point to any part of a target?
//!
//! Lines are stopped by *blockers* (bodies), run on only so far behind the border of *veils* (areas), and
//! end at *stops* (lines). The answer is exact: for each edge of the target that faces the viewer, the
//! directions hidden by each obstacle are computed in closed form, and what their union leaves is free.
//! Nothing is sampled, so a line is found whenever there is one.

mod aim;
mod around;
#[cfg(any(test, feature = "bench-support"))]
pub mod bench;
mod line;
mod pairs;
mod room;
mod roots;
mod search;
mod shadow;
mod spans;
mod veil;

use crate::area::Area;
use crate::convex::Convex;
use crate::grain::Tolerance;
use crate::index::{Bounds, Index};
use crate::vec2::Vec2;
use around::Disc;

/// A closed body that stops every line that comes near it.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocker {
    /// Its name in answers.
    pub id: u32,
    /// Its footprint.
    pub shape: Convex,
}

/// An area behind whose border a line runs on only so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Veil {
    /// Its name in answers.
    pub id: u32,
    /// What it covers. Areas that abut must be joined, or lines run along the seam.
    pub area: Area,
    /// How far a line runs on from where it first enters, in grains; 0 if it stops there.
    pub depth: f64,
}

/// A line on the table at which sight ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Its name in answers.
    pub id: u32,
    /// Its straight stretches.
    pub segments: Vec<[Vec2; 2]>,
}

/// Bodies in the way of sight. Made anew when bodies move.
#[derive(Clone, Debug)]
pub struct Blockers {
    list: Vec<Blocker>,
    discs: Vec<Disc>,
    index: Index,
}

/// Ground in the way of sight. Made once for a battle.
#[derive(Clone, Debug)]
pub struct Screens {
    veils: Vec<Veil>,
    veil_discs: Vec<Disc>,
    veil_index: Index,
    stops: Vec<Stop>,
    stop_index: Index,
}

/// Side of an index cell in grains: a few bodies wide.
const CELL: f64 = 80_000.0;

impl Blockers {
    /// Bodies, named by their ids.
    pub fn new(list: Vec<Blocker>) -> Self {
        let boxes = list.iter().map(|b| Bounds::around(b.shape.corners().iter().copied())).collect();
        let discs = list.iter().map(|b| Disc::around(b.shape.corners().iter().copied())).collect();
        Self { list, discs, index: Index::new(boxes, CELL) }
    }

    /// All of them.
    pub fn all(&self) -> &[Blocker] {
        &self.list
    }

    /// Where they stand.
    pub fn index(&self) -> &Index {
        &self.index
    }
}

impl Screens {
    /// Veils and stops, named by their ids.
    pub fn new(veils: Vec<Veil>, stops: Vec<Stop>) -> Self {
        let veil_index = Index::new(veils.iter().map(|v| v.area.bounds()).collect(), CELL);
        let around = |s: &Stop| Bounds::around(s.segments.iter().flatten().copied());
        let stop_index = Index::new(stops.iter().map(around).collect(), CELL);
        let veil_discs = veils.iter().map(|v| Disc::around(v.area.edges().iter().map(|e| e[0]))).collect();
        Self { veils, veil_discs, veil_index, stops, stop_index }
    }

    /// All veils.
    pub fn veils(&self) -> &[Veil] {
        &self.veils
    }

    /// All stops.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }
}

/// A half of the plane, with the line that bounds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Half {
    /// A point of the border line.
    pub on: Vec2,
    /// The direction inwards, of length 1.
    pub inward: Vec2,
}

impl Half {
    /// How far inside a point lies; negative outside.
    pub fn inside(&self, p: Vec2) -> f64 {
        (p - self.on).dot(self.inward)
    }
}

/// The tolerances of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// A line is stopped by what comes within this of it; lengths compare with it.
    pub line: Tolerance,
    /// A viewer no deeper than this inside a veil stands on its border, and a stretch inside that ends
    /// within twice this of him is passed over.
    pub border: Tolerance,
}

/// The same in grains.
#[derive(Clone, Copy, Debug)]
struct Rules {
    line: f64,
    border: f64,
}

/// A question: from where to what, and what is passed over.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The viewer's point.
    pub from: Vec2,
    /// The target; one point is a target too.
    pub target: &'a Convex,
    /// The greatest length of a line in grains; may be infinite.
    pub reach: f64,
    /// The point reached lies in all of these.
    pub within: &'a [Half],
    /// Blockers that do not count: the viewer and the target themselves.
    pub without: &'a [u32],
    /// Stops that do not count for this viewer.
    pub over: &'a [u32],
    /// Stops that do not count for lines that end on an edge of the target, counted as in
    /// [`Convex::edges`] (a rectangle's front is 0).
    pub over_on_edge: &'a [(usize, u32)],
    /// Veils that a line enters by ending on or in them, even if it comes no farther.
    pub into: &'a [u32],
    /// The room a line needs in grains. Between two blockers nearer to each other it may not pass; between
    /// two veils, or a veil and a blocker, it enters at the narrow point. 0 if it needs none.
    pub room: f64,
}

impl<'a> Look<'a> {
    /// A look of any length in any direction, with nothing passed over.
    pub const fn new(from: Vec2, target: &'a Convex) -> Self {
        Self {
            from,
            target,
            reach: f64::INFINITY,
            within: &[],
            without: &[],
            over: &[],
            over_on_edge: &[],
            into: &[],
            room: 0.0,
        }
    }
}

/// Which line is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Any free line.
    Any,
    /// The shortest free line.
    Shortest,
    /// The shortest free line that enters no veil.
    ShortestClear,
}

/// A free line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Where it begins.
    pub from: Vec2,
    /// The point of the target it reaches.
    pub to: Vec2,
    /// Its length in grains.
    pub length: f64,
    /// The edge of the target it reaches, counted as in [`Convex::edges`].
    pub edge: usize,
    /// Where it first enters a veil, or a narrow gap beside one.
    pub entry: Option<Entry>,
}

/// Where a line enters a veil or a narrow gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The veil, or the gap.
    pub cause: Cause,
    /// How far from the viewer.
    pub after: f64,
    /// The place.
    pub at: Vec2,
}

/// Something that hides a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The target is too far.
    Reach,
    /// No point of the target that faces the viewer lies in the region asked for.
    Region,
    /// A body.
    Blocker(u32),
    /// An area.
    Veil(u32),
    /// A line.
    Stop(u32),
    /// A gap without room between two obstacles.
    Gap(Obstacle, Obstacle),
    /// A point or a number in the question is not finite.
    Number,
}

/// One side of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// A body.
    Blocker(u32),
    /// An area.
    Veil(u32),
}

/// Why there is no line: what hides the target, in no order of importance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Together they hide the whole target.
    pub by: Vec<Cause>,
}

/// All that stands in the way, and the tolerances.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// Bodies.
    pub blockers: &'a Blockers,
    /// Ground.
    pub screens: &'a Screens,
    /// Tolerances.
    pub margins: Margins,
}
