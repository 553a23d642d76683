//! Which lines a veil or a stop hides: those that would have to run on behind it farther than allowed.

use super::aim::Aim;
use super::roots::{Linear, Roots, equal_length};
use super::spans::{Span, Spans};
use super::{Cause, Rules};
use crate::vec2::{Vec2, vec2};
use smallvec::SmallVec;

/// Where rays cross one straight edge: at a share c / w(u) of the way to the target's line, both positive.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    c: f64,
    /// w(u) = w.x·u + w.y
    w: Vec2,
}

/// The viewer himself, and the target's line.
const START: Crossing = Crossing { c: 0.0, w: vec2(0.0, 1.0) };
const TARGET: Crossing = Crossing { c: 1.0, w: vec2(0.0, 1.0) };

impl Crossing {
    /// The crossing of an edge in the frame of an aim, for rays that do cross it.
    fn of(a: Vec2, b: Vec2, distance: f64, u: f64) -> Self {
        let along = b - a;
        let (c, w) = (a.cross(along), vec2(along.y, -distance * along.x));
        if w.x * u + w.y < 0.0 { Self { c: -c, w: -w } } else { Self { c, w } }
    }

    fn w(&self, u: f64) -> f64 {
        self.w.x * u + self.w.y
    }

    fn share(&self, u: f64) -> f64 {
        self.c / self.w(u)
    }
}

/// The length of a ray between two crossings.
fn length(from: &Crossing, to: &Crossing, u: f64, distance: f64) -> f64 {
    (to.share(u) - from.share(u)) * vec2(u, distance).length()
}

/// Adds the u in a range where that length equals `wanted` or nothing.
fn where_length_is(
    wanted: f64,
    [from, to]: [&Crossing; 2],
    range: [f64; 2],
    distance: f64,
    roots: &mut Roots,
) {
    let values = |c: &Crossing| Linear(c.w(range[0]), c.w(range[1]));
    let (w1, w2) = (values(from), values(to));
    let n = Linear(to.c * w1.0 - from.c * w2.0, to.c * w1.1 - from.c * w2.1);
    if (n.0 < 0.0) != (n.1 < 0.0) {
        roots.push(range[0] + (range[1] - range[0]) * (n.0 / (n.0 - n.1)));
    }
    equal_length(range, distance, n, [w1, w2], wanted, roots);
}

/// Splits a range at the roots and gives the parts where a condition holds at the middle.
fn parts(range: [f64; 2], roots: &mut Roots, holds: impl Fn(f64) -> bool, mut give: impl FnMut([f64; 2])) {
    roots.push(range[1]);
    roots.sort_by(f64::total_cmp);
    let mut from = range[0];
    let mut open: Option<f64> = None;
    for &to in roots.iter() {
        if to > from {
            match (holds((from + to) * 0.5), open) {
                (true, None) => open = Some(from),
                (false, Some(start)) => {
                    give([start, from]);
                    open = None;
                }
                _ => {}
            }
            from = to;
        }
    }
    if let Some(start) = open {
        give([start, range[1]]);
    }
}

/// How a line treats a veil.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    /// How far it may run on from where it enters.
    pub(super) depth: f64,
    /// Does the viewer stand deep inside?
    pub(super) deep: bool,
    /// May the viewer be so near that a line leaves the veil at once?
    pub(super) near: bool,
    pub(super) rules: Rules,
}

impl Passage {
    /// Does a ray enter at the beginning of this run?
    fn counts(&self, first: bool, [from, to]: [&Crossing; 2], u: f64, distance: f64) -> bool {
        (self.deep && first)
            || (length(from, to, u, distance) > self.rules.line
                && (!self.near || length(&START, to, u, distance) > 2.0 * self.rules.border))
    }

    fn hides(&self, from: &Crossing, u: f64, distance: f64) -> bool {
        length(from, &TARGET, u, distance) > self.depth + self.rules.line
    }

    /// The ray between two slabs is inside the veil where both its neighbours are. Is it hidden too, if
    /// they are?
    fn joins(&self, one: [f64; 2], other: [f64; 2], u: f64, distance: f64) -> bool {
        let [enter, leave] = [one[0].max(other[0]), one[1].min(other[1])];
        let ray = vec2(u, distance).length();
        let deep = self.deep && enter <= 0.0;
        (deep || (leave - enter) * ray > self.rules.line && leave * ray > 2.0 * self.rules.border)
            && (1.0 - enter) * ray > self.depth + self.rules.line
    }
}

