//! Work on several threads whose results come in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

/// Nobody works further ahead of the first unfinished thing than this, so that results do not pile up.
const AHEAD: u64 = 256;

struct Desk {
    next: u64,
    given: u64,
    over: bool,
}

/// Does the work of the numbers from 0 to `count` on so many threads, and hands the results on in order. When `stop`
/// is set, or the results are no longer wanted, no new work is begun; what is under way is finished, and results
/// are handed on while they are wanted.
pub(crate) fn in_order<T: Send>(
    jobs: usize,
    count: u64,
    stop: &AtomicBool,
    work: impl Fn(u64) -> T + Sync,
    mut hand_on: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let (desk, moved) = (Mutex::new(Desk { next: 0, given: 0, over: false }), Condvar::new());
    let (send, results) = mpsc::channel();
    let take = || {
        let mut desk = moved.wait_while(lock(&desk), |d| !d.over && d.next >= d.given + AHEAD);
        let desk = desk.as_mut().ok()?;
        let number = desk.next;
        if desk.over || number >= count || stop.load(Ordering::Relaxed) {
            return None;
        }
        desk.next += 1;
        Some(number)
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, usize::try_from(count).unwrap_or(usize::MAX).max(1)) {
            let (send, take, work) = (send.clone(), &take, &work);
            let hand = move || {
                while let Some(number) = take() {
                    if send.send((number, work(number))).is_err() {
                        break;
                    }
                }
            };
            // Where there is no room for another thread those that are there do the work.
            if std::thread::Builder::new().spawn_scoped(scope, hand).is_err() {
                break;
            }
        }
        drop(send);
        let (mut waiting, mut first) = (BTreeMap::new(), 0);
        for (number, result) in &results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&first) {
                let go_on = !lock(&desk).over && hand_on(first, result).is_continue();
                first += 1;
                let mut desk = lock(&desk);
                (desk.given, desk.over) = (first, !go_on);
                moved.notify_all();
            }
        }
    });
}

/// The desk is whole even if somebody who stood at it panicked: each change is one assignment.
fn lock(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn run(jobs: usize, count: u64, until: u64) -> Vec<(u64, u64)> {
        let (stop, mut seen) = (AtomicBool::new(false), Vec::new());
        let slow_first = |n: u64| {
            std::thread::sleep(Duration::from_millis(if n == 0 { 30 } else { 0 }));
            n * n
        };
        in_order(jobs, count, &stop, slow_first, |n, square| {
            seen.push((n, square));
            if seen.len() as u64 == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        seen
    }

    #[test]
    fn results_come_in_order_whoever_is_slow() {
        let expected: Vec<(u64, u64)> = (0..1000).map(|n| (n, n * n)).collect();
        for jobs in [0, 1, 2, 5] {
            assert_eq!(run(jobs, 1000, u64::MAX), expected);
        }
    }

    #[test]
    fn there_are_no_more_hands_than_work() {
        assert_eq!(run(usize::MAX, 3, u64::MAX), [(0, 0), (1, 1), (2, 4)]);
        assert_eq!(run(usize::MAX, 0, u64::MAX), []);
    }

    #[test]
    fn nothing_more_is_handed_on_when_it_is_no_longer_wanted() {
        assert_eq!(run(3, 1000, 7).last(), Some(&(6, 36)));
    }

    #[test]
    fn told_to_stop_it_hands_on_all_that_was_begun() {
        let (stop, begun, mut seen) = (AtomicBool::new(false), Mutex::new(0), 0);
        let work = |n| {
            *begun.lock().unwrap() += 1;
            stop.store(n >= 20, Ordering::Relaxed);
        };
        in_order(4, 1_000_000, &stop, work, |_, ()| {
            seen += 1;
            ControlFlow::Continue(())
        });
        assert!((21..100).contains(&seen));
        assert_eq!(seen, *begun.lock().unwrap());
    }
}
