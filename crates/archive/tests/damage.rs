//! Damage is found, told and put aside.

mod common;

use archive::{Append, Appended, Error, Found, Place};
use common::{Folder, append, begin, connect, entry, open, state};
use own_postgres::Server;
use sqlx::Connection;

/// Alters what is stored behind the archive's back.
async fn tamper(place: &Place, statement: &'static str) {
    let mut db = connect(place).await;
    let done = sqlx::query(statement).execute(&mut db).await.unwrap();
    assert!(done.rows_affected() > 0, "{statement}");
    db.close().await.unwrap();
}

/// A battle of six records.
async fn six(place: &Place) {
    let archive = open(place).await;
    begin(&*archive, "b").await.unwrap();
    begin(&*archive, "sound").await.unwrap();
    for n in 1..6 {
        archive.append(append("b", n, vec![entry(n, Some(&n.to_string()))])).await.unwrap();
    }
    archive.close().await.unwrap();
}

/// Opens after damage to record 4: it and what follows are cut off, and the battle goes on after them.
async fn cut_at_four(place: &Place, had: u64, why: &str) -> String {
    let opened = archive::open(place).await.unwrap();
    let [cut] = opened.found.cuts.as_slice() else { panic!("{:?}", opened.found.cuts) };
    assert_eq!((cut.battle.as_str(), cut.kept, cut.had), ("b", 4, had));
    assert!(cut.why.contains(why), "{}", cut.why);
    let archive = opened.archive;
    assert_eq!(archive.load("b").await.unwrap().next, 4);
    assert_eq!(archive.load("sound").await.unwrap().next, 1);
    archive.append(append("b", 4, vec![entry(40, Some("4"))])).await.unwrap();
    archive.close().await.unwrap();
    assert_eq!(open(place).await.load("b").await.unwrap().next, 5);
    cut.side.clone()
}

const ALTERED: &str =
    "UPDATE records SET record = REPLACE(record, '\"number\":4', '\"number\":9') WHERE seq = 4";
const TORN: &str = "UPDATE records SET record = SUBSTR(record, 1, 20) WHERE seq = 4";
const LOST: &str = "DELETE FROM records WHERE battle = 'b' AND seq >= 4";

#[tokio::test]
async fn an_altered_record_and_what_follows_is_cut_into_a_side_file() {
    for (statement, why, aside) in [(ALTERED, "hash", 2), (TORN, "hash", 2), (LOST, "missing", 0)] {
        let folder = Folder::new();
        let place = folder.file();
        six(&place).await;
        tamper(&place, statement).await;
        let side = cut_at_four(&place, 6, why).await;
        let lines = std::fs::read_to_string(&side).unwrap();
        assert_eq!(lines.lines().count(), aside, "{statement}");
        if aside > 0 {
            let last: serde_json::Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
            assert_eq!((last["battle"].as_str(), last["seq"].as_u64()), (Some("b"), Some(5)));
            assert!(last["record"].as_str().unwrap().contains("\"number\":5"));
        }
    }
}

#[tokio::test]
async fn on_postgresql_it_is_cut_into_a_side_table() {
    let server = match Server::start() {
        Ok(server) => server,
        Err(why) => return eprintln!("SKIPPED: damage was not tried on PostgreSQL. {why}"),
    };
    for (name, statement, why, aside) in
        [("altered", ALTERED, "hash", "2"), ("torn", TORN, "hash", "2"), ("lost", LOST, "missing", "0")]
    {
        let place = Place::Postgres(server.database(name).unwrap());
        six(&place).await;
        tamper(&place, statement).await;
        assert_eq!(cut_at_four(&place, 6, why).await, "the table cuts");
        let count = "SELECT COUNT(*) FROM cuts WHERE battle = 'b' AND seq IN (4, 5)";
        assert_eq!(server.psql(name, count).unwrap(), aside);
    }
}

