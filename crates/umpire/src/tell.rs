//! Telling: events, to whom, and the lines they become in the log.

use crate::scene::PieceId;
use crate::seat::Seats;
use crate::{RuleId, Sentence};
use dice::odds::Dist;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a game tells what happens. Contents that differ by listener are several events.
pub trait Tell<E> {
    /// Tells one event to an audience.
    fn tell(&mut self, to: Seats, event: E);
}

/// Tells nobody: for search, where nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mute;

impl<E> Tell<E> for Mute {
    fn tell(&mut self, _: Seats, _: E) {}
}

/// Keeps what is told, in order.
impl<E> Tell<E> for Vec<(Seats, E)> {
    fn tell(&mut self, to: Seats, event: E) {
        self.push((to, event));
    }
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// What happened, in one sentence.
    pub sentence: Sentence,
    /// The rule by which it happened.
    pub rule: Option<RuleId>,
    /// Dice that decided it.
    pub dice: Vec<Thrown>,
    /// The pieces it is about.
    pub pieces: Vec<PieceId>,
    /// What the dice brought beside what was to be expected of them, where that can be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scored: Option<Scored>,
    /// A new part of the battle begins with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heading: bool,
    /// The lines that no longer hold, for their choice is taken back: how far before this one each stands, the nearest
    /// first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes_back: Vec<usize>,
}

impl Line {
    /// A line with nothing but a sentence.
    pub fn new(sentence: impl Into<Sentence>) -> Self {
        Self {
            sentence: sentence.into(),
            rule: None,
            dice: Vec::new(),
            pieces: Vec::new(),
            scored: None,
            heading: false,
            takes_back: Vec::new(),
        }
    }

    /// By this rule.
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }

    /// About this piece.
    pub fn piece(mut self, piece: PieceId) -> Self {
        self.pieces.push(piece);
        self
    }

    /// Decided by this die; a die that was rolled again is struck out.
    pub fn die(mut self, face: u32, sides: u32, struck: bool) -> Self {
        self.dice.push(Thrown { face, sides, struck, counts: false });
        self
    }

    /// Those of its dice, in their order, that brought what they were rolled for.
    pub fn counting(mut self, which: impl IntoIterator<Item = bool>) -> Self {
        for (die, counts) in self.dice.iter_mut().zip(which) {
            die.counts = counts;
        }
        self
    }

    /// With what its dice brought, if what was to be expected of them is known.
    pub fn scored(mut self, scored: Option<Scored>) -> Self {
        self.scored = scored;
        self
    }

    /// A new part of the battle begins with it.
    pub fn heading(mut self) -> Self {
        self.heading = true;
        self
    }
}

/// What dice brought, and what was to be expected of them when they fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scored {
    /// What is counted: "hits".
    pub what: Sentence,
    /// How many there were.
    pub got: u32,
    /// The numerator of the exact mean.
    pub num: u64,
    /// Its denominator, at least 1.
    pub den: u64,
}

impl Scored {
    /// What was counted, beside the mean of its odds.
    pub fn new(what: &'static str, got: u32, odds: &Dist<i32>) -> Option<Self> {
        let mean = odds.mean().ok()?;
        let (num, den) = (u64::try_from(mean.num).ok()?, u64::try_from(mean.den).ok()?);
        Some(Self { what: what.into(), got, num, den })
    }
}

/// A die as it is shown beside a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thrown {
    /// The face.
    pub face: u32,
    /// How many faces the die has.
    pub sides: u32,
    /// It was rolled again and no longer counts.
    pub struck: bool,
    /// It brought what it was rolled for: it is a hit, a success.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counts: bool,
}
