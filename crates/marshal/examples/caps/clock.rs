//! Time on the clock, and of the processor.

use std::time::{Duration, Instant};

/// How long something took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    /// By the clock.
    pub(crate) clock: Duration,
    /// Time in which this thread had the processor; by the clock, where the system does not tell.
    pub(crate) processor: Duration,
}

impl Spent {
    /// Both together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { clock: self.clock + other.clock, processor: self.processor + other.processor }
    }
}

/// Measures until it is stopped, on the thread that started it.
pub(crate) struct Stopwatch {
    clock: Instant,
    processor: Option<Duration>,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self { clock: Instant::now(), processor: processor() }
    }

    pub(crate) fn stop(self) -> Spent {
        let clock = self.clock.elapsed();
        let used = self.processor.zip(processor()).map(|(from, to)| to.saturating_sub(from));
        Spent { clock, processor: used.unwrap_or(clock) }
    }
}

/// How long this thread has had the processor, as Linux tells it.
fn processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
