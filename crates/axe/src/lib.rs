//! The axe: real servers, bots that play over real sockets, SIGKILL at random moments.
//!
//! Every bot remembers what it was told: each line, and each choice that was acknowledged. After every restart
//! the server must tell the same lines again, and when a battle is closed its journal must hold every
//! acknowledged choice once, none twice, none that was refused, and must replay to every hash.

mod bot;
mod duel;
mod http;
mod ledger;
mod node;
mod random;

pub use random::Random;

use archive::Place;
use node::Nodes;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How the axe is to fall.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program whose `serve` is killed.
    pub program: PathBuf,
    /// Where battles are kept.
    pub archive: String,
    /// How many servers there are.
    pub nodes: usize,
    /// How often one of them is killed.
    pub kills: u32,
    /// How many battles go on at the same time.
    pub battles: usize,
    /// Which games they play: names of a game and of a scenario.
    pub games: Vec<(String, String)>,
    /// Not killed, but put on a disk that fails: full, short, not flushing, without power.
    pub disk: bool,
    /// For the choices of bots and of moments.
    pub seed: u64,
}

/// What was seen.
#[derive(Debug, Default)]
pub struct Tally {
    /// Choices that were acknowledged.
    pub acknowledged: AtomicU64,
    /// Choices whose answer did not come, so that they were sent again.
    pub repeated: AtomicU64,
    /// Answers that the archive takes nothing.
    pub unavailable: AtomicU64,
    /// Times that a bot joined again and found what it had been told.
    pub rejoined: AtomicU64,
    /// Battles that were closed and whose journals were compared.
    pub judged: AtomicU64,
}

impl Tally {
    fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// A number as it stands.
    pub fn get(counter: &AtomicU64) -> u64 {
        counter.load(Ordering::Relaxed)
    }
}

/// The longest that nothing may be acknowledged.
const PATIENCE: Duration = Duration::from_secs(90);

/// Runs a plan. The error says which promise was broken.
pub async fn run(plan: &Plan) -> Result<Arc<Tally>, String> {
    let tally = Arc::new(Tally::default());
    let nodes = Arc::new(Nodes::start(plan).await?);
    let mut duels = tokio::task::JoinSet::new();
    for n in 0..plan.battles {
        let (game, scenario) = plan.games[n % plan.games.len().max(1)].clone();
        let random = Random::new(plan.seed ^ (n as u64 + 1) << 32);
        duels.spawn(duel::fight_on(Arc::clone(&nodes), game, scenario, random, Arc::clone(&tally)));
    }
    let killed = tokio::select! {
        killed = chop(plan, &nodes, &tally) => killed,
        // A duel ends by itself only when a promise was broken.
        Some(ended) = duels.join_next() => Err(ended.unwrap_or_else(|e| Err(e.to_string())).err().unwrap_or_default()),
    };
    killed?;
    // Everybody finishes the battle that he is in, and it is judged.
    nodes.last_battle();
    let finish = async {
        while let Some(ended) = duels.join_next().await {
            ended.map_err(|e| e.to_string())??;
        }
        Ok::<(), String>(())
    };
    tokio::time::timeout(PATIENCE * 4, finish).await.map_err(|_| "the battles did not end".to_owned())??;
    nodes.stop().await;
    let found = archive::check(&Place::read(&plan.archive), false).await.map_err(|e| e.to_string())?;
    if !found.damaged.is_empty() {
        return Err(format!("the archive is damaged: {:?}", found.damaged));
    }
    Ok(tally)
}

/// Kills, again and again, at moments that nobody can foresee.
async fn chop(plan: &Plan, nodes: &Nodes, tally: &Tally) -> Result<(), String> {
    let mut random = Random::new(plan.seed);
    for kill in 1..=plan.kills {
        // Something has been acknowledged since the last kill; then any moment will do.
        wait_for(tally, 1 + random.below(30)).await?;
        tokio::time::sleep(Duration::from_micros(random.below(60_000))).await;
        let node = random.below(plan.nodes as u64) as usize;
        nodes.kill(node).await?;
        if plan.disk {
            fail(nodes, node, &mut random).await?;
        }
        if kill % 25 == 0 {
            println!("{kill} kills, {} choices acknowledged", Tally::get(&tally.acknowledged));
        }
        // With several servers the dead one is sometimes missed for a while: the others must do.
        if plan.nodes > 1 && random.below(2) == 0 {
            wait_for(tally, 1 + random.below(20)).await?;
        }
        nodes.restart(node).await?;
    }
    wait_for(tally, 1).await
}

/// Lets a server run on a bad disk until it has failed, and ends it.
async fn fail(nodes: &Nodes, node: usize, random: &mut Random) -> Result<(), String> {
    let kind = random.one(&["full", "short", "flush", "cut", "halt", "dark"]).unwrap_or(&"full");
    let within = if *kind == "flush" { 12 } else { 150 };
    let fault = format!("{kind}:{}", 1 + random.below(within));
    let listens = nodes.restart_on_a_bad_disk(node, &fault).await?;
    let began = Instant::now();
    while listens && !nodes.has_failed(node).await {
        if began.elapsed() > PATIENCE {
            return Err(format!("the fault {fault} was not felt"));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Bots go on asking a server whose archive has stopped, and must be refused.
    tokio::time::sleep(Duration::from_millis(200)).await;
    nodes.kill(node).await
}

/// Waits until so many more choices were acknowledged.
async fn wait_for(tally: &Tally, more: u64) -> Result<(), String> {
    let (began, before) = (Instant::now(), Tally::get(&tally.acknowledged));
    while Tally::get(&tally.acknowledged) < before + more {
        if began.elapsed() > PATIENCE {
            return Err(format!("nothing was acknowledged for {} s", PATIENCE.as_secs()));
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}
