//! What developers run: `cargo play`, `cargo verify`, `cargo xtask rules`, `cargo xtask bench`,
//! `cargo xtask load`.
//!
//! It depends on next to nothing, so that it is built in a second.

mod load;
mod rules;
mod verify;
mod web;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask play [PORT]   build the page and the program, start it and open the browser
cargo xtask web           check the page: types, unit tests, and tests in a real browser
cargo xtask verify        formatting, lints, all tests, rule coverage, documentation
cargo xtask rules         how much of the rule registers is cited and tested
    --missing BL-CHG      list the untested items of a section
cargo xtask bench         measure, as a table and as JSON (--json FILE)
    --fight 16 100        only fight 100 battles of 16 units a side, and show where their time goes
cargo xtask load          how many battles a server carries (--short, --no-peer, --peer)
cargo xtask axe           kill servers at random moments and hold them to what they have told
    --kills 200 --store sqlite|postgres --nodes 2 --disk
cargo xtask schemas       write the schemas of the protocol into docs/protocol";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("play") => web::play(rest),
        Some("web") => web::check(),
        Some("verify") => verify::run(),
        Some("rules") => rules::run(rest),
        Some("bench") => cargo(&["run", "--release", "--package", "bench", "--"], rest),
        Some("load") => load::load(rest),
        Some("axe") => axe(rest),
        Some("schemas") => {
            cargo(&["run", "--package", "grognard", "--all-features", "--", "schemas", "docs/protocol"], rest)
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the program and the axe, and lets it fall.
fn axe(rest: &[String]) -> Result<(), String> {
    cargo(&["build", "--package", "grognard", "--package", "axe", "--features", "grognard/reference"], &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let built = target.join("debug");
    run(Command::new(built.join("axe")).arg("--program").arg(built.join("grognard")).args(rest))
}

/// The project's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Runs cargo in the project's folder.
fn cargo(args: &[&str], rest: &[String]) -> Result<(), String> {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    run(Command::new(program).args(args).args(rest))
}

/// Runs a command in the project's folder and waits for it.
fn run(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}").replace('"', "");
    match command.current_dir(root()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{shown}: {status}")),
        Err(e) => Err(format!("{shown}: {e}")),
    }
}
