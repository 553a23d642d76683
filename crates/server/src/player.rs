//! Computer players.

use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use umpire::{AnyKnown, Asked, Options};

/// A computer player. It is given what its seat knows and nothing else.
pub trait Player: Send + Sync {
    /// The turn that its seat's question belongs to: the time it thinks is counted turn by turn.
    fn turn(&self, _: &dyn AnyKnown) -> u32 {
        0
    }

    /// Is it soon done with every question? Then it never waits for players that think long.
    fn quick(&self) -> bool {
        false
    }

    /// Its answer to the question that its seat is asked. `luck` differs from question to question. `None`
    /// if it has none: then the question's fallback is played.
    fn answer(
        &self,
        known: &dyn AnyKnown,
        prompt: &Asked,
        luck: [u8; 32],
        thinking: &Thinking,
    ) -> Option<Chosen>;
}

/// A player's answer.
pub struct Chosen {
    /// Its steps.
    pub steps: Vec<Value>,
    /// What they are meant to do, for people; told when the turn is over.
    pub intent: String,
}

/// How a player is to think about a question.
#[derive(Clone)]
pub struct Thinking {
    /// True as soon as somebody asks it to hurry: then it decides at once.
    pub hurry: Arc<AtomicBool>,
    /// The turn that the question belongs to, as the player said.
    pub turn: u32,
    /// How long it has thought about earlier questions of this turn.
    pub spent: Duration,
    /// Is told how far it has come with its turn, in thousandths, as often as the player likes.
    pub progress: Arc<dyn Fn(u16) + Send + Sync>,
}

/// The computer players of each game, by level.
#[derive(Clone, Default)]
pub struct Players {
    levels: BTreeMap<String, Vec<Level>>,
}

/// A level by its name, and who plays so.
type Level = (String, Arc<dyn Player>);

impl Players {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a level to a game, after those it has.
    pub fn with(mut self, game: &str, level: &str, player: impl Player + 'static) -> Self {
        self.levels.entry(game.to_owned()).or_default().push((level.to_owned(), Arc::new(player)));
        self
    }

    /// The levels of a game.
    pub fn levels(&self, game: &str) -> Vec<String> {
        let levels = self.levels.get(game).map(Vec::as_slice).unwrap_or_default();
        levels.iter().map(|(name, _)| name.clone()).collect()
    }

    pub(crate) fn player(&self, game: &str, level: &str) -> Option<Arc<dyn Player>> {
        let (_, player) = self.levels.get(game)?.iter().find(|(name, _)| name == level)?;
        Some(Arc::clone(player))
    }
}

/// Plays random legal choices, and does not give up.
pub struct Recruit {
    /// Steps that it never takes, by their names.
    pub never: &'static [&'static str],
}

/// The most steps of one of its drafts.
const MOST_STEPS: usize = 12;

impl Player for Recruit {
    fn quick(&self) -> bool {
        true
    }

    fn answer(&self, known: &dyn AnyKnown, _: &Asked, luck: [u8; 32], _: &Thinking) -> Option<Chosen> {
        let steps = self.drafted(known, luck)?;
        Some(Chosen { steps, intent: "By chance".to_owned() })
    }
}

impl Recruit {
    /// Steps by chance that can be played as they stand, if it finds any.
    pub fn drafted(&self, known: &dyn AnyKnown, luck: [u8; 32]) -> Option<Vec<Value>> {
        let mut dice = dice::Stream::new(&dice::Seed::new(luck));
        let mut draft = Vec::new();
        for _ in 0..MOST_STEPS {
            let done = known.judge(&draft).ok()?.missing.is_empty();
            if done && dice.die(3) == 1 {
                return Some(draft);
            }
            let mut steps = listed(known.options(&draft).ok()?);
            steps.retain(|step| !self.never.iter().any(|word| is(step, word)));
            if steps.is_empty() {
                return done.then_some(draft);
            }
            let n = dice.die(u32::try_from(steps.len()).ok()?) as usize - 1;
            draft.push(steps.swap_remove(n));
        }
        known.judge(&draft).is_ok_and(|judged| judged.missing.is_empty()).then_some(draft)
    }
}

fn is(step: &Value, word: &str) -> bool {
    step.get("step").or(Some(step)).and_then(Value::as_str) == Some(word)
}

fn listed(options: Options<Value>) -> Vec<Value> {
    let steps = options.steps.into_iter().map(|offer| offer.step);
    steps.chain(options.places.into_iter().flat_map(|place| place.snaps)).collect()
}
