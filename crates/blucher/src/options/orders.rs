//! Orders to a force that is being activated.

use super::{ADVANCE, CHARGE, DIFFICULT, RESERVE, SIMPLE, is_command, legal, name, place_id, reach};
use crate::Blucher;
use crate::activation;
use crate::charge;
use crate::scale::BW;
use crate::state::{Activation, Phase, Stage, State, Unit};
use crate::step::{Leg, Order, Step, When};
use table::heading::{Heading, Turn};
use umpire::{Doubts, Input, Known, Offer, Options, PieceId, Place};

/// Turns worth a key press, the plainest first, in degrees.
const TURNS: [i32; 8] = [0, 45, -45, 90, -90, 135, -135, 180];

/// Who may still join, and what the units of the force may be ordered to do.
pub(super) fn offer(known: &Known<Blucher>, options: &mut Options<Step>) {
    let state = known.state();
    let Some(activation) = &state.activation else { return };
    if activation.ordered.is_empty() && !matches!(activation.method, crate::state::Method::Individual) {
        for unit in state.of_side(state.active) {
            if activation::join(state, activation, unit.id).is_ok() {
                let label = format!("{} joins", name(state, unit.id)).into();
                options.steps.push(Offer { step: Step::Join { unit: unit.id }, label, piece: Some(unit.id) });
            }
        }
    }
    if activation.ordered.is_empty() && activation::force_stands(state, activation).is_err() {
        return;
    }
    for id in waiting(activation) {
        if let Some(unit) = state.unit(id) {
            orders(known, unit, options);
        }
    }
    // A command activation ends the phase, so its force is worth naming whole: nothing else is offered here.
    debug_assert!(!is_command(&activation.method) || !activation.force.is_empty());
}

fn waiting(activation: &Activation) -> Vec<PieceId> {
    activation.force.iter().copied().filter(|id| !activation.ordered.contains(id)).collect()
}

fn orders(known: &Known<Blucher>, unit: &Unit, options: &mut Options<Step>) {
    let state = known.state();
    let plain = [
        (Order::Prepare, "becomes prepared"),
        (Order::Unprepare, "is no longer prepared"),
        (Order::Hold, "holds"),
        (Order::Retire, "retires"),
    ];
    for (order, what) in plain {
        let step = Step::Order { unit: unit.id, order };
        if legal(known, &step) {
            let label = format!("{} {what}", name(state, unit.id)).into();
            options.steps.push(Offer { step, label, piece: Some(unit.id) });
        }
    }
    charges(state, unit, options);
    let Some(card) = unit.card.get() else { return };
    let simple = TURNS.iter().flat_map(|turn| {
        let heading = unit.pose.heading.turned(Turn::degrees(f64::from(*turn)));
        [card.full, card.full / 2, 0].map(|length| Order::Simple {
            heading,
            length,
            sense: None,
            leave: false,
        })
    });
    let region = reach::simple(known, unit);
    push(known, unit, SIMPLE, "Simple move of", Input::Pose, simple.collect(), region, options);
    let difficult = TURNS.iter().map(|turn| Order::Difficult {
        bearing: unit.pose.heading.turned(Turn::degrees(f64::from(*turn))),
        length: card.difficult,
        heading: unit.pose.heading,
        pivot: When::After,
        sense: None,
        leave: false,
    });
    let region = reach::difficult(known, unit);
    push(known, unit, DIFFICULT, "Difficult move of", Input::Pose, difficult.collect(), region, options);
    if !unit.revealed() {
        let reserve = TURNS
            .iter()
            .flat_map(|turn| [12, 8, 4].map(|far| reserve(unit, Turn::degrees(f64::from(*turn)), far * BW)));
        let reserve = reserve.flatten().collect();
        push(known, unit, RESERVE, "Reserve move of", Input::Path, reserve, Vec::new(), options);
    }
}

/// A straight reserve move.
fn reserve(unit: &Unit, turn: Turn, far: i32) -> Option<Order> {
    let heading = unit.pose.heading.turned(turn);
    let to = unit.pose.moved(heading, f64::from(far)).ok()?.at;
    Some(Order::Reserve { legs: vec![Leg { to, road: false }], heading, leave: false })
}

/// Every target that may be charged, with the middle one of the pivots that do it.
fn charges(state: &State, unit: &Unit, options: &mut Options<Step>) {
    let mut snaps = Vec::new();
    for target in charge::legal_targets(state, unit.id, &mut Doubts::new()) {
        let Some(turn) = target.turns.get(target.turns.len() / 2).copied() else { continue };
        let order = Order::Charge { turn, target: target.unit };
        let step = Step::Order { unit: unit.id, order };
        let label = format!("{} charges {}", name(state, unit.id), name(state, target.unit)).into();
        options.steps.push(Offer { step: step.clone(), label, piece: Some(unit.id) });
        snaps.push(step);
    }
    if !snaps.is_empty() {
        options.places.push(Place {
            id: place_id(unit.id, CHARGE),
            piece: unit.id,
            label: format!("Charge of {}", name(state, unit.id)).into(),
            input: Input::Point,
            fields: Vec::new(),
            region: Vec::new(),
            snaps,
        });
    }
}

#[expect(clippy::too_many_arguments, reason = "a place has as many parts")]
fn push(
    known: &Known<Blucher>,
    unit: &Unit,
    kind: u32,
    what: &str,
    input: Input,
    orders: Vec<Order>,
    region: Vec<Vec<table::point::Point>>,
    options: &mut Options<Step>,
) {
    let steps = orders.into_iter().map(|order| Step::Order { unit: unit.id, order });
    let snaps: Vec<Step> = steps.filter(|step| legal(known, step)).collect();
    if snaps.is_empty() && region.is_empty() {
        return;
    }
    options.places.push(Place {
        id: place_id(unit.id, kind),
        piece: unit.id,
        label: format!("{what} {}", name(known.state(), unit.id)).into(),
        input,
        fields: Vec::new(),
        region,
        snaps,
    });
}

/// Advances of any length up to the longest.
pub(super) fn advances(known: &Known<Blucher>, options: &mut Options<Step>) {
    let state = known.state();
    let Phase::Combat(combat) = &state.phase else { return };
    let Stage::Advances { left } = &combat.stage else { return };
    for unit in left.iter().filter_map(|id| state.unit(*id)) {
        let longest = crate::advance::longest(state, unit);
        let steps = [longest, longest / 2].into_iter().filter(|length| *length > 0);
        let steps = steps.map(|length| Step::Advance { unit: unit.id, length: length / 100 * 100 });
        let snaps: Vec<Step> = steps.filter(|step| legal(known, step)).collect();
        if !snaps.is_empty() {
            options.places.push(Place {
                id: place_id(unit.id, ADVANCE),
                piece: unit.id,
                label: format!("Advance of {}", name(state, unit.id)).into(),
                input: Input::Point,
                fields: Vec::new(),
                region: Vec::new(),
                snaps,
            });
        }
    }
}

/// The heading from a unit to a point.
pub(super) fn towards(unit: &Unit, to: table::point::Point) -> Option<Heading> {
    Heading::of(to.vec2() - unit.pose.at.vec2())
}
