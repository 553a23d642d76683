//! What the tests of retreats have in common: a unit that must retreat, and what it may do.

use crate::retreat::{Retreats, Way, carry_out, legal};
use crate::state::{Combat, Phase, Stage, State, Unit};
use crate::testing::{Field, field};
use umpire::PieceId;

/// A state in which a unit must retreat.
pub(super) struct Retreating {
    pub(super) field: Field,
    pub(super) state: State,
    pub(super) id: PieceId,
}

/// Units in contact, and the one of them that must retreat from the combat.
pub(super) fn beaten(text: &str, contacts: &[(&str, &str)], unit: &str) -> Retreating {
    let field = field(text);
    let (mut state, id) = (field.contact(contacts), field.id(unit));
    let stage = if field.unit(unit).side == state.active {
        Stage::Attackers { left: vec![id] }
    } else {
        Stage::Defenders { left: vec![], retreating: Some(id) }
    };
    state.phase = Phase::Combat(Combat { dice: vec![], scores: vec![], stage });
    Retreating { field, state, id }
}

/// A battery that was shot at by others, and must retreat from fire.
pub(super) fn shot_at(text: &str, shooters: &[&str], unit: &str) -> Retreating {
    let field = field(text);
    let (mut state, id) = (field.truth(), field.id(unit));
    let shooters = shooters.iter().map(|name| (field.id(name), id, field.unit(name).pose)).collect();
    state.phase = Phase::FireRetreats { left: vec![id], shooters };
    Retreating { field, state, id }
}

impl Retreating {
    /// All it may choose from; none if it is broken.
    pub(super) fn ways(&self) -> Vec<Way> {
        match legal(&self.state, self.id) {
            Retreats::Ways(ways) => ways,
            Retreats::Broken(_) => Vec::new(),
        }
    }

    /// The rule that breaks it, if it has nothing to choose from.
    pub(super) fn broken_by(&self) -> Option<String> {
        match legal(&self.state, self.id) {
            Retreats::Ways(_) => None,
            Retreats::Broken(rule) => Some(rule.to_string()),
        }
    }

    /// The bearings it may choose from.
    pub(super) fn bearings(&self) -> Vec<u16> {
        self.ways().iter().map(|way| way.bearing).collect()
    }

    /// The way on a bearing.
    pub(super) fn way(&self, bearing: u16) -> Way {
        let ways = self.ways();
        *ways.iter().find(|way| way.bearing == bearing).unwrap_or_else(|| panic!("{bearing} not in {ways:?}"))
    }

    /// The rules that refuse a bearing, sorted; none if it is accepted.
    pub(super) fn refused(&self, bearing: u16) -> Vec<String> {
        let mut state = self.state.clone();
        let why = carry_out(&mut state, self.id, bearing).err().unwrap_or_default();
        if !why.is_empty() {
            assert_eq!(state, self.state, "a refused retreat changes nothing");
        }
        let mut rules: Vec<String> = why.iter().map(|why| why.rule.to_string()).collect();
        rules.sort();
        rules
    }

    /// The state after a retreat that must be accepted.
    pub(super) fn after(&self, bearing: u16) -> State {
        let mut state = self.state.clone();
        carry_out(&mut state, self.id, bearing).unwrap_or_else(|why| panic!("{why:?}"));
        state
    }

    /// The unit after a retreat that must be accepted.
    pub(super) fn gone(&self, bearing: u16) -> Unit {
        let after = self.after(bearing);
        after.unit(self.id).unwrap_or_else(|| panic!("it left the table")).clone()
    }
}

/// Bearings from one to another.
pub(super) fn range(from: u16, to: u16) -> Vec<u16> {
    (from..=to).collect()
}
