//! The step that fits what a hand drew.

use super::orders::towards;
use super::{ADVANCE, CHARGE, COMMAND, DIFFICULT, KINDS, LEAVE, RESERVE, RETREAT, SIMPLE};
use crate::movement::general::depth_on_friends;
use crate::movement::plan::within_allowance;
use crate::movement::reserve;
use crate::movement::simple::{self, Simple};
use crate::retreat::{self, Retreats};
use crate::scale::{BW, FOOTPRINT};
use crate::state::{Phase, State, Unit};
use crate::step::{Order, Step, When};
use crate::{Blucher, advance, charge, draft};
use table::distance::gap;
use table::heading::Heading;
use table::point::Point;
use table::pose::Pose;
use umpire::{Doubts, Drag, Known, PieceId, PlaceId, Refusal, RuleId};

/// How finely a way is cut down.
const FINE: i32 = BW / 50;
/// So deep a hand lays a card on another without meaning to.
const SLIP: i32 = BW / 10;

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

/// Where the hand gets another move than it drew, why: no charge at the enemy it points at; no simple move, but a
/// difficult one; a shorter way.
pub fn instead(known: &Known<Blucher>, place: PlaceId, drag: &Drag, step: &Step) -> Vec<Refusal> {
    let state = known.state();
    let (Step::Order { unit, order }, Some(to)) = (step, drag.points.last()) else { return Vec::new() };
    let Some(unit) = state.unit(*unit) else { return Vec::new() };
    let plain = place.0 % KINDS == SIMPLE;
    let refused = |what: &str, order: Option<Order>| -> Vec<Refusal> {
        let step = order.map(|order| Step::Order { unit: unit.id, order });
        let why = step.and_then(|step| draft::judge(known, &[step]).err()).unwrap_or_default();
        why.into_iter().map(|why| but(what, why)).collect()
    };
    let moves = matches!(order, Order::Simple { .. } | Order::Difficult { .. });
    if plain && moves && on_an_enemy(state, *to) {
        return refused("no charge", charge(state, unit, *to));
    }
    match order {
        Order::Simple { length, .. } if plain => match straight(unit, *to, drag) {
            Some(Order::Simple { length: full, .. }) if *length < full => {
                refused("shortened", straight(unit, *to, drag))
            }
            _ => shortened(unit, order, *to).into_iter().collect(),
        },
        Order::Difficult { .. } if plain => {
            let mut why = refused("no simple move", straight(unit, *to, drag));
            why.extend(shortened(unit, order, *to));
            why
        }
        _ => shortened(unit, order, *to).into_iter().collect(),
    }
}

/// Why a move is shorter than it was drawn, if it is.
fn shortened(unit: &Unit, order: &Order, to: Point) -> Option<Refusal> {
    let card = unit.card.get()?;
    let (rule, allowance) = match order {
        Order::Simple { .. } => ("BL-SIM-05", card.full),
        Order::Difficult { .. } => ("BL-DIF-04", card.difficult),
        _ => return None,
    };
    within_allowance(rule, far(unit, to, i32::MAX), allowance).err().map(|why| but("shortened", why))
}

