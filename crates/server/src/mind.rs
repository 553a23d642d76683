//! How the computer players of a battle think: how far they have come, how long it took, and whether they are
//! asked to hurry. Nothing of it is stored, and what they meant is told when the turn is over.

use crate::player::Thinking;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use umpire::Seat;
use utoipa::ToSchema;

/// How far a thought has come is told no more often than this.
const SELDOM: Duration = Duration::from_millis(250);

/// How far a computer player has come with its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thought {
    pub(crate) seat: Seat,
    /// In thousandths.
    pub(crate) share: u16,
}

/// What a computer player meant to do with a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Intent {
    /// Its seat.
    #[schema(value_type = u8)]
    pub(crate) seat: Seat,
    /// The turn.
    pub(crate) turn: u32,
    /// How many entries the battle had before it.
    #[serde(skip)]
    pub(crate) entries: usize,
    /// What it meant.
    pub(crate) words: String,
}

/// No battle has so many choices of computers; if one has, the last are not kept.
const MOST_INTENTS: usize = 20_000;

/// The computer players of a battle.
pub(crate) struct Mind {
    busy: AtomicBool,
    hurry: Arc<AtomicBool>,
    /// The same for those who still wait for their turn to think.
    hurried: watch::Sender<bool>,
    /// The turn that each seat last thought about, and how long.
    spent: Mutex<BTreeMap<Seat, (u32, Duration)>>,
    intents: Mutex<Vec<Intent>>,
    /// How far they have come, for those who watch.
    pub(crate) thought: watch::Sender<Option<Thought>>,
}

impl Mind {
    pub(crate) fn new() -> Self {
        Self {
            busy: AtomicBool::new(false),
            hurry: Arc::default(),
            hurried: watch::Sender::new(false),
            spent: Mutex::default(),
            intents: Mutex::default(),
            thought: watch::Sender::new(None),
        }
    }

    /// Sets to work; `false` if somebody is at work already.
    pub(crate) fn begin(&self) -> bool {
        let begun = !self.busy.swap(true, SeqCst);
        if begun {
            // A wish that came while the last work ended was about that.
            self.take_time();
        }
        begun
    }

    /// Nothing more is to be done: a wish to hurry is fulfilled.
    pub(crate) fn end(&self) {
        self.take_time();
        self.busy.store(false, SeqCst);
    }

    fn take_time(&self) {
        self.hurry.store(false, SeqCst);
        self.hurried.send_replace(false);
    }

    /// Asks those who think to decide at once, until nothing more is asked of them.
    pub(crate) fn hurry(&self) {
        if self.busy.load(SeqCst) {
            self.hurry.store(true, SeqCst);
            self.hurried.send_replace(true);
        }
    }

    /// Comes when those who think are asked to decide at once.
    pub(crate) async fn hurried(&self) {
        let _ = self.hurried.subscribe().wait_for(|hurried| *hurried).await;
    }

    /// How a seat is to think about a question of a turn.
    pub(crate) fn thinking(&self, seat: Seat, turn: u32) -> Thinking {
        let spent = *self.spent.lock().unwrap_or_else(PoisonError::into_inner).entry(seat).or_default();
        let (told, thought) = (Mutex::new(None::<Instant>), self.thought.clone());
        let progress = move |share: u16| {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            if told.is_none_or(|at| at.elapsed() >= SELDOM) {
                *told = Some(Instant::now());
                thought.send_replace(Some(Thought { seat, share: share.min(1000) }));
            }
        };
        Thinking {
            hurry: Arc::clone(&self.hurry),
            turn,
            spent: if spent.0 == turn { spent.1 } else { Duration::ZERO },
            progress: Arc::new(progress),
        }
    }

    /// A choice was played that was meant so.
    pub(crate) fn meant(&self, intent: Intent) {
        let mut intents = self.intents.lock().unwrap_or_else(PoisonError::into_inner);
        if intents.len() < MOST_INTENTS {
            intents.push(intent);
        }
    }

    /// What was meant by the choices of computers since the battle was read. Of a turn that is not over it tells too
    /// much.
    pub(crate) fn intents(&self) -> Vec<Intent> {
        self.intents.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A seat has thought so long about a question of a turn.
    pub(crate) fn note(&self, seat: Seat, turn: u32, time: Duration) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let of = spent.entry(seat).or_default();
        let before = if of.0 == turn { of.1 } else { Duration::ZERO };
        *of = (turn, before + time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_counted_turn_by_turn_and_seat_by_seat() {
        let (mind, second) = (Mind::new(), Duration::from_secs(1));
        mind.note(Seat::FIRST, 3, second);
        mind.note(Seat::FIRST, 3, second);
        mind.note(Seat::SECOND, 3, second);
        assert_eq!(mind.thinking(Seat::FIRST, 3).spent, second * 2);
        assert_eq!(mind.thinking(Seat::SECOND, 3).spent, second);
        assert_eq!(mind.thinking(Seat::FIRST, 4).spent, Duration::ZERO);
        mind.note(Seat::FIRST, 4, second);
        assert_eq!(mind.thinking(Seat::FIRST, 4).spent, second);
    }

    #[test]
    fn progress_is_told_seldom() {
        let mind = Mind::new();
        let mut watcher = mind.thought.subscribe();
        let thinking = mind.thinking(Seat::SECOND, 1);
        (thinking.progress)(10);
        (thinking.progress)(20);
        assert_eq!(*watcher.borrow_and_update(), Some(Thought { seat: Seat::SECOND, share: 10 }));
        std::thread::sleep(SELDOM);
        (thinking.progress)(2000);
        assert_eq!(watcher.borrow_and_update().map(|thought| thought.share), Some(1000));
    }

    #[test]
    fn only_who_thinks_can_be_hurried_and_only_this_time() {
        let mind = Mind::new();
        let hurried = || mind.thinking(Seat::FIRST, 1).hurry.load(SeqCst);
        mind.hurry();
        assert!(!hurried(), "nobody thinks");
        assert!(mind.begin() && !mind.begin());
        mind.hurry();
        assert!(hurried());
        mind.end();
        assert!(!hurried() && mind.begin());
    }

    #[test]
    fn a_wish_to_hurry_that_came_at_the_very_end_is_not_about_the_next_turn() {
        let mind = Mind::new();
        // As if somebody was seen at work, and had ended before the wish was written down.
        mind.hurry.store(true, SeqCst);
        mind.hurried.send_replace(true);
        assert!(mind.begin());
        assert!(!mind.thinking(Seat::FIRST, 1).hurry.load(SeqCst) && !*mind.hurried.borrow());
    }
}
