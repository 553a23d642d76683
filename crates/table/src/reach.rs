//! How far a body may go, and the area it can reach, for shading.

use crate::distance::{Figure, Solid};
use crate::heading::{Heading, Turn};
use crate::sweep::{Closest, Mover, Straight};
use crate::vec2::Vec2;
use smallvec::SmallVec;

/// How far a body may go straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Grains it may travel: the full length, or up to where the limit is met.
    pub length: f64,
    /// What stops it, and where.
    pub stopped: Option<Closest>,
}

/// How far a body may go along a bearing, at most `length` grains, before its clearance to an obstacle is
/// `limit` or less: a positive limit keeps it from touching, a negative one lets it overlap so deep. `None` if
/// the length is no length.
pub fn straight(
    mover: &impl Mover,
    bearing: Heading,
    length: f64,
    obstacles: &(impl Figure + ?Sized),
    limit: f64,
) -> Option<Reach> {
    if !(0.0..=crate::sweep::FAR).contains(&length) {
        return None;
    }
    let stopped = Straight::new(bearing, length).first(mover, obstacles, limit);
    Some(Reach { length: stopped.map_or(length, |s| s.at), stopped })
}

/// The least length, `from` or more, that lies inside none of some spans. The ends of a span are free.
pub fn first_free(from: f64, spans: impl IntoIterator<Item = [f64; 2]>) -> f64 {
    let mut spans: SmallVec<[[f64; 2]; 16]> = spans.into_iter().collect();
    spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut length = from;
    for [begin, end] in spans {
        if begin < length && length < end {
            length = end;
        }
    }
    length
}

/// The directions in which a reach is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fan {
    /// The first direction.
    pub from: Heading,
    /// How far it opens clockwise; a full circle at most.
    pub open: Turn,
    /// Directions are looked at in steps of this size at most.
    pub step: Turn,
    /// Between two directions a third one is looked at where the border is not straight, down to this size.
    pub finest: Turn,
    /// The border is straight where a point between lies off it by at most so many grains.
    pub flat: f64,
}

const CIRCLE: i32 = 360_000;
/// A region has no more directions than this, whatever the steps.
const MOST: usize = 20_000;

/// A direction looked at: grains clockwise from the begin of the fan, and how far the body may go.
#[derive(Clone, Copy)]
struct Ray {
    turn: i32,
    end: Option<Vec2>,
}

/// The area that can be reached from a point by going straight: polygons that begin at the point, one for each
/// unbroken range of directions; without the point if all directions of a full circle are open. `reach` says
/// how far in a direction, the same function that judges a move; `None` forbids the direction. `breaks` are
/// directions worth a look: where an obstacle begins or ends.
pub fn region(
    from: Vec2,
    fan: &Fan,
    breaks: &[Heading],
    mut reach: impl FnMut(Heading) -> Option<f64>,
) -> Vec<Vec<Vec2>> {
    let open = fan.open.0.clamp(0, CIRCLE);
    let step = fan.step.0.max(1);
    let mut look = |turn: i32| {
        let heading = fan.from.turned(Turn(turn));
        let length = reach(heading).filter(|l| l.is_finite() && *l >= 0.0);
        Ray { turn, end: length.map(|l| from + heading.vector() * l) }
    };
    let regular = (0..=open / step).map(|i| i * step);
    let special = breaks.iter().map(|b| (b.grains() - fan.from.grains()).rem_euclid(CIRCLE));
    let mut turns: Vec<i32> =
        regular.take(MOST).chain(special).chain([open]).filter(|t| *t <= open).collect();
    turns.sort_unstable();
    turns.dedup();
    let mut rays: Vec<Ray> = Vec::with_capacity(turns.len());
    for turn in turns {
        let next = look(turn);
        if let Some(last) = rays.last().copied() {
            refine(last, next, fan, &mut look, &mut rays);
        }
        rays.push(next);
    }
    outline(from, &rays, open == CIRCLE)
}

/// Puts rays between two where the border bends or breaks.
fn refine(a: Ray, b: Ray, fan: &Fan, look: &mut impl FnMut(i32) -> Ray, rays: &mut Vec<Ray>) {
    let mut open: Vec<(Ray, Ray)> = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        let turn = a.turn + (b.turn - a.turn) / 2;
        let wide = b.turn - a.turn > fan.finest.0.max(1) && rays.len() < MOST;
        if wide && turn > a.turn {
            let middle = look(turn);
            if !straight_border(a, middle, b, fan.flat) {
                open.extend([(middle, b), (a, middle)]);
                continue;
            }
        }
        rays.push(b);
    }
    // The last one is pushed by the caller.
    rays.pop();
}

fn straight_border(a: Ray, middle: Ray, b: Ray, flat: f64) -> bool {
    match (a.end, middle.end, b.end) {
        (Some(p), Some(q), Some(r)) => {
            crate::segment::Segment::new(p, r).nearest(q).distance(q) <= flat.max(0.0)
        }
        (None, None, None) => true,
        _ => false,
    }
}

fn outline(from: Vec2, rays: &[Ray], circle: bool) -> Vec<Vec<Vec2>> {
    let all: Option<Vec<Vec2>> = rays.iter().map(|r| r.end).collect();
    if let Some(mut ends) = all.filter(|_| circle) {
        ends.pop();
        return vec![ends];
    }
    rays.split(|r| r.end.is_none())
        .map(|run| std::iter::once(from).chain(run.iter().filter_map(|r| r.end)).collect::<Vec<_>>())
        .filter(|polygon| polygon.len() > 2)
        .collect()
}

/// The bearings at which a body that keeps its heading begins or ceases to be stopped by an obstacle: from each
/// of its corners to each corner of the obstacle, and a grain to either side.
pub fn breaks(mover: &impl Solid, obstacle: &impl Solid) -> Vec<Heading> {
    let (corners, others) = (mover.corners(), obstacle.corners());
    let directions = corners.as_ref().iter().flat_map(|p| others.as_ref().iter().map(move |q| *q - *p));
    directions.filter_map(Heading::of).flat_map(around).collect()
}

/// The headings at which a corner of an obstacle begins or ceases to lie in the lane of a front edge that turns
/// on its middle and then goes straight ahead, and a grain to either side.
pub fn lane_breaks(middle: Vec2, half_width: f64, obstacle: &impl Solid) -> Vec<Heading> {
    let mut found = Vec::new();
    for corner in obstacle.corners().as_ref() {
        let to = *corner - middle;
        let share = half_width / to.length();
        if let Some(bearing) = Heading::of(to).filter(|_| (0.0..1.0).contains(&share)) {
            let aside = Turn((libm::asin(share) * (180_000.0 / std::f64::consts::PI)) as i32);
            found.extend(around(bearing.turned(aside)));
            found.extend(around(bearing.turned(Turn(-aside.0))));
        }
    }
    found
}

fn around(h: Heading) -> [Heading; 3] {
    [h.turned(Turn(-1)), h, h.turned(Turn(1))]
}
