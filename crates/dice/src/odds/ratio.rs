//! A chance as a fraction in lowest terms.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::OddsError;

/// A chance from 0 to 1, exactly, in lowest terms.
///
/// In JSON it is `{"num": 5, "den": 36}`, both below 2^53 so that every reader holds them exactly.
/// A fraction whose denominator is larger is rounded to 15 decimal places and says so:
/// `{"num": …, "den": 1000000000000000, "rounded": true}`. It is never rounded to 0 or to 1: what
/// is unlikely does not become impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    num: u128,
    den: u128,
}

/// A fraction that is no chance: it does not lie between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{num}/{den} is not a chance between 0 and 1")]
pub struct NotAChance {
    /// The numerator.
    pub num: u128,
    /// The denominator.
    pub den: u128,
}

impl Ratio {
    /// It cannot happen.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// It must happen.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// The chance of `num` in `den`.
    pub fn new(num: u128, den: u128) -> Result<Self, NotAChance> {
        if den == 0 || num > den {
            return Err(NotAChance { num, den });
        }
        let common = gcd(num, den);
        Ok(Self { num: num / common, den: den / common })
    }

    /// The numerator, in lowest terms.
    pub const fn num(self) -> u128 {
        self.num
    }

    /// The denominator, in lowest terms; at least 1.
    pub const fn den(self) -> u128 {
        self.den
    }

    /// The chance that it does not happen.
    pub const fn not(self) -> Self {
        Self { num: self.den - self.num, den: self.den }
    }

    /// The chance that this and something independent of it both happen.
    pub fn and(self, other: Self) -> Result<Self, OddsError> {
        // Reduced crosswise first, the product is in lowest terms and as small as it can be.
        let (a, b) = (gcd(self.num, other.den), gcd(other.num, self.den));
        let num = (self.num / a).checked_mul(other.num / b);
        let den = (self.den / b).checked_mul(other.den / a);
        num.zip(den).map(|(num, den)| Self { num, den }).ok_or(OddsError::Overflow)
    }

    /// As per cent with one decimal.
    pub const fn percent(self) -> Percent {
        Percent(self)
    }

    /// The nearest multiple of 10^-`digits`, as a whole number; halves go up.
    fn decimal(self, digits: u32) -> u64 {
        let mut whole = (self.num / self.den) as u64;
        let mut rest = self.num % self.den;
        for _ in 0..digits {
            // Ten times the rest may not fit: it is added up ten times, less `den` whenever it can be.
            let (mut sum, mut digit) = (0, 0);
            for _ in 0..10 {
                let to_den = self.den - rest;
                if sum >= to_den {
                    sum -= to_den;
                    digit += 1;
                } else {
                    sum += rest;
                }
            }
            whole = whole * 10 + digit;
            rest = sum;
        }
        whole + u64::from(rest >= self.den - rest)
    }
}

/// The greatest common divisor; 0 only if both are 0.
pub(super) fn gcd(mut a: u128, mut b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a == 1 {
            break;
        }
        (a, b) = if a > b { (b, a - b) } else { (a, b - a) };
    }
    a << twos
}

impl Ord for Ratio {
    /// Exact: whole parts first, then the remainders turned upside down, so nothing is multiplied.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b, mut c, mut d) = (self.num, self.den, other.num, other.den);
        loop {
            match (a / b).cmp(&(c / d)) {
                Ordering::Equal => {}
                unequal => return unequal,
            }
            match (a % b, c % d) {
                (0, 0) => return Ordering::Equal,
                (0, _) => return Ordering::Less,
                (_, 0) => return Ordering::Greater,
                (rest, other_rest) => (a, b, c, d) = (d, other_rest, b, rest),
            }
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

/// A chance that prints as per cent with one decimal: "41.7 %". What is unlikely never prints as
/// 0.0 %, nor what is only likely as 100.0 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Percent(Ratio);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.decimal(3) {
            0 if self.0 != Ratio::ZERO => f.write_str("< 0.1 %"),
            1000 if self.0 != Ratio::ONE => f.write_str("> 99.9 %"),
            tenths => write!(f, "{}.{} %", tenths / 10, tenths % 10),
        }
    }
}

