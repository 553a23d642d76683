//! Acts: decided, stored, accepted, told. Nobody is told before it is stored.

use crate::hall::{Hall, answer, now};
use crate::live::{Decided, Live, State};
use crate::pool::{here, now as work_now};
use crate::shown::Shown;
use archive::{Append, Appended, Error, Head, Link, Record};
use dice::Hex;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;
use umpire::{Act, Answer, AnyDecision, Code, Past, Seat, View, Viewer};

/// How often an act is decided again because another node was quicker.
const TRIES: usize = 8;

/// Records that are followed at once; a battle that is further behind is read anew.
const FOLLOWED: u32 = 200;

/// The most bytes that a seat adds to the dice.
const MOST_BYTES: usize = 64;

/// A viewer's view.
pub(crate) fn view(live: &Live, viewer: Viewer, since: usize) -> Result<View, Answer> {
    here(|| live.read().begun().map(|battle| battle.view(viewer, since)))?
}

/// A viewer's view, written: with a turn on a thread of its own, otherwise here.
async fn shown(
    live: &Arc<Live>,
    viewer: Viewer,
    since: usize,
    turn: Option<impl Send + 'static>,
) -> Result<Shown, Answer> {
    let this = Arc::clone(live);
    let write = move || {
        let view = this.read().begun().map(|battle| battle.view(viewer, since))?;
        Ok(Shown::of(&view))
    };
    match turn {
        Some(turn) => work_now(turn, write).await?,
        None => here(write)?,
    }
}

/// More lines than these are not written where others wait meanwhile.
const SOON_WRITTEN: usize = 200;

/// Are there more lines for a viewer after this one than are soon written?
pub(crate) fn is_long(live: &Live, viewer: Viewer, since: usize) -> bool {
    let state = live.read();
    let told = state.begun().ok().and_then(|battle| battle.lines_at(viewer, &[usize::MAX]).pop());
    told.unwrap_or(0).saturating_sub(since) > SOON_WRITTEN
}

/// What came of an act.
pub(crate) enum Done {
    /// What its seat is shown, and the battle's moment then, if it is the newest.
    Shown(Shown, Option<u64>),
    /// It was done before: what its seat was shown then must be looked up, which may take long.
    Before(Past),
}

impl Hall {
    /// A viewer's view, written. A long one waits for its turn, and nobody else waits for it.
    pub(crate) async fn shown(
        &self,
        live: &Arc<Live>,
        viewer: Viewer,
        since: usize,
    ) -> Result<Shown, Answer> {
        let turn = if is_long(live, viewer, since) { Some(self.slow.soon().await?) } else { None };
        shown(live, viewer, since, turn).await
    }

    /// Does an act for a seat, if need be only while the archive has so many records of the battle. Once it is
    /// under way it is done, even if whoever asked has gone.
    pub(crate) async fn act(
        self: &Arc<Self>,
        live: &Arc<Live>,
        seat: Seat,
        act: Act<Value>,
        since: usize,
        at: Option<u64>,
    ) -> Result<Done, Answer> {
        let (hall, live) = (Arc::clone(self), Arc::clone(live));
        let began = Instant::now();
        let done = tokio::spawn(async move {
            let done = hall.act_now(&live, seat, act, since, at).await;
            hall.metrics.latency.note(began.elapsed());
            if done.is_ok() {
                hall.wake(&live);
            }
            done
        });
        done.await.unwrap_or_else(|_| Err(Answer::error(Code::Defect, "a defect of this program")))
    }

