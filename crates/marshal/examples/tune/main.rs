//! Finds the numbers that the staff goes by, from battles of doctrines against each other.
//!
//! ```text
//! cargo run --release -p marshal --example tune -- doctrine [--steps 200] [--pairs 4] [--from 0] [--jobs 1]
//! cargo run --release -p marshal --example tune -- worth [--battles 400] [--from 0] [--jobs 1]
//! cargo run --release -p marshal --example tune -- compare [--battles 400] [--from 0] [--jobs 1]
//! ```
//! Prints them as they stand in the source. `--way FILE` begins with a doctrine that was printed, `--fields NAMES` fights
//! on these scenarios in turn. `--from` is the first seed; none of them is used for anything else.

mod battle;
mod doctrine;
mod weights;
mod worth;

use blucher::staff::Doctrine;
use dice::Seed;
use umpire::Scenario;

/// Seeds that are used for nothing else.
pub(crate) const TUNING: Seed = Seed::new([0x2a; 32]);

/// What stands after an argument.
fn text(name: &str) -> Option<String> {
    let mut args = std::env::args().skip_while(|arg| arg != name);
    args.nth(1)
}

fn number(name: &str, or: u64) -> u64 {
    text(name).and_then(|text| text.parse().ok()).unwrap_or(or)
}

/// The doctrine of the file after `--way`, or the one that stands in the source.
fn way() -> Doctrine {
    let read = |file: &String| std::fs::read_to_string(file).map_err(|e| e.to_string());
    text("--way").map_or(Doctrine::TUNED, |file| match read(&file).and_then(|text| weights::read(&text)) {
        Ok(way) => way,
        Err(why) => {
            eprintln!("{file}: {why}");
            std::process::exit(2);
        }
    })
}

fn main() {
    let scenarios = blucher::scenarios();
    let pick = |name: &str| scenarios.iter().find(|s| s.name == name);
    // Mostly pickup tables: they are all different. Meetings take longest.
    let names = text("--fields").unwrap_or("pickup,learning,pickup,meeting,pickup,learning".into());
    let fields: Vec<&Scenario> = names.split(',').filter_map(pick).collect();
    let (battles, from, jobs) = (number("--battles", 400), number("--from", 0), number("--jobs", 1).max(1));
    match std::env::args().nth(1).as_deref() {
        Some("doctrine") => {
            doctrine::tune(way(), &fields, number("--steps", 200), number("--pairs", 4), from, jobs);
        }
        Some("worth") => worth::fit(&way(), &fields, battles, from, jobs),
        Some("compare") => doctrine::compare(&way(), &fields, battles, from, jobs),
        _ => eprintln!("what is to be found: doctrine, worth or compare"),
    }
}
