//! The odds against plain counting: every way in which the dice can fall, one after the other.

#![allow(clippy::cast_possible_wrap, reason = "faces and counts of faces are small")]

use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::BTreeMap;

use dice::odds::{Again, Dist, Opposed, Pool, Ratio, at_least, binomial, one_failure_again, stages, throws};
use dice::{Faces, half, successes};

/// How often each result came.
type Counts<T> = BTreeMap<T, u128>;

/// Calls `see` with every way in which these dice (their sides are given) can fall.
fn every_fall(sides: &[u32], mut see: impl FnMut(&[u32])) {
    let mut faces = vec![1; sides.len()];
    loop {
        see(&faces);
        let mut die = 0;
        while die < sides.len() && faces[die] == sides[die] {
            faces[die] = 1;
            die += 1;
        }
        if die == sides.len() {
            return;
        }
        faces[die] += 1;
    }
}

/// Counts a result over all falls of `dice` dice.
fn count<T: Ord>(dice: usize, sides: u32, result: impl Fn(&[u32]) -> T) -> Counts<T> {
    let mut counts = Counts::new();
    every_fall(&vec![sides; dice], |faces| *counts.entry(result(faces)).or_default() += 1);
    counts
}

/// The odds say exactly what was counted, about every case and no other.
fn same<T: Ord + Clone + std::fmt::Debug>(odds: &Dist<T>, counts: &Counts<T>, what: &str) {
    let total = counts.values().sum();
    let counted = counts.iter().map(|(value, n)| (value.clone(), Ratio::new(*n, total).unwrap()));
    let given = odds.chances().map(|(value, chance)| (value.clone(), chance));
    assert_eq!(given.collect::<Vec<_>>(), counted.collect::<Vec<_>>(), "{what}");
}

fn sum(faces: &[u32]) -> i32 {
    faces.iter().map(|face| *face as i32).sum()
}

/// What a pool counts of final faces.
fn score(pool: Pool, hits: u32, shorts: u32) -> i32 {
    (hits + u32::from(pool.bonus && shorts > 0)) as i32
}

fn hits_and_shorts(pool: Pool, faces: &[u32]) -> (u32, u32) {
    let shorts = faces.iter().filter(|face| **face + 1 == pool.at_least).count();
    (successes(faces, pool.at_least), shorts as u32)
}

/// Every first throw, and after each every second throw of the dice that are thrown again. All second
/// throws of as many dice are counted once, by hits and dice one short, and used for each first throw.
fn count_pool(pool: Pool) -> Counts<i32> {
    let dice = usize::from(pool.dice);
    let second: Vec<Counts<(u32, u32)>> =
        (0..=dice).map(|again| count(again, pool.sides, |faces| hits_and_shorts(pool, faces))).collect();
    let mut counts = Counts::new();
    every_fall(&vec![pool.sides; dice], |faces| {
        let stays = |face: &&u32| match pool.again {
            Again::Nothing => true,
            Again::Successes => **face < pool.at_least,
            Again::Failures => **face >= pool.at_least,
        };
        let kept: Vec<u32> = faces.iter().filter(stays).copied().collect();
        let (hits, shorts) = hits_and_shorts(pool, &kept);
        // So that all first throws weigh the same: dice that stay may be thought of as thrown idly.
        let idle = u128::from(pool.sides).pow(kept.len() as u32);
        for ((more_hits, more_shorts), times) in &second[dice - kept.len()] {
            *counts.entry(score(pool, hits + more_hits, shorts + more_shorts)).or_default() += times * idle;
        }
    });
    counts
}

fn check_pools(dice: u8, sides: u32) {
    for at_least in 0..=sides + 2 {
        for again in [Again::Nothing, Again::Successes, Again::Failures] {
            for bonus in [false, true] {
                let pool = Pool { dice, sides, at_least, again, bonus };
                same(&pool.odds().unwrap(), &count_pool(pool), &format!("{pool:?}"));
            }
        }
    }
}

#[test]
fn pools_of_up_to_six_dice_at_every_number_with_every_reroll() {
    (0..=6).for_each(|dice| check_pools(dice, 6));
}

