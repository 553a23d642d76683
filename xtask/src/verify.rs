//! Everything that must hold before a change lands, in the order in which it fails fastest.

use crate::{cargo, rules, web};
use std::process::{Command, Stdio};
use std::time::Instant;

type Step = (&'static str, fn() -> Result<(), String>);

const STEPS: &[Step] = &[
    ("formatting", || cargo(&["fmt", "--all", "--check"], &[])),
    ("rules", || rules::run(&[])),
    // Built before the program, which has it inside.
    ("the page is built", web::build),
    ("lints", || {
        cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"], &[])
    }),
    ("documentation", documentation),
    ("the same bits unoptimised", || golden("bits0")),
    ("the same bits optimised", || golden("bits3")),
    ("examples in the documentation", || {
        cargo(&["test", "--quiet", "--workspace", "--doc", "--all-features"], &[])
    }),
    ("tests", tests),
    ("the page", web::check),
];

/// Runs every step, and stops at the first that fails.
pub(crate) fn run() -> Result<(), String> {
    let start = Instant::now();
    for (name, step) in STEPS {
        println!("== {name}");
        let began = Instant::now();
        step().map_err(|why| format!("verify: {name}: {why}"))?;
        println!("== {name}: {} s", began.elapsed().as_secs());
    }
    println!("verify: all {} steps passed in {} s", STEPS.len(), start.elapsed().as_secs());
    Ok(())
}

/// All tests, with nextest where it is installed: it runs them side by side. One of them opens a browser.
fn tests() -> Result<(), String> {
    let browser = web::chromium()?;
    let nextest = Command::new("cargo")
        .args(["nextest", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    let runner: &[&str] = if nextest { &["nextest", "run"] } else { &["test", "--tests"] };
    let mut command = Command::new("cargo");
    command.args(runner).args(["--workspace", "--all-features"]);
    // The same random cases every time: what is verified today is verified tomorrow. Run the tests by themselves
    // for new ones.
    crate::run(command.env("PROPTEST_RNG_SEED", "1815").env("CHROMIUM", browser))
}

/// Geometry gives the same bits however it is compiled: the same golden file under another profile.
fn golden(profile: &str) -> Result<(), String> {
    cargo(&["test", "--quiet", "--package", "table", "--profile", profile, "--test", "golden"], &[])
}

fn documentation() -> Result<(), String> {
    let mut command = Command::new("cargo");
    command.args(["doc", "--quiet", "--workspace", "--no-deps", "--all-features"]);
    crate::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}
