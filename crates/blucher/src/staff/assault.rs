//! Charges by one unit or several at one enemy, with the exact odds of the combat they lead to.

use super::chances::{self, Defender};
use super::picture::{Brigade, Picture};
use super::stand::reaches;
use crate::card::Arm;
use crate::charge;
use crate::combat::odds::dice_against;
use crate::combat::{dice as pools, who};
use crate::movement::nobody_overlaps;
use crate::state::{Activation, Method, State, Unit};
use table::heading::{Heading, Turn};
use umpire::PieceId;

/// At most so many units charge one enemy together.
const TOGETHER: usize = 3;

/// A charge or several at one enemy.
#[derive(Clone)]
pub(super) struct Assault {
    /// The enemy.
    pub(super) target: PieceId,
    /// Who charges, and by which pivots, in order.
    pub(super) charges: Vec<(PieceId, Turn)>,
    /// What the enemy is expected to lose beyond what the chargers lose.
    pub(super) gain: f64,
}

/// What the active side gains by the combats that are still to be rolled: what the defenders lose, less what
/// the attackers do, which counts by `care`. A unit of each is worth so much beside its elan.
fn combats(state: &State, care: f64, own: f64, foe: f64) -> f64 {
    let mut gain = 0.0;
    let mut met: Vec<(PieceId, f64)> = Vec::new();
    for defender in who::defenders(state).into_iter().filter_map(|id| state.unit(id)) {
        let expected = expected(state, defender);
        gain += expected.loss(foe);
        met.push((defender.id, expected.stands));
    }
    for attacker in who::attackers(state).into_iter().filter_map(|id| state.unit(id)) {
        let stands = |d: &Unit| met.iter().find(|(id, _)| *id == d.id).map_or(0.0, |(_, stands)| *stands);
        let none = who::defenders_of(state, attacker.id).map(|d| 1.0 - stands(d)).product::<f64>();
        gain -= care * chances::price(attacker.current().unwrap_or(0), 1.0 - none, own);
    }
    gain
}

/// What is to be expected of the combat of one defender. An unknown one is taken for plain infantry.
pub(super) fn expected(state: &State, defender: &Unit) -> chances::Expected {
    let plain = defender.card.get().is_none();
    let dice = if plain { 5 } else { pools::defence(state, defender).dice() };
    let defence = chances::scores(dice.into(), pools::defence_again(state, defender).is_some());
    let mut attack = vec![1.0];
    for attacker in who::attackers_of(state, defender.id) {
        let dice = dice_against(state, attacker, defender.id);
        let again = pools::attack_again(state, attacker, defender).is_some();
        attack = chances::sum(&attack, chances::scores(dice.into(), again));
    }
    let one = Defender {
        arm: defender.arm.get().copied().unwrap_or(Arm::Infantry),
        now: defender.current().unwrap_or(5),
        held: who::infantry_against_cavalry(state, defender),
    };
    chances::combat(&attack, defence, one)
}

impl Picture<'_> {
    fn combats(&self, state: &State) -> f64 {
        combats(state, self.posture.all.care, self.own_body, self.foe_body)
    }

    /// Assaults that the units not yet activated could make, the best first.
    pub(super) fn assaults(&self) -> Vec<Assault> {
        let base = self.combats(self.state);
        let mut found = Vec::new();
        for foe in &self.foes {
            let near = |unit: &&Brigade| !unit.activated && reaches(unit, unit.spot, foe.spot);
            let mut chargers: Vec<(f64, &Brigade)> =
                self.own.iter().filter(near).map(|unit| (self.promise(unit, unit.spot, foe), unit)).collect();
            chargers.sort_by(|a, b| b.0.total_cmp(&a.0));
            // What nobody would dare alone and nobody would join is not looked at any closer.
            let best = chargers.first().map_or(f64::NEG_INFINITY, |(gain, _)| *gain);
            let attacked = self.state.contacts.iter().any(|contact| contact.defender == foe.id);
            let best = best + 0.6 * self.prize(foe);
            if best > self.dared().min(0.0) || attacked && best > -1.5 || chargers.len() > 1 && best > -1.0 {
                found.extend(self.together(foe, &chargers, base));
            }
        }
        found.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        found
    }

    /// The best first charger, then the next best as long as there is room, and so on.
    fn together(&self, foe: &Brigade, chargers: &[(f64, &Brigade)], base: f64) -> Vec<Assault> {
        let mut found: Vec<Assault> = Vec::new();
        let prize = self.prize(foe);
        let mut state = self.state.clone();
        // The units that charge together are of one force; which method calls it does not matter here.
        let force = chargers.iter().map(|(_, unit)| unit.id).collect();
        let method = Method::Individual;
        state.activation =
            Some(Activation { method, force, ordered: vec![], lengths: vec![], doubts: vec![] });
        let mut charges: Vec<(PieceId, Turn)> = Vec::new();
        for (_, unit) in chargers {
            let Some((turn, after)) = charged(&state, unit, foe) else { continue };
            charges.push((unit.id, turn));
            let away = after.unit(foe.id).map_or(0.0, |unit| 1.0 - expected(&after, unit).stands);
            let gain = self.combats(&after) - base + prize * away;
            found.push(Assault { target: foe.id, charges: charges.clone(), gain });
            state = after;
            if charges.len() == TOGETHER {
                break;
            }
        }
        found
    }
}

/// Where a charge is aimed at, from the target's middle to its right, in BW.
const AIMED: [f64; 5] = [0.0, 0.35, -0.35, 0.48, -0.48];

/// A charge at the middle of a unit or beside it, wherever there is room.
fn charged(state: &State, unit: &Brigade, foe: &Brigade) -> Option<(Turn, State)> {
    let crowded = !state.contacts.is_empty();
    let way = foe.spot.middle() - unit.spot.at;
    let aside = way.unit()?.right();
    let turns = AIMED.into_iter().map_while(|off| {
        let exact = unit.pose.heading.turn_to(Heading::of(way + aside * off)?).0;
        // Half a degree is the step of a charge's pivot (BL-AMB-20), 45° its end.
        Some(Turn(libm::round(f64::from(exact) / 500.0).clamp(-90.0, 90.0) as i32 * 500))
    });
    charge::attempts(state, unit.id, foe.id, turns)
        .find(|(_, after)| !crowded || nobody_overlaps(after).is_ok())
}
