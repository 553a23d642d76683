//! How quick battles of Blücher are: battles a second, growth with the size of the armies, a profile.

use crate::battles::{Opened, fight, open};
use crate::clock::{Row, best, busy, exponent};
use crate::profile::Profile;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

/// Units a side.
const SIZES: [usize; 4] = [8, 16, 32, 64];
/// The size that goals are set for.
const USUAL: usize = 16;

/// What many battles of one size took.
pub(crate) struct Refights {
    units: usize,
    battles: usize,
    choices: usize,
    turns: usize,
    /// Of all final states.
    digest: u64,
    /// How often each rule ended one.
    ends: BTreeMap<String, usize>,
    /// Of the setup of one, and of one battle after it.
    setup: f64,
    battle: f64,
    profile: Profile,
}

/// Fights so many battles.
pub(crate) fn refights(units: usize, battles: usize) -> Refights {
    let clock = Instant::now();
    let mut start = busy(clock);
    let opened: Vec<Opened> = (0..battles).map(|n| open(units, n as u64)).collect();
    let setup = (busy(clock) - start) / battles as f64;
    let mut profile = Profile::default();
    let (mut choices, mut turns, mut digest, mut ends) = (0, 0, 0_u64, BTreeMap::new());
    start = busy(clock);
    for one in &opened {
        let fought = fight(one, &mut profile);
        choices += fought.choices;
        digest = digest.rotate_left(1) ^ fought.digest;
        turns += usize::from(fought.turns);
        *ends.entry(fought.by).or_insert(0) += 1;
    }
    let battle = (busy(clock) - start) / battles as f64;
    Refights { units, battles, choices, turns, digest, ends, setup, battle, profile }
}

impl Refights {
    fn each(&self, n: usize) -> f64 {
        n as f64 / self.battles as f64
    }

    /// Prints how battles of one size went.
    pub(crate) fn print(&self) {
        println!(
            "{:>6} a side {:>9.1} battles/s {:>9.2} ms a battle {:>9.2} ms its setup; {} battles, {:.0} choices and {:.1} turns each; ended by {:?}; digest {:016x}",
            self.units,
            1.0 / self.battle,
            self.battle * 1e3,
            self.setup * 1e3,
            self.battles,
            self.each(self.choices),
            self.each(self.turns),
            self.ends,
            self.digest
        );
    }

    /// Prints where the time went.
    pub(crate) fn print_profile(&self) {
        println!(
            "{:28} {:>7} {:>12} {:>12} {:>12} {:>12}",
            "where the time goes", "share", "calls each", "µs a call", "µs median", "µs 99 %"
        );
        for calls in self.profile.table() {
            println!(
                "{:28} {:>5.1} % {:>12.1} {:>12.2} {:>12.2} {:>12.2}",
                calls.name,
                calls.share * 100.0,
                self.each(calls.count),
                calls.seconds / calls.count as f64 * 1e6,
                calls.median * 1e6,
                calls.hundredth * 1e6
            );
        }
    }

    fn report(&self) -> Value {
        let row = |calls: crate::profile::Calls| {
            json!({"what": calls.name, "share": calls.share, "calls": calls.count, "seconds": calls.seconds,
                "median_us": calls.median * 1e6, "p99_us": calls.hundredth * 1e6})
        };
        json!({"units_a_side": self.units, "battles": self.battles, "battles_a_second": 1.0 / self.battle,
            "setup_seconds": self.setup, "choices": self.choices, "turns": self.turns,
            "digest": format!("{:016x}", self.digest), "ends": self.ends,
            "judge_median_us": self.profile.median("judge") * 1e6,
            "profile": self.profile.table().into_iter().map(row).collect::<Vec<_>>()})
    }
}

/// Measures and prints all of it; gives it for the report.
pub(crate) fn measure() -> Value {
    let all = SIZES.map(|units| refights(units, 3200 / units));
    println!("\nBlücher, random battles on pickup tables, one core");
    let rows: Vec<Row> = all.iter().map(|one| Row { units: one.units, seconds: one.battle }).collect();
    for one in &all {
        one.print();
    }
    // The exponent of the cost of a unit, and one for the units themselves.
    let grows = exponent(&rows) + 1.0;
    println!("{:28} n^{grows:.2}", "a battle grows with");
    let state = open(USUAL, 0).state;
    let clone = best(|| black_box(&state).clone().units.len());
    println!("{:28} {:>12.3} µs", "a state of 16 a side cloned", clone * 1e6);
    for one in all.iter().filter(|one| one.units == USUAL) {
        println!("{:28} {:>12.3} µs", "one step judged, median", one.profile.median("judge") * 1e6);
        one.print_profile();
    }
    json!({"sizes": all.iter().map(Refights::report).collect::<Vec<_>>(), "exponent_a_battle": grows,
        "clone_us": clone * 1e6})
}
