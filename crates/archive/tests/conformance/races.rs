//! Races that are lost on purpose.

use crate::common::{append, begin, connect, entry, open};
use archive::{Append, Error, Place};
use sqlx::{AnyConnection, Connection, Row, raw_sql};
use std::sync::Arc;
use std::time::Duration;

/// Waits until a writer waits for what somebody else has locked.
async fn blocked(place: &Place) {
    let Place::Postgres(_) = place else {
        // SQLite tells nobody who waits. Who has not come yet is blocked as well.
        return tokio::time::sleep(Duration::from_millis(200)).await;
    };
    let mut db = connect(place).await;
    let waits = async {
        loop {
            let row = sqlx::query("SELECT COUNT(*) FROM pg_locks WHERE NOT granted").fetch_one(&mut db).await;
            if row.unwrap().get::<i64, _>(0) > 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waits).await.expect("it waits");
}

async fn run(db: &mut AnyConnection, statement: &'static str) {
    raw_sql(statement).execute(db).await.unwrap();
}

/// While an append is under way the last record is cut off and another is written in its place: the battle is as long
/// as it was, but what was decided on the old one does not follow the new.
pub(crate) async fn a_writer_sees_what_took_the_place_of_a_record_meanwhile(place: &Place) {
    let archive = open(place).await;
    begin(&*archive, "b").await.unwrap();
    archive.append(append("b", 1, vec![entry(1, None)])).await.unwrap();
    let (next, link) = archive.end("b").await.unwrap();
    let mut other = connect(place).await;
    run(&mut other, if matches!(place, Place::File(_)) { "BEGIN IMMEDIATE" } else { "BEGIN" }).await;
    run(&mut other, "UPDATE battles SET changed = changed WHERE id = 'b'").await;
    run(&mut other, "UPDATE records SET chain = 'another' WHERE battle = 'b' AND seq = 1").await;
    let writer = Arc::clone(&archive);
    let late = Append { after: Some(link), ..append("b", next, vec![entry(2, None)]) };
    let late = tokio::spawn(async move { writer.append(late).await });
    blocked(place).await;
    run(&mut other, "COMMIT").await;
    other.close().await.unwrap();
    let refused = late.await.unwrap();
    assert_eq!(refused, Err(Error::Conflict { battle: "b".into(), expected: next, there: next }));
    assert_eq!(archive.next("b").await, Ok(next));
    archive.close().await.unwrap();
}
