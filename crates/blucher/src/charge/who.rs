//! Who may charge at all, and by how much it may turn (CHG-01, -02, -04, ENG-09, AMB-20).

use super::course::Charger;
use crate::card::{Arm, Card, Trait};
use crate::event::name;
use crate::refuse::{Ruled, footprint, refusal, unless};
use crate::state::{State, Unit};
use table::heading::Turn;
use umpire::{Doubts, Refusal, RuleId};

/// BL-CHG-04: the widest pivot of a charge, either way.
pub(super) const WIDEST: i32 = 45_000;
/// BL-AMB-20: charge pivots are multiples of half a degree.
pub(super) const STEP: i32 = 500;

/// BL-AMB-20: all pivots of a charge, from left to right.
pub(super) fn turns() -> impl Iterator<Item = Turn> {
    (-WIDEST / STEP..=WIDEST / STEP).map(|n| Turn(n * STEP))
}

/// BL-CHG-04, BL-AMB-20: a pivot of at most 45° either way, in steps of half a degree.
pub(super) fn turn_allowed(turn: Turn) -> Ruled {
    unless(turn.size() <= WIDEST, || {
        let sentence = format!("it would have to turn {} to charge, and 45° are allowed", degrees(turn));
        refusal("BL-CHG-04", sentence).number("pivot", i64::from(turn.0))
    })?;
    unless(turn.0 % STEP == 0, || {
        let sentence = format!("a charge turns by a multiple of 0.5°, not by {}", degrees(turn));
        refusal("BL-AMB-20", sentence).number("pivot", i64::from(turn.0))
    })
}

fn degrees(turn: Turn) -> String {
    format!("{:.1}°", f64::from(turn.size()) / 1000.0)
}

/// Every reason why a unit may charge nobody at all.
pub(super) fn may_charge(charger: &Charger, doubts: &mut Doubts) -> Vec<Refusal> {
    let Charger { state, unit, card, .. } = charger;
    let rules = [
        not_artillery(unit, card),
        not_fatigued(unit, card),
        conscript_not_engaged_by_cavalry(state, unit, card, doubts),
    ];
    rules.into_iter().filter_map(Result::err).collect()
}

/// BL-CHG-01: artillery does not charge.
fn not_artillery(unit: &Unit, card: &Card) -> Ruled {
    unless(card.arm != Arm::Artillery, || {
        refusal("BL-CHG-01", "only infantry and cavalry charge").place(footprint(unit))
    })
}

/// BL-CHG-02: a fatigued unit, whose elan is 1, does not charge.
fn not_fatigued(unit: &Unit, card: &Card) -> Ruled {
    let elan = unit.marks.get().and_then(|marks| card.elan(*marks));
    unless(elan.is_none_or(|elan| elan > 1), || {
        let elan = elan.unwrap_or(0);
        refusal("BL-CHG-02", "a fatigued unit does not charge")
            .number("elan", i64::from(elan))
            .place(footprint(unit))
    })
}

/// BL-ENG-09: a conscript unit that began the phase in the engagement zone of enemy cavalry charges nothing.
fn conscript_not_engaged_by_cavalry(state: &State, unit: &Unit, card: &Card, doubts: &mut Doubts) -> Ruled {
    if !card.has(Trait::Conscript) {
        return Ok(());
    }
    let rule = RuleId::new("BL-ENG-09");
    for enemy in unit.engaged_by.iter().filter_map(|id| state.unit(*id)) {
        if enemy.arm.ask(rule, doubts) == Some(&Arm::Cavalry) {
            let cavalry = name(state, enemy.id);
            let sentence =
                format!("a conscript unit may not charge: {cavalry}, cavalry, engaged it as the phase began");
            return Err(refusal("BL-ENG-09", sentence)
                .number("by", i64::from(enemy.id.0))
                .place(footprint(enemy)));
        }
    }
    Ok(())
}
