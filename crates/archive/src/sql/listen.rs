//! Hints from other servers on the same PostgreSQL.

use crate::sql::writer::{CHANNEL, read_note};
use crate::store::Hint;
use sqlx::postgres::PgListener;
use std::time::Duration;
use tokio::sync::broadcast;

/// Passes hints on for ever. While the connection is lost hints are lost too, which is allowed.
pub(crate) async fn run(url: String, hints: broadcast::Sender<Hint>) {
    loop {
        if let Ok(mut listener) = PgListener::connect(&url).await
            && listener.listen(CHANNEL).await.is_ok()
        {
            while let Ok(note) = listener.recv().await {
                for hint in note.payload().lines().filter_map(read_note) {
                    // Nobody may be listening.
                    let _ = hints.send(hint);
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}
