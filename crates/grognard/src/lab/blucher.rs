//! How the lab reads a battle of Blücher: its charges.

use blucher::step::{Order, Step};
use blucher::{Blucher, scenarios};
use lab::{Charges, Fields, Reader};
use umpire::{Game, Known};

/// Adds the game.
pub(super) fn add(fields: Fields) -> Fields {
    fields.with::<Blucher>(scenarios(), Reader { charges })
}

fn charges(known: &Known<Blucher>, steps: &[Step]) -> Charges {
    let charge = |step: &&Step| matches!(step, Step::Order { order: Order::Charge { .. }, .. });
    let made = steps.iter().filter(charge).count() as u32;
    // The odds cost something; most drafts have no charge.
    let rash = if made == 0 { 0 } else { rash(known, steps) };
    Charges { made, rash }
}

/// How many of the charges of a draft have a chance below 40 % that the charger stands.
fn rash(known: &Known<Blucher>, steps: &[Step]) -> u32 {
    let cards = Blucher::odds(known, steps).into_iter().filter(|odds| odds.title.ends_with(" attacks"));
    let stands = cards.map(|odds| {
        let chances = odds.cases.into_iter().next().map(|case| case.chances).unwrap_or_default();
        let kept = chances.iter().filter(|(sentence, _)| sentence.ends_with("stands"));
        kept.map(|(_, chance)| chance.num() as f64 / chance.den() as f64).sum::<f64>()
    });
    stands.filter(|chance| *chance < 0.4).count() as u32
}
