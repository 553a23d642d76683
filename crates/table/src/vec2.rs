//! Vectors of two `f64` in grains, for use inside geometric queries only.

use crate::grain::{OutOfRange, round};
use crate::point::Point;
use std::ops::{Add, Mul, Neg, Sub};

/// A point or a direction inside a query. Never stored: what is stored is a [`Point`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    /// East.
    pub x: f64,
    /// North.
    pub y: f64,
}

/// Short for `Vec2 { x, y }`.
pub const fn vec2(x: f64, y: f64) -> Vec2 {
    Vec2 { x, y }
}

impl Vec2 {
    /// The scalar product.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The z of the cross product: positive if `other` lies anticlockwise of `self`.
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The square of the length.
    pub fn length2(self) -> f64 {
        self.dot(self)
    }

    /// The length.
    pub fn length(self) -> f64 {
        libm::sqrt(self.length2())
    }

    /// The distance to another point.
    pub fn distance(self, other: Self) -> f64 {
        (other - self).length()
    }

    /// The same direction with length 1, or `None` for a vector of no length.
    pub fn unit(self) -> Option<Self> {
        let length = self.length();
        (length > 0.0).then(|| self * (1.0 / length))
    }

    /// A quarter turn clockwise: north becomes east.
    pub const fn right(self) -> Self {
        vec2(self.y, -self.x)
    }

    /// The point a share `t` of the way to another: 0 here, 1 there.
    pub fn towards(self, other: Self, t: f64) -> Self {
        self + (other - self) * t
    }

    /// Are both coordinates finite numbers?
    pub const fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// The nearest point of the grid.
    pub fn round(self) -> Result<Point, OutOfRange> {
        Ok(Point { x: round(self.x)?, y: round(self.y)? })
    }
}

impl Add for Vec2 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        vec2(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        vec2(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Self;
    fn mul(self, by: f64) -> Self {
        vec2(self.x * by, self.y * by)
    }
}

impl Neg for Vec2 {
    type Output = Self;
    fn neg(self) -> Self {
        vec2(-self.x, -self.y)
    }
}
