//! The strip before a front edge, and the box at its beginning.

use super::{FORWARD, RIGHT, half_plane};
use crate::convex::Convex;
use crate::distance::Solid;
use crate::pose::Frame;
use crate::vec2::Vec2;

/// All points with |u| < half width: open at the sides, without end. A strip of no width holds nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    /// u runs across, v along.
    pub frame: Frame,
    /// Half of the width in grains.
    pub half_width: f64,
}

/// Where a shape lies in a strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The least v of the part inside.
    pub from: f64,
    /// The greatest v of the part inside.
    pub to: f64,
    /// The width of the part inside, across the strip.
    pub width: f64,
    /// A point of the table where v is least; the middle of them if there are several.
    pub at: Vec2,
}

impl Strip {
    /// The part of a polygon in the strip with v from `near` to `far`, if it is more than the open sides.
    /// A rim is left off.
    fn part(&self, shape: &impl Solid, near: f64, far: f64) -> Option<Convex> {
        let mut part = Convex::hull(shape.corners().as_ref().iter().copied())?;
        for (n, most) in
            [(RIGHT, self.half_width), (-RIGHT, self.half_width), (FORWARD, far), (-FORWARD, -near)]
        {
            if most < f64::INFINITY {
                let (n, most) = half_plane(&self.frame, n, most);
                part = part.clipped(n, most)?;
            }
        }
        // The sides are open: a part that lies wholly on one of them does not count.
        let [low, high] = part.span(self.frame.turn_to_table(RIGHT));
        let middle = self.frame.turn_to_table(RIGHT).dot(self.frame.origin);
        (low - middle < self.half_width && high - middle > -self.half_width).then_some(part)
    }

    /// Where a shape lies in the strip, from `near` on; `None` if no part of it does.
    pub fn holds(&self, shape: &impl Solid, near: f64) -> Option<Stretch> {
        self.stretch(shape, near, f64::INFINITY)
    }

    /// The least and the greatest v of the part of a polygon in the strip, before and behind; `None` if no part
    /// of it is. A rim is left off. What `holds` tells besides is not worked out: this is the quick question.
    pub fn span(&self, shape: &impl Solid) -> Option<[f64; 2]> {
        if !(self.half_width > 0.0) {
            return None; // the margin has eaten the strip up
        }
        let corners = shape.corners();
        let mut before = self.frame.to_local(*corners.as_ref().last()?);
        let (mut across, mut along) = (NOTHING, NOTHING);
        for corner in corners.as_ref() {
            let here = self.frame.to_local(*corner);
            across = [across[0].min(here.x), across[1].max(here.x)];
            // The farthest points of a convex part lie on edges of the polygon, between the sides.
            if let Some([from, to]) = self.part_of_edge(before, here) {
                along = [along[0].min(from.min(to)), along[1].max(from.max(to))];
            }
            before = here;
        }
        let inside = across[0] < self.half_width && across[1] > -self.half_width && along[0] <= along[1];
        inside.then_some(along)
    }

    /// The v of both ends of the part of an edge between the sides, given in the local frame.
    fn part_of_edge(&self, a: Vec2, b: Vec2) -> Option<[f64; 2]> {
        let half = self.half_width;
        if a.x.max(b.x) < -half || a.x.min(b.x) > half {
            return None;
        }
        let cut = |p: Vec2, q: Vec2| {
            if p.x.abs() <= half {
                return p.y;
            }
            p.y + (q.y - p.y) * ((half.copysign(p.x) - p.x) / (q.x - p.x))
        };
        Some([cut(a, b), cut(b, a)])
    }

    fn stretch(&self, shape: &impl Solid, near: f64, far: f64) -> Option<Stretch> {
        let part = self.part(shape, near, far)?;
        let (across, along) = (self.frame.turn_to_table(RIGHT), self.frame.forward);
        let ([left, right], [from, to]) = (part.span(across), part.span(along));
        let (mut first, mut count) = (Vec2::default(), 0.0);
        for p in part.corners() {
            if along.dot(*p) <= from + crate::distance::LEVEL {
                first = first + *p;
                count += 1.0;
            }
        }
        let zero = along.dot(self.frame.origin);
        Some(Stretch { from: from - zero, to: to - zero, width: right - left, at: first * (1.0 / count) })
    }
}

const NOTHING: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

/// The box at the beginning of a strip: open at the sides, closed near and far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ahead {
    /// The strip.
    pub strip: Strip,
    /// The least v.
    pub near: f64,
    /// The greatest v.
    pub far: f64,
}

impl Ahead {
    /// Where a shape lies in the box; `None` if no part of it does.
    pub fn holds(&self, shape: &impl Solid) -> Option<Stretch> {
        self.strip.stretch(shape, self.near, self.far)
    }
}
