//! The hall: every battle that somebody looks at, read from the archive when it is asked for and dropped when
//! nobody has asked for a while.

use crate::limits::{Addresses, Limits};
use crate::live::{Live, not_begun};
use crate::metrics::Metrics;
use crate::player::Players;
use crate::pool::{Pool, Turn, now as work_now};
use archive::{Appended, Archive, Error, Head, Loaded, Record, Time};
use dice::Hex;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::{OnceCell, watch};
use umpire::{
    Answer, AnyBattle, Chance, Code, DiceFrom, GameEntry, Games, Opening, Reopened, SNAPSHOT_EVERY, Scenario,
    SeatInfo, View, Viewer,
};

/// The hall.
pub(crate) struct Hall {
    pub(crate) games: Games,
    pub(crate) players: Players,
    pub(crate) archive: Arc<dyn Archive>,
    pub(crate) limits: Limits,
    pub(crate) addresses: Arc<Addresses>,
    pub(crate) metrics: Metrics,
    /// For setting battles up and following other nodes, which somebody waits for.
    pub(crate) quick: Pool,
    /// For questions that may take long.
    pub(crate) slow: Pool,
    /// For what is read from the archive: looking back, branching, whole journals. Questions do not wait for it.
    pub(crate) pasts: Pool,
    /// For journals that are brought: whoever brings long ones waits for himself.
    pub(crate) brought: Pool,
    /// For computer players that think long: they never have more than half of the processors.
    pub(crate) thinkers: Pool,
    /// For those that are soon done, and for those that are hurried.
    pub(crate) hasty: Pool,
    /// Turns to true when the server stops.
    pub(crate) stopping: watch::Sender<bool>,
    battles: Mutex<BTreeMap<String, Slot>>,
}

/// A place for a battle that is being read, or has been.
type Slot = Arc<OnceCell<Arc<Live>>>;

impl Hall {
    pub(crate) fn new(
        games: Games,
        players: Players,
        archive: Arc<dyn Archive>,
        limits: Limits,
    ) -> Arc<Self> {
        let workers = limits.workers;
        Arc::new(Self {
            games,
            players,
            archive,
            addresses: Addresses::new(limits.clone()),
            limits,
            metrics: Metrics::default(),
            quick: Pool::new(workers * 2),
            slow: Pool::new(workers),
            pasts: Pool::new(workers.div_ceil(2)),
            brought: Pool::new(1),
            thinkers: Pool::new(workers.div_ceil(2)),
            hasty: Pool::new(workers.div_ceil(2)),
            stopping: watch::Sender::new(false),
            battles: Mutex::default(),
        })
    }

    fn battles(&self) -> MutexGuard<'_, BTreeMap<String, Slot>> {
        self.battles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A battle, read from the archive if it is not in memory.
    pub(crate) async fn live(&self, id: &str) -> Result<Arc<Live>, Answer> {
        let slot = Arc::clone(self.battles().entry(id.to_owned()).or_default());
        match slot.get_or_try_init(|| async { self.read(id).await.map(Arc::new) }).await {
            Ok(live) => {
                live.touch();
                self.count();
                Ok(Arc::clone(live))
            }
            Err(answer) => {
                // Others may still read it in the same place, or wait for it there: then it stays theirs.
                let mut battles = self.battles();
                let mine = |there: &Slot| Arc::ptr_eq(there, &slot) && Arc::strong_count(&slot) == 2;
                if battles.get(id).is_some_and(mine) {
                    battles.remove(id);
                }
                Err(answer)
            }
        }
    }

    /// A battle, if it is in memory.
    pub(crate) fn present(&self, id: &str) -> Option<Arc<Live>> {
        self.battles().get(id)?.get().map(Arc::clone)
    }

    /// Reads a battle. It takes a turn before anything is read: what waits for one is not in memory.
    pub(crate) async fn read(&self, id: &str) -> Result<Live, Answer> {
        let turn = Arc::new(self.quick.soon().await?);
        let loaded = self.archive.latest(id).await.map_err(answer)?;
        if let Some(live) = self.revive(loaded, Arc::clone(&turn)).await? {
            return Ok(live);
        }
        let loaded = self.archive.load(id).await.map_err(answer)?;
        self.revive(loaded, turn).await?.ok_or_else(not_begun)
    }