/// Adds what a veil hides. Between the directions of two neighbouring corners every ray crosses the same
/// edges in the same order; there the answer changes only at the roots of [`equal_length`].
pub(super) fn veil(edges: &[[Vec2; 2]], passage: Passage, aim: &Aim, cause: Cause, spans: &mut Spans) {
    let distance = aim.distance;
    let local: SmallVec<[[Vec2; 2]; 16]> =
        edges.iter().map(|&[a, b]| [aim.frame.to_local(a), aim.frame.to_local(b)]).collect();
    let starts: SmallVec<[Vec2; 16]> = local.iter().map(|e| e[0]).collect();
    if aim.passes(&starts, 0.0) {
        return;
    }
    // A grain beyond both ends, so that an end of a span inside the range is a true one.
    let [low, high] = [aim.range[0] - 1.0, aim.range[1] + 1.0];
    let mut corners: SmallVec<[f64; 32]> = SmallVec::new();
    corners.push(high);
    let seen = starts.iter().filter(|a| a.y > 0.0).map(|a| distance * a.x / a.y);
    corners.extend(seen.filter(|u| *u > low && *u < high));
    corners.sort_by(f64::total_cmp);
    let mut from = low;
    // Spans that end where the slab begins, and where their lines enter and leave there.
    let mut before: Ends = Ends::new();
    for &to in &corners {
        if to - from > 1e-9 {
            let mut after = Ends::new();
            let runs = crossings(&local, distance, (from + to) * 0.5);
            hidden_in_slab(&runs, passage, [from, to], distance, |[low, high], run| {
                let shares = |u: f64| [run[0].share(u), run[1].share(u)];
                let joined = || before.iter().find(|b| passage.joins(b.1, shares(low), low, distance));
                let index = if low <= from { joined().map(|b| b.0) } else { None };
                let index = index.unwrap_or_else(|| {
                    spans.push(Span { low, high, open: true, cause });
                    spans.len() - 1
                });
                spans[index].high = spans[index].high.max(high);
                if high >= to {
                    after.push((index, shares(high)));
                }
            });
            (before, from) = (after, to);
        }
    }
}

type Ends = SmallVec<[(usize, [f64; 2]); 4]>;

/// The edges crossed by the ray in direction u, in order; the viewer himself first if he is inside.
fn crossings(local: &[[Vec2; 2]], distance: f64, u: f64) -> SmallVec<[Crossing; 8]> {
    let ray = vec2(u, distance);
    let mut found: SmallVec<[Crossing; 8]> = SmallVec::new();
    for &[a, b] in local {
        if (ray.cross(a) < 0.0) != (ray.cross(b) < 0.0) {
            let crossing = Crossing::of(a, b, distance, u);
            if crossing.c > 0.0 {
                found.push(crossing);
            }
        }
    }
    found.sort_by(|a, b| a.share(u).total_cmp(&b.share(u)));
    if found.len() % 2 == 1 {
        found.insert(0, START);
    }
    found
}

/// Gives the parts of a slab that are hidden, with the run that hides them.
fn hidden_in_slab(
    runs: &[Crossing],
    passage: Passage,
    slab: [f64; 2],
    distance: f64,
    mut give: impl FnMut([f64; 2], [&Crossing; 2]),
) {
    for (i, run) in runs.chunks_exact(2).enumerate() {
        let (enter, leave) = (&run[0], &run[1]);
        if enter.share(slab[0]) >= 1.0 && enter.share(slab[1]) >= 1.0 {
            return;
        }
        let first = i == 0 && enter.c <= 0.0;
        let mut roots = Roots::new();
        if !(passage.deep && first) {
            where_length_is(passage.rules.line, [enter, leave], slab, distance, &mut roots);
            if passage.near {
                where_length_is(2.0 * passage.rules.border, [&START, leave], slab, distance, &mut roots);
            }
        }
        let everywhere =
            roots.is_empty() && passage.counts(first, [enter, leave], (slab[0] + slab[1]) * 0.5, distance);
        where_length_is(passage.depth + passage.rules.line, [enter, &TARGET], slab, distance, &mut roots);
        let holds =
            |u: f64| passage.counts(first, [enter, leave], u, distance) && passage.hides(enter, u, distance);
        parts(slab, &mut roots, holds, |range| give(range, [enter, leave]));
        if everywhere {
            // Whatever lies behind is entered later and hides no more.
            return;
        }
    }
}

