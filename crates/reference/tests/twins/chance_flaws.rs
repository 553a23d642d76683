//! Flaws in what is said of chance.

use crate::broken::Flaw;
use dice::odds::Ratio;
use reference::Picket;
use reference::step::Step;
use umpire::{Case, Game, Known, Odds};

fn with_cases(known: &Known<Picket>, steps: &[Step], change: impl Fn(&mut Case)) -> Vec<Odds> {
    let mut odds = Picket::odds(known, steps);
    odds.iter_mut().flat_map(|odds| &mut odds.cases).for_each(change);
    odds
}

/// One thing that can happen is left out.
pub(crate) struct NotAll;
impl Flaw for NotAll {
    fn odds(&self, known: &Known<Picket>, steps: &[Step]) -> Vec<Odds> {
        with_cases(known, steps, |case| drop(case.chances.pop()))
    }
}

/// Something is said to happen with no chance.
pub(crate) struct Impossible;
impl Flaw for Impossible {
    fn odds(&self, known: &Known<Picket>, steps: &[Step]) -> Vec<Odds> {
        with_cases(known, steps, |case| case.chances.push(("nothing".into(), Ratio::ZERO)))
    }
}