    async fn act_now(
        &self,
        live: &Arc<Live>,
        seat: Seat,
        act: Act<Value>,
        since: usize,
        at: Option<u64>,
    ) -> Result<Done, Answer> {
        let _turn = live.turn.lock().await;
        for _ in 0..TRIES {
            if at.is_some_and(|at| live.read().next != at) {
                return Err(Answer::error(Code::StalePrompt, "somebody was quicker"));
            }
            let decided = here(|| live.decide(act.clone(), since, now()))??;
            let (decision, append) = match decided {
                Decided::Again(past) => return Ok(Done::Before(past)),
                Decided::New(decision, append) => (decision, append),
            };
            let (expected, snapshots) = (append.expected, append.snapshots.len());
            let began = Instant::now();
            let stored = self.archive.append(append).await;
            self.metrics.storing.note(began.elapsed());
            match stored {
                Ok(Appended::Stored { next, link }) => {
                    self.metrics.acts.fetch_add(1, Relaxed);
                    self.accept(live, decision, (next, link), snapshots).await?;
                    let viewer = Viewer::Seat(seat);
                    // It is done, so it does not wait for a turn: a battle has one act at a time.
                    let turn = is_long(live, viewer, since).then_some(());
                    let shown = shown(live, viewer, since, turn).await;
                    let moment = live.tell();
                    return Ok(Done::Shown(shown?, Some(moment)));
                }
                Ok(Appended::Repeated { .. }) => {
                    self.metrics.conflicts.fetch_add(1, Relaxed);
                    // Nobody else has just played it: it belongs to what came before the journal's beginning.
                    if !self.catch_up(live).await? {
                        let sentence = "this name was given to a choice under older rules";
                        return Err(Answer::error(Code::ChoiceUsed, sentence));
                    }
                }
                Err(Error::Conflict { .. }) => {
                    self.metrics.conflicts.fetch_add(1, Relaxed);
                    self.catch_up(live).await?;
                }
                Err(Error::Uncertain(_)) => {
                    let mine: Vec<Record> = decision.entries.iter().cloned().map(Record::Entry).collect();
                    return self.was_it_stored(live, seat, since, expected, &mine).await;
                }
                Err(error) => {
                    self.metrics.unavailable.fetch_add(1, Relaxed);
                    return Err(answer(error));
                }
            }
        }
        Err(too_slow())
    }

    /// Does what was decided and is now stored. It is done, whatever happens: what a panic leaves in memory is replaced
    /// by what the archive has.
    async fn accept(
        &self,
        live: &Arc<Live>,
        decision: AnyDecision,
        (next, link): (u64, Link),
        snapshots: usize,
    ) -> Result<(), Answer> {
        if here(|| live.accept(decision, next, link, snapshots)).is_ok() {
            return Ok(());
        }
        let played = |_| Answer::error(Code::Defect, "it was played, but cannot be shown now; join again");
        live.renew(self.read(live.id()).await.map_err(played)?);
        Ok(())
    }

    /// The connection to the archive was lost while it stored something: read whether it did.
    async fn was_it_stored(
        &self,
        live: &Arc<Live>,
        seat: Seat,
        since: usize,
        expected: u64,
        mine: &[Record],
    ) -> Result<Done, Answer> {
        let there = self.archive.records(live.id(), expected, FOLLOWED).await.map_err(answer)?;
        let stored =
            there.len() >= mine.len() && there.iter().zip(mine).all(|(there, mine)| there.record == *mine);
        self.catch_up(live).await?;
        if !stored {
            self.metrics.unavailable.fetch_add(1, Relaxed);
            return Err(Answer::error(Code::Unavailable, "the archive did not take it; try again"));
        }
        Ok(Done::Shown(Shown::of(&view(live, Viewer::Seat(seat), since)?), None))
    }

    /// Reads what other nodes have written: was there anything? The caller has the battle's turn.
    pub(crate) async fn catch_up(&self, live: &Arc<Live>) -> Result<bool, Answer> {
        let (from, mut link) = {
            let state = live.read();
            (state.next, state.link.clone())
        };
        // The last record that we know is read again: what follows it follows ours only if it is the same.
        let known = from.saturating_sub(1);
        let mut records = self.archive.records(live.id(), known, FOLLOWED + 1).await.map_err(answer)?;
        if from > 0 {
            if records.first().is_none_or(|last| last.link != link) {
                return self.unsay(live).await;
            }
            records.remove(0);
        }
        let Some(last) = records.last() else { return Ok(false) };
        link.clone_from(&last.link);
        // A full page may end between a choice and the umpire's own answers to it.
        let whole = records.len() < FOLLOWED as usize;
        let records: Vec<Record> = records.into_iter().map(|numbered| numbered.record).collect();
        let this = Arc::clone(live);
        let followed = whole && self.quick.run(move || this.follow(from, &records, link)).await?;
        if !followed {
            live.renew(self.read(live.id()).await?);
        }
        live.tell();
        Ok(true)
    }

