//! Which piece of terrain matters most?
//!
//! A piece is held by the side with more units on it. The measure is how holding it when the middle turn of a battle
//! begins goes with winning: the correlation of the holder (1 for side 0, −1 for side 1, 0 for nobody) with the
//! result. Unlike a difference in shares it does not make much of a piece that is hardly ever held. It says what goes
//! together, not what brings about what.

use crate::record::TerrainRow;
use crate::rows::Rows;
use crate::stats::{Interval, correlation, difference, wilson};
use serde::Serialize;
use std::collections::BTreeMap;

/// Fewer battles than this with another holder than the usual one say nothing.
const FEW: u64 = 20;
/// So many standard errors from 0, so that of twenty pieces hardly one is there by chance.
const SURE: f64 = 3.0;

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
    /// How holding it goes with winning; unknown if it hardly ever has another holder.
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
        with_winning: if varies(&middle) { correlation(&pairs) } else { None },
        middle,
    }
}

fn sign(holder: Option<u8>) -> f64 {
    match holder {
        Some(0) => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    }
}

fn varies(middle: &[Holding; 3]) -> bool {
    let battles = middle.map(|holding| holding.battles);
    battles.iter().sum::<u64>() - battles.iter().max().unwrap_or(&0) >= FEW
}

/// The piece whose holder most often wins, or loses; none if it cannot be told from chance.
pub(super) fn matters_most(terrain: &[TerrainSummary]) -> Option<u32> {
    let size = |piece: &TerrainSummary| piece.with_winning.map_or(0.0, |r| r.value.abs());
    let clear = |piece: &&TerrainSummary| {
        let battles: u64 = piece.middle.iter().map(|holding| holding.battles).sum();
        let errors = libm::atanh(size(piece)) * libm::sqrt((battles as f64 - 3.0).max(0.0));
        errors > SURE
    };
    terrain.iter().filter(clear).max_by(|a, b| size(a).total_cmp(&size(b))).map(|piece| piece.terrain)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A piece held by side 0 in so many battles, of which it won so many, and by side 1 in so many.
    fn held(terrain: u32, own: (u32, u32), other: (u32, u32)) -> TerrainSummary {
        let battles = |middle: u8, (held, won): (u32, u32)| {
            let row = TerrainRow {
                battle: 0,
                terrain,
                name: String::new(),
                turns: 1,
                held_0: 0,
                held_1: 0,
                middle: Some(middle),
                fell_0: 0,
                fell_1: 0,
            };
            (0..held).map(move |n| (row.clone(), f64::from(n < won)))
        };
        let rows: Vec<(TerrainRow, f64)> = battles(0, own).chain(battles(1, other)).collect();
        let rows: Vec<(&TerrainRow, f64)> = rows.iter().map(|(row, score)| (row, *score)).collect();
        piece(terrain, &rows)
    }

    #[test]
    fn what_is_held_by_both_and_goes_with_winning_matters() {
        // Of 100 battles 50 each: 35 and 15 won, r = 0.7 − 0.3 = 0.4; 4.2 standard errors.
        let much = held(3, (50, 35), (50, 15));
        assert!((much.with_winning.unwrap().value - 0.4).abs() < 1e-9);
        assert!((much.difference.unwrap().value - 0.4).abs() < 1e-9);
        // 30 and 20 won: r = 0.2, 2.0 standard errors.
        let little = held(1, (50, 30), (50, 20));
        // One battle in which it was lost tells nothing, however it ended.
        let hardly = held(2, (99, 0), (1, 1));
        assert_eq!(hardly.with_winning, None);
        assert_eq!(matters_most(&[little.clone(), hardly.clone(), much]), Some(3));
        assert_eq!(matters_most(&[little, hardly]), None);
    }
}