/// One server cuts off a damaged end and writes on; another, which knows the records that were cut off, can not.
async fn what_was_cut_off_is_not_written_on(place: &Place) {
    let one = open(place).await;
    begin(&*one, "b").await.unwrap();
    let mut known = Vec::new();
    for n in 1..6 {
        let Ok(Appended::Stored { link, .. }) = one.append(append("b", n, vec![entry(n, None)])).await else {
            panic!("{n}")
        };
        known.push(link);
    }
    tamper(place, ALTERED).await;
    let other = archive::open(place).await.unwrap();
    assert_eq!(other.found.cuts.iter().map(|cut| cut.kept).collect::<Vec<_>>(), [4]);
    let other = other.archive;
    for n in 4..6 {
        let write = Append { after: known.last().cloned(), ..append("b", 6, vec![entry(6, None)]) };
        let refused = one.append(write).await;
        assert_eq!(refused, Err(Error::Conflict { battle: "b".into(), expected: 6, there: n }));
        other.append(append("b", n, vec![entry(n + 40, None)])).await.unwrap();
    }
    let write = Append { after: known.last().cloned(), ..append("b", 6, vec![entry(6, None)]) };
    let refused = one.append(write).await;
    assert_eq!(
        refused,
        Err(Error::Conflict { battle: "b".into(), expected: 6, there: 6 }),
        "the same number"
    );
    let (next, link) = one.end("b").await.unwrap();
    one.append(Append { after: Some(link), ..append("b", next, vec![entry(7, None)]) }).await.unwrap();
    for archive in [one, other] {
        assert_eq!(archive.load("b").await.unwrap().next, 7);
        archive.close().await.unwrap();
    }
}

#[tokio::test]
async fn what_was_cut_off_is_not_written_on_in_a_file() {
    what_was_cut_off_is_not_written_on(&Folder::new().file()).await;
}

#[tokio::test]
async fn what_was_cut_off_is_not_written_on_in_postgresql() {
    match Server::start() {
        Ok(server) => {
            what_was_cut_off_is_not_written_on(&Place::Postgres(server.database("cut").unwrap())).await;
        }
        Err(why) => eprintln!("SKIPPED: two servers and a cut were not tried on PostgreSQL. {why}"),
    }
}

#[tokio::test]
async fn a_battle_that_was_cut_to_before_its_beginning_has_not_begun() {
    let folder = Folder::new();
    six(&folder.file()).await;
    tamper(&folder.file(), "UPDATE records SET at = at + 1 WHERE battle = 'b' AND seq = 0").await;
    let opened = archive::open(&folder.file()).await.unwrap();
    assert_eq!(opened.found.cuts.iter().map(|cut| cut.kept).collect::<Vec<_>>(), [0]);
    let loaded = opened.archive.load("b").await.unwrap();
    assert!(loaded.journal.is_none());
    opened.archive.close().await.unwrap();
}

#[tokio::test]
async fn damage_far_from_the_end_is_an_error_until_it_is_cut_on_purpose() {
    let folder = Folder::new();
    let place = folder.file();
    let archive = open(&place).await;
    begin(&*archive, "b").await.unwrap();
    for n in 0..15 {
        let records = (0..10).map(|i| entry(n * 10 + i, None)).collect();
        archive.append(append("b", 1 + n * 10, records)).await.unwrap();
    }
    archive.close().await.unwrap();
    tamper(&place, "UPDATE records SET at = 0 WHERE seq = 3").await;
    let archive = open(&place).await;
    let refused = archive.load("b").await.map(drop);
    assert!(matches!(&refused, Err(Error::Damaged(why)) if why.contains("record 3")), "{refused:?}");
    archive.close().await.unwrap();

    let found = archive::check(&place, false).await.unwrap();
    assert!(found.cuts.is_empty() && found.damaged.len() == 1 && found.damaged[0].contains("record 3 of b"));
    let found = archive::check(&place, true).await.unwrap();
    assert_eq!(found.cuts.iter().map(|cut| (cut.kept, cut.had)).collect::<Vec<_>>(), [(3, 151)]);
    let sound = Found { battles: 1, ..Found::default() };
    assert_eq!(archive::check(&place, false).await, Ok(sound));
    assert_eq!(open(&place).await.load("b").await.unwrap().next, 3);
}

