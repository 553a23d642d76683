//! Do the tables of a folder agree? What a long table has lost is missed by what the table of battles says of the
//! battle. Of a battle that did not end there may be anything or nothing.

use crate::record::{Fallen, Fate, Loss, Row, TerrainRow};
use crate::rows::Rows;
use std::collections::BTreeMap;
use std::ops::Range;

/// The number of a table, and what is wrong with it.
type Wrong = (usize, String);

/// Where the rows of each battle stand in the long tables.
pub(crate) struct Tables {
    losses: Vec<Range<usize>>,
    units: Vec<Range<usize>>,
    terrain: Vec<Range<usize>>,
}

impl Tables {
    /// Finds the rows of each battle, and leaves out what does not belong to a battle that counts.
    pub(crate) fn of(rows: &mut Rows) -> Result<Self, Wrong> {
        let battles: Vec<u64> = rows.battles.iter().map(|row| row.battle).collect();
        let at = |table: usize| move |why: String| (table, why);
        settle(&battles, &mut rows.stands, |row| row.battle).map_err(at(1))?;
        Ok(Self {
            losses: settle(&battles, &mut rows.losses, |row| row.battle).map_err(at(0))?,
            units: settle(&battles, &mut rows.units, |row| row.battle).map_err(at(2))?,
            terrain: settle(&battles, &mut rows.terrain, |row| row.battle).map_err(at(3))?,
        })
    }

    /// Says what was lost.
    pub(crate) fn agree(&self, rows: &Rows) -> Result<(), Wrong> {
        let mut first = None;
        for (n, row) in rows.battles.iter().enumerate().filter(|(_, row)| row.ended()) {
            losses(row, &rows.losses[self.losses[n].clone()]).map_err(|why| (0, why))?;
            units(row, &rows.units[self.units[n].clone()]).map_err(|why| (2, why))?;
            let pieces = self.terrain[n].len();
            let (before, usual) = *first.get_or_insert((row.battle, pieces));
            if pieces != usual {
                let why = format!(
                    "battle {} has {pieces} pieces of terrain, but battle {before} has {usual}",
                    row.battle
                );
                return Err((3, why));
            }
        }
        Ok(())
    }
}

/// Where the rows of each battle stand in a table. Rows beyond the last battle are left out.
fn settle<T>(battles: &[u64], rows: &mut Vec<T>, battle: fn(&T) -> u64) -> Result<Vec<Range<usize>>, String> {
    let mut end = 0;
    let own = |number: &u64| {
        let from = end;
        end += rows[from..].iter().take_while(|row| battle(row) == *number).count();
        from..end
    };
    let each = battles.iter().map(own).collect();
    let counts = |number: &u64| battles.last().is_some_and(|last| number <= last);
    if let Some(number) = rows[end..].iter().map(battle).find(counts) {
        return Err(format!("a row of battle {number} does not stand with its battle"));
    }
    rows.truncate(end);
    Ok(each)
}

/// The last losses of all corps of a side are its losses.
fn losses(row: &Row, losses: &[Loss]) -> Result<(), String> {
    let mut last: BTreeMap<(u8, &str), &Loss> = BTreeMap::new();
    for loss in losses {
        last.insert((loss.side, &loss.corps), loss);
    }
    for (side, said) in (0..).zip(&row.sides) {
        let own = || last.values().filter(|loss| loss.side == side);
        let found = [sum(own().map(|loss| loss.units)), sum(own().map(|loss| loss.hits))];
        let wanted = [said.lost, said.hits].map(u64::from);
        if found != wanted {
            let ([lost, hits], [all, struck]) = (found, wanted);
            return Err(format!(
                "battle {} ends with {lost} units lost and {hits} hits of side {side}; battles.csv has {all} and {struck}",
                row.battle
            ));
        }
    }
    Ok(())
}

/// Every unit of a side has its row.
fn units(row: &Row, units: &[Fallen]) -> Result<(), String> {
    for (side, said) in (0..).zip(&row.sides) {
        let own = || units.iter().filter(|unit| unit.side == side);
        let lost = own().filter(|unit| unit.fate != Fate::Stands).count() as u64;
        let found = [own().count() as u64, lost, sum(own().map(|unit| unit.hits))];
        let wanted = [said.units, said.lost, said.hits].map(u64::from);
        if found != wanted {
            let ([count, lost, hits], [all, gone, struck]) = (found, wanted);
            return Err(format!(
                "battle {} has {count} units of side {side}, {lost} lost, {hits} hits; battles.csv has {all}, {gone}, {struck}",
                row.battle
            ));
        }
    }
    Ok(())
}

fn sum(numbers: impl Iterator<Item = u32>) -> u64 {
    numbers.map(u64::from).sum()
}

/// How many pieces of terrain a battle has; unknown if none has ended.
pub(crate) fn pieces(rows: &Rows) -> Option<usize> {
    let ended = rows.battles.iter().find(|row| row.ended())?;
    let own = |piece: &&TerrainRow| piece.battle == ended.battle;
    Some(rows.terrain.iter().filter(own).count())
}
