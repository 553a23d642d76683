//! `grognard serve`: battles for browsers and bots.

use crate::opponents::opponents;
use crate::{Stop, games};
use archive::Place;
use clap::Args;
use server::{Front, Limits, Server};
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// How to serve.
#[derive(Args)]
pub(crate) struct Serve {
    /// Where to listen. Port 0 takes a free one.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:1815")]
    listen: SocketAddr,
    /// Where battles are kept: a file of SQLite, or postgres://… (default: a file in your data directory).
    #[arg(long, value_name = "URL")]
    archive: Option<String>,
    /// A folder with the page, instead of the one built into the program.
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// The server stands behind a proxy that adds the client's address to X-Forwarded-For.
    #[arg(long)]
    proxied: bool,
    /// Another origin from which pages may speak to the server, such as <https://play.example>.
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// Connections in all.
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections)]
    connections: usize,
    /// Connections of one address.
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_per_address)]
    connections_per_address: usize,
    /// Sockets of one address.
    #[arg(long, value_name = "N", default_value_t = Limits::default().sockets_per_address)]
    sockets_per_address: usize,
    /// Requests a second of one address.
    #[arg(long, value_name = "N", default_value_t = Limits::default().requests_a_second)]
    requests_a_second: u32,
    /// Battles that one address may open in an hour.
    #[arg(long, value_name = "N", default_value_t = Limits::default().battles_an_hour)]
    battles_an_hour: u32,
    /// Messages a second of one socket.
    #[arg(long, value_name = "N", default_value_t = Limits::default().messages_a_second)]
    messages_a_second: u32,
    /// Threads that work out what people ask.
    #[arg(long, value_name = "N", default_value_t = Limits::default().workers)]
    workers: usize,
    /// Cores that one computer player may think on.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    thinking_cores: u16,
}

/// Serves until it is told to stop.
pub(crate) fn serve(ask: Serve) -> Result<(), Stop> {
    let filter = EnvFilter::try_from_env("GROGNARD_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    // Choices are decided where they arrive: one that takes long must not hold up everybody on a small machine.
    let threads = std::thread::available_parallelism().map_or(2, usize::from).max(4);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build();
    runtime.map_err(|e| Stop::Bad(format!("no threads: {e}")))?.block_on(run(ask))
}

async fn run(ask: Serve) -> Result<(), Stop> {
    let place = ask.archive.as_deref().map_or_else(own_place, |text| Ok(Place::read(text)))?;
    let opened = archive::open(&place).await.map_err(|e| Stop::Bad(e.to_string()))?;
    for cut in &opened.found.cuts {
        eprintln!(
            "grognard: battle {} was damaged: {} of {} records are kept ({}); the others are in {}",
            cut.battle, cut.kept, cut.had, cut.why, cut.side
        );
    }
    for why in &opened.found.damaged {
        eprintln!("grognard: the archive is damaged, and left as it is: {why}");
    }
    let stopped = stop_signal()?;
    let about = |e: std::io::Error| Stop::Bad(format!("{}: {e}", ask.listen));
    let listener = TcpListener::bind(ask.listen).await.map_err(about)?;
    let address = listener.local_addr().map_err(about)?;
    say(&format!("Grognard listens on http://{address}/"));
    if ask.open {
        open_browser(&format!("http://{address}/"));
    }
    if !address.ip().is_loopback() {
        say(&format!(
            "Whoever reaches this machine at port {} can open battles here and join those whose links he has. \
             There is no encryption: put a proxy with TLS before it (see docs/operations.md).",
            address.port()
        ));
    }
    let server = Server {
        games: games::all(),
        players: opponents(ask.thinking_cores.into()),
        archive: opened.archive,
        limits: limits(&ask),
        front: Front { proxied: ask.proxied, origins: ask.origin },
        page: ask.page,
    };
    server.run(listener, stopped).await;
    say("Grognard has stopped.");
    Ok(())
}

/// Says something, if anybody listens: a server does not fall because the pipe that it speaks into was closed.
fn say(words: &str) {
    let _ = writeln!(std::io::stdout(), "{words}");
}

fn limits(ask: &Serve) -> Limits {
    let usual = Limits::default();
    Limits {
        connections: ask.connections,
        connections_per_address: ask.connections_per_address,
        sockets_per_address: ask.sockets_per_address,
        requests_a_second: ask.requests_a_second,
        battles_an_hour: ask.battles_an_hour,
        battles_at_once: usual.battles_at_once.max(ask.battles_an_hour / 6),
        messages_a_second: ask.messages_a_second,
        burst: usual.burst.max(ask.messages_a_second * 2),
        workers: ask.workers,
        ..usual
    }
}

/// Opens the page; where there is nothing to open it with, the address stands above.
fn open_browser(address: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let begun = std::process::Command::new(program).arg(address).stdout(quiet()).stderr(quiet()).spawn();
    if begun.is_err() {
        say("Open it in your browser.");
    }
}

/// Comes when the program is told to stop.
fn stop_signal() -> Result<impl Future<Output = ()>, Stop> {
    let on = |kind| signal(kind).map_err(|e| Stop::Bad(format!("signals: {e}")));
    let (mut terminate, mut interrupt) = (on(SignalKind::terminate())?, on(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// The archive of this user.
fn own_place() -> Result<Place, Stop> {
    let folder = std::env::var_os("XDG_DATA_HOME").filter(|v| !v.is_empty()).map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    let Some(folder) = folder.or_else(home) else {
        return Err(Stop::Bad("no home directory: name a file with --archive".to_owned()));
    };
    let folder = folder.join("grognard");
    std::fs::create_dir_all(&folder).map_err(|e| Stop::Bad(format!("{}: {e}", folder.display())))?;
    Ok(Place::File(folder.join("battles.db")))
}
