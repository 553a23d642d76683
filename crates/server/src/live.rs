//! One battle in memory.

use crate::message::{By, Chair, Joined};
use crate::mind::Mind;
use archive::{Append, Header, Loaded, Record, Time};
use dice::Hex;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;
use tokio::sync::watch;
use umpire::{
    Act, Answer, AnyBattle, AnyDecision, Chance, Code, Entry, Journal, OpenBattle, Opening, Past,
    ResumeBattle, Seat, SeatInfo, Snapshot, Viewer,
};

/// A battle in memory: the truth, and what wakes those who look at it.
pub(crate) struct Live {
    pub(crate) header: Header,
    pub(crate) seats: Vec<SeatInfo>,
    state: RwLock<State>,
    /// One writer at a time: decided, stored, accepted.
    pub(crate) turn: tokio::sync::Mutex<()>,
    /// Counts whatever may have changed for somebody.
    pub(crate) moment: watch::Sender<u64>,
    /// Its computer players.
    pub(crate) mind: Mind,
    /// Counts how often a token may have been revoked.
    chairs: AtomicU64,
    used: Mutex<Instant>,
}

/// What changes.
pub(crate) struct State {
    /// How many records the archive has of it.
    pub(crate) next: u64,
    /// What the seats added to the dice: who has added, if only nothing, has joined.
    pub(crate) added: BTreeMap<Seat, Hex>,
    /// Which seats people have tokens for. The others are the computer's; they have added their level.
    people: Vec<Seat>,
    /// Where it begins, if that is where another battle was.
    branch: Option<Box<Journal>>,
    pub(crate) battle: Option<Box<dyn AnyBattle>>,
    /// How many stored states of the journal the archive has.
    snapshots: usize,
}

/// What came of an act that was to be decided.
pub(crate) enum Decided {
    /// It had been played before.
    Again(Past),
    /// To be stored and then accepted.
    New(AnyDecision, Append),
}

impl Live {
    /// A battle as it is stored. `seats` are those of its scenario.
    pub(crate) fn new(loaded: Loaded, seats: Vec<SeatInfo>, battle: Option<Box<dyn AnyBattle>>) -> Self {
        let person = |seat: Seat| loaded.chairs.iter().any(|c| c.kind == archive::Kind::Seat(seat));
        let people = seats.iter().map(|info| info.seat).filter(|seat| person(*seat)).collect();
        let snapshots = battle.as_ref().map_or(0, |battle| kept(loaded.journal.as_ref(), battle.journal()));
        let added = loaded.added.into_iter().collect();
        Self {
            header: loaded.header,
            seats,
            state: RwLock::new(State {
                next: loaded.next,
                added,
                people,
                branch: loaded.branch.map(Box::new),
                battle,
                snapshots,
            }),
            turn: tokio::sync::Mutex::default(),
            moment: watch::Sender::new(0),
            mind: Mind::new(),
            chairs: AtomicU64::new(0),
            used: Mutex::new(Instant::now()),
        }
    }

    pub(crate) fn id(&self) -> &str {
        &self.header.id
    }

