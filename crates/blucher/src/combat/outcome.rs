//! What comes of the scores (RES): one rule for defenders, one for attackers; and the steps in which they are
//! carried out (BL-RES-33).

use super::who::{self, infantry_against_cavalry, is, still_in_contact};
use crate::card::Arm;
use crate::event::{Event, Who};
use crate::knowledge::to_all;
use crate::play::leave;
use crate::state::{Left, Phase, Score, State, Unit};
use umpire::{PieceId, RuleId, Tell};

/// What a defender suffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// Fatigues it takes.
    pub fatigues: u8,
    /// What it does then.
    pub fate: Fate,
    /// By which rule.
    pub rule: RuleId,
}

/// What a defender does after its combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It stands where it is.
    Stands,
    /// It must retreat.
    Retreats,
    /// It is broken.
    Breaks,
}

/// BL-RES-01, BL-RES-02: a defender has won unless the attack score is higher than its own.
pub const fn won(score: Score) -> bool {
    score.attack <= score.defence
}

/// What a defender suffers by its scores. `held`: it is infantry in combat with cavalry.
pub fn of_defender(arm: Arm, elan: u8, held: bool, score: Score) -> Outcome {
    if arm == Arm::Artillery {
        return of_artillery(score);
    }
    // BL-RES-05: a winner takes one fatigue; BL-RES-03: a loser as many as the difference.
    let (fatigues, rule) =
        if won(score) { (1, "BL-RES-05") } else { (score.attack - score.defence, "BL-RES-03") };
    let fate = if fatigues >= elan {
        Fate::Breaks // BL-RES-06, BL-RES-07
    } else if won(score) || held {
        Fate::Stands // BL-RES-23
    } else {
        Fate::Retreats // BL-RES-04
    };
    Outcome { fatigues, fate, rule: RuleId::new(rule) }
}

/// BL-RES-18 to -21, BL-AMB-217: artillery takes no fatigues. Doubled it breaks, outscored it retreats,
/// otherwise it has won unharmed.
fn of_artillery(score: Score) -> Outcome {
    let doubled = u16::from(score.attack) >= 2 * u16::from(score.defence);
    let (fate, rule) = match (won(score), doubled) {
        (true, _) => (Fate::Stands, "BL-RES-21"),
        (false, true) => (Fate::Breaks, "BL-RES-19"),
        (false, false) => (Fate::Retreats, "BL-RES-20"),
    };
    Outcome { fatigues: 0, fate, rule: RuleId::new(rule) }
}

/// BL-RES-10 to -13: an attacker takes one fatigue for having attacked, and one more if any defender that it
/// contacted has won and is not broken.
pub const fn fatigues_of_attacker(a_winner_stands: bool) -> u8 {
    if a_winner_stands { 2 } else { 1 }
}

/// BL-RES-26, -27, -35, BL-AMB-215: is a defender forced back by an attacker in contact with it? By unbroken
/// infantry that attacked cavalry, unless it is itself infantry that does not give way to cavalry.
pub const fn forces(attacker_held: bool, defender_held: bool) -> bool {
    attacker_held && !defender_held
}

/// The scores of a defender.
pub fn score_of(state: &State, defender: PieceId) -> Option<Score> {
    match &state.phase {
        Phase::Combat(combat) => combat.scores.iter().find(|score| score.defender == defender).copied(),
        _ => None,
    }
}

/// What a defender on the table suffers.
pub fn outcome_of(state: &State, unit: &Unit) -> Option<Outcome> {
    let score = score_of(state, unit.id)?;
    Some(of_defender(*unit.arm.get()?, unit.current()?, infantry_against_cavalry(state, unit), score))
}

/// BL-RES-08: the defender that is dealt with next if there is nothing to choose. Those that stand where they
/// are come first, because they change nothing for the others; the order of the rest matters only if one of
/// them retreats.
pub fn next_defender(state: &State, left: &[PieceId]) -> Option<PieceId> {
    let fate = |id: &PieceId| state.unit(*id).and_then(|unit| outcome_of(state, unit)).map(|o| o.fate);
    let stands = left.iter().find(|id| fate(id).is_none_or(|fate| fate == Fate::Stands));
    let free = left.len() == 1 || !left.iter().any(|id| fate(id) == Some(Fate::Retreats));
    stands.or_else(|| left.first().filter(|_| free)).copied()
}

