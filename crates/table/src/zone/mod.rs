//! Zones around a unit, in its own frame: front and flank lines, quadrants, strips, the box ahead, arcs.

mod arc;
mod strip;

use crate::grain::Tolerance;
use crate::pose::Frame;
use crate::rect::{Edge, Rect};
use crate::vec2::{Vec2, vec2};
pub use arc::Arc;
pub use strip::{Ahead, Stretch, Strip};

/// The front line and the two flank lines of a unit, which extend without end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lines {
    /// Its origin is the middle of the front edge.
    pub frame: Frame,
    /// Half of the front edge in grains.
    pub half_width: f64,
}

impl From<&Rect> for Lines {
    fn from(r: &Rect) -> Self {
        let frame = Frame { origin: r.front_middle(), forward: r.frame.forward };
        Self { frame, half_width: r.half_width }
    }
}

impl Lines {
    /// Is the point forward of the front line, by more than a tolerance?
    pub fn in_front(&self, p: Vec2, tolerance: Tolerance) -> bool {
        self.frame.to_local(p).y > tolerance.grains()
    }

    /// Is the point behind the front line, by more than a tolerance?
    pub fn behind(&self, p: Vec2, tolerance: Tolerance) -> bool {
        self.frame.to_local(p).y < -tolerance.grains()
    }

    /// Is the point inside the flank lines, by more than a tolerance?
    pub fn between_flanks(&self, p: Vec2, tolerance: Tolerance) -> bool {
        self.frame.to_local(p).x.abs() < self.half_width - tolerance.grains()
    }

    /// Forward of the front line and inside the flank lines.
    pub fn directly_in_front(&self, p: Vec2, tolerance: Tolerance) -> bool {
        self.in_front(p, tolerance) && self.between_flanks(p, tolerance)
    }

    /// Behind the front line and outside the flank lines.
    pub fn to_the_flank(&self, p: Vec2, tolerance: Tolerance) -> bool {
        let beside = self.frame.to_local(p).x.abs() > self.half_width + tolerance.grains();
        beside && self.behind(p, tolerance)
    }

    /// Behind the front line and inside the flank lines.
    pub fn directly_to_the_rear(&self, p: Vec2, tolerance: Tolerance) -> bool {
        self.behind(p, tolerance) && self.between_flanks(p, tolerance)
    }

    /// The endless strip between the flank lines, `margin` narrower on each side, from the front line on.
    pub fn strip(&self, margin: Tolerance) -> Strip {
        Strip { frame: self.frame, half_width: self.half_width - margin.grains() }
    }

    /// The box ahead of the front edge, `reach` grains deep.
    pub fn ahead(&self, reach: f64, tolerance: Tolerance) -> Ahead {
        Ahead { strip: self.strip(tolerance), near: -tolerance.grains(), far: reach + tolerance.grains() }
    }

    /// The arc that opens by an angle to each side of the front edge; `open` is the tangent of that angle.
    pub fn arc(&self, open: f64) -> Arc {
        Arc { frame: self.frame, half_width: self.half_width, open }
    }
}

/// The quarter around a rectangle that holds a point, bounded by rays at 45° from its corners. Bounds belong
/// to the front, then to the flanks.
pub fn quarter(r: &Rect, p: Vec2) -> Edge {
    let local = r.frame.to_local(p);
    let beside = (local.x.abs() - r.half_width).max(0.0);
    if local.y - r.half_depth >= beside {
        Edge::Front
    } else if -local.y - r.half_depth > beside {
        Edge::Rear
    } else if local.x < 0.0 {
        Edge::Left
    } else {
        Edge::Right
    }
}

/// The edge through which a line from the middle of the front edge leaves a rectangle, along a direction of
/// the table. The front line itself leads to the flanks; a corner of the rear belongs to the rear edge.
/// `None` for a direction of no length.
pub fn exit_edge(r: &Rect, direction: Vec2) -> Option<Edge> {
    let local = r.frame.turn_to_local(direction.unit()?);
    Some(if local.y > 0.0 {
        Edge::Front
    } else if local.x.abs() * 2.0 * r.half_depth <= -local.y * r.half_width {
        Edge::Rear
    } else if local.x < 0.0 {
        Edge::Left
    } else {
        Edge::Right
    })
}

/// What part of an edge a shape lies square before or behind, in grains of the edge's length.
pub fn cover_of_edge(r: &Rect, edge: Edge, shape: &impl crate::distance::Solid) -> f64 {
    let [from, to] = r.edge(edge);
    let Some(along) = (to - from).unit() else { return 0.0 };
    let [low, high] = shape.span(along);
    let (low, high) = (low - shape.rim(), high + shape.rim());
    (high.min(along.dot(to)) - low.max(along.dot(from))).max(0.0)
}

/// A half-plane in a local frame, brought to the table: keeps the points with `n · (u, v) <= most`.
fn half_plane(frame: &Frame, n: Vec2, most: f64) -> (Vec2, f64) {
    let n = frame.turn_to_table(n);
    (n, most + n.dot(frame.origin))
}

const RIGHT: Vec2 = vec2(1.0, 0.0);
const FORWARD: Vec2 = vec2(0.0, 1.0);
