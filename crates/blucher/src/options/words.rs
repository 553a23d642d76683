//! Steps in words, for the list that a draft is shown as.

use super::{label, name, retreat_words};
use crate::pickup;
use crate::refuse::bw;
use crate::retreat::NO_WAY;
use crate::state::{Left, State};
use crate::step::{Order, Role, Step};
use umpire::{PieceId, Sentence, Worded};

/// A step of a draft in words, and the piece that does it.
pub fn worded(state: &State, step: &Step) -> Worded {
    Worded { label: words(state, step), piece: step.unit() }
}

fn words(state: &State, step: &Step) -> Sentence {
    match step {
        Step::Corps { corps } => corps.clone().into(),
        Step::Individual { unit } => format!("{} alone", name(state, *unit)).into(),
        Step::Command { .. } => "The commander's circle".into(),
        Step::Join { unit } => format!("{} joins", name(state, *unit)).into(),
        Step::Order { unit, order } => {
            let off = if matches!(order, Order::Retire) { "" } else { off(state, *unit) };
            format!("{}: {}{off}", name(state, *unit), ordered(state, *unit, order)).into()
        }
        Step::Retreat { unit, bearing: NO_WAY } if left(state, *unit) == Some(Left::Broken) => {
            format!("{} cannot stay on the table: it is broken", name(state, *unit)).into()
        }
        Step::Retreat { unit, bearing } => {
            format!("{}{}", retreat_words(state, *unit, *bearing), off(state, *unit)).into()
        }
        // Heard before they are played, so they are questions.
        Step::EndPhase => "End the phase?".into(),
        Step::Concede => "Offer to concede?".into(),
        Step::PlaceTerrain { piece } => format!("Terrain: {}", piece.kind.words()).into(),
        Step::Decline => "No more terrain".into(),
        Step::ChooseRole { role: Role::Attacker } => "Attack".into(),
        Step::ChooseRole { role: Role::Defender } => "Defend".into(),
        Step::ChooseEdge { edge } => pickup::offers::edge_words(*edge).into(),
        Step::PlaceObjective { .. } => "An objective".into(),
        Step::Deploy { deploy } => format!("{} is set up", name(state, deploy.unit)).into(),
        Step::Answer { accept: true } => "Accept".into(),
        Step::Answer { accept: false } => "Decline".into(),
        _ => label(state, step),
    }
}

/// How a unit of the draft has left the table by it, if it has.
pub(super) fn left(state: &State, unit: PieceId) -> Option<Left> {
    state.gone.iter().find(|gone| gone.unit.id == unit).map(|gone| gone.how)
}

/// That it leaves the table, after what it does (BL-TAB-11).
fn off(state: &State, unit: PieceId) -> &'static str {
    match left(state, unit) {
        Some(Left::Broken) => ", leaves the table and is broken",
        Some(_) => " and leaves the table",
        None => "",
    }
}

fn ordered(state: &State, unit: PieceId, order: &Order) -> String {
    let far = |length: i32| bw(f64::from(length));
    match order {
        Order::Hold => "holds".to_owned(),
        Order::Prepare => "becomes prepared".to_owned(),
        Order::Unprepare => "is no longer prepared".to_owned(),
        Order::Retire => "retires".to_owned(),
        Order::Simple { length: 0, .. } => "turns".to_owned(),
        Order::Simple { length, .. } => format!("simple move, {}", far(*length)),
        Order::Difficult { length, .. } => format!("difficult move, {}", far(*length)),
        Order::Reserve { .. } => format!("reserve move, {}", far(gone(state, unit))),
        Order::Charge { target, .. } => format!("charges {}", name(state, *target)),
    }
}

/// How far a unit of the force has gone: where it came from is no longer to be seen.
fn gone(state: &State, unit: PieceId) -> i32 {
    let mut orders = state.activation.iter().flat_map(|a| a.ordered.iter().zip(&a.lengths));
    orders.find(|(id, _)| **id == unit).map_or(0, |(_, length)| *length)
}
