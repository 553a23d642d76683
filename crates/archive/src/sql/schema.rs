//! The schema, the same for both databases, and how it came to be.

use crate::error::Error;
use crate::sql::place::Kind;
use sqlx::{AnyConnection, Row, raw_sql};

/// Each step takes the schema from one version to the next. A step that was ever released is never changed.
const STEPS: &[&str] = &["
CREATE TABLE battles (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules BIGINT NOT NULL,
    name TEXT NOT NULL,
    scenario TEXT NOT NULL,
    commitment TEXT NOT NULL,
    secret TEXT NOT NULL,
    created BIGINT NOT NULL,
    root TEXT NOT NULL,
    changed BIGINT NOT NULL,
    next BIGINT NOT NULL,
    begun BIGINT,
    closed BIGINT NOT NULL
);
CREATE INDEX battles_created ON battles (created, id);
CREATE TABLE records (
    battle TEXT NOT NULL REFERENCES battles (id),
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    seat BIGINT,
    choice TEXT,
    record TEXT NOT NULL,
    chain TEXT NOT NULL,
    PRIMARY KEY (battle, seq)
);
CREATE UNIQUE INDEX records_choice ON records (battle, seat, choice) WHERE choice IS NOT NULL;
CREATE TABLE snapshots (
    battle TEXT NOT NULL REFERENCES battles (id),
    seq BIGINT NOT NULL,
    snapshot TEXT NOT NULL,
    PRIMARY KEY (battle, seq)
);
CREATE TABLE chairs (
    token TEXT PRIMARY KEY,
    battle TEXT NOT NULL REFERENCES battles (id),
    seat BIGINT,
    created BIGINT NOT NULL,
    revoked BIGINT
);
CREATE INDEX chairs_battle ON chairs (battle);
CREATE TABLE cuts (
    battle TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    record TEXT NOT NULL,
    chain TEXT NOT NULL,
    why TEXT NOT NULL
);
"];

/// The newest schema that this program knows.
pub(crate) const KNOWN: i64 = STEPS.len() as i64;

/// Brings the schema up to date. A newer one than is known is refused.
pub(crate) async fn migrate(kind: Kind, db: &mut AnyConnection) -> Result<(), Error> {
    raw_sql(kind.begin()).execute(&mut *db).await.map_err(open)?;
    let done = steps(kind, db).await;
    let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
    raw_sql(end).execute(&mut *db).await.map_err(open)?;
    done
}

async fn steps(kind: Kind, db: &mut AnyConnection) -> Result<(), Error> {
    if kind == Kind::Postgres {
        // Two servers that start at the same time do not both migrate. The number is ours alone.
        raw_sql("SELECT pg_advisory_xact_lock(18150618)").execute(&mut *db).await.map_err(open)?;
    }
    let table = "CREATE TABLE IF NOT EXISTS archive_schema (version BIGINT NOT NULL)";
    raw_sql(table).execute(&mut *db).await.map_err(open)?;
    let asked = sqlx::query("SELECT COALESCE(MAX(version), 0) FROM archive_schema");
    let there: i64 = asked.fetch_one(&mut *db).await.and_then(|row| row.try_get(0)).map_err(open)?;
    if there > KNOWN {
        return Err(Error::Newer { there, known: KNOWN });
    }
    for (version, step) in (1i64..).zip(STEPS).skip(usize::try_from(there).unwrap_or_default()) {
        raw_sql(*step).execute(&mut *db).await.map_err(open)?;
        let noted = sqlx::query("INSERT INTO archive_schema (version) VALUES ($1)").bind(version);
        noted.execute(&mut *db).await.map_err(open)?;
    }
    Ok(())
}

fn open(error: sqlx::Error) -> Error {
    Error::Open(error.to_string())
}
