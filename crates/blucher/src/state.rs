//! What is on the table and on the record.

use crate::card::{Arm, Card};
use crate::field::Field;
use crate::pickup::Setup;
use crate::scale::FOOTPRINT;
use crate::victory::End;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::point::Point;
use table::pose::Pose;
use table::rect::{Edge, Rect};
use umpire::{Fact, PieceId, RuleId, Seat, Viewer};

/// A side: 0 or 1. Each side has one seat of the same number.
pub type Side = u8;

/// The seat of a side.
pub fn seat(side: Side) -> Seat {
    if side == 0 { Seat::FIRST } else { Seat::SECOND }
}

/// The other side.
pub const fn enemy(side: Side) -> Side {
    1 - (side & 1)
}

/// A battle of Blücher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The table, its terrain, the names of the sides.
    pub field: Arc<Field>,
    /// Units on the table, sorted by handle.
    pub units: Vec<Unit>,
    /// Units that were on the table, sorted by handle.
    pub gone: Vec<Gone>,
    /// Objectives.
    pub objectives: Vec<Objective>,
    /// What a scenario's special objectives demand, if it has any (BL-VIC-07).
    pub special: Option<Special>,
    /// The turn, from 1.
    pub turn: u8,
    /// The last turn (BL-TRN-01).
    pub turns: u8,
    /// How many MO dice are rolled (BL-MOM-02).
    pub mo_dice: u8,
    /// The side whose turn it is.
    pub active: Side,
    /// Where in the turn the battle stands.
    pub phase: Phase,
    /// The MO dice that limit the active side (BL-MOM-01 to -05).
    pub limit: Fact<Vec<u8>>,
    /// Army morale of each side (BL-MOR-01), known to itself (BL-AMB-46).
    pub morale: [Fact<u8>; 2],
    /// Broken units of each side (BL-TAB-15).
    pub broken: [u8; 2],
    /// Retired units of each side.
    pub retired: [u8; 2],
    /// Chargers and the defenders they contacted, stored when they stopped and not measured again (BL-AMB-21).
    pub contacts: Vec<Contact>,
    /// The number of the question that stands.
    pub asked: u32,
    /// Has the active side offered to concede this turn (BL-VIC-12)?
    pub offered: bool,
    /// An offer to concede is being considered (BL-AMB-244).
    pub offer: bool,
    /// The activation being drafted. Never in the truth.
    pub activation: Option<Activation>,
}

/// A unit on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a marker or a note of its own, in any combination"
)]
pub struct Unit {
    /// Its handle, for everybody.
    pub id: PieceId,
    /// Its side.
    pub side: Side,
    /// Where its centerpoint is and which way it faces. Public, also of a concealed unit (BL-CON-16).
    pub pose: Pose,
    /// Its card: hidden from the enemy while it is concealed (BL-CON-01).
    pub card: Fact<Arc<Card>>,
    /// Its arm, which the enemy may learn before the rest of the card (BL-AMB-30).
    pub arm: Fact<Arm>,
    /// Marked boxes: fatigues or ammunition spent. Known with the card.
    pub marks: Fact<u8>,
    /// Carries the prepared marker.
    pub prepared: bool,
    /// Was activated in this movement phase.
    pub activated: bool,
    /// Moved in this movement phase (BL-AMB-38).
    pub moved: bool,
    /// Charged in this movement phase.
    pub charged: bool,
    /// Shot in this fire phase.
    pub fired: bool,
    /// Was engaged by these enemies when the movement phase began (BL-ENG-09).
    pub engaged_by: Vec<PieceId>,
    /// The crossing it stands on (BL-AMB-237).
    pub crossing: Option<u16>,
    /// Retreated in this combat phase (BL-ADV-16).
    pub retreated: bool,
}

impl Unit {
    /// Its footprint.
    pub fn rect(&self) -> Rect {
        FOOTPRINT.at(self.pose)
    }

    /// Does everybody see its card?
    pub const fn revealed(&self) -> bool {
        self.card.known_to(Viewer::Public)
    }

    /// The number in its first free box, if it is known: elan or ammo number.
    pub fn current(&self) -> Option<u8> {
        Some(self.card.get()?.current(*self.marks.get()?))
    }
}

/// A unit that left the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gone {
    /// The unit as it was.
    pub unit: Unit,
    /// How it left.
    pub how: Left,
}

/// How a unit left the table (BL-TAB-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Left {
    /// It retired: it does not count against morale.
    Retired,
    /// It broke: it does.
    Broken,
}

/// An objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objective {
    /// The marker's centre.
    pub at: Point,
    /// Who controls it.
    pub control: Option<Side>,
    /// Counts for the scenario's special victory (BL-OBJ-14).
    pub special: bool,
}

/// What a scenario's special objectives demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Special {
    /// How many of them a side must control at the end of a turn.
    pub needed: u8,
    /// The side that wins by it; `None`: either.
    pub side: Option<Side>,
}

