//! Odds of pools: dice that each succeed or fail.

use super::ratio::gcd;
use super::{Dist, MOST_CASES, OddsError, Ratio};
use crate::Faces;

/// Which dice of a pool are thrown again, once; the second result stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// None.
    Nothing,
    /// All that succeeded.
    Successes,
    /// All that failed.
    Failures,
}

/// A number of dice that are thrown together and counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// How many dice.
    pub dice: u8,
    /// How many sides each has; without sides it has one.
    pub sides: u32,
    /// A die succeeds with this or more.
    pub at_least: u32,
    /// Which are thrown again.
    pub again: Again,
    /// Whether one die that shows, in the end, just one less than needed succeeds too ("each 6, and up
    /// to one 5"). Such a die has not succeeded when it is decided what is thrown again.
    pub bonus: bool,
}

impl Pool {
    /// Plain dice: nothing is thrown again.
    pub const fn new(dice: u8, sides: u32, at_least: u32) -> Self {
        Self { dice, sides, at_least, again: Again::Nothing, bonus: false }
    }

    /// The same, but all successes must be thrown again.
    pub const fn successes_again(self) -> Self {
        Self { again: Again::Successes, ..self }
    }

    /// The same, but all failures are thrown again.
    pub const fn failures_again(self) -> Self {
        Self { again: Again::Failures, ..self }
    }

    /// The same, but one die may be one short.
    pub const fn with_bonus(self) -> Self {
        Self { bonus: true, ..self }
    }

    /// How many dice succeed.
    pub fn odds(self) -> Result<Dist<i32>, OddsError> {
        let sides = u128::from(self.sides.max(1));
        let win = u128::from(winning(self.sides, self.at_least));
        let short = u128::from(self.bonus && (1..=sides).contains(&self.at_least.saturating_sub(1).into()));
        // Of all ways in which one die can fall, thrown once or twice: those that succeed in the end,
        // those that end one short, and all.
        let (hit, short, all) = match self.again {
            Again::Nothing => (win, short, sides),
            Again::Successes => (win * win, short * sides + win * short, sides * sides),
            Again::Failures => (win * sides + (sides - win) * win, (sides - win) * short, sides * sides),
        };
        hits(self.dice, hit, short, all - hit - short)
    }
}

/// How many faces of a die are `least` or more.
const fn winning(sides: u32, least: u32) -> u32 {
    let sides = if sides == 0 { 1 } else { sides };
    match least {
        0 => sides,
        _ if least > sides => 0,
        _ => sides - least + 1,
    }
}

/// The chance that a die shows `least` or more.
pub fn at_least(sides: u32, least: u32) -> Ratio {
    // Never more winning faces than sides, so it is a chance.
    Ratio::new(winning(sides, least).into(), sides.max(1).into()).unwrap_or(Ratio::ZERO)
}

/// How many of `count` things happen if each happens with this chance.
pub fn binomial(count: u8, chance: Ratio) -> Result<Dist<i32>, OddsError> {
    hits(count, chance.num(), 0, chance.not().num())
}

/// How many dice come through all stages, each die alone: steady, then hit, then not saved.
pub fn stages(count: u8, chances: &[Ratio]) -> Result<Dist<i32>, OddsError> {
    binomial(count, chances.iter().try_fold(Ratio::ONE, |all, chance| all.and(*chance))?)
}

/// How many of `count` dice succeed if one that failed, and only one, is thrown again.
pub fn one_failure_again(count: u8, chance: Ratio) -> Result<Dist<i32>, OddsError> {
    let all = i32::from(count);
    binomial(count, chance)?.then(|first| {
        let second = binomial(u8::from(*first < all), chance)?;
        Ok(second.map(|again| first + again))
    })
}

impl Dist<i32> {
    /// How many of the things counted here are left if each is kept with this chance: hits that are
    /// thrown again, or not saved. Less than nothing counts as nothing.
    pub fn each(&self, chance: Ratio) -> Result<Self, OddsError> {
        self.then(|count| {
            let count = u8::try_from((*count).max(0)).map_err(|_| OddsError::TooWide)?;
            binomial(count, chance)
        })
    }
}

/// The number of hits of `count` dice, each of which can fall in `hit` ways that hit, in `short` ways of
/// which one counts as a hit if there are any, and in `miss` ways that miss.
///
/// For k hits either k dice hit and none is short, or k - 1 hit and of the others not all miss.
fn hits(count: u8, hit: u128, short: u128, miss: u128) -> Result<Dist<i32>, OddsError> {
    let common = gcd(gcd(hit, short), miss);
    let (hit, short, miss) = (hit / common, short / common, miss / common);
    if hit + short + miss == 1 {
        return Ok(Dist::certain(i32::from(count).min(if hit == 1 { i32::MAX } else { short as i32 })));
    }
    let n = u32::from(count);
    (hit + short + miss).checked_pow(n).ok_or(OddsError::Overflow)?;
    // Every product and sum below counts some of the ways in which all dice can fall, and those fit.
    let mut cases = Vec::with_capacity(usize::from(count) + 1);
    let (mut choose, mut with_short) = (1, 0);
    for (k, value) in (0..=n).zip(0..) {
        let ways = choose * hit.pow(k);
        cases.push((value, ways * miss.pow(n - k) + with_short));
        with_short = ways * ((short + miss).pow(n - k) - miss.pow(n - k));
        choose = next_choose(choose, n, k);
    }
    Dist::of(cases)
}

/// From "k of n" to "k + 1 of n", divided before it is multiplied, so it is never larger than the result.
fn next_choose(choose: u128, n: u32, k: u32) -> u128 {
    let (up, down) = (u128::from(n - k), u128::from(k + 1));
    let common = gcd(choose, down);
    choose / common * (up / (down / common))
}

/// What `count` dice show, in rising order: for what depends on single faces (doubles, the best two of
/// three, one die thrown again by choice).
pub fn throws(count: u8, sides: u32) -> Result<Dist<Faces>, OddsError> {
    let most = MOST_CASES as u128;
    let different = (1..=u128::from(count)).try_fold(1, |different, dice| {
        // Dice in rising order: as many as "dice of dice + sides - 1".
        Some(different * (u128::from(sides.max(1)) - 1 + dice) / dice).filter(|different| *different <= most)
    });
    let mut cases = Vec::with_capacity(different.ok_or(OddsError::TooWide)? as usize);
    let mut faces = Faces::from_elem(1, usize::from(count));
    loop {
        cases.push((faces.clone(), orders(&faces).ok_or(OddsError::Overflow)?));
        // Counts up: the last die that can rise does, and those behind it start from there.
        let Some(place) = faces.iter().rposition(|face| *face < sides) else { break };
        let next = faces.get(place).map_or(1, |face| face + 1);
        faces.iter_mut().skip(place).for_each(|face| *face = next);
    }
    Dist::of(cases)
}

/// In how many orders these faces, which do not fall, can come.
fn orders(faces: &[u32]) -> Option<u128> {
    let (mut orders, mut run, mut last) = (1_u128, 0, None);
    for (dice, face) in (1_u128..).zip(faces) {
        run = if last == Some(face) { run + 1 } else { 1 };
        last = Some(face);
        orders = orders.checked_mul(dice)? / run;
    }
    Some(orders)
}
