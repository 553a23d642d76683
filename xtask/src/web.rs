//! The page: installing what it is made of, building it, checking it, and starting the program with it.

use crate::{cargo, root, run};
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

const USUAL_PORT: u16 = 1815;

const OLDEST_NODE: u32 = 20;
const NEEDS_NODE: &str = "The page needs Node.js 20 or newer with npm";
const GET_NODE: &str = "Install it from https://nodejs.org/ or with your system's packages (Debian: apt-get install \
                        nodejs npm).";

/// Starts the program with its page: builds what is stale, says what it does, opens the browser.
pub(crate) fn play(rest: &[String]) -> Result<(), String> {
    build()?;
    println!("== building the program (the first time takes some minutes)");
    cargo(&["build", "--release", "--package", "grognard", "--features", "page"], &[])?;
    // The same port each time, if it is free: the browser keeps its chairs by address.
    let usual = if TcpListener::bind(("127.0.0.1", USUAL_PORT)).is_ok() { USUAL_PORT } else { 0 };
    let port = rest.first().map_or_else(|| usual.to_string(), Clone::clone);
    let listen = format!("127.0.0.1:{port}");
    println!("== starting the server; Ctrl-C ends it, and every battle is kept");
    let mut command = Command::new(target().join("release/grognard"));
    // One person plays: the computer may have the whole machine meanwhile.
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(64).to_string();
    run(command.args(["serve", "--open", "--listen", &listen, "--thinking-cores", &cores]))
}

/// Installs and builds the page, where that is not done yet.
pub(crate) fn build() -> Result<(), String> {
    installed()?;
    let built = newest(&web().join("dist"));
    let written = ["src", "public", "index.html", "vite.config.ts", "package-lock.json"];
    if built.is_none() || written.iter().any(|name| newest(&web().join(name)) > built) {
        println!("== building the page");
        npm(&["run", "--silent", "build"])?;
    }
    Ok(())
}

/// Types, unit tests and the tests in a real browser.
pub(crate) fn check() -> Result<(), String> {
    build()?;
    npm(&["run", "--silent", "check"])?;
    npm(&["test", "--silent"])?;
    let browser = chromium()?;
    cargo(&["build", "--quiet", "--package", "grognard", "--all-features"], &[])?;
    let program = target().join("debug/grognard");
    let mut command = Command::new("npm");
    command.args(["run", "--silent", "browser"]).env("GROGNARD_PROGRAM", program).env("CHROMIUM", browser);
    in_web(&mut command)
}

/// What the page is made of, as the lock file says.
fn installed() -> Result<(), String> {
    let there = Command::new("npm").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !there.is_ok_and(|status| status.success()) {
        return Err(format!("{NEEDS_NODE}, and `npm` was not found. {GET_NODE}"));
    }
    let said = Command::new("node").arg("--version").output().map(|out| out.stdout).unwrap_or_default();
    let version = String::from_utf8_lossy(&said).trim().to_owned();
    if major(&version).is_none_or(|major| major < OLDEST_NODE) {
        return Err(format!("{NEEDS_NODE}; `node --version` says {version:?}. {GET_NODE}"));
    }
    let (lock, done) = (web().join("package-lock.json"), web().join("node_modules/.package-lock.json"));
    if newest(&done) < newest(&lock) {
        println!("== installing what the page is made of");
        npm(&["ci", "--no-audit", "--no-fund"])?;
    }
    Ok(())
}

/// Asks nothing and waits for nobody for ever. A new machine has no list of packages.
const GET_CHROMIUM: &str = "
set -e
export DEBIAN_FRONTEND=noninteractive
wait='-o DPkg::Lock::Timeout=300 -o Acquire::http::Timeout=30 -o Acquire::Retries=2'
apt-get $wait -qq update
apt-get $wait -qq install --yes --no-install-recommends chromium
";

/// The first number of a version as Node tells it: `v20.11.1`.
fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// The browser of the tests. On Debian, as root, it is installed if it is missing.
pub(crate) fn chromium() -> Result<PathBuf, String> {
    let path = std::env::var_os("CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    if path.exists() {
        return Ok(path);
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.starts_with(b"0\n"));
    if !root || !Path::new("/etc/debian_version").exists() {
        return Err(format!(
            "the browser tests need Chromium at {} (Debian: sudo apt-get install chromium), or its path in CHROMIUM",
            path.display()
        ));
    }
    println!("== installing Chromium");
    let mut command = Command::new("timeout");
    run(command.args(["--kill-after=10", "900", "sh", "-c", GET_CHROMIUM]).stdin(Stdio::null()))?;
    Ok(path)
}

fn npm(args: &[&str]) -> Result<(), String> {
    in_web(Command::new("npm").args(args))
}

fn in_web(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}").replace('"', "");
    match command.current_dir(web()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{shown}: {status}")),
        Err(e) => Err(format!("{shown}: {e}")),
    }
}

fn web() -> PathBuf {
    root().join("web")
}

/// Where cargo puts what it builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// When anything in a folder, or a file, was last changed; `None` if it is not there.
fn newest(path: &Path) -> Option<SystemTime> {
    let about = fs::metadata(path).ok()?;
    if !about.is_dir() {
        return about.modified().ok();
    }
    fs::read_dir(path).ok()?.flatten().filter_map(|entry| newest(&entry.path())).max()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_version_of_node_is_read() {
        assert_eq!(major("v20.11.1"), Some(20));
        assert_eq!(major("v8.0.0"), Some(8));
        assert_eq!(major(""), None, "there is no node");
    }
}
