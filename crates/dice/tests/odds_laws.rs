//! Laws that hold for all odds, and what happens at the limits of the numbers.

#![allow(clippy::cast_possible_wrap, reason = "the numbers here are small")]

use dice::odds::{Again, Dist, MOST_CASES, Mean, OddsError, Pool, Ratio, at_least, binomial, stages, throws};
use proptest::prelude::*;

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Cases rise, have weight, add up to the total, and have no common divisor.
fn in_order<T: Ord + std::fmt::Debug>(dist: &Dist<T>) {
    let weights = || dist.cases().iter().map(|(_, weight)| *weight);
    assert!(dist.cases().is_sorted_by(|a, b| a.0 < b.0), "{dist:?}");
    assert!(weights().all(|weight| weight > 0), "{dist:?}");
    assert_eq!(weights().sum::<u128>(), dist.total(), "{dist:?}");
    assert_eq!(weights().fold(0, gcd), 1, "{dist:?}");
}

fn any_dist() -> impl Strategy<Value = Dist<i32>> {
    prop::collection::vec((-40..40, 1_u128..1000), 1..20).prop_map(|cases| Dist::of(cases).unwrap())
}

fn any_pool() -> impl Strategy<Value = Pool> {
    let again = prop_oneof![Just(Again::Nothing), Just(Again::Successes), Just(Again::Failures)];
    (0_u8..=14, 0_u32..=12, 0_u32..=14, again, any::<bool>())
        .prop_map(|(dice, sides, at_least, again, bonus)| Pool { dice, sides, at_least, again, bonus })
}

/// Adds two means, in lowest terms.
fn add(a: Mean, b: Mean) -> Mean {
    let (num, den) = (a.num * b.den as i128 + b.num * a.den as i128, a.den * b.den);
    let common = gcd(num.unsigned_abs(), den);
    Mean { num: num / common as i128, den: den / common }
}

