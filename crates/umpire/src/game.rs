//! The contract: what a game must do to be played by people, bots and machines that do not know its rules.
//!
//! The laws that every game keeps are written with each function; the `conformance` crate checks them.

use crate::ask::{Drag, Judgement, Options, PlaceId, Prompt, Refusal};
use crate::hints::{Barred, Hints, Term, Worded};
use crate::known::Known;
use crate::scenario::{Brief, Problem, Scenario};
use crate::scene::{PieceId, Scene, Shape, Terrain};
use crate::seat::{Seat, Viewer};
use crate::tell::{Line, Tell};
use crate::{RuleId, Sentence};
use dice::odds::Ratio;
use dice::{Dice, NeedsDice};
use register::capital;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use table::point::Point;

/// What can be written down and read back.
pub trait Store: Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Serialize + DeserializeOwned + Send + Sync + 'static> Store for T {}

/// A rule set.
///
/// State, steps, events and scenes hold integers only, in an order that does not depend on a hash, a clock
/// or a thread: the same journal gives the same bits everywhere.
pub trait Game: Sized + Send + Sync + 'static {
    /// The name in journals and requests.
    const NAME: &'static str;
    /// The name as people write it.
    const TITLE: &'static str = Self::NAME;
    /// The registers that its rule book is made of, in their order.
    const BOOK: &'static [&'static str] = &[];
    /// The words in its sentences that a newcomer does not know.
    const TERMS: &'static [Term] = &[];
    /// The number of this version of the rules, raised when any stored battle would go another way.
    const RULES: u32;
    /// For each raise: the new number and the ids of the rules that changed.
    const CHANGES: &'static [Change];

    /// What is on the table and on the record. Flat and cheap to clone; every secret is a `Fact`.
    type State: Clone + Eq + Store;
    /// One step of a choice. It carries the rule's own parameters, never two poses to infer from.
    type Step: Clone + Eq + Debug + Store + JsonSchema;
    /// Something that happened.
    type Event: Clone + Eq + Store;
    /// What the game keeps beside a known state to be quick.
    type Cache: Default + Send;

    /// What a scenario says of itself; one that says nothing is called by its name, as people write names.
    fn brief(scenario: &Scenario) -> Brief {
        Brief { title: capital(&scenario.name), ..Brief::default() }
    }

    // ---- on the truth: only the umpire and imagined worlds call these ---------------------------------

    /// Sets up a battle. Reports every problem of the scenario, not only the first. Pieces get their
    /// handles from `handles`, in an order that depends on nothing secret.
    fn begin(
        scenario: &Scenario,
        handles: &mut Handles<'_>,
        dice: &mut dyn Dice,
        tell: &mut impl Tell<Self::Event>,
    ) -> Result<Self::State, Begin>;

    /// Plays a draft that was judged complete, until somebody must decide or the battle is over. It never
    /// refuses: what a hidden truth forbids it denies by an event. When dice are missing it stops anywhere;
    /// the umpire throws the half-played state away.
    fn play(
        state: &mut Self::State,
        judged: &Judgement<Self>,
        dice: &mut dyn Dice,
        tell: &mut impl Tell<Self::Event>,
    ) -> Result<(), NeedsDice>;

    /// Blanks every fact that the viewer does not know and removes what he does not know to exist.
    fn redact(state: &mut Self::State, viewer: Viewer);

    /// The seats of the battle, which never change.
    fn seats(state: &Self::State) -> Vec<SeatInfo>;

    // ---- on what a viewer knows: pages, bots, marshals and refusals come from here --------------------

    /// Who is asked to decide. Everybody sees the same prompts; the question and the fallback are only
    /// right for the viewer's own seat and are shown to nobody else.
    fn prompts(known: &Known<Self>) -> Vec<Prompt<Self::Step>>;

    /// The next steps of the viewer's draft. Every step and snap offered is legal.
    fn options(known: &Known<Self>) -> Options<Self::Step>;

    /// Where a step of a place may go, for shading, if the place itself does not say it. It may cost much more than
    /// the options, so it is worked out only for those who look: players that are programs need not pay for it.
    fn shade(_known: &Known<Self>, _place: PlaceId) -> Vec<Vec<Point>> {
        Vec::new()
    }

    /// What helps a person with the next step; a game that has nothing to say says nothing.
    fn hints(_known: &Known<Self>) -> Hints<Self::Step> {
        Hints::default()
    }

    /// A step of a draft in words, told by the state after it.
    fn words(_after: &Known<Self>, _step: &Self::Step) -> Worded {
        Worded::default()
    }

    /// Judges further steps of a draft, each in the state left by those before it, or gives every
    /// independent reason against the first illegal one. `judge(k, a ++ b)` = `judge(judge(k, a).after, b)`.
    fn judge(known: &Known<Self>, steps: &[Self::Step]) -> Result<Judgement<Self>, Vec<Refusal>>;

    /// The step that fits what a hand drew, if any does.
    fn aim(known: &Known<Self>, place: PlaceId, drag: &Drag) -> Option<Self::Step>;

    /// Why the step that fits is not the one that the hand points at: a move that falls short of an enemy is no
    /// charge. Nothing if it is that one, or if the hand points at nothing.
    fn instead(_known: &Known<Self>, _place: PlaceId, _drag: &Drag, _step: &Self::Step) -> Vec<Refusal> {
        Vec::new()
    }

    /// Exact chances of what playing these steps would roll, up to the next decision of anybody.
    fn odds(known: &Known<Self>, steps: &[Self::Step]) -> Vec<Odds>;

    /// The card of a piece, with arcs, ranges, zones and sight; `None` for a piece the viewer does not know of.
    fn inspect(known: &Known<Self>, piece: PieceId) -> Option<Inspection>;

    /// What to draw.
    fn scene(known: &Known<Self>) -> Scene;

    /// The terrain of the scene, for those who need no more of it.
    fn terrain(known: &Known<Self>) -> Vec<Terrain> {
        Self::scene(known).terrain
    }

    /// The log's sentence for an event.
    fn line(event: &Self::Event) -> Line;

    /// How the battle ended, if it has.
    fn outcome(known: &Known<Self>) -> Option<Outcome>;

    /// A full state that agrees with all the viewer knows: `known(imagine(k)) == k`.
    fn imagine(known: &Known<Self>, dice: &mut dyn Dice) -> Self::State;
}

