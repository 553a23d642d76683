//! How much a player may think: by work, by a deadline, and until it is told to hurry.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much a player may think about one choice. Whichever limit comes first holds.
#[derive(Clone, Default)]
pub struct Budget {
    work: Option<u64>,
    cores: usize,
    until: Option<Instant>,
    hurry: Option<Arc<AtomicBool>>,
    progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
}

/// How far a player has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Plans judged or played out.
    pub done: u64,
    /// How many there will be, if the budget says so.
    pub of: Option<u64>,
}

impl Budget {
    /// So much work: plans judged or played out. The same choice comes of it on every machine.
    pub fn work(plans: u64) -> Self {
        Self { work: Some(plans), ..Self::default() }
    }

    /// So much time, from now on.
    pub fn time(time: Duration) -> Self {
        Self { until: Instant::now().checked_add(time), ..Self::default() }
    }

    /// The same, but no longer than this from now on.
    pub fn within(self, time: Duration) -> Self {
        Self { until: Instant::now().checked_add(time), ..self }
    }

    /// The same, and when this is set the player decides at once.
    pub fn hurried_by(self, hurry: Arc<AtomicBool>) -> Self {
        Self { hurry: Some(hurry), ..self }
    }

    /// The same, and this is told how far the player has come, some times a second.
    pub fn reporting(self, to: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { progress: Some(Arc::new(to)), ..self }
    }

    /// The same, thought about on so many cores; on one if it is not said. The choice does not depend on it, unless
    /// there is a deadline, which comes later for two.
    pub fn on_cores(self, cores: usize) -> Self {
        Self { cores, ..self }
    }

    /// The same with so many times the work, as a fraction.
    pub(crate) fn times(&self, num: u32, den: u32) -> Self {
        let times = |work: u64| work.saturating_mul(num.into()) / u64::from(den.max(1));
        Self { work: self.work.map(times), ..self.clone() }
    }

    pub(crate) fn cores(&self) -> usize {
        self.cores.max(1)
    }

    /// How much work is left after so much, up to a number.
    pub(crate) fn left(&self, done: u64, most: u64) -> u64 {
        self.work.map_or(most, |work| work.min(most)).saturating_sub(done)
    }

    /// Is it time to decide, however little was done? Asked inside of long work too.
    pub(crate) fn late(&self) -> bool {
        self.hurry.as_ref().is_some_and(|hurry| hurry.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Is there any limit at all?
    pub(crate) const fn limited(&self) -> bool {
        self.work.is_some() || self.until.is_some()
    }

    pub(crate) fn report(&self, done: u64) {
        if let Some(report) = &self.progress {
            report(Progress { done, of: self.work });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn half_as_long_is_twice_as_often() {
        assert_eq!(Budget::work(100).times(4, 2).left(0, 1_000), 200);
        assert_eq!(Budget::work(100).times(4, 5).left(0, 1_000), 80);
        assert_eq!(Budget::default().times(4, 5).left(0, 1_000), 1_000, "no limit stays none");
    }
}
