//! What a game asks, and what may be answered: prompts, options, judgements, refusals.

use crate::game::Game;
use crate::known::Known;
use crate::scene::{PieceId, Shape};
use crate::seat::Seat;
use crate::{RuleId, Sentence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use table::heading::Heading;
use table::point::Point;

/// The number of a question. It stays the same while the question stands, whatever others do meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PromptId(pub u32);

/// What the game asks a seat to decide now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt<St> {
    /// The number of the question.
    pub id: PromptId,
    /// Who is asked. At most one prompt a seat.
    pub seat: Seat,
    /// The question, for its own seat; others see only that the seat is awaited.
    pub ask: Sentence,
    /// Answers stay secret, and may be given again, until all sealed prompts are answered.
    pub sealed: bool,
    /// A sealed answer has been given. The seat is no longer awaited but may change its mind.
    pub answered: bool,
    /// Everybody can see that `fallback` is the only answer: the umpire gives it.
    pub forced: bool,
    /// A legal answer for "always pass" and for time-outs; `None` only while setting up.
    pub fallback: Option<Vec<St>>,
}

/// The next steps that a draft can take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options<St> {
    /// Steps to be taken as they are.
    pub steps: Vec<Offer<St>>,
    /// Steps with a place, a heading or a path to be drawn.
    pub places: Vec<Place<St>>,
}

impl<St> Default for Options<St> {
    fn default() -> Self {
        Self { steps: Vec::new(), places: Vec::new() }
    }
}

impl<St> Options<St> {
    /// The same options with every step written in another way.
    pub fn map<T>(self, write: impl Fn(St) -> T) -> Options<T> {
        let offer = |o: Offer<St>| Offer { step: write(o.step), label: o.label, piece: o.piece };
        let place = |p: Place<St>| Place {
            id: p.id,
            piece: p.piece,
            label: p.label,
            input: p.input,
            fields: p.fields,
            region: p.region,
            snaps: p.snaps.into_iter().map(&write).collect(),
        };
        Options {
            steps: self.steps.into_iter().map(offer).collect(),
            places: self.places.into_iter().map(place).collect(),
        }
    }
}

/// A legal step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer<St> {
    /// The step.
    pub step: St,
    /// What it does, in words.
    pub label: Sentence,
    /// The piece it is about.
    pub piece: Option<PieceId>,
}

/// The number of a place among the options of one known state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PlaceId(pub u32);

/// A step with continuous parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place<St> {
    /// Its number, for `aim`.
    pub id: PlaceId,
    /// The piece that is to be placed or moved; none if it is a marker, terrain or the like.
    pub piece: Option<PieceId>,
    /// What it does, in words.
    pub label: Sentence,
    /// What a hand draws for it.
    pub input: Input,
    /// Further numbers to choose.
    pub fields: Vec<Field>,
    /// Where it may go, for shading. Guidance: the judgement decides.
    pub region: Vec<Vec<Point>>,
    /// Exact legal steps worth a key press. Not empty if any legal step exists.
    pub snaps: Vec<St>,
}

/// What a hand draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// A point.
    Point,
    /// A point and a heading.
    Pose,
    /// A line of several points and a heading at its end.
    Path,
}

/// A number to choose beside what is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// What it is.
    pub name: Sentence,
    /// The values it can take, each with its word.
    pub values: Vec<(i32, Sentence)>,
}

/// What a hand drew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drag {
    /// The points, first to last.
    pub points: Vec<Point>,
    /// The heading, if one was given.
    #[serde(default)]
    pub heading: Option<Heading>,
    /// One value for each field of the place.
    #[serde(default)]
    pub fields: Vec<i32>,
}

/// Why a step is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// The rule that refuses.
    pub rule: RuleId,
    /// Which step of the draft, counted from 0.
    pub step: usize,
    /// One sentence: "pivot 52° exceeds 45°".
    pub sentence: Sentence,
    /// The numbers in it, each with its word; lengths and angles in grains.
    pub numbers: Vec<(Sentence, i64)>,
    /// Where on the table: the crossed wood, the enemy in the way.
    pub places: Vec<Shape>,
}

impl Refusal {
    /// A refusal of one step by one rule; numbers and places are added to it.
    pub fn new(rule: RuleId, step: usize, sentence: impl Into<Sentence>) -> Self {
        Self { rule, step, sentence: sentence.into(), numbers: Vec::new(), places: Vec::new() }
    }

    /// With a number that the sentence speaks of.
    pub fn number(mut self, word: &'static str, value: i64) -> Self {
        self.numbers.push((word.into(), value));
        self
    }

    /// With a place on the table.
    pub fn place(mut self, shape: Shape) -> Self {
        self.places.push(shape);
        self
    }
}

/// What a game says to a draft whose steps are all legal.
pub struct Judgement<G: Game> {
    /// The state as the seat expects it: the preview, and where the next step is judged.
    /// Its draft is the whole draft, canonical: every default filled in.
    pub after: Known<G>,
    /// May it be played as it stands? If not, why.
    pub complete: Result<(), Vec<Refusal>>,
    /// Playing it could roll, reveal, or test a secret: it cannot be taken back.
    pub last_word: bool,
    /// Rules that a hidden truth may still turn against it, sorted.
    pub doubts: Vec<RuleId>,
}

impl<G: Game> Judgement<G> {
    /// The whole draft, canonical.
    pub fn steps(&self) -> &[G::Step] {
        self.after.draft()
    }

    /// Whose draft it is; `None` for a draft that no seat made, which nothing lets be played.
    pub fn seat(&self) -> Option<Seat> {
        self.after.seat()
    }
}

// Not derived: that would ask a game itself to be cloned, compared and printed.
impl<G: Game> Clone for Judgement<G> {
    fn clone(&self) -> Self {
        Self {
            after: self.after.clone(),
            complete: self.complete.clone(),
            last_word: self.last_word,
            doubts: self.doubts.clone(),
        }
    }
}

impl<G: Game> PartialEq for Judgement<G> {
    fn eq(&self, other: &Self) -> bool {
        self.after == other.after
            && self.complete == other.complete
            && self.last_word == other.last_word
            && self.doubts == other.doubts
    }
}

impl<G: Game> Eq for Judgement<G> {}

impl<G: Game> fmt::Debug for Judgement<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judgement")
            .field("after", &self.after)
            .field("complete", &self.complete)
            .field("last_word", &self.last_word)
            .field("doubts", &self.doubts)
            .finish()
    }
}
