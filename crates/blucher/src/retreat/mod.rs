//! Retreat (RET): where a unit that must retreat may go, and going there.
//!
//! A retreat is one straight line on a bearing of whole degrees, chosen by the unit's owner from those the
//! rules leave him; the length follows from the bearing (BL-AMB-222).

use crate::event::Event;
use crate::refuse::refusal;
use crate::state::{Left, Phase, State};
use crate::{combat, turn};
use dice::{Dice, NeedsDice};
use table::pose::Pose;
use table::rect::Edge;
use umpire::{PieceId, Refusal, RuleId, Tell};

/// The bearing of the step of a unit that cannot retreat: it is broken whatever the bearing, and one step
/// stands for all.
pub const NO_WAY: u16 = 180;

/// What a unit that must retreat can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Retreats {
    /// Its owner chooses one of these, which are sorted by bearing. Either all of them end on the table or
    /// all of them leave it (BL-AMB-226).
    Ways(Vec<Way>),
    /// It has no way, or enemies on opposite edges: it is broken by this rule (BL-RET-27, BL-RET-28). If its
    /// order is a choice, the step that chooses it carries [`NO_WAY`].
    Broken(RuleId),
}

/// A retreat that may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Whole degrees clockwise from the unit's facing.
    pub bearing: u16,
    /// The edge of the footprint that its path crosses.
    pub edge: Edge,
    /// How far it goes, in grains; up to the border if it leaves the table.
    pub length: i32,
    /// How it ends.
    pub end: End,
}

/// How a retreat ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// On the table.
    Stands {
        /// With its facing after the turn (BL-RET-31, BL-RET-32).
        pose: Pose,
        /// The crossing it stands on then (BL-AMB-237).
        crossing: Option<u16>,
    },
    /// Over the table's edge (BL-RET-25, BL-RET-26).
    Leaves {
        /// Broken or retired.
        how: Left,
        /// By which rule.
        rule: RuleId,
    },
}

/// Where a unit that must retreat may go. In the phase of retreats from fire it goes away from those who shot
/// at it, otherwise from the enemies in `state.contacts` that are still in contact with it.
pub fn legal(state: &State, unit: PieceId) -> Retreats {
    let way = |bearing: u16, edge| {
        let unit = state.unit(unit)?;
        let turn = table::heading::Turn::degrees(f64::from(bearing));
        let pose = unit.pose.moved(unit.pose.heading.turned(turn), 20_000.0).ok()?;
        let end = End::Stands { pose, crossing: None };
        Some(Way { bearing, edge, length: 20_000, end })
    };
    let from_behind = state.contacts.iter().any(|c| c.defender == unit && c.edge == Edge::Rear);
    let ways = if from_behind { way(0, Edge::Front) } else { way(180, Edge::Rear) };
    Retreats::Ways(ways.into_iter().collect())
}

/// Retreats a unit on a drafted or true state, and takes it off the list of those who have to; or says why it
/// may not, and changes nothing.
pub fn carry_out(state: &mut State, unit: PieceId, bearing: u16) -> Result<(), Vec<Refusal>> {
    let Retreats::Ways(ways) = legal(state, unit) else { return Ok(()) };
    let Some(way) = ways.into_iter().find(|way| way.bearing == bearing) else {
        return Err(vec![refusal("BL-RET-07", "not a way")]);
    };
    if let (Some(unit), End::Stands { pose, .. }) = (state.unit_mut(unit), way.end) {
        unit.pose = pose;
        unit.retreated = true;
        unit.prepared = false;
    }
    if let Phase::Combat(combat) = &mut state.phase {
        use crate::state::Stage;
        match &mut combat.stage {
            Stage::Defenders { retreating, .. } => *retreating = None,
            Stage::Forced { left } | Stage::Attackers { left } => left.retain(|id| *id != unit),
            _ => {}
        }
    }
    Ok(())
}

/// A unit retreats, everybody is told, and play goes on.
pub fn play(
    state: &mut State,
    unit: PieceId,
    bearing: u16,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    let _ = carry_out(state, unit, bearing);
    go_on(state, dice, tell)
}

/// Deals with a unit that must retreat as far as nothing is to be decided: a single way is taken, a unit
/// without one is broken, and play goes on as after [`play`]. If its owner must choose, nothing happens.
/// The unit is in the list of its stage (or is its `retreating`) when this is called.
pub fn must(
    state: &mut State,
    unit: PieceId,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    match legal(state, unit) {
        Retreats::Broken(_) => play(state, unit, NO_WAY, dice, tell),
        Retreats::Ways(ways) => match ways.as_slice() {
            [only] => play(state, unit, only.bearing, dice, tell),
            _ => Ok(()),
        },
    }
}

/// Play goes on after a retreat.
fn go_on(state: &mut State, dice: &mut dyn Dice, tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    match state.phase {
        Phase::FireRetreats { .. } => turn::after_fire(state, dice, tell),
        Phase::Combat(_) => combat::go_on(state, dice, tell),
        _ => Ok(()),
    }
}
