//! Level against level on many seeds, with the seats exchanged on each: who wins, how surely, and how they behave.
//!
//! `cargo run --release -p marshal --example ladder -- sergeant recruit --battles 200 [--scenario meeting]
//! [--held-out] [--work N] [--jobs 2]`

use blucher::Blucher;
use blucher::step::{Order, Step};
use dice::Seed;
use marshal::arena::{Fought, Player, Watch, fight};
use marshal::{Budget, Chosen, Known, Level};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use umpire::Scenario;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)).cloned();
    let number = |name: &str, or: usize| value(name).and_then(|n| n.parse().ok()).unwrap_or(or);
    let level = |n: usize| args.get(n).and_then(|name| name.parse::<Level>().ok());
    let (Some(one), Some(two)) = (level(0), level(1)) else {
        eprintln!("two levels are needed: recruit, sergeant, colonel or marshal");
        std::process::exit(2);
    };
    let wanted = value("--scenario").unwrap_or_else(|| "meeting".into());
    let scenario = blucher::scenarios().into_iter().find(|s| s.name == wanted).expect("a scenario");
    let held_out = args.iter().any(|a| a == "--held-out");
    let player = |level: Level| Player { level, budget: Budget::work(number("--work", 400) as u64) };
    let battles = number("--battles", 40);
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..number("--jobs", 1) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= battles {
                        break;
                    }
                    let row = battle(&scenario, &player(one), &player(two), n, held_out);
                    rows.lock().expect("rows").push(row);
                }
            });
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    let rows = rows.into_inner().expect("rows");
    tell(one, two, &rows, seconds);
}

/// One battle: who won (1 the first player, 0 the second, a half for a draw) and what was seen.
struct Row {
    score: f64,
    fought: Fought,
    seen: [Seen; 2],
}

/// Seeds for tuning and seeds that were never looked at while tuning.
fn seed(pair: usize, held_out: bool) -> Seed {
    Seed::new([if held_out { 0x5e } else { 0x11 }; 32]).nth(pair as u64)
}

fn battle(scenario: &Scenario, one: &Player, two: &Player, n: usize, held_out: bool) -> Row {
    let exchanged = n % 2 == 1;
    let players = if exchanged { [two.clone(), one.clone()] } else { [one.clone(), two.clone()] };
    let mut watcher = Watcher { trace: std::env::var("TRACE").is_ok(), ..Watcher::default() };
    let fought = fight::<Blucher>(scenario, &players, &seed(n / 2, held_out), &mut watcher);
    let fought = fought.unwrap_or_else(|why| panic!("battle {n}: {why}"));
    let mut seen = watcher.seen;
    if exchanged {
        seen.swap(0, 1);
    }
    let score = match fought.outcome.winner {
        None => 0.5,
        Some(winner) => f64::from((winner == 0) != exchanged),
    };
    Row { score, fought, seen }
}

/// What a player did.
#[derive(Clone, Copy, Default)]
struct Seen {
    turns: u32,
    idle: u32,
    moves: u32,
    charges: u32,
    shots: u32,
    acted: u32,
    last_turn: u32,
}

#[derive(Default)]
struct Watcher {
    seen: [Seen; 2],
    trace: bool,
}

impl Watch<Blucher> for Watcher {
    fn choice(&mut self, known: &Known<Blucher>, chosen: &Chosen<Step>) {
        let state = known.state();
        if self.trace {
            println!("  turn {} {}: {}", state.turn, chosen.seat, chosen.intent);
            if chosen.steps == [Step::EndPhase] {
                for unit in &state.units {
                    let card = unit.card.truth();
                    let (x, y) = (unit.pose.at.x as f64 / 1e4, unit.pose.at.y as f64 / 1e4);
                    let h = unit.pose.heading.grains() / 1000;
                    println!(
                        "      {} {} {:?} {} at {x:.1} {y:.1} {h}",
                        unit.side,
                        card.name,
                        card.arm,
                        unit.current().unwrap_or(0)
                    );
                }
                println!(
                    "      broken {:?} objectives {:?}",
                    state.broken,
                    state.objectives.iter().map(|o| o.control).collect::<Vec<_>>()
                );
            }
        }
        if chosen.seat.number() != state.active {
            return;
        }
        let seen = &mut self.seen[usize::from(chosen.seat.number() & 1)];
        if seen.last_turn != u32::from(state.turn) {
            if seen.last_turn > 0 && seen.acted == 0 {
                seen.idle += 1;
            }
            seen.turns += 1;
            seen.acted = 0;
            seen.last_turn = u32::from(state.turn);
        }
        for step in &chosen.steps {
            match step {
                Step::Order { order: Order::Charge { .. }, .. } => seen.charges += 1,
                Step::Order { order: Order::Hold, .. } => continue,
                Step::Order { .. } => seen.moves += 1,
                Step::Shoot { .. } => seen.shots += 1,
                _ => continue,
            }
            seen.acted += 1;
        }
    }
}

fn tell(one: Level, two: Level, rows: &[Row], seconds: f64) {
    let n = rows.len() as f64;
    let mean = rows.iter().map(|r| r.score).sum::<f64>() / n;
    let spread = rows.iter().map(|r| (r.score - mean) * (r.score - mean)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = 1.96 * (spread / n).sqrt();
    let wins = rows.iter().filter(|r| r.score > 0.75).count();
    let draws = rows.iter().filter(|r| (0.25..0.75).contains(&r.score)).count();
    println!(
        "{one} against {two}: {:.1} % ± {:.1} ({wins} won, {draws} drawn of {n}), {:.1} battles a second",
        mean * 100.0,
        error * 100.0,
        n / seconds
    );
    let mut ends: Vec<String> = rows.iter().map(|r| r.fought.outcome.rule.to_string()).collect();
    ends.sort();
    let mut counted: Vec<(String, usize)> = Vec::new();
    for end in ends {
        match counted.last_mut() {
            Some((last, count)) if *last == end => *count += 1,
            _ => counted.push((end, 1)),
        }
    }
    let turns = rows.iter().map(|r| f64::from(r.fought.turns)).sum::<f64>() / n;
    let first =
        rows.iter().map(|r| r.fought.outcome.winner.map_or(0.5, |w| f64::from(w == 0))).sum::<f64>() / n;
    println!("  the first side: {:.1} %", first * 100.0);
    println!("  ended by {counted:?}, after {turns:.1} turns");
    for (i, level) in [one, two].into_iter().enumerate() {
        let sum = |f: fn(&Seen) -> u32| rows.iter().map(|r| f64::from(f(&r.seen[i]))).sum::<f64>();
        let turns = sum(|s| s.turns);
        println!(
            "  {level}: a turn {:.1} moves, {:.2} charges, {:.2} shots; {:.1} % of turns without action",
            sum(|s| s.moves) / turns,
            sum(|s| s.charges) / turns,
            sum(|s| s.shots) / turns,
            100.0 * sum(|s| s.idle) / turns
        );
    }
}
