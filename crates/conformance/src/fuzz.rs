//! Steps that nobody would offer: valid ones with a number, a word or a handle changed; and scenarios that
//! nobody would write: valid ones cut, with bytes, lines or numbers changed.

use crate::rng::Rng;
use crate::walk::{random_step, step_of};
use serde::Deserialize;
use serde_json::Value;
use umpire::{Game, Known, Options};

/// Numbers at which programs stumble.
const NUMBERS: [i64; 15] = [
    0,
    1,
    -1,
    255,
    256,
    45_000,
    -45_000,
    (1 << 24) + 1,
    -(1 << 24) - 1,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    i64::MAX,
    i64::MIN,
    9_999_999,
];

/// A draft of some steps, each legal, outdated or altered.
pub(crate) fn draft<G: Game>(known: &Known<G>, pool: &[G::Step], rng: &mut Rng) -> Vec<G::Step> {
    draft_of(&G::options(known), known, pool, rng)
}

/// The same, where the options are known already.
pub(crate) fn draft_of<G: Game>(
    options: &Options<G::Step>,
    known: &Known<G>,
    pool: &[G::Step],
    rng: &mut Rng,
) -> Vec<G::Step> {
    let mut steps = Vec::new();
    let mut now = known.clone();
    for _ in 0..=rng.below(3) {
        let fresh = if rng.one_in(2) { None } else { next(options, known, &now, rng) };
        let Some(step) = fresh.or_else(|| rng.of(pool).cloned()) else { continue };
        let step = if rng.one_in(3) { Some(step) } else { altered(&step, known, rng) };
        let Some(step) = step else { continue };
        if let Ok(judged) = G::judge(&now, std::slice::from_ref(&step)) {
            now = judged.after;
        }
        steps.push(step);
    }
    steps
}

fn next<G: Game>(
    options: &Options<G::Step>,
    known: &Known<G>,
    now: &Known<G>,
    rng: &mut Rng,
) -> Option<G::Step> {
    if now.draft() == known.draft() { step_of(options, known, rng) } else { random_step(now, rng) }
}

/// A step with something in it changed; `None` if it then is no step any more.
fn altered<G: Game>(step: &G::Step, known: &Known<G>, rng: &mut Rng) -> Option<G::Step> {
    let mut value = serde_json::to_value(step).ok()?;
    let handles: Vec<i64> = G::scene(known).pieces.iter().map(|piece| i64::from(piece.id.0)).collect();
    for _ in 0..=rng.below(2) {
        let mut leaves = Vec::new();
        collect(&mut value, &mut leaves);
        let n = rng.below(leaves.len());
        if let Some(leaf) = leaves.into_iter().nth(n) {
            alter(leaf, &handles, rng);
        }
    }
    G::Step::deserialize(value).ok()
}

fn collect<'a>(value: &'a mut Value, leaves: &mut Vec<&'a mut Value>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|inner| collect(inner, leaves)),
        Value::Object(map) => map.values_mut().for_each(|inner| collect(inner, leaves)),
        leaf => leaves.push(leaf),
    }
}

fn alter(leaf: &mut Value, handles: &[i64], rng: &mut Rng) {
    let number = leaf.as_i64();
    *leaf = match rng.below(6) {
        0 => Value::Null,
        1 => rng.of(handles).copied().unwrap_or(0).into(),
        2 => number.unwrap_or(0).wrapping_neg().into(),
        3 => number.unwrap_or(0).wrapping_add(i64::from(rng.between(-2000, 2000))).into(),
        4 => i64::from(rng.between(-200_000, 200_000)).into(),
        _ => rng.of(&NUMBERS).copied().unwrap_or(0).into(),
    };
}

/// Numbers as they are written, at which programs stumble.
const WRITTEN: [&str; 12] = [
    "0",
    "-1",
    "255",
    "256",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "99999999999999999999",
    "-0.0",
    "1e308",
    "nan",
    "-inf",
];

/// A text with something in it spoilt.
pub(crate) fn text(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(2) {
        bytes = match rng.below(5) {
            0 => bytes.get(..rng.below(bytes.len())).unwrap_or_default().to_vec(),
            1 => other_bytes(bytes, rng),
            2 => other_lines(&bytes, rng, 0),
            3 => other_lines(&bytes, rng, 2),
            _ => other_number(&bytes, rng),
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn other_bytes(mut bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    for _ in 0..=rng.below(4) {
        let n = rng.below(bytes.len());
        if let Some(byte) = bytes.get_mut(n) {
            *byte = rng.below(256) as u8;
        }
    }
    bytes
}

/// One line as often as is said: left out or doubled.
fn other_lines(bytes: &[u8], rng: &mut Rng, times: usize) -> Vec<u8> {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let chosen = rng.below(lines.len());
    let again = |(n, line): (usize, &[u8])| line.repeat(if n == chosen { times } else { 1 });
    lines.into_iter().enumerate().flat_map(again).collect()
}

fn other_number(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let digit = |n: usize| bytes.get(n).is_some_and(u8::is_ascii_digit);
    let starts: Vec<usize> = (0..bytes.len()).filter(|&n| digit(n) && (n == 0 || !digit(n - 1))).collect();
    let Some(&start) = rng.of(&starts) else { return bytes.to_vec() };
    let end = (start..bytes.len()).find(|&n| !digit(n)).unwrap_or(bytes.len());
    let number = rng.of(&WRITTEN).map_or(&b""[..], |number| number.as_bytes());
    [&bytes[..start], number, &bytes[end..]].concat()
}
