//! What is told of the setup. All of it is public: a concealed unit is "a concealed unit" to everybody.

use super::{name, say, setup};
use crate::event::{Event, Who, counted, people};
use crate::field::Kind;
use crate::state::{Side, State, enemy};
use crate::step::{Role, Step};
use serde::{Deserialize, Serialize};
use table::border::Compass;
use umpire::{Line, RuleId, Tell};

/// Something that happened in the setup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "setup", rename_all = "snake_case")]
pub enum SetupEvent {
    /// A side rolled for its terrain choices.
    Choices {
        /// The side.
        side: String,
        /// Its two dice.
        faces: Vec<u8>,
        /// How many choices it has.
        choices: u8,
    },
    /// A tiebreaker was rolled.
    Tiebreak {
        /// The die.
        face: u8,
        /// Who won.
        winner: String,
        /// What for.
        rule: RuleId,
    },
    /// A piece of terrain was placed.
    Terrain {
        /// By whom.
        side: String,
        /// What.
        kind: Kind,
    },
    /// A side places no more terrain.
    Declined {
        /// Which.
        side: String,
        /// How many choices it gave up.
        lost: u8,
    },
    /// The roles are chosen.
    Roles {
        /// Who attacks.
        attacker: String,
        /// Who defends.
        defender: String,
    },
    /// The defender chose his edge.
    Edge {
        /// The defender.
        side: String,
        /// The edge.
        edge: Compass,
    },
    /// An objective was placed.
    Marker {
        /// By whom.
        side: String,
        /// Its number, counted from 1.
        number: usize,
        /// Who controls it.
        control: String,
    },
    /// A unit was set up.
    Unit {
        /// By whom.
        side: String,
        /// The unit.
        unit: Who,
    },
}

/// Tells everybody what a step did. `lost`: the choices a side had before it.
pub(super) fn tell(state: &State, side: Side, step: &Step, lost: u8, tell: &mut impl Tell<Event>) {
    let by = name(state, side);
    let what = match step {
        Step::PlaceTerrain { piece } => SetupEvent::Terrain { side: by, kind: piece.kind },
        Step::Decline => SetupEvent::Declined { side: by, lost },
        Step::ChooseRole { role } => {
            let other = name(state, enemy(side));
            match role {
                Role::Attacker => SetupEvent::Roles { attacker: by, defender: other },
                Role::Defender => SetupEvent::Roles { attacker: other, defender: by },
            }
        }
        Step::ChooseEdge { edge } => SetupEvent::Edge { side: by, edge: *edge },
        Step::PlaceObjective { .. } => {
            SetupEvent::Marker { side: by, number: state.objectives.len(), control: name(state, enemy(side)) }
        }
        Step::Deploy { deploy } => SetupEvent::Unit { side: by, unit: Who::of(state, deploy.unit) },
        _ => return,
    };
    if setup(state).is_some() {
        say(tell, what);
    }
}

/// The log's sentence for an event of the setup.
pub fn line(event: &SetupEvent) -> Line {
    let rule = RuleId::new;
    match event {
        SetupEvent::Choices { side, faces, choices } => {
            let line = Line::new(format!("{} for {}.", counted(*choices, "terrain choice"), people(side)));
            faces.iter().fold(line, |line, face| line.die(u32::from(*face), 6, false)).rule(rule("BL-PCK-04"))
        }
        SetupEvent::Tiebreak { face, winner, rule } => {
            Line::new(format!("The tiebreaker goes to {}.", people(winner)))
                .die(u32::from(*face), 6, false)
                .rule(*rule)
        }
        SetupEvent::Terrain { side, kind } => {
            Line::new(format!("Terrain placed by {}: {}.", people(side), kind.word())).rule(rule("BL-PCK-09"))
        }
        SetupEvent::Declined { side, lost } => Line::new(format!(
            "No more terrain from {}; {} given up.",
            people(side),
            counted(*lost, "choice")
        ))
        .rule(rule("BL-PCK-11")),
        SetupEvent::Roles { attacker, defender } => Line::new(format!(
            "The attack falls to {}, the defence to {}.",
            people(attacker),
            people(defender)
        ))
        .rule(rule("BL-PCK-13")),
        SetupEvent::Edge { side, edge } => {
            let edge = if *edge == Compass::North { "north" } else { "south" };
            Line::new(format!("The {edge} edge is defended by {}.", people(side))).rule(rule("BL-PCK-14"))
        }
        SetupEvent::Marker { side, number, control } => Line::new(format!(
            "Objective {number} is placed by {} and controlled by {}.",
            people(side),
            people(control)
        ))
        .rule(rule("BL-PCK-22")),
        SetupEvent::Unit { side, unit } => Line::new(format!("{} is set up by {}.", unit.name, people(side)))
            .rule(rule("BL-AMB-249"))
            .piece(unit.id),
    }
}
