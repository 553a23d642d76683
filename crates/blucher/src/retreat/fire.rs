//! Retreat from fire (RET-02, RET-36 to -40, AMB-229, AMB-230).

use crate::scale::{EPS, FOOTPRINT};
use crate::state::{Phase, State};
use table::distance::gap;
use table::rect::Rect;
use umpire::PieceId;

/// A unit that shot at one that must retreat.
pub(super) struct Shooter {
    pub(super) id: PieceId,
    /// Where it stood, also if it has retired since (BL-AMB-230).
    rect: Rect,
    /// How far the target was when it was shot at.
    gap: f64,
}

impl Shooter {
    /// BL-RET-38, BL-AMB-230: is a footprint farther from this shooter than the unit was before?
    pub(super) fn farther(&self, end: &Rect) -> bool {
        gap(end, &self.rect).distance > self.gap + EPS.grains()
    }
}

/// BL-AMB-230: all who shot at a unit in this phase, hit or miss. `None` if it does not retreat from fire.
pub(super) fn shooters(state: &State, unit: PieceId, rect: &Rect) -> Option<Vec<Shooter>> {
    let Phase::FireRetreats { shooters, .. } = &state.phase else { return None };
    let at_it = shooters.iter().filter(|(_, target, _)| *target == unit);
    let shooter = |(id, _, pose): &(PieceId, PieceId, _)| {
        let stood = FOOTPRINT.at(*pose);
        Shooter { id: *id, rect: stood, gap: gap(rect, &stood).distance }
    };
    Some(at_it.map(shooter).collect())
}
