//! Hints: what helps a person who does not know the book. They offer nothing that the options do not lead to, and
//! nobody needs them to play: a bot never asks for them.

use crate::Sentence;
use crate::ask::{PlaceId, Refusal};
use crate::game::Overlay;
use crate::scene::PieceId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What helps with the next step of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hints<St> {
    /// What this moment is about, in plain words.
    pub about: Sentence,
    /// How the battle is won.
    pub goal: Sentence,
    /// What somebody who plays for the first time should know just now; empty once the game has been shown.
    pub guide: Sentence,
    /// Beginnings worth one click: several steps that are legal one after the other.
    pub plans: Vec<Plan<St>>,
    /// Offered steps that one piece does to another.
    pub strikes: Vec<Strike<St>>,
    /// Such steps that can take the place of the whole draft.
    pub instead: Vec<Strike<St>>,
    /// Places among the options, explained.
    pub kinds: Vec<Kind>,
    /// Pieces of one's own that cannot take part now, and why.
    pub barred: Vec<Barred>,
    /// Offered steps that are seldom wanted and should not lie under a hasty hand.
    pub rare: Vec<St>,
    /// What to lay over the table while the draft stands as it does: a circle that units must be in.
    pub overlays: Vec<Overlay>,
    /// What playing the draft as it stands does for good that the table does not show: what the enemy will learn, what
    /// is over with it; empty if nothing.
    pub gives_away: Sentence,
}

impl<St> Default for Hints<St> {
    fn default() -> Self {
        Self {
            about: Sentence::default(),
            goal: Sentence::default(),
            guide: Sentence::default(),
            plans: Vec::new(),
            strikes: Vec::new(),
            instead: Vec::new(),
            kinds: Vec::new(),
            barred: Vec::new(),
            rare: Vec::new(),
            overlays: Vec::new(),
            gives_away: Sentence::default(),
        }
    }
}

impl<St> Hints<St> {
    /// The same hints with every step written in another way.
    pub fn map<T>(self, write: impl Fn(St) -> T) -> Hints<T> {
        let plan = |plan: Plan<St>| Plan {
            label: plan.label,
            about: plan.about,
            steps: plan.steps.into_iter().map(&write).collect(),
            pieces: plan.pieces,
        };
        let strike = |strike: Strike<St>| Strike {
            step: write(strike.step),
            piece: strike.piece,
            target: strike.target,
        };
        Hints {
            about: self.about,
            goal: self.goal,
            guide: self.guide,
            plans: self.plans.into_iter().map(plan).collect(),
            strikes: self.strikes.into_iter().map(&strike).collect(),
            instead: self.instead.into_iter().map(&strike).collect(),
            kinds: self.kinds,
            barred: self.barred,
            rare: self.rare.into_iter().map(&write).collect(),
            overlays: self.overlays,
            gives_away: self.gives_away,
        }
    }
}

/// Several steps at one click.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan<St> {
    /// What it does, in a few words.
    pub label: Sentence,
    /// What it costs or means.
    pub about: Sentence,
    /// The steps, legal one after the other.
    pub steps: Vec<St>,
    /// The pieces it is about.
    pub pieces: Vec<PieceId>,
}

/// An offered step that one piece does to another: a shot, a charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strike<St> {
    /// The step.
    pub step: St,
    /// Who does it.
    pub piece: PieceId,
    /// To whom.
    pub target: PieceId,
}

/// A place, explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// The place.
    pub place: PlaceId,
    /// What it is called, in a word or two.
    pub word: Sentence,
    /// What it allows.
    pub about: Sentence,
}

/// A piece that cannot take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Barred {
    /// The piece.
    pub piece: PieceId,
    /// Why; every reason.
    pub refused: Vec<Refusal>,
}

/// A step of a draft in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Worded {
    /// What it does.
    pub label: Sentence,
    /// The piece that does it.
    pub piece: Option<PieceId>,
}

/// A word of the game that a newcomer does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The word in the forms that sentences have, as they are written in the midst of one.
    pub words: &'static [&'static str],
    /// What it means, in plain words.
    pub means: &'static str,
    /// Where the book has more.
    pub rule: &'static str,
}
