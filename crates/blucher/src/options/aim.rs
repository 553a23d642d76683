//! The step that fits what a hand drew.

use super::orders::towards;
use super::{ADVANCE, CHARGE, COMMAND, DIFFICULT, KINDS, LEAVE, RESERVE, RETREAT, SIMPLE};
use crate::field::Kind;
use crate::retreat::{self, Retreats};
use crate::scale::BW;
use crate::state::{Phase, State, Unit};
use crate::step::{Leg, Order, Step, When};
use crate::{Blucher, advance, charge, draft};
use table::distance::gap;
use table::point::Point;
use umpire::{Doubts, Drag, Known, PieceId, PlaceId, Refusal};

/// The step that fits what a hand drew.
pub fn aim(known: &Known<Blucher>, place: PlaceId, drag: &Drag) -> Option<Step> {
    let state = known.state();
    if let Phase::Setup(setup) = &state.phase {
        return crate::pickup::offers::aim(setup, place, drag);
    }
    let to = *drag.points.last()?;
    if place.0 == COMMAND {
        return Some(Step::Command { at: to });
    }
    let unit = state.unit(PieceId(place.0 / KINDS))?;
    if place.0 % KINDS == RETREAT {
        return retreat(state, unit, to);
    }
    if unit.side != state.active {
        return None;
    }
    let order = match place.0 % KINDS {
        SIMPLE => fitting(known, unit, to, drag)?,
        DIFFICULT => difficult(unit, to, drag)?,
        RESERVE => reserve(state, unit, drag)?,
        CHARGE => charge(state, unit, to)?,
        ADVANCE => {
            let ahead = unit.pose.frame().to_local(to.vec2()).y;
            let length = (libm::round(ahead / 100.0) as i32).saturating_mul(100);
            let length = length.clamp(0, advance::longest(state, unit));
            return Some(Step::Advance { unit: unit.id, length });
        }
        _ => return None,
    };
    Some(Step::Order { unit: unit.id, order })
}

/// Why a plain drag onto an enemy is a move and no charge.
pub fn instead(known: &Known<Blucher>, place: PlaceId, drag: &Drag, step: &Step) -> Vec<Refusal> {
    let state = known.state();
    let Step::Order { unit, order: Order::Simple { .. } | Order::Difficult { .. } } = step else {
        return Vec::new();
    };
    let plain = place.0 % KINDS == SIMPLE && !matches!(state.phase, Phase::Setup(_));
    let meant = || {
        let to = drag.points.last().filter(|to| plain && on_an_enemy(state, **to))?;
        charge(state, state.unit(*unit)?, *to)
    };
    let Some(order) = meant() else { return Vec::new() };
    let why = draft::judge(known, &[Step::Order { unit: *unit, order }]).err().unwrap_or_default();
    let no_charge = |why: Refusal| Refusal { sentence: format!("no charge: {}", why.sentence).into(), ..why };
    why.into_iter().map(no_charge).collect()
}

fn on_an_enemy(state: &State, at: Point) -> bool {
    state.of_side(state.passive()).any(|enemy| gap(&at.vec2(), &enemy.rect()).distance <= 0.0)
}

/// The way back whose bearing is nearest to the direction drawn.
fn retreat(state: &State, unit: &Unit, to: Point) -> Option<Step> {
    let Retreats::Ways(ways) = retreat::legal(state, unit.id) else { return None };
    let wanted = unit.pose.heading.turn_to(towards(unit, to)?);
    let away = |bearing: u16| {
        let turn = (i32::from(bearing) * 1000 - wanted.0).rem_euclid(360_000);
        turn.min(360_000 - turn)
    };
    let bearing = ways.iter().map(|way| way.bearing).min_by_key(|bearing| away(*bearing))?;
    Some(Step::Retreat { unit: unit.id, bearing })
}

/// Is the move ordered to leave the table?
fn leaves(drag: &Drag) -> bool {
    drag.fields.first() == Some(&LEAVE)
}

