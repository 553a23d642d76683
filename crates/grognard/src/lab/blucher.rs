//! How the lab reads a battle of Blücher: its dice against their exact average, and its charges.

use blucher::event::Event;
use blucher::fire;
use blucher::state::State;
use blucher::step::{Order, Step};
use blucher::{Blucher, scenarios};
use dice::D6;
use dice::odds::Pool;
use lab::{Charges, Fields, Reader, Scored};
use umpire::{Doubts, Game, Known, PieceId, RuleId, Scenario, Seats};

/// A die of fire hits with this, a die of combat succeeds with that.
const HIT: u32 = 6;
const SUCCESS: u32 = 4;
/// The rules of combat dice that are not rolled again.
const ONCE: [RuleId; 2] = [RuleId::new("BL-CBT-34"), RuleId::new("BL-CBT-35")];

/// Adds the game: its scenarios, and a pickup battle that sets up a new table for each seed.
pub(super) fn add(fields: Fields) -> Fields {
    let pickup = include_str!("../../../../scenarios/blucher/pickup.toml");
    let mut all = scenarios();
    all.push(Scenario { name: "pickup".to_owned(), text: pickup.to_owned() });
    fields.with::<Blucher>(all, Reader { scored, charges })
}

/// Shots by what they could hit, combat dice by what they could succeed.
fn scored(before: &State, _: &[Step], events: &[(Seats, Event)]) -> Vec<Scored> {
    let of = |event: &Event| match event {
        Event::Shot { unit, target, hits, .. } => {
            let plan = fire::plan(before, unit.id, target.id, &mut Doubts::new()).ok()?;
            let pool = Pool { bonus: plan.bonus, ..Pool::new(plan.dice, D6, HIT) };
            against(before, unit.id, *hits, pool)
        }
        Event::CombatDice { unit, faces, successes, rule, .. } => {
            let pool = Pool::new(faces.len() as u8, D6, SUCCESS);
            let pool = if ONCE.contains(rule) { pool } else { pool.successes_again() };
            against(before, unit.id, *successes, pool)
        }
        _ => None,
    };
    events.iter().filter_map(|(_, event)| of(event)).collect()
}

fn against(state: &State, unit: PieceId, got: u8, pool: Pool) -> Option<Scored> {
    let mean = pool.odds().ok()?.mean().ok()?;
    let expected = (mean.num * 2000 + mean.den as i128) / (2 * mean.den as i128);
    Some(Scored { side: state.unit(unit)?.side, got: i64::from(got) * 1000, expected: expected as i64 })
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