    /// A panic while writing leaves a state that was not changed, or one that the next act finds to be behind the
    /// archive and reads anew: the lock goes on.
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody has to do with it.
    pub(crate) fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    pub(crate) fn used(&self) -> Instant {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A token no longer holds: everybody's is looked at again, and whoever came with it is shown out.
    pub(crate) fn doubt_chairs(&self) {
        self.chairs.fetch_add(1, SeqCst);
        self.tell();
    }

    /// How often that was.
    pub(crate) fn chairs_doubted(&self) -> u64 {
        self.chairs.load(SeqCst)
    }

    /// Wakes everybody who looks at it. Gives the moment that it is now.
    pub(crate) fn tell(&self) -> u64 {
        let mut now = 0;
        self.moment.send_modify(|moment| {
            *moment += 1;
            now = *moment;
        });
        now
    }

    // ---- before it begins ------------------------------------------------------------------------------

    /// Who has still to come, if it has not begun.
    pub(crate) fn awaited(&self) -> Option<Vec<Seat>> {
        let state = self.read();
        let missing = state.people.iter().filter(|seat| !state.added.contains_key(seat)).copied();
        state.battle.is_none().then(|| missing.collect())
    }

    /// What a viewer is told when he comes.
    pub(crate) fn joined(&self, viewer: Viewer) -> Joined {
        let state = self.read();
        let chair = |info: &SeatInfo| Chair {
            seat: info.seat,
            side: info.side,
            name: info.name.clone(),
            by: state.by(info.seat),
            joined: state.added.contains_key(&info.seat),
        };
        Joined {
            battle: self.header.id.clone(),
            game: self.header.game.clone(),
            scenario: self.header.scenario.name.clone(),
            viewer,
            begun: state.battle.is_some(),
            commitment: self.header.commitment.clone(),
            seats: self.seats.iter().map(chair).collect(),
        }
    }

    /// Sets it up with what the seats have added: from its scenario, or where another battle was.
    pub(crate) fn set_up(
        &self,
        open: OpenBattle,
        resume: ResumeBattle,
    ) -> Result<Box<dyn AnyBattle>, Answer> {
        let state = self.read();
        let added = |info: &SeatInfo| state.added.get(&info.seat).cloned().unwrap_or_default();
        let chance = Chance { added: self.seats.iter().map(added).collect(), ..self.header.chance.clone() };
        if let Some(branch) = &state.branch {
            return Ok(resume(&Journal { chance, ..Journal::clone(branch) })?.battle);
        }
        open(Opening { scenario: self.header.scenario.clone(), chance, given: Vec::new() })
    }

    // ---- acts --------------------------------------------------------------------------------------------

    /// Records to be appended to what is there.
    pub(crate) fn append(&self, records: Vec<Record>, snapshots: Vec<Snapshot>, at: Time) -> Append {
        Append { battle: self.header.id.clone(), expected: self.read().next, at, records, snapshots }
    }

    /// Decides an act. Nothing is changed.
    pub(crate) fn decide(
        &self,
        act: Act<serde_json::Value>,
        since: usize,
        at: Time,
    ) -> Result<Decided, Answer> {
        let state = self.read();
        let battle = state.begun()?;
        if let Act::Play(choice) = &act
            && let Some(id) = &choice.id
            && let Some(past) = battle.answered(choice.seat, id, choice.prompt, since)?
        {
            return Ok(Decided::Again(past));
        }
        let decision = battle.decide(act)?;
        let snapshots = battle.journal().snapshots.get(state.snapshots..).unwrap_or_default().to_vec();
        let records = decision.entries.iter().cloned().map(Record::Entry).collect();
        drop(state);
        let append = self.append(records, snapshots, at);
        Ok(Decided::New(decision, append))
    }

    /// Does what was decided and is now stored.
    pub(crate) fn accept(&self, decision: AnyDecision, next: u64, snapshots: usize) {
        let mut state = self.write();
        state.next = next;
        state.snapshots += snapshots;
        if let Some(battle) = &mut state.battle {
            battle.accept(decision);
        }
    }

    /// The battle has begun.
    pub(crate) fn begin(&self, battle: Box<dyn AnyBattle>, next: u64) {
        let mut state = self.write();
        state.next = next;
        state.snapshots = battle.journal().snapshots.len();
        state.branch = None;
        state.battle = Some(battle);
    }

    /// A seat has joined.
    pub(crate) fn add(&self, seat: Seat, bytes: Hex, next: u64) {
        let mut state = self.write();
        state.next = next;
        state.added.insert(seat, bytes);
    }

    /// The archive has so many records of it now.
    pub(crate) fn skip_to(&self, next: u64) {
        self.write().next = next;
    }

    /// Takes over what was read anew.
    pub(crate) fn renew(&self, fresh: Self) {
        let fresh = fresh.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        *self.write() = fresh;
    }

    /// Follows records that another node has written after ours. `false` if it must be read anew.
    pub(crate) fn follow(&self, from: u64, records: Vec<Record>) -> bool {
        let mut state = self.write();
        if state.next != from {
            return false;
        }
        let next = from + records.len() as u64;
        let mut entries: Vec<Entry> = Vec::new();
        for record in records {
            match record {
                Record::Entry(entry) => entries.push(entry),
                Record::Added { seat, bytes } => drop(state.added.insert(seat, bytes)),
                Record::Begun(_) | Record::Branched(_) => return false,
            }
        }
        let followed = match &mut state.battle {
            Some(battle) => battle.follow(&entries).is_ok(),
            None => entries.is_empty(),
        };
        if followed {
            state.next = next;
        }
        followed
    }
}

/// How many of a battle's stored states the archive has. The others are stored with the next append.
fn kept(there: Option<&Journal>, here: &Journal) -> usize {
    let there = there.map(|journal| journal.snapshots.as_slice()).unwrap_or_default();
    there.iter().zip(&here.snapshots).take_while(|(there, here)| there.after == here.after).count()
}

impl State {
    /// The battle, if it has begun.
    pub(crate) fn begun(&self) -> Result<&dyn AnyBattle, Answer> {
        self.battle
            .as_deref()
            .ok_or_else(|| Answer::error(Code::NotBegun, "the battle has not begun: seats are still awaited"))
    }

    /// Who plays a seat.
    pub(crate) fn by(&self, seat: Seat) -> By {
        if self.people.contains(&seat) {
            return By::Person;
        }
        let level = self.added.get(&seat).map(|Hex(bytes)| String::from_utf8_lossy(bytes).into_owned());
        By::Computer { level: level.unwrap_or_default() }
    }

    /// Does a computer play?
    pub(crate) fn any_computer(&self, seats: &[SeatInfo]) -> bool {
        self.people.len() < seats.len()
    }

    /// Does a person play?
    pub(crate) fn any_person(&self) -> bool {
        !self.people.is_empty()
    }
}
