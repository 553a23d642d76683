//! `cargo xtask load`: how many battles a server carries, and what a boardgame.io server does beside it.

use crate::{cargo, root, run};
use std::process::Command;

/// How long each measurement takes.
const SECONDS: &str = "20";

/// Measures. `--short` leaves the largest out; `--no-peer` leaves boardgame.io out.
pub(crate) fn load(rest: &[String]) -> Result<(), String> {
    let has = |word: &str| rest.iter().any(|arg| arg == word);
    cargo(&["build", "--release", "--package", "grognard"], &[])?;
    cargo(&["build", "--release", "--package", "server", "--example", "load"], &[])?;
    println!("One choice a second in each battle:");
    for battles in ["100", "1000", "5000"].into_iter().filter(|n| *n != "5000" || !has("--short")) {
        measure(&["--battles", battles, "--rate", "1"])?;
    }
    println!("As fast as the answers come:");
    measure(&["--battles", "50", "--rate", "0"])?;
    if has("--no-peer") { Ok(()) } else { peer() }
}

fn measure(args: &[&str]) -> Result<(), String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let release = target.join("release");
    let mut command = Command::new(release.join("examples/load"));
    run(command.arg(release.join("grognard")).args(args).args(["--seconds", SECONDS]))
}

/// A boardgame.io server with its own file store plays a trivial game for two.
fn peer() -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("grognard-peer-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let script = root().join("bench/boardgame/moves.mjs");
    let installed = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--silent", "boardgame.io@0.50.2", "node-persist@3"])
        .current_dir(&folder)
        .status();
    let done = match installed {
        Ok(status) if status.success() => {
            let moves = Command::new("node").arg(script).args(["50", SECONDS]).current_dir(&folder).status();
            moves
                .map_err(|e| e.to_string())
                .and_then(|s| if s.success() { Ok(()) } else { Err(s.to_string()) })
        }
        Ok(status) => Err(format!("npm install: {status}")),
        Err(e) => Err(format!("npm is needed to compare with boardgame.io: {e}")),
    };
    let _ = std::fs::remove_dir_all(&folder);
    done
}
