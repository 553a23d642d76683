//! Retreats over rivers: impassable water and crossings (RET-16, CRS-04, CRS-11, AMB-237, AMB-238).

use crate::field::{Field, Kind};
use crate::scale::{EPS, TOUCH};
use table::convex::Convex;
use table::heading::Heading;
use table::index::Bounds;
use table::overlap::{common_part, overlap};
use table::polygon::Polygon;
use table::pose::{Frame, Pose};
use table::rect::Rect;
use table::segment::Segment;
use table::sweep::Straight;
use table::terrain::Shape;
use table::vec2::Vec2;

/// BL-AMB-237: a unit whose facing is so near to a crossing's axis is aligned on it: 2°, and the tolerance of
/// angles (BL-AMB-01).
const ALIGNED: i32 = 2_010;

/// The rivers that cannot be waded, and the crossings.
pub(super) struct Water<'a> {
    rivers: Vec<(u16, &'a Polygon)>,
    crossings: Vec<Crossing>,
}

/// A bridge or ford.
struct Crossing {
    id: u16,
    rect: Rect,
    axis: Heading,
    /// Does it lead over impassable water?
    needed: bool,
}

/// How a retreat that runs over a crossing ends on it.
pub(super) enum Landing {
    /// Clear of every crossing.
    Clear,
    /// On this one, with this pose.
    On(u16, Pose),
    /// On this one, at an angle to its axis.
    Askew(u16),
}

impl<'a> Water<'a> {
    pub(super) fn of(field: &'a Field) -> Self {
        let areas = |wanted: fn(Kind) -> bool| field.ground().areas(move |piece| wanted(piece.kind));
        let rivers: Vec<_> = areas(Kind::impassable).map(|(piece, outline)| (piece.id.0, outline)).collect();
        let crossings = areas(|kind| kind == Kind::Crossing).filter_map(|(piece, outline)| {
            let (rect, Shape::Crossing { pose, .. }) = (piece.shape.rect()?, &piece.shape) else {
                return None;
            };
            let needed = rivers.iter().any(|(_, river)| overlap(outline.parts(), river.parts(), TOUCH));
            Some(Crossing { id: piece.id.0, rect, axis: pose.heading, needed })
        });
        let crossings = crossings.collect();
        Self { rivers, crossings }
    }

    /// BL-RET-16, BL-CRS-04: the impassable river that a footprint on its way runs into. A river is not tested
    /// where the path runs over a crossing of it.
    pub(super) fn entered(&self, rect: &Rect, way: &Straight, on: Option<u16>) -> Option<u16> {
        let (from, to) = (rect.frame.origin, rect.frame.origin + way.way * way.to);
        let bounds = Bounds::around([from, to]).widened(rect.radius());
        let spared = |river: &Polygon| {
            let Some(axis) = swept_axis(rect, way) else { return false };
            self.crossings.iter().any(|c| c.carries(rect, way, &axis, on) && c.holds_part_in(&axis, river))
        };
        let runs_into = |river: &Polygon| {
            river.bounds().meets(&bounds)
                && way.comes_within(rect, river.parts(), -TOUCH.grains())
                && !spared(river)
        };
        self.rivers.iter().find(|(_, river)| runs_into(river)).map(|(id, _)| *id)
    }

    /// BL-AMB-237: a retreat that runs over a crossing may end on it only aligned, and is then put on its axis. A
    /// unit that was on the crossing goes on or back along its own line. Beside a ford of a minor river a unit
    /// wades.
    pub(super) fn landing(
        &self,
        rect: &Rect,
        way: &Straight,
        on: Option<u16>,
        end: (Pose, &Rect),
    ) -> Landing {
        let (pose, footprint) = end;
        for c in &self.crossings {
            let runs_over = || swept_axis(rect, way).is_some_and(|axis| c.carries(rect, way, &axis, on));
            if !overlap(footprint, &c.rect, TOUCH) || !runs_over() {
                continue;
            }
            if on == Some(c.id) {
                return Landing::On(c.id, pose);
            }
            if let Some(pose) = c.aligned(pose) {
                return Landing::On(c.id, pose);
            }
            if c.needed {
                return Landing::Askew(c.id);
            }
        }
        Landing::Clear
    }
}

impl Crossing {
    /// Does a path lead into the crossing on a line through both its ends (BL-AMB-238)? A unit that is on it is
    /// on such a line already.
    fn carries(&self, rect: &Rect, way: &Straight, axis: &Convex, on: Option<u16>) -> bool {
        overlap(axis, &self.rect, TOUCH)
            && (on == Some(self.id) || self.through_both_ends(rect.front_middle(), way.way))
    }

    fn through_both_ends(&self, from: Vec2, way: Vec2) -> bool {
        let (p, d) = (self.rect.frame.to_local(from), self.rect.frame.turn_to_local(way));
        let at = |v: f64| p.x + d.x * ((v - p.y) / d.y);
        let inside = |u: f64| u.abs() <= self.rect.half_width + EPS.grains();
        inside(at(self.rect.half_depth)) && inside(at(-self.rect.half_depth))
    }

    /// BL-AMB-237: does the path line lie in the river only where it lies on the crossing?
    fn holds_part_in(&self, axis: &Convex, river: &Polygon) -> bool {
        let reach = |p: Vec2| {
            let local = self.rect.frame.to_local(p);
            local.x.abs() <= self.rect.half_width + TOUCH.grains()
                && local.y.abs() <= self.rect.half_depth + TOUCH.grains()
        };
        let parts = river.parts().iter().filter_map(|part| common_part(axis, part));
        parts.into_iter().all(|part| part.corners().iter().all(|p| reach(*p)))
    }

    /// The pose put on the axis, if it faces along it.
    fn aligned(&self, pose: Pose) -> Option<Pose> {
        let facing = |axis: &Heading| pose.heading.turn_to(*axis).size() <= ALIGNED;
        let heading = [self.axis, self.axis.reversed()].into_iter().find(facing)?;
        let Frame { origin, forward } = self.rect.frame;
        let at = origin + forward * forward.dot(pose.at.vec2() - origin);
        Some(Pose { at: at.round().ok()?, heading })
    }
}

/// BL-AMB-237: the path line: what the unit's middle axis, from the centerpoint to the middle of the rear edge,
/// sweeps.
fn swept_axis(rect: &Rect, way: &Straight) -> Option<Convex> {
    let rear = rect.frame.origin - rect.frame.forward * rect.half_depth;
    way.hull(&Segment::new(rect.front_middle(), rear))
}
