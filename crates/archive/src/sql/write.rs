//! The statements of one write, within a transaction that may hold others.
//!
//! A write that is refused has changed nothing: everything is looked up before anything is changed. So one
//! transaction can hold many writes, and a refused one does not undo its neighbours.

use crate::chain;
use crate::error::Error;
use crate::record::{Append, Appended, Header, LONGEST_RECORD, Link, MOST_RECORDS, Record, Time, check_id};
use crate::seats::{Chair, Kind, TokenHash};
use crate::sql::place::Kind as Place;
use crate::sql::together;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// Something to be written.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    Create(Header, Vec<Chair>),
    Append(Append),
    AddChair(String, Chair, Time),
    Revoke(String, TokenHash, Time),
    Replace(String, TokenHash, TokenHash, Time),
}

/// What became of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    Appended(Appended),
    /// Was anything changed?
    Changed(bool),
}

/// Refused, or the database failed.
pub(crate) enum Trouble {
    Refused(Error),
    Failed(sqlx::Error),
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl Write {
    /// The battle that is written to: writers on several machines take locks in this order.
    pub(crate) fn battle(&self) -> &str {
        match self {
            Self::Create(header, _) => &header.id,
            Self::Append(append) => &append.battle,
            Self::AddChair(battle, ..) | Self::Revoke(battle, ..) | Self::Replace(battle, ..) => battle,
        }
    }

    pub(crate) async fn run(&self, db: &mut AnyConnection, kind: Place) -> Result<Done, Trouble> {
        match self {
            Self::Create(header, chairs) => create(db, header, chairs).await,
            Self::Append(append) => Ok(Done::Appended(together::alone(db, kind, append).await?)),
            Self::AddChair(battle, chair, at) => {
                if sqlx::query("SELECT id FROM battles WHERE id = $1")
                    .bind(battle)
                    .fetch_optional(&mut *db)
                    .await?
                    .is_none()
                {
                    return Err(Error::NoBattle(battle.clone()).into());
                }
                add_chair(db, battle, chair, *at).await?;
                Ok(Done::Changed(true))
            }
            Self::Revoke(battle, token, at) => Ok(Done::Changed(revoke(db, battle, token, *at).await?)),
            Self::Replace(battle, old, new, at) => replace(db, battle, old, new, *at).await,
        }
    }
}

async fn create(db: &mut AnyConnection, header: &Header, chairs: &[Chair]) -> Result<Done, Trouble> {
    check_id(&header.id)?;
    check_text(&header.game)?;
    check_text(&header.scenario.name)?;
    let there = sqlx::query("SELECT id FROM battles WHERE id = $1").bind(&header.id);
    if there.fetch_optional(&mut *db).await?.is_some() {
        return Err(Error::Exists(format!("a battle {:?}", header.id)).into());
    }
    for (i, chair) in chairs.iter().enumerate() {
        let twice = chairs[..i].iter().any(|other| other.token == chair.token);
        if twice || token_used(db, &chair.token).await? {
            return Err(Error::Exists("this token".to_owned()).into());
        }
    }
    let scenario = json(&header.scenario)?;
    let secret = json(&header.chance)?;
    sqlx::query(
        "INSERT INTO battles (id, game, rules, name, scenario, commitment, secret, created, root, changed, \
         next, begun, closed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, 0, NULL, 0)",
    )
    .bind(&header.id)
    .bind(&header.game)
    .bind(i64::from(header.rules))
    .bind(&header.scenario.name)
    .bind(&scenario)
    .bind(header.commitment.to_string())
    .bind(&secret)
    .bind(header.created)
    .bind(chain::root(header, &scenario, &secret))
    .execute(&mut *db)
    .await?;
    for chair in chairs {
        add_chair(db, &header.id, chair, header.created).await?;
    }
    Ok(Done::Changed(true))
}

/// Where a battle stands.
pub(crate) struct Stand {
    pub(crate) next: i64,
    begun: Option<i64>,
    pub(crate) chain: String,
    /// The record with the id of the choice that is to be appended, if there is one.
    pub(crate) repeated: Option<i64>,
}

/// Where a battle stands, from a row of these four columns.
pub(crate) fn read_stand(row: &AnyRow, battle: &str) -> Result<Result<Stand, Error>, sqlx::Error> {
    let next = row.try_get(0)?;
    let Some(chain) = row.try_get(2)? else {
        return Ok(Err(Error::Damaged(format!("the last of {next} records of {battle} is missing"))));
    };
    Ok(Ok(Stand { next, begun: row.try_get(1)?, chain, repeated: row.try_get(3)? }))
}

/// The writer must believe what is there. The number alone would not do: records may have been cut off, and others
/// written in their place.
pub(crate) fn check_expected(append: &Append, stand: &Stand) -> Result<(), Error> {
    let same = append.after.as_ref().is_none_or(|link| link.0 == stand.chain);
    if same && u64::try_from(stand.next).ok() == Some(append.expected) {
        return Ok(());
    }
    let (battle, expected, there) = (append.battle.clone(), append.expected, stand.next as u64);
    Err(Error::Conflict { battle, expected, there })
}

/// How many records a battle has after an append, and which of them its journal begins with.
pub(crate) fn after(append: &Append, stand: &Stand) -> (i64, Option<i64>) {
    let begins = append.records.iter().rposition(|record| matches!(record, Record::Begun(_)));
    let begun = begins.map(|n| stand.next + n as i64).or(stand.begun);
    (stand.next + append.records.len() as i64, begun)
}

/// The links of what is appended, in the order of its records.
pub(crate) fn links(append: &Append, stand: &Stand, texts: &[String]) -> Vec<String> {
    let mut links: Vec<String> = Vec::with_capacity(texts.len());
    for text in texts {
        let before = links.last().unwrap_or(&stand.chain);
        links.push(chain::link(before, append.at, text));
    }
    links
}

/// What is answered when records with these links, at least one, are stored.
pub(crate) fn stored(next: i64, links: &[String]) -> Appended {
    Appended::Stored { next: next as u64, link: Link(links.last().cloned().unwrap_or_default()) }
}

/// The seat and the id of the choice that an append names.
pub(crate) fn named(append: &Append) -> Option<(i64, &str)> {
    append.records.iter().map(Record::choice).find_map(|(seat, id)| Some((i64::from(seat?.number()), id?)))
}

/// States are stored under the seq of the record before which they stand.
pub(crate) async fn keep_snapshots(
    db: &mut AnyConnection,
    append: &Append,
    begun: i64,
) -> Result<(), Trouble> {
    for snapshot in &append.snapshots {
        let after = i64::try_from(snapshot.after).unwrap_or(i64::MAX - 1 - begun);
        sqlx::query(
            // One that is there was damaged, or it would not be stored again.
            "INSERT INTO snapshots (battle, seq, snapshot) VALUES ($1, $2, $3) \
             ON CONFLICT (battle, seq) DO UPDATE SET snapshot = excluded.snapshot",
        )
        .bind(&append.battle)
        .bind(begun + 1 + after)
        .bind(json(snapshot)?)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// The records as they are stored, if they can be.
pub(crate) fn check_append(append: &Append) -> Result<Vec<String>, Error> {
    if append.records.is_empty() || append.records.len() > MOST_RECORDS {
        return Err(Error::Unfit(format!("an append has 1 to {MOST_RECORDS} records")));
    }
    if append.records.iter().filter(|record| record.choice().1.is_some()).count() > 1 {
        return Err(Error::Unfit("an append has at most one choice with an id".to_owned()));
    }
    let mut texts = Vec::with_capacity(append.records.len());
    for record in &append.records {
        check_text(record.choice().1.unwrap_or_default())?;
        let text = json(record)?;
        if text.len() > LONGEST_RECORD {
            return Err(Error::Unfit(format!("a record has at most {LONGEST_RECORD} bytes")));
        }
        texts.push(text);
    }
    Ok(texts)
}

/// PostgreSQL stores no text with a zero in it.
fn check_text(text: &str) -> Result<(), Error> {
    if text.contains('\0') { Err(Error::Unfit("a name has a zero in it".to_owned())) } else { Ok(()) }
}

fn json(thing: &impl serde::Serialize) -> Result<String, Error> {
    serde_json::to_string(thing).map_err(|e| Error::Unfit(e.to_string()))
}

async fn token_used(db: &mut AnyConnection, token: &TokenHash) -> Result<bool, sqlx::Error> {
    let found = sqlx::query("SELECT token FROM chairs WHERE token = $1").bind(token.text());
    Ok(found.fetch_optional(db).await?.is_some())
}

async fn add_chair(db: &mut AnyConnection, battle: &str, chair: &Chair, at: Time) -> Result<(), Trouble> {
    if token_used(db, &chair.token).await? {
        return Err(Error::Exists("this token".to_owned()).into());
    }
    let seat = match chair.kind {
        Kind::Seat(seat) => Some(i64::from(seat.number())),
        Kind::Spectator => None,
    };
    sqlx::query("INSERT INTO chairs (token, battle, seat, created, revoked) VALUES ($1, $2, $3, $4, NULL)")
        .bind(chair.token.text())
        .bind(battle)
        .bind(seat)
        .bind(at)
        .execute(db)
        .await?;
    Ok(())
}

async fn revoke(
    db: &mut AnyConnection,
    battle: &str,
    token: &TokenHash,
    at: Time,
) -> Result<bool, sqlx::Error> {
    let revoke = "UPDATE chairs SET revoked = $1 WHERE token = $2 AND battle = $3 AND revoked IS NULL";
    let done = sqlx::query(revoke).bind(at).bind(token.text()).bind(battle).execute(db).await?;
    Ok(done.rows_affected() > 0)
}

async fn replace(
    db: &mut AnyConnection,
    battle: &str,
    old: &TokenHash,
    new: &TokenHash,
    at: Time,
) -> Result<Done, Trouble> {
    if token_used(db, new).await? {
        return Err(Error::Exists("this token".to_owned()).into());
    }
    if !revoke(db, battle, old, at).await? {
        return Ok(Done::Changed(false));
    }
    sqlx::query(
        "INSERT INTO chairs (token, battle, seat, created, revoked) \
         SELECT $1, battle, seat, $2, NULL FROM chairs WHERE token = $3",
    )
    .bind(new.text())
    .bind(at)
    .bind(old.text())
    .execute(db)
    .await?;
    Ok(Done::Changed(true))
}
