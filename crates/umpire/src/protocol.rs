//! The protocol: requests and replies, one JSON object each, integers only.
//!
//! A request has `id` (anything, given back with the reply), `do`, and the fields of what it does; an
//! unknown field is an error. A reply has the `id` and one of `ok`, `refused`, `needs`, `error`.

use crate::answer::Answer;
use crate::ask::{Drag, Options, PlaceId, PromptId, Refusal};
use crate::book::Rule;
use crate::game::{Inspection, Odds, SeatInfo};
use crate::hints::{Hints, Worded};
use crate::journal::{DiceFrom, Journal};
use crate::replay::Drift;
use crate::scene::{Gauge, Marker, Piece, PieceId, Terrain};
use crate::seat::{Seat, Viewer};
use crate::view::View;
use crate::{RuleId, Sentence};
use dice::{Given, Hex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is asked of the umpire.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Request {
    /// Which games and scenarios are there?
    Games(Games),
    /// What does a rule say?
    Rule(AskRule),
    /// Open a battle.
    Open(Open),
    /// What may a viewer know?
    View(AskView),
    /// How can a draft go on?
    Options(Draft),
    /// What helps a person to go on with a draft?
    Hints(Draft),
    /// Is a draft legal?
    Judge(Draft),
    /// Which step fits what a hand drew?
    Aim(Aim),
    /// What are the chances of a draft?
    Odds(Draft),
    /// What is known of a piece?
    Inspect(Inspect),
    /// Play a choice.
    Play(Play),
    /// Take the last choice back.
    Undo(OfSeat),
    /// Close the battle, or ask to.
    Close(OfSeat),
    /// The journal: of closed battles, and for whoever may see everything.
    Journal(OfBattle),
    /// Forget a battle. Its journal is not kept anywhere.
    Forget(OfBattle),
}

impl Request {
    /// The battle it is about, if it is about one that is open.
    pub fn battle(&self) -> Option<&str> {
        match self {
            Self::Games(_) | Self::Rule(_) | Self::Open(_) => None,
            Self::View(ask) => Some(&ask.battle),
            Self::Options(draft) | Self::Hints(draft) | Self::Judge(draft) | Self::Odds(draft) => {
                Some(&draft.battle)
            }
            Self::Aim(aim) => Some(&aim.battle),
            Self::Inspect(inspect) => Some(&inspect.battle),
            Self::Play(play) => Some(&play.battle),
            Self::Undo(of) | Self::Close(of) => Some(&of.battle),
            Self::Journal(of) | Self::Forget(of) => Some(&of.battle),
        }
    }
}

/// Which games and scenarios are there?
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Games {}

/// What does a rule say?
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskRule {
    /// Its id.
    pub rule: RuleId,
}

/// Open a battle: from a scenario by its name or by its text, or from a journal.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The name the battle shall have; one is made up if none is given.
    #[serde(default)]
    pub battle: Option<String>,
    /// The game.
    pub game: String,
    /// A scenario that comes with the game.
    #[serde(default)]
    pub scenario: Option<String>,
    /// A scenario's own text (TOML).
    #[serde(default)]
    pub text: Option<String>,
    /// A journal to go on with.
    #[serde(default)]
    pub journal: Option<Box<Journal>>,
    /// Only so many entries of the journal.
    #[serde(default)]
    pub upto: Option<usize>,
    /// The secret seed: up to 64 hexadecimal digits. Drawn at random if none is given.
    #[serde(default)]
    pub seed: Option<String>,
    /// Random bytes that the seats add to the seed, in the order of the seats.
    #[serde(default)]
    pub added: Vec<Hex>,
    /// Dice from the stream, or given by hand with each choice.
    #[serde(default)]
    pub from: DiceFrom,
    /// Faces for rolls while setting up.
    #[serde(default)]
    pub dice: Vec<Given>,
}

/// What may a viewer know?
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskView {
    /// The battle.
    pub battle: String,
    /// Who looks.
    pub viewer: Viewer,
    /// Only lines after this one.
    #[serde(default)]
    pub since: usize,
    /// As it was when he had just been told this line.
    #[serde(default)]
    pub at: Option<usize>,
}

/// A draft of a seat.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The battle.
    pub battle: String,
    /// Whose draft.
    pub seat: Seat,
    /// The steps so far, whole each time.
    #[serde(default)]
    pub draft: Vec<Value>,
}

