//! Who may shoot (FIR).

use super::target::met_by;
use crate::card::{Arm, Trait};
use crate::field::Kind;
use crate::refuse::{Ruled, all, footprint, ground, refusal, unless};
use crate::scale::TOUCH;
use crate::state::{State, Unit};
use table::area::partly_in;
use table::convex::Convex;
use table::rect::Edge;
use umpire::{PieceId, Refusal};

/// BL-FIR-19, BL-TAB-10: a unit of the active side that is on the table; there is no return fire.
pub(super) fn active_unit(state: &State, id: PieceId) -> Result<&Unit, Refusal> {
    let unit = state.unit(id).ok_or_else(|| refusal("BL-TAB-10", "no unit on the table has this handle"))?;
    unless(unit.side == state.active, || {
        refusal("BL-FIR-19", "only the active side shoots").place(footprint(unit))
    })?;
    Ok(unit)
}

/// Every reason why a unit of the active side may not shoot at anybody now. It needs no activation
/// (BL-FIR-01, BL-FIR-07), and it may be concealed (BL-FIR-17).
pub fn may_fire(state: &State, unit: &Unit) -> Result<(), Vec<Refusal>> {
    all([
        shoots_at_all(unit),
        fires_once(unit),
        did_not_move(unit),
        out_of_contact(state, unit),
        has_ammunition(unit),
        out_of_water(state, unit),
        out_of_towns(state, unit),
        off_crossings(state, unit),
        out_of_woods(state, unit),
    ])
}

/// BL-FIR-09, BL-FIR-10: infantry and artillery shoot, cavalry does not.
fn shoots_at_all(unit: &Unit) -> Ruled {
    let arm = unit.arm.get().ok_or_else(|| refusal("BL-CON-01", "its card is not known"))?;
    unless(*arm != Arm::Cavalry, || refusal("BL-FIR-10", "cavalry may not shoot").place(footprint(unit)))
}

/// BL-FIR-03: each unit shoots at most once in a fire phase.
fn fires_once(unit: &Unit) -> Ruled {
    unless(!unit.fired, || {
        refusal("BL-FIR-03", "it has shot in this fire phase already").place(footprint(unit))
    })
}

/// BL-FIR-06, -08, -20, BL-AMB-38: a unit that moved, if only by a pivot, may not shoot, unless it is mobile.
fn did_not_move(unit: &Unit) -> Ruled {
    let mobile = unit.card.get().is_some_and(|card| card.has(Trait::Mobile));
    unless(!unit.moved || mobile, || {
        refusal("BL-FIR-06", "it moved in this turn and is not mobile").place(footprint(unit))
    })
}

/// BL-AMB-37: a unit in contact with an enemy is in a combat and does not shoot, be it mobile or not.
fn out_of_contact(state: &State, unit: &Unit) -> Ruled {
    unless(!state.in_contact(unit.id), || {
        let sentence = format!("it is in contact with {}", met_by(state, unit.id));
        refusal("BL-AMB-37", sentence).place(footprint(unit))
    })
}

/// BL-UNT-15: artillery with every circle marked may not shoot. Infantry always may (BL-AMM-04).
fn has_ammunition(unit: &Unit) -> Ruled {
    let ammo = unit.card.get().zip(unit.marks.get()).and_then(|(card, marks)| card.ammo(*marks));
    unless(ammo != Some(0), || refusal("BL-UNT-15", "it has no ammunition left").place(footprint(unit)))
}

/// Refuses a unit with any part of its footprint in terrain of some kinds, deeper than TOUCH (BL-AMB-01).
fn no_part_in(
    state: &State,
    unit: &Unit,
    kinds: impl Fn(Kind) -> bool + 'static,
    rule: &'static str,
    what: &str,
) -> Ruled {
    match state.field.entered(&Convex::from(unit.rect()), kinds) {
        None => Ok(()),
        Some(piece) => {
            let sentence = format!("{what} with any part in {}", piece.kind.word());
            Err(refusal(rule, sentence).place(footprint(unit)).place(ground(piece)))
        }
    }
}

/// BL-FIR-12, BL-TER-12: no unit shoots with any part in water: a river or a marsh. Other rough ground does
/// not hinder it (BL-FIR-14).
fn out_of_water(state: &State, unit: &Unit) -> Ruled {
    no_part_in(state, unit, Kind::water, "BL-FIR-12", "no unit shoots")
}

/// BL-FIR-13, BL-URB-10: nor with any part in an urban area, garrisons included.
fn out_of_towns(state: &State, unit: &Unit) -> Ruled {
    no_part_in(state, unit, |kind| kind == Kind::Urban, "BL-FIR-13", "no unit shoots")
}

/// BL-FIR-18, BL-CRS-07: nor on a crossing, even partly.
fn off_crossings(state: &State, unit: &Unit) -> Ruled {
    let Some(crossing) = unit.crossing else { return Ok(()) };
    let why = refusal("BL-FIR-18", "a unit on a crossing may not shoot").place(footprint(unit));
    let piece = state.field.ground().piece(table::ground::PieceId(crossing));
    Err(match piece {
        Some((piece, _)) => why.place(ground(piece)),
        None => why,
    })
}

/// BL-FIR-15: artillery does not shoot with any part in a wood. BL-FIR-16: infantry does, as long as no part
/// of its front edge is in it; on the border is outside.
fn out_of_woods(state: &State, unit: &Unit) -> Ruled {
    let wood = |kind| kind == Kind::Wood;
    if unit.arm.get() == Some(&Arm::Artillery) {
        return no_part_in(state, unit, wood, "BL-FIR-15", "artillery does not shoot");
    }
    let front = unit.rect().edge(Edge::Front);
    let Some(edge) = Convex::hull(front) else { return Ok(()) };
    let inside = state.field.near(&edge, wood).find(|(_, outline)| partly_in(&edge, outline, TOUCH));
    match inside {
        None => Ok(()),
        Some((piece, _)) => {
            let line = umpire::Shape::Path(front.into_iter().filter_map(|p| p.round().ok()).collect());
            let why = refusal("BL-FIR-16", "infantry does not shoot with part of its front edge in a wood");
            Err(why.place(line).place(ground(piece)))
        }
    }
}
