//! Moving an archive to another place: from a file to PostgreSQL, or back.

use crate::error::Error;
use crate::sql::check::{Damage, damage, names};
use crate::sql::place::Place;
use crate::sql::read::{broken, failed, raw};
use crate::sql::{connect, read};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row, raw_sql};

/// What was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// How many battles are now in both places, the same.
    pub battles: u64,
    /// How many records of them the other place did not have yet.
    pub records: u64,
    /// Battles that were left as they are, and why: they are damaged, or others there.
    pub left: Vec<String>,
}

/// A column, and what it holds.
struct Column(&'static str, Holds);

#[derive(Clone, Copy)]
enum Holds {
    Text,
    Number,
}

use Holds::{Number, Text};

/// A table: its columns, how its rows belong to a battle, and what is done about one that is there already.
struct Table {
    name: &'static str,
    battle: &'static str,
    columns: &'static [Column],
    there: &'static str,
}

const BATTLES: Table = Table {
    name: "battles",
    battle: "id",
    columns: &[
        Column("id", Text),
        Column("game", Text),
        Column("rules", Number),
        Column("name", Text),
        Column("scenario", Text),
        Column("commitment", Text),
        Column("secret", Text),
        Column("created", Number),
        Column("root", Text),
        Column("changed", Number),
        Column("next", Number),
        Column("begun", Number),
        Column("closed", Number),
    ],
    there: "(id) DO UPDATE SET changed = excluded.changed, next = excluded.next, begun = excluded.begun, \
            closed = excluded.closed",
};

const RECORDS: Table = Table {
    name: "records",
    battle: "battle",
    columns: &[
        Column("battle", Text),
        Column("seq", Number),
        Column("at", Number),
        Column("seat", Number),
        Column("choice", Text),
        Column("record", Text),
        Column("chain", Text),
    ],
    there: "DO NOTHING",
};

const SNAPSHOTS: Table = Table {
    name: "snapshots",
    battle: "battle",
    columns: &[Column("battle", Text), Column("seq", Number), Column("snapshot", Text)],
    there: "DO NOTHING",
};

const CHAIRS: Table = Table {
    name: "chairs",
    battle: "battle",
    columns: &[
        Column("token", Text),
        Column("battle", Text),
        Column("seat", Number),
        Column("created", Number),
        Column("revoked", Number),
    ],
    there: "(token) DO UPDATE SET revoked = excluded.revoked",
};

/// Copies every battle. What is there already is compared and not written again, so a copy can be made while the
/// source is in use and then, when it is not, be brought up to date.
pub async fn copy(from: &Place, to: &Place) -> Result<Copied, Error> {
    if from == to {
        return Err(Error::Open("an archive is not copied onto itself".to_owned()));
    }
    let (mut source, mut target) = (connect(from).await?, connect(to).await?);
    let mut copied = Copied::default();
    let mut after = String::new();
    loop {
        let names = names(&mut source, &after, true).await?;
        let Some(last) = names.last() else { break };
        after.clone_from(last);
        for id in &names {
            match copy_battle(&mut source, &mut target, to, id).await {
                Ok(records) => {
                    copied.battles += 1;
                    copied.records += records;
                }
                Err(Error::Damaged(why) | Error::Exists(why)) => copied.left.push(why),
                Err(other) => return Err(other),
            }
        }
    }
    source.close().await.map_err(failed)?;
    target.close().await.map_err(failed)?;
    Ok(copied)
}

/// Copies one battle, in one transaction on each side.
async fn copy_battle(
    source: &mut AnyConnection,
    target: &mut AnyConnection,
    to: &Place,
    id: &str,
) -> Result<u64, Error> {
    raw_sql("BEGIN").execute(&mut *source).await.map_err(failed)?;
    raw_sql(to.kind().begin()).execute(&mut *target).await.map_err(failed)?;
    let done = copy_rows(source, target, id).await;
    let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
    raw_sql(end).execute(&mut *target).await.map_err(failed)?;
    raw_sql("ROLLBACK").execute(&mut *source).await.map_err(failed)?;
    done
}

async fn copy_rows(source: &mut AnyConnection, target: &mut AnyConnection, id: &str) -> Result<u64, Error> {
    let (next, _) = read::end(source, id).await?;
    let had = match read::end(target, id).await {
        Err(Error::NoBattle(_)) => 0,
        end => end?.0,
    };
    if had > next {
        return Err(Error::Exists(format!("{id} has gone on there: it has {had} records, and {next} here")));
    }
    BATTLES.copy(source, target, id, "").await?;
    RECORDS.copy(source, target, id, &format!(" AND seq >= {had} AND seq < {next}")).await?;
    SNAPSHOTS.copy(source, target, id, "").await?;
    CHAIRS.copy(source, target, id, "").await?;
    compare(source, target, id, next).await?;
    Ok(next - had)
}

/// The copy is whole in itself, and its last link is that of the source: then all before it is the same.
async fn compare(
    source: &mut AnyConnection,
    target: &mut AnyConnection,
    id: &str,
    next: u64,
) -> Result<(), Error> {
    if let Some(Damage { kept, why, .. }) = damage(source, id, None).await? {
        return Err(broken(id, kept, &why));
    }
    if let Some(Damage { kept, .. }) = damage(target, id, None).await? {
        return Err(Error::Exists(format!("{id} is another battle there, from record {kept} on")));
    }
    let (ours, theirs) = (last_link(source, id, next).await?, last_link(target, id, next).await?);
    if ours == theirs { Ok(()) } else { Err(Error::Exists(format!("{id} is another battle there"))) }
}

async fn last_link(db: &mut AnyConnection, id: &str, next: u64) -> Result<String, Error> {
    match next.checked_sub(1) {
        Some(last) => Ok(raw(db, id, last, 1).await?.pop().map(|row| row.chain).unwrap_or_default()),
        None => Ok(read::battle(db, id).await?.root),
    }
}

impl Table {
    /// Copies the rows of a battle that meet a condition of ours.
    async fn copy(
        &self,
        source: &mut AnyConnection,
        target: &mut AnyConnection,
        id: &str,
        condition: &str,
    ) -> Result<(), Error> {
        let columns: Vec<&str> = self.columns.iter().map(|Column(name, _)| *name).collect();
        let places: Vec<String> = (1..=columns.len()).map(|n| format!("${n}")).collect();
        let (columns, places) = (columns.join(", "), places.join(", "));
        let Self { name, battle, there, .. } = self;
        let select = format!("SELECT {columns} FROM {name} WHERE {battle} = $1{condition}");
        let insert = format!("INSERT INTO {name} ({columns}) VALUES ({places}) ON CONFLICT {there}");
        let rows = sqlx::query(AssertSqlSafe(select)).bind(id).fetch_all(source).await.map_err(failed)?;
        for row in rows {
            self.insert(target, &insert, &row).await.map_err(failed)?;
        }
        Ok(())
    }

    async fn insert(
        &self,
        target: &mut AnyConnection,
        insert: &str,
        row: &AnyRow,
    ) -> Result<(), sqlx::Error> {
        let mut query = sqlx::query(AssertSqlSafe(insert.to_owned()));
        for (n, Column(_, holds)) in self.columns.iter().enumerate() {
            query = match holds {
                Text => query.bind(row.try_get::<Option<String>, _>(n)?),
                Number => query.bind(row.try_get::<Option<i64>, _>(n)?),
            };
        }
        query.execute(target).await.map(drop)
    }
}
