//! Rigid movements and the things that can make them.

use crate::body::Body;
use crate::convex::Convex;
use crate::distance::Solid;
use crate::pose::Frame;
use crate::rect::Rect;
use crate::segment::{Disc, Segment};
use crate::vec2::{Vec2, vec2};

/// Where a movement has carried the table's points: turned about a point, then shifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    about: Vec2,
    cos: f64,
    sin: f64,
    by: Vec2,
}

impl Shift {
    /// A plain shift.
    pub const fn straight(by: Vec2) -> Self {
        Self { about: vec2(0.0, 0.0), cos: 1.0, sin: 0.0, by }
    }

    /// Where a direction points now.
    pub fn direction(&self, d: Vec2) -> Vec2 {
        d * self.cos + d.right() * self.sin
    }

    /// Where a point is now.
    pub fn point(&self, p: Vec2) -> Vec2 {
        self.about + self.direction(p - self.about) + self.by
    }
}

/// A steady movement: in each unit of time everything turns clockwise about a point by `rate` radians and
/// goes `velocity` grains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Motion {
    pub(crate) about: Vec2,
    pub(crate) rate: f64,
    pub(crate) velocity: Vec2,
}

impl Motion {
    pub(crate) const STILL: Self = Self { about: vec2(0.0, 0.0), rate: 0.0, velocity: vec2(0.0, 0.0) };

    /// A turn alone.
    pub(crate) const fn turning(about: Vec2, rate: f64) -> Self {
        Self { about, rate, velocity: vec2(0.0, 0.0) }
    }

    /// A straight move alone.
    pub(crate) const fn straight(velocity: Vec2) -> Self {
        Self { about: vec2(0.0, 0.0), rate: 0.0, velocity }
    }

    /// So much of this movement in the same time.
    pub(crate) fn scaled(self, share: f64) -> Self {
        Self { rate: self.rate * share, velocity: self.velocity * share, ..self }
    }

    /// What the movement has done at a time.
    pub(crate) fn at(&self, time: f64) -> Shift {
        let by = self.velocity * time;
        // Without a turn the shift is plain, so that nothing is lost by going through `about`.
        if self.rate.abs() > 0.0 {
            let angle = self.rate * time;
            Shift { about: self.about, cos: libm::cos(angle), sin: libm::sin(angle), by }
        } else {
            Shift::straight(by)
        }
    }

    /// The centre of the turn at a time.
    pub(crate) fn centre(&self, time: f64) -> Vec2 {
        self.about + self.velocity * time
    }

    /// How fast a point goes that is at `p` at a time.
    pub(crate) fn velocity_of(&self, p: Vec2, time: f64) -> Vec2 {
        self.velocity + (p - self.centre(time)).right() * self.rate
    }
}

/// A solid that can be carried along by a movement.
pub trait Mobile: Solid + Sized {
    /// The same shape, moved.
    fn moved(&self, by: &Shift) -> Self;
}

/// What moves as one: one solid or several.
pub trait Mover {
    /// The kind of its pieces.
    type Piece: Mobile;

    /// Its pieces.
    fn pieces(&self) -> &[Self::Piece];
}

impl<M: Mobile> Mover for M {
    type Piece = M;
    fn pieces(&self) -> &[M] {
        std::slice::from_ref(self)
    }
}

impl Mover for Body {
    type Piece = Rect;
    fn pieces(&self) -> &[Rect] {
        &self.rects
    }
}

impl Mobile for Vec2 {
    fn moved(&self, by: &Shift) -> Self {
        by.point(*self)
    }
}

impl Mobile for Segment {
    fn moved(&self, by: &Shift) -> Self {
        Self { from: by.point(self.from), to: by.point(self.to) }
    }
}

impl Mobile for Disc {
    fn moved(&self, by: &Shift) -> Self {
        Self { centre: by.point(self.centre), ..*self }
    }
}

impl Mobile for Rect {
    fn moved(&self, by: &Shift) -> Self {
        let frame = Frame { origin: by.point(self.frame.origin), forward: by.direction(self.frame.forward) };
        Self { frame, ..*self }
    }
}

impl Mobile for Convex {
    fn moved(&self, by: &Shift) -> Self {
        self.mapped(|p| by.point(p))
    }
}
