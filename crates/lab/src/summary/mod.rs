//! What the rows say, in numbers: all that the report shows and `--json` prints.

mod losses;
mod terrain;

pub use losses::{Band, CorpsLosses};
pub use terrain::{Holding, TerrainSummary};

use crate::duel::{Behaviour, behaviour};
use crate::record::{Fallen, Fate, Row, SideRow};
use crate::rows::Rows;
use crate::stats::{Interval, average, correlation, mean, quantile, variance, wilson};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use table::grain::UNIT;

/// So many notes of battles that did not end are repeated.
const NOTES: usize = 20;
/// Battles are put into so many classes of luck.
const CLASSES: usize = 5;

/// What the rows of a run say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The sides, 0 and 1.
    pub sides: [String; 2],
    /// The level of Red.
    pub red: String,
    /// The level of Blue.
    pub blue: String,
    /// Plans a choice.
    pub work: u64,
    /// The seed of the run.
    pub seed: String,
    /// Battles.
    pub battles: u64,
    /// Those that did not end as battles end; nothing else counts them.
    pub failed: u64,
    /// Their numbers and notes, the first of them.
    pub notes: Vec<(u64, String)>,
    /// Battles that each side won.
    pub won: [u64; 2],
    /// Draws.
    pub draws: u64,
    /// Side 0's share of the battles, a draw counting half.
    pub share: Option<Interval>,
    /// The share of the side that is asked first.
    pub first: Option<Interval>,
    /// Red's share, if the players differ.
    pub red_share: Option<Interval>,
    /// How long battles are.
    pub length: Option<Length>,
    /// By which rule they ended: won by side 0, by side 1, drawn.
    pub ended_by: BTreeMap<String, [u64; 3]>,
    /// What each side did and suffered, on average.
    pub means: Option<[Means; 2]>,
    /// How each side behaved.
    pub behaviour: [Behaviour; 2],
    /// Luck.
    pub luck: Option<Luck>,
    /// Hits on each side over time.
    pub losses: [Vec<Band>; 2],
    /// And on each corps.
    pub corps: Vec<CorpsLosses>,
    /// Terrain.
    pub terrain: Vec<TerrainSummary>,
    /// The piece of terrain that matters most, if one does for certain.
    pub matters_most: Option<u32>,
    /// Where units stood and broke: side, square, turns stood, units broken.
    #[serde(skip)]
    pub squares: BTreeMap<(u8, i32, i32), (u64, u64)>,
}

/// How long battles are, in turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Length {
    /// On average.
    pub mean: f64,
    /// Half of them are no longer.
    pub median: f64,
    /// How many of each length.
    pub counts: BTreeMap<u32, u64>,
}

/// Averages of a side's columns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Means {
    /// Units.
    pub units: f64,
    /// Broken units.
    pub broken: f64,
    /// Units lost in any way.
    pub lost: f64,
    /// Hits.
    pub hits: f64,
    /// Luck, with its interval: it should hold 0.
    pub luck: Interval,
    /// Objectives at the end.
    pub objectives: f64,
}

/// Luck of side 0 beyond that of side 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Luck {
    /// How far it usually lies from 0.
    pub spread: f64,
    /// How it goes with winning.
    pub with_winning: Option<Interval>,
    /// Battles in five classes, from the least to the most luck of side 0.
    pub classes: Vec<LuckClass>,
    /// How many battles had which luck, rounded to whole hits.
    pub counts: BTreeMap<i64, u64>,
}

/// Battles of like luck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LuckClass {
    /// The least luck in it.
    pub from: f64,
    /// The most.
    pub to: f64,
    /// How many battles.
    pub battles: u64,
    /// Side 0's share of them.
    pub share: Option<Interval>,
}

/// What these rows say.
pub fn summary(rows: &Rows) -> Summary {
    let ended: Vec<&Row> = rows.battles.iter().filter(|row| row.ended()).collect();
    let won = [0, 1].map(|side| ended.iter().filter(|row| row.winner == Some(side)).count() as u64);
    let notes = rows.battles.iter().filter(|row| !row.ended());
    let terrain = terrain::terrain(rows);
    let run = &rows.run;
    Summary {
        game: run.game.clone(),
        scenario: run.scenario.name.clone(),
        sides: run.sides.clone(),
        red: run.red.clone(),
        blue: run.blue.clone(),
        work: run.work,
        seed: run.seed.to_string(),
        battles: rows.battles.len() as u64,
        failed: (rows.battles.len() - ended.len()) as u64,
        notes: notes.take(NOTES).map(|row| (row.battle, row.note.clone())).collect(),
        won,
        draws: ended.len() as u64 - won[0] - won[1],
        share: share(&ended, |_| Some(0)),
        first: share(&ended, |row| row.first_side),
        red_share: if run.paired() { share(&ended, |row| Some(row.red_side)) } else { None },
        length: length(&ended),
        ended_by: ended_by(&ended),
        means: means(&ended, 0).zip(means(&ended, 1)).map(|(a, b)| [a, b]),
        behaviour: [0, 1].map(|side| behaved(&ended, side)),
        luck: luck(&ended),
        losses: losses::of_sides(rows),
        corps: losses::of_corps(rows),
        matters_most: terrain::matters_most(&terrain),
        terrain,
        squares: squares(rows),
    }
}

