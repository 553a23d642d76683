//! What the tests of the archive share: battles to store, and folders that go away.

#![allow(dead_code, reason = "each test uses its own part")]

use archive::{Append, Appended, Archive, Chair, Error, Head, Header, Kind, Place, Record, TokenHash};
use reference::Picket;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use umpire::{
    Battle, Chance, Choice, DiceFrom, Entry, Known, Opening, PromptId, Rest, Seat, Seats, Snapshot, StateHash,
};

/// A folder that is removed when it is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("archive-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self) -> Place {
        Place::File(self.0.join("battles.db"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Opens an archive in which nothing is damaged.
pub(crate) async fn open(place: &Place) -> Arc<dyn Archive> {
    let opened = archive::open(place).await.expect("the archive opens");
    assert!(opened.found.cuts.is_empty() && opened.found.damaged.is_empty(), "{:?}", opened.found);
    opened.archive
}

/// A way to what is stored, behind the archive's back.
pub(crate) async fn connect(place: &Place) -> sqlx::AnyConnection {
    sqlx::any::install_default_drivers();
    let url = match place {
        Place::File(path) => format!("sqlite://{}", path.display()),
        Place::Postgres(url) => url.clone(),
    };
    let options: sqlx::any::AnyConnectOptions = url.parse().unwrap();
    sqlx::ConnectOptions::connect(&options).await.unwrap()
}

/// A battle of the reference game as it begins.
pub(crate) fn picket() -> Battle<Picket> {
    let scenario = reference::scenarios().swap_remove(0);
    let chance = Chance { dice: DiceFrom::Stream, seed: [7; 32].into(), added: Vec::new() };
    Battle::open(Opening { scenario, chance, given: Vec::new() }).expect("the scenario is good")
}

/// What is stored when a battle is created.
pub(crate) fn header(id: &str, battle: &Battle<Picket>, created: i64) -> Header {
    let journal = battle.journal();
    Header {
        id: id.to_owned(),
        game: journal.game.clone(),
        rules: journal.rules,
        scenario: journal.scenario.clone(),
        commitment: journal.commitment.clone(),
        chance: journal.chance.clone(),
        created,
    }
}

pub(crate) fn token(n: u32) -> TokenHash {
    TokenHash::of(&n.to_be_bytes())
}

/// A seat and its token.
pub(crate) fn chair(seat: u8, n: u32) -> Chair {
    Chair { kind: Kind::Seat(Seat::new(seat).expect("a seat")), token: token(n) }
}

/// A choice of the first seat that can be told from others. It is stored, not played.
pub(crate) fn entry(n: u64, choice: Option<&str>) -> Record {
    Record::Entry(Entry::Play {
        seat: Seat::FIRST,
        prompt: PromptId(n as u32),
        steps: vec![serde_json::json!({ "number": n })],
        rolls: Vec::new(),
        hash: StateHash::of(&n),
        choice: choice.map(str::to_owned),
        forced: false,
    })
}

/// A state that can be told from others. It is stored, not played from.
pub(crate) fn state(after: usize, what: &str) -> Snapshot {
    let rest = Rest { undo: None, last_words: Seats::NOBODY, closing: Seats::NOBODY };
    let state = serde_json::json!({ "what": what, "after": after });
    Snapshot::new(after, state, 0, Some(Vec::new()), Some(rest))
}

pub(crate) fn append(battle: &str, expected: u64, records: Vec<Record>) -> Append {
    let (battle, at) = (battle.to_owned(), 1000 + expected as i64);
    Append { battle, expected, after: None, at, records, snapshots: Vec::new() }
}

/// How many records there are after an append that was stored.
pub(crate) fn stored(answer: Result<Appended, Error>) -> Result<u64, String> {
    match answer {
        Ok(Appended::Stored { next, .. }) => Ok(next),
        other => Err(format!("{other:?}")),
    }
}

/// Creates a battle with a head and nothing played: it has one record.
pub(crate) async fn begin(archive: &dyn Archive, id: &str) -> Result<(), Error> {
    let battle = picket();
    archive.create(header(id, &battle, 1), Vec::new()).await?;
    let head = Record::Begun(Box::new(Head::of(battle.journal())));
    archive.append(append(id, 0, vec![head])).await.map(drop)
}

/// Plays the first offer of whoever is asked, as often as is said.
pub(crate) fn play_on(battle: &mut Battle<Picket>, choices: u32) {
    for _ in 0..choices {
        let public = battle.known(umpire::Viewer::Public);
        let Some(seat) =
            <Picket as umpire::Game>::prompts(&public).iter().find(|p| !p.answered).map(|p| p.seat)
        else {
            return;
        };
        let known: Known<Picket> = battle.known_to(seat).expect("its seat");
        let prompts = <Picket as umpire::Game>::prompts(&known);
        let prompt = prompts.iter().find(|p| p.seat == seat).expect("it is asked");
        let steps = prompt.fallback.clone().expect("an answer that is always legal");
        let id = format!("c{}", battle.journal().entries.len());
        let choice = Choice { seat, prompt: prompt.id, steps, id: Some(id), given: Vec::new() };
        battle.play(choice).expect("the fallback is legal");
    }
}
