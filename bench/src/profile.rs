//! Where the time goes: every call of the engine by what it is about.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long each call took, by its name.
#[derive(Default)]
pub(crate) struct Profile {
    calls: BTreeMap<&'static str, Vec<Duration>>,
}

/// All calls of one name.
pub(crate) struct Calls {
    pub(crate) name: &'static str,
    pub(crate) count: usize,
    pub(crate) seconds: f64,
    /// Of all the time that was measured.
    pub(crate) share: f64,
    pub(crate) median: f64,
    /// One call in a hundred took longer.
    pub(crate) hundredth: f64,
}

impl Profile {
    /// Does something and notes how long it took.
    pub(crate) fn timed<T>(&mut self, name: &'static str, what: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = what();
        self.calls.entry(name).or_default().push(start.elapsed());
        done
    }

    /// What was noted, the dearest first.
    pub(crate) fn table(&self) -> Vec<Calls> {
        let all: f64 = self.calls.values().flatten().map(Duration::as_secs_f64).sum();
        let row = |(name, times): (&&'static str, &Vec<Duration>)| {
            let seconds: f64 = times.iter().map(Duration::as_secs_f64).sum();
            let [median, hundredth] = [0.5, 0.99].map(|part| quantile(times.clone(), part));
            Calls { name, count: times.len(), seconds, share: seconds / all, median, hundredth }
        };
        let mut rows: Vec<Calls> = self.calls.iter().map(row).collect();
        rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        rows
    }

    /// The median of all calls whose name begins so, in seconds.
    pub(crate) fn median(&self, of: &str) -> f64 {
        let times = self.calls.iter().filter(|(name, _)| name.starts_with(of)).flat_map(|(_, times)| times);
        quantile(times.copied().collect(), 0.5)
    }
}

/// In seconds; 0 of nothing.
fn quantile(mut times: Vec<Duration>, part: f64) -> f64 {
    times.sort_unstable();
    let place = (times.len() as f64 * part) as usize;
    times.get(place.min(times.len().saturating_sub(1))).map_or(0.0, Duration::as_secs_f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_medians_are_those_of_the_calls() {
        let mut profile = Profile::default();
        let ms = |times: &[u64]| times.iter().map(|t| Duration::from_millis(*t)).collect();
        profile.calls.insert("judge: a", ms(&[1, 2, 9]));
        profile.calls.insert("judge: b", ms(&[3, 9]));
        profile.calls.insert("play", ms(&[36]));
        let table = profile.table();
        assert_eq!(table.iter().map(|row| row.name).collect::<Vec<_>>(), ["play", "judge: a", "judge: b"]);
        assert!((table[0].share - 0.6).abs() < 1e-9 && (table[2].share - 0.2).abs() < 1e-9);
        assert!((table[1].median - 0.002).abs() < 1e-9);
        assert!((profile.median("judge") - 0.003).abs() < 1e-9);
        assert!(profile.median("nothing").abs() < 1e-9);
    }
}
