//! What can happen, and the sentence for it. Who hears it is decided in `knowledge`.

use crate::state::{Side, State, Unit};
use crate::step::Order;
use crate::{ambush, fire, limit, march, melee, orders, turn};
use serde::{Deserialize, Serialize};
use umpire::{Line, PieceId, RuleId, Sentence};

/// A unit as an event names it: it may be gone when the line is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Who {
    /// Its handle.
    pub piece: PieceId,
    /// What it was called.
    pub name: Sentence,
}

impl Who {
    /// Names a unit.
    pub(crate) fn of(state: &State, unit: &Unit) -> Self {
        Self { piece: unit.id, name: state.name(unit) }
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round began.
    Round(u16),
    /// A side wrote its order: for its own ears.
    Wrote(Order),
    /// An order is read out.
    Ordered(Side, Order),
    /// A phase began, and its limit was rolled unseen.
    Phase(Side),
    /// The limit, for those who rolled it.
    Limit(u32),
    /// The limit was reached.
    Reached(Side, u32),
    /// A unit turned where it stands.
    Dressed(Who),
    /// A unit marched one leg.
    Marched(Who),
    /// A march met an enemy.
    Met(Who, Who),
    /// The truth forbade it: the unit is back where it began.
    Denied(Who, RuleId),
    /// A hidden unit is shown.
    Shown(Who),
    /// The enemy let a march pass.
    Held(Side),
    /// A unit fired: at whom, what fell, whether it hit.
    Fired(Who, Who, u32, bool),
    /// A contact was fought: each unit, its face and its total.
    Fought(Who, u32, u32, Who, u32, u32),
    /// A side passed.
    Passed(Side),
    /// The battle is over.
    Over(RuleId, Sentence),
}

/// The log's line for an event.
pub(crate) fn line(event: &Event) -> Line {
    match event {
        Event::Round(n) => Line::new(format!("Round {n} begins.")).rule(orders::ORD_01),
        Event::Wrote(order) => Line::new(format!("Your order: {}.", word(*order))).rule(orders::ORD_01),
        Event::Ordered(side, order) => {
            Line::new(format!("{}'s order: {}.", side.name(), word(*order))).rule(orders::ORD_02)
        }
        Event::Phase(side) => {
            Line::new(format!("{}'s phase; {} rolls its limit unseen.", side.name(), side.other().name()))
                .rule(limit::LIM_01)
        }
        Event::Limit(face) => {
            Line::new(format!("The limit is {face}.")).rule(limit::LIM_01).die(*face, dice::D6, false)
        }
        Event::Reached(side, limit) => {
            Line::new(format!("{}'s limit of {limit} is reached.", side.name())).rule(limit::LIM_03)
        }
        Event::Dressed(who) => about(who, "dresses its front").rule(march::MOV_07),
        Event::Marched(who) => about(who, "marches").rule(march::MOV_03),
        Event::Met(who, enemy) => {
            about(who, &format!("meets {}", enemy.name)).rule(march::MOV_05).piece(enemy.piece)
        }
        Event::Denied(who, rule) => about(who, "cannot go on and is back where it began").rule(*rule),
        Event::Shown(who) => about(who, "steps out of hiding").rule(ambush::AMB_02),
        Event::Held(side) => Line::new(format!("{} does not fire.", side.name())).rule(fire::FIR_01),
        Event::Fired(who, target, face, hit) => {
            let result = if *hit { "hits" } else { "misses" };
            let line = about(who, &format!("fires at {} and {result}", target.name));
            line.rule(fire::FIR_03).piece(target.piece).die(*face, dice::D6, false).counting([*hit])
        }
        Event::Fought(a, face, total, b, their_face, their_total) => {
            let line = about(a, &format!("fights {}, {total} to {their_total}", b.name));
            let line = line.rule(melee::MEL_02).piece(b.piece);
            line.die(*face, dice::D6, false).die(*their_face, dice::D6, false)
        }
        Event::Passed(side) => Line::new(format!("{} passes.", side.name())).rule(turn::SEQ_04),
        Event::Over(rule, sentence) => Line::new(sentence.clone()).rule(*rule),
    }
}

fn about(who: &Who, does: &str) -> Line {
    Line::new(format!("{} {does}.", who.name)).piece(who.piece)
}

const fn word(order: Order) -> &'static str {
    match order {
        Order::Press => "press",
        Order::Hold => "hold",
    }
}

/// The end of a battle, as an event.
pub(crate) fn over(state: &State) -> Option<Event> {
    state.over.as_ref().map(|o| Event::Over(o.rule, o.sentence.clone()))
}
