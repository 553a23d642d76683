//! Level against level on many seeds, with the seats exchanged on each: who wins, how surely, and how they behave.
//!
//! ```text
//! cargo run --release -p marshal --example ladder -- ONE TWO [--battles 40] [--scenario meeting] [--held-out]
//!     [--work 100] [--jobs 1] [--seconds 600] [--trace]
//! ```
//! `ONE` and `TWO` are levels; the scenario `pickup` sets up a new table for each pair of battles. Players are tuned
//! on the usual seeds; `--held-out` takes those that are never looked at while tuning.

mod seen;

use blucher::Blucher;
use dice::Seed;
use marshal::arena::{Fought, Player, fight};
use marshal::{Budget, Level};
use seen::{Seen, Watcher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use umpire::Scenario;

/// The seeds that players are tuned on, and those kept apart from it.
const TUNING: Seed = Seed::new([0x11; 32]);
const HELD_OUT: Seed = Seed::new([0x5e; 32]);

struct Args(Vec<String>);

impl Args {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|arg| arg == name)
    }

    fn value(&self, name: &str) -> Option<&str> {
        let place = self.0.iter().position(|arg| arg == name)?;
        self.0.get(place + 1).map(String::as_str)
    }

    fn number(&self, name: &str, or: usize) -> usize {
        self.value(name).and_then(|n| n.parse().ok()).unwrap_or(or)
    }

    fn level(&self, n: usize) -> Option<Level> {
        self.0.get(n)?.parse().ok()
    }
}

fn main() {
    let args = Args(std::env::args().skip(1).collect());
    let (Some(one), Some(two)) = (args.level(0), args.level(1)) else {
        eprintln!("two levels are needed: recruit, sergeant, colonel or marshal");
        std::process::exit(2);
    };
    let name = args.value("--scenario").unwrap_or("meeting");
    let mut scenarios = blucher::scenarios();
    scenarios.push(Scenario { name: "pickup".into(), text: include_str!("pickup.toml").into() });
    let Some(scenario) = scenarios.into_iter().find(|s| s.name == name) else {
        eprintln!("no scenario {name:?}");
        std::process::exit(2);
    };
    let player = |level| Player { level, budget: Budget::work(args.number("--work", 100) as u64) };
    let pair = Pair { scenario, players: [player(one), player(two)], trace: args.has("--trace") };
    let from = if args.has("--held-out") { HELD_OUT } else { TUNING };
    let (battles, next, rows) = (args.number("--battles", 40), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let (start, seconds) = (Instant::now(), args.number("--seconds", usize::MAX));
    std::thread::scope(|scope| {
        for _ in 0..args.number("--jobs", 1) {
            scope.spawn(|| {
                loop {
                    let n = 2 * next.fetch_add(1, Ordering::Relaxed);
                    if n >= battles || start.elapsed().as_secs() as usize >= seconds {
                        break;
                    }
                    for n in [n, n + 1] {
                        match pair.battle(n, &from) {
                            Ok(row) => rows.lock().expect("no thread panics").push(row),
                            Err(why) => eprintln!("battle {n}: {why}"),
                        }
                    }
                }
            });
        }
    });
    let rows = rows.into_inner().expect("no thread panics");
    tell([one, two], &rows, start.elapsed().as_secs_f64());
}

/// Two players on a scenario.
struct Pair {
    scenario: Scenario,
    players: [Player; 2],
    trace: bool,
}

/// A battle: what the first player scored (a half for a draw), and what was seen of both.
struct Row {
    score: f64,
    fought: Fought,
    seen: [Seen; 2],
}

impl Pair {
    /// Battles come in pairs on the same seed, with the seats exchanged.
    fn battle(&self, n: usize, from: &Seed) -> Result<Row, String> {
        let exchanged = n % 2 == 1;
        let mut players = self.players.clone();
        if exchanged {
            players.swap(0, 1);
        }
        let mut watcher = Watcher::new(self.trace);
        let fought = fight::<Blucher>(&self.scenario, &players, &from.nth(n as u64 / 2), &mut watcher)?;
        let mut seen = watcher.seen;
        if exchanged {
            seen.swap(0, 1);
        }
        let score = fought.outcome.winner.map_or(0.5, |winner| f64::from((winner == 0) != exchanged));
        Ok(Row { score, fought, seen })
    }
}

/// The mean of some values and half of its 95 % interval.
fn interval(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let spread = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, 1.96 * (spread / n).sqrt())
}

fn tell(levels: [Level; 2], rows: &[Row], seconds: f64) {
    let scores: Vec<f64> = rows.iter().map(|row| row.score).collect();
    let (mean, half) = interval(&scores);
    let count = |wanted: fn(f64) -> bool| scores.iter().filter(|score| wanted(**score)).count();
    println!(
        "{} against {}: {:.1} % ± {:.1} ({} won, {} drawn, {} lost), {:.2} battles a second",
        levels[0],
        levels[1],
        mean * 100.0,
        half * 100.0,
        count(|s| s > 0.75),
        count(|s| (0.25..0.75).contains(&s)),
        count(|s| s < 0.25),
        rows.len() as f64 / seconds
    );
    let mut ends: Vec<String> = rows.iter().map(|row| row.fought.outcome.rule.to_string()).collect();
    ends.sort();
    let counted = ends.chunk_by(|a, b| a == b).map(|same| format!("{} {}", same.len(), same[0]));
    let turns = rows.iter().map(|row| f64::from(row.fought.turns)).sum::<f64>() / rows.len() as f64;
    println!("  ended by {}, after {turns:.1} turns", counted.collect::<Vec<_>>().join(", "));
    for (i, level) in levels.into_iter().enumerate() {
        let all = rows.iter().fold(Seen::default(), |sum, row| sum.and(&row.seen[i]));
        println!("  {level}: {all}");
    }
}
