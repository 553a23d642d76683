//! An archive that can be held up, that fails, and that gives back something else than was stored.

use archive::{
    Append, Appended, Archive, Chair, Error, Header, Hint, Kind, Later, Link, Loaded, Numbered, Page, Part,
    Place, Query, Time, TokenHash,
};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{Semaphore, broadcast};
use tokio::time::sleep;
use umpire::{Journal, Snapshot};

/// Changes a journal that was read.
type Forge = Box<dyn Fn(&mut Journal) + Send + Sync>;

pub(crate) struct Odd {
    inner: Arc<dyn Archive>,
    /// How often whole battles were read.
    pub(crate) loads: AtomicUsize,
    /// The most stored states of a battle that came so.
    pub(crate) states: AtomicUsize,
    /// How often parts of them were.
    pub(crate) parts: AtomicUsize,
    /// The most bytes of such a part.
    pub(crate) most: AtomicUsize,
    /// So many of the next loads fail.
    pub(crate) failing: AtomicU32,
    /// What loads and parts wait for.
    pub(crate) gate: Semaphore,
    /// What becomes of journals that are read.
    pub(crate) forge: Mutex<Option<Forge>>,
    /// The states that came to be stored, each by its `after`.
    pub(crate) stored: Mutex<Vec<usize>>,
    /// How long this battle is, is never told.
    pub(crate) hung: Mutex<Option<String>>,
    hints: Option<broadcast::Sender<Hint>>,
}

impl Odd {
    /// Like the archive at this place, as long as nothing is changed.
    pub(crate) async fn open(place: &Place) -> Arc<Self> {
        Self::over(archive::open(place).await.expect("the archive opens").archive)
    }

    pub(crate) fn over(inner: Arc<dyn Archive>) -> Arc<Self> {
        Arc::new(Self::around(inner, None))
    }

    /// One that never gives a hint.
    pub(crate) fn without_hints(inner: Arc<dyn Archive>) -> Arc<Self> {
        Arc::new(Self::around(inner, Some(broadcast::Sender::new(1))))
    }

    fn around(inner: Arc<dyn Archive>, hints: Option<broadcast::Sender<Hint>>) -> Self {
        Self {
            inner,
            loads: AtomicUsize::new(0),
            states: AtomicUsize::new(0),
            parts: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
            failing: AtomicU32::new(0),
            gate: Semaphore::new(Semaphore::MAX_PERMITS / 2),
            forge: Mutex::default(),
            stored: Mutex::default(),
            hung: Mutex::default(),
            hints,
        }
    }

    /// The archive as it is.
    pub(crate) fn inner(&self) -> &dyn Archive {
        &*self.inner
    }

    /// From now on nothing is read.
    pub(crate) fn shut(&self) {
        self.gate.forget_permits(Semaphore::MAX_PERMITS);
    }

    /// So many more may read.
    pub(crate) fn let_in(&self, readers: usize) {
        self.gate.add_permits(readers);
    }

    /// Waits until so many have come to read, and a little longer: more of them might.
    pub(crate) async fn come(&self, loads: usize, parts: usize) {
        for _ in 0..1000 {
            if self.loads.load(SeqCst) >= loads && self.parts.load(SeqCst) >= parts {
                break;
            }
            sleep(Duration::from_millis(10)).await;
        }
        sleep(Duration::from_millis(300)).await;
        assert_eq!((self.loads.load(SeqCst), self.parts.load(SeqCst)), (loads, parts), "who came to read");
    }

    async fn pass(&self) {
        self.gate.acquire().await.expect("it is never closed").forget();
    }

    async fn read(&self, loading: Later<'_, Loaded>) -> Result<Loaded, Error> {
        self.loads.fetch_add(1, SeqCst);
        self.pass().await;
        if self.failing.fetch_update(SeqCst, SeqCst, |n| n.checked_sub(1)).is_ok() {
            return Err(Error::Unavailable("a test of failures".to_owned()));
        }
        let mut loaded = loading.await?;
        if let Some(journal) = &mut loaded.journal {
            self.forged(journal);
            self.states.fetch_max(journal.snapshots.len(), SeqCst);
        }
        Ok(loaded)
    }

