//! Losses over time, by side and by corps.

use crate::record::Row;
use crate::rows::Rows;
use crate::stats::quantile;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The middle of the battles, and the band in which four of five of them lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Band {
    /// The turn that begins.
    pub turn: u32,
    /// One battle in ten has no more.
    pub low: f64,
    /// One in two.
    pub median: f64,
    /// Nine in ten.
    pub high: f64,
}

/// Hits on a corps over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CorpsLosses {
    /// Its side.
    pub side: u8,
    /// Its name.
    pub corps: String,
    /// Hits when each turn began.
    pub hits: Vec<Band>,
    /// Units lost at the end, on average.
    pub lost: f64,
}

type Whose = (u8, String);

/// Hits on each side over time.
pub(super) fn of_sides(rows: &Rows) -> [Vec<Band>; 2] {
    let all = over_time(rows, |side, _| (side, String::new()));
    [0, 1].map(|side| all.get(&(side, String::new())).map(|battles| bands(battles)).unwrap_or_default())
}

/// Hits on each corps over time.
pub(super) fn of_corps(rows: &Rows) -> Vec<CorpsLosses> {
    let corps = over_time(rows, |side, corps| (side, corps.to_owned()));
    let lost = lost_at_the_end(rows);
    let of = |(whose, battles): (Whose, Vec<Vec<u32>>)| CorpsLosses {
        hits: bands(&battles),
        lost: lost.get(&whose).copied().unwrap_or(0) as f64 / battles.len().max(1) as f64,
        side: whose.0,
        corps: whose.1,
    };
    corps.into_iter().map(of).collect()
}

/// For each side or corps, each battle's hits when each turn began. A battle that is over stays as it ended.
fn over_time(rows: &Rows, whose: impl Fn(u8, &str) -> Whose) -> BTreeMap<Whose, Vec<Vec<u32>>> {
    let ended: Vec<&Row> = rows.battles.iter().filter(|row| row.ended()).collect();
    let place: BTreeMap<u64, usize> = ended.iter().enumerate().map(|(n, row)| (row.battle, n)).collect();
    let turns = ended.iter().map(|row| row.turns as usize).max().unwrap_or(0) + 1;
    let units = rows.units.iter().filter(|unit| place.contains_key(&unit.battle));
    let known: BTreeSet<Whose> = units.map(|unit| whose(unit.side, &unit.corps)).collect();
    let mut all: BTreeMap<Whose, Vec<Vec<u32>>> =
        known.into_iter().map(|whose| (whose, vec![vec![0; turns]; ended.len()])).collect();
    // Written are sums so far; what is added from one turn to the next can be added up over corps.
    let mut before: BTreeMap<(u64, u8, &str), u32> = BTreeMap::new();
    for loss in &rows.losses {
        let had = before.insert((loss.battle, loss.side, &loss.corps), loss.hits).unwrap_or(0);
        let battles = all.get_mut(&whose(loss.side, &loss.corps));
        let battle = place.get(&loss.battle).and_then(|place| battles?.get_mut(*place));
        for hits in battle.into_iter().flat_map(|b| b.iter_mut().skip((loss.turn as usize).saturating_sub(1)))
        {
            *hits = hits.saturating_add(loss.hits).saturating_sub(had);
        }
    }
    all
}

fn lost_at_the_end(rows: &Rows) -> BTreeMap<Whose, u64> {
    let mut last: BTreeMap<(u64, u8, &str), u32> = BTreeMap::new();
    for loss in &rows.losses {
        last.insert((loss.battle, loss.side, &loss.corps), loss.units);
    }
    let ended: BTreeSet<u64> = rows.battles.iter().filter(|row| row.ended()).map(|row| row.battle).collect();
    let mut sums = BTreeMap::new();
    for ((_, side, corps), units) in last.into_iter().filter(|((battle, _, _), _)| ended.contains(battle)) {
        let sum: &mut u64 = sums.entry((side, corps.to_owned())).or_default();
        *sum = sum.saturating_add(u64::from(units));
    }
    sums
}

fn bands(battles: &[Vec<u32>]) -> Vec<Band> {
    let turns = battles.first().map_or(0, Vec::len);
    let band = |turn: usize| {
        let mut hits: Vec<f64> = battles.iter().filter_map(|b| b.get(turn).map(|h| f64::from(*h))).collect();
        hits.sort_by(f64::total_cmp);
        let at = |share| quantile(&hits, share).unwrap_or(0.0);
        Band { turn: turn as u32 + 1, low: at(0.1), median: at(0.5), high: at(0.9) }
    };
    (0..turns).map(band).collect()
}
