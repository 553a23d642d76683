//! States and odds.

use crate::clock::best;
use dice::Hex;
use dice::odds::Pool;
use reference::Picket;
use umpire::{Battle, Chance, DiceFrom, Opening, Viewer};

/// A state of the reference game with so many units, cloned. Its battles are smaller: the units of one are
/// repeated.
pub(crate) fn clone(units: usize) -> impl FnMut() -> usize {
    let mut state = battle().known(Viewer::All).state().clone();
    let few = state.units.clone();
    state.units = few.iter().cycle().take(units).cloned().collect();
    move || {
        let copy = state.clone();
        copy.units.len()
    }
}

/// A battle of the reference game.
fn battle() -> Battle<Picket> {
    let scenario = reference::scenarios().swap_remove(0);
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![1; 32]), added: Vec::new() };
    match Battle::open(Opening { scenario, chance, given: Vec::new() }) {
        Ok(battle) => battle,
        Err(answer) => panic!("a scenario of the reference game does not open: {answer:?}"),
    }
}

/// Microseconds for the exact odds of twelve dice whose successes are rolled again.
pub(crate) fn odds() -> f64 {
    best(|| Pool::new(12, 6, 4).successes_again().odds()) * 1e6
}
