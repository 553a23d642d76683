//! What every store must do.

pub(crate) use crate::parts::{
    a_part_begins_at_the_last_stored_state, a_state_is_stored_anew, one_state_stands_for_all,
};
pub(crate) use crate::races::a_writer_sees_what_took_the_place_of_a_record_meanwhile;

use crate::common::{append, begin, chair, entry, header, open, picket, play_on, stored, token};
use archive::{Append, Appended, Chair, Error, Head, Kind, Link, News, Place, Query, Record, State};
use std::sync::Arc;
use std::time::Duration;
use umpire::{Battle, Entry, Seat};

/// A battle played by the umpire and stored as it goes comes back whole, and goes on with its hash.
pub(crate) async fn a_battle_comes_back_as_it_was(place: &Place) {
    let archive = open(place).await;
    let mut battle = picket();
    let mut begun = header("b", &battle, 5);
    begun.scenario.text.push_str("\n# ' \" \\ é \u{1F3B2}\n");
    archive.create(begun.clone(), vec![chair(0, 1), chair(1, 2)]).await.unwrap();
    let bytes = dice::Hex(vec![1, 2, 3]);
    let added = Record::Added { seat: Seat::SECOND, bytes: bytes.clone() };
    archive.append(append("b", 0, vec![added])).await.unwrap();
    assert!(archive.load("b").await.unwrap().journal.is_none(), "it has not begun");

    let mut records = vec![Record::Begun(Box::new(Head::of(battle.journal())))];
    let (mut next, mut done) = (1, 0);
    for _ in 0..60 {
        play_on(&mut battle, 1);
        let journal = battle.journal();
        records.extend(journal.entries[done..].iter().cloned().map(Record::Entry));
        done = journal.entries.len();
        let append = Append {
            snapshots: journal.snapshots.clone(),
            ..append("b", next, std::mem::take(&mut records))
        };
        if append.records.is_empty() {
            break;
        }
        next += append.records.len() as u64;
        assert_eq!(stored(archive.append(append).await), Ok(next));
    }
    assert!(done > 20, "a whole battle: {done}");
    archive.close().await.unwrap();

    let archive = open(place).await;
    let loaded = archive.load("b").await.unwrap();
    let mut journal = battle.journal().clone();
    journal.scenario = begun.scenario.clone();
    assert_eq!(loaded.journal.as_ref(), Some(&journal));
    assert_eq!((loaded.header, loaded.next, loaded.first), (begun, next, 2));
    assert_eq!(loaded.added, [(Seat::SECOND, bytes)]);
    assert_eq!(loaded.chairs, [chair(0, 1), chair(1, 2)]);
    let again = Battle::<reference::Picket>::replay(&battle.journal().clone(), None).unwrap();
    assert_eq!(again.journal().entries, loaded.journal.unwrap().entries);
    archive.close().await.unwrap();
}

/// The expected number of records decides, and a conflict says how many there are.
pub(crate) async fn the_expected_number_must_be_right(place: &Place) {
    let archive = open(place).await;
    begin(&*archive, "b").await.unwrap();
    for wrong in [0, 2, u64::MAX] {
        let refused = archive.append(append("b", wrong, vec![entry(1, None)])).await;
        assert_eq!(refused, Err(Error::Conflict { battle: "b".into(), expected: wrong, there: 1 }));
    }
    let two = append("b", 1, vec![entry(1, None), entry(2, None)]);
    assert_eq!(stored(archive.append(two).await), Ok(3));
    assert_eq!(archive.next("b").await, Ok(3));
    let read = archive.records("b", 2, 10).await.unwrap();
    assert_eq!(read.iter().map(|r| (r.seq, r.at)).collect::<Vec<_>>(), [(2, 1001)]);
    assert_eq!(read[0].record, entry(2, None));
    assert_eq!(archive.records("b", 0, 2).await.unwrap().len(), 2);
    assert_eq!(archive.append(append("x", 0, vec![entry(0, None)])).await, Err(Error::NoBattle("x".into())));
    assert_eq!(archive.load("x").await.map(drop), Err(Error::NoBattle("x".into())));
    assert!(matches!(archive.append(append("b", 3, vec![])).await, Err(Error::Unfit(_))));
    archive.close().await.unwrap();
}