/// The share of the battles of a side that may differ from battle to battle.
fn share(rows: &[&Row], side: impl Fn(&Row) -> Option<u8>) -> Option<Interval> {
    let scores: Vec<f64> = rows.iter().filter_map(|row| Some(row.score(side(row)?))).collect();
    wilson(scores.iter().sum(), scores.len() as u64)
}

fn length(rows: &[&Row]) -> Option<Length> {
    let mut turns: Vec<f64> = rows.iter().map(|row| f64::from(row.turns)).collect();
    turns.sort_by(f64::total_cmp);
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(row.turns).or_default() += 1;
    }
    Some(Length { mean: average(&turns)?, median: quantile(&turns, 0.5)?, counts })
}

fn ended_by(rows: &[&Row]) -> BTreeMap<String, [u64; 3]> {
    let mut rules: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for row in rows {
        let counts = rules.entry(row.ended_by.clone()).or_default();
        counts[row.winner.map_or(2, |winner| usize::from(winner.min(1)))] += 1;
    }
    rules
}

fn means(rows: &[&Row], side: usize) -> Option<Means> {
    let all =
        |value: fn(&SideRow) -> f64| -> Vec<f64> { rows.iter().map(|row| value(&row.sides[side])).collect() };
    Some(Means {
        units: average(&all(|s| f64::from(s.units)))?,
        broken: average(&all(|s| s.broken as f64))?,
        lost: average(&all(|s| f64::from(s.lost)))?,
        hits: average(&all(|s| f64::from(s.hits)))?,
        luck: mean(&all(|s| s.luck))?,
        objectives: average(&all(|s| s.objectives as f64))?,
    })
}

fn behaved(rows: &[&Row], side: usize) -> Behaviour {
    let mut sum = SideRow::default();
    for row in rows {
        sum.add(&row.sides[side]);
    }
    behaviour(&sum)
}

fn luck(rows: &[&Row]) -> Option<Luck> {
    let net = |row: &Row| row.sides[0].luck - row.sides[1].luck;
    let mut pairs: Vec<(f64, f64)> = rows.iter().map(|row| (net(row), row.score(0))).collect();
    let values: Vec<f64> = pairs.iter().map(|(luck, _)| *luck).collect();
    let with_winning = correlation(&pairs);
    let mut counts = BTreeMap::new();
    for luck in &values {
        *counts.entry(libm::round(*luck) as i64).or_default() += 1;
    }
    // Stable: battles of equal luck keep their order.
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let classes = (0..CLASSES).filter_map(|n| {
        let class = pairs.get(n * pairs.len() / CLASSES..(n + 1) * pairs.len() / CLASSES)?;
        let points = class.iter().map(|(_, score)| score).sum();
        let (from, to, battles) = (class.first()?.0, class.last()?.0, class.len() as u64);
        Some(LuckClass { from, to, battles, share: wilson(points, battles) })
    });
    Some(Luck { spread: libm::sqrt(variance(&values)?), with_winning, classes: classes.collect(), counts })
}

fn squares(rows: &Rows) -> BTreeMap<(u8, i32, i32), (u64, u64)> {
    let mut squares: BTreeMap<(u8, i32, i32), (u64, u64)> = BTreeMap::new();
    let ended: BTreeSet<u64> = rows.battles.iter().filter(|row| row.ended()).map(|row| row.battle).collect();
    for stand in rows.stands.iter().filter(|stand| ended.contains(&stand.battle)) {
        squares.entry((stand.side, stand.x, stand.y)).or_default().0 += u64::from(stand.count);
    }
    let broken = |unit: &&Fallen| unit.fate == Fate::Broken && ended.contains(&unit.battle);
    for unit in rows.units.iter().filter(broken) {
        let square = (unit.side, unit.x.div_euclid(UNIT), unit.y.div_euclid(UNIT));
        squares.entry(square).or_default().1 += 1;
    }
    squares
}