    /// A battle as it is stored becomes one that can go on. `None` if it has to be read with all its stored states: the
    /// rules have changed, or the last of them cannot be believed.
    async fn revive(&self, mut loaded: Loaded, turn: Arc<Turn>) -> Result<Option<Live>, Answer> {
        let game = self.game(&loaded.header.game)?;
        let Some(journal) = loaded.journal.take() else {
            drop(turn);
            let seats = self.seats_of(game, &loaded.header.scenario).await?;
            return Ok(Some(Live::new(loaded, seats, None)));
        };
        let resume = game.resumer();
        let (reopened, journal) = work_now(turn, move || (resume(&journal), journal)).await?;
        let entries = journal.entries.len();
        let short = |r: &Reopened| r.drift.is_none() && (r.replayed < entries || entries < SNAPSHOT_EVERY);
        if loaded.folded && !reopened.as_ref().is_ok_and(short) {
            return Ok(None);
        }
        let reopened = reopened.map_err(unreadable)?;
        loaded.journal = Some(journal);
        self.metrics.replayed.fetch_add(reopened.replayed as u64, Relaxed);
        let seats = reopened.battle.seats().to_vec();
        let drifted = reopened.drift.is_some();
        let live = Live::new(loaded, seats, Some(reopened.battle));
        if drifted {
            let record = live.read().begun().map(|b| Record::Begun(Box::new(Head::of(b.journal()))))?;
            let append = live.append(vec![record], Vec::new(), now());
            // It names no choice, so none can have been made before.
            if let Appended::Stored { next, link } = self.archive.append(append).await.map_err(answer)? {
                live.skip_to(next, link);
            }
        }
        Ok(Some(live))
    }

    pub(crate) fn game(&self, name: &str) -> Result<&GameEntry, Answer> {
        self.games.game(name)
    }

    /// A battle of a scenario that nobody plays: to look at its seats and its table.
    pub(crate) async fn sample(
        &self,
        game: &GameEntry,
        scenario: &Scenario,
    ) -> Result<(Vec<SeatInfo>, View), Answer> {
        self.with_sample(game, scenario, |battle| {
            Ok((battle.seats().to_vec(), battle.view(Viewer::Public, 0)))
        })
        .await
    }

    /// The same, looked at in another way.
    pub(crate) async fn with_sample<T: Send + 'static>(
        &self,
        game: &GameEntry,
        scenario: &Scenario,
        see: impl FnOnce(&dyn AnyBattle) -> Result<T, Answer> + Send + 'static,
    ) -> Result<T, Answer> {
        let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![0; 32]), added: Vec::new() };
        let opening = Opening { scenario: scenario.clone(), chance, given: Vec::new() };
        let open = game.opener();
        self.slow.run(move || see(open(opening)?.as_ref())).await?
    }

    async fn seats_of(&self, game: &GameEntry, scenario: &Scenario) -> Result<Vec<SeatInfo>, Answer> {
        Ok(self.sample(game, scenario).await?.0)
    }

    /// Drops battles that nobody has looked at for a while.
    pub(crate) fn sweep(&self) {
        self.battles().retain(|_, slot| match slot.get() {
            None => Arc::strong_count(slot) > 1,
            Some(live) => Arc::strong_count(live) > 1 || live.used().elapsed() < self.limits.idle,
        });
        self.addresses.sweep();
        self.count();
    }

    fn count(&self) {
        let count = self.battles().len();
        self.metrics.live.store(i64::try_from(count).unwrap_or(i64::MAX), Relaxed);
    }

    /// The battles in memory that somebody looks at.
    pub(crate) fn watched(&self) -> Vec<Arc<Live>> {
        let battles = self.battles();
        let live = battles.values().filter_map(|slot| slot.get());
        live.filter(|live| live.moment.receiver_count() > 0).map(Arc::clone).collect()
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time::try_from(since.as_millis()).unwrap_or(Time::MAX)
}

/// What a client is told of the archive's trouble. Nothing of what is stored is in it.
pub(crate) fn answer(error: Error) -> Answer {
    match error {
        Error::NoBattle(_) => Answer::error(Code::UnknownBattle, "there is no such battle"),
        Error::Unfit(_) => Answer::error(Code::TooLong, "this is too much to be stored"),
        // A fail stop: nothing more is stored until the server is started again, so trying again is no use.
        stopped @ Error::Stopped(_) => {
            tracing::error!(error = %stopped, "the archive");
            let sentence = "storage has failed: what was acknowledged is kept, but nothing more is taken until a restart";
            Answer::error(Code::Unavailable, sentence)
        }
        damaged @ Error::Damaged(_) => {
            tracing::error!(error = %damaged, "the archive");
            damaged_battle()
        }
        other => {
            tracing::warn!(error = %other, "the archive");
            Answer::error(Code::Unavailable, "the archive did not take it; try again")
        }
    }
}

/// What is told of a battle whose own journal cannot be read: why is told by what one seat knows, and is not for all.
pub(crate) fn unreadable(answer: Answer) -> Answer {
    match answer {
        Answer::Error(trouble) if trouble.code == Code::BadJournal => {
            tracing::error!("a journal of the archive cannot be played again");
            damaged_battle()
        }
        other => other,
    }
}

fn damaged_battle() -> Answer {
    let sentence = "this battle cannot be read any more; whoever runs the server can check it";
    Answer::error(Code::BadJournal, sentence)
}