#[test]
fn pools_of_other_dice() {
    (0..=3).for_each(|dice| check_pools(dice, 10));
    (0..=6).for_each(|dice| check_pools(dice, 1));
    (0..=6).for_each(|dice| check_pools(dice, 2));
}

/// Two dice, each 6 hits and up to one 5 also hits. No 5 or 6: 4 * 4 ways. Two hits: 6 and 6, or 6 and 5
/// in two orders. One hit: the other 17 of 36.
#[test]
fn one_five_also_hits() {
    let pool = Pool::new(2, 6, 6).with_bonus().odds().unwrap();
    assert_eq!(pool.cases(), [(0, 16), (1, 17), (2, 3)]);
    assert_eq!(pool.total(), 36);
}

/// 4+ with successes thrown again is one chance in four for each die: (3 + 1)^3 = 27 + 27 + 9 + 1.
#[test]
fn three_dice_whose_successes_are_thrown_again() {
    let pool = Pool::new(3, 6, 4).successes_again().odds().unwrap();
    assert_eq!(pool.cases(), [(0, 27), (1, 27), (2, 9), (3, 1)]);
}

#[test]
fn one_failure_thrown_again() {
    for dice in 0..=5 {
        for least in 1..=7 {
            // The last die is the second try; it is thrown idly if no die failed.
            let counts = count(dice + 1, 6, |faces| {
                let (again, first) = faces.split_last().unwrap();
                let hits = successes(first, least) as usize;
                (hits + usize::from(hits < dice && *again >= least)) as i32
            });
            let odds = one_failure_again(dice as u8, at_least(6, least)).unwrap();
            same(&odds, &counts, &format!("{dice} dice, {least}+"));
        }
    }
}

/// Each die has a second and a third die of its own that is looked at only if it gets that far.
#[test]
fn steady_then_fire_then_saves() {
    for steady in 3..=6 {
        for fire in [4, 6] {
            for save in 4..=7 {
                let through = |die: &[u32]| die[0] >= steady && die[1] >= fire && die[2] < save;
                let chances = [at_least(6, steady), at_least(6, fire), at_least(6, save).not()];
                for dice in 0..=2 {
                    let counts =
                        count(3 * dice, 6, |faces| faces.chunks(3).filter(|die| through(die)).count() as i32);
                    same(&stages(dice as u8, &chances).unwrap(), &counts, "steady, fire, saves");
                }
            }
        }
    }
}

#[test]
fn hits_that_are_thrown_again_one_by_one() {
    for dice in 0..=3 {
        let counts = count(2 * dice, 6, |faces| {
            let (fire, again) = faces.split_at(dice);
            let hits = score(
                Pool::new(0, 6, 6).with_bonus(),
                successes(fire, 6),
                successes(fire, 5) - successes(fire, 6),
            );
            successes(&again[..hits as usize], 4) as i32
        });
        let hits = Pool::new(dice as u8, 6, 6).with_bonus().odds().unwrap();
        same(&hits.each(at_least(6, 4)).unwrap(), &counts, "bad weather");
    }
}

#[test]
fn sums_of_dice() {
    for sides in [1, 3, 6, 10] {
        for dice in 0..=4 {
            same(&Dist::dice(dice as u8, sides).unwrap(), &count(dice, sides, sum), "sum");
        }
    }
}

#[test]
fn sums_of_different_dice_and_numbers() {
    let mut counts = Counts::new();
    every_fall(&[6, 6, 10, 6], |f| {
        *counts.entry(sum(&f[..2]) + f[2] as i32 + half(f[3]) as i32 - 3).or_default() += 1;
    });
    let half_die = Dist::die(6).unwrap().map(|face| half(*face as u32) as i32);
    let parts = [Dist::die(10).unwrap(), half_die, Dist::certain(-3)];
    let odds = parts.iter().try_fold(Dist::dice(2, 6).unwrap(), |all, part| all.plus(part)).unwrap();
    same(&odds, &counts, "2d6 + d10 + half a d6 - 3");
}