proptest! {
    #[test]
    fn everything_made_is_in_order(a in any_dist(), b in any_dist(), pool in any_pool()) {
        in_order(&a);
        in_order(&a.plus(&b).unwrap());
        in_order(&a.minus(&b).unwrap());
        in_order(&a.max(&b).unwrap());
        in_order(&a.min(&b).unwrap());
        in_order(&a.and(&b).unwrap());
        in_order(&a.map(|value| value / 7));
        in_order(&pool.odds().unwrap());
    }

    #[test]
    fn the_mean_of_a_sum_is_the_sum_of_the_means(a in any_dist(), b in any_dist()) {
        prop_assert_eq!(a.plus(&b).unwrap().mean().unwrap(), add(a.mean().unwrap(), b.mean().unwrap()));
    }

    #[test]
    fn higher_lower_and_tied_make_one(a in any_dist(), b in any_dist()) {
        let odds = a.against(&b).unwrap();
        let all = a.total() * b.total();
        let weight = |chance: Ratio| chance.num() * (all / chance.den());
        prop_assert_eq!(weight(odds.more) + weight(odds.equal) + weight(odds.less), all);
        let mirrored = b.against(&a).unwrap();
        prop_assert_eq!((odds.more, odds.equal, odds.less), (mirrored.less, mirrored.equal, mirrored.more));
    }

    #[test]
    fn comparing_is_looking_at_the_difference(a in any_dist(), b in any_dist()) {
        let (odds, difference) = (a.against(&b).unwrap(), a.minus(&b).unwrap());
        prop_assert_eq!(odds.more, difference.chance(|d| *d > 0));
        prop_assert_eq!(odds.equal, difference.chance_of(&0));
        prop_assert_eq!(odds.less, difference.chance(|d| *d < 0));
    }

    /// P(A given B) P(B) = P(A and B) = P(B given A) P(A).
    #[test]
    fn what_is_known_follows_bayes(dist in any_dist(), low in -40..40, step in 1..5) {
        let is_a = |value: &i32| *value >= low;
        let is_b = |value: &i32| value.rem_euclid(step) == 0;
        let both = dist.chance(|value| is_a(value) && is_b(value));
        match dist.given(is_b) {
            Ok(given_b) => prop_assert_eq!(given_b.chance(is_a).and(dist.chance(is_b)), Ok(both)),
            Err(error) => prop_assert_eq!((error, dist.chance(is_b)), (OddsError::Impossible, Ratio::ZERO)),
        }
        if let Ok(given_a) = dist.given(is_a) {
            prop_assert_eq!(given_a.chance(is_b).and(dist.chance(is_a)), Ok(both));
        }
    }

    /// Told apart by a question and put together again with the weights of its answers, it is the same.
    #[test]
    fn cases_put_together_again_are_the_whole(dist in any_dist(), low in -40..40) {
        let yes = dist.chance(|value| *value >= low);
        let part = |wanted| dist.given(|value| (*value >= low) == wanted).unwrap_or(Dist::certain(0));
        let whole = Dist::mixed(&[(yes.num(), part(true)), (yes.not().num(), part(false))]);
        prop_assert_eq!(whole.unwrap(), dist);
    }

    #[test]
    fn what_comes_for_certain_changes_nothing(dist in any_dist()) {
        prop_assert_eq!(dist.then(|value| Ok(Dist::certain(*value))).unwrap(), dist.clone());
        prop_assert_eq!(dist.plus(&Dist::certain(0)).unwrap(), dist.clone());
        prop_assert_eq!(dist.map(|value| -value).map(|value| -value), dist);
    }

    /// The sum of two independent things is one of them, then the other on top of it.
    #[test]
    fn one_after_the_other_is_the_sum(a in any_dist(), b in any_dist()) {
        let steps = a.then(|first| Ok(b.map(|second| first + second))).unwrap();
        prop_assert_eq!(steps, a.plus(&b).unwrap());
    }

    #[test]
    fn the_better_is_low_only_if_both_are(a in any_dist(), b in any_dist(), most in -40..40) {
        let at_most = |dist: &Dist<i32>| dist.chance(|value| *value <= most);
        prop_assert_eq!(at_most(&a.max(&b).unwrap()), at_most(&a).and(at_most(&b)).unwrap());
        let more = |dist: &Dist<i32>| dist.at_least(most);
        prop_assert_eq!(more(&a.min(&b).unwrap()), more(&a).and(more(&b)).unwrap());
    }

    /// A stage after a pool is the same, die by die or on the number that came through.
    #[test]
    fn stages_may_be_taken_one_after_the_other(dice in 0_u8..=10, first in 1_u32..=7, second in 1_u32..=7) {
        let (first, second) = (at_least(6, first), at_least(6, second));
        prop_assert_eq!(binomial(dice, first).unwrap().each(second), stages(dice, &[first, second]));
    }

    /// Nine dice are four dice and five dice, also when dice are thrown again.
    #[test]
    fn pools_of_one_kind_add_up(one in any_pool(), dice in 0_u8..=8) {
        let one = Pool { bonus: false, ..one };
        let (other, both) = (Pool { dice, ..one }, Pool { dice: one.dice + dice, ..one });
        prop_assert_eq!(one.odds().unwrap().plus(&other.odds().unwrap()), both.odds());
    }

    #[test]
    fn no_question_panics(dice: u8, sides: u32, at_least: u32, bonus: bool, value: i32) {
        for sides in [sides, sides % 13] {
            for again in [Again::Nothing, Again::Successes, Again::Failures] {
                for at_least in [at_least, at_least % 14] {
                    if let Ok(odds) = (Pool { dice, sides, at_least, again, bonus }).odds() {
                        in_order(&odds);
                    }
                }
            }
            if let Ok(sum) = Dist::dice(dice % 40, sides % 100) {
                in_order(&sum);
            }
            if let Ok(faces) = throws(dice % 8, sides % 20) {
                in_order(&faces);
            }
        }
        let far = Dist::certain(value);
        for other in [i32::MIN, -1, 1, i32::MAX] {
            let other = Dist::certain(other);
            let _ = (far.plus(&other), far.minus(&other), far.each(Ratio::ONE), far.mean());
        }
    }
}

#[test]
fn means_are_exact_and_print_with_two_decimals() {
    let mean = |dist: Dist<i32>| dist.mean().unwrap();
    assert_eq!(mean(Dist::dice(3, 6).unwrap()), Mean { num: 21, den: 2 });
    assert_eq!(mean(Dist::dice(3, 6).unwrap()).to_string(), "10.50");
    assert_eq!(mean(Pool::new(4, 6, 5).odds().unwrap()).to_string(), "1.33");
    assert_eq!(mean(Dist::certain(-2)).to_string(), "-2.00");
    assert_eq!(mean(Dist::of([(-1, 1), (0, 999)]).unwrap()).to_string(), "0.00");
    assert_eq!(mean(Dist::of([(1, 1), (2, 999)]).unwrap()).to_string(), "2.00");
    assert_eq!(mean(Dist::of([(-1, 1), (1, 1)]).unwrap()), Mean { num: 0, den: 1 });
    let long = Dist::of([(0, (1 << 126) - 1), (1, (1 << 125) - 1)]).unwrap();
    assert_eq!(mean(long).to_string(), "0.33");
}

