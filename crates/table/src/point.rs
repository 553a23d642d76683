//! Points of the table's grid.

use crate::grain::{LIMIT, OutOfRange};
use crate::vec2::{Vec2, vec2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A point of the table in grains; x runs east, y runs north.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "Written")]
pub struct Point {
    /// Grains east of the south-west corner.
    pub x: i32,
    /// Grains north of the south-west corner.
    pub y: i32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Point")]
struct Written {
    /// Grains east of the south-west corner.
    #[schemars(range(min = -LIMIT, max = LIMIT))]
    x: i64,
    /// Grains north of the south-west corner.
    #[schemars(range(min = -LIMIT, max = LIMIT))]
    y: i64,
}

impl TryFrom<Written> for Point {
    type Error = OutOfRange;
    fn try_from(w: Written) -> Result<Self, OutOfRange> {
        Self::new(w.x, w.y)
    }
}

impl Point {
    /// A point, refused if it is farther out than any table reaches.
    pub fn new(x: i64, y: i64) -> Result<Self, OutOfRange> {
        let fit = |v: i64| {
            if v.unsigned_abs() <= LIMIT as u64 { Ok(v as i32) } else { Err(OutOfRange(v)) }
        };
        Ok(Self { x: fit(x)?, y: fit(y)? })
    }

    /// The same point for use in a query.
    pub const fn vec2(self) -> Vec2 {
        vec2(self.x as f64, self.y as f64)
    }

    /// The distance to another point in grains.
    pub fn distance(self, other: Self) -> f64 {
        self.vec2().distance(other.vec2())
    }
}

/// A point given in units: `at(5.0, 7.2)`. Only for constants and tests.
pub const fn at(x: f64, y: f64) -> Point {
    Point { x: crate::grain::grains(x), y: crate::grain::grains(y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_from_outside_are_checked() {
        let read = |s: &str| serde_json::from_str::<Point>(s);
        assert_eq!(read(r#"{"x":3,"y":-4}"#).ok(), Some(Point { x: 3, y: -4 }));
        assert!(read(r#"{"x":3,"y":16777217}"#).is_err());
        assert!(read(r#"{"x":3,"y":-9223372036854775808}"#).is_err());
        assert!(read(r#"{"x":3.5,"y":0}"#).is_err());
        assert!(read(r#"{"x":3,"y":0,"z":0}"#).is_err());
    }
}
