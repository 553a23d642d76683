//! The archive over SQL: one implementation for SQLite and PostgreSQL.

mod check;
mod copy;
mod fault;
mod listen;
mod part;
mod place;
mod read;
mod schema;
mod together;
mod write;
mod writer;

pub use copy::{Copied, copy};
pub use place::Place;

use crate::error::Error;
use crate::record::{Append, Appended, Header, Link, Loaded, Numbered, Part, Time};
use crate::seats::{Chair, Kind, TokenHash};
use crate::store::{Archive, Cut, Hint, Later, Page, Query};
use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, ConnectOptions, Connection};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;
use umpire::Snapshot;
use write::{Done, Write};
use writer::{Job, Writer};

/// The most connections that read at the same time.
const READERS: u32 = 4;
/// The most writes that wait; the next must wait to wait.
const MOST_WAITING: usize = 1024;
/// How many transactions PostgreSQL is given at the same time. Each battle has one writer, always the same.
const WRITERS: usize = 4;
/// Hints that a slow listener can be behind before he loses some.
const MOST_HINTS: usize = 4096;
/// How many of the last records of each battle that goes on are checked when the archive is opened: what a crash can
/// have damaged, and little enough for thousands of battles.
const TAIL: u64 = 20;

/// An archive, opened.
pub struct Opened {
    /// The archive.
    pub archive: Arc<dyn Archive>,
    /// What was found when it was opened: to be told to whoever runs this.
    pub found: Found,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// How many battles were looked at.
    pub battles: u64,
    /// What was damaged and has been cut off.
    pub cuts: Vec<Cut>,
    /// What is damaged and was left as it is.
    pub damaged: Vec<String>,
}

/// Opens an archive: makes it if it is missing, brings its schema up to date, and checks the end of each battle
/// that goes on. Damaged records there are cut off and put aside.
pub async fn open(place: &Place) -> Result<Opened, Error> {
    let mut db = connect(place).await?;
    let found = look(&mut db, place, Look { cut: true, tail: Some(TAIL), closed_too: false }).await?;
    let pool = pool(place).await?;
    let stopped = Arc::new(OnceLock::new());
    let (hints, _) = broadcast::channel(MOST_HINTS);
    let (mut jobs, mut writers, mut db) = (Vec::new(), Vec::new(), Some(db));
    let count = if place.kind() == place::Kind::Sqlite { 1 } else { WRITERS };
    for _ in 0..count {
        let (sender, waiting) = mpsc::channel(MOST_WAITING);
        // A connection to PostgreSQL belongs to the thread that made it.
        let db = db.take_if(|_| place.kind() == place::Kind::Sqlite);
        let writer = Writer::new(place.clone(), db, Arc::clone(&stopped), hints.clone());
        jobs.push(sender);
        writers.push(writer.start(waiting)?);
    }
    let listener = match place {
        Place::File(_) => None,
        Place::Postgres(url) => Some(tokio::spawn(listen::run(url.clone(), hints.clone()))),
    };
    let open = Mutex::new(Some(Open { jobs, writers, listener }));
    Ok(Opened { archive: Arc::new(Sql { pool, open, stopped, hints }), found })
}

/// Checks every record of every battle. Damaged ones are cut off and put aside if `cut` says so.
pub async fn check(place: &Place, cut: bool) -> Result<Found, Error> {
    let mut db = connect(place).await?;
    check::file(place.kind(), &mut db).await?;
    let found = look(&mut db, place, Look { cut, tail: None, closed_too: true }).await?;
    db.close().await.map_err(read::failed)?;
    Ok(found)
}

/// What is looked at, and what is done about damage.
#[derive(Clone, Copy)]
struct Look {
    cut: bool,
    tail: Option<u64>,
    closed_too: bool,
}

async fn look(db: &mut AnyConnection, place: &Place, how: Look) -> Result<Found, Error> {
    let mut found = Found::default();
    let mut after = String::new();
    loop {
        let names = check::names(db, &after, how.closed_too).await?;
        let Some(last) = names.last() else { return Ok(found) };
        after.clone_from(last);
        for id in &names {
            found.battles += 1;
            match look_at(db, place, id, how).await {
                Ok(cut) => found.cuts.extend(cut),
                // One damaged battle does not keep the others from being played.
                Err(Error::Damaged(why)) => found.damaged.push(why),
                Err(other) => return Err(other),
            }
        }
    }
}

async fn look_at(db: &mut AnyConnection, place: &Place, id: &str, how: Look) -> Result<Option<Cut>, Error> {
    if how.cut {
        return check::cut(db, place, id, how.tail).await;
    }
    let damage = check::damage(db, id, how.tail).await?;
    damage.map_or(Ok(None), |damage| Err(read::broken(id, damage.kept, &damage.why)))
}

/// A connection to an archive whose schema is up to date.
async fn connect(place: &Place) -> Result<AnyConnection, Error> {
    install_default_drivers();
    let open = |e: sqlx::Error| Error::Open(e.to_string());
    if let Place::File(path) = place {
        place::make_private(path).map_err(|e| Error::Open(format!("{}: {e}", path.display())))?;
    }
    let mut db = place.options()?.connect().await.map_err(open)?;
    place.kind().greet(&mut db).await.map_err(open)?;
    schema::migrate(place.kind(), &mut db).await?;
    Ok(db)
}

async fn pool(place: &Place) -> Result<AnyPool, Error> {
    let kind = place.kind();
    AnyPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(Duration::from_secs(10))
        .after_connect(move |db, _| Box::pin(kind.greet(db)))
        .connect_with(place.options()?)
        .await
        .map_err(|e| Error::Open(e.to_string()))
}