/// Every integer up to here is exact in every JSON reader.
const MOST_IN_JSON: u128 = (1 << 53) - 1;

/// A chance as JSON has it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wire {
    /// The numerator.
    num: u64,
    /// The denominator, at least 1.
    den: u64,
    /// Whether the exact fraction was too long and is rounded to 15 decimal places.
    #[serde(default, skip_serializing_if = "is_exact")]
    rounded: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_exact(rounded: &bool) -> bool {
    !*rounded
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        const DEN: u64 = 1_000_000_000_000_000;
        let wire = if self.den <= MOST_IN_JSON {
            Wire { num: self.num as u64, den: self.den as u64, rounded: false }
        } else {
            Wire { num: self.decimal(15).clamp(1, DEN - 1), den: DEN, rounded: true }
        };
        wire.serialize(s)
    }
}

impl<'de> Deserialize<'de> for Ratio {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let wire = Wire::deserialize(d)?;
        Self::new(wire.num.into(), wire.den.into()).map_err(de::Error::custom)
    }
}

impl JsonSchema for Ratio {
    fn schema_name() -> Cow<'static, str> {
        "Ratio".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Wire::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ratio(num: u128, den: u128) -> Ratio {
        Ratio::new(num, den).unwrap()
    }

    #[test]
    fn a_chance_is_kept_in_lowest_terms() {
        assert_eq!((ratio(10, 36).num(), ratio(10, 36).den()), (5, 18));
        assert_eq!(ratio(0, 36), Ratio::ZERO);
        assert_eq!(ratio(u128::MAX, u128::MAX), Ratio::ONE);
        assert_eq!(Ratio::new(1, 0), Err(NotAChance { num: 1, den: 0 }));
        assert_eq!(Ratio::new(0, 0), Err(NotAChance { num: 0, den: 0 }));
        assert_eq!(Ratio::new(7, 6), Err(NotAChance { num: 7, den: 6 }));
    }

