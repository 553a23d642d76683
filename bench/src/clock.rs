//! Taking times.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The cost of one thing at one size.
pub(crate) struct Row {
    /// How many units.
    pub(crate) units: usize,
    /// What it costs once, for all of them.
    pub(crate) seconds: f64,
}

impl Row {
    /// What it costs a unit.
    pub(crate) fn each(&self) -> f64 {
        self.seconds / self.units as f64
    }
}

/// Seconds of processor time that this thread has had, where the system tells; elsewhere seconds on the clock. A
/// machine may be busy with other things: battles are measured by what they need of one core.
pub(crate) fn busy(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat");
    let nanoseconds = told.ok().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |ns| ns * 1e-9)
}

/// How long one round is measured at least.
const ROUND: Duration = Duration::from_millis(60);
const ROUNDS: usize = 5;

/// Seconds that something takes once: the best of several rounds of many runs.
pub(crate) fn best<T>(mut what: impl FnMut() -> T) -> f64 {
    black_box(what());
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let (start, mut runs) = (Instant::now(), 0u32);
        while runs == 0 || start.elapsed() < ROUND {
            black_box(what());
            runs += 1;
        }
        best = best.min(start.elapsed().as_secs_f64() / f64::from(runs));
    }
    best
}

/// One row for each size.
pub(crate) fn rows<T, F: FnMut() -> T>(sizes: &[usize], prepare: impl Fn(usize) -> F) -> Vec<Row> {
    sizes.iter().map(|&units| Row { units, seconds: best(prepare(units)) }).collect()
}

/// How the cost of a unit grows: the slope of log(cost) over log(units). 0 is no growth at all.
pub(crate) fn exponent(rows: &[Row]) -> f64 {
    let points: Vec<(f64, f64)> =
        rows.iter().map(|row| (libm::log(row.units as f64), libm::log(row.each()))).collect();
    let n = points.len() as f64;
    let (mx, my) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let over: f64 = points.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum();
    let under: f64 = points.iter().map(|p| (p.0 - mx) * (p.0 - mx)).sum();
    over / under
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_is_that_of_the_power() {
        // Cost in all n^1.5: a unit costs n^0.5.
        let rows: Vec<Row> =
            [24usize, 48, 96].map(|units| Row { units, seconds: libm::pow(units as f64, 1.5) }).into();
        assert!((exponent(&rows) - 0.5).abs() < 1e-12);
    }
}
