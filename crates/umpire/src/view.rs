//! The view: all that one viewer may know.

use crate::Sentence;
use crate::ask::PromptId;
use crate::game::Outcome;
use crate::scene::Scene;
use crate::seat::{Seat, Viewer};
use crate::tell::Line;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// All that one viewer may know of a battle at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Who sees it.
    pub viewer: Viewer,
    /// What to draw.
    pub scene: Scene,
    /// What the viewer is asked, if anything.
    pub prompt: Option<Asked>,
    /// Who is awaited.
    pub awaited: Vec<Seat>,
    /// Lines told to this viewer after the one asked for.
    pub lines: Vec<Numbered>,
    /// How the battle ended, if it has.
    pub outcome: Option<Outcome>,
    /// May the viewer take back the last choice?
    pub may_undo: bool,
    /// Why not, if the viewer has a seat and may not.
    pub no_undo: Option<Sentence>,
    /// Is the battle closed, and everything open to everybody?
    pub closed: bool,
}

/// A question to the viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Its number, to be given with the answer.
    pub id: PromptId,
    /// The question.
    pub ask: Sentence,
    /// The answer stays secret, and may be given again, until all sealed prompts are answered.
    pub sealed: bool,
    /// A sealed answer has been given.
    pub answered: bool,
    /// A legal answer for those who want none of their own.
    pub fallback: Option<Vec<Value>>,
}

/// A line of the log with its number, which counts what this viewer was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Numbered {
    /// Its number, from 1.
    pub number: usize,
    /// The moment at which it was told, from 1: lines of one moment were told together, and nothing on the table
    /// changed between them.
    pub moment: usize,
    /// The line.
    pub line: Line,
}
