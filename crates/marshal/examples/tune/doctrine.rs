//! A doctrine by simultaneous perturbation: all weights are changed a little at once, by chance up or down; the two
//! armies that come of it fight pairs of battles with the seats exchanged; every weight moves towards the winner.

use crate::TUNING;
use crate::battle::battle;
use crate::weights::{WEIGHTS, print};
use blucher::staff::Doctrine;
use dice::Stream;
use umpire::Scenario;

/// Tunes the doctrine that stands in the source, and prints it from time to time.
pub(crate) fn tune(fields: &[&Scenario], steps: u64, pairs: u64, from: u64) {
    let mut way = Doctrine::TUNED;
    let mut signs = Stream::new(&TUNING.nth(1_000_000 + from));
    let mut seed = from;
    for step in 0..steps {
        let up: Vec<f64> = WEIGHTS.iter().map(|_| if signs.die(2) == 1 { 1.0 } else { -1.0 }).collect();
        let (plus, minus) = (moved(&way, &up, 1.0), moved(&way, &up, -1.0));
        let margin = pair(fields, &plus, &minus, seed, pairs);
        seed += pairs;
        // Smaller and smaller steps.
        let rate = 1.2 / (1.0 + step as f64 / steps as f64 * 3.0);
        way = moved(&way, &up, margin * rate);
        if (step + 1) % 25 == 0 {
            println!("step {}, seeds up to {seed}\n{}", step + 1, print(&way));
        }
    }
}

/// What one doctrine gains over another in pairs of battles.
fn pair(fields: &[&Scenario], one: &Doctrine, two: &Doctrine, from: u64, pairs: u64) -> f64 {
    let mut sum = 0.0;
    for n in from..from + pairs {
        let (field, seed) = (fields[n as usize % fields.len()], TUNING.nth(n));
        sum += battle(field, [one, two], &seed, |_| ()) - battle(field, [two, one], &seed, |_| ());
    }
    sum / (2 * pairs) as f64
}

/// What the tuned doctrine gains over the plain one.
pub(crate) fn compare(fields: &[&Scenario], battles: u64, from: u64) {
    let gains = (from..from + battles / 2).map(|n| pair(fields, &Doctrine::TUNED, &Doctrine::PLAIN, n, 1));
    let gains: Vec<f64> = gains.collect();
    for (n, field) in fields.iter().enumerate() {
        let of: Vec<f64> = gains.iter().skip(n).step_by(fields.len()).copied().collect();
        println!("{}: {:.3} in {} pairs", field.name, of.iter().sum::<f64>() / of.len() as f64, of.len());
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
