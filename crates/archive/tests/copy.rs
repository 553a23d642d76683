//! An archive is moved to another place, whole and exactly.

mod common;

use archive::{Copied, Error, Found, Place};
use common::{Folder, append, begin, chair, entry, header, open, picket, token};
use own_postgres::Server;

/// Both battles, and so many records of them now.
fn all(records: u64) -> Copied {
    Copied { battles: 2, records, left: Vec::new() }
}

/// There and back again, with the source in use between two copies.
async fn there_and_back(there: &Place, back: &Place) {
    let folder = Folder::new();
    let archive = open(&folder.file()).await;
    begin(&*archive, "b").await.unwrap();
    archive.create(header("c", &picket(), 7), vec![chair(0, 1), chair(1, 2)]).await.unwrap();
    archive.append(append("b", 1, vec![entry(1, Some("é ' \" \u{1F3B2}"))])).await.unwrap();
    let copied = archive::copy(&folder.file(), there).await;
    assert_eq!(copied, Ok(all(2)));

    archive.append(append("b", 2, vec![entry(2, None), entry(3, None)])).await.unwrap();
    archive.revoke("c", token(2), 9).await.unwrap();
    archive.close().await.unwrap();
    assert_eq!(archive::copy(&folder.file(), there).await, Ok(all(2)));
    assert_eq!(archive::copy(&folder.file(), there).await, Ok(all(0)));
    assert_eq!(archive::check(there, false).await, Ok(Found { battles: 2, ..Found::default() }));

    assert_eq!(archive::copy(there, back).await, Ok(all(4)));
    let (first, last) = (open(&folder.file()).await, open(back).await);
    for id in ["b", "c"] {
        let (one, two) = (first.load(id).await.unwrap(), last.load(id).await.unwrap());
        assert_eq!((one.header, one.chairs, one.journal), (two.header, two.chairs, two.journal));
        assert_eq!(first.records(id, 0, 99).await, last.records(id, 0, 99).await);
    }
    assert_eq!(last.chair(token(2)).await, Ok(None));
    assert!(last.chair(token(1)).await.unwrap().is_some());

    // What went on elsewhere is not overwritten, and neither is another battle of the same name.
    last.append(append("b", 4, vec![entry(4, None)])).await.unwrap();
    let copied = archive::copy(there, back).await.unwrap();
    assert!(
        copied.battles == 1 && copied.left.len() == 1 && copied.left[0].contains("gone on"),
        "{copied:?}"
    );
    first.append(append("b", 4, vec![entry(5, None)])).await.unwrap();
    first.append(append("b", 5, vec![entry(6, None)])).await.unwrap();
    let copied = archive::copy(&folder.file(), back).await.unwrap();
    assert!(
        copied.battles == 1 && copied.left.len() == 1 && copied.left[0].contains("another"),
        "{copied:?}"
    );
    assert_eq!(last.load("b").await.unwrap().next, 5, "it is as it was");
    first.close().await.unwrap();
    last.close().await.unwrap();
}

#[tokio::test]
async fn a_file_is_copied_to_a_file_and_back() {
    let (one, two) = (Folder::new(), Folder::new());
    there_and_back(&one.file(), &two.file()).await;
    assert!(matches!(archive::copy(&one.file(), &one.file()).await, Err(Error::Open(_))));
}

#[tokio::test]
async fn a_file_is_copied_to_postgresql_and_back() {
    match Server::start() {
        Ok(server) => {
            let there = Place::Postgres(server.database("there").unwrap());
            there_and_back(&there, &Folder::new().file()).await;
        }
        Err(why) => eprintln!("SKIPPED: copying to PostgreSQL was not tried. {why}"),
    }
}
