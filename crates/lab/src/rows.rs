//! The rows of a folder, read again.

use crate::agree::Tables;
use crate::battle::LONGEST;
use crate::fault::Fault;
use crate::folder::read_run;
use crate::record::{Fallen, Loss, Row, Stand, TABLES, TerrainRow};
use crate::run::Run;
use serde::de::DeserializeOwned;
use std::fs;
use std::path::Path;

/// No dice of a battle give so much more than they should.
const LUCKIEST: f64 = 1e6;

/// All rows of a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// What was fought.
    pub run: Run,
    /// A row a battle.
    pub battles: Vec<Row>,
    /// Losses over time.
    pub losses: Vec<Loss>,
    /// Where units stood.
    pub stands: Vec<Stand>,
    /// Units.
    pub units: Vec<Fallen>,
    /// Terrain.
    pub terrain: Vec<TerrainRow>,
}

impl Rows {
    /// Reads all rows of a folder. What the long tables have of a battle that does not count is left out.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let run = read_run(path)?;
        let battles: Vec<Row> = read_table(path, 4)?;
        if let Some(why) = battles.iter().find_map(strange).or_else(|| doubled(&battles)) {
            return Err(Fault::damaged(&path.join(TABLES[4].0), why));
        }
        let mut rows = Self {
            run,
            losses: read_table(path, 0)?,
            stands: read_table(path, 1)?,
            units: read_table(path, 2)?,
            terrain: read_table(path, 3)?,
            battles,
        };
        Tables::of(&mut rows)
            .and_then(|tables| tables.agree(&rows))
            .map_err(|(table, why)| Fault::damaged(&path.join(TABLES[table].0), why))?;
        Ok(rows)
    }
}

/// What no battle can have.
fn strange(row: &Row) -> Option<String> {
    let Row { battle, turns, sides, .. } = row;
    if *turns > LONGEST {
        return Some(format!("battle {battle} has {turns} turns: no battle has so many"));
    }
    let named = [("red_side", Some(row.red_side)), ("first_side", row.first_side), ("winner", row.winner)];
    let beyond = named.into_iter().find_map(|(column, side)| Some((column, side.filter(|side| *side > 1)?)));
    if let Some((column, side)) = beyond {
        return Some(format!("battle {battle} has a {column} of {side}: sides are 0 and 1"));
    }
    // Not a number is beyond it too.
    let luck = sides.iter().map(|side| side.luck).find(|luck| !(luck.abs() <= LUCKIEST));
    luck.map(|luck| format!("battle {battle} has a luck of {luck}: no battle has that"))
}

/// Battles stand in their order, each once.
fn doubled(battles: &[Row]) -> Option<String> {
    let pair = battles.windows(2).find(|pair| pair[0].battle >= pair[1].battle)?;
    Some(format!("battle {} comes after battle {}", pair[1].battle, pair[0].battle))
}

/// The rows of a table that are whole.
fn read_table<T: DeserializeOwned>(path: &Path, table: usize) -> Result<Vec<T>, Fault> {
    let (name, columns) = TABLES[table];
    let file = path.join(name);
    let about = |e: csv::Error| Fault::damaged(&file, e);
    let mut text = fs::read(&file).map_err(Fault::file(&file))?;
    text.truncate(text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
    if text.strip_prefix(columns.as_bytes()).is_none_or(|rest| !rest.starts_with(b"\n")) {
        return Err(Fault::damaged(&file, "line 1 is not what the lab writes"));
    }
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_slice());
    let rows =
        reader.records().map(|record| record.and_then(|record| record.deserialize(None)).map_err(about));
    rows.collect()
}