    /// The archive no longer has what is in memory: a damaged end was cut off, or an older copy took its place. What
    /// it has is the truth, and everybody is shown it.
    async fn unsay(&self, live: &Arc<Live>) -> Result<bool, Answer> {
        let had = live.read().next;
        live.unsay(self.read(live.id()).await?);
        let has = live.read().next;
        tracing::error!(battle = live.id(), had, has, "the archive has lost what was told; read anew");
        live.tell();
        Ok(true)
    }

    /// Reads what the archive has, if a battle is found to differ from it.
    pub(crate) async fn refresh(self: &Arc<Self>, live: &Arc<Live>, differs: impl Fn(&State) -> bool) {
        if !differs(&live.read()) {
            return;
        }
        let _turn = live.turn.lock().await;
        // It may have been read while we waited.
        let differs = differs(&live.read());
        if differs && self.catch_up(live).await.is_ok() {
            self.wake(live);
        }
    }

    // ---- joining and beginning ----------------------------------------------------------------------------

    /// A seat's player comes, with what he adds to the dice. The last one to come begins the battle.
    pub(crate) async fn join(
        self: &Arc<Self>,
        live: &Arc<Live>,
        viewer: Viewer,
        bytes: &Hex,
    ) -> Result<(), Answer> {
        if bytes.0.len() > MOST_BYTES {
            let sentence = format!("a seat adds at most {MOST_BYTES} bytes");
            return Err(Answer::error(Code::BadRequest, sentence));
        }
        if let Viewer::Seat(seat) = viewer {
            let _turn = live.turn.lock().await;
            self.added(live, seat, bytes).await?;
            if live.awaited().is_some_and(|missing| missing.is_empty()) {
                self.set_up(live).await?;
            }
        }
        self.wake(live);
        Ok(())
    }

    async fn added(&self, live: &Arc<Live>, seat: Seat, bytes: &Hex) -> Result<(), Answer> {
        for _ in 0..TRIES {
            if live.awaited().is_none_or(|missing| !missing.contains(&seat)) {
                return Ok(());
            }
            let record = Record::Added { seat, bytes: bytes.clone() };
            let append = live.append(vec![record], Vec::new(), now());
            if let Some((next, link)) = self.stored(live, append).await? {
                live.add(seat, bytes.clone(), next, link);
                live.tell();
                return Ok(());
            }
        }
        Err(too_slow())
    }

    /// Begins a battle, whoever is still awaited.
    pub(crate) async fn begin(self: &Arc<Self>, live: &Arc<Live>) -> Result<(), Answer> {
        let turn = live.turn.lock().await;
        self.set_up(live).await?;
        drop(turn);
        self.wake(live);
        Ok(())
    }

    /// Begins a battle in which nobody is awaited.
    pub(crate) async fn begin_by_itself(&self, id: &str) -> Result<(), Answer> {
        let live = self.live(id).await?;
        let _turn = live.turn.lock().await;
        self.set_up(&live).await
    }

    async fn set_up(&self, live: &Arc<Live>) -> Result<(), Answer> {
        for _ in 0..TRIES {
            if live.awaited().is_none() {
                return Ok(());
            }
            let game = self.game(&live.header.game)?;
            let (open, resume) = (game.opener(), game.resumer());
            let this = Arc::clone(live);
            let battle = self.quick.run(move || this.set_up(open, resume)).await??;
            let journal = battle.journal();
            let mut records = vec![Record::Begun(Box::new(Head::of(journal)))];
            records.extend(journal.entries.iter().cloned().map(Record::Entry));
            let append = live.append(records, journal.snapshots.clone(), now());
            if let Some((next, link)) = self.stored(live, append).await? {
                live.begin(battle, next, link);
                live.tell();
                return Ok(());
            }
        }
        Err(too_slow())
    }

