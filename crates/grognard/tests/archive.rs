//! `grognard archive`: the steps of docs/operations.md, tried.

use archive::{Append, Header, Place, Record};
use dice::Hex;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use umpire::{Chance, DiceFrom, Entry, PromptId, Scenario, Seat, StateHash};

fn grognard(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grognard")).arg("archive").args(args).output().expect("the program runs")
}

/// The exit code, and what was said on both outputs.
fn said(args: &[&str]) -> (i32, String) {
    let output = grognard(args);
    let words = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&words).into_owned())
}

/// An archive with one battle of so many records.
async fn archive_of(path: &Path, records: u32) {
    let archive = archive::open(&Place::File(path.to_owned())).await.expect("it opens").archive;
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![1; 32]), added: Vec::new() };
    let header = Header {
        id: "waterloo".into(),
        game: "picket".into(),
        rules: 1,
        scenario: Scenario { name: "ford".into(), text: String::new() },
        commitment: chance.commitment().expect("a seed"),
        chance,
        created: 1,
    };
    // The second time there is such a battle already: it goes on.
    let _ = archive.create(header, Vec::new()).await;
    let next = archive.next("waterloo").await.expect("the battle") as u32;
    for n in next..records {
        let record = Record::Entry(Entry::Play {
            seat: Seat::FIRST,
            prompt: PromptId(770_000 + n),
            steps: Vec::new(),
            rolls: Vec::new(),
            hash: StateHash::of(&n),
            choice: None,
            forced: false,
        });
        let (battle, expected) = ("waterloo".to_owned(), u64::from(n));
        let append =
            Append { battle, expected, after: None, at: 1, records: vec![record], snapshots: Vec::new() };
        archive.append(append).await.expect("it is stored");
    }
    archive.close().await.expect("it closes");
}

/// Alters one digit of a record in the file.
fn rot(path: &Path) {
    let mut bytes = std::fs::read(path).expect("the file");
    let digits = b"770002";
    let at = bytes.windows(digits.len()).position(|w| w == digits).expect("record 2");
    bytes[at + 5] = b'9';
    std::fs::write(path, bytes).expect("the file");
}

#[tokio::test]
async fn an_archive_is_backed_up_checked_and_restored() {
    let folder = std::env::temp_dir().join(format!("grognard-archive-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| -> (PathBuf, String) {
        let path = folder.join(name);
        (path.clone(), path.display().to_string())
    };
    let ((live_path, live), (_, backup), (new_path, new)) =
        (file("battles.db"), file("backup.db"), file("new.db"));

    archive_of(&live_path, 3).await;
    assert_eq!(said(&["copy", &live, &backup]).0, 0);
    archive_of(&live_path, 5).await;
    let (code, words) = said(&["copy", &live, &backup]);
    assert_eq!(code, 0);
    assert!(words.contains("1 battles") && words.contains("2 records"), "{words}");
    assert_eq!(said(&["check", &backup]).0, 0);

    rot(&live_path);
    let (code, words) = said(&["check", &live]);
    assert_eq!(code, 1, "{words}");
    assert!(words.contains("record 2 of waterloo"), "{words}");
    assert_eq!(said(&["copy", &live, &new]).0, 1, "damage is not copied");
    let (code, words) = said(&["check", &live, "--cut"]);
    assert_eq!(code, 0, "{words}");
    assert!(words.contains("2 of 5 records are kept"), "{words}");
    let side = std::fs::read_to_string(folder.join("battles.db.cut.ndjson")).expect("the side file");
    assert_eq!(side.lines().count(), 3);

    assert_eq!(said(&["copy", &backup, &new]).0, 0);
    let restored = archive::open(&Place::File(new_path)).await.expect("it opens").archive;
    assert_eq!(restored.next("waterloo").await, Ok(5));
    restored.close().await.expect("it closes");

    let (code, words) = said(&["check", &folder.join("mistyped.db").display().to_string()]);
    assert_eq!((code, words.contains("there is no file")), (2, true), "{words}");
    std::fs::remove_dir_all(&folder).expect("the folder");
}
