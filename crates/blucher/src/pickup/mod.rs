//! Pickup games (PCK): terrain, roles, objectives and both armies, set up one decision after the other.
//!
//! A draft of the setup is one step. `apply` changes a state by it, known or true; `play` does so on the truth
//! and goes on to the next question.

pub mod deploy;
pub mod event;
pub mod objectives;
pub mod offers;
pub mod roles;
pub mod terrain;

pub use event::SetupEvent;
pub use offers::at_random;

use self::SetupStage as S;
use crate::draft::Judged;
use crate::event::{Event, side_name};
use crate::knowledge::to_all;
use crate::refuse::refusal;
use crate::scale::BW;
use crate::scenario::PhaseWritten;
use crate::state::{Phase, Side, State, Unit, enemy};
use crate::step::Step;
use crate::turn;
use dice::{Dice, NeedsDice};
use serde::{Deserialize, Serialize};
use table::border::Compass;
use table::vec2::Vec2;
use umpire::{PieceId, Tell};

/// How far the setup of a pickup game has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// What is decided now.
    pub stage: SetupStage,
    /// Units that are not yet on the table, sorted by handle. The enemy knows how many they are, no more.
    pub waiting: Vec<Unit>,
    /// Terrain choices left to each side (BL-PCK-04).
    pub choices: [u8; 2],
    /// Who defends, once it is chosen (BL-PCK-12).
    pub defender: Option<Side>,
    /// The defender's edge, once it is chosen (BL-PCK-14).
    pub edge: Option<Compass>,
}

/// What is decided in the setup of a pickup game, in the order of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupStage {
    /// A side places a piece of terrain.
    Terrain(Side),
    /// A side chooses its role.
    Role(Side),
    /// The defender chooses his edge.
    Edge,
    /// The attacker places two objectives in the defender's area.
    AttackersObjectives,
    /// The defender sets up his army.
    DefendersUnits,
    /// The defender places one objective in the attacker's area.
    DefendersObjective,
    /// The attacker sets up his army.
    AttackersUnits,
}

impl SetupStage {
    /// What is decided, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Terrain(_) => "terrain",
            Self::Role(_) => "attacker or defender",
            Self::Edge => "the defender's edge",
            Self::AttackersObjectives => "objectives in the defender's area",
            Self::DefendersUnits => "the defender's army",
            Self::DefendersObjective => "an objective in the attacker's area",
            Self::AttackersUnits => "the attacker's army",
        }
    }
}

impl Setup {
    /// The side that attacks.
    pub fn attacker(&self) -> Side {
        enemy(self.defending())
    }

    /// The side that defends. Nobody asks before it is chosen.
    pub fn defending(&self) -> Side {
        self.defender.unwrap_or(1)
    }

    /// The side that must decide now.
    pub fn asked(&self) -> Side {
        match self.stage {
            SetupStage::Terrain(side) | SetupStage::Role(side) => side,
            SetupStage::Edge | SetupStage::DefendersUnits | SetupStage::DefendersObjective => {
                self.defending()
            }
            SetupStage::AttackersObjectives | SetupStage::AttackersUnits => self.attacker(),
        }
    }

    /// A side's units that are not yet on the table.
    pub fn waiting_of(&self, side: Side) -> impl Iterator<Item = &Unit> {
        self.waiting.iter().filter(move |unit| unit.side == side)
    }

    /// A unit that is not yet on the table.
    pub fn waiting_unit(&self, id: PieceId) -> Option<&Unit> {
        self.waiting.iter().find(|unit| unit.id == id)
    }

    /// BL-PCK-15, BL-PCK-16: the defender's area is within 6 BW of his edge, the attacker's within 4 BW of
    /// the opposite one. There is none before the edge is chosen.
    pub fn zone(&self, side: Side) -> Option<Zone> {
        let edge = self.edge?;
        Some(if side == self.defending() {
            Zone { edge, depth: 6 * BW, rule: "BL-PCK-15" }
        } else {
            Zone { edge: opposite(edge), depth: 4 * BW, rule: "BL-PCK-20" }
        })
    }
}

/// The other long edge.
const fn opposite(edge: Compass) -> Compass {
    match edge {
        Compass::South => Compass::North,
        _ => Compass::South,
    }
}

/// A side's setup area: everything within a distance of its long edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The edge.
    pub edge: Compass,
    /// How far it reaches, in grains.
    pub depth: i32,
    /// The rule that keeps a unit in it.
    pub rule: &'static str,
}

impl Zone {
    /// How far a point is from the zone's edge.
    pub fn distance(self, state: &State, p: Vec2) -> f64 {
        match self.edge {
            Compass::North => f64::from(state.field.ground().border().size().1) - p.y,
            _ => p.y,
        }
    }

    /// The zone from south to north, in grains.
    pub fn span(self, state: &State) -> [i32; 2] {
        let depth = state.field.ground().border().size().1;
        match self.edge {
            Compass::North => [depth - self.depth, depth],
            _ => [0, self.depth],
        }
    }
}

/// The setup of a state, if it is being set up.
pub const fn setup(state: &State) -> Option<&Setup> {
    match &state.phase {
        Phase::Setup(setup) => Some(setup),
        _ => None,
    }
}

fn setup_mut(state: &mut State) -> Option<&mut Setup> {
    match &mut state.phase {
        Phase::Setup(setup) => Some(setup),
        _ => None,
    }
}

