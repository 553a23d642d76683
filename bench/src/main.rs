//! Measures what must be quick: geometry for 24, 48, 96 and 192 units of one density, whole battles of Blücher for
//! 8, 16, 32 and 64 units a side, and how their cost grows.
//!
//! Machines are noisy: numbers of geometry are the best of several rounds, the comparison with the plain way is
//! made in the same run, and battles are counted in hundreds. `cargo xtask bench [--json FILE]`; with
//! `--fight UNITS BATTLES` it only fights, for a profiler to look at.

mod battles;
mod clock;
mod games;
mod geometry;
mod profile;
mod refights;

use clock::{Row, exponent};
use serde_json::{Value, json};
use std::process::ExitCode;

/// How many units.
const SIZES: [usize; 4] = [24, 48, 96, 192];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = match args.as_slice() {
        [] => None,
        [flag, file] if flag == "--json" => Some(file),
        [flag, units, battles] if flag == "--fight" => {
            let [Ok(units @ 2..=96), Ok(battles @ 1..)] = [units, battles].map(|n| n.parse::<usize>()) else {
                return usage();
            };
            let fought = refights::refights(units, battles);
            fought.print();
            fought.print_profile();
            return ExitCode::SUCCESS;
        }
        _ => return usage(),
    };
    let growing = [
        ("sight, all pairs", clock::rows(&SIZES, geometry::sight)),
        ("first contact, each unit", clock::rows(&SIZES, geometry::first_contact)),
        ("reach region, each unit", clock::rows(&SIZES, geometry::reach_region)),
        ("state clone", clock::rows(&SIZES, games::clone)),
    ];
    println!("{:28} {:>6} {:>12} {:>12} {:>9}", "what", "units", "µs in all", "µs a unit", "exponent");
    for (name, rows) in &growing {
        print_rows(name, rows);
    }
    let plain = geometry::against_the_plain_way();
    let odds = games::odds();
    println!("{:28} {:>6} {:>12.1} times", "sight: the plain way takes", 48, plain);
    println!("{:28} {:>6} {:>12.3} µs", "12 dice, successes again", "", odds);
    let blucher = refights::measure();
    if let Some(file) = file {
        let mut report = report(&growing, plain, odds);
        report["blucher"] = blucher;
        if let Err(e) = std::fs::write(file, format!("{report:#}\n")) {
            eprintln!("{file}: {e}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: cargo xtask bench [--json FILE | --fight UNITS BATTLES]");
    ExitCode::from(2)
}

fn print_rows(name: &str, rows: &[Row]) {
    for (i, row) in rows.iter().enumerate() {
        let grows = if i + 1 == rows.len() { format!("{:.2}", exponent(rows)) } else { String::new() };
        let (all, each) = (row.seconds * 1e6, row.each() * 1e6);
        println!("{name:28} {:>6} {all:>12.2} {each:>12.3} {grows:>9}", row.units);
    }
}

fn report(growing: &[(&str, Vec<Row>)], plain: f64, odds: f64) -> Value {
    let row = |row: &Row| json!({"units": row.units, "seconds": row.seconds, "seconds_a_unit": row.each()});
    let list: Vec<Value> = growing
        .iter()
        .map(|(name, rows)| {
            let rows_: Vec<Value> = rows.iter().map(row).collect();
            json!({"what": name, "rows": rows_, "exponent_a_unit": exponent(rows)})
        })
        .collect();
    json!({"growing": list, "plain_sight_takes_times": plain, "odds_12_dice_again_us": odds})
}
