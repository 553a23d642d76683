//! What a move covers (MOV-09): parts of it, one after the other.

use crate::scale::{BW, FOOTPRINT};
use table::distance::{Clearance, Figure, Solid, clearance};
use table::heading::{Heading, Turn};
use table::index::Bounds;
use table::pose::Pose;
use table::rect::Rect;
use table::segment::{Disc, Segment};
use table::sweep::{Pivot, Straight};

/// A part of a move. Travel is the length of the centerpoint's path since the move began, in grains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sweep {
    /// A footprint turns on its centerpoint.
    Pivot {
        /// Where it stands before.
        from: Rect,
        /// The turn.
        pivot: Pivot,
        /// After so much travel.
        after: f64,
    },
    /// A footprint goes straight without turning; the stretch counts travel.
    Straight {
        /// Where it stands at travel 0.
        from: Rect,
        /// The stretch.
        way: Straight,
    },
    /// A leg of a reserve move; on a road it has no width (BL-AMB-26).
    Leg {
        /// All it covers; it faces along the path.
        rect: Rect,
        /// Travel before it.
        after: f64,
    },
    /// A bend between two legs (BL-AMB-26).
    Bend {
        /// All it covers.
        disc: Disc,
        /// Travel before it.
        after: f64,
    },
    /// A footprint at rest.
    Rest {
        /// Where it stands.
        rect: Rect,
        /// Travel before it.
        after: f64,
    },
}

impl Sweep {
    /// A unit at a pose pivots on its centerpoint, after so much travel.
    pub fn pivot(from: Pose, turn: Turn, after: f64) -> Self {
        let pivot = Pivot { about: from.at.vec2(), turn };
        Self::Pivot { from: FOOTPRINT.at(from), pivot, after }
    }

    /// A unit at a pose goes straight along a bearing, its heading kept.
    pub fn straight(from: Pose, bearing: Heading, length: f64) -> Self {
        Self::Straight { from: FOOTPRINT.at(from), way: Straight::new(bearing, length) }
    }

    /// A unit rests at a pose, after so much travel.
    pub fn rest(at: Pose, after: f64) -> Self {
        Self::Rest { rect: FOOTPRINT.at(at), after }
    }

    /// Does the clearance to an obstacle fall to `limit` grains or below anywhere? Negative: an overlap so deep.
    pub fn comes_within(&self, obstacle: &(impl Figure + ?Sized), limit: f64) -> bool {
        match self {
            Self::Pivot { from, pivot, .. } => pivot.comes_within(from, obstacle, limit),
            Self::Straight { from, way } => way.comes_within(from, obstacle, limit),
            Self::Leg { rect, .. } | Self::Rest { rect, .. } => least(rect, obstacle, limit),
            Self::Bend { disc, .. } => least(disc, obstacle, limit),
        }
    }

    /// The least clearance to an obstacle, in grains, of a pivot to half a grain; negative if it is an overlap.
    pub fn least(&self, obstacle: &(impl Figure + ?Sized)) -> f64 {
        let of = |found: Option<table::sweep::Closest>| found.map_or(f64::INFINITY, |c| c.clearance.signed);
        match self {
            Self::Pivot { from, pivot, .. } => of(pivot.about_closest(from, obstacle, 0.5)),
            Self::Straight { from, way } => of(way.closest(from, obstacle)),
            Self::Leg { rect, .. } | Self::Rest { rect, .. } => lowest(rect, obstacle),
            Self::Bend { disc, .. } => lowest(disc, obstacle),
        }
    }

    /// What of it happens at so much travel or later.
    pub fn onward(self, travel: f64) -> Option<Self> {
        match self {
            Self::Straight { from, way } => way.onward(travel).map(|way| Self::Straight { from, way }),
            Self::Leg { rect, after } => {
                let cut = (travel - after).max(0.0);
                let half_depth = rect.half_depth - cut * 0.5;
                let mut frame = rect.frame;
                frame.origin = frame.origin + frame.forward * (cut * 0.5);
                (half_depth >= 0.0).then_some(Self::Leg { rect: Rect { frame, half_depth, ..rect }, after })
            }
            Self::Pivot { after, .. } | Self::Bend { after, .. } | Self::Rest { after, .. } => {
                (after >= travel).then_some(self)
            }
        }
    }

    /// The path of the centerpoint; none where it stays.
    pub fn path(&self) -> Option<Segment> {
        match self {
            Self::Straight { from, way } => {
                let start = from.front_middle();
                Some(Segment::new(start + way.way * way.from, start + way.way * way.to))
            }
            Self::Leg { rect, .. } => {
                let half = rect.frame.forward * rect.half_depth;
                Some(Segment::new(rect.frame.origin - half, rect.frame.origin + half))
            }
            _ => None,
        }
    }

    /// Is it a bare line, a road leg of a reserve move?
    pub fn bare(&self) -> bool {
        matches!(self, Self::Leg { rect, .. } if rect.half_width <= 0.0)
    }

    /// A box around all it covers.
    pub fn bounds(&self) -> Bounds {
        match self {
            Self::Pivot { from, pivot, .. } => {
                let far = from.corners().iter().map(|c| c.distance(pivot.about)).fold(0.0, f64::max);
                Bounds::around_disc(pivot.about, far)
            }
            Self::Straight { from, way } => {
                let ends = [way.way * way.from, way.way * way.to];
                Bounds::around(from.corners().iter().flat_map(|c| ends.map(|end| *c + end)))
            }
            Self::Leg { rect, .. } | Self::Rest { rect, .. } => Bounds::around(rect.corners()),
            Self::Bend { disc, .. } => Bounds::around_disc(disc.centre, disc.radius),
        }
    }
}

/// Units that a move may come near have their centerpoints in this box. The margin holds the size of a footprint
/// and what little an end may be put aside on a crossing.
pub fn within_reach(sweeps: &[Sweep]) -> Bounds {
    let all = sweeps.iter().map(Sweep::bounds).flat_map(|bounds| [bounds.low, bounds.high]);
    Bounds::around(all).widened(RADIUS + f64::from(BW) * 0.1)
}

/// No point of a footprint is farther from its centerpoint: √(¼ + 1) BW, rounded up.
const RADIUS: f64 = 11_181.0;

fn least(shape: &impl Solid, obstacle: &(impl Figure + ?Sized), limit: f64) -> bool {
    obstacle.parts().any(|part| table::distance::signed(shape, &part) <= limit)
}

fn lowest(shape: &impl Solid, obstacle: &(impl Figure + ?Sized)) -> f64 {
    let parts = obstacle.parts();
    parts.map(|part| -> Clearance { clearance(shape, &part) }).map(|c| c.signed).fold(f64::INFINITY, f64::min)
}
