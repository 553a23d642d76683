//! Finds the numbers that the staff goes by, from battles of doctrines against each other.
//!
//! ```text
//! cargo run --release -p marshal --example tune -- doctrine [--steps 200] [--pairs 4] [--from 0]
//! cargo run --release -p marshal --example tune -- worth [--battles 400] [--from 0]
//! cargo run --release -p marshal --example tune -- compare [--battles 400] [--from 0]
//! ```
//! Prints them as they stand in the source. `--from` is the first seed; none of them is used for anything else.

mod battle;
mod doctrine;
mod weights;
mod worth;

use dice::Seed;
use umpire::Scenario;

/// Seeds that are used for nothing else.
pub(crate) const TUNING: Seed = Seed::new([0x2a; 32]);

fn number(name: &str, or: u64) -> u64 {
    let args: Vec<String> = std::env::args().collect();
    let place = args.iter().position(|arg| arg == name);
    place.and_then(|n| args.get(n + 1)?.parse().ok()).unwrap_or(or)
}

fn main() {
    let mut scenarios = blucher::scenarios();
    scenarios.push(Scenario { name: "pickup".into(), text: include_str!("../ladder/pickup.toml").into() });
    let pick = |name: &str| scenarios.iter().find(|s| s.name == name);
    // Mostly pickup tables: they are all different. Meetings take longest.
    let names = ["pickup", "learning", "pickup", "pickup", "learning", "pickup", "pickup", "meeting"];
    let fields: Vec<&Scenario> = names.into_iter().filter_map(pick).collect();
    let (battles, from) = (number("--battles", 400), number("--from", 0));
    match std::env::args().nth(1).as_deref() {
        Some("doctrine") => doctrine::tune(&fields, number("--steps", 200), number("--pairs", 4), from),
        Some("worth") => worth::fit(&fields, battles, from),
        Some("compare") => doctrine::compare(&fields, battles, from),
        _ => eprintln!("what is to be found: doctrine, worth or compare"),
    }
}
