//! How many dice a unit rolls, and which of them it must roll again (CBT-06 to -21, -39 to -51).
//!
//! Modifiers stand in the book's order (T202). Each changes the number of dice, never what a die shows
//! (BL-CBT-08); all that apply are added together (BL-CBT-12).

use super::who::{
    attackers_of, contact_in_cover, flanked, garrison, has, higher, is, pairs, prepared, wholly_urban,
};
use crate::card::{Arm, Trait};
use crate::field::Kind;
use crate::state::{State, Unit};
use table::convex::Convex;
use umpire::{Modifier, RuleId};

/// A die of this or more is a success (BL-CBT-34, BL-CBT-35).
pub const SUCCESS: u32 = 4;

/// What a unit rolls: its basic dice and what changes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// Elan or ammo number (BL-CBT-06, BL-CBT-07).
    pub basic: u8,
    /// What is added and taken away, in the book's order.
    pub modifiers: Vec<Modifier>,
}

impl Pool {
    /// BL-CBT-09, BL-CBT-10: the dice after all modifiers; at least one, and no most.
    pub fn dice(&self) -> u8 {
        let sum: i32 = self.modifiers.iter().filter_map(|modifier| modifier.by).sum();
        (i32::from(self.basic) + sum).clamp(1, i32::from(u8::MAX)) as u8
    }
}

/// One modifier of the book.
fn modifier(applies: bool, rule: &str, phrase: &'static str, by: i32) -> Option<Modifier> {
    applies.then(|| Modifier { rule: RuleId::new(rule), phrase: phrase.into(), by: Some(by) })
}

/// The dice of an attacker (BL-CBT-11).
pub fn attack(state: &State, unit: &Unit) -> Pool {
    let modifiers = [shock(unit), difficult(state, unit, true), uphill(state, unit)];
    Pool { basic: unit.current().unwrap_or(0), modifiers: modifiers.into_iter().flatten().collect() }
}

/// The dice of a defender. Where the attack comes from does not matter to artillery either (BL-CBT-53).
pub fn defence(state: &State, unit: &Unit) -> Pool {
    let modifiers = [steady(unit), difficult(state, unit, false), conscript(state, unit), walls(state, unit)];
    Pool { basic: unit.current().unwrap_or(0), modifiers: modifiers.into_iter().flatten().collect() }
}

/// BL-CBT-13: shock troops attack with one die more.
fn shock(unit: &Unit) -> Option<Modifier> {
    modifier(has(unit, Trait::Shock), "BL-CBT-13", "shock", 1)
}

/// BL-CBT-14: steady troops defend with one die more.
fn steady(unit: &Unit) -> Option<Modifier> {
    modifier(has(unit, Trait::Steady), "BL-CBT-14", "steady", 1)
}

/// BL-CBT-15, BL-CBT-16: one die less for a unit even partly in difficult terrain, of however many pieces. It
/// is measured where the units stand after contact (BL-AMB-208).
fn difficult(state: &State, unit: &Unit, attacks: bool) -> Option<Modifier> {
    on_crossing(unit).or_else(|| in_terrain(state, unit)).or_else(|| {
        let into_town =
            || pairs(state).any(|(c, _, d)| c.attacker == unit.id && wholly_urban(&state.field, d));
        modifier(attacks && into_town(), "BL-URB-27", "attacks into an urban area", -1)
    })
}

/// BL-URB-19: a garrison does not count as being in difficult terrain.
fn in_terrain(state: &State, unit: &Unit) -> Option<Modifier> {
    let entered = state.field.entered(&Convex::from(unit.rect()), Kind::difficult)?;
    (!garrison(&state.field, unit)).then(|| Modifier {
        rule: RuleId::new("BL-CBT-15"),
        phrase: format!("partly in difficult terrain: {}", entered.kind.word()).into(),
        by: Some(-1),
    })
}