#[test]
fn totals_against_each_other_up_to_four_against_four() {
    for ours in 0..=4 {
        for theirs in 0..=4 {
            let odds = |dice| Dist::dice(dice as u8, 6).unwrap();
            let difference = count(ours + theirs, 6, |faces| sum(&faces[..ours]) - sum(&faces[ours..]));
            let what = format!("{ours} against {theirs}");
            same(&odds(ours).minus(&odds(theirs)).unwrap(), &difference, &what);

            let all: u128 = difference.values().sum();
            let times = |wanted: fn(&i32) -> bool| {
                let times = difference.iter().filter(|(value, _)| wanted(value)).map(|(_, n)| n).sum();
                Ratio::new(times, all).unwrap()
            };
            let (more, equal, less) = (times(|d| *d > 0), times(|d| *d == 0), times(|d| *d < 0));
            assert_eq!(odds(ours).against(&odds(theirs)).unwrap(), Opposed { more, equal, less }, "{what}");
        }
    }
}

/// Attack and defence in full: 4 dice of which successes are thrown again against 3 plain dice.
#[test]
fn pools_against_each_other() {
    let counts = count(11, 2, |coins| {
        let again = (0..4).filter(|die| coins[*die] == 2 && coins[die + 4] == 2).count();
        again.cmp(&coins[8..].iter().filter(|coin| **coin == 2).count())
    });
    let attack = Pool::new(4, 6, 4).successes_again().odds().unwrap();
    let odds = attack.against(&Pool::new(3, 6, 4).odds().unwrap()).unwrap();
    let chance = |order| Ratio::new(counts[&order], 1 << 11).unwrap();
    assert_eq!(odds, Opposed { more: chance(Greater), equal: chance(Equal), less: chance(Less) });
}

#[test]
fn the_better_and_the_worse() {
    let (two, ten) = (Dist::dice(2, 6).unwrap(), Dist::die(10).unwrap());
    let mut counts = (Counts::new(), Counts::new());
    every_fall(&[6, 6, 10], |f| {
        let (a, b) = (sum(&f[..2]), f[2] as i32);
        *counts.0.entry(a.max(b)).or_default() += 1;
        *counts.1.entry(a.min(b)).or_default() += 1;
    });
    same(&two.max(&ten).unwrap(), &counts.0, "max");
    same(&two.min(&ten).unwrap(), &counts.1, "min");
}

#[test]
fn faces_in_rising_order() {
    for dice in 0..=6 {
        let counts = count(dice, 6, |faces| {
            let mut sorted = Faces::from_slice(faces);
            sorted.sort_unstable();
            sorted
        });
        same(&throws(dice as u8, 6).unwrap(), &counts, "throws");
    }
}

/// Two dice and one more, the best two of which are added; and a double six on the first two dice.
#[test]
fn questions_about_single_faces() {
    let counts = count(3, 6, |faces| sum(faces) - *faces.iter().min().unwrap() as i32);
    same(&throws(3, 6).unwrap().map(|faces| sum(&faces[1..])), &counts, "best two of three");
    let die = Dist::die(6).unwrap();
    assert_eq!(die.and(&die).unwrap().chance_of(&(6, 6)), Ratio::new(1, 36).unwrap());
}

/// A second roll that depends on the first: 2d6, and on a total of 6 or 7 once more.
#[test]
fn a_roll_that_leads_to_another() {
    let counts = count(4, 6, |f| if (6..=7).contains(&sum(&f[..2])) { sum(&f[2..]) } else { sum(&f[..2]) });
    let two = Dist::dice(2, 6).unwrap();
    let odds =
        two.then(|first| if (6..=7).contains(first) { Ok(two.clone()) } else { Ok(Dist::certain(*first)) });
    same(&odds.unwrap(), &counts, "once more");
}

/// Five dice that hit on 5+: the number of hits when at least one is known to have hit.
#[test]
fn what_is_known_shifts_the_odds() {
    let mut counts = count(5, 6, |faces| successes(faces, 5) as i32);
    counts.remove(&0);
    let odds = binomial(5, at_least(6, 5)).unwrap();
    same(&odds.given(|hits| *hits > 0).unwrap(), &counts, "given");
}
