//! Rolling to defend and to attack (CBT-33 to -36, -39 to -48).
//!
//! All defenders roll before any attacker (BL-CBT-35, BL-AMB-202); what must be rolled again is rolled at once,
//! before anybody else rolls (BL-CBT-42, BL-DIC-07).

use super::dice::{SUCCESS, attack_again, defence, defence_again};
use super::{now, who};
use crate::event::{Event, Who};
use crate::knowledge::to_all;
use crate::state::{Allocated, Score, Side, State};
use dice::odds::Pool;
use dice::{D6, Dice, Faces, NeedsDice, Why, rerolled, succeeded, successes};
use umpire::{PieceId, RuleId, Scored, Tell};

/// The rule of a defender's roll.
const DEFENCE: &str = "BL-CBT-34";
/// The rule of an attacker's roll.
const ATTACK: &str = "BL-CBT-35";

/// Rolls for all combats of the turn, defenders first.
pub(super) fn all(
    state: &mut State,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    let mut scores = Vec::new();
    for defender in who::defenders(state) {
        scores.push(Score { defender, defence: defend(state, defender, dice, tell)?, attack: 0 });
    }
    for allocated in in_order(state) {
        let successes = strike(state, allocated, dice, tell)?;
        // BL-CBT-29: the dice of all attackers of a defender are added.
        if let Some(score) = scores.iter_mut().find(|score| score.defender == allocated.defender) {
            score.attack = score.attack.saturating_add(successes);
        }
    }
    for score in &scores {
        let unit = Who::of(state, score.defender);
        to_all(tell, Event::Scores { unit, defence: score.defence, attack: score.attack });
    }
    if let Some(combat) = now(state) {
        combat.scores = scores;
    }
    Ok(())
}

/// The allocated dice in the order of the contacts, whatever the order in which they were divided.
fn in_order(state: &mut State) -> Vec<Allocated> {
    let contacts = state.contacts.clone();
    let Some(combat) = now(state) else { return Vec::new() };
    let place =
        |a: &Allocated| contacts.iter().position(|c| c.attacker == a.attacker && c.defender == a.defender);
    combat.dice.sort_by_key(place);
    combat.dice.clone()
}

/// BL-CBT-32 to -34: a defender's score is the number of its dice that show 4 or more, once for all its
/// attackers together.
fn defend(
    state: &State,
    id: PieceId,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<u8, NeedsDice> {
    let Some(unit) = state.unit(id) else { return Ok(0) };
    let rolled = Rolled {
        side: unit.side,
        count: defence(state, unit).dice(),
        rule: RuleId::new(DEFENCE),
        purpose: "defence",
        again: defence_again(state, unit),
    };
    rolled.roll(Who::of(state, id), None, dice, tell)
}

/// BL-CBT-35, BL-CBT-36: the dice of one attacker against one defender are rolled by themselves, because what
/// is rolled again differs.
fn strike(
    state: &State,
    allocated: Allocated,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<u8, NeedsDice> {
    let (Some(attacker), Some(defender)) = (state.unit(allocated.attacker), state.unit(allocated.defender))
    else {
        return Ok(0);
    };
    if allocated.dice == 0 {
        return Ok(0);
    }
    let rolled = Rolled {
        side: attacker.side,
        count: allocated.dice,
        rule: RuleId::new(ATTACK),
        purpose: "attack",
        again: attack_again(state, attacker, defender),
    };
    rolled.roll(Who::of(state, attacker.id), Some(Who::of(state, defender.id)), dice, tell)
}

/// The successes of a roll beside what was to be expected of it; a roll told by another rule than its own was one
/// whose successes are rolled again.
pub fn scored(dice: usize, got: u8, rule: RuleId) -> Option<Scored> {
    let plain = Pool::new(u8::try_from(dice).ok()?, D6, SUCCESS);
    let again = rule != RuleId::new(DEFENCE) && rule != RuleId::new(ATTACK);
    let odds = if again { plain.successes_again() } else { plain }.odds().ok()?;
    Scored::new("successes", got.into(), &odds)
}

/// A roll to be made.
struct Rolled {
    side: Side,
    count: u8,
    rule: RuleId,
    purpose: &'static str,
    /// Why successes are rolled again, if they are.
    again: Option<RuleId>,
}

impl Rolled {
    /// Rolls, rolls successes again where that must be, tells, and gives the successes that count. The second
    /// result of a die replaces the first (BL-DIC-04).
    fn roll(
        &self,
        unit: Who,
        against: Option<Who>,
        dice: &mut dyn Dice,
        tell: &mut impl Tell<Event>,
    ) -> Result<u8, NeedsDice> {
        let first = dice.roll(Why::new(self.rule, self.purpose, self.side), self.count, D6)?;
        let mut again = Faces::new();
        let mut counted = first.clone();
        if let Some(rule) = self.again {
            let which = succeeded(&first, SUCCESS);
            again = dice.roll(Why::new(rule, self.purpose, self.side), which.len() as u8, D6)?;
            counted = rerolled(&first, &which, &again).unwrap_or(first.clone());
        }
        let successes = successes(&counted, SUCCESS) as u8;
        let small = |faces: &Faces| faces.iter().map(|face| *face as u8).collect();
        let (faces, again, rule) = (small(&first), small(&again), self.again.unwrap_or(self.rule));
        to_all(tell, Event::CombatDice { unit, against, faces, again, successes, rule });
        Ok(successes)
    }
}