/// BL-CRS-13, BL-CRS-14: a unit of which a part is still on a crossing.
fn on_crossing(unit: &Unit) -> Option<Modifier> {
    modifier(unit.crossing.is_some(), "BL-CRS-13", "on a crossing", -1)
}

/// BL-CBT-17 to -19: one die less for an attacker that contacts any defender on higher ground, of its whole
/// pool; a defender gains or loses nothing by height.
fn uphill(state: &State, unit: &Unit) -> Option<Modifier> {
    let mut contacts = pairs(state).filter(|(contact, ..)| contact.attacker == unit.id);
    let any = contacts.any(|(contact, attacker, defender)| higher(&state.field, contact, attacker, defender));
    modifier(any, "BL-CBT-17", "contacts a higher defender", -1)
}

/// BL-CBT-20: conscript infantry attacked by cavalry.
fn conscript(state: &State, unit: &Unit) -> Option<Modifier> {
    let conscript = is(unit, Arm::Infantry) && has(unit, Trait::Conscript);
    modifier(
        conscript && attacked_by(state, unit, Arm::Cavalry),
        "BL-CBT-20",
        "conscripts against cavalry",
        -1,
    )
}

/// BL-CBT-21, BL-URB-24: a garrison attacked by infantry.
fn walls(state: &State, unit: &Unit) -> Option<Modifier> {
    let applies = garrison(&state.field, unit) && attacked_by(state, unit, Arm::Infantry);
    modifier(applies, "BL-CBT-21", "garrison against infantry", 2)
}

fn attacked_by(state: &State, unit: &Unit, arm: Arm) -> bool {
    attackers_of(state, unit.id).any(|attacker| is(attacker, arm))
}

/// Why a defender must roll its successes again, if it must. Two reasons roll a die again only once
/// (BL-CBT-41), so the first of the book is enough.
pub fn defence_again(state: &State, unit: &Unit) -> Option<RuleId> {
    flank_again(state, unit).or_else(|| cavalry_again(state, unit))
}

/// BL-CBT-39, BL-CBT-40: a flanked defender of any arm; BL-CBT-43, BL-URB-22: prepared infantry has no flanks.
fn flank_again(state: &State, unit: &Unit) -> Option<RuleId> {
    (!prepared(unit) && flanked(state, unit)).then(|| RuleId::new("BL-CBT-39"))
}

/// BL-CBT-46, BL-CBT-48: infantry attacked by cavalry, unless it is prepared. Woods and towns do not help it
/// (BL-CBT-51).
fn cavalry_again(state: &State, unit: &Unit) -> Option<RuleId> {
    let caught = is(unit, Arm::Infantry) && !prepared(unit) && attacked_by(state, unit, Arm::Cavalry);
    caught.then(|| RuleId::new("BL-CBT-46"))
}

/// Why an attacker must roll the successes of its dice against this defender again, if it must. Only those
/// dice (BL-AMB-211), and only successes (BL-AMB-210).
pub fn attack_again(state: &State, attacker: &Unit, defender: &Unit) -> Option<RuleId> {
    against_prepared(attacker, defender).or_else(|| against_cavalry(state, attacker, defender))
}

/// BL-CBT-44, BL-CBT-45: cavalry against prepared infantry; infantry does not.
fn against_prepared(attacker: &Unit, defender: &Unit) -> Option<RuleId> {
    (is(attacker, Arm::Cavalry) && prepared(defender)).then(|| RuleId::new("BL-CBT-44"))
}

/// BL-CBT-47: infantry against cavalry; BL-CBT-49, BL-URB-30: not where they meet in a town or in woods.
fn against_cavalry(state: &State, attacker: &Unit, defender: &Unit) -> Option<RuleId> {
    let meets = is(attacker, Arm::Infantry) && is(defender, Arm::Cavalry);
    (meets && !contact_in_cover(&state.field, attacker, defender)).then(|| RuleId::new("BL-CBT-47"))
}
