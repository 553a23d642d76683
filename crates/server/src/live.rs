//! One battle in memory.

use crate::message::{By, Chair, Joined};
use crate::mind::Mind;
use crate::pool::Pool;
use archive::{Append, Header, Link, Loaded, Record, Time};
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
    /// Looks back at it: one at a time.
    pub(crate) pasts: Pool,
    /// Counts whatever may have changed for somebody.
    pub(crate) moment: watch::Sender<u64>,
    /// Its computer players.
    pub(crate) mind: Mind,
    /// Counts how often a token may have been revoked.
    chairs: AtomicU64,
    /// Counts how often something that had been told was no longer in the archive.
    unsaid: AtomicU64,
    used: Mutex<Instant>,
}

/// What changes.
pub(crate) struct State {
    /// How many records the archive has of it.
    pub(crate) next: u64,
    /// The link of the last of them.
    pub(crate) link: Link,
    /// What the seats added to the dice: who has added, if only nothing, has joined.
    pub(crate) added: BTreeMap<Seat, Hex>,
    /// Which seats people have tokens for. The others are the computer's; they have added their level.
    people: Vec<Seat>,
    /// Where it begins, if that is where another battle was.
    branch: Option<Box<Journal>>,
    /// The battle, without what only the archive needs: of the stored states those alone that it does not have yet.
    pub(crate) battle: Option<Box<dyn AnyBattle>>,
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
    pub(crate) fn new(loaded: Loaded, seats: Vec<SeatInfo>, mut battle: Option<Box<dyn AnyBattle>>) -> Self {
        let person = |seat: Seat| loaded.chairs.iter().any(|c| c.kind == archive::Kind::Seat(seat));
        let people = seats.iter().map(|info| info.seat).filter(|seat| person(*seat)).collect();
        if let Some(battle) = &mut battle {
            let kept = kept(loaded.journal.as_ref(), battle.journal());
            battle.shed(kept);
        }
        let added = loaded.added.into_iter().collect();
        Self {
            header: loaded.header,
            seats,
            state: RwLock::new(State {
                next: loaded.next,
                link: loaded.link,
                added,
                people,
                branch: loaded.branch.map(Box::new),
                battle,
            }),
            turn: tokio::sync::Mutex::default(),
            pasts: Pool::new(1),
            moment: watch::Sender::new(0),
            mind: Mind::new(),
            chairs: AtomicU64::new(0),
            unsaid: AtomicU64::new(0),
            used: Mutex::new(Instant::now()),
        }
    }

    pub(crate) fn id(&self) -> &str {
        &self.header.id
    }

    /// A panic while writing leaves a state that was not changed, or one that the next act finds to be another than the
    /// archive's and reads anew: the lock goes on.
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
        let state = self.read();
        let (battle, expected, after) = (self.header.id.clone(), state.next, Some(state.link.clone()));
        Append { battle, expected, after, at, records, snapshots }
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
        let snapshots = battle.journal().snapshots.clone();
        let records = decision.entries.iter().cloned().map(Record::Entry).collect();
        drop(state);
        let append = self.append(records, snapshots, at);
        Ok(Decided::New(decision, append))
    }

    /// Does what was decided and is now stored.
    pub(crate) fn accept(&self, decision: AnyDecision, next: u64, link: Link, snapshots: usize) {
        let mut state = self.write();
        // A panic leaves what nobody knows: no record has this link, so nothing can be appended to it.
        state.link = Link::default();
        if let Some(battle) = &mut state.battle {
            battle.accept(decision);
            battle.shed(snapshots);
        }
        (state.next, state.link) = (next, link);
    }

    /// The battle has begun.
    pub(crate) fn begin(&self, mut battle: Box<dyn AnyBattle>, next: u64, link: Link) {
        let mut state = self.write();
        (state.next, state.link) = (next, link);
        let states = battle.journal().snapshots.len();
        battle.shed(states);
        state.branch = None;
        state.battle = Some(battle);
    }

    /// A seat has joined.
    pub(crate) fn add(&self, seat: Seat, bytes: Hex, next: u64, link: Link) {
        let mut state = self.write();
        (state.next, state.link) = (next, link);
        state.added.insert(seat, bytes);
    }

    /// The archive has so many records of it now.
    pub(crate) fn skip_to(&self, next: u64, link: Link) {
        let mut state = self.write();
        (state.next, state.link) = (next, link);
    }

    /// Takes over what was read anew.
    pub(crate) fn renew(&self, fresh: Self) {
        let fresh = fresh.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        *self.write() = fresh;
    }

    /// Takes over what was read anew, where the archive no longer has what was told.
    pub(crate) fn unsay(&self, fresh: Self) {
        self.renew(fresh);
        self.unsaid.fetch_add(1, SeqCst);
    }

    /// How often that was.
    pub(crate) fn unsaid(&self) -> u64 {
        self.unsaid.load(SeqCst)
    }

    /// Follows records that another node has written after ours, up to this link. `false` if it must be read anew.
    /// One choice after the other: whoever wants to see the battle meanwhile waits for one of them, not for all. The
    /// caller has the turn.
    pub(crate) fn follow(&self, from: u64, records: &[Record], link: Link) -> bool {
        // Who waits for the lock comes before us.
        self.follow_with(from, records, link, std::thread::yield_now)
    }

    /// The same, with something to do after each choice.
    fn follow_with(&self, from: u64, records: &[Record], link: Link, mut between: impl FnMut()) -> bool {
        if self.read().next != from {
            return false;
        }
        // As in `accept`.
        self.write().link = Link::default();
        // The umpire's own answers belong to the choice before them.
        let belongs =
            |_: &Record, next: &Record| matches!(next, Record::Entry(Entry::Play { forced: true, .. }));
        for piece in records.chunk_by(belongs) {
            if !self.write().follow(piece) {
                return false;
            }
            between();
        }
        self.write().link = link;
        true
    }
}

