//! Setting up a pickup game: terrain by chance, corps side by side, infantry before cavalry.

use super::doctrine::Doctrine;
use super::picture::bw;
use crate::Blucher;
use crate::card::Arm;
use crate::pickup::deploy::room;
use crate::pickup::{Setup, SetupStage, at_random};
use crate::state::{Side, State, Unit};
use crate::step::{Deployed, Step};
use dice::Dice;
use table::pose::Pose;
use umpire::{Known, PieceId, Plan};

/// So many places are compared for a unit.
const LOOKED_AT: usize = 60;

/// The next decision of the setup.
pub(super) fn set_up(
    known: &Known<Blucher>,
    setup: &Setup,
    way: &Doctrine,
    dice: &mut dyn Dice,
) -> Option<Plan<Step>> {
    match setup.stage {
        SetupStage::DefendersUnits | SetupStage::AttackersUnits => {
            let (unit, pose) = place(known.state(), setup, way)?;
            let deploy = Deployed { unit, pose, concealed: Some(true), prepared: false };
            Some(Plan::one(Step::Deploy { deploy }, "The army takes its place"))
        }
        _ => {
            let step = at_random(known, dice).ok()??;
            Some(Plan::one(step, "The field is chosen"))
        }
    }
}

/// The unit that is set up next, and where: at its place in a plan for the whole army, corps after corps, so that each
/// stands together. Units are not set up in the order of the plan but of their handles, which are random: whoever looks on
/// would otherwise know every concealed unit by the list of the army.
fn place(state: &State, setup: &Setup, way: &Doctrine) -> Option<(PieceId, Pose)> {
    let side = setup.asked();
    let next = setup.waiting_of(side).map(|unit| unit.id).min()?;
    let mut army: Vec<(&Unit, bool)> = setup.waiting_of(side).map(|unit| (unit, true)).collect();
    army.extend(state.of_side(side).map(|unit| (unit, false)));
    army.sort_by_key(|(unit, _)| {
        let card = unit.card.get();
        (card.and_then(|card| card.corps.as_deref()), card.map(|card| rank(card.arm)), unit.id)
    });
    // The plan is the same each time: who is on the table stands where it put him.
    let mut planned = state.clone();
    planned.units.retain(|unit| unit.side != side);
    for (unit, waits) in army {
        let pose = if waits { best(state, &planned, side, unit, way)? } else { unit.pose };
        if unit.id == next {
            return Some((next, pose));
        }
        planned.units.push(Unit { pose, ..unit.clone() });
    }
    None
}

/// The best place for a unit beside those that the plan has put before it, if nobody stands there already.
fn best(state: &State, planned: &State, side: Side, unit: &Unit, way: &Doctrine) -> Option<Pose> {
    let free = |pose: &&Pose| state.of_side(side).all(|other| other.pose != **pose);
    let cost = |pose: &Pose| cost(planned, side, unit, *pose, way);
    let places = room(planned, side);
    places.iter().take(LOOKED_AT).filter(free).min_by(|a, b| cost(a).total_cmp(&cost(b))).copied()
}

const fn rank(arm: Arm) -> u8 {
    match arm {
        Arm::Infantry => 0,
        Arm::Artillery => 1,
        Arm::Cavalry => 2,
    }
}

/// Near to one's corps, to the others and to the objectives; cavalry and batteries a row behind.
fn cost(state: &State, side: Side, unit: &Unit, pose: Pose, way: &Doctrine) -> f64 {
    let card = unit.card.get();
    let corps = card.and_then(|card| card.corps.as_deref());
    let here = bw(pose.at);
    let mates = state
        .of_side(side)
        .filter(|mate| corps.is_some() && mate.card.get().and_then(|card| card.corps.as_deref()) == corps);
    let nearest = mates.map(|mate| bw(mate.pose.at).distance(here)).fold(f64::INFINITY, f64::min);
    let objectives = state.objectives.iter().map(|o| bw(o.at).distance(here)).fold(f64::INFINITY, f64::min);
    let depth = bw(table::point::Point { x: 0, y: state.field.ground().border().size().1 }).y;
    let from_middle = (here.y - depth * 0.5).abs();
    let behind = if card.is_some_and(|card| card.arm == Arm::Cavalry) { -0.6 } else { 0.8 };
    let together = if nearest.is_finite() { 2.0 * (nearest - 1.0).max(0.0) } else { 0.0 };
    let all = state.of_side(side).map(|mate| bw(mate.pose.at).distance(here));
    let alone = all.fold(f64::INFINITY, f64::min);
    let close = if alone.is_finite() { way.close * (alone - 1.0).max(0.0) } else { 0.0 };
    let towards = if objectives.is_finite() { 0.3 * objectives } else { 0.0 };
    together + close + towards + behind * from_middle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::BW;
    use crate::testing::field;
    use table::heading::Heading;
    use table::point::Point;

    #[test]
    fn an_army_that_keeps_close_pays_for_gaps() {
        let state = field("A blue inf 5,5,0 elan=6 corps=I; B blue inf 12,5,0 elan=6 corps=II").truth();
        let unit = &state.units[1];
        let place = |x: i32, close: f64| {
            let pose = Pose { at: Point { x: x * BW, y: 5 * BW }, heading: Heading::degrees(0.0) };
            cost(&state, 0, unit, pose, &Doctrine { close, ..Doctrine::PLAIN })
        };
        // 3 BW from A is 2 more than side by side, which costs nothing.
        assert!((place(8, 0.5) - place(8, 0.0) - 1.0).abs() < 1e-9);
        assert!((place(6, 0.5) - place(6, 0.0)).abs() < 1e-9);
    }
}
