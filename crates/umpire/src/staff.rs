//! What a game tells computer players beyond its rules: plans worth looking at, and what a state is worth.
//!
//! This stands here and not with the computer players, because games see the umpire and not them: a game brings
//! its staff, and a marshal plays any game that has one.

use crate::Sentence;
use crate::game::Game;
use crate::known::Known;
use crate::seat::Seat;
use dice::Dice;

/// A game that can advise a computer player.
///
/// Everything is asked of what a seat knows, or of a world that somebody imagined; chance comes from the
/// player's own dice, never from the battle's.
pub trait Staff: Game {
    /// How a side means to fight a turn.
    type Posture: Clone + PartialEq + Send + Sync;

    /// Is this a step of somebody who does not want to fight on: an offer to concede?
    fn gives_up(step: &Self::Step) -> bool;

    /// How many turns have begun. A search looks so many turns ahead.
    fn turn(state: &Self::State) -> u32;

    /// How many more turns can begin before the battle ends by itself. A search looks no further.
    fn turns_left(state: &Self::State) -> u32;

    /// How many pieces the larger side has to think for. With fewer of them a search can look further in the same time.
    fn pieces(state: &Self::State) -> usize;

    /// What a state at the beginning of a turn is worth to a seat: the logarithm of its odds to win, in
    /// thousandths. What one seat gains its enemy loses.
    fn worth(state: &Self::State, seat: Seat) -> i64;

    /// The answer of the rules of thumb to the viewer's prompt: a whole draft, found quickly. `None` if they
    /// have none; then the prompt's fallback does.
    fn thumb(known: &Known<Self>, dice: &mut dyn Dice) -> Option<Plan<Self::Step>>;

    /// The answer of the rules of thumb, if the side fights in this posture.
    fn advice(known: &Known<Self>, posture: &Self::Posture, dice: &mut dyn Dice) -> Option<Plan<Self::Step>>;

    /// How a good player usually fights, who looks at nothing in particular.
    fn usual() -> Self::Posture;

    /// A posture in which the rules of thumb answer more quickly and hardly worse: for battles that are only imagined.
    fn brisk(posture: &Self::Posture) -> Self::Posture;

    /// Other postures that may be better in this situation, the most promising first.
    fn postures(known: &Known<Self>) -> Vec<Self::Posture>;

    /// Whole drafts worth looking at, the most promising first, each with the posture in which the turn goes on. Each can
    /// be played as it stands. They are found one by one, for that takes long; `None` where none was found: whoever has no
    /// more time asks no further.
    fn plans(
        known: &Known<Self>,
        dice: &mut dyn Dice,
    ) -> impl Iterator<Item = Option<(Plan<Self::Step>, Self::Posture)>>;
}

/// A whole draft and what it is meant to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<St> {
    /// The steps.
    pub steps: Vec<St>,
    /// What it is meant to do, for people: "III Corps charges Horn"; empty where nothing is worth a word.
    pub intent: Sentence,
}

impl<St> Plan<St> {
    /// A plan of one step.
    pub fn one(step: St, intent: impl Into<Sentence>) -> Self {
        Self { steps: vec![step], intent: intent.into() }
    }
}
