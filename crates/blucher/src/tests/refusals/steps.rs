//! Steps to be tried at a decision, right and wrong ones.

use super::walk::Walk;
use crate::Blucher;
use crate::scale::BW;
use crate::state::{Phase, State, Unit};
use crate::step::{Leg, Order, Step, When};
use table::heading::{Heading, Turn};
use table::point::Point;
use umpire::{Known, PieceId};

/// A handle that no unit has.
const NOBODY: PieceId = PieceId(3);

/// Tries all kinds of steps; moves of every sort if `whole`.
pub(super) fn all(walk: &mut Walk, known: &Known<Blucher>, whole: bool) {
    let state = known.state();
    walk.attempt(known, &[]);
    for step in plain(state) {
        walk.attempt(known, std::slice::from_ref(&step));
        walk.attempt(known, &[step, Step::Concede]);
    }
    match &state.phase {
        Phase::Movement { .. } => {
            if whole {
                forces(walk, known);
            }
            for unit in state.of_side(state.active) {
                let begin = Step::Individual { unit: unit.id };
                if walk.attempt(known, std::slice::from_ref(&begin)) {
                    orders(walk, known, &begin, unit, whole);
                }
            }
        }
        Phase::Combat(_) | Phase::FireRetreats { .. } => afterwards(walk, known),
        _ => {}
    }
}

/// One of each step that is not of an activation.
fn plain(state: &State) -> Vec<Step> {
    let mut steps = vec![
        Step::EndPhase,
        Step::EndAdvances,
        Step::Concede,
        Step::Answer { accept: false },
        Step::Join { unit: NOBODY },
        Step::Corps { corps: "I".into() },
        Step::Corps { corps: "none".into() },
        Step::Command { at: Point { x: -BW, y: BW } },
        Step::Individual { unit: NOBODY },
        Step::Settle { unit: NOBODY },
        Step::Retreat { unit: NOBODY, bearing: 180 },
        Step::Advance { unit: NOBODY, length: BW },
        Step::Shoot { unit: NOBODY, target: NOBODY },
        Step::Decline,
    ];
    let ids = || state.units.iter().map(|unit| unit.id);
    for id in ids() {
        steps.push(Step::Individual { unit: id });
        steps.push(Step::Settle { unit: id });
        steps.push(Step::Allocate { unit: id, dice: Vec::new() });
        steps.extend(ids().chain([NOBODY]).map(|target| Step::Shoot { unit: id, target }));
    }
    for outline in
        state.field.ground().pieces().iter().filter_map(|piece| piece.shape.outline().ok().flatten())
    {
        let mean = |of: fn(&Point) -> i32| {
            outline.corners().iter().map(of).sum::<i32>() / outline.corners().len() as i32
        };
        // Far from the crossing in the middle of a river.
        steps.push(Step::Command { at: Point { x: mean(|p| p.x) + BW, y: mean(|p| p.y) } });
    }
    steps
}

/// Forces of a corps and of the commander, put together in all the wrong ways.
fn forces(walk: &mut Walk, known: &Known<Blucher>) {
    let state = known.state();
    let units: Vec<PieceId> = state.units.iter().map(|unit| unit.id).collect();
    let own: Vec<PieceId> = state.of_side(state.active).map(|unit| unit.id).collect();
    let at = |id: &PieceId| state.unit(*id).map_or(Point::default(), |unit| unit.pose.at);
    let corps = |corps: &str| Step::Corps { corps: corps.into() };
    let begins = [corps("I"), corps("II"), Step::Command { at: own.first().map(at).unwrap_or_default() }];
    for begin in begins {
        walk.attempt(known, std::slice::from_ref(&begin));
        walk.attempt(known, &[begin.clone(), Step::EndPhase]);
        let join = |unit: &PieceId| Step::Join { unit: *unit };
        let order = |unit: &PieceId, order: Order| Step::Order { unit: *unit, order };
        for unit in units.iter().chain([&NOBODY]) {
            walk.attempt(known, &[begin.clone(), join(unit)]);
            walk.attempt(known, &[begin.clone(), join(unit), join(unit)]);
            walk.attempt(known, &[begin.clone(), order(unit, Order::Hold)]);
            for other in &own {
                let mut draft = vec![begin.clone(), join(unit), join(other)];
                walk.attempt(known, &draft);
                draft.push(order(unit, Order::Hold));
                if walk.attempt(known, &draft) {
                    walk.attempt(known, &[draft.clone(), vec![order(unit, Order::Hold)]].concat());
                    walk.attempt(known, &[draft.clone(), vec![join(other)]].concat());
                    walk.attempt(known, &[draft, vec![order(&NOBODY, Order::Hold)]].concat());
                }
            }
        }
    }
    if let [first, second, ..] = own.as_slice() {
        let begin = Step::Individual { unit: *first };
        walk.attempt(known, &[begin, Step::Join { unit: *second }]);
    }
}

