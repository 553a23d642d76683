//! Objectives that a charge sweeps over (AMB-12).

use super::course::Sweep;
use crate::scale::{MARKER, TOUCH};
use crate::state::{Side, State};
use table::distance::gap;
use table::segment::Disc;
use umpire::PieceId;

/// The objectives whose marker the sweep overlaps.
pub(super) fn swept(state: &State, sweep: &Sweep) -> Vec<usize> {
    let over = |at: table::point::Point| {
        let disc = Disc { centre: at.vec2(), radius: f64::from(MARKER) };
        sweep.bounds().widened(disc.radius).contains(disc.centre)
            && sweep.comes_within(&disc, -TOUCH.grains())
    };
    (0..state.objectives.len()).filter(|i| over(state.objectives[*i].at)).collect()
}

/// BL-AMB-12: after a move, a marker with units of one side on it is that side's; one with nobody on it goes
/// to a mover that swept it. Gives those that changed hands.
pub(super) fn seized(state: &mut State, mover: PieceId, swept: &[usize]) -> Vec<usize> {
    let Some(side) = state.unit(mover).map(|unit| unit.side) else { return Vec::new() };
    let mut changed = Vec::new();
    for i in 0..state.objectives.len() {
        let at = state.objectives[i].at.vec2();
        let near = f64::from(MARKER) - TOUCH.grains();
        let holds = |side: Side| state.of_side(side).any(|unit| gap(&at, &unit.rect()).distance < near);
        let control = match (holds(0), holds(1)) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            (false, false) if swept.contains(&i) => Some(side),
            _ => state.objectives[i].control,
        };
        if control != state.objectives[i].control {
            state.objectives[i].control = control;
            changed.push(i);
        }
    }
    changed
}
