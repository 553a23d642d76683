//! When two bodies that move at the same time first meet.
//!
//! Each goes along its own path, both in the same time from 0 to 1. The search drops stretches of time in
//! which the bodies are proven to stay apart (see `sweep::cells`); it does not step.

use crate::distance::Clearance;
use crate::heading::{Heading, Turn};
use crate::pose::{Frame, Pose};
use crate::sweep::cells::{Moving, Pair};
use crate::sweep::{Closest, FAR, Mobile, Motion, Mover, Shift};
use crate::vec2::{Vec2, vec2};
use smallvec::SmallVec;

/// A leg of a path: what moves it makes and what it costs.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Leg {
    /// For the whole leg as one unit of time.
    motion: Motion,
    cost: f64,
}

/// The path of a body: wheels and straight legs, one after the other.
///
/// By time 1 the body has paid `pace`; a leg takes time in proportion to its cost. A path that costs less ends
/// early and the body stands; one that costs more is not gone to its end. A leg that costs nothing takes no
/// time, but what it sweeps counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    frame: Frame,
    heading: Heading,
    legs: SmallVec<[Leg; 4]>,
    pace: f64,
}

impl Path {
    /// A path without legs.
    pub fn new(start: Pose, pace: f64) -> Self {
        Self { frame: start.frame(), heading: start.heading, legs: SmallVec::new(), pace }
    }

    /// Goes on with a turn about a point of the body's own frame.
    pub fn wheel(mut self, about: Vec2, turn: Turn, cost: f64) -> Self {
        let hinge = self.frame.to_table(about);
        let sense = if turn.0 < 0 { -1.0 } else { 1.0 };
        self.legs.push(Leg { motion: Motion::turning(hinge, turn.radians() * sense), cost });
        self.heading = self.heading.turned(turn);
        self.frame = Frame { origin: hinge, forward: self.heading.vector() };
        self.frame.origin = self.frame.to_table(-about);
        self
    }

    /// Goes on straight along a bearing.
    pub fn along(mut self, bearing: Heading, length: f64, cost: f64) -> Self {
        let by = bearing.vector() * length;
        self.legs.push(Leg { motion: Motion::straight(by), cost });
        self.frame.origin = self.frame.origin + by;
        self
    }

    /// Goes on straight ahead.
    pub fn ahead(self, length: f64, cost: f64) -> Self {
        let heading = self.heading;
        self.along(heading, length, cost)
    }

    /// Where a piece of the body, given as it stands at the start, is at a time.
    pub fn carried<M: Mobile>(&self, piece: &M, time: f64) -> M {
        let mut piece = standing(piece);
        let mut course = Course::of(self);
        while let Some(phase) = course.phase(time) {
            piece = piece.moved(&phase.part(phase.length).at(1.0));
            course.pass(phase.length);
        }
        piece
    }

    fn sane(&self) -> bool {
        self.pace > 0.0 && self.pace <= FAR && self.legs.iter().all(|leg| leg.cost.is_finite())
    }
}

fn standing<M: Mobile>(piece: &M) -> M {
    piece.moved(&Shift::straight(vec2(0.0, 0.0)))
}

/// A path as it is gone.
struct Course<'a> {
    /// The leg under way and those to come.
    legs: &'a [Leg],
    pace: f64,
    now: f64,
    /// Share of the leg under way that is behind.
    spent: f64,
}

/// The rest of the leg under way.
#[derive(Clone, Copy)]
struct Phase {
    /// The whole leg.
    motion: Motion,
    /// The time the whole leg takes.
    duration: f64,
    /// The time left; nothing for a leg that takes no time.
    length: f64,
}

impl Phase {
    /// The movement in a part of the time left, as one unit of time.
    fn part(&self, length: f64) -> Motion {
        if self.duration > 0.0 { self.motion.scaled(length / self.duration) } else { self.motion }
    }
}

impl<'a> Course<'a> {
    fn of(path: &'a Path) -> Self {
        Self { legs: &path.legs, pace: path.pace, now: 0.0, spent: 0.0 }
    }

    /// The time that a leg takes; nothing if it is too short to count.
    fn duration(&self, leg: &Leg) -> f64 {
        let duration = leg.cost / self.pace;
        if duration > INSTANT { duration } else { 0.0 }
    }

    /// What is left of the leg under way until `end`; `None` if nothing is.
    fn phase(&self, end: f64) -> Option<Phase> {
        let leg = self.legs.first()?;
        let duration = self.duration(leg);
        let length = (end - self.now).min(duration * (1.0 - self.spent));
        (length > 0.0 || duration <= 0.0).then_some(Phase {
            motion: leg.motion,
            duration,
            length: length.max(0.0),
        })
    }

    /// Goes on for so long, which is no longer than the phase.
    fn pass(&mut self, length: f64) {
        self.now += length;
        if let Some((leg, rest)) = self.legs.split_first() {
            let duration = self.duration(leg);
            self.spent += if duration > 0.0 { length / duration } else { 1.0 };
            if duration * (1.0 - self.spent) <= INSTANT {
                (self.legs, self.spent) = (rest, 0.0);
            }
        }
    }
}

/// A time so short that only rounding sees it.
const INSTANT: f64 = 1e-13;

/// The first time at which any piece of one body and any piece of the other are at most `limit` apart: 0 for
/// a touch, more for a distance, less for an overlap. Bodies are given as they stand at the start. `None` if they
/// keep clear, or if a number belongs to no table.
pub fn first(a: &impl Mover, a_path: &Path, b: &impl Mover, b_path: &Path, limit: f64) -> Option<Closest> {
    if !(a_path.sane() && b_path.sane()) {
        return None;
    }
    let mut first: Option<Closest> = None;
    for (piece, p) in a.pieces().iter().enumerate() {
        for (part, q) in b.pieces().iter().enumerate() {
            let until = first.map_or(1.0, |f| f.at);
            if let Some((at, clearance)) = first_of_two(p, a_path, q, b_path, limit, until)
                && first.is_none_or(|f| at < f.at)
            {
                first = Some(Closest { at, clearance, piece, part });
            }
        }
    }
    first
}

fn first_of_two<A: Mobile, B: Mobile>(
    a: &A,
    a_path: &Path,
    b: &B,
    b_path: &Path,
    limit: f64,
    until: f64,
) -> Option<(f64, Clearance)> {
    let (mut a, mut b) = (standing(a), standing(b));
    let (mut a_course, mut b_course) = (Course::of(a_path), Course::of(b_path));
    loop {
        let now = a_course.now;
        // While a leg that takes no time is done, a body on another leg stands.
        let (a_phase, b_phase) = (a_course.phase(until), b_course.phase(until));
        let length = match (a_phase, b_phase) {
            (Some(x), Some(y)) => x.length.min(y.length),
            (Some(x), None) | (None, Some(x)) => x.length,
            (None, None) => 0.0,
        };
        let motion = |phase: Option<Phase>| phase.map_or(Motion::STILL, |p| p.part(length));
        let (a_moves, b_moves) = (motion(a_phase), motion(b_phase));
        let pair = Pair::new(Moving(&a, a_moves), Moving(&b, b_moves))?;
        if let Some((share, clearance)) = pair.first(0.0, 1.0, limit) {
            return Some((now + share * length, clearance));
        }
        if a_phase.is_none() && b_phase.is_none() {
            return None;
        }
        (a, b) = (a.moved(&a_moves.at(1.0)), b.moved(&b_moves.at(1.0)));
        a_course.pass(length);
        b_course.pass(length);
    }
}