    #[test]
    fn small_chances_are_in_order() {
        let rising = [ratio(0, 1), ratio(1, 3), ratio(2, 5), ratio(1, 2), ratio(3, 5), ratio(1, 1)];
        for (i, a) in rising.iter().enumerate() {
            for (j, b) in rising.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a} and {b}");
            }
        }
    }

    #[test]
    fn chances_print_as_fractions_and_as_per_cent() {
        let texts = |r: Ratio| (r.to_string(), r.percent().to_string());
        assert_eq!(texts(ratio(5, 12)), ("5/12".into(), "41.7 %".into()));
        assert_eq!(texts(ratio(1, 3)), ("1/3".into(), "33.3 %".into()));
        assert_eq!(texts(Ratio::ZERO), ("0".into(), "0.0 %".into()));
        assert_eq!(texts(Ratio::ONE), ("1".into(), "100.0 %".into()));
        assert_eq!(ratio(1, 2000).percent().to_string(), "0.1 %"); // half of the last place goes up
        assert_eq!(ratio(1, 2001).percent().to_string(), "< 0.1 %");
        assert_eq!(ratio(1999, 2000).percent().to_string(), "> 99.9 %");
        assert_eq!(ratio(u128::MAX - 1, u128::MAX).percent().to_string(), "> 99.9 %");
        assert_eq!(ratio(u128::MAX / 2, u128::MAX).percent().to_string(), "50.0 %");
    }

    #[test]
    fn json_holds_exact_integers_where_it_can_and_says_where_it_cannot() {
        let json = |r: Ratio| serde_json::to_string(&r).unwrap();
        assert_eq!(json(ratio(5, 12)), r#"{"num":5,"den":12}"#);
        assert_eq!(json(ratio(1, (1 << 53) - 1)), r#"{"num":1,"den":9007199254740991}"#);
        // 1/3 + 2^-120/3, so to 15 places a third.
        let long = ratio(((1 << 120) - 1) / 3 + 1, 1 << 120);
        assert_eq!(json(long), r#"{"num":333333333333333,"den":1000000000000000,"rounded":true}"#);
        assert_eq!(json(ratio(1, 1 << 120)), r#"{"num":1,"den":1000000000000000,"rounded":true}"#);
        let nearly = r#"{"num":999999999999999,"den":1000000000000000,"rounded":true}"#;
        assert_eq!(json(ratio((1 << 120) - 1, 1 << 120)), nearly);
    }

    #[test]
    fn json_that_is_no_chance_is_refused() {
        for text in [
            r#"{"num":2,"den":1}"#,
            r#"{"num":0,"den":0}"#,
            r#"{"num":-1,"den":2}"#,
            r#"{"num":1}"#,
            r#"{"num":0.5,"den":1}"#,
            r#"{"num":1,"den":2,"x":3}"#,
        ] {
            assert!(serde_json::from_str::<Ratio>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_product_too_fine_for_128_bits_is_an_error() {
        let fine = ratio(1, 1 << 64);
        assert_eq!(fine.and(fine), Err(OddsError::Overflow));
        assert_eq!(fine.and(ratio(1, 1 << 63)), Ok(ratio(1, 1 << 127)));
        assert_eq!(ratio(1 << 64, (1 << 64) + 1).and(fine), Ok(ratio(1, (1 << 64) + 1)));
    }

    /// Euclid's own way, to check the shifting one.
    fn euclid(a: u128, b: u128) -> u128 {
        if b == 0 { a } else { euclid(b, a % b) }
    }

    proptest! {
        #[test]
        fn the_divisor_is_euclids(a: u128, b: u128, c in 1_u128..1000) {
            let (a, b) = (a / c * c, b / c * c);
            prop_assert_eq!(gcd(a, b), euclid(a, b));
            let (small_a, small_b) = (a % 1000 * c, b % 1000 * c);
            prop_assert_eq!(gcd(small_a, small_b), euclid(small_a, small_b));
        }

        #[test]
        fn order_is_that_of_cross_products(a: u32, b in 1_u32.., c: u32, d in 1_u32..) {
            let (one, two) = (ratio((a % b).into(), b.into()), ratio((c % d).into(), d.into()));
            let cross = (u64::from(a % b) * u64::from(d)).cmp(&(u64::from(c % d) * u64::from(b)));
            prop_assert_eq!(one.cmp(&two), cross);
        }

        #[test]
        fn order_holds_for_the_longest_fractions(num: u128, den in 2_u128..) {
            let num = num % (den - 1);
            let (less, more) = (ratio(num, den), ratio(num + 1, den));
            prop_assert_eq!(less.cmp(&more), Ordering::Less);
            prop_assert_eq!(more.cmp(&less), Ordering::Greater);
            prop_assert_eq!(less.not().cmp(&more.not()), Ordering::Greater);
        }

        #[test]
        fn products_are_in_lowest_terms(a in 0_u128..500, b in 1_u128..500, c in 0_u128..500, d in 1_u128..500) {
            let (a, c) = (a % (b + 1), c % (d + 1));
            prop_assert_eq!(ratio(a, b).and(ratio(c, d)), Ok(ratio(a * c, b * d)));
        }

        #[test]
        fn decimals_are_those_of_a_plain_division(num in 0_u64.., den in 1_u64..) {
            let (num, den) = (u128::from(num % den), u128::from(den));
            let rounded = (num * 2_000_000 + den) / (2 * den);
            prop_assert_eq!(u128::from(ratio(num, den).decimal(6)), rounded);
        }

        #[test]
        fn short_fractions_come_back_through_json(num: u64, den in 1_u64..(1 << 53)) {
            let exact = ratio((num % den).into(), den.into());
            let text = serde_json::to_string(&exact).unwrap();
            prop_assert_eq!(serde_json::from_str::<Ratio>(&text).unwrap(), exact);
        }
    }
}