/// Which step fits what a hand drew?
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// The battle.
    pub battle: String,
    /// Whose hand.
    pub seat: Seat,
    /// The steps so far.
    #[serde(default)]
    pub draft: Vec<Value>,
    /// The place among the options of that draft.
    pub place: PlaceId,
    /// What was drawn.
    pub drag: Drag,
}

/// What is known of a piece?
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inspect {
    /// The battle.
    pub battle: String,
    /// Who looks.
    pub viewer: Viewer,
    /// The piece.
    pub piece: PieceId,
    /// As it would stand after these steps of the viewer's own draft.
    #[serde(default)]
    pub draft: Vec<Value>,
}

/// Play a choice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The battle.
    pub battle: String,
    /// Who plays.
    pub seat: Seat,
    /// The question it answers.
    pub prompt: PromptId,
    /// The steps.
    pub steps: Vec<Value>,
    /// The seat's own name for this choice. A repeated one gets its first answer again.
    #[serde(default)]
    pub choice: Option<String>,
    /// Faces, in a battle whose dice are given by hand.
    #[serde(default)]
    pub dice: Vec<Given>,
    /// Only lines after this one.
    #[serde(default)]
    pub since: usize,
}

/// Something a seat does to a battle.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfSeat {
    /// The battle.
    pub battle: String,
    /// Who.
    pub seat: Seat,
    /// Only lines after this one.
    #[serde(default)]
    pub since: usize,
}

/// Something of a battle.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfBattle {
    /// The battle.
    pub battle: String,
}

/// What the umpire answers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reply {
    /// The id of the request; null if it had none that could be read.
    pub id: Value,
    /// The answer.
    #[serde(flatten)]
    pub body: Body,
}

/// The answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Body {
    /// It was done.
    Ok {
        /// What was asked for.
        ok: Box<Said>,
    },
    /// It was not done, and nothing changed.
    No(Answer),
}

/// What was asked for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Said {
    /// To `games`.
    Games(Vec<GameInfo>),
    /// To `rule`.
    Rule(Rule),
    /// To `open`.
    Opened(Opened),
    /// To `view`, `play`, `undo`, `close`.
    View(View),
    /// To `options`.
    Options(Options<Value>),
    /// To `hints`.
    Hints(Hints<Value>),
    /// To `judge`.
    Judged(Judged),
    /// To `aim`.
    Aimed(Aimed),
    /// To `odds`.
    Odds(Vec<Odds>),
    /// To `inspect`.
    Inspection(Inspection),
    /// To `journal`.
    Journal(Box<Journal>),
    /// To `forget`.
    Forgotten(Forgotten),
}

/// A battle that was forgotten.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Forgotten {
    /// Its name.
    pub forgotten: String,
}

/// A game that can be played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameInfo {
    /// Its name.
    pub name: Sentence,
    /// The version of its rules.
    pub rules: u32,
    /// The names of its scenarios.
    pub scenarios: Vec<String>,
}

/// A battle that was opened.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Opened {
    /// Its name.
    pub battle: String,
    /// Its seats.
    pub seats: Vec<SeatInfo>,
    /// The hash of the secret seed. When the battle is closed the seed is shown, and all dice can be checked.
    pub commitment: Hex,
    /// The rules changed since its journal was written: how much of it is kept, and which rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drift: Option<Drift>,
}

/// A draft that is legal so far.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Judged {
    /// The whole draft, canonical.
    pub steps: Vec<Value>,
    /// Each step in words.
    pub words: Vec<Worded>,
    /// Why it cannot be played as it stands; empty if it can.
    pub missing: Vec<Refusal>,
    /// Playing it could roll, reveal or test a secret: it cannot be taken back.
    pub last_word: bool,
    /// Rules that a hidden truth may still turn against it.
    pub doubts: Vec<RuleId>,
    /// The pieces as they would stand.
    pub pieces: Vec<Piece>,
    /// The markers as they would lie.
    pub markers: Vec<Marker>,
    /// The gauges as they would stand.
    pub gauges: Vec<Gauge>,
    /// The terrain as it would lie, if these steps change it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terrain: Option<Vec<Terrain>>,
}

/// The step that fits what was drawn: judged or refused.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Aimed {
    /// The step.
    pub step: Value,
    /// The draft with it, if it is legal.
    pub judged: Option<Judged>,
    /// Why it is not.
    pub refused: Vec<Refusal>,
    /// Why it is not what the hand points at: a move that falls short of an enemy is no charge.
    pub instead: Vec<Refusal>,
}
