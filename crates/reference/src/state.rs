//! What is on the table and on the record. Flat, whole numbers only; every secret is a fact or absent.

use crate::step::{Leg, Order};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::grain::UNIT;
use table::pose::Pose;
use table::rect::{Anchor, Footprint, Rect};
use table::vec2::vec2;
use umpire::{Fact, Outcome, PieceId, RuleId, Seat, Seats, Sentence};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Moves first.
    Blue,
    /// Moves second.
    Red,
}

impl Side {
    /// Both, in the order in which they move.
    pub const BOTH: [Self; 2] = [Self::Blue, Self::Red];

    /// The enemy.
    pub const fn other(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
        }
    }

    /// The seat that plays it.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Blue => Seat::FIRST,
            Self::Red => Seat::SECOND,
        }
    }

    /// The side that a seat plays.
    pub fn of(seat: Seat) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.seat() == seat)
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "Blue",
            Self::Red => "Red",
        }
    }
}

/// What never changes during a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    /// East and north extent in grains.
    pub size: [i32; 2],
    /// The last round.
    pub rounds: u16,
    /// The woods.
    pub woods: Vec<Wood>,
    /// Names of the units that everybody sees at the start. An ambush has no name here: it would tell.
    pub names: Vec<String>,
}

/// A wood: an upright rectangle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wood {
    /// What it is called.
    pub name: String,
    /// Its south-west corner in grains.
    pub from: [i32; 2],
    /// Its north-east corner in grains.
    pub to: [i32; 2],
}

impl Wood {
    /// The area it covers.
    pub fn rect(&self) -> Rect {
        let corner = |c: [i32; 2]| vec2(f64::from(c[0]), f64::from(c[1]));
        Rect::upright(corner(self.from), corner(self.to))
    }
}

/// A unit: some stands side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Its handle.
    pub id: PieceId,
    /// Whose it is.
    pub side: Side,
    /// Its place in the list of names; an ambush has none.
    pub name: Option<u8>,
    /// Stands left.
    pub stands: u8,
    /// The middle of its front, and its heading.
    pub pose: Pose,
    /// It has marched in this phase.
    pub marched: bool,
    /// It has dressed in this phase.
    pub dressed: bool,
    /// Who knows that it exists.
    pub to: Seats,
}

impl Unit {
    /// How deep a stand is; its width is the unit of length.
    pub const DEPTH: i32 = UNIT / 2;

    /// The ground it covers.
    pub fn rect(&self) -> Rect {
        self.rect_at(self.pose)
    }

    /// The ground it would cover at a pose.
    pub fn rect_at(&self, pose: Pose) -> Rect {
        self.swept_to(pose, 0)
    }

    /// The ground it covers while it goes straight ahead for a length and ends at a pose.
    pub fn swept_to(&self, end: Pose, length: i32) -> Rect {
        let (width, depth) = (i32::from(self.stands) * UNIT, Self::DEPTH.saturating_add(length));
        Footprint { width, depth, anchor: Anchor::FrontMiddle }.at(end)
    }
}

/// Two units that fight. What a march found is kept here and never measured again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// The unit that marched into it.
    pub by: PieceId,
    /// The unit that it met.
    pub with: PieceId,
}

/// One level of what is going on. The last frame of the stack is what happens now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frame {
    /// Both sides write orders.
    Orders,
    /// A side acts.
    Phase(Side),
    /// A march under way; in a drafted state, one that is being drafted.
    March(March),
    /// The enemy of a marching unit may fire at it.
    Window {
        /// Who may fire.
        side: Side,
        /// At whom.
        target: PieceId,
    },
}

/// A march that is not over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// Whose unit.
    pub side: Side,
    /// The unit.
    pub unit: PieceId,
    /// Where it began.
    pub from: Pose,
    /// Legs begun.
    pub done: u8,
    /// Legs still to go: the enemy who may fire does not know them.
    pub legs: Fact<Vec<Leg>>,
    /// Rules that a hidden truth may still turn against a draft. Nothing while it is played: there the
    /// truth is known.
    pub doubts: Vec<RuleId>,
}

/// A battle of Picket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What never changes.
    pub ground: Arc<Ground>,
    /// The round, counted from 1.
    pub round: u16,
    /// How many questions were asked so far. Whether one is asked is public, so the number is too.
    pub asked: u32,
    /// The units, sorted by handle.
    pub units: Vec<Unit>,
    /// Who fights whom, oldest first.
    pub contacts: Vec<Contact>,
    /// The orders of this round that have been written.
    pub orders: [Option<Fact<Order>>; 2],
    /// Whether a side may still have a hidden unit, as far as everybody knows.
    pub may_hide: [bool; 2],
    /// The limit of this phase.
    pub limit: Option<Fact<u32>>,
    /// What was spent against it.
    pub spent: u32,
    /// What is going on, innermost last.
    pub frames: Vec<Frame>,
    /// How it ended.
    pub over: Option<Outcome>,
}

impl State {
    /// The unit with a handle.
    pub fn unit(&self, id: PieceId) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// The same, to change it.
    pub fn unit_mut(&mut self, id: PieceId) -> Option<&mut Unit> {
        self.units.iter_mut().find(|unit| unit.id == id)
    }

    /// The units of a side.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.side == side)
    }

    /// What a unit is called.
    pub fn name(&self, unit: &Unit) -> Sentence {
        let name = unit.name.and_then(|n| self.ground.names.get(usize::from(n)));
        name.map_or_else(|| format!("{}'s ambush", unit.side.name()).into(), |n| n.clone().into())
    }

    /// Is it fighting?
    pub fn in_contact(&self, id: PieceId) -> bool {
        self.contacts.iter().any(|c| c.by == id || c.with == id)
    }

    /// A side's order, where the holder of this state knows it. Without one a side holds.
    pub fn order(&self, side: Side) -> Order {
        self.orders[side as usize].as_ref().and_then(Fact::get).copied().unwrap_or(Order::Hold)
    }

    /// May a side still have a hidden unit, as far as everybody knows?
    pub const fn may_hide(&self, side: Side) -> bool {
        self.may_hide[side as usize]
    }

    /// Takes a stand from a unit; without stands it is removed (RF-FIR-04).
    pub fn lose_stand(&mut self, id: PieceId) {
        let Some(unit) = self.unit_mut(id) else { return };
        unit.stands = unit.stands.saturating_sub(1);
        if unit.stands == 0 {
            self.units.retain(|unit| unit.id != id);
            self.contacts.retain(|c| c.by != id && c.with != id);
        }
    }
}
