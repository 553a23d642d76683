//! The failing disk: built from `shim.c`, and put below a process of its own.

use crate::common::Folder;
use std::path::PathBuf;
use std::process::Command;

pub(crate) struct Disk {
    folder: Folder,
}

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

impl Disk {
    /// Compiles the library. The compiler that built SQLite is there wherever this was built.
    pub(crate) fn build() -> Result<Self, String> {
        if !cfg!(target_os = "linux") {
            return Err("it needs Linux".to_owned());
        }
        let folder = Folder::new();
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/shim.c");
        let mut compiler = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
        compiler
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(folder.path().join("shim.so"))
            .arg(source)
            .arg("-ldl");
        let output = compiler.output().map_err(|e| format!("no C compiler ({e}): apt-get install gcc"))?;
        if output.status.success() {
            Ok(Self { folder })
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into())
        }
    }

    /// Runs the worker on an archive with this fault.
    pub(crate) fn run(&self, archive: &Folder, fault: &str) -> Run {
        let count: PathBuf = archive.path().join("count");
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "worker", "--ignored", "--nocapture", "--test-threads=1"])
            .env("LD_PRELOAD", self.folder.path().join("shim.so"))
            .env("FAULT", fault)
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
}
