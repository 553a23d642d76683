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
    games: Vec<Entry>,
}

struct Entry {
    name: &'static str,
    choose: fn(&dyn AnyKnown, Level, &Budget, &Seed) -> Option<AnyChosen>,
    turn: fn(&dyn AnyKnown) -> Option<u32>,
}

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
        self.games.push(Entry {
            name: G::NAME,
            choose: |known, level, budget, seed| {
                let chosen = choose(known.of::<G>()?, level, budget, seed)?;
                let steps = chosen.steps.iter().map(serde_json::to_value).collect::<Result<_, _>>().ok()?;
                let intent = chosen.intent.into_owned();
                Some(AnyChosen { seat: chosen.seat, prompt: chosen.prompt, steps, intent })
            },
            turn: |known| Some(G::turn(known.of::<G>()?.state())),
        });
        self
    }

    /// Is there a player for this game?
    pub fn plays(&self, game: &str) -> bool {
        self.entry(game).is_some()
    }

    /// The choice of a player for the seat whose knowledge this is.
    pub fn choose(
        &self,
        known: &dyn AnyKnown,
        level: Level,
        budget: &Budget,
        seed: &Seed,
    ) -> Result<AnyChosen, NoPlayer> {
        let entry = self.entry(known.game()).ok_or_else(|| NoPlayer::Game(known.game().to_owned()))?;
        (entry.choose)(known, level, budget, seed).ok_or(NoPlayer::NotAsked)
    }

    /// How many turns have begun, for a [`Pace`](crate::Pace).
    pub fn turn(&self, known: &dyn AnyKnown) -> Option<u32> {
        (self.entry(known.game())?.turn)(known)
    }

    fn entry(&self, game: &str) -> Option<&Entry> {
        self.games.iter().find(|entry| entry.name == game)
    }
}
