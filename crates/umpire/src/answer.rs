//! Answers other than yes: refused, dice needed, or an error. None of them changes anything.

use crate::ask::Refusal;
use crate::scenario::Problem;
use crate::seat::Seat;
use crate::{RuleId, Sentence};
use dice::NeedsDice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a request did not go through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The rules refuse it; every reason.
    Refused(Vec<Refusal>),
    /// A roll has no faces yet: ask again with them.
    Needs(Needs),
    /// The request itself is wrong.
    Error(Trouble),
}

/// A roll that somebody must make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Needs {
    /// The rule that asks for it.
    pub rule: RuleId,
    /// What it is for.
    pub purpose: Sentence,
    /// Who rolls.
    pub seat: u8,
    /// How many dice.
    pub count: u8,
    /// With how many faces.
    pub sides: u32,
}

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trouble {
    /// The kind, for programs.
    pub code: Code,
    /// One sentence, for people.
    pub sentence: String,
    /// What is wrong with a scenario, each by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

/// The kinds of trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The line is not a JSON object.
    NotJson,
    /// The line is longer than is read.
    TooLong,
    /// An unknown or missing field, a wrong type, a number out of range.
    BadRequest,
    /// No such game.
    UnknownGame,
    /// No such scenario.
    UnknownScenario,
    /// No such battle.
    UnknownBattle,
    /// The battle has no such seat.
    UnknownSeat,
    /// No such piece, as far as the viewer knows.
    UnknownPiece,
    /// No such place among the options, or nothing fits what was drawn.
    UnknownPlace,
    /// Not to be seen by this viewer, or not yet.
    NotForYou,
    /// The question was answered or is no longer asked.
    StalePrompt,
    /// The choice's name belongs to another choice.
    ChoiceUsed,
    /// The battle is decided or closed.
    BattleOver,
    /// Nothing that this seat could take back.
    NothingToUndo,
    /// Faces that do not fit the roll, or that no roll asked for.
    BadDice,
    /// The scenario has problems.
    BadScenario,
    /// The journal cannot be replayed.
    BadJournal,
    /// A bound of this program is reached.
    TooMany,
    /// The battle has not begun: seats are still awaited.
    NotBegun,
    /// More messages in a second than are taken.
    TooFast,
    /// What was decided could not be stored, so it was not done. It may be tried again.
    Unavailable,
    /// The server stops, or the token no longer holds.
    GoingAway,
    /// A defect of this program; nothing was changed.
    Defect,
}

impl Answer {
    /// An error.
    pub fn error(code: Code, sentence: impl Into<String>) -> Self {
        Self::Error(Trouble { code, sentence: sentence.into(), problems: Vec::new() })
    }

    /// A seat the battle does not have.
    pub fn no_seat(seat: Seat) -> Self {
        Self::error(Code::UnknownSeat, format!("this battle has no {seat}"))
    }

    /// A number that is beyond the last there is.
    pub fn beyond(field: &str, number: usize, last: usize) -> Self {
        Self::error(
            Code::BadRequest,
            format!("`{field}` is {number}; the last there is has the number {last}"),
        )
    }

    /// A scenario with problems.
    pub fn bad_scenario(name: &str, problems: Vec<Problem>) -> Self {
        let first = problems.first().map_or_else(String::new, |p| format!(": {p}"));
        let sentence = format!("{name} has {} problem(s){first}", problems.len());
        Self::Error(Trouble { code: Code::BadScenario, sentence, problems })
    }
}

impl From<NeedsDice> for Answer {
    fn from(needs: NeedsDice) -> Self {
        Self::Needs(Needs {
            rule: needs.why.rule,
            purpose: needs.why.purpose.into(),
            seat: needs.why.seat,
            count: needs.count,
            sides: needs.sides,
        })
    }
}