#[tokio::test]
async fn a_part_is_checked_and_a_damaged_state_passed_over() {
    let folder = Folder::new();
    let place = folder.file();
    let archive = open(&place).await;
    begin(&*archive, "b").await.unwrap();
    for n in 0..30 {
        let snapshots = if n % 10 == 9 { vec![state(n as usize + 1, "whole")] } else { Vec::new() };
        let append = Append { snapshots, ..append("b", 1 + n, vec![entry(n, None)]) };
        archive.append(append).await.unwrap();
    }
    let missing = async || archive.part("b", 25).await.map(|part| part.unwrap().missing);
    assert_eq!(missing().await, Ok(20));
    tamper(&place, "UPDATE snapshots SET snapshot = REPLACE(snapshot, 'whole', 'wrong') WHERE seq = 21")
        .await;
    assert_eq!(missing().await, Ok(10), "not the one that does not have its hash");
    tamper(&place, "UPDATE snapshots SET snapshot = SUBSTR(snapshot, 1, 20) WHERE seq = 11").await;
    assert_eq!(missing().await, Ok(0), "nor the one that cannot be read");
    let found = archive.state("b", 0).await.unwrap().map(|(seq, state)| (seq, state.after));
    assert_eq!(found, Some((21, 20)));
    tamper(&place, "UPDATE records SET at = 0 WHERE seq = 15").await;
    let refused = archive.part("b", 25).await.map(drop);
    assert!(matches!(&refused, Err(Error::Damaged(why)) if why.contains("record 15")), "{refused:?}");
    let refused = archive.records("b", 15, 1).await.map(drop);
    assert!(matches!(&refused, Err(Error::Damaged(why)) if why.contains("record 15")), "{refused:?}");
    assert_eq!(archive.records("b", 17, 100).await.unwrap().len(), 14, "the others are whole");
    tamper(&place, "DELETE FROM records WHERE seq = 20").await;
    let refused = archive.records("b", 18, 5).await.map(drop);
    assert!(matches!(&refused, Err(Error::Damaged(why)) if why.contains("record 20")), "{refused:?}");
    archive.close().await.unwrap();
}

#[tokio::test]
async fn an_altered_header_is_told_and_the_other_battles_go_on() {
    for statement in [
        "UPDATE battles SET secret = REPLACE(secret, '0707', '0708') WHERE id = 'b'",
        "UPDATE battles SET created = 2 WHERE id = 'b'",
        "UPDATE battles SET scenario = '{}' WHERE id = 'b'",
    ] {
        let folder = Folder::new();
        six(&folder.file()).await;
        tamper(&folder.file(), statement).await;
        let opened = archive::open(&folder.file()).await.unwrap();
        for found in [archive::check(&folder.file(), false).await.unwrap(), opened.found] {
            assert!(found.damaged.len() == 1 && found.damaged[0].contains("header of b"), "{found:?}");
        }
        assert!(matches!(opened.archive.load("b").await.map(drop), Err(Error::Damaged(_))));
        opened.archive.append(append("sound", 1, vec![entry(1, None)])).await.unwrap();
        opened.archive.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_newer_schema_is_refused_and_left_alone() {
    let folder = Folder::new();
    six(&folder.file()).await;
    tamper(&folder.file(), "INSERT INTO archive_schema (version) VALUES (1000)").await;
    let refused = archive::open(&folder.file()).await.map(drop);
    assert!(matches!(refused, Err(Error::Newer { there: 1000, .. })), "{refused:?}");
    tamper(&folder.file(), "DELETE FROM archive_schema WHERE version = 1000").await;
    assert_eq!(open(&folder.file()).await.load("b").await.unwrap().next, 6);
}

#[tokio::test]
async fn what_is_not_an_archive_is_refused() {
    let folder = Folder::new();
    std::fs::write(
        folder.path().join("battles.db"),
        "this is not a database, and not short either".repeat(40),
    )
    .unwrap();
    assert!(matches!(archive::open(&folder.file()).await.map(drop), Err(Error::Open(_))));
    let nowhere = Place::File(folder.path().join("no/such/folder/battles.db"));
    assert!(matches!(archive::open(&nowhere).await.map(drop), Err(Error::Open(_))));
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_read_an_archive() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    six(&folder.file()).await;
    tamper(&folder.file(), ALTERED).await;
    let opened = archive::open(&folder.file()).await.unwrap();
    begin(&*opened.archive, "c").await.unwrap();
    for name in ["battles.db", "battles.db-wal", "battles.db-shm", "battles.db.cut.ndjson"] {
        let mode = std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
    opened.archive.close().await.unwrap();
}
