//! Movement (MOV, PRE): orders to activated units, carried out one by one on a drafted or true state.

pub mod crossing;
pub mod difficult;
pub mod engaged;
pub mod exposure;
pub mod general;
pub mod objective;
pub mod plan;
pub mod prepare;
pub mod reserve;
pub mod retire;
pub mod simple;
pub mod sweep;

pub use general::{nobody_overlaps, remove};

use crate::charge;
use crate::refuse::refusal;
use crate::state::{Left, State, Unit};
use crate::step::Order;
use umpire::{Doubts, PieceId, Refusal, RuleId};

/// What an order did.
#[derive(Clone, Debug)]
pub struct Done {
    /// The order with every default filled in.
    pub order: Order,
    /// What kind of move it was: "simple move", "charge", …
    pub how: &'static str,
    /// How far the centerpoint went, in grains.
    pub length: i32,
    /// The rule of that kind of move.
    pub rule: RuleId,
    /// Whom a charge contacted.
    pub contacted: Vec<PieceId>,
    /// The unit left the table.
    pub left: Option<(Left, RuleId)>,
    /// The prepared marker was put on or taken off.
    pub prepared: Option<bool>,
    /// Objectives that changed hands.
    pub objectives: Vec<usize>,
}

impl Done {
    /// An order that moved nothing and changed nothing yet.
    pub fn new(order: Order, how: &'static str, rule: &str) -> Self {
        Self {
            order,
            how,
            length: 0,
            rule: RuleId::new(rule),
            contacted: Vec::new(),
            left: None,
            prepared: None,
            objectives: Vec::new(),
        }
    }
}

/// Would an order be carried out? Like [`carry_out`], but nothing is done, and where it is not nobody is told why:
/// the rules that are quickly asked come first.
pub fn may(state: &State, unit: &Unit, order: &Order) -> bool {
    match order {
        Order::Hold => true,
        Order::Unprepare => unit.prepared,
        Order::Prepare => prepare::may(state, unit).is_ok(),
        Order::Simple { heading, length, sense, leave } => simple::may(
            state,
            unit,
            simple::Simple { heading: *heading, length: *length, leave: *leave },
            *sense,
        ),
        Order::Difficult { bearing, length, heading, pivot, sense, leave } => {
            let (bearing, length, heading, pivot, leave) = (*bearing, *length, *heading, *pivot, *leave);
            difficult::may(
                state,
                unit,
                difficult::Difficult { bearing, length, heading, pivot, leave },
                *sense,
            )
        }
        Order::Reserve { legs, heading, leave } => reserve::may(state, unit, legs, *heading, *leave),
        Order::Charge { turn, target } => charge::may(state, unit.id, *turn, *target),
        Order::Retire => retire::may(state, unit),
    }
}

/// Carries out an order, or gives every independent reason against it and changes nothing. Movement is voluntary
/// (BL-MOV-01), and there are four kinds of moves (BL-MOV-02).
pub fn carry_out(
    state: &mut State,
    unit: PieceId,
    order: &Order,
    doubts: &mut Doubts,
) -> Result<Done, Vec<Refusal>> {
    if state.unit(unit).is_none() {
        return Err(vec![refusal("BL-TAB-10", "it is not on the table")]);
    }
    match order {
        Order::Hold => Ok(prepare::hold()),
        Order::Unprepare => prepare::unprepare(state, unit),
        Order::Prepare => prepare::prepare(state, unit),
        Order::Simple { heading, length, sense, leave } => simple::carry_out(
            state,
            unit,
            simple::Simple { heading: *heading, length: *length, leave: *leave },
            *sense,
        ),
        Order::Difficult { bearing, length, heading, pivot, sense, leave } => {
            let (bearing, length, heading, pivot, leave) = (*bearing, *length, *heading, *pivot, *leave);
            let order = difficult::Difficult { bearing, length, heading, pivot, leave };
            difficult::carry_out(state, unit, order, *sense)
        }
        Order::Reserve { legs, heading, leave } => reserve::carry_out(state, unit, legs, *heading, *leave),
        Order::Charge { turn, target } => charge::carry_out(state, unit, *turn, *target, doubts),
        Order::Retire => retire::carry_out(state, unit),
    }
}
