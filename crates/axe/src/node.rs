//! The servers: processes that are killed and started again.

use crate::{Plan, Random, http};
use bad_disk::Disk;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// All servers of a run.
pub(crate) struct Nodes {
    program: PathBuf,
    archive: String,
    all: Vec<Mutex<Option<Node>>>,
    last: AtomicBool,
    disk: Option<Disk>,
}

struct Node {
    process: Child,
    address: SocketAddr,
}

impl Nodes {
    pub(crate) async fn start(plan: &Plan) -> Result<Self, String> {
        let all = (0..plan.nodes.max(1)).map(|_| Mutex::new(None)).collect();
        let (program, archive) = (plan.program.clone(), plan.archive.clone());
        let disk = if plan.disk { Some(Disk::build()?) } else { None };
        let nodes = Self { program, archive, all, last: AtomicBool::new(false), disk };
        for n in 0..nodes.all.len() {
            nodes.restart(n).await?;
        }
        Ok(nodes)
    }

    /// Kills a server as the system kills: it is not asked, and it is not warned.
    pub(crate) async fn kill(&self, n: usize) -> Result<(), String> {
        let taken = self.lock(n).take();
        let Some(mut node) = taken else { return Ok(()) };
        node.process.kill().await.map_err(|e| format!("a server could not be killed: {e}"))
    }

    pub(crate) async fn restart(&self, n: usize) -> Result<(), String> {
        let node = launch(Command::new(&self.program), &self.archive).await?;
        *self.lock(n) = Some(node);
        Ok(())
    }

    /// Starts a server on a disk that will fail. It may die of it before it listens.
    pub(crate) async fn restart_on_a_bad_disk(&self, n: usize, fault: &str) -> Result<bool, String> {
        let mut command = Command::new(&self.program);
        command.envs(self.disk.as_ref().ok_or("no bad disk was built")?.environment(fault));
        let node = launch(command, &self.archive).await.ok();
        let listens = node.is_some();
        *self.lock(n) = node;
        Ok(listens)
    }

    /// Has the server died by itself, or did its archive stop?
    pub(crate) async fn has_failed(&self, n: usize) -> bool {
        let lives = |node: &mut Node| matches!(node.process.try_wait(), Ok(None)).then_some(node.address);
        let Some(address) = self.lock(n).as_mut().and_then(lives) else { return true };
        matches!(http::ask(address, "GET", "/health", None).await, Ok((503, _)))
    }

    /// Ends all servers.
    pub(crate) async fn stop(&self) {
        for n in 0..self.all.len() {
            let _ = self.kill(n).await;
        }
    }

    /// The address of a server that lives, as far as is known.
    pub(crate) fn any(&self, random: &mut Random) -> Option<SocketAddr> {
        let live: Vec<SocketAddr> =
            (0..self.all.len()).filter_map(|n| self.lock(n).as_ref().map(|node| node.address)).collect();
        random.one(&live).copied()
    }

    /// No battle is begun any more.
    pub(crate) fn last_battle(&self) {
        self.last.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_last_battle(&self) -> bool {
        self.last.load(Ordering::Relaxed)
    }

    fn lock(&self, n: usize) -> std::sync::MutexGuard<'_, Option<Node>> {
        self.all[n].lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Starts a server on a free port and waits until it says where it listens.
async fn launch(mut command: Command, archive: &str) -> Result<Node, String> {
    command.args(["serve", "--listen", "127.0.0.1:0", "--archive", archive]);
    command.args(["--battles-an-hour", "1000000", "--requests-a-second", "100000"]);
    command.env("GROGNARD_LOG", "error").stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut process = command.spawn().map_err(|e| format!("{command:?}: {e}"))?;
    let output = process.stdout.take().ok_or("a server without output")?;
    let mut lines = BufReader::new(output).lines();
    let said = timeout(Duration::from_mins(1), lines.next_line()).await;
    let line = said.map_err(|_| "a server did not start in time")?.map_err(|e| e.to_string())?;
    let line = line.ok_or("a server ended before it listened")?;
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let address = address.and_then(|a| a.parse().ok()).ok_or_else(|| format!("no address in {line:?}"))?;
    // What it says later is read, or it would have to wait to say it.
    tokio::spawn(async move { while matches!(lines.next_line().await, Ok(Some(_))) {} });
    Ok(Node { process, address })
}
