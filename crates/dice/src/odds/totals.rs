//! Odds of numbers: sums of dice, the better of two, and totals set against each other.

use std::cmp::Ordering;
use std::fmt;

use super::ratio::gcd;
use super::{Dist, MOST_CASES, OddsError, Ratio};

/// How one total compares with another that is independent of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opposed {
    /// The chance of a higher total.
    pub more: Ratio,
    /// The chance of a tie.
    pub equal: Ratio,
    /// The chance of a lower total.
    pub less: Ratio,
}

/// The mean of a distribution, exactly, in lowest terms. It prints with two decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mean {
    /// The numerator.
    pub num: i128,
    /// The denominator, at least 1.
    pub den: u128,
}

impl Dist<i32> {
    /// One die of `sides` sides; without sides it has one.
    pub fn die(sides: u32) -> Result<Self, OddsError> {
        let sides = i32::try_from(sides.max(1)).map_err(|_| OddsError::TooWide)?;
        Self::of((1..=sides).map(|face| (face, 1)))
    }

    /// The sum of `count` dice; without dice it is 0.
    pub fn dice(count: u8, sides: u32) -> Result<Self, OddsError> {
        let die = Self::die(sides)?;
        (0..count).try_fold(Self::certain(0), |sum, _| sum.plus(&die))
    }

    /// The sum of this and something independent of it.
    pub fn plus(&self, other: &Self) -> Result<Self, OddsError> {
        let total = self.total().checked_mul(other.total()).ok_or(OddsError::Overflow)?;
        let (low, high) = (ends(self).0 + ends(other).0, ends(self).1 + ends(other).1);
        let fits = i32::try_from(low).is_ok() && i32::try_from(high).is_ok();
        let width = usize::try_from(high - low + 1).unwrap_or(usize::MAX);
        if !fits || width > MOST_CASES {
            return Err(OddsError::TooWide);
        }
        let mut weights = vec![0; width];
        for (a, weight_a) in self.cases() {
            let from = (i64::from(*a) - ends(self).0) as usize;
            for (b, weight_b) in other.cases() {
                let place = from + (i64::from(*b) - ends(other).0) as usize;
                weights[place] += weight_a * weight_b; // a part of `total`
            }
        }
        // Like polynomials (Gauss): weights without a common divisor have sums of products without one.
        let cases = (low as i32..).zip(weights).filter(|(_, weight)| *weight > 0).collect();
        Ok(Self::reduced(cases, total))
    }

    /// This less something independent of it.
    pub fn minus(&self, other: &Self) -> Result<Self, OddsError> {
        if other.cases().iter().any(|(value, _)| *value == i32::MIN) {
            return Err(OddsError::TooWide);
        }
        self.plus(&other.map(|value| -value))
    }

    /// The higher of this and something independent of it.
    pub fn max(&self, other: &Self) -> Result<Self, OddsError> {
        Ok(self.and(other)?.map(|(a, b)| *a.max(b)))
    }

    /// The lower of this and something independent of it.
    pub fn min(&self, other: &Self) -> Result<Self, OddsError> {
        Ok(self.and(other)?.map(|(a, b)| *a.min(b)))
    }

    /// The chance of `least` or more.
    pub fn at_least(&self, least: i32) -> Ratio {
        self.chance(|value| *value >= least)
    }

    /// How this compares with an independent total.
    pub fn against(&self, other: &Self) -> Result<Opposed, OddsError> {
        let total = self.total().checked_mul(other.total()).ok_or(OddsError::Overflow)?;
        let (mut more, mut equal) = (0, 0);
        // `below` is the weight of the other's cases before `rest`, all lower than what is looked at.
        let (mut below, mut rest) = (0, other.cases());
        for (value, weight) in self.cases() {
            while let Some(((theirs, their_weight), after)) = rest.split_first() {
                match theirs.cmp(value) {
                    Ordering::Less => (below, rest) = (below + their_weight, after),
                    Ordering::Equal => {
                        equal += weight * their_weight;
                        break;
                    }
                    Ordering::Greater => break,
                }
            }
            more += weight * below;
        }
        // Parts of the total, so they are chances.
        let share = |weight| Ratio::new(weight, total).unwrap_or(Ratio::ZERO);
        Ok(Opposed { more: share(more), equal: share(equal), less: share(total - more - equal) })
    }

    /// The mean.
    pub fn mean(&self) -> Result<Mean, OddsError> {
        let sum = self.cases().iter().try_fold(0_i128, |sum, (value, weight)| {
            i128::try_from(*weight).ok()?.checked_mul(i128::from(*value))?.checked_add(sum)
        });
        let sum = sum.ok_or(OddsError::Overflow)?;
        let common = gcd(sum.unsigned_abs(), self.total());
        // The divisor divides a number below 2^127, unless the sum is 0 and stays so.
        let num = i128::try_from(common).map_or(0, |common| sum / common);
        Ok(Mean { num, den: self.total() / common })
    }
}

/// The lowest and the highest case.
fn ends(dist: &Dist<i32>) -> (i64, i64) {
    let value = |case: Option<&(i32, u128)>| case.map_or(0, |(value, _)| i64::from(*value));
    (value(dist.cases().first()), value(dist.cases().last()))
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, den) = (self.num.unsigned_abs(), self.den);
        let (mut whole, rest) = (size / den, size % den);
        // Two places are enough here; fractions too long to multiply lose bits far behind them.
        let shift = den.leading_zeros().min(8);
        let (rest, den) = (rest >> (8 - shift), (den >> (8 - shift)).max(1));
        let mut hundredths = (rest * 200 + den) / (2 * den);
        if hundredths >= 100 {
            (whole, hundredths) = (whole + 1, hundredths - 100);
        }
        let sign = if self.num < 0 && (whole, hundredths) != (0, 0) { "-" } else { "" };
        write!(f, "{sign}{whole}.{hundredths:02}")
    }
}
