//! A doctrine by simultaneous perturbation: all weights are changed a little at once, by chance up or down; the two
//! armies that come of it fight pairs of battles with the seats exchanged; every weight moves towards the winner.

use crate::TUNING;
use crate::battle::battle;
use crate::weights::{WEIGHTS, print};
use blucher::staff::Doctrine;
use dice::Stream;
use umpire::Scenario;

/// Tunes a doctrine, and prints it from time to time.
pub(crate) fn tune(mut way: Doctrine, fields: &[&Scenario], steps: u64, each: u64, from: u64, jobs: u64) {
    let mut signs = Stream::new(&TUNING.nth(1_000_000 + from));
    let mut seed = from;
    for step in 0..steps {
        let up: Vec<f64> = WEIGHTS.iter().map(|_| if signs.die(2) == 1 { 1.0 } else { -1.0 }).collect();
        let (plus, minus) = (moved(&way, &up, 1.0), moved(&way, &up, -1.0));
        let margin = mean(&pairs(fields, &plus, &minus, seed, each, jobs));
        seed += each;
        // Smaller and smaller steps.
        let rate = 0.4 / (1.0 + step as f64 / steps as f64 * 3.0);
        way = moved(&way, &up, margin * rate);
        if (step + 1) % 100 == 0 {
            println!("step {}, seeds up to {seed}\n{}", step + 1, print(&way));
        }
    }
}

/// What one doctrine gains over another in pairs of battles.
fn pairs(
    fields: &[&Scenario],
    one: &Doctrine,
    two: &Doctrine,
    from: u64,
    pairs: u64,
    jobs: u64,
) -> Vec<(u64, f64)> {
    let fight = |n: u64| {
        let (field, seed) = (fields[n as usize % fields.len()], TUNING.nth(n));
        let gain = battle(field, [one, two], &seed, |_| ()) - battle(field, [two, one], &seed, |_| ());
        (n, gain / 2.0)
    };
    let part = |job: u64| (from..from + pairs).filter(|n| n % jobs == job).map(fight).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..jobs).map(|job| scope.spawn(move || part(job))).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    })
}

fn mean(gains: &[(u64, f64)]) -> f64 {
    gains.iter().map(|(_, gain)| gain).sum::<f64>() / gains.len().max(1) as f64
}

/// What a doctrine gains over the plain one.
pub(crate) fn compare(way: &Doctrine, fields: &[&Scenario], battles: u64, from: u64, jobs: u64) {
    let gains = pairs(fields, way, &Doctrine::PLAIN, from, battles / 2, jobs);
    let mut names: Vec<&str> = fields.iter().map(|field| field.name.as_ref()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let on = |n: &u64| fields[*n as usize % fields.len()].name == name;
        let of: Vec<(u64, f64)> = gains.iter().filter(|(n, _)| on(n)).copied().collect();
        let mean = mean(&of);
        let squares = of.iter().map(|(_, gain)| (gain - mean) * (gain - mean)).sum::<f64>();
        let error = squares.sqrt() / of.len().max(1) as f64;
        println!("{name}: {mean:.3} ± {:.3} in {} pairs", 1.96 * error, of.len());
    }
}

/// A doctrine whose weights are moved by parts of their usual change.
fn moved(way: &Doctrine, up: &[f64], by: f64) -> Doctrine {
    let mut new = *way;
    for (weight, up) in WEIGHTS.iter().zip(up) {
        let value = (weight.of)(&mut new);
        *value = (*value + up * by * weight.change).clamp(weight.least, weight.most);
    }
    new
}
