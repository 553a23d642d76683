//! The directions to a target, as an interval of numbers, and what is left of it.

use super::Cause;
use smallvec::SmallVec;

/// Directions hidden by one cause. `open`: the two ends themselves may be free (a line along a border).
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) open: bool,
    pub(super) cause: Cause,
}

/// Directions left free. The ends of a target are its own; the others border on something hidden.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Free {
    pub(super) low: f64,
    pub(super) high: f64,
    /// Is the low end, the high end hidden itself?
    pub(super) hidden: [bool; 2],
}

/// Two ends nearer to each other than this (in grains along the target) are the same.
pub(super) const SAME: f64 = 1e-6;
/// How far a line keeps from what would hide it.
const HAIR: f64 = 1e-3;

pub(super) type Spans = SmallVec<[Span; 24]>;
pub(super) type FreeList = SmallVec<[Free; 4]>;

impl Free {
    /// The direction in it nearest to straight ahead.
    pub(super) fn nearest(&self) -> f64 {
        let hair = HAIR.min((self.high - self.low) * 0.25);
        let low = if self.hidden[0] { self.low + hair } else { self.low };
        let high = if self.hidden[1] { self.high - hair } else { self.high };
        0.0_f64.max(low).min(high)
    }
}

/// What the spans leave of [low, high]: free intervals, and single directions at the ends of open spans
/// (`slits`) that have to be looked at one by one. `causes` gets whatever covers the rest.
pub(super) fn left_over(
    spans: &mut Spans,
    [low, high]: [f64; 2],
    slits: &mut SmallVec<[f64; 4]>,
    causes: &mut SmallVec<[Cause; 4]>,
) -> FreeList {
    spans.sort_by(|a, b| a.low.total_cmp(&b.low));
    let mut free = FreeList::new();
    let (mut reached, mut hidden, mut open) = (low, false, false);
    for s in spans.iter() {
        if s.high < low || s.low > high || s.high < reached {
            continue;
        }
        if s.low > reached + SAME || (!hidden && s.low > low) {
            free.push(Free { low: reached, high: s.low, hidden: [hidden, true] });
        } else if s.open && (open || !hidden) && s.low >= reached - SAME {
            slits.push(s.low.max(low));
        }
        if !causes.contains(&s.cause) {
            causes.push(s.cause);
        }
        (reached, hidden, open) = (s.high, true, s.open);
        if reached > high {
            break;
        }
    }
    if !hidden || high > reached + SAME {
        free.push(Free { low: reached, high, hidden: [hidden, false] });
    } else if open && reached <= high + SAME {
        slits.push(high);
    }
    free
}