/// A raise of the rules number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The number it was raised to.
    pub rules: u32,
    /// The rules that changed.
    pub ids: &'static [&'static str],
}

/// One chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// The side it plays for.
    pub side: u8,
    /// What to call it.
    pub name: Sentence,
}

/// Why a battle did not begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begin {
    /// The scenario is not right: every problem found.
    Problems(Vec<Problem>),
    /// Dice are missing.
    Needs(NeedsDice),
}

impl From<NeedsDice> for Begin {
    fn from(needs: NeedsDice) -> Self {
        Self::Needs(needs)
    }
}

/// Hands out handles for pieces: random, each once.
pub struct Handles<'a> {
    draw: &'a mut dyn FnMut() -> u32,
    drawn: Vec<u32>,
}

impl<'a> Handles<'a> {
    /// Handles drawn from a source of random numbers.
    pub fn new(draw: &'a mut dyn FnMut() -> u32) -> Self {
        Self { draw, drawn: Vec::new() }
    }

    /// The next handle. Seven digits at most, so that people can read them to each other.
    pub fn next_handle(&mut self) -> PieceId {
        loop {
            let handle = 1_000_000 + (self.draw)() % 9_000_000;
            if !self.drawn.contains(&handle) {
                self.drawn.push(handle);
                return PieceId(handle);
            }
        }
    }
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<u8>,
    /// The rule that ended it.
    pub rule: RuleId,
    /// What happened, in one sentence.
    pub sentence: Sentence,
}

/// Chances of one roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Odds {
    /// What is rolled for.
    pub title: Sentence,
    /// What counts for or against it, in the book's order.
    pub modifiers: Vec<Modifier>,
    /// One case, or several that hang on what the viewer does not know, without weights.
    pub cases: Vec<Case>,
}

/// One modifier and its rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// The rule.
    pub rule: RuleId,
    /// The phrase for log and card.
    pub phrase: Sentence,
    /// By how much, if it is a number.
    pub by: Option<i32>,
}

/// The chances in one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// "if it is artillery"; `None` if there is only one case.
    pub given: Option<Sentence>,
    /// What can come out, with its exact probability.
    pub chances: Vec<(Sentence, Ratio)>,
}

/// A piece looked at closely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inspection {
    /// The piece.
    pub piece: PieceId,
    /// What to call it.
    pub title: Sentence,
    /// The lines of its card: what, and its value.
    pub card: Vec<(Sentence, Sentence)>,
    /// Arcs, ranges, zones, sight: what to lay over the table.
    pub overlays: Vec<Overlay>,
    /// Pieces of the enemy that it cannot strike now though it may strike, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
}

/// What an overlay tells, so that it can be drawn without its name being understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// How far something reaches.
    Range,
    /// Where an enemy is in danger, or hindered.
    Threat,
    /// What is seen.
    Sight,
}

/// Something to lay over the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Overlay {
    /// What it shows.
    pub name: Sentence,
    /// What kind of thing that is.
    pub tone: Tone,
    /// Its shapes.
    pub shapes: Vec<Shape>,
}
