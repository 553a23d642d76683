//! Numbers about the server, in Prometheus form. No battle, seat or address is named in them.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper bounds of the histogram, in microseconds.
const BOUNDS: [u64; 12] =
    [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 5_000_000];

/// What is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Choices, undos and closings that were stored.
    pub(crate) acts: AtomicU64,
    /// Requests that the rules refused.
    pub(crate) refusals: AtomicU64,
    /// Requests that were wrong in themselves.
    pub(crate) errors: AtomicU64,
    /// Acts that could not be stored.
    pub(crate) unavailable: AtomicU64,
    /// Acts that met another node's.
    pub(crate) conflicts: AtomicU64,
    /// Sockets closed because they did not read, sent too much, or were silent.
    pub(crate) cut_off: AtomicU64,
    /// Connections that were turned away by a limit.
    pub(crate) turned_away: AtomicU64,
    /// Battles opened.
    pub(crate) opened: AtomicU64,
    /// Entries played again to bring battles into memory.
    pub(crate) replayed: AtomicU64,
    /// Battles in memory.
    pub(crate) live: AtomicI64,
    /// Sockets and streams.
    pub(crate) sockets: AtomicI64,
    /// From the arrival of an act to its answer.
    pub(crate) latency: Histogram,
    /// How long the archive took for it.
    pub(crate) storing: Histogram,
}

/// How often something took how long.
#[derive(Default)]
pub(crate) struct Histogram {
    counts: [AtomicU64; BOUNDS.len() + 1],
    sum: AtomicU64,
}

impl Histogram {
    pub(crate) fn note(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let place = BOUNDS.iter().position(|bound| micros <= *bound).unwrap_or(BOUNDS.len());
        if let Some(count) = self.counts.get(place) {
            count.fetch_add(1, Relaxed);
        }
        self.sum.fetch_add(micros, Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut total = 0;
        for (bound, count) in BOUNDS.iter().zip(&self.counts) {
            total += count.load(Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {total}", seconds(*bound));
        }
        total += self.counts.last().map_or(0, |count| count.load(Relaxed));
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {total}");
        let _ = writeln!(out, "{name}_sum {}\n{name}_count {total}", seconds(self.sum.load(Relaxed)));
    }
}

/// Microseconds as seconds, written without rounding.
fn seconds(micros: u64) -> String {
    let text = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Metrics {
    /// All of it as text.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let counters = [
            ("grognard_acts_total", "Choices, undos and closings stored.", &self.acts),
            ("grognard_refusals_total", "Requests refused by the rules.", &self.refusals),
            ("grognard_errors_total", "Requests wrong in themselves.", &self.errors),
            ("grognard_unavailable_total", "Acts that could not be stored.", &self.unavailable),
            ("grognard_conflicts_total", "Acts that met another node's.", &self.conflicts),
            ("grognard_cut_off_total", "Sockets cut off by a limit.", &self.cut_off),
            ("grognard_turned_away_total", "Connections turned away by a limit.", &self.turned_away),
            ("grognard_opened_total", "Battles opened.", &self.opened),
            ("grognard_replayed_total", "Entries played again to read battles.", &self.replayed),
        ];
        for (name, help, value) in counters {
            let _ =
                writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {}", value.load(Relaxed));
        }
        let gauges = [
            ("grognard_live_battles", "Battles in memory.", &self.live),
            ("grognard_sockets", "Open sockets and streams.", &self.sockets),
        ];
        for (name, help, value) in gauges {
            let _ =
                writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {}", value.load(Relaxed));
        }
        self.latency.write(&mut out, "grognard_act_seconds", "From the arrival of an act to its answer.");
        self.storing.write(&mut out, "grognard_storing_seconds", "How long the archive took for an act.");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_up() {
        let metrics = Metrics::default();
        for millis in [1, 3, 3, 60_000] {
            metrics.latency.note(Duration::from_millis(millis));
        }
        let text = metrics.text();
        for line in [
            "grognard_act_seconds_bucket{le=\"0.0005\"} 0",
            "grognard_act_seconds_bucket{le=\"0.001\"} 1",
            "grognard_act_seconds_bucket{le=\"0.0025\"} 1",
            "grognard_act_seconds_bucket{le=\"0.005\"} 3",
            "grognard_act_seconds_bucket{le=\"5\"} 3",
            "grognard_act_seconds_bucket{le=\"+Inf\"} 4",
            "grognard_act_seconds_sum 60.007",
            "grognard_act_seconds_count 4",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
        }
    }
}