    fn forged(&self, journal: &mut Journal) {
        if let Some(forge) = &*self.forge.lock().unwrap() {
            forge(journal);
        }
    }
}

impl Archive for Odd {
    fn create(&self, header: Header, chairs: Vec<Chair>) -> Later<'_, ()> {
        self.inner.create(header, chairs)
    }

    fn append(&self, append: Append) -> Later<'_, Appended> {
        self.stored.lock().unwrap().extend(append.snapshots.iter().map(|state| state.after));
        self.inner.append(append)
    }

    fn load<'a>(&'a self, battle: &'a str) -> Later<'a, Loaded> {
        Box::pin(self.read(self.inner.load(battle)))
    }

    fn until<'a>(&'a self, battle: &'a str, entries: usize) -> Later<'a, Loaded> {
        if self.forge.lock().unwrap().is_none() {
            return Box::pin(self.read(self.inner.until(battle, entries)));
        }
        // All that is stored, where it is to be changed.
        let all = async move {
            let mut loaded = self.inner.load(battle).await?;
            if let Some(journal) = &mut loaded.journal {
                journal.entries.truncate(entries);
                journal.snapshots.retain(|state| state.after <= entries);
            }
            Ok(loaded)
        };
        Box::pin(self.read(Box::pin(all)))
    }

    fn closed<'a>(&'a self, battle: &'a str) -> Later<'a, bool> {
        self.inner.closed(battle)
    }

    fn part<'a>(&'a self, battle: &'a str, entries: usize) -> Later<'a, Option<Part>> {
        Box::pin(async move {
            self.parts.fetch_add(1, SeqCst);
            self.pass().await;
            let mut part = self.inner.part(battle, entries).await?;
            if let Some(part) = &mut part {
                let bytes = serde_json::to_vec(&part.journal).unwrap().len();
                self.most.fetch_max(bytes, SeqCst);
                self.forged(&mut part.journal);
            }
            Ok(part)
        })
    }

    fn state<'a>(&'a self, battle: &'a str, from: u64) -> Later<'a, Option<(u64, Snapshot)>> {
        self.inner.state(battle, from)
    }

    fn records<'a>(&'a self, battle: &'a str, from: u64, most: u32) -> Later<'a, Vec<Numbered>> {
        self.inner.records(battle, from, most)
    }

    fn end<'a>(&'a self, battle: &'a str) -> Later<'a, (u64, Link)> {
        if self.hung.lock().unwrap().as_deref() == Some(battle) {
            return Box::pin(std::future::pending());
        }
        self.inner.end(battle)
    }

    fn list(&self, query: Query) -> Later<'_, Page> {
        self.inner.list(query)
    }

    fn chair(&self, token: TokenHash) -> Later<'_, Option<(String, Kind)>> {
        self.inner.chair(token)
    }

    fn chairs<'a>(&'a self, battle: &'a str) -> Later<'a, Vec<Chair>> {
        self.inner.chairs(battle)
    }

    fn add_chair<'a>(&'a self, battle: &'a str, chair: Chair, at: Time) -> Later<'a, ()> {
        self.inner.add_chair(battle, chair, at)
    }

    fn revoke<'a>(&'a self, battle: &'a str, token: TokenHash, at: Time) -> Later<'a, bool> {
        self.inner.revoke(battle, token, at)
    }

    fn replace<'a>(&'a self, battle: &'a str, old: TokenHash, new: TokenHash, at: Time) -> Later<'a, bool> {
        self.inner.replace(battle, old, new, at)
    }

    fn hints(&self) -> broadcast::Receiver<Hint> {
        self.hints.as_ref().map_or_else(|| self.inner.hints(), broadcast::Sender::subscribe)
    }

    fn stopped(&self) -> Option<String> {
        self.inner.stopped()
    }

    fn close(&self) -> Later<'_, ()> {
        self.inner.close()
    }
}
