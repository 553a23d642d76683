//! Prepared infantry, and units that stay where they are (PRE).

use super::{Done, crossing};
use crate::card::Arm;
use crate::refuse::{Ruled, all, footprint, refusal, unless};
use crate::state::{State, Unit};
use crate::step::Order;
use umpire::{PieceId, Refusal};

/// BL-ACT-30, BL-PRE-11, BL-ENG-06: an activated unit need not move, and keeps its marker.
pub fn hold() -> Done {
    Done::new(Order::Hold, "hold", "BL-ACT-30")
}

/// BL-PRE-05: when a unit is activated its marker may be taken off without a move.
pub fn unprepare(state: &mut State, id: PieceId) -> Result<Done, Vec<Refusal>> {
    let Some(unit) = state.unit_mut(id) else { return Ok(hold()) };
    all([unless(unit.prepared, || refusal("BL-PRE-05", "it is not prepared").place(footprint(unit)))])?;
    unit.prepared = false;
    Ok(Done { prepared: Some(false), ..Done::new(Order::Unprepare, "unprepared", "BL-PRE-05") })
}

/// BL-PRE-01, -02, -03, -07: infantry that stays where it is becomes prepared; that is no movement.
pub fn prepare(state: &mut State, id: PieceId) -> Result<Done, Vec<Refusal>> {
    let Some(unit) = state.unit(id) else { return Ok(hold()) };
    may(state, unit)?;
    if unit.prepared {
        return Ok(hold());
    }
    if let Some(unit) = state.unit_mut(id) {
        unit.prepared = true;
    }
    Ok(Done { prepared: Some(true), ..Done::new(Order::Prepare, "prepared", "BL-PRE-02") })
}

/// May a unit become prepared where it stands?
pub fn may(state: &State, unit: &Unit) -> Result<(), Vec<Refusal>> {
    all([only_infantry(unit), crossing::may_prepare_here(state, unit)])
}

/// BL-PRE-01: only infantry may be prepared.
fn only_infantry(unit: &Unit) -> Ruled {
    unless(unit.arm.get() == Some(&Arm::Infantry), || {
        refusal("BL-PRE-01", "only infantry may be prepared").place(footprint(unit))
    })
}
