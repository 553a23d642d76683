//! The writer: it takes all waiting writes into one transaction with one flush. A file of SQLite has one in each
//! process; of PostgreSQL there are a few, and each battle has its own.

use crate::error::Error;
use crate::record::Appended;
use crate::sql::fault::Fault;
use crate::sql::place::{Kind, Place};
use crate::sql::together;
use crate::sql::write::{Done, Trouble, Write};
use crate::store::{Hint, News};
use sqlx::{AnyConnection, ConnectOptions, Connection, raw_sql};
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::timeout;

/// The most writes of one transaction.
const MOST_GROUPED: usize = 256;

/// So many bytes of records after the last checkpoint of SQLite bring the next.
const CHECKPOINT_AFTER: usize = 4 << 20;

/// How long PostgreSQL may take for one transaction.
const LONGEST_GROUP: Duration = Duration::from_secs(30);

/// The longest text of one NOTIFY; PostgreSQL takes 8000 bytes.
const LONGEST_NOTE: usize = 7000;

/// The channel of PostgreSQL on which servers tell each other that a battle has grown.
pub(crate) const CHANNEL: &str = "grognard_archive";

/// A write and where its answer goes.
pub(crate) struct Job {
    pub(crate) write: Write,
    pub(crate) reply: oneshot::Sender<Result<Done, Error>>,
}

/// The writer.
pub(crate) struct Writer {
    place: Place,
    /// Nobody else uses it. `None` at first, or after it was lost: the next group opens another.
    db: Option<AnyConnection>,
    stopped: Arc<OnceLock<String>>,
    hints: broadcast::Sender<Hint>,
    /// Bytes written since the last checkpoint.
    written: usize,
}

/// Why a group failed, and whether its commit may have arrived.
struct Failed {
    fault: Fault,
    committing: bool,
    why: String,
}

type Results = Vec<Result<Done, Error>>;

impl Writer {
    pub(crate) fn new(
        place: Place,
        db: Option<AnyConnection>,
        stopped: Arc<OnceLock<String>>,
        hints: broadcast::Sender<Hint>,
    ) -> Self {
        Self { place, db, stopped, hints, written: 0 }
    }

