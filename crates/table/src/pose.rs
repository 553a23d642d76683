//! Where a body stands and which way it faces, and its own frame of reference.

use crate::grain::OutOfRange;
use crate::heading::{Heading, Turn};
use crate::point::Point;
use crate::vec2::{Vec2, vec2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place and a heading.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// The reference point of the body: what its game measures and turns on.
    pub at: Point,
    /// The way it faces.
    pub heading: Heading,
}

/// A pose in units and degrees: `pose(5.0, 7.2, 180.0)`. Only for constants and tests.
pub const fn pose(x: f64, y: f64, degrees: f64) -> Pose {
    Pose { at: crate::point::at(x, y), heading: Heading::degrees(degrees) }
}

impl Pose {
    /// The frame of this pose.
    pub fn frame(self) -> Frame {
        Frame { origin: self.at.vec2(), forward: self.heading.vector() }
    }

    /// This pose moved `length` grains along `bearing`, rounded once; the heading is kept.
    pub fn moved(self, bearing: Heading, length: f64) -> Result<Self, OutOfRange> {
        Ok(Self { at: (self.at.vec2() + bearing.vector() * length).round()?, ..self })
    }

    /// This pose turned on its reference point.
    pub const fn turned(self, by: Turn) -> Self {
        Self { heading: self.heading.turned(by), ..self }
    }

    /// This pose swung around a point of its own frame (a wheel on a corner), rounded once.
    pub fn wheeled(self, about: Vec2, by: Turn) -> Result<Self, OutOfRange> {
        let hinge = self.frame().to_table(about);
        let heading = self.heading.turned(by);
        let turned = Frame { origin: hinge, forward: heading.vector() };
        Ok(Self { at: turned.to_table(-about).round()?, heading })
    }
}

/// A frame of reference on the table: u runs to the right of the heading, v forward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The point with u = v = 0.
    pub origin: Vec2,
    /// The direction of v, of length 1.
    pub forward: Vec2,
}

impl Frame {
    /// The local coordinates (u, v) of a point of the table.
    pub fn to_local(self, p: Vec2) -> Vec2 {
        self.turn_to_local(p - self.origin)
    }

    /// A direction of the table in local coordinates.
    pub fn turn_to_local(self, d: Vec2) -> Vec2 {
        vec2(d.dot(self.forward.right()), d.dot(self.forward))
    }

    /// The point of the table with local coordinates (u, v).
    pub fn to_table(self, local: Vec2) -> Vec2 {
        self.origin + self.turn_to_table(local)
    }

    /// A local direction on the table.
    pub fn turn_to_table(self, local: Vec2) -> Vec2 {
        self.forward.right() * local.x + self.forward * local.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grain::grains;

    #[test]
    fn the_frame_of_a_unit_facing_east() {
        let f = pose(5.0, 5.0, 90.0).frame();
        // One unit north of it is one unit to its left.
        assert_eq!(f.to_local(crate::point::at(5.0, 6.0).vec2()), vec2(-10_000.0, 0.0));
        assert_eq!(f.to_table(vec2(0.0, 10_000.0)), crate::point::at(6.0, 5.0).vec2());
    }

    #[test]
    fn a_wheel_keeps_its_hinge() {
        // Front corner at the left: the line swings forward on the right.
        let hinge = vec2(f64::from(grains(-2.0)), 0.0);
        let after = pose(10.0, 10.0, 0.0).wheeled(hinge, Turn::degrees(-90.0)).unwrap();
        assert_eq!(after, pose(8.0, 12.0, 270.0));
    }

    #[test]
    fn a_move_is_rounded_once() {
        let after = pose(5.0, 5.0, 36.87).moved(Heading::degrees(36.87), f64::from(grains(2.0))).unwrap();
        assert_eq!(after.at, Point { x: 62_000, y: 66_000 });
        assert!(pose(5.0, 5.0, 0.0).moved(Heading::NORTH, 1e12).is_err());
        assert!(pose(5.0, 5.0, 0.0).moved(Heading::NORTH, f64::NAN).is_err());
    }
}