/// BL-PCK-03: begins with an empty table and all units beside it; the terrain dice are rolled.
pub fn begin(state: &mut State, dice: &mut dyn Dice, tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    let waiting = std::mem::take(&mut state.units);
    let (choices, first) = terrain::roll_choices(state, dice, tell)?;
    let stage = SetupStage::Terrain(first);
    state.phase = Phase::Setup(Setup { stage, waiting, choices, defender: None, edge: None });
    Ok(())
}

/// Judges a step and changes a state by it; gives it back with every default filled in.
pub fn apply(state: &mut State, side: Side, step: &Step) -> Judged<Step> {
    let Some(stage) = setup(state).map(|setup| setup.stage) else { return wrong_time("BL-TRN-07") };
    match (stage, step) {
        (S::Terrain(_), Step::PlaceTerrain { piece }) => {
            let piece = terrain::place(state, side, *piece)?;
            Ok(Step::PlaceTerrain { piece })
        }
        (S::Terrain(_), Step::Decline) => {
            terrain::decline(state, side);
            Ok(Step::Decline)
        }
        (S::Role(_), Step::ChooseRole { role }) => {
            roles::choose_role(state, side, *role);
            Ok(step.clone())
        }
        (S::Edge, Step::ChooseEdge { edge }) => {
            roles::choose_edge(state, *edge)?;
            Ok(step.clone())
        }
        (S::AttackersObjectives | S::DefendersObjective, Step::PlaceObjective { at }) => {
            objectives::place(state, side, *at)?;
            Ok(step.clone())
        }
        (S::DefendersUnits | S::AttackersUnits, Step::Deploy { deploy }) => {
            let deploy = deploy::deploy(state, side, *deploy)?;
            Ok(Step::Deploy { deploy })
        }
        (S::Terrain(_), _) => wrong_time("BL-PCK-11"),
        (S::Role(_), _) => wrong_time("BL-PCK-12"),
        (S::Edge, _) => wrong_time("BL-PCK-14"),
        (S::AttackersObjectives, _) => wrong_time("BL-PCK-17"),
        (S::DefendersUnits, _) => wrong_time("BL-PCK-18"),
        (S::DefendersObjective, _) => wrong_time("BL-PCK-19"),
        (S::AttackersUnits, _) => wrong_time("BL-PCK-20"),
    }
}

#[cfg_attr(test, track_caller)]
fn wrong_time<T>(rule: &str) -> Judged<T> {
    Err(vec![refusal(rule, "the setup has another decision to be made first")])
}

/// Does a step that has been applied roll dice, or reveal a unit? After the last piece of terrain a tiebreaker is
/// rolled, after the last unit the MO dice.
pub fn last_word(setup: &Setup, step: &Step) -> bool {
    match (setup.stage, step) {
        (S::Terrain(side), _) => terrain::next(setup.choices, side).is_none(),
        (stage, Step::Deploy { deploy }) => {
            let last = stage == S::AttackersUnits && setup.waiting_of(setup.attacker()).next().is_none();
            last || deploy.concealed != Some(true)
        }
        _ => false,
    }
}

/// Plays a step on the truth and goes on to the next question.
pub fn play(
    state: &mut State,
    side: Side,
    step: &Step,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    let lost = setup(state).map_or(0, |setup| setup.choices[usize::from(side & 1)]);
    if apply(state, side, step).is_err() {
        return Ok(()); // it was judged in the same state
    }
    event::tell(state, side, step, lost, tell);
    next(state, dice, tell)
}

/// The next question, or turn 1 (BL-PCK-23).
fn next(state: &mut State, dice: &mut dyn Dice, tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    let Some(setup) = setup(state) else { return Ok(()) };
    let (defender, attacker) = (setup.defending(), setup.attacker());
    let still = |side: Side| setup.waiting_of(side).next().is_some();
    let stage = match setup.stage {
        S::Terrain(side) => match terrain::next(setup.choices, side) {
            Some(next) => S::Terrain(next),
            None => S::Role(roles::tiebreak(state, "BL-PCK-12", dice, tell)?),
        },
        S::Role(_) => S::Edge,
        S::Edge => S::AttackersObjectives,
        // BL-PCK-17: exactly two.
        S::AttackersObjectives if state.objectives.len() < 2 => S::AttackersObjectives,
        S::AttackersObjectives => S::DefendersUnits,
        S::DefendersUnits if still(defender) => S::DefendersUnits,
        // BL-AMB-246: the defender's objective is not left out.
        S::DefendersUnits => S::DefendersObjective,
        S::DefendersObjective => S::AttackersUnits,
        S::AttackersUnits if still(attacker) => S::AttackersUnits,
        S::AttackersUnits => return first_turn(state, attacker, dice, tell),
    };
    if let Some(setup) = setup_mut(state) {
        setup.stage = stage;
    }
    Ok(())
}

/// BL-PCK-23: the attacker has the first turn; the defender rolls the first MO dice (BL-MOM-05).
fn first_turn(
    state: &mut State,
    attacker: Side,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    state.active = attacker;
    turn::begin(state, PhaseWritten::Information, None, dice, tell)
}

fn say(tell: &mut impl Tell<Event>, what: SetupEvent) {
    to_all(tell, Event::Setup { what });
}

fn name(state: &State, side: Side) -> String {
    side_name(state, side)
}
