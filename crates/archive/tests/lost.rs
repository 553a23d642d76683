//! A PostgreSQL that goes away and comes back.

mod common;

use archive::{Appended, Error, Place};
use common::{append, begin, entry, open};
use own_postgres::Server;

const CUT_OFF: &str = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity \
                       WHERE datname = 'lost' AND pid <> pg_backend_pid()";

/// Every connection is cut, again and again: what was not stored can be sent again, and nothing is stored twice.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_made_again_and_nothing_is_lost_or_doubled() {
    let server = match Server::start() {
        Ok(server) => server,
        Err(why) => return eprintln!("SKIPPED: lost connections were not tried. {why}"),
    };
    let archive = open(&Place::Postgres(server.database("lost").unwrap())).await;
    begin(&*archive, "b").await.unwrap();
    let mut lost = 0;
    for n in 1..=10 {
        assert_ne!(server.psql("lost", CUT_OFF).unwrap(), "0");
        let id = n.to_string();
        loop {
            match archive.append(append("b", n, vec![entry(n, Some(&id))])).await {
                Ok(Appended::Stored { next, .. }) => break assert_eq!(next, n + 1),
                Ok(Appended::Repeated { seq }) => break assert_eq!(seq, n),
                Err(Error::Unavailable(_) | Error::Uncertain(_)) => lost += 1,
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(lost > 0, "the connections were felt to be lost");
    assert_eq!(archive.stopped(), None, "a lost connection is not a failed disk");
    assert_eq!(archive.load("b").await.unwrap().next, 11);
    archive.close().await.unwrap();
}
