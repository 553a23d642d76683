//! What goes over a socket besides the umpire's own requests and replies.

use dice::Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Seat, Sentence, Trouble, View, Viewer};
use utoipa::ToSchema;

/// The first message of a socket.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The battle.
    pub battle: String,
    /// The chair.
    pub token: String,
    /// Random bytes that the seat adds to the dice, 64 at most.
    #[serde(default)]
    pub bytes: Hex,
    /// The last line that the client has.
    #[serde(default)]
    pub since: usize,
}

/// What only the server does, told apart by `do`.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Hall {
    /// Take a chair.
    Join(Join),
    /// Begin without those who have not joined.
    Begin(Begin),
    /// Ask the computer players that think now to decide at once.
    Hurry(Hurry),
    /// Ask what the computer players meant in the turns that are over.
    Meant(Meant),
}

/// Begin without those who have not joined.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The battle.
    pub battle: String,
}

/// Ask the computer players that think now to decide at once, until nothing more is asked of them.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hurry {
    /// The battle.
    pub battle: String,
}

/// Ask what the computer players meant in the turns that are over.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Meant {
    /// The battle.
    pub battle: String,
}

/// What a computer player meant by a choice: the answer to `meant` is a list of them, in the order of the choices.
/// Units that were concealed have no names in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Meaning {
    /// Its seat.
    pub seat: Seat,
    /// The number of the last line that the asker had been told before it was played.
    pub line: usize,
    /// The same among all lines of a closed battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<usize>,
    /// What it meant.
    pub words: String,
}

/// The answer to `join`, `begin` and `hurry`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Joined {
    /// The battle.
    pub battle: String,
    /// Its game.
    pub game: String,
    /// Its scenario.
    pub scenario: String,
    /// Who the client is.
    pub viewer: Viewer,
    /// Has it begun?
    pub begun: bool,
    /// The hash of the secret seed.
    pub commitment: Hex,
    /// The seats.
    pub seats: Vec<Chair>,
}

/// A seat, and who sits in it.
#[derive(Clone, Debug, Serialize, JsonSchema, ToSchema)]
pub struct Chair {
    /// The seat.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// The side it plays for.
    pub side: u8,
    /// What to call it.
    #[schema(value_type = String)]
    pub name: Sentence,
    /// Who plays it.
    #[serde(flatten)]
    #[schema(inline)]
    pub by: By,
    /// Has its player come?
    pub joined: bool,
}

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum By {
    /// Somebody with a token.
    Person,
    /// The computer.
    Computer {
        /// How well.
        level: String,
    },
}

/// What the server says without being asked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "push", rename_all = "snake_case")]
pub enum Push {
    /// The battle has not begun.
    Waiting {
        /// Who has not joined.
        seats: Vec<Seat>,
    },
    /// Something changed for this viewer.
    View {
        /// All that he may know, with the lines after the last one he was sent.
        view: Box<View>,
    },
    /// A computer player thinks. It tells nothing of what it thinks, and comes a few times a second at most.
    Thinking {
        /// Whose turn it is.
        seat: Seat,
        /// How much of the time it has for its turn is used, in thousandths.
        share: u16,
    },
    /// Nothing happened. It comes every 30 seconds: whoever hears nothing for longer has lost the connection.
    Beat,
    /// The last words.
    Bye {
        /// Why.
        error: Trouble,
    },
}
