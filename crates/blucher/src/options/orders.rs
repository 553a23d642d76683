//! Orders to a force that is being activated.

use super::{
    ADVANCE, CHARGE, DIFFICULT, LEAVE, RESERVE, SIMPLE, STAY, far_of_alike, legal, name, place_id, reach,
};
use crate::Blucher;
use crate::activation;
use crate::charge;
use crate::movement::reserve::ALLOWANCE;
use crate::movement::retire::LEAVES;
use crate::movement::{self, simple};
use crate::scale::BW;
use crate::state::{Activation, Phase, Stage, State, Unit};
use crate::step::{Leg, Order, Step, When};
use table::heading::{Heading, Turn};
use umpire::{Doubts, Field, Input, Known, Offer, Options, PieceId, Place};

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
            orders(state, unit, options);
        }
    }
}

fn waiting(activation: &Activation) -> Vec<PieceId> {
    activation.force.iter().copied().filter(|id| !activation.ordered.contains(id)).collect()
}

fn orders(state: &State, unit: &Unit, options: &mut Options<Step>) {
    let plain = [
        (Order::Prepare, "becomes prepared (holds against cavalry)"),
        (Order::Unprepare, "is no longer prepared"),
        (Order::Hold, "holds (stays where it is)"),
        (Order::Retire, "retires (leaves the battle)"),
    ];
    for (order, what) in plain {
        if movement::may(state, unit, &order) {
            let label = format!("{} {what}", name(state, unit.id)).into();
            let step = Step::Order { unit: unit.id, order };
            options.steps.push(Offer { step, label, piece: Some(unit.id) });
        }
    }
    charges(state, unit, options);
    let Some(card) = unit.card.get() else { return };
    let lengths = [card.full, card.full / 2, 0];
    let open = simple::begins_in_the_open(state, unit);
    let simple = TURNS.iter().filter(|_| open).flat_map(|turn| {
        let heading = unit.pose.heading.turned(Turn::degrees(f64::from(*turn)));
        // Neither turning nor going is to hold, which is offered as such.
        let lengths = if *turn == 0 { &lengths[..2] } else { &lengths };
        let legal = simple::lengths_of(state, unit, (heading, None, false), lengths);
        legal.map(move |length| Order::Simple { heading, length, sense: None, leave: false })
    });
    let kind = (SIMPLE, "Simple move of", Input::Pose);
    push(state, unit, kind, simple.collect(), || reach::simple(state, unit).longest, options);
    let difficult = TURNS.iter().map(|turn| Order::Difficult {
        bearing: unit.pose.heading.turned(Turn::degrees(f64::from(*turn))),
        length: card.difficult,
        heading: unit.pose.heading,
        pivot: When::Before,
        sense: None,
        leave: false,
    });
    let difficult = difficult.filter(|order| movement::may(state, unit, order));
    let kind = (DIFFICULT, "Difficult move of", Input::Pose);
    push(state, unit, kind, difficult.collect(), || reach::difficult(state, unit).longest, options);
    if !unit.revealed() {
        let reserve = TURNS
            .iter()
            .flat_map(|turn| [12, 8, 4].map(|far| reserve(unit, Turn::degrees(f64::from(*turn)), far * BW)));
        let reserve = reserve.flatten().filter(|order| movement::may(state, unit, order));
        let kind = (RESERVE, "Reserve move of", Input::Path);
        push(state, unit, kind, reserve.collect(), Vec::new, options);
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
    let targets = charge::legal_targets(state, unit.id, &mut Doubts::new());
    for target in &targets {
        let Some(turn) = target.turns.get(target.turns.len() / 2).copied() else { continue };
        let order = Order::Charge { turn, target: target.unit };
        let step = Step::Order { unit: unit.id, order };
        let label = format!("{} charges {}", name(state, unit.id), name(state, target.unit)).into();
        let label = far_of_alike(state, label, target.unit, target.distance, targets.iter().map(|t| t.unit));
        options.steps.push(Offer { step: step.clone(), label, piece: Some(unit.id) });
        snaps.push(step);
    }
    if !snaps.is_empty() {
        options.places.push(Place {
            id: place_id(unit.id, CHARGE),
            piece: Some(unit.id),
            label: format!("Charge of {}", name(state, unit.id)).into(),
            input: Input::Point,
            fields: Vec::new(),
            region: Vec::new(),
            snaps,
        });
    }
}

/// A place for one kind of move, with the plain orders that are legal. Where none is the longest ones found as for
/// shading are worth a key press.
fn push(
    state: &State,
    unit: &Unit,
    (kind, what, input): (u32, &str, Input),
    mut snaps: Vec<Order>,
    longest: impl FnOnce() -> Vec<Order>,
    options: &mut Options<Step>,
) {
    if snaps.is_empty() {
        snaps = longest();
        snaps.retain(|order| movement::may(state, unit, order));
    }
    if snaps.is_empty() {
        return;
    }
    options.places.push(Place {
        id: place_id(unit.id, kind),
        piece: Some(unit.id),
        label: format!("{what} {}", name(state, unit.id)).into(),
        input,
        fields: leaving(state, unit, kind),
        region: Vec::new(),
        snaps: snaps.into_iter().map(|order| Step::Order { unit: unit.id, order }).collect(),
    });
}

/// BL-AMB-19: where it can come to the table's edge a move may be ordered to leave it.
fn leaving(state: &State, unit: &Unit, kind: u32) -> Vec<Field> {
    let longest = match kind {
        RESERVE => ALLOWANCE,
        _ => unit.card.get().map_or(0, |card| card.full),
    };
    let near = state.field.ground().border().depth(unit.pose.at.vec2()) < f64::from(longest + 2 * BW);
    let field = || Field { name: LEAVES.into(), values: vec![(STAY, "no".into()), (LEAVE, "yes".into())] };
    near.then(field).into_iter().collect()
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
                piece: Some(unit.id),
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
