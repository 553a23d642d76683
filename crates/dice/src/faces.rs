//! Small questions about faces that more than one game asks.

use smallvec::SmallVec;

use crate::Faces;

/// An ordinary die.
pub const D6: u32 = 6;

/// A ten-sided die that shows 1 to 10.
pub const D10: u32 = 10;

/// Which dice of a roll: their places, counted from 0, in rising order.
pub type Which = SmallVec<[u8; 12]>;

/// Half, rounded up: half the dice of a pool, or half of what a die shows.
pub const fn half(n: u32) -> u32 {
    n.div_ceil(2)
}

/// What a six-sided die shows when it is read as a D3 (CL-TRM-31).
pub const fn d3(face: u32) -> u32 {
    half(face)
}

/// How many faces are `at_least` or more.
pub fn successes(faces: &[u32], at_least: u32) -> u32 {
    faces.iter().map(|face| u32::from(*face >= at_least)).sum()
}

/// The dice that show `at_least` or more.
pub fn succeeded(faces: &[u32], at_least: u32) -> Which {
    which(faces, |face| face >= at_least)
}

/// The dice that show less than `at_least`.
pub fn failed(faces: &[u32], at_least: u32) -> Which {
    which(faces, |face| face < at_least)
}

fn which(faces: &[u32], wanted: impl Fn(u32) -> bool) -> Which {
    // A roll has at most 255 dice, so a place always fits.
    (0..=u8::MAX).zip(faces).filter(|(_, face)| wanted(**face)).map(|(place, _)| place).collect()
}

/// The roll after some of its dice were thrown again: the second result replaces the first, better or
/// worse. `None` if `again` does not have one face for each of `which`, or a place does not exist or
/// comes twice, because no die is thrown again more than once.
pub fn rerolled(faces: &[u32], which: &[u8], again: &[u32]) -> Option<Faces> {
    let rising = which.windows(2).all(|pair| pair[0] < pair[1]);
    if which.len() != again.len() || !rising {
        return None;
    }
    let mut after = Faces::from_slice(faces);
    for (place, face) in which.iter().zip(again) {
        *after.get_mut(usize::from(*place))? = *face;
    }
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_round_up() {
        let expected = [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (u32::MAX, 1 << 31)];
        for (n, halved) in expected {
            assert_eq!(half(n), halved);
        }
    }

    #[test]
    fn a_d3_is_half_a_d6() {
        assert_eq!([1, 2, 3, 4, 5, 6].map(d3), [1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn successes_are_counted_at_or_above_the_number() {
        assert_eq!(successes(&[1, 3, 4, 4, 6], 4), 3);
        assert_eq!(successes(&[1, 3, 4, 4, 6], 7), 0);
        assert_eq!(successes(&[], 1), 0);
    }

    #[test]
    fn every_die_either_succeeded_or_failed() {
        assert_eq!(succeeded(&[2, 4, 6], 4).as_slice(), [1, 2]);
        assert_eq!(failed(&[2, 3, 5], 4).as_slice(), [0, 1]);
    }

    #[test]
    fn the_second_result_replaces_the_first() {
        let faces = [4, 5, 1, 6];
        let after = rerolled(&faces, &succeeded(&faces, 4), &[2, 4, 1]).unwrap();
        assert_eq!(after.as_slice(), [2, 4, 1, 1]);
        assert_eq!(rerolled(&faces, &[], &[]).unwrap().as_slice(), faces);
    }

    #[test]
    fn a_reroll_that_does_not_fit_the_roll_is_refused() {
        assert_eq!(rerolled(&[4, 5], &[0, 1], &[1]), None);
        assert_eq!(rerolled(&[4, 5], &[0], &[1, 2]), None);
        assert_eq!(rerolled(&[4, 5], &[2], &[1]), None);
        assert_eq!(rerolled(&[4, 5], &[1, 1], &[1, 2]), None);
        assert_eq!(rerolled(&[4, 5], &[1, 0], &[1, 2]), None);
    }
}
