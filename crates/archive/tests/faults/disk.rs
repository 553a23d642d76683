//! The worker with the failing disk below it, and what became of it.

use crate::common::Folder;
use bad_disk::Disk;
use std::path::PathBuf;
use std::process::Command;

/// What became of a process.
pub(crate) struct Run {
    /// What it said.
    pub(crate) said: String,
    /// How many records it was told are stored.
    pub(crate) acknowledged: u64,
    /// How many writes and flushes there were.
    pub(crate) writes: u64,
    pub(crate) flushes: u64,
    /// Did it die?
    pub(crate) died: bool,
}

/// Runs the worker on an archive with this fault.
pub(crate) fn run(disk: &Disk, archive: &Folder, fault: &str) -> Run {
    let count: PathBuf = archive.path().join("count");
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "worker", "--ignored", "--nocapture", "--test-threads=1"])
        .envs(disk.environment(fault))
        .env("FAULT_COUNT", &count)
        .env("FAULT_ARCHIVE", archive.path().join("battles.db"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers = std::fs::read_to_string(&count).unwrap_or_default();
    let mut numbers = numbers.split_whitespace().map(|n| n.parse().unwrap());
    let last = said.lines().filter_map(|line| line.strip_prefix("acknowledged ")).next_back();
    Run {
        acknowledged: last.map_or(1, |n| n.parse().unwrap()),
        writes: numbers.next().unwrap_or(0),
        flushes: numbers.next().unwrap_or(0),
        died: output.status.code() == Some(77),
        said,
    }
}