/// A refusal of what the hand does not get.
fn but(what: &str, why: Refusal) -> Refusal {
    Refusal { sentence: format!("{what}: {}", why.sentence).into(), ..why }
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

/// The move that a plain drag means: a simple one where that is legal; else a charge if the hand points at an enemy;
/// else a difficult one if that is legal and goes where the hand points, or if the ground makes the move difficult; else
/// a simple one as far as it may go. What nothing allows is judged all the same, so that the hand is told why.
fn fitting(known: &Known<Blucher>, unit: &Unit, to: Point, drag: &Drag) -> Option<Order> {
    let state = known.state();
    let judged = |order: &Order| draft::judge(known, &[Step::Order { unit: unit.id, order: order.clone() }]);
    let plain = straight(unit, to, drag)?;
    let at_an_enemy = on_an_enemy(state, to);
    let beside = if at_an_enemy { None } else { beside(state, unit, &plain) };
    if beside.is_some() {
        return beside;
    }
    let Err(why) = judged(&plain) else { return Some(plain) };
    if at_an_enemy {
        return charge(state, unit, to);
    }
    // BL-DIF-01: through difficult ground a move is difficult, and no simple one.
    let by_ground = why.iter().any(|why| why.rule == RuleId::new("BL-SIM-03"));
    let Some(hard) = difficult(unit, to, drag) else { return Some(plain) };
    let gets_there = unit.card.get().is_some_and(|card| far(unit, to, i32::MAX) <= card.difficult);
    let is_simple = |step: &Step| matches!(step, Step::Order { order: Order::Simple { .. }, .. });
    let shorter = || as_far_as_it_may(state, unit, &plain);
    match judged(&hard) {
        // BL-MOV-22: it ends before what made it difficult. Then a simple one may go farther.
        Ok(done) if done.steps().last().is_some_and(is_simple) => Some(shorter().unwrap_or(hard)),
        _ if by_ground => Some(hard),
        Ok(_) if gets_there => Some(hard),
        Ok(_) => Some(shorter().unwrap_or(hard)),
        Err(_) => Some(shorter().unwrap_or(plain)),
    }
}

/// BL-MOV-15, BL-MOV-16: a simple move that would end a little on a friend who stays ends beside him, if it may: no hand
/// is as sure as the rule.
fn beside(state: &State, unit: &Unit, order: &Order) -> Option<Order> {
    let Order::Simple { heading, length, leave, .. } = *order else { return None };
    let end =
        |heading: Heading, length: i32| Pose { heading, ..unit.pose }.moved(heading, f64::from(length)).ok();
    let depth = |pose: Pose| depth_on_friends(state, unit, &FOOTPRINT.at(pose));
    let there = end(heading, length)?;
    let slight = depth(there);
    if length == 0 || slight <= 0.0 || slight > f64::from(SLIP) {
        return None;
    }
    // A card turns a little when it goes aside, so that it takes more room than it seems to.
    let rings = (1..=SLIP * 3 / 2 / FINE).map(|ring| f64::from(ring * FINE));
    let mut around = rings.flat_map(|far| (0..16).map(move |part| (far, f64::from(part) * 22.5)));
    let full = unit.card.get()?.full;
    around.find_map(|(aside, bearing)| {
        let to = there.moved(Heading::degrees(bearing), aside).ok()?.at;
        let (heading, length) = (towards(unit, to)?, far(unit, to, full));
        let free = depth(end(heading, length)?) <= 0.0;
        let fits = free && simple::may(state, unit, Simple { heading, length, leave }, None);
        fits.then_some(Order::Simple { heading, length, sense: None, leave })
    })
}

/// A simple move cut down to the longest way that is legal, in steps that a hand can draw.
fn as_far_as_it_may(state: &State, unit: &Unit, order: &Order) -> Option<Order> {
    let Order::Simple { heading, length, sense, leave } = order.clone() else { return None };
    let lengths: Vec<i32> = (1..=length / FINE).rev().map(|steps| steps * FINE).collect();
    let length = simple::lengths_of(state, unit, (heading, sense, leave), &lengths).next()?;
    Some(Order::Simple { heading, length, sense, leave })
}

/// A drag beside the unit moves it there; one that stays on its front only turns it.
fn straight(unit: &Unit, to: Point, drag: &Drag) -> Option<Order> {
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

fn reserve(state: &State, unit: &Unit, drag: &Drag) -> Option<Order> {
    let mut from = unit.pose.at;
    let mut legs = Vec::new();
    for to in drag.points.iter().copied().filter(|to| *to != unit.pose.at) {
        legs.push(reserve::leg(state, from, to));
        from = to;
    }
    let last = legs.last()?.to;
    let before = legs.iter().rev().nth(1).map_or(unit.pose.at, |leg| leg.to);
    let along = Heading::of(last.vec2() - before.vec2());
    Some(Order::Reserve { legs, heading: drag.heading.or(along)?, leave: leaves(drag) })
}

/// The enemy under the point, by the pivot nearest to the direction drawn.
pub(super) fn charge(state: &State, unit: &Unit, to: Point) -> Option<Order> {
    let enemies = state.of_side(state.passive());
    let distance = |enemy: &Unit| gap(&to.vec2(), &enemy.rect()).distance;
    let target = enemies.min_by(|a, b| distance(a).total_cmp(&distance(b)))?.id;
    let wanted = unit.pose.heading.turn_to(towards(unit, to)?);
    let found = charge::legal_targets(state, unit.id, &mut Doubts::new());
    let turns = found.iter().find(|found| found.unit == target).map(|found| &found.turns);
    let nearest = turns.and_then(|turns| turns.iter().min_by_key(|turn| (turn.0 - wanted.0).abs()));
    // What cannot be charged is judged all the same, so that the hand is told why.
    let turn = nearest.copied().or_else(|| charge::aiming(state, unit, target, wanted))?;
    Some(Order::Charge { turn, target })
}
