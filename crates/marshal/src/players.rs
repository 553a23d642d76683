//! Players for games by name, with their types erased behind JSON: for servers.

use crate::budget::Budget;
use crate::choose::choose;
use crate::level::Level;
use dice::Seed;
use serde_json::Value;
use std::fmt;
use umpire::{AnyKnown, PromptId, Seat, Staff};

/// The games that a program has computer players for.
#[derive(Default)]
pub struct Players {
    games: Vec<(&'static str, Choose)>,
}

type Choose = fn(&dyn AnyKnown, Level, &Budget, &Seed) -> Option<AnyChosen>;

/// What a player of any game decided: what `play` takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyChosen {
    /// Whose choice it is.
    pub seat: Seat,
    /// The question it answers.
    pub prompt: PromptId,
    /// The steps.
    pub steps: Vec<Value>,
    /// What it is meant to do, for people.
    pub intent: String,
}

/// Why nobody plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPlayer {
    /// There is no computer player for this game.
    Game(String),
    /// The seat is asked nothing.
    NotAsked,
}

impl fmt::Display for NoPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game) => write!(f, "there is no computer player for {game}"),
            Self::NotAsked => f.write_str("this seat is asked nothing"),
        }
    }
}

impl std::error::Error for NoPlayer {}

impl Players {
    /// No games yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game.
    pub fn with<G: Staff>(mut self) -> Self {
        self.games.push((G::NAME, |known, level, budget, seed| {
            let chosen = choose(known.of::<G>()?, level, budget, seed)?;
            let steps = chosen.steps.iter().map(serde_json::to_value).collect::<Result<_, _>>().ok()?;
            let intent = chosen.intent.into_owned();
            Some(AnyChosen { seat: chosen.seat, prompt: chosen.prompt, steps, intent })
        }));
        self
    }

    /// Is there a player for this game?
    pub fn plays(&self, game: &str) -> bool {
        self.games.iter().any(|(name, _)| *name == game)
    }

    /// The choice of a player for the seat whose knowledge this is.
    pub fn choose(
        &self,
        known: &dyn AnyKnown,
        level: Level,
        budget: &Budget,
        seed: &Seed,
    ) -> Result<AnyChosen, NoPlayer> {
        let found = self.games.iter().find(|(name, _)| *name == known.game());
        let (_, choose) = found.ok_or_else(|| NoPlayer::Game(known.game().to_owned()))?;
        choose(known, level, budget, seed).ok_or(NoPlayer::NotAsked)
    }
}
