//! How many durable appends a second an archive takes: `cargo run --release --example appends -- PLACE`. The place is
//! a new file, `postgres://…`, or `postgres` for a server of its own.
//!
//! First one writer that waits for each answer, then many at once, whose appends are flushed together.

use archive::{Append, Archive, Header, Place, Record};
use dice::Hex;
use own_postgres::Server;
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use umpire::{Chance, DiceFrom, Entry, PromptId, Scenario, Seat, StateHash};

/// How long each measurement takes.
const SPAN: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("where? A new file, postgres://…, or postgres")?;
    let server = if text == "postgres" { Some(Server::start()?) } else { None };
    let text = server.as_ref().map_or(Ok(text), |server| server.database("appends"))?;
    let archive = archive::open(&Place::read(&text)).await?.archive;
    for writers in [1, 10, 100, 1000] {
        measure(&archive, writers).await?;
    }
    archive.close().await?;
    Ok(())
}

/// Lets so many writers append, each to its own battle, as fast as they are answered.
async fn measure(archive: &Arc<dyn Archive>, writers: u32) -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = (0..writers).map(|n| format!("w{writers}-{n}")).collect();
    for id in &names {
        archive.create(header(id), Vec::new()).await?;
    }
    let (mut tasks, start) = (tokio::task::JoinSet::new(), Instant::now());
    for id in names {
        let archive = Arc::clone(archive);
        tasks.spawn(async move {
            let mut waits = Vec::new();
            while start.elapsed() < SPAN {
                let asked = Instant::now();
                if archive.append(append(&id, waits.len() as u64)).await.is_err() {
                    break;
                }
                waits.push(asked.elapsed());
            }
            waits
        });
    }
    let mut waits: Vec<Duration> = tasks.join_all().await.concat();
    let rate = waits.len() as u128 * 1000 / start.elapsed().as_millis().max(1);
    waits.sort_unstable();
    let at = |share: usize| waits.get(waits.len() * share / 100).copied().unwrap_or_default();
    println!("{writers:>5} writers: {rate:>6} appends/s, p50 {:?}, p99 {:?}", at(50), at(99));
    Ok(())
}

fn header(id: &str) -> Header {
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![0; 32]), added: Vec::new() };
    let scenario = Scenario { name: "none".to_owned(), text: String::new() };
    let (id, game) = (id.to_owned(), "none".to_owned());
    Header { id, game, rules: 1, scenario, commitment: Hex(Vec::new()), chance, created: 0 }
}

/// A choice of ordinary size, about 500 bytes.
fn append(battle: &str, n: u64) -> Append {
    let steps = vec![serde_json::json!({ "march": "x".repeat(250) })];
    let (prompt, hash) = (PromptId(n as u32), StateHash::of(&n));
    let (rolls, choice) = (Vec::new(), Some(n.to_string()));
    let entry = Entry::Play { seat: Seat::FIRST, prompt, steps, rolls, hash, choice, forced: false };
    let records = vec![Record::Entry(entry)];
    Append { battle: battle.to_owned(), expected: n, after: None, at: 0, records, snapshots: Vec::new() }
}
