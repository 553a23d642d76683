//! Reading. Readers do not wait for the writer, nor he for them.

use crate::chain;
use crate::error::Error;
use crate::record::{Head, Header, Link, Loaded, Numbered, Record};
use crate::seats::{Chair, Kind, TokenHash};
use crate::store::{Listed, MOST_LISTED, Page, Query, State};
use dice::Hex;
use serde::de::DeserializeOwned;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use umpire::{Entry, Fold, Seat, Snapshot};

/// The most records read at once.
pub(crate) const BATCH: u32 = 1000;

/// The most tokens that are looked for at once.
const MOST_TOKENS: usize = 100;

/// A battle's row.
pub(crate) struct Battle {
    pub(crate) header: Header,
    pub(crate) root: String,
    pub(crate) next: u64,
    /// The record with which its journal begins.
    pub(crate) begun: Option<u64>,
    pub(crate) closed: bool,
}

impl Battle {
    /// How many records it had when its journal had so many entries.
    fn until(&self, entries: usize) -> u64 {
        let end = |begun: u64| begun.saturating_add(1).saturating_add(entries as u64);
        self.begun.map_or(self.next, end).min(self.next)
    }
}

/// A record's row, as it is stored.
pub(crate) struct Raw {
    pub(crate) seq: u64,
    pub(crate) at: i64,
    pub(crate) text: String,
    pub(crate) chain: String,
}

impl Raw {
    pub(crate) fn read(&self, battle: &str) -> Result<Numbered, Error> {
        let record: Record = parse(&self.text)
            .map_err(|e| Error::Damaged(format!("record {} of {battle} cannot be read: {e}", self.seq)))?;
        Ok(Numbered { seq: self.seq, at: self.at, record, link: Link(self.chain.clone()) })
    }
}

pub(crate) async fn battle(db: &mut AnyConnection, id: &str) -> Result<Battle, Error> {
    let row = sqlx::query(
        "SELECT id, game, rules, scenario, commitment, secret, created, root, next, closed, begun \
         FROM battles WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(db)
    .await
    .map_err(failed)?;
    let Some(row) = row else { return Err(Error::NoBattle(id.to_owned())) };
    let damaged = |what: String| Error::Damaged(format!("the header of {id} cannot be read: {what}"));
    let text = |n: usize| row.try_get::<String, _>(n).map_err(|e| damaged(e.to_string()));
    let number = |n: usize| row.try_get::<i64, _>(n).map_err(|e| damaged(e.to_string()));
    let (scenario, secret) = (text(3)?, text(5)?);
    let header = Header {
        id: text(0)?,
        game: text(1)?,
        rules: number(2)?.try_into().map_err(|_| damaged("its rules number".to_owned()))?,
        scenario: parse(&scenario).map_err(damaged)?,
        commitment: text(4)?.parse::<Hex>().map_err(|e| damaged(e.to_string()))?,
        chance: parse(&secret).map_err(damaged)?,
        created: number(6)?,
    };
    let root = text(7)?;
    if chain::root(&header, &scenario, &secret) != root {
        return Err(damaged("it does not have its hash".to_owned()));
    }
    let next = number(8)?.try_into().map_err(|_| damaged("its length".to_owned()))?;
    let begun = row.try_get::<Option<i64>, _>(10).map_err(|e| damaged(e.to_string()))?;
    let begun = begun.and_then(|seq| u64::try_from(seq).ok());
    Ok(Battle { header, root, next, begun, closed: number(9)? > 0 })
}

/// Rows of records from `from` on, at most `most`.
pub(crate) async fn raw(db: &mut AnyConnection, id: &str, from: u64, most: u32) -> Result<Vec<Raw>, Error> {
    let from = i64::try_from(from).unwrap_or(i64::MAX);
    let rows = sqlx::query(
        "SELECT seq, at, record, chain FROM records WHERE battle = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
    )
    .bind(id)
    .bind(from)
    .bind(i64::from(most))
    .fetch_all(db)
    .await
    .map_err(failed)?;
    let read = |row: AnyRow| {
        Ok(Raw {
            seq: row.try_get::<i64, _>(0)? as u64,
            at: row.try_get(1)?,
            text: row.try_get(2)?,
            chain: row.try_get(3)?,
        })
    };
    rows.into_iter().map(read).collect::<Result<_, _>>().map_err(failed)
}

/// The whole battle with all its stored states; or until its journal has so many entries, with the states folded into
/// one. Every record must be there and have its link in the chain.
pub(crate) async fn load(db: &mut AnyConnection, id: &str, until: Option<usize>) -> Result<Loaded, Error> {
    let battle = battle(db, id).await?;
    let end = battle.until(until.unwrap_or(usize::MAX));
    let mut so_far = SoFar { before: battle.root.clone(), ..SoFar::default() };
    while so_far.next < end {
        let mut rows = raw(db, id, so_far.next, BATCH).await?;
        rows.retain(|row| row.seq < end);
        if rows.is_empty() {
            let next = so_far.next;
            return Err(Error::Damaged(format!("record {next} of {} of {id} is missing", battle.next)));
        }
        let name = id.to_owned();
        so_far = apart(move || so_far.with(&name, &rows)).await??;
    }
    let SoFar { before, added, branch, head, first, entries, .. } = so_far;
    let folded = until.is_some();
    let (entries, snapshots) =
        if folded { fold(db, id, first, entries).await? } else { (entries, snapshots(db, id, first).await?) };
    let chairs = chairs(db, id).await?;
    let journal = head.map(|head| head.journal(&battle.header, entries, snapshots));
    let branch = branch.map(|head| head.journal(&battle.header, Vec::new(), Vec::new()));
    let Battle { header, closed, .. } = battle;
    Ok(Loaded {
        header,
        chairs,
        next: end,
        link: Link(before),
        added,
        branch,
        journal,
        first,
        closed,
        folded,
    })
}

/// What has been read of a battle.
#[derive(Default)]
struct SoFar {
    next: u64,
    /// The last link.
    before: String,
    added: Vec<(Seat, Hex)>,
    branch: Option<Head>,
    head: Option<Head>,
    first: u64,
    entries: Vec<Entry>,
}

impl SoFar {
    fn with(mut self, id: &str, rows: &[Raw]) -> Result<Self, Error> {
        for row in rows {
            self.before = follows(row, self.next, &self.before).map_err(|why| broken(id, self.next, &why))?;
            self.next += 1;
            match row.read(id)?.record {
                Record::Added { seat, bytes } => self.added.push((seat, bytes)),
                Record::Branched(begins) => self.branch = Some(*begins),
                Record::Begun(begun) => {
                    self.head = Some(*begun);
                    self.first = self.next;
                    self.entries.clear();
                }
                Record::Entry(entry) => self.entries.push(entry),
            }
        }
        Ok(self)
    }
}

/// Reads what was fetched. To read much JSON takes long: others on this thread need not wait for it.
pub(crate) async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.map_err(|e| Error::Unavailable(e.to_string()))
}