/// Adds what one straight stretch of a stop hides: lines that would run on behind it. A stop met within
/// two margins of the viewer stops nothing.
pub(super) fn stop([a, b]: [Vec2; 2], rules: Rules, aim: &Aim, cause: Cause, spans: &mut Spans) {
    let distance = aim.distance;
    let (a, b) = (aim.frame.to_local(a), aim.frame.to_local(b));
    let Some([low, high]) = seen(a, b, distance) else { return };
    let range = [low.max(aim.range[0]), high.min(aim.range[1])];
    if range[0] > range[1] {
        return;
    }
    let crossing = Crossing::of(a, b, distance, (range[0] + range[1]) * 0.5);
    let holds = |u: f64| {
        length(&crossing, &TARGET, u, distance) > rules.line
            && length(&START, &crossing, u, distance) > 2.0 * rules.line
    };
    let mut hide = |range: [f64; 2]| {
        spans.push(Span { low: range[0], high: range[1], open: false, cause });
    };
    if range[0] >= range[1] {
        if holds(range[0]) {
            hide(range);
        }
        return;
    }
    let mut roots = Roots::new();
    where_length_is(rules.line, [&crossing, &TARGET], range, distance, &mut roots);
    where_length_is(2.0 * rules.line, [&START, &crossing], range, distance, &mut roots);
    parts(range, &mut roots, holds, hide);
}

/// The directions in which a segment is seen; none if it is seen end on or lies behind.
fn seen(a: Vec2, b: Vec2, distance: f64) -> Option<[f64; 2]> {
    let side = a.cross(b);
    if (a.y <= 0.0 && b.y <= 0.0) || side.abs() <= 1e-9 {
        return None;
    }
    // From a to b the bearing turns anticlockwise, to smaller u, if the cross product is positive.
    let (right, left) = if side > 0.0 { (a, b) } else { (b, a) };
    let u = |p: Vec2, side: f64| if p.y > 0.0 { distance * p.x / p.y } else { side * f64::INFINITY };
    Some([u(left, -1.0), u(right, 1.0)])
}

/// Adds the directions that end on or in a veil, within the margin.
pub(super) fn ends_in(edges: &[[Vec2; 2]], margin: f64, aim: &Aim, cause: Cause, spans: &mut Spans) {
    let mut hide = |low: f64, high: f64| spans.push(Span { low, high, open: false, cause });
    let mut borders: SmallVec<[f64; 8]> = SmallVec::new();
    for &[a, b] in edges {
        let (a, b) = (aim.frame.to_local(a), aim.frame.to_local(b));
        let (da, db) = (a.y - aim.distance, b.y - aim.distance);
        if (da < 0.0) != (db < 0.0) {
            borders.push(a.x + (b.x - a.x) * (da / (da - db)));
        }
        if let Some([low, high]) = beside(vec2(a.x, da), vec2(b.x, db), margin) {
            hide(low, high);
        }
    }
    borders.sort_by(f64::total_cmp);
    for inside in borders.chunks_exact(2) {
        hide(inside[0], inside[1]);
    }
}

/// The part of the line y = 0 within a margin of a segment.
fn beside(a: Vec2, b: Vec2, margin: f64) -> Option<[f64; 2]> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut add = |u: f64| (low, high) = (low.min(u), high.max(u));
    for p in [a, b] {
        if p.y.abs() <= margin {
            let half = libm::sqrt(margin * margin - p.y * p.y);
            add(p.x - half);
            add(p.x + half);
        }
    }
    if let Some(across) = (b - a).unit().map(Vec2::right) {
        for out in [across * margin, -across * margin] {
            let (a, b) = (a + out, b + out);
            if (a.y < 0.0) != (b.y < 0.0) {
                add(a.x + (b.x - a.x) * (a.y / (a.y - b.y)));
            }
        }
    }
    (low <= high).then_some([low, high])
}
