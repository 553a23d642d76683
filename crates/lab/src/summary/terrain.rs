//! Which piece of terrain matters most?
//!
//! A piece is held by the side with more units on it. The measure is how holding it when the middle turn of a battle
//! begins goes with winning: the correlation of the holder (1 for side 0, −1 for side 1, 0 for nobody) with the
//! result. Unlike a difference in shares it does not make much of a piece that is hardly ever held. It says what goes
//! together, not what brings about what.

use crate::folder::Rows;
use crate::record::TerrainRow;
use crate::stats::{Interval, correlation, difference, wilson};
use serde::Serialize;
use std::collections::BTreeMap;

/// What holding a piece of terrain goes with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TerrainSummary {
    /// Its number in the scene.
    pub terrain: u32,
    /// What it is, and its name.
    pub name: String,
    /// The share of turns in which each side held it.
    pub held: [f64; 2],
    /// Units of each side that broke on it, a battle.
    pub fell: [f64; 2],
    /// Side 0's share of the battles in which it was held in the middle by side 0, by side 1, by nobody.
    pub middle: [Holding; 3],
    /// Side 0's share if it held it less its share if the enemy did.
    pub difference: Option<Interval>,
    /// How holding it goes with winning.
    pub with_winning: Option<Interval>,
}

/// Battles in which a piece had the same holder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Holding {
    /// How many.
    pub battles: u64,
    /// Side 0's share of them.
    pub share: Option<Interval>,
}

/// What holding each piece goes with.
pub(super) fn terrain(rows: &Rows) -> Vec<TerrainSummary> {
    let scores: BTreeMap<u64, f64> =
        rows.battles.iter().filter(|row| row.ended()).map(|row| (row.battle, row.score(0))).collect();
    let mut pieces: BTreeMap<u32, Vec<(&TerrainRow, f64)>> = BTreeMap::new();
    for row in &rows.terrain {
        if let Some(score) = scores.get(&row.battle) {
            pieces.entry(row.terrain).or_default().push((row, *score));
        }
    }
    pieces.into_iter().map(|(terrain, rows)| piece(terrain, &rows)).collect()
}

fn piece(terrain: u32, rows: &[(&TerrainRow, f64)]) -> TerrainSummary {
    let sum = |value: fn(&TerrainRow) -> u32| rows.iter().map(|(row, _)| f64::from(value(row))).sum::<f64>();
    let (turns, battles) = (sum(|row| row.turns).max(1.0), (rows.len() as f64).max(1.0));
    let holding = |holder: Option<u8>| {
        let scores: Vec<f64> = rows.iter().filter(|(row, _)| row.middle == holder).map(|(_, s)| *s).collect();
        let battles = scores.len() as u64;
        Holding { battles, share: wilson(scores.iter().sum(), battles) }
    };
    let middle = [holding(Some(0)), holding(Some(1)), holding(None)];
    let pairs: Vec<(f64, f64)> = rows.iter().map(|(row, score)| (sign(row.middle), *score)).collect();
    TerrainSummary {
        terrain,
        name: rows.first().map(|(row, _)| row.name.clone()).unwrap_or_default(),
        held: [sum(|row| row.held_0) / turns, sum(|row| row.held_1) / turns],
        fell: [sum(|row| row.fell_0) / battles, sum(|row| row.fell_1) / battles],
        difference: middle[0].share.zip(middle[1].share).map(|(own, other)| difference(own, other)),
        middle,
        with_winning: correlation(&pairs),
    }
}

fn sign(holder: Option<u8>) -> f64 {
    match holder {
        Some(0) => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    }
}

/// The piece whose holder most often wins, or loses; nobody if none of the intervals leaves 0 out.
pub(super) fn matters_most(terrain: &[TerrainSummary]) -> Option<u32> {
    let clear = |piece: &&TerrainSummary| piece.with_winning.is_some_and(|r| r.low > 0.0 || r.high < 0.0);
    let size = |piece: &TerrainSummary| piece.with_winning.map_or(0.0, |r| r.value.abs());
    terrain.iter().filter(clear).max_by(|a, b| size(a).total_cmp(&size(b))).map(|piece| piece.terrain)
}