fn far(unit: &Unit, to: Point, most: i32) -> i32 {
    (libm::round(unit.pose.at.distance(to)) as i32).clamp(0, most)
}

/// The move that a plain drag means: a simple one where that is legal; else a charge if the hand points at an
/// enemy; else a difficult one if that is legal. What nothing allows is judged as a simple move, so that the hand
/// is told why.
fn fitting(known: &Known<Blucher>, unit: &Unit, to: Point, drag: &Drag) -> Option<Order> {
    let state = known.state();
    let legal = |order: &Order| super::legal(known, &Step::Order { unit: unit.id, order: order.clone() });
    let plain = simple(unit, to, drag)?;
    if legal(&plain) {
        return Some(plain);
    }
    if on_an_enemy(state, to) {
        return charge(state, unit, to);
    }
    let hard = difficult(unit, to, drag).filter(legal);
    Some(hard.unwrap_or(plain))
}

/// A drag beside the unit moves it there; one that stays on its front only turns it.
fn simple(unit: &Unit, to: Point, drag: &Drag) -> Option<Order> {
    let card = unit.card.get()?;
    let length = far(unit, to, card.full);
    let heading = if length < BW / 10 { drag.heading? } else { towards(unit, to)? };
    let length = if length < BW / 10 { 0 } else { length };
    Some(Order::Simple { heading, length, sense: None, leave: leaves(drag) })
}

fn difficult(unit: &Unit, to: Point, drag: &Drag) -> Option<Order> {
    let card = unit.card.get()?;
    let bearing = towards(unit, to).unwrap_or(unit.pose.heading);
    Some(Order::Difficult {
        bearing,
        length: far(unit, to, card.difficult),
        heading: drag.heading.unwrap_or(unit.pose.heading),
        pivot: When::After,
        sense: None,
        leave: leaves(drag),
    })
}

/// A leg both of whose ends lie on roads or crossings is meant to run along them.
fn reserve(state: &State, unit: &Unit, drag: &Drag) -> Option<Order> {
    let ground = state.field.ground();
    let on_road = |p: Point| {
        ground
            .areas(|piece| matches!(piece.kind, Kind::Road | Kind::Crossing))
            .any(|(_, o)| o.depth(p.vec2()) >= 0.0)
    };
    let mut from = unit.pose.at;
    let mut legs = Vec::new();
    for to in drag.points.iter().copied().filter(|to| *to != unit.pose.at) {
        legs.push(Leg { to, road: on_road(from) && on_road(to) });
        from = to;
    }
    let last = legs.last()?.to;
    let before = legs.iter().rev().nth(1).map_or(unit.pose.at, |leg| leg.to);
    let along = table::heading::Heading::of(last.vec2() - before.vec2());
    Some(Order::Reserve { legs, heading: drag.heading.or(along)?, leave: leaves(drag) })
}

/// The enemy under the point, by the pivot nearest to the direction drawn.
fn charge(state: &State, unit: &Unit, to: Point) -> Option<Order> {
    let enemies = state.of_side(state.passive());
    let distance = |enemy: &Unit| gap(&to.vec2(), &enemy.rect()).distance;
    let target = enemies.min_by(|a, b| distance(a).total_cmp(&distance(b)))?.id;
    let wanted = unit.pose.heading.turn_to(towards(unit, to)?);
    let found = charge::legal_targets(state, unit.id, &mut Doubts::new());
    let turns = found.iter().find(|found| found.unit == target).map(|found| &found.turns);
    let nearest = turns.and_then(|turns| turns.iter().min_by_key(|turn| (turn.0 - wanted.0).abs()));
    // What cannot be charged is judged all the same, so that the hand is told why.
    let turn =
        nearest.copied().unwrap_or(table::heading::Turn((wanted.0 / 500 * 500).clamp(-45_000, 45_000)));
    Some(Order::Charge { turn, target })
}