/// The number alone does not do: the last record must be the one that the writer knows.
pub(crate) async fn the_last_link_must_be_right(place: &Place) {
    let archive = open(place).await;
    let battle = picket();
    archive.create(header("b", &battle, 1), Vec::new()).await.unwrap();
    let head = Record::Begun(Box::new(Head::of(battle.journal())));
    let mut known = archive.load("b").await.unwrap().link;
    assert_eq!(archive.end("b").await, Ok((0, known.clone())));
    let mut links = vec![known.clone()];
    for n in 0..4 {
        let records = if n == 0 { vec![head.clone()] } else { vec![entry(n, None), entry(n + 10, None)] };
        let next = n * 2 + 1;
        let expected = next.saturating_sub(2);
        // Somebody who knows another history of the same length.
        for wrong in links.iter().filter(|link| **link != known).cloned().chain([Link::default()]) {
            let refused =
                archive.append(Append { after: Some(wrong), ..append("b", expected, records.clone()) }).await;
            assert_eq!(refused, Err(Error::Conflict { battle: "b".into(), expected, there: expected }));
        }
        let right = Append { after: Some(known), ..append("b", expected, records) };
        let Ok(Appended::Stored { next: stored, link }) = archive.append(right).await else { panic!("{n}") };
        assert_eq!(stored, next);
        assert!(!links.contains(&link), "each is another");
        assert_eq!(archive.end("b").await, Ok((next, link.clone())));
        assert_eq!(archive.load("b").await.unwrap().link, link);
        assert_eq!(archive.records("b", expected, 9).await.unwrap().last().unwrap().link, link);
        links.push(link.clone());
        known = link;
    }
    // The same where many are written together.
    let mut ends = Vec::new();
    for n in 0..40 {
        begin(&*archive, &format!("b{n}")).await.unwrap();
        ends.push(archive.end(&format!("b{n}")).await.unwrap().1);
    }
    let mut writers = tokio::task::JoinSet::new();
    for n in 0..40usize {
        let (archive, after) = (Arc::clone(&archive), Some(ends[n - n % 2].clone()));
        let append = Append { after, ..append(&format!("b{n}"), 1, vec![entry(1, None)]) };
        writers.spawn(async move { (n, archive.append(append).await) });
    }
    for (n, answer) in writers.join_all().await {
        match (n % 2, answer) {
            (0, Ok(Appended::Stored { next: 2, link })) => {
                assert_eq!(archive.load(&format!("b{n}")).await.unwrap().link, link);
            }
            (1, Err(Error::Conflict { expected: 1, there: 1, .. })) => {}
            (_, other) => panic!("{n}: {other:?}"),
        }
    }
    archive.close().await.unwrap();
}

/// A repeated choice id is found again, whatever number is expected; each seat has its own ids.
pub(crate) async fn a_repeated_choice_is_answered_again(place: &Place) {
    let archive = open(place).await;
    begin(&*archive, "b").await.unwrap();
    begin(&*archive, "c").await.unwrap();
    archive.append(append("b", 1, vec![entry(1, Some("one")), entry(2, None)])).await.unwrap();
    for expected in [0, 1, 3, 9] {
        let again = archive.append(append("b", expected, vec![entry(7, Some("one"))])).await;
        assert_eq!(again, Ok(Appended::Repeated { seq: 1 }));
    }
    assert_eq!(archive.next("b").await, Ok(3));
    let Record::Entry(Entry::Play { prompt, steps, rolls, hash, choice, forced, .. }) = entry(3, Some("one"))
    else {
        unreachable!("it is a choice")
    };
    let others =
        Record::Entry(Entry::Play { seat: Seat::SECOND, prompt, steps, rolls, hash, choice, forced });
    assert_eq!(stored(archive.append(append("b", 3, vec![others])).await), Ok(4));
    let elsewhere = append("c", 1, vec![entry(1, Some("one"))]);
    assert_eq!(stored(archive.append(elsewhere).await), Ok(2));
    let twice = append("c", 2, vec![entry(1, Some("x")), entry(2, Some("x"))]);
    assert!(matches!(archive.append(twice).await, Err(Error::Unfit(_))));
    archive.close().await.unwrap();
}