/// The link of a record, if it is record `seq` and follows the link before it.
pub(crate) fn follows(row: &Raw, seq: u64, before: &str) -> Result<String, String> {
    if row.seq != seq {
        return Err("it is missing".to_owned());
    }
    let link = chain::link(before, row.at, &row.text);
    if link == row.chain { Ok(link) } else { Err("it does not have its hash".to_owned()) }
}

pub(crate) fn broken(id: &str, seq: u64, why: &str) -> Error {
    Error::Damaged(format!("record {seq} of {id}: {why}"))
}

/// The states stored for the journal whose first entry is record `first`.
async fn snapshots(db: &mut AnyConnection, id: &str, first: u64) -> Result<Vec<Snapshot>, Error> {
    let rows = sqlx::query("SELECT snapshot FROM snapshots WHERE battle = $1 AND seq >= $2 ORDER BY seq")
        .bind(id)
        .bind(first as i64)
        .fetch_all(db)
        .await
        .map_err(failed)?;
    // They can be made again from the entries: one that cannot be read is not missed.
    let texts: Vec<String> = rows.iter().filter_map(|row| row.try_get(0).ok()).collect();
    drop(rows);
    apart(move || texts.iter().filter_map(|text| parse(text).ok()).collect()).await
}

/// States that are read at once.
const STATES: u32 = 16;

/// The state that stands for all of those. They are read a few at a time: all of them take more room than the battle.
async fn fold(
    db: &mut AnyConnection,
    id: &str,
    first: u64,
    mut entries: Vec<Entry>,
) -> Result<(Vec<Entry>, Vec<Snapshot>), Error> {
    let (mut fold, mut from) = (Fold::default(), first as i64);
    loop {
        let rows = sqlx::query(
            "SELECT seq, snapshot FROM snapshots WHERE battle = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
        )
        .bind(id)
        .bind(from)
        .bind(i64::from(STATES))
        .fetch_all(&mut *db)
        .await
        .map_err(failed)?;
        let Some(last) = rows.last() else { break };
        from = last.try_get::<i64, _>(0).map_err(failed)? + 1;
        let texts: Vec<String> = rows.iter().filter_map(|row| row.try_get(1).ok()).collect();
        drop(rows);
        let of_use;
        (fold, entries, of_use) = apart(move || {
            let mut states = texts.iter().filter_map(|text| parse(text).ok());
            let of_use = states.all(|state| fold.take(state, &entries));
            (fold, entries, of_use)
        })
        .await?;
        if !of_use {
            break;
        }
    }
    Ok((entries, apart(move || fold.into_one().into_iter().collect()).await?))
}

pub(crate) async fn closed(db: &mut AnyConnection, id: &str) -> Result<bool, Error> {
    let row = sqlx::query("SELECT closed FROM battles WHERE id = $1").bind(id).fetch_optional(db).await;
    let Some(row) = row.map_err(failed)? else { return Err(Error::NoBattle(id.to_owned())) };
    Ok(row.try_get::<i64, _>(0).map_err(failed)? > 0)
}

