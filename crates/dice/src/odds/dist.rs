//! A distribution: what can happen, each case with a whole weight over a common total.

use super::ratio::gcd;
use super::{MOST_CASES, OddsError, Ratio};

/// What can happen and how likely it is. Cases are in rising order, each once, none without weight;
/// the weights have no common divisor and add up to the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dist<T> {
    cases: Vec<(T, u128)>,
    total: u128,
}

impl<T> Dist<T> {
    /// The one thing that must happen.
    pub fn certain(value: T) -> Self {
        Self { cases: vec![(value, 1)], total: 1 }
    }

    /// The cases in rising order with their weights.
    pub fn cases(&self) -> &[(T, u128)] {
        &self.cases
    }

    /// What all weights add up to.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// The cases in rising order with their chances.
    pub fn chances(&self) -> impl Iterator<Item = (&T, Ratio)> {
        self.cases.iter().map(|(value, weight)| (value, self.share(*weight)))
    }

    /// The chance that `wanted` holds.
    pub fn chance(&self, wanted: impl Fn(&T) -> bool) -> Ratio {
        let weights = self.cases.iter().filter(|(value, _)| wanted(value)).map(|(_, weight)| weight);
        self.share(weights.sum())
    }

    /// The chance that some of the weights make up.
    fn share(&self, weight: u128) -> Ratio {
        // Part of the total, so it is a chance.
        Ratio::new(weight, self.total).unwrap_or(Ratio::ZERO)
    }

    /// Cases that the caller knows to be in order, distinct, weighted, and without a common divisor.
    pub(super) fn reduced(cases: Vec<(T, u128)>, total: u128) -> Self {
        Self { cases, total }
    }
}

impl<T: Ord> Dist<T> {
    /// Cases with weights, in any order; equal cases are added up. At least one must have weight.
    pub fn of(cases: impl IntoIterator<Item = (T, u128)>) -> Result<Self, OddsError> {
        let mut weighted = Vec::new();
        let mut total: u128 = 0;
        for (value, weight) in cases.into_iter().filter(|(_, weight)| *weight > 0) {
            if weighted.len() == MOST_CASES {
                return Err(OddsError::TooWide);
            }
            total = total.checked_add(weight).ok_or(OddsError::Overflow)?;
            weighted.push((value, weight));
        }
        if total == 0 { Err(OddsError::Impossible) } else { Ok(Self::merged(weighted, total)) }
    }

    /// Orders cases, adds up equal ones and reduces. The weights add up to `total`, so no sum overflows.
    fn merged(mut cases: Vec<(T, u128)>, total: u128) -> Self {
        if !cases.is_sorted_by(|a, b| a.0 <= b.0) {
            cases.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        }
        cases.dedup_by(|later, first| {
            let equal = later.0 == first.0;
            first.1 += if equal { later.1 } else { 0 };
            equal
        });
        let common = cases.iter().fold(0, |common, (_, w)| if common == 1 { 1 } else { gcd(common, *w) });
        if common > 1 {
            for (_, weight) in &mut cases {
                *weight /= common;
            }
            return Self { cases, total: total / common };
        }
        Self { cases, total }
    }

    /// The chance of one case.
    pub fn chance_of(&self, value: &T) -> Ratio {
        match self.cases.binary_search_by(|(case, _)| case.cmp(value)) {
            Ok(place) => self.cases.get(place).map_or(Ratio::ZERO, |(_, weight)| self.share(*weight)),
            Err(_) => Ratio::ZERO,
        }
    }

    /// What follows from each case.
    pub fn map<U: Ord>(&self, result: impl Fn(&T) -> U) -> Dist<U> {
        let cases = self.cases.iter().map(|(value, weight)| (result(value), *weight)).collect();
        Dist::merged(cases, self.total)
    }

    /// The same, once it is known that `seen` holds; an error if that cannot be.
    pub fn given(&self, seen: impl Fn(&T) -> bool) -> Result<Self, OddsError>
    where
        T: Clone,
    {
        Self::of(self.cases.iter().filter(|(value, _)| seen(value)).cloned())
    }

    /// What follows from each case by further chance: dice that are thrown because of the first ones.
    pub fn then<U: Ord + Clone>(
        &self,
        next: impl Fn(&T) -> Result<Dist<U>, OddsError>,
    ) -> Result<Dist<U>, OddsError> {
        let branches = self.cases.iter().map(|(value, weight)| Ok((*weight, next(value)?)));
        Dist::mixed(&branches.collect::<Result<Vec<_>, OddsError>>()?)
    }

    /// One of several distributions, each as likely as its weight says.
    pub fn mixed(branches: &[(u128, Self)]) -> Result<Self, OddsError>
    where
        T: Clone,
    {
        let live = || branches.iter().filter(|(weight, _)| *weight > 0);
        let common = live().fold(0, |common, (weight, _)| gcd(common, *weight));
        let whole = live().try_fold(1_u128, |whole, (_, dist)| {
            (dist.total / gcd(whole, dist.total)).checked_mul(whole).ok_or(OddsError::Overflow)
        })?;
        let mut cases = Vec::new();
        for (weight, dist) in live() {
            let factor = (weight / common).checked_mul(whole / dist.total).ok_or(OddsError::Overflow)?;
            if cases.len() + dist.cases.len() > MOST_CASES {
                return Err(OddsError::TooWide);
            }
            for (value, inner) in &dist.cases {
                cases.push((value.clone(), inner.checked_mul(factor).ok_or(OddsError::Overflow)?));
            }
        }
        Self::of(cases)
    }

    /// This and something independent of it, side by side.
    pub fn and<U: Ord + Clone>(&self, other: &Dist<U>) -> Result<Dist<(T, U)>, OddsError>
    where
        T: Clone,
    {
        let total = self.total.checked_mul(other.total).ok_or(OddsError::Overflow)?;
        if self.cases.len().saturating_mul(other.cases.len()) > MOST_CASES {
            return Err(OddsError::TooWide);
        }
        let pairs = self.cases.iter().flat_map(|(a, weight_a)| {
            other.cases.iter().map(move |(b, weight_b)| ((a.clone(), b.clone()), weight_a * weight_b))
        });
        // Weights without a common divisor have products without one.
        Ok(Dist::reduced(pairs.collect(), total))
    }
}
