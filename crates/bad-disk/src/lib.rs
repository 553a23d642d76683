//! A disk that fails on demand, below a process of a test.
//!
//! It is a small library in C, built when it is needed and put between a process and the system. It counts the
//! writes and flushes of a database `battles.db` of SQLite and lets the one that is named go wrong.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/shim.c");

/// A library that was built.
pub struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// Builds it. The compiler that built SQLite is there wherever the project was built. The error says why not.
    pub fn build() -> Result<Self, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if !cfg!(target_os = "linux") {
            return Err("it needs Linux".to_owned());
        }
        let name = format!("bad-disk-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let disk = Self { folder: std::env::temp_dir().join(name) };
        std::fs::create_dir(&disk.folder).map_err(|e| format!("{}: {e}", disk.folder.display()))?;
        let mut compiler = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(disk.library()).arg(SOURCE).arg("-ldl");
        let output = compiler.output().map_err(|e| format!("no C compiler ({e}): apt-get install gcc"))?;
        if output.status.success() { Ok(disk) } else { Err(String::from_utf8_lossy(&output.stderr).into()) }
    }

    fn library(&self) -> PathBuf {
        self.folder.join("disk.so")
    }

    /// The environment of a process that gets this disk, with a fault such as `full:7` (see `shim.c`).
    pub fn environment(&self, fault: &str) -> [(&'static str, OsString); 2] {
        [("LD_PRELOAD", self.library().into()), ("FAULT", fault.into())]
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