/// Follows entries. A stored state goes to the archive with the entry after it.
fn followed(battle: &mut dyn AnyBattle, entries: &[Entry]) -> bool {
    let followed = battle.follow(entries).is_ok();
    let (states, all) = (&battle.journal().snapshots, battle.journal().entries.len());
    let there = states.iter().filter(|state| state.after < all).count();
    battle.shed(there);
    followed
}

/// How many of a battle's stored states the archive has. The others are stored with the next append.
fn kept(there: Option<&Journal>, here: &Journal) -> usize {
    let there = there.map(|journal| journal.snapshots.as_slice()).unwrap_or_default();
    let same = |there: &Snapshot, here: &Snapshot| {
        there.after == here.after && there.hash == here.hash && there.whole()
    };
    there.iter().zip(&here.snapshots).take_while(|(there, here)| same(there, here)).count()
}

/// What is told of a battle that has not begun.
pub(crate) fn not_begun() -> Answer {
    Answer::error(Code::NotBegun, "the battle has not begun: seats are still awaited")
}

impl State {
    /// Follows the next records: a choice with the umpire's own answers to it, or something else by itself.
    fn follow(&mut self, records: &[Record]) -> bool {
        let mut entries: Vec<Entry> = Vec::new();
        for record in records {
            match record {
                Record::Entry(entry) => entries.push(entry.clone()),
                Record::Added { seat, bytes } => drop(self.added.insert(*seat, bytes.clone())),
                Record::Begun(_) | Record::Branched(_) => return false,
            }
        }
        let followed = match &mut self.battle {
            Some(battle) => followed(battle.as_mut(), &entries),
            None => entries.is_empty(),
        };
        if followed {
            self.next += records.len() as u64;
        }
        followed
    }

    /// The battle, if it has begun.
    pub(crate) fn begun(&self) -> Result<&dyn AnyBattle, Answer> {
        self.battle.as_deref().ok_or_else(not_begun)
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

#[cfg(test)]
mod tests {
    use super::*;
    use blucher::Blucher;
    use umpire::{Battle, Choice, DiceFrom, SNAPSHOT_EVERY, Scenario};

    /// A battle of Blücher that can go on for a hundred turns, begun.
    fn long() -> Live {
        let text = blucher::scenarios().swap_remove(0).text.replace("turns = 14", "turns = 100");
        let scenario = Scenario { name: "long".to_owned(), text };
        let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![7; 32]), added: Vec::new() };
        let commitment = chance.commitment().unwrap();
        let opening = Opening { scenario: scenario.clone(), chance: chance.clone(), given: Vec::new() };
        let battle: Box<dyn AnyBattle> = Box::new(Battle::<Blucher>::open(opening).unwrap());
        let (id, game) = ("long".to_owned(), battle.game().to_owned());
        let header = Header { id, game, rules: 0, scenario, commitment, chance, created: 0 };
        let (link, chairs, added, seats) = (Link::default(), Vec::new(), Vec::new(), battle.seats().to_vec());
        let nothing = Loaded {
            header,
            chairs,
            next: 0,
            link,
            added,
            branch: None,
            journal: None,
            first: 0,
            closed: false,
            folded: false,
        };
        let live = Live::new(nothing, seats, None);
        live.begin(battle, 1, Link::default());
        live
    }

