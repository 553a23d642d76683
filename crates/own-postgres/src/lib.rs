//! A PostgreSQL server of a test's own, in a temporary folder.
//!
//! It listens on a socket in that folder and nowhere else, and ends with the value that stands for it. Where
//! PostgreSQL is not installed, and the test runs as root on Debian or a system like it, it is installed with
//! apt-get; otherwise the test is told in words why there is none.

mod install;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The user of the database.
const USER: &str = "grognard";
/// How long the server may take to start, and to stop.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server that runs.
pub struct Server {
    bin: PathBuf,
    folder: PathBuf,
    process: Child,
}

impl Server {
    /// Starts a server. The error says why there is none, and how to get one.
    pub fn start() -> Result<Self, String> {
        let bin = install::programs()?;
        let folder = folder()?;
        let started = prepare(&bin, &folder).and_then(|()| launch(&bin, &folder));
        match started {
            Ok(process) => {
                let server = Self { bin, folder, process };
                server.wait_until_ready()?;
                Ok(server)
            }
            Err(why) => {
                let _ = std::fs::remove_dir_all(&folder);
                Err(why)
            }
        }
    }

    /// Makes a new, empty database and gives its URL.
    pub fn database(&self, name: &str) -> Result<String, String> {
        let mut command = Command::new(self.bin.join("createdb"));
        finish(command.arg("-h").arg(&self.folder).args(["-U", USER, name]))?;
        Ok(format!("postgres://{USER}@localhost/{name}?host={}", self.folder.display()))
    }

    /// Runs a statement in a database, as an operator would.
    pub fn psql(&self, database: &str, statement: &str) -> Result<String, String> {
        let mut command = Command::new(self.bin.join("psql"));
        command.arg("-h").arg(&self.folder).args(["-U", USER, "-d", database, "-XAtqc", statement]);
        finish(&mut command)
    }

    fn wait_until_ready(&self) -> Result<(), String> {
        let began = Instant::now();
        loop {
            let mut ready = Command::new(self.bin.join("pg_isready"));
            if finish(ready.arg("-h").arg(&self.folder)).is_ok() {
                return Ok(());
            }
            if began.elapsed() > PATIENCE {
                let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(format!("PostgreSQL did not start: {log}"));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGQUIT: it ends at once; its files are thrown away. Every shell can send it, and not every system has
        // a program for it.
        let kill = format!("kill -QUIT {}", self.process.id());
        let _ = finish(Command::new("sh").args(["-c", &kill]));
        let began = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) {
            if began.elapsed() > PATIENCE {
                let _ = self.process.kill();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A folder of its own. Its path is short: the name of a socket has at most 107 bytes.
fn folder() -> Result<PathBuf, String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("own-postgres-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder)
}

/// Makes the files of the server.
fn prepare(bin: &Path, folder: &Path) -> Result<(), String> {
    if install::is_root() {
        // PostgreSQL refuses to run as root.
        finish(Command::new("chown").arg("postgres:").arg(folder))?;
    }
    let mut initdb = as_user(&bin.join("initdb"));
    initdb.arg("-D").arg(folder.join("data"));
    initdb.args(["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
    finish(&mut initdb).map(drop)
}

fn launch(bin: &Path, folder: &Path) -> Result<Child, String> {
    let log = std::fs::File::create(folder.join("log")).map_err(|e| e.to_string())?;
    let errors = log.try_clone().map_err(|e| e.to_string())?;
    let mut postgres = as_user(&bin.join("postgres"));
    postgres.arg("-D").arg(folder.join("data")).arg("-k").arg(folder);
    postgres.args(["-c", "listen_addresses=", "-c", "max_connections=100"]);
    postgres.stdin(Stdio::null()).stdout(log).stderr(errors).current_dir(folder);
    postgres.spawn().map_err(|e| format!("{postgres:?}: {e}"))
}

/// A program of PostgreSQL, run by a user that it accepts; the process is the program itself.
fn as_user(program: &Path) -> Command {
    if !install::is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "--"]).arg(program);
    command
}

/// Runs a command to its end; its output, or what it said went wrong.
pub(crate) fn finish(command: &mut Command) -> Result<String, String> {
    let said = command.stdin(Stdio::null()).current_dir("/").output();
    let output = said.map_err(|e| format!("{command:?}: {e}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned());
    }
    Err(format!("{command:?}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim_end()))
}
