//! Straight moves. Along a straight line the clearance is a convex function of the length travelled, so
//! tangents bound it from below: that makes the search for its least value and for the first and last
//! place at a given value short and exact.

use super::motion::{Mobile, Mover, Shift};
use super::{Closest, SLACK};
use crate::convex::Convex;
use crate::distance::{Clearance, Figure, Solid, clearance};
use crate::heading::Heading;
use crate::vec2::Vec2;

/// No search needs more steps; it only guards against numbers that are not.
const STEPS: usize = 200;

/// A stretch of a straight move: no turning, all points go the same way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Straight {
    /// The direction, of length 1.
    pub way: Vec2,
    /// The stretch begins after so many grains of travel.
    pub from: f64,
    /// The stretch ends after so many grains of travel.
    pub to: f64,
}

/// A place on the way: length travelled, how the shapes stand there, and how fast the clearance grows.
type Place = (f64, Clearance, f64);

impl Straight {
    /// A whole move along a bearing.
    pub fn new(bearing: Heading, length: f64) -> Self {
        Self { way: bearing.vector(), from: 0.0, to: length }
    }

    /// The move from one place to another; `None` if it has no length or no end.
    pub fn between(from: Vec2, to: Vec2) -> Option<Self> {
        let way = (to - from).unit().filter(|w| w.is_finite())?;
        Some(Self { way, from: 0.0, to: from.distance(to) })
    }

    /// The part of this stretch from so many grains of travel onward; `None` if it ends before.
    pub fn onward(self, from: f64) -> Option<Self> {
        let rest = Self { from: self.from.max(from), ..self };
        (rest.from <= rest.to).then_some(rest)
    }

    /// All that a solid covers on this stretch. A rim is left off.
    pub fn hull(&self, mover: &impl Mobile) -> Option<Convex> {
        let (first, last) = (self.carried(mover, self.from), self.carried(mover, self.to));
        let (first, last) = (first.corners(), last.corners());
        Convex::hull(first.as_ref().iter().chain(last.as_ref()).copied())
    }

    /// Where on this stretch a mover comes closest to an obstacle, or deepest into it.
    pub fn closest(&self, mover: &impl Mover, obstacle: &(impl Figure + ?Sized)) -> Option<Closest> {
        self.sane()?;
        super::least_of(mover, obstacle, |m, o| self.lowest(m, o, None))
    }

    /// Does the clearance fall to `limit` or below anywhere on this stretch?
    pub fn comes_within(&self, mover: &impl Mover, obstacle: &(impl Figure + ?Sized), limit: f64) -> bool {
        self.sane().is_some()
            && super::any_of(mover, obstacle, |m, o| {
                self.may_come_within(m, o, limit)
                    && self.lowest(m, o, Some(limit)).is_some_and(|(_, c)| c.signed <= limit)
            })
    }

    /// The first place on this stretch where the clearance is `limit` or less.
    pub fn first(
        &self,
        mover: &impl Mover,
        obstacle: &(impl Figure + ?Sized),
        limit: f64,
    ) -> Option<Closest> {
        self.sane()?;
        super::first_of(mover, obstacle, |m, o| {
            let may = self.may_come_within(m, o, limit);
            if may { self.descend(m, o, limit, self.from, self.to) } else { None }
        })
    }

    /// From where to where on this stretch the clearance of two solids is `limit` or less.
    pub fn span(&self, mover: &impl Mobile, obstacle: &impl Solid, limit: f64) -> Option<[f64; 2]> {
        self.sane()?;
        let (first, _) = self.descend(mover, obstacle, limit, self.from, self.to)?;
        let last = self.descend(mover, obstacle, limit, self.to, first).map_or(first, |(at, _)| at);
        Some([first, last.max(first)])
    }

    fn sane(&self) -> Option<()> {
        let ordered = self.from.abs() <= super::FAR && self.to.abs() <= super::FAR && self.from <= self.to;
        (ordered && self.way.length2() <= 1.0 + 1e-9).then_some(())
    }

    fn carried<M: Mobile>(&self, mover: &M, travelled: f64) -> M {
        mover.moved(&Shift::straight(self.way * travelled))
    }

    fn place(&self, mover: &impl Mobile, obstacle: &impl Solid, travelled: f64) -> Place {
        let c = clearance(&self.carried(mover, travelled), obstacle);
        (travelled, c, c.away.dot(self.way))
    }

    /// Does the obstacle come within `limit` of the box around the whole stretch? Cheap and often enough.
    fn may_come_within(&self, mover: &impl Mobile, obstacle: &impl Solid, limit: f64) -> bool {
        let reach = limit.max(0.0) + mover.rim() + obstacle.rim();
        let side = self.way.right();
        let ([a, b], [c, d]) = (mover.span(side), obstacle.span(side));
        let ([e, f], [g, h]) = (mover.span(self.way), obstacle.span(self.way));
        c - b <= reach && a - d <= reach && g - (f + self.to) <= reach && e + self.from - h <= reach
    }

    /// The least clearance, by the crossing of two tangents. With a limit the search ends as soon as it is
    /// clear whether the least is at most that.
    fn lowest(
        &self,
        mover: &impl Mobile,
        obstacle: &impl Solid,
        limit: Option<f64>,
    ) -> Option<(f64, Clearance)> {
        let mut low = self.place(mover, obstacle, self.from);
        if low.2 >= 0.0 || limit.is_some_and(|l| low.1.signed <= l) {
            return finite(low.0, low.1);
        }
        let mut high = self.place(mover, obstacle, self.to);
        let mut best = if high.1.signed < low.1.signed { (high.0, high.1) } else { (low.0, low.1) };
        if high.2 <= 0.0 {
            return finite(best.0, best.1);
        }
        for step in 0..STEPS {
            let width = high.0 - low.0;
            let cross = (high.1.signed - low.1.signed - high.2 * width) / (low.2 - high.2);
            let bound = low.1.signed + low.2 * cross;
            let decided = limit.is_some_and(|l| best.1.signed <= l || bound > l);
            if decided || bound > best.1.signed - SLACK {
                break;
            }
            // Now and then a plain halving, so that a lopsided pair of tangents cannot stall the search.
            let at = low.0 + if step % 4 == 3 { width * 0.5 } else { cross };
            if !(at > low.0 && at < high.0) {
                break;
            }
            let found = self.place(mover, obstacle, at);
            if found.1.signed < best.1.signed {
                best = (found.0, found.1);
            }
            if found.2 < 0.0 {
                low = found;
            } else {
                high = found;
            }
        }
        finite(best.0, best.1)
    }

    /// Goes from `at` towards `end` (either sense) by tangents, which never lead too far, to the first
    /// place where the clearance is `limit` or less.
    fn descend(
        &self,
        mover: &impl Mobile,
        obstacle: &impl Solid,
        limit: f64,
        start: f64,
        end: f64,
    ) -> Option<(f64, Clearance)> {
        let sense = if end < start { -1.0 } else { 1.0 };
        let mut at = start;
        for _ in 0..STEPS {
            let (_, c, slope) = self.place(mover, obstacle, at);
            let (above, fall) = (c.signed - limit, -slope * sense);
            if above <= SLACK {
                return finite(at, c);
            }
            if fall <= 0.0 || fall.is_nan() {
                return None;
            }
            let next = at + sense * above / fall;
            if (end - next) * sense < 0.0 {
                return None;
            }
            at = next;
        }
        None
    }
}

fn finite(at: f64, c: Clearance) -> Option<(f64, Clearance)> {
    c.signed.is_finite().then_some((at, c))
}
