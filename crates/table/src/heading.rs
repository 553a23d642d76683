//! Headings and turns in grains of 1/1000 degree.

use crate::vec2::{Vec2, vec2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Grains of angle in one degree.
pub const DEGREE: i32 = 1000;
const QUARTER: i32 = 90 * DEGREE;
const CIRCLE: i32 = 360 * DEGREE;

/// A direction on the table: 0 is north, clockwise, in grains of 1/1000 degree, always below 360°.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "i32", into = "i32")]
#[schemars(with = "i32")]
pub struct Heading(i32);

impl From<i32> for Heading {
    /// Any number of grains, taken around the circle.
    fn from(grains: i32) -> Self {
        Self(grains.rem_euclid(CIRCLE))
    }
}

impl From<Heading> for i32 {
    fn from(h: Heading) -> Self {
        h.0
    }
}

impl Heading {
    /// North.
    pub const NORTH: Self = Self(0);
    /// East.
    pub const EAST: Self = Self(QUARTER);
    /// South.
    pub const SOUTH: Self = Self(2 * QUARTER);
    /// West.
    pub const WEST: Self = Self(3 * QUARTER);

    /// A heading in degrees. Only for constants and tests.
    pub const fn degrees(d: f64) -> Self {
        let exact = d * DEGREE as f64;
        let grains = if exact < 0.0 { (exact - 0.5) as i32 } else { (exact + 0.5) as i32 };
        Self(grains.rem_euclid(CIRCLE))
    }

    /// Grains clockwise from north, 0 to 359 999.
    pub const fn grains(self) -> i32 {
        self.0
    }

    /// This heading turned by so much.
    pub const fn turned(self, by: Turn) -> Self {
        Self((self.0 + by.0 % CIRCLE).rem_euclid(CIRCLE))
    }

    /// The opposite heading.
    pub const fn reversed(self) -> Self {
        Self((self.0 + 2 * QUARTER) % CIRCLE)
    }

    /// The shorter turn from here to another heading; exactly about is clockwise.
    pub const fn turn_to(self, other: Self) -> Turn {
        let clockwise = (other.0 - self.0).rem_euclid(CIRCLE);
        Turn(if clockwise > 2 * QUARTER { clockwise - CIRCLE } else { clockwise })
    }

    /// The unit vector of this heading. Exact at the four quarters: the quadrant is taken off in whole
    /// grains before `libm` sees the angle.
    pub fn vector(self) -> Vec2 {
        let within = f64::from(self.0 % QUARTER) * (std::f64::consts::PI / f64::from(2 * QUARTER));
        let (sin, cos) = (libm::sin(within), libm::cos(within));
        match self.0 / QUARTER {
            0 => vec2(sin, cos),
            1 => vec2(cos, -sin),
            2 => vec2(-sin, -cos),
            _ => vec2(-cos, sin),
        }
    }

    /// The heading nearest to a direction; `None` for a vector of no length or no number.
    pub fn of(v: Vec2) -> Option<Self> {
        if !v.is_finite() || v == Vec2::default() {
            return None;
        }
        let grains = libm::atan2(v.x, v.y) * (f64::from(2 * QUARTER) / std::f64::consts::PI);
        Some(Self::from(libm::round(grains) as i32))
    }
}

/// A turn in grains of 1/1000 degree, clockwise positive.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Turn(pub i32);

impl Turn {
    /// A turn in degrees. Only for constants and tests.
    pub const fn degrees(d: f64) -> Self {
        let exact = d * DEGREE as f64;
        Self(if exact < 0.0 { (exact - 0.5) as i32 } else { (exact + 0.5) as i32 })
    }

    /// The size of the turn, whichever its sense.
    pub const fn size(self) -> i32 {
        self.0.saturating_abs()
    }

    /// The size in radians.
    pub fn radians(self) -> f64 {
        f64::from(self.size()) * (std::f64::consts::PI / f64::from(2 * QUARTER))
    }

    /// The turn that ends at the same heading the other way round: 90° becomes −270°.
    pub const fn other_way(self) -> Self {
        if self.0 > 0 { Self(self.0 - CIRCLE) } else { Self(self.0 + CIRCLE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_are_exact() {
        assert_eq!(Heading::NORTH.vector(), vec2(0.0, 1.0));
        assert_eq!(Heading::EAST.vector(), vec2(1.0, 0.0));
        assert_eq!(Heading::SOUTH.vector(), vec2(0.0, -1.0));
        assert_eq!(Heading::WEST.vector(), vec2(-1.0, 0.0));
    }

    #[test]
    fn turns_take_the_short_way_and_about_is_clockwise() {
        let (a, b) = (Heading::degrees(350.0), Heading::degrees(20.0));
        assert_eq!(a.turn_to(b), Turn::degrees(30.0));
        assert_eq!(b.turn_to(a), Turn::degrees(-30.0));
        assert_eq!(Heading::SOUTH.turn_to(Heading::NORTH), Turn::degrees(180.0));
        assert_eq!(Turn::degrees(90.0).other_way(), Turn::degrees(-270.0));
        assert_eq!(Turn::degrees(-45.0).other_way(), Turn::degrees(315.0));
    }

    #[test]
    fn every_number_is_a_heading() {
        assert_eq!(Heading::from(-1).grains(), 359_999);
        assert_eq!(
            Heading::from(i32::MIN).turned(Turn(i32::MAX)).grains(),
            (i32::MIN.rem_euclid(CIRCLE) + i32::MAX % CIRCLE).rem_euclid(CIRCLE)
        );
        assert_eq!(Heading::of(vec2(f64::NAN, 1.0)), None);
        assert_eq!(Heading::of(vec2(0.0, 0.0)), None);
    }

    #[test]
    fn a_heading_survives_its_vector() {
        for grains in (0..CIRCLE).step_by(977) {
            let h = Heading::from(grains);
            assert_eq!(Heading::of(h.vector()), Some(h));
        }
    }
}
