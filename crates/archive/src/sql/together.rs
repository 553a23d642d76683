//! Appends, many at once: each statement does for all of them what it would do for one.
//!
//! A group of choices of different battles is the usual thing on a busy server. Written one by one, each statement is
//! a way to the database and back.

use crate::error::Error;
use crate::record::{Append, Appended, Record};
use crate::sql::place::Kind;
use crate::sql::write::{self, Stand, Trouble, Write};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row};
use std::collections::BTreeMap;

/// So many rows have a statement: few different statements are prepared once and kept.
const SIZES: [usize; 3] = [16, 4, 1];

/// What became of an append.
type Outcome = Result<Appended, Error>;

/// The appends of a group, if it is nothing but appends to different battles. Anything else is written one by one.
pub(crate) fn alike(writes: &[Write]) -> Option<Vec<&Append>> {
    let appends: Vec<&Append> = writes
        .iter()
        .map_while(|write| match write {
            Write::Append(append) => Some(append),
            _ => None,
        })
        .collect();
    // They are sorted by battle.
    let different = appends.windows(2).all(|pair| pair[0].battle != pair[1].battle);
    (appends.len() == writes.len() && different).then_some(appends)
}

/// Stores appends to different battles, sorted by battle. As in [`write`], one that is refused has changed nothing.
pub(crate) async fn run(
    db: &mut AnyConnection,
    kind: Kind,
    appends: &[&Append],
) -> Result<Vec<Outcome>, sqlx::Error> {
    let mut outcomes = Vec::with_capacity(appends.len());
    for some in parts(appends) {
        outcomes.extend(store(db, kind, some).await?);
    }
    Ok(outcomes)
}

/// Stores one append.
pub(crate) async fn alone(db: &mut AnyConnection, kind: Kind, append: &Append) -> Result<Appended, Trouble> {
    // There is one outcome for each.
    Ok(store(db, kind, &[append]).await?.remove(0)?)
}

/// A list in parts of the sizes that statements have.
fn parts<T>(mut list: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = SIZES.into_iter().find(|size| *size <= list.len())?;
        let (part, rest) = list.split_at(size);
        list = rest;
        Some(part)
    })
}

async fn store(db: &mut AnyConnection, kind: Kind, some: &[&Append]) -> Result<Vec<Outcome>, sqlx::Error> {
    if kind == Kind::Postgres {
        lock(db, some).await?;
    }
    let mut stands = stands(db, some).await?;
    let (mut outcomes, mut taken) = (Vec::with_capacity(some.len()), Vec::new());
    for append in some {
        let stand = stands.remove(append.battle.as_str());
        outcomes.push(match check(append, stand) {
            Ok(Checked::Repeated(seq)) => Ok(Appended::Repeated { seq }),
            Ok(Checked::Fits(fits)) => {
                let stored = write::stored(fits.next, &fits.links);
                taken.push((*append, fits));
                Ok(stored)
            }
            Err(error) => Err(error),
        });
    }
    for part in parts(&taken) {
        take(db, part).await?;
    }
    let rows: Vec<Line<'_>> = taken.iter().flat_map(|(append, fits)| lines(append, fits)).collect();
    for part in parts(&rows) {
        insert(db, part).await?;
    }
    for (append, fits) in &taken {
        if let Some(begun) = fits.begun {
            // States prove nothing: what cannot be written of them is made again from the entries.
            if let Err(Trouble::Failed(error)) = write::keep_snapshots(db, append, begun).await {
                return Err(error);
            }
        }
    }
    Ok(outcomes)
}

/// An append that fits: what it brings the battle to.
struct Fits {
    stand: Stand,
    texts: Vec<String>,
    links: Vec<String>,
    next: i64,
    begun: Option<i64>,
}

enum Checked {
    Repeated(u64),
    Fits(Fits),
}

fn check(append: &Append, stand: Option<Result<Stand, Error>>) -> Result<Checked, Error> {
    let texts = write::check_append(append)?;
    let stand = stand.unwrap_or_else(|| Err(Error::NoBattle(append.battle.clone())))?;
    if let Some(seq) = stand.repeated {
        return Ok(Checked::Repeated(seq as u64));
    }
    write::check_expected(append, &stand)?;
    let (next, begun) = write::after(append, &stand);
    let links = write::links(append, &stand, &texts);
    Ok(Checked::Fits(Fits { stand, texts, links, next, begun }))
}

