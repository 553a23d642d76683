//! `cargo xtask axe`: kills servers at random moments and holds them to what they have told.

use axe::{Plan, Tally, run};
use clap::{Parser, ValueEnum};
use own_postgres::Server;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Kills servers at random moments and holds them to what they have told.
#[derive(Parser)]
struct Ask {
    /// How often to kill.
    #[arg(long, default_value_t = 200)]
    kills: u32,
    /// Where battles are kept.
    #[arg(long, value_enum, default_value_t = Store::Sqlite)]
    store: Store,
    /// How many servers share the archive.
    #[arg(long, default_value_t = 1)]
    nodes: usize,
    /// How many battles go on at the same time.
    #[arg(long, default_value_t = 6)]
    battles: usize,
    /// Not killed, but put on a disk that fails: full, short, not flushing, without power.
    #[arg(long)]
    disk: bool,
    /// For the choices of bots and of moments; another each time if none is given.
    #[arg(long)]
    seed: Option<u64>,
    /// The program whose `serve` is killed.
    #[arg(long)]
    program: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Store {
    Sqlite,
    Postgres,
}

#[tokio::main]
async fn main() -> ExitCode {
    match swing(Ask::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("axe: {why}");
            ExitCode::FAILURE
        }
    }
}

async fn swing(ask: Ask) -> Result<(), String> {
    if ask.nodes > 1 && ask.store == Store::Sqlite {
        return Err("several servers share an archive of PostgreSQL, not one of SQLite".to_owned());
    }
    if ask.disk && ask.store == Store::Postgres {
        return Err("the disk that fails is under SQLite".to_owned());
    }
    let folder = std::env::temp_dir().join(format!("axe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let server = if ask.store == Store::Postgres { Some(Server::start()?) } else { None };
    let archive = match &server {
        Some(server) => server.database("axe")?,
        None => folder.join("battles.db").display().to_string(),
    };
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seed = ask.seed.unwrap_or_else(|| clock.map_or(0, |now| now.as_nanos() as u64));
    let what = if ask.disk { "bad disks" } else { "kills" };
    println!("axe: {} {what}, {} server(s), seed {seed}, archive {archive}", ask.kills, ask.nodes);
    let plan = Plan {
        program: ask.program,
        archive,
        nodes: ask.nodes,
        kills: ask.kills,
        battles: ask.battles,
        games: vec![("picket".into(), "ford".into()), ("blucher".into(), "learning".into())],
        disk: ask.disk,
        seed,
    };
    let began = Instant::now();
    // On failure the archive is left for whoever looks for the reason.
    let tally = run(&plan).await?;
    println!(
        "axe: {} {what} in {} s. {} choices acknowledged, {} sent again after no answer, {} refused because the \
         archive takes nothing, {} times joined again with everything told before, {} battles closed and compared. \
         Nothing lost, nothing doubled, every hash the same.",
        ask.kills,
        began.elapsed().as_secs(),
        Tally::get(&tally.acknowledged),
        Tally::get(&tally.repeated),
        Tally::get(&tally.unavailable),
        Tally::get(&tally.rejoined),
        Tally::get(&tally.judged),
    );
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}