    /// Writes on a thread of its own until nobody can send any more; then what is given here comes. Each statement is
    /// a way to the database and back: a busy server must not put other work in between.
    pub(crate) fn start(self, jobs: mpsc::Receiver<Job>) -> Result<oneshot::Receiver<()>, Error> {
        let failed = |e: std::io::Error| Error::Open(format!("no thread to write: {e}"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let (end, ended) = oneshot::channel();
        let work = move || {
            runtime.block_on(self.run(jobs));
            let _ = end.send(());
        };
        std::thread::Builder::new().name("archive".to_owned()).spawn(work).map_err(failed)?;
        Ok(ended)
    }

    /// Writes until nobody can send any more.
    async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut group = Vec::new();
        while jobs.recv_many(&mut group, MOST_GROUPED).await > 0 {
            // A stable sort: writes to one battle keep their order.
            group.sort_by(|a, b| a.write.battle().cmp(b.write.battle()));
            let (writes, replies): (Vec<Write>, Vec<_>) =
                group.drain(..).map(|job| (job.write, job.reply)).unzip();
            let results = self.group(&writes).await;
            self.tell(&writes, &results);
            for (reply, result) in replies.into_iter().zip(results) {
                // Whoever asked may have gone; what he asked is done all the same.
                let _ = reply.send(result);
            }
            self.checkpoint_if_due(&writes).await;
        }
        if let Some(db) = self.db.take() {
            let _ = db.close().await;
        }
    }

    /// Writes a group; if one statement spoils it, each write by itself.
    async fn group(&mut self, writes: &[Write]) -> Results {
        match self.attempt(writes).await {
            Ok(results) => results,
            Err(failed) if failed.fault == Fault::Statement && writes.len() > 1 => {
                let mut results = Vec::with_capacity(writes.len());
                for write in writes {
                    let alone = self.attempt(std::slice::from_ref(write)).await;
                    results.extend(alone.unwrap_or_else(|failed| vec![Err(self.error(failed))]));
                }
                results
            }
            Err(failed) => {
                let error = self.error(failed);
                vec![Err(error); writes.len()]
            }
        }
    }

    /// One transaction. Nobody is answered before its commit has returned.
    async fn attempt(&mut self, writes: &[Write]) -> Result<Results, Failed> {
        if let Some(why) = self.stopped.get() {
            return Ok(vec![Err(Error::Stopped(why.clone())); writes.len()]);
        }
        let kind = self.place.kind();
        let mut committing = false;
        let work = self.transaction(writes, &mut committing);
        let done = match kind {
            Kind::Sqlite => work.await,
            // A server behind a broken network never answers.
            Kind::Postgres => {
                timeout(LONGEST_GROUP, work).await.unwrap_or_else(|_| Err(sqlx::Error::PoolTimedOut))
            }
        };
        match done {
            Ok(results) => Ok(results),
            Err(error) => {
                let fault = Fault::of(kind, &error);
                self.abandon(fault).await;
                Err(Failed { fault, committing, why: error.to_string() })
            }
        }
    }

    async fn transaction(&mut self, writes: &[Write], committing: &mut bool) -> Result<Results, sqlx::Error> {
        let kind = self.place.kind();
        let db = self.connection().await?;
        raw_sql(kind.begin()).execute(&mut *db).await?;
        let results = match together::alike(writes) {
            Some(appends) => {
                let outcomes = together::run(db, kind, &appends).await?;
                outcomes.into_iter().map(|outcome| outcome.map(Done::Appended)).collect()
            }
            None => one_by_one(db, kind, writes).await?,
        };
        if kind == Kind::Postgres {
            for note in notes(writes, &results) {
                sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(note).execute(&mut *db).await?;
            }
        }
        *committing = true;
        raw_sql("COMMIT").execute(&mut *db).await?;
        Ok(results)
    }

    async fn connection(&mut self) -> Result<&mut AnyConnection, sqlx::Error> {
        if self.db.is_none() {
            let options = self.place.options().map_err(|e| sqlx::Error::Configuration(e.into()))?;
            let mut db = options.connect().await?;
            self.place.kind().greet(&mut db).await?;
            self.db = Some(db);
        }
        self.db.as_mut().ok_or(sqlx::Error::PoolClosed)
    }

    /// Leaves a transaction that failed.
    async fn abandon(&mut self, fault: Fault) {
        let Some(mut db) = self.db.take() else { return };
        let rolled_back = fault != Fault::Lost && raw_sql("ROLLBACK").execute(&mut db).await.is_ok();
        // SQLite may have rolled back by itself, and then there is nothing to roll back; its connection is kept.
        if rolled_back || self.place.kind() == Kind::Sqlite {
            self.db = Some(db);
        } else {
            let _ = db.close_hard().await;
        }
    }

    fn error(&self, failed: Failed) -> Error {
        let Failed { fault, committing, why } = failed;
        match fault {
            Fault::Storage => Error::Stopped(self.stopped.get_or_init(|| why).clone()),
            Fault::Lost if committing => Error::Uncertain(why),
            Fault::Lost | Fault::Busy => Error::Unavailable(why),
            Fault::Statement => Error::Unfit(why),
        }
    }

    fn tell(&self, writes: &[Write], results: &Results) {
        for (battle, news) in changed(writes, results) {
            // Nobody may be listening.
            let _ = self.hints.send(Hint { battle: battle.into(), news });
        }
    }

    /// SQLite's log is brought into its file by us, so that a failure is seen and not passed over.
    async fn checkpoint_if_due(&mut self, writes: &[Write]) {
        if self.place.kind() != Kind::Sqlite || self.stopped.get().is_some() {
            return;
        }
        self.written += writes.iter().map(size).sum::<usize>();
        if self.written < CHECKPOINT_AFTER {
            return;
        }
        self.written = 0;
        let Some(db) = self.db.as_mut() else { return };
        if let Err(error) = raw_sql("PRAGMA wal_checkpoint(PASSIVE)").execute(db).await
            && Fault::of(Kind::Sqlite, &error) == Fault::Storage
        {
            self.stopped.get_or_init(|| error.to_string());
        }
    }
}

async fn one_by_one(db: &mut AnyConnection, kind: Kind, writes: &[Write]) -> Result<Results, sqlx::Error> {
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        match write.run(db, kind).await {
            Ok(done) => results.push(Ok(done)),
            Err(Trouble::Refused(error)) => results.push(Err(error)),
            Err(Trouble::Failed(error)) => return Err(error),
        }
    }
    Ok(results)
}

/// The battles that have changed, and how.
fn changed<'a>(writes: &'a [Write], results: &Results) -> impl Iterator<Item = (&'a str, News)> {
    writes.iter().zip(results).filter_map(|(write, result)| match (write, result) {
        (_, Ok(Done::Appended(Appended::Stored { next, .. }))) => Some((write.battle(), News::Grown(*next))),
        (Write::Revoke(..) | Write::Replace(..), Ok(Done::Changed(true))) => {
            Some((write.battle(), News::Chairs))
        }
        _ => None,
    })
}

/// What is written for a token that no longer holds, where otherwise a battle's new length is written.
const CHAIRS: &str = "chairs";

/// What another server has told in one line.
pub(crate) fn read_note(line: &str) -> Option<Hint> {
    let (battle, what) = line.split_once(' ')?;
    let news = if what == CHAIRS { News::Chairs } else { News::Grown(what.parse().ok()?) };
    Some(Hint { battle: battle.into(), news })
}

/// What other servers are told: lines of a battle and what changed.
fn notes(writes: &[Write], results: &Results) -> Vec<String> {
    let mut notes = vec![String::new()];
    for (battle, news) in changed(writes, results) {
        if notes.last().is_some_and(|note| note.len() > LONGEST_NOTE) {
            notes.push(String::new());
        }
        if let Some(note) = notes.last_mut() {
            let _ = match news {
                News::Grown(next) => writeln!(note, "{battle} {next}"),
                News::Chairs => writeln!(note, "{battle} {CHAIRS}"),
            };
        }
    }
    notes.retain(|note| !note.is_empty());
    notes
}

/// About how much a write adds to the log.
fn size(write: &Write) -> usize {
    const PAGES: usize = 4 * 4096;
    match write {
        Write::Append(append) => PAGES * append.records.len(),
        Write::Create(header, _) => PAGES + header.scenario.text.len(),
        Write::AddChair(..) | Write::Revoke(..) | Write::Replace(..) => PAGES,
    }
}
