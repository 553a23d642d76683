//! Two shapes in steady movement, searched by halving the time.
//!
//! In a short stretch of time the clearance cannot fall below what one direction shows: along any fixed
//! direction, in the frame of the table or of either shape, every corner moves with known speed and
//! bounded acceleration. Stretches that are shown to be clear are dropped, the others are halved.

use super::motion::{Mobile, Motion};
use super::{FAR, SLACK};
use crate::distance::{Clearance, Solid, clearance};
use crate::vec2::Vec2;
use smallvec::SmallVec;

/// A guard, not a limit that is met: ordinary searches need about a hundred looks, the worst ties that could be
/// built some thousand. Beyond it `lowest` ends with what it has and `first` takes a meeting for granted.
const LOOKS: usize = 100_000;

/// A shape that is somewhere at every time.
pub(crate) trait Course {
    /// The shape as it stands at a time.
    type Then: Solid;
    fn then(&self, time: f64) -> Self::Then;
    fn motion(&self) -> Motion;
}

/// A shape in steady movement, which starts at time 0.
pub(crate) struct Moving<'a, M>(pub(crate) &'a M, pub(crate) Motion);

/// A shape that stays where it is.
pub(crate) struct Fixed<'a, S>(pub(crate) &'a S);

impl<M: Mobile> Course for Moving<'_, M> {
    type Then = M;
    fn then(&self, time: f64) -> M {
        self.0.moved(&self.1.at(time))
    }
    fn motion(&self) -> Motion {
        self.1
    }
}

impl<'a, S: Solid> Course for Fixed<'a, S> {
    type Then = &'a S;
    fn then(&self, _: f64) -> &'a S {
        self.0
    }
    fn motion(&self) -> Motion {
        Motion::STILL
    }
}

/// Two shapes and a speed that no point of one exceeds against the other.
pub(crate) struct Pair<A, B> {
    a: A,
    b: B,
    fastest: f64,
}

/// One look at the shapes in the middle of a stretch of time.
struct Look {
    c: Clearance,
    /// No clearance in the whole stretch is less.
    bound: f64,
}

impl<A: Course, B: Course> Pair<A, B> {
    /// `None` if the numbers belong to no table; only for those that do the bounds stay finite.
    pub(crate) fn new(a: A, b: B) -> Option<Self> {
        let near = |v: Vec2| v.x.abs() <= FAR && v.y.abs() <= FAR;
        let speed = |corners: &[Vec2], m: Motion| {
            let arm = corners.iter().map(|p| p.distance(m.about)).fold(0.0, f64::max);
            let fits = near(m.about) && near(m.velocity) && m.rate.abs() <= 100.0;
            let all = corners.iter().all(|p| near(*p));
            (fits && all).then_some(m.rate.abs() * arm + m.velocity.length())
        };
        let fastest = speed(a.then(0.0).corners().as_ref(), a.motion())?
            + speed(b.then(0.0).corners().as_ref(), b.motion())?;
        Some(Self { a, b, fastest })
    }

    /// Where the shapes come closest between two times. With a limit the search ends as soon as it is clear
    /// whether the least clearance is at most that.
    pub(crate) fn lowest(&self, from: f64, to: f64, limit: Option<f64>) -> Option<(f64, Clearance)> {
        self.lowest_to(from, to, limit, SLACK)
    }

    /// The same, but no other place is closer by more than `slack` grains.
    pub(crate) fn lowest_to(
        &self,
        from: f64,
        to: f64,
        limit: Option<f64>,
        slack: f64,
    ) -> Option<(f64, Clearance)> {
        sane(from, to)?;
        let mut best = (from, self.clearance(from));
        let end = self.clearance(to);
        if end.signed < best.1.signed {
            best = (to, end);
        }
        let mut cells: SmallVec<[(f64, f64); 32]> = SmallVec::new();
        cells.push((from, to));
        let mut looks = 0;
        while !cells.is_empty() && looks < LOOKS {
            let mut next: SmallVec<[(f64, f64); 32]> = SmallVec::new();
            for (low, high) in cells {
                let middle = low + (high - low) * 0.5;
                let look = self.look(middle, (high - low) * 0.5)?;
                looks += 1;
                if look.c.signed < best.1.signed {
                    best = (middle, look.c);
                }
                if limit.is_some_and(|l| best.1.signed <= l) {
                    return Some(best);
                }
                let clear = limit.is_some_and(|l| look.bound > l) || look.bound > best.1.signed - slack;
                if !clear && low < middle && middle < high {
                    next.extend([(low, middle), (middle, high)]);
                }
            }
            cells = next;
        }
        best.1.signed.is_finite().then_some(best)
    }

    /// The first time at which the clearance is `limit` or less. Shapes that pass within a ten-millionth of
    /// a grain of it count.
    pub(crate) fn first(&self, from: f64, to: f64, limit: f64) -> Option<(f64, Clearance)> {
        sane(from, to)?;
        let start = self.clearance(from);
        if start.signed <= limit {
            return Some((from, start));
        }
        let mut cells: SmallVec<[(f64, f64); 64]> = SmallVec::new();
        cells.push((from, to));
        let mut looks = 0;
        while let Some((low, high)) = cells.pop() {
            let half = (high - low) * 0.5;
            let middle = low + half;
            let look = self.look(middle, half)?;
            looks += 1;
            if look.bound > limit {
                continue;
            }
            if self.fastest * half <= SLACK || !(low < middle && middle < high) || looks > LOOKS {
                return Some((middle, look.c));
            }
            cells.extend([(middle, high), (low, middle)]);
        }
        None
    }

