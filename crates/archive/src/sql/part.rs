//! Reading a part of a battle: what a look back needs, however long the battle is.

use crate::error::Error;
use crate::record::{Numbered, Part, Record};
use crate::sql::read::{BATCH, apart, battle, broken, failed, follows, parse, raw};
use sqlx::{AnyConnection, Row};
use umpire::{Entry, Snapshot};

/// Records from `from` on, at most `most`, each with its link in the chain.
pub(crate) async fn records(
    db: &mut AnyConnection,
    id: &str,
    from: u64,
    most: u32,
) -> Result<Vec<Numbered>, Error> {
    let most = most.min(BATCH);
    let (before, rows) = match from.checked_sub(1) {
        None => (root(db, id).await?, raw(db, id, 0, most).await?),
        Some(last) => {
            let mut rows = raw(db, id, last, most + 1).await?.into_iter();
            let before = rows.next().map(|row| (row.seq == last).then_some(row.chain));
            let before = before.map(|link| link.ok_or_else(|| broken(id, last, "it is missing")));
            (before.transpose()?, rows.collect())
        }
    };
    let Some(mut before) = before else { return Ok(Vec::new()) };
    let id = id.to_owned();
    apart(move || {
        let read = |(seq, row)| {
            before = follows(row, seq, &before).map_err(|why| broken(&id, seq, &why))?;
            row.read(&id)
        };
        (from..).zip(&rows).map(read).collect()
    })
    .await?
}

async fn root(db: &mut AnyConnection, id: &str) -> Result<Option<String>, Error> {
    let row = sqlx::query("SELECT root FROM battles WHERE id = $1").bind(id).fetch_optional(db).await;
    row.map_err(failed)?.map(|row| row.try_get(0).map_err(failed)).transpose()
}

/// What is needed to go back to where the journal had so many entries.
pub(crate) async fn part(db: &mut AnyConnection, id: &str, entries: usize) -> Result<Option<Part>, Error> {
    let battle = battle(db, id).await?;
    let Some(begun) = battle.begun else { return Ok(None) };
    let Some(Record::Begun(head)) = records(db, id, begun, 1).await?.pop().map(|row| row.record) else {
        return Err(broken(id, begun, "the journal does not begin with it"));
    };
    let first = begun + 1;
    let end = first.saturating_add(entries as u64).min(battle.next);
    let state = last_state(db, id, first, end).await?;
    let missing = state.as_ref().map_or(0, |state| state.after);
    let mut played: Vec<Entry> = Vec::new();
    loop {
        let from = first + (missing + played.len()) as u64;
        let most = u32::try_from(end.saturating_sub(from)).unwrap_or(BATCH);
        if most == 0 {
            break;
        }
        let rows = records(db, id, from, most).await?;
        if rows.is_empty() {
            return Err(broken(id, from, "it is missing"));
        }
        for row in rows {
            let Record::Entry(entry) = row.record else { return Err(broken(id, row.seq, "it is no entry")) };
            played.push(entry);
        }
    }
    let journal = head.journal(&battle.header, played, state.into_iter().collect());
    Ok(Some(Part { journal, missing, first }))
}

/// The last stored state after record `first` and not after record `end` that can be believed. They can be made again
/// from the entries: a damaged one is passed over.
async fn last_state(
    db: &mut AnyConnection,
    id: &str,
    first: u64,
    end: u64,
) -> Result<Option<Snapshot>, Error> {
    let mut end = end;
    loop {
        let row = sqlx::query(
            "SELECT seq, snapshot FROM snapshots WHERE battle = $1 AND seq > $2 AND seq <= $3 \
             ORDER BY seq DESC LIMIT 1",
        )
        .bind(id)
        .bind(first as i64)
        .bind(end as i64)
        .fetch_optional(&mut *db)
        .await
        .map_err(failed)?;
        let Some(row) = row else { return Ok(None) };
        let seq = row.try_get::<i64, _>(0).map_err(failed)? as u64;
        let text: String = row.try_get(1).map_err(failed)?;
        let fit = move |state: &Snapshot| {
            state.after as u64 == seq - first && state.rest.is_some() && state.whole()
        };
        if let Some(state) = apart(move || parse(&text).ok().filter(fit)).await? {
            return Ok(Some(state));
        }
        end = seq - 1;
    }
}

/// The first stored state from record `from` on that can be read, and the record before which it stands.
pub(crate) async fn state(
    db: &mut AnyConnection,
    id: &str,
    from: u64,
) -> Result<Option<(u64, Snapshot)>, Error> {
    let mut from = i64::try_from(from).unwrap_or(i64::MAX);
    loop {
        let row = sqlx::query(
            "SELECT seq, snapshot FROM snapshots WHERE battle = $1 AND seq >= $2 ORDER BY seq LIMIT 1",
        )
        .bind(id)
        .bind(from)
        .fetch_optional(&mut *db)
        .await
        .map_err(failed)?;
        let Some(row) = row else { return Ok(None) };
        let seq = row.try_get::<i64, _>(0).map_err(failed)?;
        let text: String = row.try_get(1).map_err(failed)?;
        if let Some(state) = apart(move || parse(&text).ok()).await? {
            return Ok(Some((seq as u64, state)));
        }
        from = seq + 1;
    }
}
