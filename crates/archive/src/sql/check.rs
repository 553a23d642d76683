//! The chain of hashes is checked, and what is damaged at its end is cut off: never silently, never lost.

use crate::error::Error;
use crate::sql::place::{Kind, Place, private};
use crate::sql::read::{BATCH, Raw, battle, failed, follows, raw};
use crate::store::Cut;
use serde_json::json;
use sqlx::{AnyConnection, Row, raw_sql};
use std::io::Write;
use std::path::PathBuf;

/// The first record that is not whole.
pub(crate) struct Damage {
    pub(crate) kept: u64,
    pub(crate) had: u64,
    pub(crate) why: String,
}

/// Looks for the first damaged record among the last `tail` ones, or among all.
pub(crate) async fn damage(
    db: &mut AnyConnection,
    id: &str,
    tail: Option<u64>,
) -> Result<Option<Damage>, Error> {
    let battle = battle(db, id).await?;
    let mut next = tail.map_or(0, |tail| battle.next.saturating_sub(tail));
    let mut before = battle.root;
    if next > 0 {
        // What comes before the tail is believed here; reading the battle checks all of it.
        match raw(db, id, next - 1, 1).await?.into_iter().find(|row| row.seq == next - 1) {
            Some(row) => before = row.chain,
            None => {
                return Ok(Some(Damage {
                    kept: next - 1,
                    had: battle.next,
                    why: "it is missing".to_owned(),
                }));
            }
        }
    }
    while next < battle.next {
        let rows = raw(db, id, next, BATCH).await?;
        if rows.is_empty() {
            return Ok(Some(Damage { kept: next, had: battle.next, why: "it is missing".to_owned() }));
        }
        for row in rows {
            match follows(&row, next, &before).and_then(|link| readable(&row, id).map(|()| link)) {
                Ok(link) => before = link,
                Err(why) => return Ok(Some(Damage { kept: next, had: battle.next, why })),
            }
            next += 1;
        }
    }
    Ok(None)
}

fn readable(row: &Raw, id: &str) -> Result<(), String> {
    row.read(id).map(drop).map_err(|e| e.to_string())
}

/// Cuts a battle to its whole records. What is cut off is put aside first.
pub(crate) async fn cut(
    db: &mut AnyConnection,
    place: &Place,
    id: &str,
    tail: Option<u64>,
) -> Result<Option<Cut>, Error> {
    if damage(db, id, tail).await?.is_none() {
        return Ok(None);
    }
    raw_sql(place.kind().begin()).execute(&mut *db).await.map_err(failed)?;
    let done = cut_within(db, place, id, tail).await;
    let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
    raw_sql(end).execute(&mut *db).await.map_err(failed)?;
    done
}

async fn cut_within(
    db: &mut AnyConnection,
    place: &Place,
    id: &str,
    tail: Option<u64>,
) -> Result<Option<Cut>, Error> {
    // With the battle's row locked it is looked at again: another server may have been faster.
    sqlx::query("UPDATE battles SET changed = changed WHERE id = $1")
        .bind(id)
        .execute(&mut *db)
        .await
        .map_err(failed)?;
    let Some(Damage { kept, had, why }) = damage(db, id, tail).await? else { return Ok(None) };
    let mut rows = Vec::new();
    let mut from = kept;
    loop {
        let some = raw(db, id, from, BATCH).await?;
        let Some(last) = some.last() else { break };
        from = last.seq + 1;
        rows.extend(some);
    }
    let side = put_aside(db, place, id, &rows, &why).await?;
    forget(db, id, kept as i64).await.map_err(failed)?;
    Ok(Some(Cut { battle: id.to_owned(), kept, had, why, side }))
}

async fn put_aside(
    db: &mut AnyConnection,
    place: &Place,
    id: &str,
    rows: &[Raw],
    why: &str,
) -> Result<String, Error> {
    if let Place::File(path) = place {
        let mut name = path.as_os_str().to_owned();
        name.push(".cut.ndjson");
        let side = PathBuf::from(name);
        let told = |e: std::io::Error| Error::Open(format!("{}: {e}", side.display()));
        let mut lines = Vec::new();
        for row in rows {
            let Raw { seq, at, text, chain } = row;
            let line =
                json!({ "battle": id, "seq": seq, "at": at, "record": text, "chain": chain, "why": why });
            writeln!(lines, "{line}").map_err(told)?;
        }
        let mut file = private().open(&side).map_err(told)?;
        file.write_all(&lines).and_then(|()| file.sync_all()).map_err(told)?;
        return Ok(side.display().to_string());
    }
    for row in rows {
        sqlx::query("INSERT INTO cuts (battle, seq, at, record, chain, why) VALUES ($1, $2, $3, $4, $5, $6)")
            .bind(id)
            .bind(row.seq as i64)
            .bind(row.at)
            .bind(&row.text)
            .bind(&row.chain)
            .bind(why)
            .execute(&mut *db)
            .await
            .map_err(failed)?;
    }
    Ok("the table cuts".to_owned())
}

/// Removes the records from `kept` on. What the row says of the battle is worked out again.
async fn forget(db: &mut AnyConnection, id: &str, kept: i64) -> Result<(), sqlx::Error> {
    for statement in [
        "DELETE FROM records WHERE battle = $1 AND seq >= $2",
        "DELETE FROM snapshots WHERE battle = $1 AND seq > $2",
        "UPDATE battles SET closed = 0, next = $2, begun = (SELECT MAX(seq) FROM records \
         WHERE battle = $1 AND seq < $2 AND record LIKE '{\"begun\":%') WHERE id = $1",
    ] {
        sqlx::query(statement).bind(id).bind(kept).execute(&mut *db).await?;
    }
    Ok(())
}

/// The names of battles after `after`, in order; only those that go on, or all.
pub(crate) async fn names(db: &mut AnyConnection, after: &str, all: bool) -> Result<Vec<String>, Error> {
    let rows = sqlx::query("SELECT id FROM battles WHERE id > $1 AND closed <= $2 ORDER BY id LIMIT 1000")
        .bind(after)
        .bind(i64::from(all))
        .fetch_all(db)
        .await
        .map_err(failed)?;
    rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>().map_err(failed)
}

/// Does the database itself find its file whole?
pub(crate) async fn file(kind: Kind, db: &mut AnyConnection) -> Result<(), Error> {
    if kind == Kind::Postgres {
        return Ok(());
    }
    let row = sqlx::query("PRAGMA quick_check(1)").fetch_one(db).await.map_err(failed)?;
    match row.try_get::<String, _>(0) {
        Ok(word) if word == "ok" => Ok(()),
        Ok(word) => Err(Error::Damaged(word)),
        Err(e) => Err(Error::Damaged(e.to_string())),
    }
}
