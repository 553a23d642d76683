//! Telling: events, to whom, and the lines they become in the log.

use crate::scene::PieceId;
use crate::seat::Seats;
use crate::{RuleId, Sentence};
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
}

impl Line {
    /// A line with nothing but a sentence.
    pub fn new(sentence: impl Into<Sentence>) -> Self {
        Self { sentence: sentence.into(), rule: None, dice: Vec::new(), pieces: Vec::new() }
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
        self.dice.push(Thrown { face, sides, struck });
        self
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
}
