//! The stream against published vectors, a golden file, and the theory of fair dice.

use dice::{D6, D10, Dice, Hex, RuleId, Seed, Stream, Why};
use proptest::prelude::*;

const WHY: Why = Why::new(RuleId::new("BL-DIC-01"), "test", 0);

/// The seed of the golden file: the bytes 0, 1, 2 … 31.
fn counting_seed() -> Seed {
    Seed::new(std::array::from_fn(|i| i as u8))
}

/// A die of 2^32 - 1 sides shows the word itself, plus one.
fn word(stream: &mut Stream) -> u32 {
    stream.die(u32::MAX) - 1
}

fn keystream(key: [u8; 32], block: u64) -> String {
    let mut stream = Stream::at(&Seed::new(key), block * 16);
    Hex((0..16).flat_map(|_| word(&mut stream).to_le_bytes()).collect()).to_string()
}

/// RFC 8439, appendix A.1, test vectors 1 to 4: all those with a nonce of zeros.
#[test]
fn the_words_are_the_published_chacha20_key_stream() {
    let mut last_bit = [0; 32];
    last_bit[31] = 1;
    let mut second_byte = [0; 32];
    second_byte[1] = 0xff;
    let vectors = [
        (
            [0; 32],
            0,
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
        ),
        (
            [0; 32],
            1,
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
        ),
        (
            last_bit,
            1,
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
        ),
        (
            second_byte,
            2,
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
        ),
    ];
    for (key, block, expected) in vectors {
        assert_eq!(keystream(key, block), expected);
    }
}

#[test]
fn the_first_hundred_dice_are_those_of_the_golden_file() {
    let file = include_str!("first_100_d6.txt");
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let expected: Vec<u32> =
        lines.flat_map(str::split_whitespace).map(|face| face.parse().unwrap()).collect();
    assert_eq!(expected.len(), 100);
    let mut stream = Stream::new(&counting_seed());
    assert_eq!(stream.roll(WHY, 100, D6).unwrap().as_slice(), expected);
}

/// Worked out from the same key stream as the golden file.
#[test]
fn ten_sided_dice_too() {
    let expected = [4, 6, 8, 7, 9, 1, 9, 3, 4, 5, 2, 1, 10, 8, 7, 1, 9, 4, 6, 10];
    assert_eq!(Stream::new(&counting_seed()).roll(WHY, 20, D10).unwrap().as_slice(), expected);
}

/// A die of 3 * 2^30 sides throws every fourth word away: of the first ten words two (likewise from
/// the key stream of the golden file).
#[test]
fn words_that_would_favour_low_faces_are_thrown_away() {
    let mut stream = Stream::new(&counting_seed());
    let expected = [
        2_100_034_874,
        1_780_073_946,
        1_996_733_838,
        1_229_642_937,
        1_876_440_459,
        1_283_312_819,
        2_451_892_953,
        2_871_222_435,
    ];
    assert_eq!(stream.roll(WHY, 8, 3 << 30).unwrap().as_slice(), expected);
    assert_eq!(stream.position(), 10);
}

#[test]
fn no_dice_give_no_faces_and_a_die_without_sides_shows_one() {
    let mut stream = Stream::new(&counting_seed());
    assert!(stream.roll(WHY, 0, D6).unwrap().is_empty());
    assert_eq!(stream.position(), 0);
    assert_eq!(stream.roll(WHY, 2, 0).unwrap().as_slice(), [1, 1]);
    assert_eq!(stream.pick(WHY, 0), Ok(0));
    assert_eq!(stream.pick(WHY, 1), Ok(0));
}

#[test]
fn every_position_is_counted_and_resumed() {
    let mut stream = Stream::new(&counting_seed());
    for position in 0..200 {
        assert_eq!(stream.position(), position);
        let face = word(&mut stream);
        assert_eq!(word(&mut Stream::at(&counting_seed(), position)), face, "at {position}");
    }
}

#[test]
fn the_last_position_does_not_panic() {
    let mut stream = Stream::at(&counting_seed(), u64::MAX);
    assert_eq!(stream.position(), u64::MAX);
    assert_eq!(stream.roll(WHY, 200, D6).unwrap().len(), 200);
}

