//! Who is the better player, and when is that clear?
//!
//! Battles come in pairs on one seed with the seats exchanged; a pair gives 0, ½, 1, 1½ or 2 points. The test is the
//! generalised sequential probability ratio test over these five results: how much likelier are the counts if the
//! player has the higher rating of two than if it has the lower one, each taken in the way that suits the counts
//! best? Draws and seeds that favour a seat cost nothing that way.

use crate::stats::{Interval, average, mean};
use serde::Serialize;

/// What the chance of each wrong answer is held to.
const RISK: f64 = 0.05;
/// A result at either end that never came is taken to have come this often: it is not impossible.
const HARDLY: f64 = 1e-3;

/// How many pairs gave 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs(pub [u64; 5]);

/// Two ratings to decide between, as differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Question {
    /// The player is no better than this.
    pub low: f64,
    /// The player is at least as good as this.
    pub high: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// The higher rating.
    High,
    /// The lower rating.
    Low,
    /// Not clear yet.
    Open,
}

/// The share of points that a difference in Elo stands for.
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// The difference in Elo that a share of points stands for; `None` for all or nothing.
pub fn elo_of(share: f64) -> Option<f64> {
    if share > 0.0 && share < 1.0 { Some(400.0 * libm::log10(share / (1.0 - share))) } else { None }
}

