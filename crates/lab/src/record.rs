//! What is written of a battle: one row, and rows of the long tables.

use serde::{Deserialize, Serialize};

/// The files of a folder and their columns. The table of battles is the last: a battle counts once its row is there.
pub const TABLES: [(&str, &str); 5] = [
    ("losses.csv", "battle,turn,side,corps,units_lost,hits"),
    ("stands.csv", "battle,side,x,y,count"),
    ("units.csv", "battle,side,corps,name,kind,fate,turn,x,y,hits,fought"),
    ("terrain.csv", "battle,terrain,name,turns,held_0,held_1,middle,fell_0,fell_1"),
    (
        "battles.csv",
        "battle,seed,red_side,first_side,winner,ended_by,turns,choices,\
         units_0,broken_0,lost_0,hits_0,luck_0,fought_0,turns_0,idle_0,charges_0,rash_0,objectives_0,\
         units_1,broken_1,lost_1,hits_1,luck_1,fought_1,turns_1,idle_1,charges_1,rash_1,objectives_1,\
         hash,note",
    ),
];

/// A battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its number.
    pub battle: u64,
    /// Its own seed, in hexadecimal.
    pub seed: String,
    /// The side that Red commanded.
    pub red_side: u8,
    /// The side that was asked first in the first turn.
    pub first_side: Option<u8>,
    /// The side that won; nobody in a draw, or if it did not end.
    pub winner: Option<u8>,
    /// The rule that ended it; empty if it did not end.
    pub ended_by: String,
    /// Turns begun.
    pub turns: u32,
    /// Choices made.
    pub choices: u32,
    /// Each side.
    pub sides: [SideRow; 2],
    /// The hash of the last state.
    pub hash: String,
    /// Why it did not end, if it did not.
    pub note: String,
}

impl Row {
    /// Did it end as battles end?
    pub fn ended(&self) -> bool {
        !self.ended_by.is_empty()
    }

    /// What a side scored: 1 for a battle won, a half for a draw.
    pub fn score(&self, side: u8) -> f64 {
        self.winner.map_or(0.5, |winner| f64::from(winner == side))
    }
}

/// What is written of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideRow {
    /// Units that were ever on the table.
    pub units: u32,
    /// Units broken, by the game's own count.
    pub broken: i64,
    /// Units that left the table, broken or not.
    pub lost: u32,
    /// Boxes that the enemy struck out.
    pub hits: u32,
    /// What its dice gave beyond what such dice give on average.
    pub luck: f64,
    /// Units that were named with dice at least once.
    pub fought: u32,
    /// Turns in which it was asked first.
    pub turns: u32,
    /// Those of them in which none of its units moved or fought.
    pub idle: u32,
    /// Charges.
    pub charges: u32,
    /// Those with a chance below 40 % not to lose.
    pub rash: u32,
    /// Objectives at the end, by the game's own count.
    pub objectives: i64,
}

impl SideRow {
    /// Adds what another side did, where that can be added up.
    pub(crate) fn add(&mut self, did: &Self) {
        self.units = self.units.saturating_add(did.units);
        self.fought = self.fought.saturating_add(did.fought);
        self.turns = self.turns.saturating_add(did.turns);
        self.idle = self.idle.saturating_add(did.idle);
        self.charges = self.charges.saturating_add(did.charges);
        self.rash = self.rash.saturating_add(did.rash);
    }
}

/// What a corps had lost when a turn began; written when that has changed since the turn before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// The battle.
    pub battle: u64,
    /// The turn that began; the one after the last stands for the end.
    pub turn: u32,
    /// The side.
    pub side: u8,
    /// The corps.
    pub corps: String,
    /// Units that have left the table so far.
    pub units: u32,
    /// Boxes struck so far.
    pub hits: u32,
}

/// How often a side's units stood in a square of the table when turns began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// The battle.
    pub battle: u64,
    /// The side.
    pub side: u8,
    /// The square, in units of length from the west edge.
    pub x: i32,
    /// And from the south edge.
    pub y: i32,
    /// Units, summed over the turns.
    pub count: u32,
}

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It stands.
    Stands,
    /// It broke.
    Broken,
    /// It left the table in another way.
    Left,
}

/// A unit and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallen {
    /// The battle.
    pub battle: u64,
    /// Its side.
    pub side: u8,
    /// Its corps.
    pub corps: String,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// What became of it.
    pub fate: Fate,
    /// The turn in which it left, or the last one.
    pub turn: u32,
    /// Where it was last seen, in grains from the west edge.
    pub x: i32,
    /// And from the south edge.
    pub y: i32,
    /// Boxes that the enemy struck out.
    pub hits: u32,
    /// 1 if it fought.
    pub fought: u8,
}

/// A piece of terrain in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TerrainRow {
    /// The battle.
    pub battle: u64,
    /// Its number in the scene.
    pub terrain: u32,
    /// What it is, and its name.
    pub name: String,
    /// Turns that began.
    pub turns: u32,
    /// When side 0 had more units on it.
    pub held_0: u32,
    /// When side 1 had.
    pub held_1: u32,
    /// Who held it when the middle turn began.
    pub middle: Option<u8>,
    /// Units of side 0 that broke on it.
    pub fell_0: u32,
    /// Units of side 1.
    pub fell_1: u32,
}

/// All that is written of a battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The row.
    pub row: Row,
    /// Losses over time.
    pub losses: Vec<Loss>,
    /// Where units stood.
    pub stands: Vec<Stand>,
    /// Units.
    pub units: Vec<Fallen>,
    /// Terrain.
    pub terrain: Vec<TerrainRow>,
}