#[test]
fn a_stream_does_not_print_its_secret() {
    let seed = Seed::new([77; 32]);
    for text in [format!("{seed:?}"), format!("{:?}", Stream::new(&seed))] {
        assert!(!text.contains("77") && !text.contains("4d"), "{text}");
    }
}

/// The statistic of Pearson's test for equally likely classes.
fn chi_square(counts: &[u32]) -> f64 {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    counts.iter().map(|n| (f64::from(*n) - expected) * (f64::from(*n) - expected) / expected).sum()
}

/// Laurent and Massart (2000), lemma 1: chi-square with k degrees of freedom exceeds
/// k + 2 sqrt(k t) + 2 t with a chance of at most e^-t. With t = 14 that is less than one in a million.
fn bound(classes: usize) -> f64 {
    let (k, t) = ((classes - 1) as f64, 14.0);
    k + 2.0 * (k * t).sqrt() + 2.0 * t
}

fn is_even(counts: &[u32]) {
    assert!(chi_square(counts) < bound(counts.len()), "{counts:?}: {}", chi_square(counts));
}

#[test]
fn all_faces_are_equally_likely() {
    for sides in [2, 3, 6, 10, 52] {
        let mut counts = vec![0; sides as usize];
        let mut stream = Stream::new(&counting_seed());
        for _ in 0..600_000 {
            counts[stream.die(sides) as usize - 1] += 1;
        }
        is_even(&counts);
    }
}

#[test]
fn a_die_says_nothing_about_the_next() {
    let mut counts = vec![0; 36];
    let mut stream = Stream::new(&counting_seed());
    let mut last = 0;
    for _ in 0..600_000 {
        let face = stream.die(D6) - 1;
        counts[(last * 6 + face) as usize] += 1;
        last = face;
    }
    is_even(&counts);
}

/// Without rejection the lowest third of these sides would come up half the time.
#[test]
fn sides_that_do_not_divide_the_words_are_equally_likely_too() {
    let mut counts = vec![0; 3];
    let mut stream = Stream::new(&counting_seed());
    for _ in 0..100_000 {
        counts[((stream.die(3 << 30) - 1) >> 30) as usize] += 1;
    }
    is_even(&counts);
}

#[test]
fn the_battles_of_a_batch_have_streams_of_their_own() {
    let batch = counting_seed();
    // SHA-256 of the tag, the seed and the index as eight little-endian bytes, by OpenSSL.
    assert_eq!(
        Hex::from(batch.nth(258).reveal()).to_string(),
        "2d985ace2cc077ceea0cf39faa98c8591d0e61275c4b302b46ed028f21d32666"
    );
    let seeds: std::collections::BTreeSet<_> = (0..1000).map(|i| batch.nth(i).reveal()).collect();
    assert_eq!(seeds.len(), 1000);
    let mut counts = vec![0; 6];
    for index in 0..60_000 {
        counts[Stream::new(&batch.nth(index)).die(D6) as usize - 1] += 1;
    }
    is_even(&counts);
}

proptest! {
    #[test]
    fn faces_lie_on_the_die(seed: [u8; 32], count: u8, sides: u32) {
        let faces = Stream::new(&Seed::new(seed)).roll(WHY, count, sides).unwrap();
        prop_assert_eq!(faces.len(), usize::from(count));
        prop_assert!(faces.iter().all(|face| (1..=sides.max(1)).contains(face)));
    }

    #[test]
    fn a_resumed_stream_goes_on_exactly(seed: [u8; 32], before: u8, count: u8, sides in 1_u32..100) {
        let seed = Seed::new(seed);
        let mut stream = Stream::new(&seed);
        stream.roll(WHY, before, sides).unwrap();
        let mut resumed = Stream::at(&seed, stream.position());
        prop_assert_eq!(stream.roll(WHY, count, sides), resumed.roll(WHY, count, sides));
        prop_assert_eq!(stream.position(), resumed.position());
    }
}