/// Orders of every kind to a unit.
fn orders(walk: &mut Walk, known: &Known<Blucher>, begin: &Step, unit: &Unit, whole: bool) {
    let mut orders = vec![Order::Hold, Order::Unprepare, Order::Prepare, Order::Retire];
    orders.push(Order::Charge { turn: Turn(250), target: NOBODY });
    for enemy in &known.state().units {
        let turns = (-12..=12).map(|n| Turn(n * 4_000)).chain([Turn(250)]);
        orders.extend(turns.map(|turn| Order::Charge { turn, target: enemy.id }));
    }
    if whole {
        orders.extend(moves(unit));
        orders.extend(reserves(known.state(), unit));
    }
    for order in orders {
        walk.attempt(known, &[begin.clone(), Step::Order { unit: unit.id, order }]);
    }
}

fn headings(count: i32) -> impl Iterator<Item = Heading> {
    (0..count).map(move |n| Heading::from(n * 360_000 / count))
}

/// Simple and difficult moves.
fn moves(unit: &Unit) -> Vec<Order> {
    let mut orders = Vec::new();
    for heading in headings(16) {
        for length in [-1, 0, BW / 4, BW / 2, BW, 3 * BW / 2, 2 * BW, 5 * BW] {
            for leave in [false, true] {
                orders.push(Order::Simple { heading, length, sense: None, leave });
                let pivot = if leave { When::Before } else { When::After };
                let (bearing, heading) = (heading, unit.pose.heading);
                orders.push(Order::Difficult { bearing, length, heading, pivot, sense: None, leave });
            }
        }
    }
    let full = unit.card.get().map_or(0, |card| card.full);
    orders.push(Order::Simple { heading: unit.pose.heading, length: full, sense: None, leave: false });
    orders
}

/// Reserve moves: straight and bent ones, along roads, over all kinds of ground, and some that are no path.
fn reserves(state: &State, unit: &Unit) -> Vec<Order> {
    let heading = unit.pose.heading;
    let order = |legs: Vec<Leg>| Order::Reserve { legs, heading, leave: false };
    let far =
        |way: Heading, length: i32| unit.pose.moved(way, f64::from(length)).map_or(unit.pose.at, |p| p.at);
    let mut orders = vec![order(Vec::new()), order(vec![Leg { to: unit.pose.at, road: false }; 30])];
    orders.push(order(vec![Leg { to: unit.pose.at, road: false }]));
    for way in headings(16) {
        for length in [BW, 3 * BW, 6 * BW, 11 * BW, 30 * BW] {
            for road in [false, true] {
                orders.push(order(vec![Leg { to: far(way, length), road }]));
            }
            let bent = [
                Leg { to: far(way, length / 2), road: false },
                Leg { to: far(heading, length), road: false },
            ];
            orders.push(order(bent.to_vec()));
        }
    }
    for piece in state.field.ground().pieces() {
        if let Ok(Some(outline)) = piece.shape.outline() {
            orders.extend(outline.corners().iter().map(|to| order(vec![Leg { to: *to, road: false }])));
        }
    }
    orders
}

/// Retreats at all bearings, advances of all lengths, dice divided in many ways.
fn afterwards(walk: &mut Walk, known: &Known<Blucher>) {
    let state = known.state();
    for unit in &state.units {
        for bearing in (0..360).step_by(5).chain(175..180).chain([361, crate::retreat::NO_WAY]) {
            walk.attempt(known, &[Step::Retreat { unit: unit.id, bearing }]);
        }
        for length in [-100, 0, 50, 1000, 5000, 10_000, 20_000] {
            walk.attempt(known, &[Step::Advance { unit: unit.id, length }]);
        }
        let defenders = state.contacts.iter().filter(|contact| contact.attacker == unit.id);
        let defenders: Vec<PieceId> = defenders.map(|contact| contact.defender).collect();
        for dice in 0..8_u8 {
            for more in 0..3_u8 {
                let given = (0..).zip(&defenders).map(|(i, id)| (*id, dice + u8::from(i == more)));
                walk.attempt(known, &[Step::Allocate { unit: unit.id, dice: given.collect() }]);
            }
        }
    }
}