/// A charger and a defender it contacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// The charger.
    pub attacker: PieceId,
    /// The defender.
    pub defender: PieceId,
    /// The defender's edge that is contacted (BL-AMB-22).
    pub edge: Edge,
    /// Was the attacker at this crest (a terrain piece) when its charge began (BL-AMB-207)?
    pub from_crest: Option<u16>,
}

/// Where in the turn a battle stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Phase {
    /// A pickup game is being set up; the turn has not begun.
    Setup(Setup),
    /// The active side activates and moves units.
    Movement {
        /// MO spent (BL-MOM-07).
        current: u8,
        /// An individual activation was made: no more corps activations (BL-ACT-04).
        individual: bool,
    },
    /// The active side's units shoot.
    Fire {
        /// Shots made, in order.
        shots: Vec<Shot>,
    },
    /// Artillery of the passive side that was hit once retreats (BL-AMB-36).
    FireRetreats {
        /// Who still has to.
        left: Vec<PieceId>,
        /// Who shot, at whom, and where the shooter stood (BL-AMB-230).
        shooters: Vec<(PieceId, PieceId, Pose)>,
    },
    /// Combat.
    Combat(Combat),
    /// The battle is over.
    Over(End),
}

/// A shot that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// Who shot.
    pub shooter: PieceId,
    /// At whom.
    pub target: PieceId,
    /// How often it hit.
    pub hits: u8,
}

/// The combat phase. All combats of the turn pass through each step together (BL-AMB-202).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    /// Dice of each attacker against each of its defenders.
    pub dice: Vec<Allocated>,
    /// Scores of each defender, once they are rolled.
    pub scores: Vec<Score>,
    /// The step that is being done.
    pub stage: Stage,
}

/// Dice of an attacker against a defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocated {
    /// The attacker.
    pub attacker: PieceId,
    /// The defender.
    pub defender: PieceId,
    /// How many dice.
    pub dice: u8,
}

/// Scores of a defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The defender.
    pub defender: PieceId,
    /// Its own successes.
    pub defence: u8,
    /// Successes of all dice against it.
    pub attack: u8,
}

/// The steps of the combat phase (BL-CBT-05, BL-RES-33).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "snake_case")]
pub enum Stage {
    /// Attackers with several defenders divide their dice; these still have to.
    Allocate {
        /// Attackers whose dice are not yet divided.
        left: Vec<PieceId>,
    },
    /// S1: defenders are dealt with one by one in the passive player's order.
    Defenders {
        /// Who still has to be.
        left: Vec<PieceId>,
        /// The one whose retreat is being chosen.
        retreating: Option<PieceId>,
    },
    /// S3: defenders forced back by infantry that fought cavalry.
    Forced {
        /// Who still has to retreat.
        left: Vec<PieceId>,
    },
    /// S4: attackers still in contact retreat in the active player's order.
    Attackers {
        /// Who still has to.
        left: Vec<PieceId>,
    },
    /// S6: advances in the active player's order.
    Advances {
        /// Who may still advance.
        left: Vec<PieceId>,
    },
}

/// An activation being drafted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activation {
    /// Its kind.
    pub method: Method,
    /// The units of the force, in the order they joined.
    pub force: Vec<PieceId>,
    /// Units that have been given an order, in order.
    pub ordered: Vec<PieceId>,
    /// How far each of those goes, in grains.
    pub lengths: Vec<i32>,
    /// Rules that a hidden truth may still turn against it, sorted.
    pub doubts: Vec<RuleId>,
}

/// How a force is activated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Units of one corps.
    Corps(String),
    /// One unit.
    Individual,
    /// Units around the commander's marker.
    Command(Point),
}

impl State {
    /// A unit on the table.
    pub fn unit(&self, id: PieceId) -> Option<&Unit> {
        self.units.binary_search_by_key(&id, |unit| unit.id).ok().map(|i| &self.units[i])
    }

    /// A unit on the table, or one that was there.
    pub fn unit_or_gone(&self, id: PieceId) -> Option<&Unit> {
        self.unit(id).or_else(|| self.gone.iter().map(|gone| &gone.unit).find(|unit| unit.id == id))
    }

    /// A unit on the table, to be changed.
    pub fn unit_mut(&mut self, id: PieceId) -> Option<&mut Unit> {
        self.units.binary_search_by_key(&id, |unit| unit.id).ok().map(|i| &mut self.units[i])
    }

    /// Units of a side on the table.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.side == side)
    }

    /// Is a unit in contact with an enemy (BL-AMB-21)?
    pub fn in_contact(&self, id: PieceId) -> bool {
        self.contacts.iter().any(|c| c.attacker == id || c.defender == id)
    }

    /// The side that is not active.
    pub const fn passive(&self) -> Side {
        enemy(self.active)
    }
}

impl State {
    /// MO spent in this movement phase; 0 in the others.
    pub const fn spent(&self) -> u8 {
        match &self.phase {
            Phase::Movement { current, .. } => *current,
            _ => 0,
        }
    }
}