    fn clearance(&self, time: f64) -> Clearance {
        clearance(&self.a.then(time), &self.b.then(time))
    }

    fn look(&self, middle: f64, half: f64) -> Option<Look> {
        let (a, b) = (self.a.then(middle), self.b.then(middle));
        let c = clearance(&a, &b);
        let rims = a.rim() + b.rim();
        let (corners, others) = (a.corners(), b.corners());
        let (moves, other_moves) = (self.a.motion(), self.b.motion());
        let view = View { middle, half, n: c.away };
        let seen = |frame: &Motion| {
            view.bound(corners.as_ref(), &moves, others.as_ref(), &other_moves, frame) - rims
        };
        // In the frame of the table, and in the frame of either shape if that turns.
        let mut bound = (c.signed - self.fastest * half).max(seen(&Motion::STILL));
        for frame in [&moves, &other_moves] {
            if frame.rate.abs() > 0.0 {
                bound = bound.max(seen(frame));
            }
        }
        c.signed.is_finite().then_some(Look { c, bound })
    }
}

fn sane(from: f64, to: f64) -> Option<()> {
    (from.abs() <= FAR && to.abs() <= FAR && from <= to).then_some(())
}

/// A direction to look along during a stretch of time.
struct View {
    middle: f64,
    half: f64,
    n: Vec2,
}

impl View {
    /// How far apart the shapes stay along `n` during the stretch, seen in a frame that moves too.
    fn bound(&self, a: &[Vec2], a_moves: &Motion, b: &[Vec2], b_moves: &Motion, frame: &Motion) -> f64 {
        let least = |sense: f64| {
            let low =
                a.iter().map(|p| self.ahead(*p, a_moves, frame, sense, -1.0)).fold(f64::INFINITY, f64::min);
            let high = b
                .iter()
                .map(|p| self.ahead(*p, b_moves, frame, sense, 1.0))
                .fold(f64::NEG_INFINITY, f64::max);
            low - high
        };
        // Speeds are taken in the middle, so what is left is bent by the accelerations alone and straight
        // otherwise: the least value is at one of the ends.
        least(-1.0).min(least(1.0))
    }

    /// How far a corner may be along `n` at the begin (`sense` −1) or end (+1) of the stretch, the
    /// acceleration taken against (`side` −1) or along `n`.
    fn ahead(&self, p: Vec2, moves: &Motion, frame: &Motion, sense: f64, side: f64) -> f64 {
        let velocity = moves.velocity_of(p, self.middle) - frame.velocity_of(p, self.middle);
        let drift = (moves.velocity - frame.velocity).length();
        // Where nothing turns any point may be taken as the centre.
        let frame_centre = frame.centre(self.middle);
        let centre = if moves.rate.abs() > 0.0 { moves.centre(self.middle) } else { frame_centre };
        let arm = p.distance(centre);
        let turn = moves.rate - frame.rate;
        let acceleration = turn * turn * arm
            + frame.rate * frame.rate * (centre.distance(frame_centre) + drift * self.half)
            + 2.0 * frame.rate.abs() * drift;
        self.n.dot(p)
            + sense * self.half * self.n.dot(velocity)
            + side * 0.5 * acceleration * self.half * self.half
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heading::Heading;
    use crate::point::Point;
    use crate::pose::Pose;
    use crate::rect::{Anchor, Footprint, Rect};
    use crate::vec2::vec2;
    use proptest::prelude::*;

    fn shape() -> impl Strategy<Value = Rect> {
        (0..30_000i32, 0..30_000i32, any::<i32>(), 100..20_000i32, 100..20_000i32).prop_map(
            |(x, y, h, width, depth)| {
                let pose = Pose { at: Point { x, y }, heading: Heading::from(h) };
                Footprint { width, depth, anchor: Anchor::Centre }.at(pose)
            },
        )
    }

    /// Turning and going at once, which no single leg does: the bounds hold all the same.
    fn motion() -> impl Strategy<Value = Motion> {
        let about = (0..30_000i32, 0..30_000i32).prop_map(|(x, y)| vec2(f64::from(x), f64::from(y)));
        let velocity =
            (-30_000..30_000i32, -30_000..30_000i32).prop_map(|(x, y)| vec2(f64::from(x), f64::from(y)));
        let rate = prop_oneof![Just(0.0), -3.0..3.0f64];
        (about, rate, velocity).prop_map(|(about, rate, velocity)| Motion { about, rate, velocity })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn no_clearance_is_less_than_any_bound(
            a in shape(), a_moves in motion(), b in shape(), b_moves in motion(), middle in 0.0..1.0f64, half in 0.0..0.4f64,
        ) {
            let pair = Pair::new(Moving(&a, a_moves), Moving(&b, b_moves)).unwrap();
            let (c, d) = (pair.a.then(middle), pair.b.then(middle));
            let n = clearance(&c, &d).away;
            let view = View { middle, half, n };
            for frame in [Motion::STILL, a_moves, b_moves] {
                let bound = view.bound(c.corners().as_ref(), &a_moves, d.corners().as_ref(), &b_moves, &frame);
                for i in 0..=40 {
                    let time = middle + half * (f64::from(i) / 20.0 - 1.0);
                    let there = pair.clearance(time).signed;
                    prop_assert!(there >= bound - 1e-6, "{there} at {time} is below {bound}");
                }
            }
        }
    }
}