    /// The fallback of whoever is asked.
    fn next(live: &Live) -> Act<serde_json::Value> {
        let state = live.read();
        let battle = state.begun().unwrap();
        let seat = battle.view(Viewer::Public, usize::MAX).awaited[0];
        let asked = battle.view(Viewer::Seat(seat), usize::MAX).prompt.unwrap();
        let (prompt, steps) = (asked.id, asked.fallback.unwrap());
        Act::Play(Choice { seat, prompt, steps, id: None, given: Vec::new() })
    }

    /// What another node wrote is followed choice by choice: whoever looks meanwhile sees the battle on its way.
    #[test]
    fn others_see_the_battle_while_it_follows() {
        let (ahead, behind, mut records) = (long(), long(), Vec::new());
        for n in 0..60 {
            let Ok(Decided::New(decision, append)) = ahead.decide(next(&ahead), 0, 0) else { panic!("{n}") };
            records.extend(append.records);
            ahead.accept(decision, 1 + records.len() as u64, Link::default(), append.snapshots.len());
        }
        let mut seen = Vec::new();
        let look =
            || seen.push(behind.state.try_read().expect("nobody holds the battle between choices").next);
        assert!(behind.follow_with(1, &records, Link::default(), look));
        assert!(seen.is_sorted() && seen.len() >= 10, "{seen:?}");
        assert_eq!(seen.last(), Some(&(1 + records.len() as u64)));
        let view = |live: &Live| live.read().begun().unwrap().view(Viewer::All, 0);
        assert_eq!(view(&behind), view(&ahead));
        assert_eq!(behind.read().next, ahead.read().next);
        assert!(!behind.follow(1, &records, Link::default()), "it has gone on since");
    }

    /// The bytes that this process holds.
    fn memory() -> usize {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or(0) * 4096
    }

    /// What stays of a choice is who made it, its hash, and the lines that were told.
    #[test]
    fn a_choice_leaves_little_in_memory() {
        let battles: Vec<Live> = (0..10).map(|_| long()).collect();
        let play = |choices: usize| {
            for live in battles.iter().flat_map(|live| std::iter::repeat_n(live, choices)) {
                let Ok(Decided::New(decision, append)) = live.decide(next(live), 0, 0) else { panic!("new") };
                let (now, records) = (live.read().next, append.records.len() as u64);
                live.accept(decision, now + records, Link::default(), append.snapshots.len());
            }
        };
        play(30);
        let entries = || battles.iter().map(|live| live.read().next as usize).sum::<usize>();
        let before = (memory(), entries());
        play(120);
        let (grown, entries) = (memory().saturating_sub(before.0), entries() - before.1);
        println!("{entries} entries, {grown} bytes more, {} an entry", grown / entries);
        assert!(entries >= 1000 && grown / entries < 3000, "{grown} bytes for {entries} entries");
    }

    #[test]
    fn a_battle_in_memory_keeps_no_more_than_it_needs_to_go_on() {
        let (live, mut stored) = (long(), 0);
        for n in 0..200 {
            let Ok(Decided::New(decision, append)) = live.decide(next(&live), 0, 0) else { panic!("{n}") };
            stored += append.snapshots.len();
            live.accept(decision, n + 2, Link::default(), append.snapshots.len());
            let state = live.read();
            let journal = state.begun().unwrap().journal();
            // The newest stored state goes to the archive with the next choice.
            let due = journal.entries.len() / SNAPSHOT_EVERY;
            assert_eq!(stored + journal.snapshots.len(), due, "after {n}");
            assert!(journal.snapshots.len() <= 1, "after {n}");
            // Of an entry: who, when, the hash.
            let kept = serde_json::to_vec(&journal.entries).unwrap().len();
            assert!(kept <= journal.entries.len() * 200, "{kept} bytes of {} entries", journal.entries.len());
        }
        assert!(stored >= 6, "{stored}");
    }
}
