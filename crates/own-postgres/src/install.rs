//! Where PostgreSQL is, and how it gets there.

use crate::finish;
use std::path::{Path, PathBuf};
use std::process::Command;

const HOW: &str =
    "install it (Debian: apt-get install postgresql) or set PGBIN to the folder of its programs";

/// The longest that installing may take, in seconds: a network that never answers does not hold anybody up.
const PATIENCE: &str = "900";

/// Asks nothing, and waits for nobody for ever. Without a cluster of its own: nothing shall run that nobody asked for.
const SCRIPT: &str = "
set -e
export DEBIAN_FRONTEND=noninteractive
wait='-o DPkg::Lock::Timeout=300 -o Acquire::http::Timeout=30 -o Acquire::Retries=2'
apt-get $wait -qq update
apt-get $wait -qq install -y --no-install-recommends postgresql-common
mkdir -p /etc/postgresql-common
echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf
apt-get $wait -qq install -y --no-install-recommends postgresql
";

/// The folder of PostgreSQL's programs; they are installed if they are missing and that can be done.
pub(crate) fn programs() -> Result<PathBuf, String> {
    if let Some(found) = find() {
        return Ok(found);
    }
    if !is_root() || !Path::new("/usr/bin/apt-get").exists() {
        return Err(format!("PostgreSQL is not installed, and this cannot install it: {HOW}"));
    }
    // Of several tests that miss it one installs it, and the others find it.
    let path = std::env::temp_dir().join("own-postgres.lock");
    let lock = std::fs::File::create(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    lock.lock().map_err(|e| e.to_string())?;
    if let Some(found) = find() {
        return Ok(found);
    }
    eprintln!("PostgreSQL is not installed: installing it with apt-get");
    finish(Command::new("timeout").args(["--kill-after=10", PATIENCE, "sh", "-c", SCRIPT]))
        .map_err(|why| format!("{why}; {HOW}"))?;
    find().ok_or_else(|| format!("PostgreSQL was installed, but not where it was looked for: {HOW}"))
}

fn find() -> Option<PathBuf> {
    let whole = |bin: &PathBuf| {
        ["initdb", "postgres", "psql", "createdb", "pg_isready"].iter().all(|p| bin.join(p).exists())
    };
    if let Some(bin) = std::env::var_os("PGBIN").map(PathBuf::from) {
        return Some(bin).filter(whole);
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten().flatten();
    let mut debian: Vec<(u32, PathBuf)> = versions
        .filter_map(|v| Some((v.file_name().to_str()?.parse().ok()?, v.path().join("bin"))))
        .collect();
    debian.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let newest = debian.into_iter().rev().map(|(_, bin)| bin);
    newest.chain(std::env::split_paths(&path)).find(whole)
}

pub(crate) fn is_root() -> bool {
    finish(Command::new("id").arg("-u")).is_ok_and(|id| id == "0")
}