/// 6^49 is the last power of 6 below 2^128, 2^127 the last of 2.
#[test]
fn what_does_not_fit_is_an_error_and_what_fits_is_right() {
    let sixth = at_least(6, 6);
    let most = binomial(49, sixth).unwrap();
    in_order(&most);
    assert_eq!(most.total(), 6_u128.pow(49));
    assert_eq!(most.cases().last(), Some(&(49, 1)));
    assert_eq!(binomial(50, sixth), Err(OddsError::Overflow));
    let coins = binomial(127, at_least(2, 2)).unwrap();
    in_order(&coins);
    assert_eq!(coins.at_least(64), Ratio::new(1, 2).unwrap());
    assert_eq!(binomial(128, at_least(2, 2)), Err(OddsError::Overflow));
    assert_eq!(Pool::new(255, 6, 1).odds(), Ok(Dist::certain(255)));
    assert_eq!(Pool::new(255, 6, 7).odds(), Ok(Dist::certain(0)));
    assert_eq!(Dist::dice(50, 6), Err(OddsError::Overflow));
}

#[test]
fn weights_that_do_not_fit_are_an_error() {
    let huge = Dist::of([(0, u128::MAX / 2), (1, u128::MAX / 2)]).unwrap();
    assert_eq!(huge.total(), 2);
    assert_eq!(Dist::of([(0, u128::MAX), (1, 1)]), Err(OddsError::Overflow));
    let fine = Dist::of([(0, (1 << 100) - 1), (1, 1)]).unwrap();
    assert_eq!(fine.plus(&fine), Err(OddsError::Overflow));
    assert_eq!(fine.against(&fine), Err(OddsError::Overflow));
    assert_eq!(fine.and(&fine), Err(OddsError::Overflow));
    assert_eq!(fine.then(|_| Ok(fine.clone())), Err(OddsError::Overflow));
    let other = Dist::of([(0, 1), (1, 1 << 101)]).unwrap();
    assert_eq!(Dist::mixed(&[(1, fine.clone()), (1, other)]), Err(OddsError::Overflow));
}

/// A d2 or a d4 with even chances: 1 and 2 come in 1/4 + 1/8, 3 and 4 in 1/8.
#[test]
fn only_the_proportion_of_branches_counts() {
    let branches = |weight| [(weight, Dist::die(2).unwrap()), (weight, Dist::die(4).unwrap())];
    let expected = Dist::of([(1, 3), (2, 3), (3, 1), (4, 1)]);
    assert_eq!(Dist::mixed(&branches(1)), expected);
    assert_eq!(Dist::mixed(&branches(u128::MAX)), expected);
}

#[test]
fn less_than_nothing_is_nothing_to_keep() {
    assert_eq!(Dist::certain(-3).each(Ratio::ONE), Ok(Dist::certain(0)));
}

#[test]
fn too_many_cases_are_an_error() {
    assert_eq!(Dist::die(MOST_CASES as u32).map(|die| die.cases().len()), Ok(MOST_CASES));
    assert_eq!(Dist::die(MOST_CASES as u32 + 1), Err(OddsError::TooWide));
    assert_eq!(Dist::die(u32::MAX), Err(OddsError::TooWide));
    assert_eq!(Dist::dice(2, MOST_CASES as u32), Err(OddsError::TooWide));
    assert_eq!(throws(255, 6), Err(OddsError::TooWide));
    assert_eq!(throws(3, u32::MAX), Err(OddsError::TooWide));
    let far = |value| Dist::certain(value);
    assert_eq!(far(i32::MAX).plus(&far(1)), Err(OddsError::TooWide));
    assert_eq!(far(0).minus(&far(i32::MIN)), Err(OddsError::TooWide));
    assert_eq!(Dist::of([(0, 1), (i32::MAX, 1)]).unwrap().plus(&far(0)), Err(OddsError::TooWide));
    assert_eq!(far(256).each(Ratio::ONE), Err(OddsError::TooWide));
}

#[test]
fn nothing_possible_is_an_error() {
    assert_eq!(Dist::<i32>::of([]), Err(OddsError::Impossible));
    assert_eq!(Dist::of([(1, 0)]), Err(OddsError::Impossible));
    assert_eq!(Dist::<i32>::mixed(&[]), Err(OddsError::Impossible));
    assert_eq!(Dist::die(6).unwrap().given(|face| *face > 6), Err(OddsError::Impossible));
    assert_eq!(Dist::mixed(&[(0, Dist::certain(1)), (5, Dist::certain(2))]), Ok(Dist::certain(2)));
}