    /// Stores something of a battle that has not begun: how many records there are then, and the last link. If another node was quicker,
    /// what it wrote is read, and what is still wanted must be looked at again.
    async fn stored(&self, live: &Arc<Live>, append: Append) -> Result<Option<(u64, Link)>, Answer> {
        match self.archive.append(append).await {
            Ok(Appended::Stored { next, link }) => Ok(Some((next, link))),
            Ok(Appended::Repeated { .. }) | Err(Error::Conflict { .. } | Error::Uncertain(_)) => {
                self.catch_up(live).await?;
                Ok(None)
            }
            Err(error) => Err(answer(error)),
        }
    }
}

fn too_slow() -> Answer {
    Answer::error(Code::Unavailable, "others were quicker each time; try again")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::player::Players;
    use archive::{Header, Place};
    use blucher::Blucher;
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Duration;
    use tokio::time::timeout;
    use umpire::{Chance, Choice, DiceFrom, Game, Games, Scenario};

    /// A battle that nobody plays, begun, in an archive of its own.
    async fn begun(name: &str) -> (Arc<Hall>, Arc<Live>, std::path::PathBuf) {
        begun_of::<reference::Picket>(name, reference::scenarios().swap_remove(0)).await
    }

    async fn begun_of<G: Game>(name: &str, scenario: Scenario) -> (Arc<Hall>, Arc<Live>, std::path::PathBuf) {
        let folder = std::env::temp_dir().join(format!("server-acts-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let archive = archive::open(&Place::File(folder.join("battles.db"))).await.unwrap().archive;
        let games = Games::new().with::<G>(vec![scenario.clone()]);
        let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![7; 32]), added: Vec::new() };
        let commitment = chance.commitment().unwrap();
        let (id, game) = ("b".to_owned(), G::NAME.to_owned());
        let header = Header { id, game, rules: 0, scenario, commitment, chance, created: 0 };
        archive.create(header, Vec::new()).await.unwrap();
        let hall = Hall::new(games, Players::new(), archive, Limits::default());
        hall.begin_by_itself("b").await.unwrap();
        let live = hall.live("b").await.unwrap();
        (hall, live, folder)
    }

    /// The fallback of whoever is asked.
    fn fallback(live: &Live, id: &str) -> (Seat, Act<Value>) {
        let state = live.read();
        let battle = state.begun().unwrap();
        let seat = battle.view(Viewer::Public, usize::MAX).awaited[0];
        let asked = battle.view(Viewer::Seat(seat), usize::MAX).prompt.unwrap();
        let (prompt, steps) = (asked.id, asked.fallback.unwrap());
        (seat, Act::Play(Choice { seat, prompt, steps, id: Some(id.to_owned()), given: Vec::new() }))
    }

    /// The same, decided.
    fn decided(live: &Live, id: &str) -> (AnyDecision, Append) {
        match live.decide(fallback(live, id).1, 0, 0) {
            Ok(Decided::New(decision, append)) => (decision, append),
            _ => panic!("a decision"),
        }
    }

    /// What is in memory went astray, so that what was stored cannot be accepted.
    #[tokio::test(flavor = "multi_thread")]
    async fn what_is_stored_is_played_though_accepting_it_panics() {
        let (hall, live, folder) = begun("panic").await;
        let all = |live: &Live| live.read().begun().unwrap().view(Viewer::All, 0);
        for round in ["one", "two"] {
            let ((astray, _), (decision, append)) = (decided(&live, "astray"), decided(&live, round));
            let (before, link) = (live.read().next, live.read().link.clone());
            let Ok(Appended::Stored { next, link: newest }) = hall.archive.append(append).await else {
                panic!("it is stored")
            };
            live.accept(astray, before, link, 0);
            if round == "one" {
                hall.accept(&live, decision, (next, newest), 0).await.unwrap();
                assert_eq!(live.read().next, next);
            } else {
                // Nothing is read anew now: what is left must not be written on.
                assert!(here(|| live.accept(decision, next, newest, 0)).is_err());
                assert_eq!(live.read().next, before, "not as if it had been accepted");
                assert_eq!(live.read().link, Link::default(), "nothing follows it");
                let (_, append) = decided(&live, "on-what-is-left");
                let refused = hall.archive.append(Append { expected: next, ..append }).await;
                assert!(matches!(refused, Err(Error::Conflict { .. })), "{refused:?}");
                assert_eq!(hall.catch_up(&live).await.ok(), Some(true));
            }
            let (there, fresh) = (hall.archive.next("b").await.unwrap(), hall.read("b").await.ok().unwrap());
            assert_eq!((there, live.read().next), (next, next));
            assert_eq!(all(&live), all(&fresh), "what the archive has");
        }
        // The same where records are followed that do not fit.
        let (next, link) = hall.archive.end("b").await.unwrap();
        let wrong: Vec<Record> =
            hall.archive.records("b", 1, 9).await.unwrap().into_iter().map(|row| row.record).collect();
        assert!(!live.follow(next, &wrong, link));
        assert_eq!(live.read().link, Link::default(), "nothing follows it");
        hall.archive.close().await.unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// The numbers of the lines in a reply to `view`.
    async fn asked(hall: &Arc<Hall>, live: &Arc<Live>, since: usize) -> Vec<u64> {
        let ask = format!(r#"{{"id":1,"do":"view","battle":"b","viewer":"public","since":{since}}}"#);
        let asker = IpAddr::from(Ipv4Addr::LOCALHOST);
        let replied = hall.reply(live, Viewer::Public, asker, usize::MAX, ask.as_bytes()).await.text;
        let reply: Value = serde_json::from_str(&replied).unwrap();
        let lines = reply["ok"]["lines"].as_array().expect("a view").clone();
        lines.iter().filter_map(|line| line["number"].as_u64()).collect()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_long_view_waits_for_its_turn_and_nobody_waits_for_it() {
        let text = blucher::scenarios().swap_remove(0).text.replace("turns = 14", "turns = 100");
        let scenario = Scenario { name: "long".to_owned(), text };
        let (hall, live, folder) = begun_of::<Blucher>("long", scenario).await;
        let told = || live.read().begun().unwrap().lines_at(Viewer::Public, &[usize::MAX])[0];
        for n in 0.. {
            if told() > SOON_WRITTEN {
                break;
            }
            let (seat, act) = fallback(&live, &n.to_string());
            assert!(hall.act(&live, seat, act, usize::MAX, None).await.is_ok());
        }
        let mut turns = Vec::new();
        for _ in 0..hall.limits.workers {
            turns.push(hall.slow.soon().await.ok().unwrap());
        }
        let (soon, long) = (Duration::from_secs(9), Duration::from_millis(300));
        assert!(timeout(long, asked(&hall, &live, 0)).await.is_err(), "asked for, it waits");
        assert!(timeout(long, hall.shown(&live, Viewer::Public, 0)).await.is_err(), "and to be pushed");
        let (since, all) = (told() - SOON_WRITTEN, told() as u64);
        let last: Vec<u64> = (since as u64 + 1..=all).collect();
        assert_eq!(timeout(soon, asked(&hall, &live, since)).await, Ok(last), "a short one does not");
        // What was done is shown to whoever did it, however much of the log he asks for with it.
        let (seat, act) = fallback(&live, "last");
        let done = timeout(soon, hall.act(&live, seat, act, 0, None)).await;
        assert!(matches!(done, Ok(Ok(Done::Shown(..)))), "an act does not");
        drop(turns);
        let first: Vec<u64> = (1..=told() as u64).collect();
        assert_eq!(timeout(soon, asked(&hall, &live, 0)).await, Ok(first), "now it is its turn");
        hall.archive.close().await.unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }
}
