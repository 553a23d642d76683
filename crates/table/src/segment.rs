//! Lines and discs: segments, polylines, markers.

use crate::vec2::Vec2;

/// A straight line from one point to another; the two may be the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// One end.
    pub from: Vec2,
    /// The other.
    pub to: Vec2,
}

impl Segment {
    /// A segment between two points.
    pub const fn new(from: Vec2, to: Vec2) -> Self {
        Self { from, to }
    }

    /// From end to end.
    pub fn length(&self) -> f64 {
        self.from.distance(self.to)
    }

    /// The point of the segment nearest to `p`.
    pub fn nearest(&self, p: Vec2) -> Vec2 {
        let along = self.to - self.from;
        let share = (p - self.from).dot(along);
        let whole = along.length2();
        if share <= 0.0 {
            self.from
        } else if share >= whole {
            self.to
        } else {
            self.from.towards(self.to, share / whole)
        }
    }
}

/// A round marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Its middle.
    pub centre: Vec2,
    /// Its radius in grains.
    pub radius: f64,
}

/// Straight lines from point to point: a path, a river bank, a crest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polyline<'a>(pub &'a [Vec2]);

impl Polyline<'_> {
    /// The legs in order. A single point is one leg of no length.
    pub fn legs(&self) -> impl Iterator<Item = Segment> + '_ {
        let single = (self.0.len() == 1).then(|| Segment::new(self.0[0], self.0[0]));
        self.0.windows(2).map(|w| Segment::new(w[0], w[1])).chain(single)
    }

    /// The length of all legs together.
    pub fn length(&self) -> f64 {
        self.legs().map(|leg| leg.length()).sum()
    }
}
