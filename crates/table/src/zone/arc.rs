//! Arcs of fire and sight: the area before a front edge that opens to both sides.

use super::{FORWARD, RIGHT, half_plane};
use crate::convex::Convex;
use crate::distance::{Gap, Solid, gap};
use crate::grain::Tolerance;
use crate::pose::Frame;
use crate::sight::Half;
use crate::vec2::Vec2;

/// All points with v ≥ 0 and |u| ≤ half width + v · open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Its origin is the middle of the front edge.
    pub frame: Frame,
    /// Half of the front edge in grains.
    pub half_width: f64,
    /// The tangent of the angle by which each side opens: 1 for 45°, 0 for a strip.
    pub open: f64,
}

impl Arc {
    /// Is a point in the arc, or at most a tolerance beyond its borders?
    pub fn holds(&self, p: Vec2, tolerance: Tolerance) -> bool {
        let (local, beyond) = (self.frame.to_local(p), tolerance.grains());
        local.y >= -beyond && local.x.abs() - self.half_width - local.y * self.open <= beyond * self.slant()
    }

    /// The part of a polygon that lies in the arc; `None` if none does. A rim is left off.
    pub fn part(&self, shape: &impl Solid) -> Option<Convex> {
        let mut part = Convex::hull(shape.corners().as_ref().iter().copied())?;
        for (n, most) in [
            (-FORWARD, 0.0),
            (RIGHT - FORWARD * self.open, self.half_width),
            (-RIGHT - FORWARD * self.open, self.half_width),
        ] {
            let (n, most) = half_plane(&self.frame, n, most);
            part = part.clipped(n, most)?;
        }
        Some(part)
    }

    /// The arc as three half-planes, each widened by a tolerance: where lines of sight and fire may end.
    pub fn halves(&self, tolerance: Tolerance) -> [Half; 3] {
        let forward = self.frame.forward;
        let side = |outward: Vec2| {
            let inward = (forward * self.open - outward) * (1.0 / self.slant());
            Half { on: self.frame.origin + outward * self.half_width - inward * tolerance.grains(), inward }
        };
        let front = Half { on: self.frame.origin - forward * tolerance.grains(), inward: forward };
        [front, side(forward.right()), side(-forward.right())]
    }

    /// The shortest way from a point, an edge or another shape to the part of a shape that lies in the arc.
    pub fn nearest(&self, from: &impl Solid, shape: &impl Solid) -> Option<Gap> {
        Some(gap(from, &self.part(shape)?))
    }

    /// Grains across the front for one grain square to a side.
    fn slant(&self) -> f64 {
        libm::sqrt(1.0 + self.open * self.open)
    }
}