/// How many records a battle has, and the link of the last.
pub(crate) async fn end(db: &mut AnyConnection, id: &str) -> Result<(u64, Link), Error> {
    let row = sqlx::query(
        "SELECT b.next, CASE WHEN b.next = 0 THEN b.root ELSE r.chain END FROM battles b \
         LEFT JOIN records r ON r.battle = b.id AND r.seq = b.next - 1 WHERE b.id = $1",
    )
    .bind(id)
    .fetch_optional(db)
    .await
    .map_err(failed)?;
    let Some(row) = row else { return Err(Error::NoBattle(id.to_owned())) };
    let next = row.try_get::<i64, _>(0).map_err(failed)? as u64;
    let chain: Option<String> = row.try_get(1).map_err(failed)?;
    let chain = chain.ok_or_else(|| broken(id, next.saturating_sub(1), "it is missing"))?;
    Ok((next, Link(chain)))
}

pub(crate) async fn chair(db: &mut AnyConnection, token: TokenHash) -> Result<Option<(String, Kind)>, Error> {
    let row = sqlx::query("SELECT battle, seat FROM chairs WHERE token = $1 AND revoked IS NULL")
        .bind(token.text())
        .fetch_optional(db)
        .await
        .map_err(failed)?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some((row.try_get(0).map_err(failed)?, kind(row.try_get(1).map_err(failed)?)?)))
}

pub(crate) async fn chairs(db: &mut AnyConnection, id: &str) -> Result<Vec<Chair>, Error> {
    let rows = sqlx::query(
        "SELECT token, seat FROM chairs WHERE battle = $1 AND revoked IS NULL ORDER BY seat, created, token",
    )
    .bind(id)
    .fetch_all(db)
    .await
    .map_err(failed)?;
    let read = |row: AnyRow| {
        let text: String = row.try_get(0).map_err(failed)?;
        let token = TokenHash::read(&text).ok_or_else(|| Error::Damaged(format!("a token of {id}")))?;
        Ok(Chair { kind: kind(row.try_get(1).map_err(failed)?)?, token })
    };
    rows.into_iter().map(read).collect()
}

fn kind(seat: Option<i64>) -> Result<Kind, Error> {
    let Some(number) = seat else { return Ok(Kind::Spectator) };
    let seat = u8::try_from(number).ok().and_then(Seat::new);
    seat.map(Kind::Seat).ok_or_else(|| Error::Damaged(format!("there is no seat {number}")))
}

pub(crate) async fn list(db: &mut AnyConnection, query: Query) -> Result<Page, Error> {
    let most = query.most.clamp(1, MOST_LISTED) as usize;
    let tokens = query.tokens.as_ref().map(|tokens| tokens.iter().take(MOST_TOKENS).collect::<Vec<_>>());
    let (created, id) = query.after.unwrap_or((i64::MAX, String::new()));
    // Only numbers of our own are written into the statement; every value is bound.
    let statement = list_statement(query.state, tokens.as_ref().map(Vec::len), most + 1);
    let mut asked = sqlx::query(AssertSqlSafe(statement)).bind(created).bind(id);
    for token in tokens.into_iter().flatten() {
        asked = asked.bind(token.text());
    }
    let rows = asked.fetch_all(db).await.map_err(failed)?;
    let read = |row: AnyRow| {
        Ok(Listed {
            id: row.try_get(0)?,
            game: row.try_get(1)?,
            scenario: row.try_get(2)?,
            created: row.try_get(3)?,
            changed: row.try_get(4)?,
            next: row.try_get::<i64, _>(5)? as u64,
            closed: row.try_get::<i64, _>(6)? > 0,
        })
    };
    let mut battles: Vec<Listed> = rows.into_iter().map(read).collect::<Result<_, _>>().map_err(failed)?;
    let more = battles.len() > most;
    battles.truncate(most);
    let after = battles.last().filter(|_| more).map(|last| (last.created, last.id.clone()));
    Ok(Page { battles, after })
}

/// The statement for a list: $1 and $2 are where the page before ended, then come the tokens.
fn list_statement(state: State, tokens: Option<usize>, most: usize) -> String {
    let state = match state {
        State::Any => "",
        State::Open => " AND closed = 0",
        State::Closed => " AND closed = 1",
    };
    let tokens = tokens.map_or_else(String::new, |count| {
        let places: Vec<String> = (3..count + 3).map(|n| format!("${n}")).collect();
        let places = if places.is_empty() { "''".to_owned() } else { places.join(", ") };
        format!(" AND id IN (SELECT battle FROM chairs WHERE revoked IS NULL AND token IN ({places}))")
    });
    format!(
        "SELECT id, game, name, created, changed, next, closed FROM battles \
         WHERE (created < $1 OR (created = $1 AND id < $2)){state}{tokens} \
         ORDER BY created DESC, id DESC LIMIT {most}"
    )
}

pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

/// A read that failed.
pub(crate) fn failed(error: sqlx::Error) -> Error {
    Error::Unavailable(error.to_string())
}