/// Takes the battles' rows in the order of their names, as every writer does. After it nobody else changes them. It is
/// a statement of its own: a statement that waits for a row still sees the records as they were before it waited.
async fn lock(db: &mut AnyConnection, some: &[&Append]) -> Result<(), sqlx::Error> {
    let places = rows(some.len(), &["$"]).replace(['(', ')'], "");
    let text = format!("SELECT id FROM battles WHERE id IN ({places}) ORDER BY id FOR UPDATE");
    let query = some.iter().fold(ask(text), |query, append| query.bind(append.battle.as_str()));
    query.fetch_all(db).await.map(drop)
}

/// Where the battles stand.
async fn stands(
    db: &mut AnyConnection,
    some: &[&Append],
) -> Result<BTreeMap<String, Result<Stand, Error>>, sqlx::Error> {
    let asked = rows(some.len(), &["CAST($ AS TEXT)", "CAST($ AS BIGINT)", "CAST($ AS TEXT)"]);
    let text = format!(
        "WITH asked (battle, seat, choice) AS (VALUES {asked}) \
         SELECT b.next, b.begun, CASE WHEN b.next = 0 THEN b.root ELSE r.chain END, \
         (SELECT c.seq FROM records c WHERE c.battle = b.id AND c.seat = a.seat AND c.choice = a.choice), b.id \
         FROM asked a JOIN battles b ON b.id = a.battle \
         LEFT JOIN records r ON r.battle = b.id AND r.seq = b.next - 1"
    );
    let mut query = ask(text);
    for append in some {
        let (seat, choice) = write::named(append).unzip();
        query = query.bind(append.battle.as_str()).bind(seat).bind(choice);
    }
    let mut stands = BTreeMap::new();
    for row in query.fetch_all(db).await? {
        let battle: String = row.try_get(4)?;
        let stand = write::read_stand(&row, &battle)?;
        stands.insert(battle, stand);
    }
    Ok(stands)
}

/// Brings the battles' rows to their new length. Nobody else can have changed them: SQLite has one writer at a time,
/// and in PostgreSQL they are locked.
async fn take(db: &mut AnyConnection, taken: &[(&Append, Fits)]) -> Result<(), sqlx::Error> {
    let columns: Vec<String> = ["TEXT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT"]
        .map(|t| format!("CAST($ AS {t})"))
        .to_vec();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let text = format!(
        "WITH d (battle, believed, length, head, at, closes) AS (VALUES {}) \
         UPDATE battles SET next = d.length, begun = d.head, changed = d.at, \
         closed = CASE WHEN d.closes > 0 THEN 1 ELSE closed END \
         FROM d WHERE battles.id = d.battle AND battles.next = d.believed",
        rows(taken.len(), &columns)
    );
    let mut query = ask(text);
    for (append, fits) in taken {
        query = query.bind(append.battle.as_str()).bind(fits.stand.next).bind(fits.next).bind(fits.begun);
        query = query.bind(append.at).bind(i64::from(append.records.iter().any(Record::closes)));
    }
    let done = query.execute(db).await?.rows_affected();
    if done == taken.len() as u64 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
}

/// A record's row.
struct Line<'a> {
    append: &'a Append,
    record: &'a Record,
    seq: i64,
    text: &'a str,
    chain: &'a str,
}

fn lines<'a>(append: &'a Append, fits: &'a Fits) -> impl Iterator<Item = Line<'a>> {
    let texts = fits.texts.iter().zip(&fits.links);
    let rows = (fits.stand.next..).zip(texts).zip(&append.records);
    rows.map(move |((seq, (text, chain)), record)| Line { append, record, seq, text, chain })
}

async fn insert(db: &mut AnyConnection, lines: &[Line<'_>]) -> Result<(), sqlx::Error> {
    let values = rows(lines.len(), &["$"; 7]);
    let text = format!("INSERT INTO records (battle, seq, at, seat, choice, record, chain) VALUES {values}");
    let mut query = ask(text);
    for line in lines {
        let (seat, choice) = line.record.choice();
        query = query.bind(line.append.battle.as_str()).bind(line.seq).bind(line.append.at);
        query = query.bind(seat.map(|seat| i64::from(seat.number()))).bind(choice);
        query = query.bind(line.text).bind(line.chain);
    }
    query.execute(db).await.map(drop)
}

/// A statement of our own making: only numbers of places are written into it.
fn ask<'a>(text: String) -> Query<'a, Any, AnyArguments> {
    sqlx::query(AssertSqlSafe(text))
}

/// So many rows of values: each `$` is the next place.
fn rows(count: usize, columns: &[&str]) -> String {
    let mut place = 0;
    let row = || {
        let values: Vec<String> = columns
            .iter()
            .map(|column| {
                place += 1;
                column.replace('$', &format!("${place}"))
            })
            .collect();
        format!("({})", values.join(", "))
    };
    std::iter::repeat_with(row).take(count).collect::<Vec<_>>().join(", ")
}