/// An archive in a database.
struct Sql {
    pool: AnyPool,
    /// `None` once it is closed.
    open: Mutex<Option<Open>>,
    stopped: Arc<OnceLock<String>>,
    hints: broadcast::Sender<Hint>,
}

/// What runs while the archive is open.
struct Open {
    jobs: Vec<mpsc::Sender<Job>>,
    /// Each comes when its writer has ended.
    writers: Vec<oneshot::Receiver<()>>,
    listener: Option<JoinHandle<()>>,
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(listener) = &self.listener {
            listener.abort();
        }
    }
}

impl Open {
    /// The way to the writer of a battle.
    fn jobs(&self, battle: &str) -> Option<mpsc::Sender<Job>> {
        let sum: usize = battle.bytes().map(usize::from).sum();
        self.jobs.get(sum % self.jobs.len().max(1)).cloned()
    }
}

impl Sql {
    async fn write(&self, write: Write) -> Result<Done, Error> {
        let closed = || Error::Unavailable("it is closed".to_owned());
        let jobs =
            self.open.lock().map_err(|_| closed())?.as_ref().and_then(|open| open.jobs(write.battle()));
        let (reply, answer) = oneshot::channel();
        let Some(jobs) = jobs else { return Err(closed()) };
        jobs.send(Job { write, reply }).await.map_err(|_| closed())?;
        drop(jobs);
        answer.await.map_err(|_| Error::Uncertain("the writer ended".to_owned()))?
    }

    async fn changed(&self, write: Write) -> Result<bool, Error> {
        Ok(self.write(write).await? == Done::Changed(true))
    }

    async fn reader(&self) -> Result<PoolConnection<Any>, Error> {
        self.pool.acquire().await.map_err(read::failed)
    }
}

impl Archive for Sql {
    fn create(&self, header: Header, chairs: Vec<Chair>) -> Later<'_, ()> {
        Box::pin(async move { self.changed(Write::Create(header, chairs)).await.map(drop) })
    }

    fn append(&self, append: Append) -> Later<'_, Appended> {
        Box::pin(async move {
            match self.write(Write::Append(append)).await? {
                Done::Appended(appended) => Ok(appended),
                Done::Changed(_) => Err(Error::Uncertain("another answer than was asked for".to_owned())),
            }
        })
    }

    fn load<'a>(&'a self, battle: &'a str) -> Later<'a, Loaded> {
        Box::pin(async move { read::load(&mut *self.reader().await?, battle, None).await })
    }

    fn until<'a>(&'a self, battle: &'a str, entries: usize) -> Later<'a, Loaded> {
        Box::pin(async move { read::load(&mut *self.reader().await?, battle, Some(entries)).await })
    }

    fn closed<'a>(&'a self, battle: &'a str) -> Later<'a, bool> {
        Box::pin(async move { read::closed(&mut *self.reader().await?, battle).await })
    }

    fn records<'a>(&'a self, battle: &'a str, from: u64, most: u32) -> Later<'a, Vec<Numbered>> {
        Box::pin(async move { part::records(&mut *self.reader().await?, battle, from, most).await })
    }

    fn part<'a>(&'a self, battle: &'a str, entries: usize) -> Later<'a, Option<Part>> {
        Box::pin(async move { part::part(&mut *self.reader().await?, battle, entries).await })
    }

    fn state<'a>(&'a self, battle: &'a str, from: u64) -> Later<'a, Option<(u64, Snapshot)>> {
        Box::pin(async move { part::state(&mut *self.reader().await?, battle, from).await })
    }

    fn end<'a>(&'a self, battle: &'a str) -> Later<'a, (u64, Link)> {
        Box::pin(async move { read::end(&mut *self.reader().await?, battle).await })
    }

    fn list(&self, query: Query) -> Later<'_, Page> {
        Box::pin(async move { read::list(&mut *self.reader().await?, query).await })
    }

    fn chair(&self, token: TokenHash) -> Later<'_, Option<(String, Kind)>> {
        Box::pin(async move { read::chair(&mut *self.reader().await?, token).await })
    }

    fn chairs<'a>(&'a self, battle: &'a str) -> Later<'a, Vec<Chair>> {
        Box::pin(async move { read::chairs(&mut *self.reader().await?, battle).await })
    }

    fn add_chair<'a>(&'a self, battle: &'a str, chair: Chair, at: Time) -> Later<'a, ()> {
        let write = Write::AddChair(battle.to_owned(), chair, at);
        Box::pin(async move { self.changed(write).await.map(drop) })
    }

    fn revoke<'a>(&'a self, battle: &'a str, token: TokenHash, at: Time) -> Later<'a, bool> {
        let write = Write::Revoke(battle.to_owned(), token, at);
        Box::pin(async move { self.changed(write).await })
    }

    fn replace<'a>(&'a self, battle: &'a str, old: TokenHash, new: TokenHash, at: Time) -> Later<'a, bool> {
        let write = Write::Replace(battle.to_owned(), old, new, at);
        Box::pin(async move { self.changed(write).await })
    }

    fn hints(&self) -> broadcast::Receiver<Hint> {
        self.hints.subscribe()
    }

    fn stopped(&self) -> Option<String> {
        self.stopped.get().cloned()
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async move {
            let open = self.open.lock().ok().and_then(|mut open| open.take());
            if let Some(mut open) = open {
                // A writer ends when nobody can send any more.
                open.jobs.clear();
                for writer in &mut open.writers {
                    writer.await.map_err(|e| Error::Uncertain(e.to_string()))?;
                }
            }
            self.pool.close().await;
            Ok(())
        })
    }
}
