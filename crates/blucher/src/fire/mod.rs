//! Fire (FIR, LOF, TGT, AMM, SHO, HIT).

mod hit;
mod line;
mod odds;
mod shot;
mod target;
mod who;

pub use hit::{apply_hits, expect_hits};
pub use line::LineOfFire;
pub use odds::{odds, scored};
pub use shot::{Plan, hits, hitting, last_ammunition, once, plan, plan_at, shoot};
pub use target::{Target, choices, targets};
pub use who::may_fire;

use crate::card::Arm;
use crate::sight::Eyes;
use crate::state::State;
use umpire::{PieceId, Refusal};

/// May this unit shoot at that one? All reasons against it: those of the shooter, those of the target, and,
/// if there are none, those of priority. Shots come in any order (BL-FIR-02), each at one target (BL-FIR-04).
pub fn may_shoot(state: &State, unit: PieceId, target: PieceId) -> Result<(), Vec<Refusal>> {
    let shooter = who::active_unit(state, unit).map_err(|why| vec![why])?;
    let target = shot::enemy_unit(state, target).map_err(|why| vec![why])?;
    let mut why = may_fire(state, shooter).err().unwrap_or_default();
    let Some(arm) = shooter.arm.get().filter(|arm| **arm != Arm::Cavalry) else { return Err(why) };
    let eyes = Eyes::new(state);
    match target::legal_target(state, &eyes, shooter, *arm, target) {
        Err(more) => why.extend(more),
        Ok(found) => why.extend(target::closest_first(state, &eyes, shooter, *arm, &found).err()),
    }
    if why.is_empty() { Ok(()) } else { Err(why) }
}