/// S1: a defender takes its fatigues and is removed if it breaks. True if it must retreat then.
pub fn suffer(state: &mut State, id: PieceId, tell: &mut impl Tell<Event>) -> bool {
    let Some(outcome) = state.unit(id).and_then(|unit| outcome_of(state, unit)) else { return false };
    let lost = score_of(state, id).is_some_and(|score| !won(score));
    if outcome.fatigues > 0 {
        let breaks = if lost { "BL-RES-06" } else { "BL-RES-07" };
        fatigue(state, id, outcome.fatigues, outcome.rule, RuleId::new(breaks), tell);
    } else if outcome.fate == Fate::Breaks {
        leave(state, id, Left::Broken, outcome.rule, tell);
    }
    if lost && outcome.fate == Fate::Stands {
        to_all(tell, Event::Stands { unit: Who::of(state, id), rule: RuleId::new("BL-RES-23") });
    }
    outcome.fate == Fate::Retreats
}

/// Marks boxes of infantry or cavalry; a unit without an unmarked one is broken at once (BL-UNT-08, BL-UNT-11).
fn fatigue(
    state: &mut State,
    id: PieceId,
    fatigues: u8,
    rule: RuleId,
    breaks: RuleId,
    tell: &mut impl Tell<Event>,
) {
    let Some(unit) = state.unit_mut(id) else { return };
    let marks = unit.marks.truth().saturating_add(fatigues);
    unit.marks.set(marks.min(unit.card.truth().track.len() as u8));
    let broken = unit.current() == Some(0);
    to_all(tell, Event::Fatigued { unit: Who::of(state, id), fatigues, rule });
    if broken {
        leave(state, id, Left::Broken, breaks, tell);
    }
}

/// S2: all attackers take their fatigues; the broken ones are removed (BL-RES-14).
pub fn attackers_suffer(state: &mut State, tell: &mut impl Tell<Event>) {
    for id in who::attackers(state) {
        let stands = state.contacts.iter().filter(|contact| contact.attacker == id).any(|contact| {
            state.unit(contact.defender).is_some() && score_of(state, contact.defender).is_some_and(won)
        });
        let rule = RuleId::new(if stands { "BL-RES-11" } else { "BL-RES-10" });
        fatigue(state, id, fatigues_of_attacker(stands), rule, RuleId::new("BL-RES-14"), tell);
    }
}

/// S3: the defenders that are forced back by infantry they are still in contact with (BL-AMB-216).
pub fn forced_back(state: &State) -> Vec<PieceId> {
    let held = |unit: &Unit| infantry_against_cavalry(state, unit);
    let mut forced = Vec::new();
    for (_, attacker, defender) in who::pairs(state) {
        let new = !forced.contains(&defender.id);
        if new && forces(held(attacker), held(defender)) && still_in_contact(attacker, defender) {
            forced.push(defender.id);
        }
    }
    forced
}

/// S4, BL-RES-15, BL-RES-17: the attackers still in contact with a defender. Infantry that attacked cavalry is
/// so only with infantry that does not give way either: then the attacker does (BL-AMB-215).
pub fn still_engaged(state: &State) -> Vec<PieceId> {
    let mut engaged = Vec::new();
    for (_, attacker, defender) in who::pairs(state) {
        if !engaged.contains(&attacker.id) && still_in_contact(attacker, defender) {
            engaged.push(attacker.id);
        }
    }
    engaged
}

/// BL-RES-27, BL-RES-35: a defender that is forced back has won, or it would have gone back before.
pub fn tell_forced(state: &State, forced: &[PieceId], tell: &mut impl Tell<Event>) {
    for id in forced {
        to_all(tell, Event::GivesWay { unit: Who::of(state, *id), rule: RuleId::new("BL-RES-27") });
    }
}

/// BL-RES-26: of the attackers that go back those that outscored all whom they are still in contact with.
pub fn tell_engaged(state: &State, engaged: &[PieceId], tell: &mut impl Tell<Event>) {
    for id in engaged {
        let mut held_by = who::pairs(state)
            .filter(|(_, attacker, defender)| attacker.id == *id && still_in_contact(attacker, defender));
        if held_by.all(|(_, _, defender)| score_of(state, defender.id).is_some_and(|score| !won(score))) {
            to_all(tell, Event::GivesWay { unit: Who::of(state, *id), rule: RuleId::new("BL-RES-26") });
        }
    }
}

/// S5, BL-RES-22, -31, -32: artillery that was attacked and is still on the table marks one box, whether it
/// stood or retreated; after its last it retires.
pub fn artillery_marks(state: &mut State, tell: &mut impl Tell<Event>) {
    for id in who::defenders(state) {
        let Some(unit) = state.unit_mut(id).filter(|unit| is(unit, Arm::Artillery)) else { continue };
        let marks = unit.marks.truth().saturating_add(1);
        unit.marks.set(marks);
        let spent = unit.current() == Some(0);
        to_all(tell, Event::Marked { unit: Who::of(state, id), rule: RuleId::new("BL-RES-22") });
        if spent {
            leave(state, id, Left::Retired, RuleId::new("BL-RES-31"), tell);
        }
    }
}
