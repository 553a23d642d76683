//! The folder of a run: what is fought, and the rows.
//!
//! Rows stand in the order of the battles. A battle's rows of the long tables are written before its own row, so
//! whatever cuts a run off, the table of battles says how far it came; what the other tables have beyond that is
//! cut away before the run goes on.

use crate::fault::Fault;
use crate::record::{Record, TABLES};
use crate::rows::Rows;
use crate::run::{FORMAT, Run};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The file that says what is fought.
const RUN: &str = "run.json";

/// The folder of a run that is being fought. Nobody else can fight it meanwhile.
pub struct Folder {
    path: PathBuf,
    files: Vec<File>,
    /// How many battles are done.
    pub done: u64,
    _lock: Option<File>,
}

impl Folder {
    /// Opens the folder of a run: a new one, or one in which the same run was begun.
    pub fn open(path: &Path, run: &Run) -> Result<Self, Fault> {
        fs::create_dir_all(path).map_err(Fault::file(path))?;
        let lock = lock(path)?;
        if !path.join(RUN).exists() {
            begin(path, run)?;
        }
        let found = read_run(path)?;
        if found != *run {
            let what = found.differs(run).join(", ");
            let sentence =
                format!("{}: this folder holds another run (it differs in: {what})", path.display());
            return Err(Fault::Other(sentence));
        }
        // Nothing is cut away from a folder that turns out to be damaged.
        let (done, ends) = whole_battles(path, run)?;
        Rows::read(path)?;
        for ((name, _), end) in TABLES.iter().zip(ends) {
            cut(&path.join(name), end)?;
        }
        let open = |(name, _): &(&str, &str)| {
            let file = path.join(name);
            OpenOptions::new().append(true).open(&file).map_err(Fault::file(&file))
        };
        let files = TABLES.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { path: path.to_owned(), files, done, _lock: lock })
    }

    /// Writes what is to be kept of the next battle.
    pub fn append(&mut self, record: &Record) -> Result<(), Fault> {
        let texts = [
            text(&record.losses),
            text(&record.stands),
            text(&record.units),
            text(&record.terrain),
            text(std::slice::from_ref(&record.row)),
        ];
        for ((file, (name, _)), text) in self.files.iter_mut().zip(TABLES).zip(texts) {
            let path = self.path.join(name);
            let text = text.map_err(|why| Fault::damaged(&path, why))?;
            file.write_all(&text).map_err(Fault::file(&path))?;
        }
        self.done += 1;
        Ok(())
    }
}

/// Keeps every other lab out of a folder. Where folders cannot be opened or locked, nobody is kept out.
fn lock(path: &Path) -> Result<Option<File>, Fault> {
    let lock = File::open(path).ok();
    match lock.as_ref().map(File::try_lock) {
        Some(Err(TryLockError::WouldBlock)) => {
            Err(Fault::Other(format!("{}: another lab is writing here", path.display())))
        }
        _ => Ok(lock),
    }
}

/// A new folder. What is fought is written last: before that it is no folder of a run.
fn begin(path: &Path, run: &Run) -> Result<(), Fault> {
    unused(path)?;
    for (name, columns) in TABLES {
        write_whole(&path.join(name), format!("{columns}\n").as_bytes())?;
    }
    write_run(path, run)
}

/// There may be nothing in a new folder but what was written by a lab that was stopped before it began: tables with
/// headings only.
pub(crate) fn unused(path: &Path) -> Result<(), Fault> {
    let heading = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let columns =
            TABLES.iter().find(|(table, _)| name == *table).map(|(_, columns)| format!("{columns}\n"));
        let inside = fs::read(entry.path()).unwrap_or_default();
        columns.is_some_and(|columns| columns.as_bytes().starts_with(&inside))
    };
    let ours = |entry: &fs::DirEntry| entry.file_name() == "run.json.new" || heading(entry);
    let mut inside = fs::read_dir(path).map_err(Fault::file(path))?;
    if inside.any(|entry| !entry.is_ok_and(|entry| ours(&entry))) {
        return Err(Fault::Other(format!("{}: there are other files in this folder", path.display())));
    }
    Ok(())
}

pub(crate) fn write_run(path: &Path, run: &Run) -> Result<(), Fault> {
    let (new, about) = (path.join("run.json.new"), path.join(RUN));
    let text = serde_json::to_string_pretty(run).map_err(|e| Fault::damaged(&about, e))? + "\n";
    write_whole(&new, text.as_bytes())?;
    fs::rename(&new, &about).map_err(Fault::file(&about))
}

pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    fs::write(path, bytes).map_err(Fault::file(path))
}

/// What is fought in a folder.
pub(crate) fn read_run(path: &Path) -> Result<Run, Fault> {
    let about = path.join(RUN);
    let text = fs::read_to_string(&about).map_err(|e| match e.kind() {
        ErrorKind::NotFound => Fault::Other(format!("{}: this is no folder of a run", path.display())),
        _ => Fault::file(&about)(e),
    })?;
    // Before anything else: another form may have other fields.
    let Form { format } = serde_json::from_str(&text).map_err(|e| Fault::damaged(&about, e))?;
    if format != FORMAT {
        return Err(Fault::damaged(&about, format!("format is {format}; this lab reads {FORMAT}")));
    }
    serde_json::from_str(&text).map_err(|e| Fault::damaged(&about, e))
}

/// The form of the files of a folder.
#[derive(Deserialize)]
struct Form {
    format: u32,
}

fn text<T: Serialize>(rows: &[T]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    writer.into_inner().map_err(|e| e.into_error().into())
}

/// How many battles there are, and where the last whole one ends in every table.
fn whole_battles(path: &Path, run: &Run) -> Result<(u64, [u64; TABLES.len()]), Fault> {
    let (last, others) = TABLES.split_last().unwrap_or((&TABLES[0], &[]));
    let file = path.join(last.0);
    let (mut done, mut ends) = (0, [0; TABLES.len()]);
    for line in whole_lines(&file, last.1)? {
        if done > 0 && line.battle != Some(run.number(done - 1)) {
            return Err(Fault::damaged(
                &file,
                format!("line {} is not the row of the next battle", done + 1),
            ));
        }
        (done, ends[others.len()]) = (done + 1, line.end);
    }
    let done = done - 1;
    for ((name, columns), end) in others.iter().zip(&mut ends) {
        let file = path.join(name);
        let wanted = |battle: u64| done > 0 && battle <= run.number(done - 1);
        let lines = whole_lines(&file, columns)?;
        let kept = lines.iter().take_while(|line| line.battle.is_none_or(wanted)).count();
        *end = lines[..kept].last().map_or(0, |line| line.end);
        // Rows are written before the battle's own, so a row can be cut off only while its battle does not count.
        if kept == lines.len() && cut_off(&file, *end)?.is_some_and(wanted) {
            return Err(Fault::damaged(
                &file,
                format!("line {} is cut off, but its battle counts", kept + 1),
            ));
        }
    }
    Ok((done, ends))
}

/// A line of a table: the battle it is about (none: the heading), and where it ends.
struct Line {
    battle: Option<u64>,
    end: u64,
}

/// The lines of a table that are whole. No field has a line break.
fn whole_lines(file: &Path, columns: &str) -> Result<Vec<Line>, Fault> {
    let mut text = Vec::new();
    File::open(file).and_then(|mut f| f.read_to_end(&mut text)).map_err(Fault::file(file))?;
    let (mut lines, mut end) = (Vec::new(), 0);
    for (n, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let Some(words) = line.strip_suffix(b"\n") else { break };
        end += line.len() as u64;
        let first = words.split(|byte| *byte == b',').next().unwrap_or_default();
        let battle = std::str::from_utf8(first).ok().and_then(|digits| digits.parse().ok());
        if (n == 0 && words != columns.as_bytes()) || (n > 0 && battle.is_none()) {
            return Err(Fault::damaged(file, format!("line {} is not what the lab writes", n + 1)));
        }
        lines.push(Line { battle, end });
    }
    if lines.is_empty() { Err(Fault::damaged(file, "the heading is missing")) } else { Ok(lines) }
}

/// The battle of the row that is cut off at the end of a table.
fn cut_off(file: &Path, whole: u64) -> Result<Option<u64>, Fault> {
    let text = fs::read(file).map_err(Fault::file(file))?;
    let rest = text.get(whole as usize..).unwrap_or_default();
    let number = rest.iter().position(|byte| *byte == b',').map(|comma| &rest[..comma]);
    Ok(number.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok()))
}

fn cut(file: &Path, length: u64) -> Result<(), Fault> {
    OpenOptions::new().write(true).open(file).and_then(|f| f.set_len(length)).map_err(Fault::file(file))
}
