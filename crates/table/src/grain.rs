//! Grains: the smallest length and the smallest angle, and tolerances that lie between two grains.

use serde::{Deserialize, Serialize};

/// Grains in one unit of length of a game (a base width, an inch, a centimetre).
pub const UNIT: i32 = 10_000;

/// No coordinate and no length is larger than this (1677 units), in either direction.
/// Differences, products and sums of two products then stay exact in `f64`.
pub const LIMIT: i32 = 1 << 24;

/// A number from outside that does not fit on any table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is out of range: lengths and coordinates are whole grains from -{LIMIT} to {LIMIT}")]
pub struct OutOfRange(pub i64);

/// A tolerance in half grains.
///
/// Stored numbers are whole grains, so a tolerance on an odd half grain never ties with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tolerance(i32);

impl Tolerance {
    /// No tolerance at all.
    pub const NONE: Self = Self(0);

    /// A tolerance of `n` half grains: 21 is 10½ grains.
    pub const fn half_grains(n: i32) -> Self {
        Self(n)
    }

    /// The same in grains.
    pub const fn grains(self) -> f64 {
        self.0 as f64 * 0.5
    }
}

/// A length in units as whole grains: `grains(1.5)` is 15 000. Only for constants and tests.
pub const fn grains(units: f64) -> i32 {
    let exact = units * UNIT as f64;
    if exact < 0.0 { (exact - 0.5) as i32 } else { (exact + 0.5) as i32 }
}

/// Rounds to the nearest whole grain, halves away from zero. Whatever lies beyond the largest
/// coordinate, and what is not a number, is refused.
pub fn round(value: f64) -> Result<i32, OutOfRange> {
    let nearest = libm::round(value);
    if nearest >= -f64::from(LIMIT) && nearest <= f64::from(LIMIT) {
        Ok(nearest as i32)
    } else {
        Err(OutOfRange(nearest as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_never_ties_with_a_whole_grain() {
        assert!((Tolerance::half_grains(21).grains() - 10.5).abs() < f64::EPSILON);
    }

    #[test]
    fn units_become_grains() {
        assert_eq!(grains(1.5), 15_000);
        assert_eq!(grains(-0.00005), -1);
        assert_eq!(grains(6.1), 61_000);
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        assert!(round(f64::NAN).is_err());
        assert!(round(f64::INFINITY).is_err());
        assert!(round(1e300).is_err());
        assert_eq!(round(-2.5), Ok(-3));
    }
}
