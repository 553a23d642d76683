//! The information phase (CON-09 to -15): discovery of concealed units.

use crate::event::Event;
use crate::knowledge;
use crate::scale::{BW, EPS};
use crate::sight::Eyes;
use crate::state::{State, Unit};
use table::distance::within;
use umpire::{PieceId, RuleId, Tell};

/// BL-CON-09: how near an active unit must be.
const NEAR: i32 = 4 * BW;

/// BL-CON-09 to -12: reveals every concealed passive unit that has one active unit within 4 BW and is seen by
/// one, the same or another. Concealed units spot too, and stay concealed (BL-CON-14).
pub fn discover(state: &mut State, tell: &mut impl Tell<Event>) {
    for id in discovered(state) {
        knowledge::reveal(state, id, RuleId::new("BL-CON-09"), tell);
    }
}

/// The concealed passive units that are discovered.
pub fn discovered(state: &State) -> Vec<PieceId> {
    let hidden = |unit: &&Unit| !unit.revealed();
    if !state.of_side(state.passive()).any(|unit| hidden(&unit)) {
        return Vec::new();
    }
    let eyes = Eyes::new(state);
    let spotters: Vec<&Unit> = state.of_side(state.active).collect();
    let near = |target: &Unit| {
        spotters.iter().any(|spotter| within(&spotter.rect(), &target.rect(), f64::from(NEAR), EPS))
    };
    let seen = |target: &Unit| spotters.iter().any(|spotter| eyes.sees(spotter, target).is_some());
    let found = state.of_side(state.passive()).filter(hidden).filter(|target| near(target) && seen(target));
    found.map(|unit| unit.id).collect()
}
