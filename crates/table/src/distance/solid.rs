//! The shapes that distances are taken between.

use crate::convex::Convex;
use crate::rect::Rect;
use crate::segment::{Disc, Polyline, Segment};
use crate::vec2::{Vec2, vec2};

const EAST: Vec2 = vec2(1.0, 0.0);
const NORTH: Vec2 = vec2(0.0, 1.0);

/// A closed convex shape: all points within a rim of a convex polygon. A disc is a point with a rim.
pub trait Solid {
    /// The corners of the polygon, clockwise; one for a point, two for a segment.
    fn corners(&self) -> impl AsRef<[Vec2]>;

    /// Directions of length 1 square to the edges. One stands for both its senses. A shape without area
    /// names two directions square to each other, so that shapes in one line can be told apart.
    fn axes(&self) -> impl Iterator<Item = Vec2>;

    /// The width of the rim around the polygon.
    fn rim(&self) -> f64 {
        0.0
    }

    /// The least and the greatest `n · p` over the polygon.
    fn span(&self, n: Vec2) -> [f64; 2] {
        let mut span = [f64::INFINITY, f64::NEG_INFINITY];
        for p in self.corners().as_ref() {
            let along = n.dot(*p);
            span = [span[0].min(along), span[1].max(along)];
        }
        span
    }

    /// The point of the polygon nearest to `p`; `p` itself if it lies inside.
    fn nearest(&self, p: Vec2) -> Vec2;

    /// The square of the distance of `p` from the polygon.
    fn distance2(&self, p: Vec2) -> f64 {
        (self.nearest(p) - p).length2()
    }
}

/// One or more solids taken together: a body of several stands, a path, the parts of a wood.
pub trait Figure {
    /// The kind of its parts.
    type Part<'a>: Solid
    where
        Self: 'a;

    /// The solids it consists of.
    fn parts(&self) -> impl Iterator<Item = Self::Part<'_>>;
}

impl<S: Solid> Figure for S {
    type Part<'a>
        = &'a S
    where
        Self: 'a;
    fn parts(&self) -> impl Iterator<Item = &S> {
        std::iter::once(self)
    }
}

impl<S: Solid> Figure for [S] {
    type Part<'a>
        = &'a S
    where
        Self: 'a;
    fn parts(&self) -> impl Iterator<Item = &S> {
        self.iter()
    }
}

impl Figure for Polyline<'_> {
    type Part<'a>
        = Segment
    where
        Self: 'a;
    fn parts(&self) -> impl Iterator<Item = Segment> {
        self.legs()
    }
}

impl<S: Solid> Solid for &S {
    fn corners(&self) -> impl AsRef<[Vec2]> {
        (**self).corners()
    }
    fn axes(&self) -> impl Iterator<Item = Vec2> {
        (**self).axes()
    }
    fn rim(&self) -> f64 {
        (**self).rim()
    }
    fn span(&self, n: Vec2) -> [f64; 2] {
        (**self).span(n)
    }
    fn nearest(&self, p: Vec2) -> Vec2 {
        (**self).nearest(p)
    }
    fn distance2(&self, p: Vec2) -> f64 {
        (**self).distance2(p)
    }
}

impl Solid for Vec2 {
    fn corners(&self) -> impl AsRef<[Vec2]> {
        [*self]
    }
    fn axes(&self) -> impl Iterator<Item = Vec2> {
        [EAST, NORTH].into_iter()
    }
    fn nearest(&self, _: Vec2) -> Vec2 {
        *self
    }
}

impl Solid for Disc {
    fn corners(&self) -> impl AsRef<[Vec2]> {
        [self.centre]
    }
    fn axes(&self) -> impl Iterator<Item = Vec2> {
        [EAST, NORTH].into_iter()
    }
    fn rim(&self) -> f64 {
        self.radius.max(0.0)
    }
    fn nearest(&self, _: Vec2) -> Vec2 {
        self.centre
    }
}

impl Solid for Segment {
    fn corners(&self) -> impl AsRef<[Vec2]> {
        [self.from, self.to]
    }
    fn axes(&self) -> impl Iterator<Item = Vec2> {
        let along = (self.to - self.from).unit().unwrap_or(EAST);
        [along.right(), along].into_iter()
    }
    fn nearest(&self, p: Vec2) -> Vec2 {
        Segment::nearest(self, p)
    }
}

impl Solid for Rect {
    fn corners(&self) -> impl AsRef<[Vec2]> {
        Rect::corners(self)
    }
    fn axes(&self) -> impl Iterator<Item = Vec2> {
        [self.frame.forward, self.frame.forward.right()].into_iter()
    }
    fn span(&self, n: Vec2) -> [f64; 2] {
        let local = self.frame.turn_to_local(n);
        let half = self.half_width * local.x.abs() + self.half_depth * local.y.abs();
        let middle = n.dot(self.frame.origin);
        [middle - half, middle + half]
    }
    fn nearest(&self, p: Vec2) -> Vec2 {
        Rect::nearest(self, p)
    }
    fn distance2(&self, p: Vec2) -> f64 {
        let local = self.frame.to_local(p);
        let beyond = |along: f64, half: f64| (along.abs() - half).max(0.0);
        vec2(beyond(local.x, self.half_width), beyond(local.y, self.half_depth)).length2()
    }
}

impl Solid for Convex {
    fn corners(&self) -> impl AsRef<[Vec2]> {
        Convex::corners(self)
    }
    fn axes(&self) -> impl Iterator<Item = Vec2> {
        let flat = match Convex::corners(self) {
            [a, b] => {
                let along = (*b - *a).unit().unwrap_or(EAST);
                Some([along.right(), along])
            }
            [_, _, ..] => None,
            _ => Some([EAST, NORTH]),
        };
        // Worked out one by one: mostly the first few can tell.
        let edges = self.edges().filter(move |_| flat.is_none());
        flat.into_iter().flatten().chain(edges.filter_map(|[a, b]| (b - a).right().unit()))
    }
    fn nearest(&self, p: Vec2) -> Vec2 {
        let inside = |[a, b]: [Vec2; 2]| (b - a).cross(p - a) <= 0.0;
        if Convex::corners(self).len() > 2 && self.edges().all(inside) {
            return p;
        }
        let mut best = (f64::INFINITY, p);
        for [a, b] in self.edges() {
            let q = Segment::new(a, b).nearest(p);
            let far = (q - p).length2();
            if far < best.0 {
                best = (far, q);
            }
        }
        best.1
    }
}
