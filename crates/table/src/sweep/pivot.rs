//! Turns on a point: pivots, wheels, turns about.

use super::cells::{Fixed, Moving, Pair};
use super::motion::{Mobile, Motion, Mover};
use super::{Closest, any_of, first_of, least_of};
use crate::distance::{Clearance, Figure, Solid};
use crate::heading::Turn;
use crate::pose::Frame;
use crate::vec2::Vec2;

/// Radians in a grain of angle.
const RADIANS: f64 = std::f64::consts::PI / 180_000.0;
const CIRCLE: i32 = 360_000;

/// A turn about a point of the table, in the sense of the turn, up to a full circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pivot {
    /// The point that stays.
    pub about: Vec2,
    /// How far, and which way round. More than a full circle sweeps no more than that.
    pub turn: Turn,
}

impl Pivot {
    /// A turn on a point of a body's own frame: its reference point (0, 0), a front corner, its centre.
    pub fn new(frame: Frame, local: Vec2, turn: Turn) -> Self {
        Self { about: frame.to_table(local), turn }
    }

    /// The length of the arc that a point of the table would run.
    pub fn arc(&self, p: Vec2) -> f64 {
        p.distance(self.about) * self.turn.radians()
    }

    /// Where a mover comes closest to an obstacle, or deepest into it; `at` is in grains of angle.
    pub fn closest(&self, mover: &impl Mover, obstacle: &(impl Figure + ?Sized)) -> Option<Closest> {
        least_of(mover, obstacle, |m, o| self.lowest(m, o, None))
    }

    /// The same, but no other place is closer by more than `slack` grains. A body that turns about a point deep
    /// inside an obstacle is about as deep all the way: the exact place then takes very long to find.
    pub fn about_closest(
        &self,
        mover: &impl Mover,
        obstacle: &(impl Figure + ?Sized),
        slack: f64,
    ) -> Option<Closest> {
        least_of(mover, obstacle, |m, o| {
            Pair::new(Moving(m, self.motion()), Fixed(o))?.lowest_to(0.0, self.angle(), None, slack)
        })
    }

    /// Does the clearance fall to `limit` or below anywhere on the way?
    pub fn comes_within(&self, mover: &impl Mover, obstacle: &(impl Figure + ?Sized), limit: f64) -> bool {
        any_of(mover, obstacle, |m, o| {
            self.may_come_within(m, o, limit)
                && self.lowest(m, o, Some(limit)).is_some_and(|(_, c)| c.signed <= limit)
        })
    }

    /// The first place on the way where the clearance is `limit` or less.
    pub fn first(
        &self,
        mover: &impl Mover,
        obstacle: &(impl Figure + ?Sized),
        limit: f64,
    ) -> Option<Closest> {
        first_of(mover, obstacle, |m, o| {
            let may = self.may_come_within(m, o, limit);
            if may {
                Pair::new(Moving(m, self.motion()), Fixed(o))?.first(0.0, self.angle(), limit)
            } else {
                None
            }
        })
    }

    fn lowest(
        &self,
        mover: &impl Mobile,
        obstacle: &impl Solid,
        limit: Option<f64>,
    ) -> Option<(f64, Clearance)> {
        Pair::new(Moving(mover, self.motion()), Fixed(obstacle))?.lowest(0.0, self.angle(), limit)
    }

    /// May the clearance fall to `limit`? First by the circle around the whole sweep, then, for turns up to half
    /// a circle, by how far the mover comes towards the nearest point of the obstacle: no point of the obstacle is
    /// nearer that way.
    fn may_come_within(&self, mover: &impl Mobile, obstacle: &impl Solid, limit: f64) -> bool {
        let corners = mover.corners();
        let arms = corners.as_ref().iter().map(|p| *p - self.about);
        let reach2 = arms.clone().map(Vec2::length2).fold(0.0, f64::max);
        let rims = mover.rim() + obstacle.rim();
        let reach = libm::sqrt(reach2) + rims + limit.max(0.0);
        let to = obstacle.nearest(self.about) - self.about;
        if !(to.length2() <= reach * reach) {
            return false;
        }
        let Some(n) = to.unit() else { return true };
        if self.angle() * 2.0 > f64::from(CIRCLE) {
            return true;
        }
        let end = self.motion().at(self.angle());
        let farthest = arms.map(|arm| farthest(arm, end.direction(arm), n, self.turn.0 < 0));
        let apart = to.length() - farthest.fold(f64::NEG_INFINITY, f64::max) - rims;
        !(apart > limit + HAIR)
    }

    /// Time is the angle turned, in grains.
    fn motion(&self) -> Motion {
        let rate = if self.turn.0 < 0 { -RADIANS } else { RADIANS };
        Motion::turning(self.about, rate)
    }

    fn angle(&self) -> f64 {
        f64::from(self.turn.size().min(CIRCLE))
    }
}

/// Far above rounding.
const HAIR: f64 = 1e-3;

/// How far along `n` an arm comes that turns from one direction to another, by no more than half a circle.
fn farthest(from: Vec2, to: Vec2, n: Vec2, anticlockwise: bool) -> f64 {
    let [first, last] = if anticlockwise { [to, from] } else { [from, to] };
    // What lies clockwise of a direction has no positive cross product with it.
    let passed = first.cross(n) <= 0.0 && n.cross(last) <= 0.0;
    if passed { from.length() } else { n.dot(from).max(n.dot(to)) }
}