impl Pairs {
    /// One more pair: the points of its two battles, in halves.
    pub fn add(&mut self, halves: usize) {
        if let Some(count) = self.0.get_mut(halves) {
            *count += 1;
        }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of all points, with its 95 % interval: as if one more pair had been lost and one won, so that
    /// a few equal results do not make it certain.
    pub fn share(&self) -> Option<Interval> {
        let values = |more: u64| -> Vec<f64> {
            let count = |i: usize| self.0[i] + if i == 0 || i == 4 { more } else { 0 };
            (0..5).flat_map(|i| std::iter::repeat_n(i as f64 / 4.0, count(i) as usize)).collect()
        };
        let (value, careful) = (average(&values(0))?, mean(&values(1))?);
        Some(Interval { value, low: careful.low.clamp(0.0, value), high: careful.high.clamp(value, 1.0) })
    }

    /// The logarithm of how much likelier the counts are by the higher rating than by the lower one.
    pub fn likelihood(&self, question: Question) -> f64 {
        let mut counts = self.0.map(|n| n as f64);
        for end in [0, 4] {
            counts[end] = counts[end].max(HARDLY);
        }
        let (low, high) =
            (likeliest(&counts, share_of(question.low)), likeliest(&counts, share_of(question.high)));
        let each = (0..5).filter(|i| counts[*i] > 0.0);
        each.map(|i| counts[i] * libm::log(high[i] / low[i])).sum()
    }

    /// Is the answer clear?
    pub fn answer(&self, question: Question) -> Answer {
        let (bound, found) = (libm::log((1.0 - RISK) / RISK), self.likelihood(question));
        if self.count() == 0 {
            Answer::Open
        } else if found >= bound {
            Answer::High
        } else if found <= -bound {
            Answer::Low
        } else {
            Answer::Open
        }
    }
}

/// Of all chances of the five results that give this share of points, those that suit the counts best. They are
/// `q / (1 + t (a − share))` for the one `t` at which they give that share.
fn likeliest(counts: &[f64; 5], share: f64) -> [f64; 5] {
    let all: f64 = counts.iter().sum();
    let off = |i: usize| i as f64 / 4.0 - share;
    let lean = |t: f64| (0..5).map(|i| counts[i] * off(i) / (1.0 + t * off(i))).sum::<f64>();
    // The chances stay positive between these; the lean falls from one to the other.
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if lean(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|i| counts[i] / all / (1.0 + t * off(i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWENTY: Question = Question { low: -20.0, high: 20.0 };

    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found} is not {expected}");
    }

    #[test]
    fn elo_as_everybody_knows_it() {
        close(share_of(0.0), 0.5, 1e-12);
        // 10 to 1 is 400 points; 3 to 1 is 190.85.
        close(share_of(400.0), 10.0 / 11.0, 1e-12);
        close(elo_of(0.75).unwrap(), 190.848, 1e-3);
        close(elo_of(0.64).unwrap(), 99.95, 1e-2);
        // An even score is 0, without a sign.
        assert!(elo_of(0.5).unwrap().is_sign_positive());
        assert_eq!(elo_of(0.5), Some(0.0));
        assert_eq!((elo_of(0.0), elo_of(1.0), elo_of(f64::NAN)), (None, None, None));
    }

    /// With whole pairs only the test is Wald's, whose sum is known in closed form.
    #[test]
    fn whole_pairs_are_walds_test() {
        let (s0, s1) = (share_of(-20.0), share_of(20.0));
        let expected = 70.0 * libm::log(s1 / s0) + 30.0 * libm::log((1.0 - s1) / (1.0 - s0));
        close(Pairs([30, 0, 0, 0, 70]).likelihood(TWENTY), expected, 1e-6);
        // 40 × ln(0.528750 / 0.471250) = 40 × 0.115129 = 4.60517: twenty Elo to either side are ln 10 / 20.
        close(expected, 4.605_17, 1e-4);
    }

    /// All pairs won: ln(s1/s0) each, so it takes 26 of them, not one.
    #[test]
    fn one_pair_is_no_proof() {
        close(Pairs([0, 0, 0, 0, 10]).likelihood(TWENTY), 1.151_29, 1e-2);
        assert_eq!(Pairs([0, 0, 0, 0, 25]).answer(TWENTY), Answer::Open);
        assert_eq!(Pairs([0, 0, 0, 0, 27]).answer(TWENTY), Answer::High);
        assert_eq!(Pairs([27, 0, 0, 0, 0]).answer(TWENTY), Answer::Low);
        assert_eq!(Pairs::default().answer(TWENTY), Answer::Open);
    }

    /// Near the middle the sum is about N (s1 − s0)(2 mean − s0 − s1) / (2 variance).
    #[test]
    fn near_the_middle_it_is_the_usual_approximation() {
        let pairs = Pairs([100, 200, 400, 220, 120]);
        let (n, mean) = (1040.0, (0.25 * 200.0 + 0.5 * 400.0 + 0.75 * 220.0 + 120.0) / 1040.0);
        let squares = (0.0625 * 200.0 + 0.25 * 400.0 + 0.5625 * 220.0 + 120.0) / 1040.0;
        let (variance, step) = (squares - mean * mean, share_of(5.0) - share_of(-5.0));
        let question = Question { low: -5.0, high: 5.0 };
        close(pairs.likelihood(question), n * step * (2.0 * mean - 1.0) / (2.0 * variance), 0.01);
    }

    #[test]
    fn draws_and_exchanged_pairs_say_nothing_either_way() {
        close(Pairs([0, 0, 500, 0, 0]).likelihood(TWENTY), 0.0, 1e-9);
        close(Pairs([10, 20, 30, 20, 10]).likelihood(TWENTY), 0.0, 1e-9);
    }

    /// Four pairs of 0, 1, 1, 2 points, and one more at each end: shares 0, 0, ½, ½, 1, 1. Mean ½, variance 1/5,
    /// half of the interval 1.96 × √(1/30).
    #[test]
    fn share_by_hand() {
        let found = Pairs([1, 0, 2, 0, 1]).share().unwrap();
        close(found.value, 0.5, 1e-12);
        close(found.high - 0.5, 0.357_84, 1e-4);
        // Three pairs won: 0, 1, 1, 1, 1 has mean 0.8 and variance 0.2, so 0.8 − 1.96 × √(0.2 / 5).
        let found = Pairs([0, 0, 0, 0, 3]).share().unwrap();
        close(found.low, 0.408_01, 1e-4);
        assert!((found.value, found.high) == (1.0, 1.0));
        assert_eq!(Pairs::default().share(), None);
    }
}
