//! Engagement zones (MEA-11 to -16, AMB-05, AMB-06).

use crate::scale::{BW, EPS};
use crate::state::{State, Unit, enemy};
use table::rect::Rect;
use table::zone::Lines;
use umpire::PieceId;

/// BL-MEA-12, BL-AMB-05: is a footprint in the engagement zone of this unit? Facing, sight, units and terrain
/// between do not matter.
pub fn engages(by: &Unit, footprint: &Rect) -> bool {
    may_engage(by, footprint) && Lines::from(&by.rect()).ahead(f64::from(BW), EPS).holds(footprint).is_some()
}

/// No point of the zone is farther than 1.12 BW from the centerpoint, none of a footprint farther than 0.71 BW from
/// its middle. Cheap, and mostly they are farther apart.
fn may_engage(by: &Unit, footprint: &Rect) -> bool {
    let reach = f64::from(BW) * 1.85;
    (footprint.frame.origin - by.pose.at.vec2()).length2() <= reach * reach
}

/// The enemies that engage a footprint of this side.
pub fn engaged_by<'a>(state: &'a State, side: u8, footprint: &'a Rect) -> impl Iterator<Item = &'a Unit> {
    state.of_side(enemy(side)).filter(move |unit| engages(unit, footprint))
}

/// Notes for each active unit who engages it as the movement phase begins (BL-ENG-09).
pub fn note(state: &mut State) {
    let active = state.active;
    let found: Vec<(PieceId, Vec<PieceId>)> = state
        .of_side(active)
        .map(|unit| (unit.id, engaged_by(state, active, &unit.rect()).map(|e| e.id).collect()))
        .collect();
    for (id, by) in found {
        if let Some(unit) = state.unit_mut(id) {
            unit.engaged_by = by;
        }
    }
}
