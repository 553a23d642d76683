//! How long whole turns take: a level plays itself, each turn within a cap, and the longest turn is told.
//!
//! ```text
//! cargo run --release -p marshal --example caps -- LEVEL [--cap 1000] [--turns 100] [--units 24] [--jobs 1]
//! ```
//! The cap is in milliseconds; 24 units a side meet on a new table for each battle. What is told is the time on the
//! clock, and the processor time of the thread that thought, which does not count what else the machine had to do.

mod clock;

use blucher::Blucher;
use clock::{Spent, Stopwatch};
use dice::{Hex, Seed};
use marshal::{Level, Pace, choose};
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use umpire::{Act, Battle, Chance, Choice, DiceFrom, Opening, Scenario, Seat, Staff, Viewer};

struct Args(Vec<String>);

impl Args {
    fn number(&self, name: &str, or: u64) -> u64 {
        let value = self.0.iter().position(|arg| arg == name).and_then(|place| self.0.get(place + 1));
        value.and_then(|n| n.parse().ok()).unwrap_or(or)
    }
}

fn main() {
    let args = Args(std::env::args().skip(1).collect());
    let Some(level) = args.0.first().and_then(|name| name.parse::<Level>().ok()) else {
        eprintln!("a level is needed: recruit, sergeant, colonel or marshal");
        std::process::exit(2);
    };
    let cap = Duration::from_millis(args.number("--cap", 1000));
    let (wanted, scenario) = (args.number("--turns", 100) as usize, armies(args.number("--units", 24)));
    let (next, turns) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..args.number("--jobs", 1) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let measured = || turns.lock().expect("no thread panics").len();
                    let note = |turn: Spent| turns.lock().expect("no thread panics").push(turn);
                    if measured() >= wanted {
                        break;
                    }
                    if let Err(why) = battle(&scenario, n, level, cap, &note, &|| measured() >= wanted) {
                        eprintln!("battle {n}: {why}");
                        break;
                    }
                }
            });
        }
    });
    tell(level, cap, turns.into_inner().expect("no thread panics"));
}

/// Two equal armies of four corps for a pickup game.
fn armies(units: u64) -> Scenario {
    let mut text = "title = \"Two dozen\"\n[[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n".to_owned();
    for (side, unit) in [0, 1].into_iter().flat_map(|side| (0..units).map(move |unit| (side, unit))) {
        let corps = unit * 4 / units.max(1);
        let arm = match unit % 6 {
            4 => "arm = \"cavalry\"\nelan = 6\ntraits = [\"shock\"]",
            5 => "arm = \"artillery\"\nammo = [5, 4, 4, 3, 2, 2]",
            _ => "arm = \"infantry\"\nelan = 6",
        };
        let _ = writeln!(
            text,
            "[[pickup.unit]]\nside = {side}\nname = \"Unit {side}.{unit}\"\ncorps = \"Corps {corps}\"\n{arm}"
        );
    }
    Scenario { name: "two dozen".into(), text }
}

/// Plays a battle, and tells how long each turn took its side. The setup is not a turn.
fn battle(
    scenario: &Scenario,
    n: u64,
    level: Level,
    cap: Duration,
    note: &dyn Fn(Spent),
    enough: &dyn Fn() -> bool,
) -> Result<(), String> {
    let seed = Seed::new([0x33; 32]).nth(n);
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(seed.reveal().to_vec()), added: Vec::new() };
    let opening = Opening { scenario: scenario.clone(), chance, given: Vec::new() };
    let mut battle = Battle::<Blucher>::open(opening).map_err(|why| format!("{why:?}"))?;
    let mut paces = [Pace::new(cap), Pace::new(cap)];
    let mut spent = [(0, Spent::default()), (0, Spent::default())];
    while let Some(seat) = battle.view(Viewer::Public, usize::MAX).awaited.first().copied() {
        let known = battle.known_to(seat).map_err(|why| format!("{why:?}"))?;
        let (turn, side) = (Blucher::turn(known.state()), usize::from(seat.number() & 1));
        let (of, sum) = &mut spent[side];
        if *of != turn {
            if *of > 0 {
                note(*sum);
            }
            (*of, *sum) = (turn, Spent::default());
            if enough() {
                break;
            }
        }
        let watch = Stopwatch::start();
        let chosen = choose(&known, level, &paces[side].next(turn), &own(&seed, seat));
        paces[side].done();
        *sum = sum.and(watch.stop());
        let chosen = chosen.ok_or("no choice")?;
        let choice = Choice { seat, prompt: chosen.prompt, steps: chosen.steps, id: None, given: Vec::new() };
        battle.act(Act::Play(choice)).map_err(|why| format!("{why:?}"))?;
    }
    Ok(())
}

fn own(seed: &Seed, seat: Seat) -> Seed {
    seed.nth(1 + u64::from(seat.number()))
}

fn tell(level: Level, cap: Duration, turns: Vec<Spent>) {
    for (name, mut times) in [
        ("on the clock", turns.iter().map(|turn| turn.clock).collect::<Vec<_>>()),
        ("of the processor", turns.iter().map(|turn| turn.processor).collect()),
    ] {
        times.sort();
        let (Some(longest), count) = (times.last(), times.len()) else { return };
        let mean = times.iter().sum::<Duration>() / count as u32;
        let late = times.iter().filter(|time| **time >= cap).count();
        println!(
            "{level}, cap {cap:?}: {count} turns, time {name}: mean {mean:?}, 99 % below {:?}, longest \
             {longest:?}, {late} at the cap or over",
            times[(count - 1) * 99 / 100]
        );
    }
}
