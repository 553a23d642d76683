//! Joining the shards of a run.

use crate::agree::pieces;
use crate::fault::Fault;
use crate::folder::{read_run, unused, write_run, write_whole};
use crate::record::TABLES;
use crate::rows::Rows;
use crate::run::{Run, Shard};
use std::fs;
use std::path::{Path, PathBuf};

/// What was joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// So many battles.
    pub battles: u64,
    /// The shards that have fewer of them than others. How many were wanted of a shard is not written.
    pub shorter: Vec<PathBuf>,
}

/// Joins the shards of a run into a new folder: the same files as if it had been fought in one.
pub fn merge(from: &[PathBuf], into: &Path) -> Result<Joined, Fault> {
    let run = same_run(from)?;
    let counts = sound(from)?;
    if into.join("run.json").exists() {
        return Err(Fault::Other(format!("{}: there is a run in this folder already", into.display())));
    }
    fs::create_dir_all(into).map_err(Fault::file(into))?;
    unused(into)?;
    let mut joined = Vec::new();
    for (name, columns) in TABLES {
        let mut rows = Vec::new();
        for folder in from {
            rows.extend(read_rows(&folder.join(name), columns)?);
        }
        // Stable: rows of one battle come from one shard, and keep their order.
        rows.sort_by_key(|(battle, _)| *battle);
        joined.push((name, columns, rows));
    }
    let battles = joined.last().map_or(&[][..], |(_, _, battles)| battles);
    whole(battles)?;
    // What a shard that was cut off has of a battle that does not count is left out.
    let count = battles.len() as u64;
    for (name, columns, rows) in joined {
        let mut text = format!("{columns}\n");
        for (_, row) in rows.iter().filter(|(battle, _)| *battle < count) {
            text += row;
        }
        write_whole(&into.join(name), text.as_bytes())?;
    }
    write_run(into, &run)?;
    let most = counts.iter().max().copied().unwrap_or_default();
    let shorter = from.iter().zip(counts).filter(|(_, own)| *own < most);
    Ok(Joined { battles: count, shorter: shorter.map(|(folder, _)| folder.clone()).collect() })
}

/// Reads all shards before anything is written, so that what is wrong is told of the shard. Gives how many battles
/// each has.
fn sound(from: &[PathBuf]) -> Result<Vec<usize>, Fault> {
    let (mut counts, mut first) = (Vec::new(), None);
    for folder in from {
        let rows = Rows::read(folder)?;
        counts.push(rows.battles.len());
        let Some(own) = pieces(&rows) else { continue };
        let (other, usual) = *first.get_or_insert((folder, own));
        if own != usual {
            let why = format!("battles have {own} pieces of terrain, but {usual} in {}", other.display());
            return Err(Fault::damaged(&folder.join(TABLES[3].0), why));
        }
    }
    Ok(counts)
}

/// Every battle from the first to the last must be there: another number of battles is another run.
fn whole(battles: &[(u64, String)]) -> Result<(), Fault> {
    match (0..).zip(battles).find(|(n, (battle, _))| n != battle) {
        None => Ok(()),
        Some((n, _)) => Err(Fault::Other(format!(
            "battle {n} is missing, but there are later ones: some shard is not finished"
        ))),
    }
}

/// The run that all folders are shards of, each once.
fn same_run(from: &[PathBuf]) -> Result<Run, Fault> {
    let mut whole: Option<Run> = None;
    let (mut numbers, mut of) = (Vec::new(), None);
    for folder in from {
        let run = read_run(folder)?;
        let parts = *of.get_or_insert(run.shard.of());
        let mut other = if parts == run.shard.of() { Vec::new() } else { vec!["shard"] };
        numbers.push(run.shard.number());
        let run = Run { shard: Shard::WHOLE, ..run };
        let first = whole.get_or_insert_with(|| run.clone());
        other.extend(first.differs(&run));
        if !other.is_empty() {
            let what = other.join(", ");
            let sentence = format!("{}: a shard of another run (it differs in: {what})", folder.display());
            return Err(Fault::Other(sentence));
        }
    }
    let of = of.unwrap_or_default();
    numbers.sort_unstable();
    if !numbers.iter().copied().eq(1..=of) {
        let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let sentence = format!("all {of} shards are needed, each once; given are: {}", list.join(", "));
        return Err(Fault::Other(sentence));
    }
    whole.ok_or_else(|| Fault::Other("no folder is given".to_owned()))
}

/// The rows of a table with their battles.
fn read_rows(file: &Path, columns: &str) -> Result<Vec<(u64, String)>, Fault> {
    let text = fs::read_to_string(file).map_err(Fault::file(file))?;
    let mut lines = text.split_inclusive('\n');
    if lines.next().map(str::trim_end) != Some(columns) {
        return Err(Fault::damaged(file, "line 1 is not what the lab writes"));
    }
    let row = |(n, line): (usize, &str)| {
        let battle = line.split(',').next().and_then(|digits| digits.parse().ok());
        match battle.filter(|_| line.ends_with('\n')) {
            Some(battle) => Ok((battle, line.to_owned())),
            None => Err(Fault::damaged(file, format!("line {} is not what the lab writes", n + 2))),
        }
    };
    lines.enumerate().map(row).collect()
}
