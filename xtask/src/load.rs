//! `cargo xtask load`: how many battles a server carries, and what a boardgame.io server does beside it.

use crate::{cargo, root};
use std::path::Path;
use std::process::{Command, Stdio};

/// How long each measurement takes.
const SECONDS: &str = "20";

/// How often the two servers are compared, in turn: a machine is not equally busy all the time.
const ROUNDS: usize = 3;

/// Measures. `--short` leaves the largest out; `--no-peer` leaves boardgame.io out; `--peer` compares and does nothing
/// else.
pub(crate) fn load(rest: &[String]) -> Result<(), String> {
    let has = |word: &str| rest.iter().any(|arg| arg == word);
    cargo(&["build", "--release", "--package", "grognard"], &[])?;
    cargo(&["build", "--release", "--package", "server", "--example", "load"], &[])?;
    if !has("--peer") {
        println!("One choice a second in each battle:");
        for battles in ["100", "1000", "5000"].into_iter().filter(|n| *n != "5000" || !has("--short")) {
            ours(&["--battles", battles, "--rate", "1"])?;
        }
    }
    println!("As fast as the answers come:");
    if has("--no-peer") {
        return ours(&["--battles", "50", "--rate", "0"]).map(drop);
    }
    let folder = std::env::temp_dir().join(format!("grognard-peer-{}", std::process::id()));
    let compared = install(&folder).and_then(|()| compare(&folder));
    let _ = std::fs::remove_dir_all(&folder);
    compared
}

/// Both servers in turn, and how their medians compare.
fn compare(folder: &Path) -> Result<(), String> {
    let (mut choices, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        choices.push(ours(&["--battles", "50", "--rate", "0"])?);
        moves.push(peer(folder)?);
    }
    let (choices, moves) = (median(choices), median(moves));
    println!(
        "medians: {choices} choices/s and {moves} moves/s, {:.1} times as many",
        choices / moves.max(1.0)
    );
    Ok(())
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates.get(rates.len() / 2).copied().unwrap_or_default()
}

/// Measures our server; choices a second.
fn ours(args: &[&str]) -> Result<f64, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let release = target.join("release");
    let mut command = Command::new(release.join("examples/load"));
    rate(command.arg(release.join("grognard")).args(args).args(["--seconds", SECONDS]), "choices/s")
}

/// A boardgame.io server with its own file store plays a trivial game for two; moves a second.
fn peer(folder: &Path) -> Result<f64, String> {
    let script = root().join("bench/boardgame/moves.mjs");
    rate(Command::new("node").arg(script).args(["50", SECONDS]).current_dir(folder), "moves/s")
}

fn install(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--silent", "boardgame.io@0.50.2", "node-persist@3"]);
    match npm.current_dir(folder).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("npm install: {status}")),
        Err(e) => Err(format!("npm is needed to compare with boardgame.io: {e}")),
    }
}

/// Runs a measurement, shows what it says, and gives the number before a unit.
fn rate(command: &mut Command, unit: &str) -> Result<f64, String> {
    let shown = format!("{command:?}").replace('"', "");
    let output = command.stderr(Stdio::inherit()).output().map_err(|e| format!("{shown}: {e}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    print!("{said}");
    if !output.status.success() {
        return Err(format!("{shown}: {}", output.status));
    }
    let words: Vec<&str> = said.split_whitespace().collect();
    let number = words.windows(2).find(|pair| pair[1].trim_end_matches(',') == unit);
    let number = number.and_then(|pair| pair[0].parse().ok());
    number.ok_or_else(|| format!("{shown}: no {unit} in {said:?}"))
}
