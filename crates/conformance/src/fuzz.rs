//! Steps that nobody would offer: valid ones with a number, a word or a handle changed.

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
