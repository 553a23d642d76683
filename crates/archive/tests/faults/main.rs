//! A disk that fails: full, writing short, not flushing, or without power in the middle of a write. At every
//! such point the archive refuses further choices with a clear error, and after it is opened again nothing
//! acknowledged is lost and nothing else is half there.
//!
//! The failing disk is a small library between SQLite and the system (crate `bad-disk`).

#[path = "../common/mod.rs"]
mod common;
mod disk;
mod torn;

use archive::{Append, Appended, Archive, Error, Place};
use bad_disk::Disk;
use common::{Folder, append, begin, entry, open};
use disk::{Run, run};
use std::path::PathBuf;

/// The appends of a run: how many records each has. The long one brings the log back into the file.
const APPENDS: [u64; 5] = [1, 2, 1, 260, 1];

fn nth_append(n: usize) -> Append {
    let expected = 1 + APPENDS[..n].iter().sum::<u64>();
    append("b", expected, (expected..expected + APPENDS[n]).map(|i| entry(i, None)).collect())
}

/// The process that writes, with the failing disk below it. It says what was acknowledged.
#[tokio::test]
#[ignore = "started by the other tests, with a disk that fails"]
async fn worker() {
    let Some(path) = std::env::var_os("FAULT_ARCHIVE") else { return };
    let archive = match archive::open(&Place::File(PathBuf::from(path))).await {
        Ok(opened) => opened.archive,
        Err(error) => return println!("not opened: {error}"),
    };
    println!("opened");
    for n in 0..APPENDS.len() {
        match archive.append(nth_append(n)).await {
            Ok(Appended::Stored { next, .. }) => println!("acknowledged {next}"),
            Ok(other) => println!("unexpected {other:?}"),
            Err(error) => {
                println!("refused: {error}");
                return after_a_failure(&*archive).await;
            }
        }
    }
    println!("done");
    let _ = archive.close().await;
}

/// What was acknowledged can still be read; whatever else is to be written is refused.
async fn after_a_failure(archive: &dyn Archive) {
    let loaded = archive.load("b").await.map(|loaded| loaded.next);
    println!("readable {}", loaded.map_or_else(|e| e.to_string(), |next| next.to_string()));
    for write in
        [archive.append(append("b", 1, vec![entry(1, None)])).await.map(drop), begin(archive, "c").await]
    {
        let stopped = matches!(&write, Err(Error::Stopped(_))) && archive.stopped().is_some();
        println!("{}", if stopped { "stopped".to_owned() } else { format!("not stopped: {write:?}") });
    }
}

/// Runs the worker once, opens the archive again without the failing disk, and compares.
async fn try_once(disk: &Disk, fault: &str) -> Run {
    let folder = Folder::new();
    let archive = open(&folder.file()).await;
    begin(&*archive, "b").await.unwrap();
    archive.close().await.unwrap();

    let run = run(disk, &folder, fault);
    assert!(!run.said.contains("unexpected") && !run.said.contains("not stopped"), "{fault}: {}", run.said);
    if run.said.contains("refused") {
        assert!(run.said.contains("stopped taking choices"), "a clear error: {}", run.said);
        assert!(run.said.contains(&format!("readable {}", run.acknowledged)), "{fault}: {}", run.said);
    }
    let archive = open(&folder.file()).await;
    let there = archive.load("b").await.unwrap().next;
    let whole: Vec<u64> = (0..=APPENDS.len()).map(|n| 1 + APPENDS[..n].iter().sum::<u64>()).collect();
    let at = whole.iter().position(|end| *end == run.acknowledged).expect("acknowledged ends");
    let allowed = &whole[at..(at + 2).min(whole.len())];
    assert!(
        allowed.contains(&there),
        "{fault}: acknowledged {}, there {there}: {}",
        run.acknowledged,
        run.said
    );
    for record in archive.records("b", 1, 1000).await.unwrap() {
        assert_eq!(record.record, entry(record.seq, None));
    }
    assert_eq!(archive.next("c").await, Err(Error::NoBattle("c".into())));
    // And the battle goes on.
    archive.append(append("b", there, vec![entry(9, None)])).await.unwrap();
    archive.close().await.unwrap();
    run
}

/// Tries a kind of fault at many points; in the long form (FAULTS=all) at every point.
async fn sweep(kind: &str, count: impl Fn(&Run) -> u64, stride: u64) {
    let disk = match Disk::build() {
        Ok(disk) => disk,
        Err(why) => return eprintln!("SKIPPED: a failing disk was not tried. {why}"),
    };
    let sound = try_once(&disk, "none:0").await;
    assert!(sound.said.contains("done"), "{}", sound.said);
    let stride = if std::env::var("FAULTS").is_ok_and(|v| v == "all") { 1 } else { stride };
    let points = count(&sound);
    assert!(points >= 5, "the disk was under it: {points}");
    let (mut tried, mut refused) = (0, 0);
    let mut n = 1;
    while n <= points {
        let run = try_once(&disk, &format!("{kind}:{n}")).await;
        tried += 1;
        refused += u32::from(run.said.contains("refused") || run.said.contains("not opened") || run.died);
        n += stride;
    }
    println!("{kind}: {tried} of {points} points tried, {refused} of them stopped the writer");
    assert!(refused * 2 > tried, "the faults were felt: {refused} of {tried}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing_acknowledged() {
    sweep("full", |run| run.writes, 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_write_loses_nothing_acknowledged() {
    sweep("short", |run| run.writes, 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_flush_loses_nothing_acknowledged() {
    sweep("flush", |run| run.flushes, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn death_within_a_write_loses_nothing_acknowledged() {
    sweep("cut", |run| run.writes, 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn death_between_writes_loses_nothing_acknowledged() {
    sweep("halt", |run| run.writes + run.flushes, 7).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn power_that_fails_loses_nothing_acknowledged() {
    sweep("dark", |run| run.writes + run.flushes, 5).await;
}