/// Two archives on one database, many tasks, one expected number: exactly one wins each time.
pub(crate) async fn of_racing_writers_one_wins(place: &Place) {
    let archives = [open(place).await, open(place).await];
    begin(&*archives[0], "b").await.unwrap();
    for round in 0..25 {
        let mut racers = tokio::task::JoinSet::new();
        for n in 0..8u64 {
            let archive = Arc::clone(&archives[n as usize % 2]);
            let id = format!("{round}-{n}");
            racers.spawn(async move {
                (n, archive.append(append("b", 1 + round, vec![entry(n, Some(&id))])).await)
            });
        }
        let mut won = Vec::new();
        for (n, result) in racers.join_all().await {
            match result {
                Ok(Appended::Stored { next, .. }) => {
                    assert_eq!(next, 2 + round);
                    won.push(n);
                }
                Err(Error::Conflict { there, .. }) => assert_eq!(there, 2 + round),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(won.len(), 1, "round {round}");
        let stored = archives[0].records("b", 1 + round, 9).await.unwrap();
        assert_eq!(stored.len(), 1);
        assert_eq!(stored[0].record, entry(won[0], Some(&format!("{round}-{}", won[0]))));
    }
    for archive in archives {
        assert_eq!(archive.load("b").await.unwrap().next, 26);
        archive.close().await.unwrap();
    }
}

/// The same choice sent to two servers at once is stored once, and both say so.
pub(crate) async fn a_choice_sent_twice_at_once_is_stored_once(place: &Place) {
    let archives = [open(place).await, open(place).await];
    begin(&*archives[0], "b").await.unwrap();
    for round in 0..25 {
        let id = format!("{round}");
        let send = |n: usize| archives[n].append(append("b", 1 + round, vec![entry(round, Some(&id))]));
        let (one, two) = tokio::join!(send(0), send(1));
        let stored = |a: &_| matches!(a, Ok(Appended::Stored { next, .. }) if *next == 2 + round);
        let repeated = |a: &_| *a == Ok(Appended::Repeated { seq: 1 + round });
        assert!(stored(&one) && repeated(&two) || repeated(&one) && stored(&two), "{one:?} {two:?}");
    }
    for archive in archives {
        archive.close().await.unwrap();
    }
}

/// Many writers at once to many battles, some of them wrong: each gets its own answer.
pub(crate) async fn a_refused_write_does_not_disturb_its_neighbours(place: &Place) {
    let archive = open(place).await;
    for n in 0..20 {
        begin(&*archive, &format!("b{n}")).await.unwrap();
    }
    let mut writers = tokio::task::JoinSet::new();
    for n in 0..200u64 {
        let archive = Arc::clone(&archive);
        // Each battle gets ten appends; only those whose turn it is can be stored.
        writers.spawn(async move {
            let battle = format!("b{}", n % 20);
            loop {
                let next = archive.next(&battle).await.unwrap();
                match archive.append(append(&battle, next, vec![entry(n, None)])).await {
                    Ok(Appended::Stored { .. }) => return,
                    Err(Error::Conflict { there, .. }) => assert!(there > next),
                    other => panic!("{other:?}"),
                }
            }
        });
    }
    writers.join_all().await;
    for n in 0..20u64 {
        let battle = format!("b{n}");
        let stored: Vec<Record> =
            archive.records(&battle, 1, 100).await.unwrap().into_iter().map(|r| r.record).collect();
        let mut numbers: Vec<u64> = stored.iter().map(number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..10).map(|i| n + 20 * i).collect::<Vec<_>>());
    }
    archive.close().await.unwrap();
}

/// Appends to many battles come at once and are written together; each gets its own answer, whatever the others get.
pub(crate) async fn many_battles_are_written_at_once(place: &Place) {
    let archive = open(place).await;
    for n in 0..40 {
        begin(&*archive, &format!("b{n}")).await.unwrap();
        archive.append(append(&format!("b{n}"), 1, vec![entry(0, Some("first"))])).await.unwrap();
    }
    let close = || Record::Entry(Entry::Close { seat: Seat::FIRST, closed: true });
    let mut writers = tokio::task::JoinSet::new();
    for n in 0..40u64 {
        let archive = Arc::clone(&archive);
        writers.spawn(async move {
            let battle = format!("b{n}");
            let append = match n % 5 {
                0 => append(&battle, 7, vec![entry(1, None)]),
                1 => append(&battle, 2, vec![entry(0, Some("first"))]),
                2 => append(&format!("no{n}"), 2, vec![entry(1, None)]),
                3 => append(&battle, 2, vec![]),
                _ => append(&battle, 2, vec![entry(n, Some("second")), entry(n + 1, None), close()]),
            };
            (n, archive.append(append).await)
        });
    }
    for (n, answer) in writers.join_all().await {
        match n % 5 {
            0 => {
                assert_eq!(answer, Err(Error::Conflict { battle: format!("b{n}"), expected: 7, there: 2 }));
            }
            1 => assert_eq!(answer, Ok(Appended::Repeated { seq: 1 })),
            2 => assert_eq!(answer, Err(Error::NoBattle(format!("no{n}")))),
            3 => assert!(matches!(answer, Err(Error::Unfit(_))), "{answer:?}"),
            _ => assert_eq!(stored(answer), Ok(5)),
        }
    }
    for n in 0..40u64 {
        // Loading compares every hash with the one before it.
        let loaded = archive.load(&format!("b{n}")).await.unwrap();
        assert_eq!((loaded.next, loaded.closed), if n % 5 == 4 { (5, true) } else { (2, false) }, "b{n}");
        let records = archive.records(&format!("b{n}"), 2, 9).await.unwrap();
        let stored: Vec<Record> = records.into_iter().map(|r| r.record).collect();
        let wanted = vec![entry(n, Some("second")), entry(n + 1, None), close()];
        assert_eq!(stored, if n % 5 == 4 { wanted } else { Vec::new() }, "b{n}");
    }
    archive.close().await.unwrap();
}

fn number(record: &Record) -> u64 {
    match record {
        Record::Entry(Entry::Play { prompt, .. }) => u64::from(prompt.0),
        other => panic!("{other:?}"),
    }
}

/// Of several heads the last counts: its entries are the journal, and states of before are not in it.
pub(crate) async fn a_journal_begins_at_its_last_head(place: &Place) {
    let archive = open(place).await;
    let battle = picket();
    let journal = battle.journal();
    let head = || Record::Begun(Box::new(Head::of(journal)));
    archive.create(header("b", &battle, 1), vec![]).await.unwrap();
    let first =
        Append { snapshots: journal.snapshots.clone(), ..append("b", 0, vec![head(), entry(1, None)]) };
    archive.append(first).await.unwrap();
    assert_eq!(archive.load("b").await.unwrap().journal.unwrap().snapshots, journal.snapshots);
    archive.append(append("b", 2, vec![head(), entry(2, None)])).await.unwrap();
    let loaded = archive.load("b").await.unwrap();
    assert_eq!((loaded.next, loaded.first), (4, 3));
    let journal = loaded.journal.unwrap();
    assert_eq!(journal.entries.len(), 1);
    assert_eq!(Record::Entry(journal.entries[0].clone()), entry(2, None));
    assert_eq!(journal.snapshots, []);
    archive.close().await.unwrap();
}

/// Names are unique and plain.
pub(crate) async fn a_name_is_given_once(place: &Place) {
    let archive = open(place).await;
    let battle = picket();
    archive.create(header("b", &battle, 1), vec![chair(0, 1)]).await.unwrap();
    let again = archive.create(header("b", &battle, 2), vec![]).await;
    assert!(matches!(again, Err(Error::Exists(_))), "{again:?}");
    let taken = archive.create(header("c", &battle, 2), vec![chair(0, 1)]).await;
    assert!(matches!(taken, Err(Error::Exists(_))), "{taken:?}");
    assert_eq!(archive.next("c").await, Err(Error::NoBattle("c".into())), "nothing of it is stored");
    for id in ["", "a b", "é", "a/b", "a\0b", &"x".repeat(101)] {
        let bad = archive.create(header(id, &battle, 1), vec![]).await;
        assert!(matches!(bad, Err(Error::Unfit(_))), "{id:?}");
    }
    archive.create(header(&"x".repeat(100), &battle, 1), vec![]).await.unwrap();
    let zero = archive.append(append("b", 0, vec![entry(1, Some("a\0b"))])).await;
    assert!(matches!(zero, Err(Error::Unfit(_))), "{zero:?}");
    archive.close().await.unwrap();
}

/// Tokens open one place, until they are revoked or replaced.
pub(crate) async fn tokens_open_their_place_until_revoked(place: &Place) {
    let archive = open(place).await;
    archive.create(header("b", &picket(), 1), vec![chair(0, 1), chair(1, 2)]).await.unwrap();
    let spectator = Chair { kind: Kind::Spectator, token: token(3) };
    archive.add_chair("b", spectator, 2).await.unwrap();
    assert!(matches!(archive.add_chair("b", spectator, 2).await, Err(Error::Exists(_))));
    assert_eq!(archive.add_chair("x", chair(0, 9), 2).await, Err(Error::NoBattle("x".into())));
    assert_eq!(archive.chair(token(2)).await, Ok(Some(("b".into(), Kind::Seat(Seat::SECOND)))));
    assert_eq!(archive.chair(token(3)).await, Ok(Some(("b".into(), Kind::Spectator))));
    assert_eq!(archive.chair(token(4)).await, Ok(None));

    assert_eq!(archive.replace("b", token(2), token(4), 3).await, Ok(true));
    assert_eq!(archive.chair(token(2)).await, Ok(None));
    assert_eq!(archive.chair(token(4)).await, Ok(Some(("b".into(), Kind::Seat(Seat::SECOND)))));
    assert_eq!(archive.replace("b", token(2), token(5), 3).await, Ok(false));
    assert!(matches!(archive.replace("b", token(4), token(1), 3).await, Err(Error::Exists(_))));
    assert_eq!(archive.revoke("b", token(3), 4).await, Ok(true));
    assert_eq!(archive.revoke("b", token(3), 4).await, Ok(false));
    assert_eq!(archive.chair(token(3)).await, Ok(None));
    assert_eq!(archive.revoke("x", token(1), 5).await, Ok(false), "a token of another battle");
    assert_eq!(archive.replace("x", token(1), token(7), 5).await, Ok(false));
    let mut left = archive.chairs("b").await.unwrap();
    left.sort_by_key(|chair| chair.kind);
    assert_eq!(left, [chair(0, 1), chair(1, 4)]);
    archive.close().await.unwrap();
}

/// Lists are newest first, in pages, by state and by token.
pub(crate) async fn lists_are_newest_first_in_pages(place: &Place) {
    let archive = open(place).await;
    let battle = picket();
    for n in 0..7u32 {
        let created = i64::from(n / 2);
        archive.create(header(&format!("b{n}"), &battle, created), vec![chair(0, n)]).await.unwrap();
    }
    let close = Record::Entry(Entry::Close { seat: Seat::FIRST, closed: true });
    archive.append(append("b3", 0, vec![close])).await.unwrap();
    let ask = Entry::Close { seat: Seat::FIRST, closed: false };
    archive.append(append("b4", 0, vec![Record::Entry(ask)])).await.unwrap();

    let mut seen = Vec::new();
    let mut query = Query { most: 3, ..Query::default() };
    loop {
        let page = archive.list(query.clone()).await.unwrap();
        assert!(page.battles.len() <= 3);
        seen.extend(page.battles.into_iter().map(|b| b.id));
        let Some(after) = page.after else { break };
        query.after = Some(after);
    }
    assert_eq!(seen, ["b6", "b5", "b4", "b3", "b2", "b1", "b0"]);

    let ids = |query: Query| {
        let archive = &archive;
        async move {
            let page = archive.list(query).await.unwrap();
            page.battles.into_iter().map(|b| b.id).collect::<Vec<_>>()
        }
    };
    assert_eq!(ids(Query { state: State::Closed, most: 9, ..Query::default() }).await, ["b3"]);
    let tokens = Some(vec![token(1), token(3), token(6), token(99)]);
    assert_eq!(
        ids(Query { state: State::Open, tokens: tokens.clone(), most: 9, after: None }).await,
        ["b6", "b1"]
    );
    archive.revoke("b6", token(6), 1).await.unwrap();
    assert_eq!(ids(Query { tokens, most: 9, ..Query::default() }).await, ["b3", "b1"]);
    assert!(ids(Query { tokens: Some(vec![]), most: 9, ..Query::default() }).await.is_empty());
    let listed =
        &archive.list(Query { state: State::Closed, most: 1, ..Query::default() }).await.unwrap().battles[0];
    assert_eq!((listed.created, listed.changed, listed.next, listed.closed), (1, 1000, 1, true));
    assert_eq!((listed.game.as_str(), listed.scenario.as_str()), ("picket", "ford"));
    archive.close().await.unwrap();
}

/// Whoever listens is told that a battle has grown.
pub(crate) async fn growth_is_hinted(place: &Place) {
    let archive = open(place).await;
    begin(&*archive, "b").await.unwrap();
    let mut hints = archive.hints();
    archive.append(append("b", 1, vec![entry(1, None), entry(2, None)])).await.unwrap();
    // Older ones may come late, or twice.
    let told = async {
        while hints.recv().await.is_ok_and(|hint| (&*hint.battle, hint.news) != ("b", News::Grown(3))) {}
    };
    tokio::time::timeout(Duration::from_secs(10), told).await.expect("told in time");
    archive.add_chair("b", chair(1, 70), 1).await.unwrap();
    archive.replace("b", token(70), token(71), 2).await.unwrap();
    let told = async { while hints.recv().await.is_ok_and(|hint| hint.news != News::Chairs) {} };
    tokio::time::timeout(Duration::from_secs(10), told).await.expect("told in time");
    archive.close().await.unwrap();
}

/// What one server stores is hinted to the other, where several can share a store.
pub(crate) async fn growth_is_hinted_to_other_servers(place: &Place) {
    let (one, two) = (open(place).await, open(place).await);
    begin(&*one, "b").await.unwrap();
    let mut hints = two.hints();
    if matches!(place, Place::Postgres(_)) {
        let told = async {
            for next in 1.. {
                one.append(append("b", next, vec![entry(next, None)])).await.unwrap();
                // The listener may not listen yet: a lost hint is allowed, silence for ever is not.
                let hint = tokio::time::timeout(Duration::from_millis(200), hints.recv()).await;
                if let Ok(Ok(hint)) = hint {
                    assert_eq!(&*hint.battle, "b");
                    let News::Grown(grown) = hint.news else { panic!("{hint:?}") };
                    assert!(two.next("b").await.unwrap() >= grown, "it can be read");
                    break;
                }
            }
            // It listens now: a token that no longer holds is told as well.
            one.add_chair("b", chair(0, 70), 1).await.unwrap();
            one.revoke("b", token(70), 2).await.unwrap();
            while hints.recv().await.is_ok_and(|hint| (&*hint.battle, hint.news) != ("b", News::Chairs)) {}
            assert_eq!(two.chair(token(70)).await, Ok(None), "it can be read");
        };
        tokio::time::timeout(Duration::from_secs(30), told).await.expect("told in time");
    }
    one.close().await.unwrap();
    two.close().await.unwrap();
}

/// A closed archive takes nothing; what it had taken is there when it is opened again.
pub(crate) async fn closing_waits_for_what_was_asked(place: &Place) {
    let archive = open(place).await;
    begin(&*archive, "b").await.unwrap();
    let asked = Arc::clone(&archive);
    let last = tokio::spawn(async move { asked.append(append("b", 1, vec![entry(1, None)])).await });
    tokio::task::yield_now().await;
    archive.close().await.unwrap();
    let stored = last.await.unwrap();
    let refused = archive.append(append("b", 1, vec![entry(2, None)])).await;
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    let archive = open(place).await;
    let there = archive.next("b").await.unwrap();
    assert_eq!(there, if stored.is_ok() { 2 } else { 1 });
    archive.close().await.unwrap();
}
