//! Charges by one unit or several at one enemy, with the exact odds of the combat they lead to.

use super::chances::{self, Defender};
use super::picture::{Brigade, Picture};
use super::stand::reaches;
use crate::card::Arm;
use crate::charge::{self, Target};
use crate::combat::odds::dice_against;
use crate::combat::{dice as pools, who};
use crate::movement::nobody_overlaps;
use crate::state::{Activation, Method, State, Unit};
use table::heading::Turn;
use umpire::{Doubts, PieceId};

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
/// the attackers do.
pub(super) fn combats(state: &State) -> f64 {
    let mut gain = 0.0;
    let mut met: Vec<(PieceId, f64)> = Vec::new();
    for defender in who::defenders(state).into_iter().filter_map(|id| state.unit(id)) {
        let expected = expected(state, defender);
        gain += expected.loss;
        met.push((defender.id, expected.stands));
    }
    for attacker in who::attackers(state).into_iter().filter_map(|id| state.unit(id)) {
        let stands = |d: &Unit| met.iter().find(|(id, _)| *id == d.id).map_or(0.0, |(_, stands)| *stands);
        let none = who::defenders_of(state, attacker.id).map(|d| 1.0 - stands(d)).product::<f64>();
        gain -= chances::price(attacker.current().unwrap_or(0), 1.0 - none);
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
    /// Assaults that the units for which `free` holds could make, the best first.
    pub(super) fn assaults(&self, free: impl Fn(&Brigade) -> bool) -> Vec<Assault> {
        let may = |unit: &Brigade| {
            let near = |foe: &Brigade| reaches(unit, unit.spot, foe.spot);
            !unit.activated && free(unit) && self.foes.iter().any(near)
        };
        let chargers: Vec<(PieceId, Vec<Target>)> = self
            .own
            .iter()
            .filter(|unit| may(unit))
            .map(|unit| (unit.id, charge::legal_targets(self.state, unit.id, &mut Doubts::new())))
            .collect();
        let base = combats(self.state);
        let mut found = Vec::new();
        for foe in &self.foes {
            let against: Vec<(PieceId, &Target)> = chargers
                .iter()
                .filter_map(|(id, targets)| Some((*id, targets.iter().find(|t| t.unit == foe.id)?)))
                .collect();
            if !against.is_empty() {
                found.extend(self.together(foe.id, &against, base));
            }
        }
        found.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        found
    }

    /// The best first charger, then who adds most, and so on.
    fn together(&self, target: PieceId, against: &[(PieceId, &Target)], base: f64) -> Vec<Assault> {
        let mut found: Vec<Assault> = Vec::new();
        let mut state = self.state.clone();
        // The units that charge together are of one force; which method calls it does not matter here.
        let force = against.iter().map(|(id, _)| *id).collect();
        let method = Method::Individual;
        state.activation = Some(Activation { method, force, ordered: vec![], doubts: vec![] });
        let mut charges: Vec<(PieceId, Turn)> = Vec::new();
        while charges.len() < TOGETHER.min(against.len()) {
            let left = against.iter().filter(|(id, _)| !charges.iter().any(|(done, _)| done == id));
            let tried = left.filter_map(|(id, how)| charged(&state, *id, how, !charges.is_empty()));
            let next = tried.max_by(|a, b| a.gain.total_cmp(&b.gain));
            let Some(next) = next else { break };
            charges.push((next.by, next.turn));
            found.push(Assault { target, charges: charges.clone(), gain: next.gain - base });
            state = next.after;
        }
        found
    }
}

/// One more charge on a state.
struct Charged {
    by: PieceId,
    turn: Turn,
    gain: f64,
    after: State,
}

/// A charge by the pivot in the middle, or by another if that one has no room.
fn charged(state: &State, by: PieceId, how: &Target, crowded: bool) -> Option<Charged> {
    let last = how.turns.len().checked_sub(1)?;
    let places = [last / 2, last / 8, last - last / 8, last / 3, last - last / 3];
    let tries = if crowded { 5 } else { 1 };
    places.into_iter().take(tries).find_map(|place| {
        let turn = *how.turns.get(place)?;
        let mut after = state.clone();
        charge::carry_out(&mut after, by, turn, how.unit, &mut Doubts::new()).ok()?;
        if crowded && nobody_overlaps(&after).is_err() {
            return None;
        }
        Some(Charged { by, turn, gain: combats(&after), after })
    })
}
