//! How far apart two shapes are, or how deep one lies in the other, and between which points.

mod solid;

use crate::grain::Tolerance;
use crate::vec2::Vec2;
pub use solid::{Figure, Solid};

/// The distance of two shapes and the two points nearest to each other. Shapes that meet have
/// distance 0 and one common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// In grains.
    pub distance: f64,
    /// On the first shape.
    pub from: Vec2,
    /// On the second shape.
    pub to: Vec2,
}

/// How two solids stand to each other.
///
/// Seen as a function of a movement it is steady: if no point of the shapes moves farther than x, `signed`
/// changes by at most x; and along a straight line it is convex. Sweeps and casts rest on this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// The distance if they are apart; minus the penetration depth if they overlap.
    pub signed: f64,
    /// The point of the first shape that decides.
    pub from: Vec2,
    /// The point of the second shape that decides; `|signed|` away from `from`.
    pub to: Vec2,
    /// The direction, of length 1, in which the first shape leaves the second on the shortest way.
    pub away: Vec2,
}

/// The distance of two solids and their nearest points.
pub fn gap(a: &impl Solid, b: &impl Solid) -> Gap {
    let c = clearance(a, b);
    if c.signed > 0.0 {
        return Gap { distance: c.signed, from: c.from, to: c.to };
    }
    let common = crate::overlap::common_point(a, b).unwrap_or_else(|| c.from.towards(c.to, 0.5));
    Gap { distance: if c.signed.is_nan() { f64::NAN } else { 0.0 }, from: common, to: common }
}

/// The distance of two figures and their nearest points; `None` if one has no parts.
pub fn least_gap<A: Figure + ?Sized, B: Figure + ?Sized>(a: &A, b: &B) -> Option<Gap> {
    let mut least: Option<Gap> = None;
    for p in a.parts() {
        for q in b.parts() {
            let found = gap(&p, &q);
            if least.is_none_or(|l| found.distance < l.distance) {
                least = Some(found);
            }
        }
    }
    least
}

/// Is the distance at most `limit` grains and a tolerance more? Figures without parts are near nothing.
pub fn within<A, B>(a: &A, b: &B, limit: f64, tolerance: Tolerance) -> bool
where
    A: Figure + ?Sized,
    B: Figure + ?Sized,
{
    let reach = limit + tolerance.grains();
    a.parts().any(|p| b.parts().any(|q| reach >= 0.0 && nearer(&p, &q, reach)))
}

/// Is `signed(a, b) <= limit`? Mostly the axes alone can tell.
pub(crate) fn nearer(a: &impl Solid, b: &impl Solid, limit: f64) -> bool {
    let rims = a.rim() + b.rim();
    let apart = separation(a, b, limit + rims).0;
    apart - rims <= limit && (apart <= 0.0 || nearest_corner(a, b).distance - rims <= limit)
}

/// Is `signed(a, b) < -depth`?
pub(crate) fn deeper(a: &impl Solid, b: &impl Solid, depth: f64) -> bool {
    let rims = a.rim() + b.rim();
    let apart = separation(a, b, rims - depth).0;
    apart - rims < -depth && (apart <= 0.0 || nearest_corner(a, b).distance - rims < -depth)
}

/// The distance of two solids if they are apart, minus their penetration depth if they overlap.
pub fn signed(a: &impl Solid, b: &impl Solid) -> f64 {
    let (apart, _) = separation(a, b, f64::INFINITY);
    let core = if apart > 0.0 { nearest_corner(a, b).distance } else { apart };
    core - a.rim() - b.rim()
}

/// How two solids stand to each other, with the deciding points.
pub fn clearance(a: &impl Solid, b: &impl Solid) -> Clearance {
    let (apart, axis) = separation(a, b, f64::INFINITY);
    let (core, p, q, away) = if apart > 0.0 {
        let Nearest { distance, corner, of_a } = nearest_corner(a, b);
        let (p, q) = if of_a { (corner, b.nearest(corner)) } else { (a.nearest(corner), corner) };
        // Where a corner faces an edge the axis is the exact direction, and two points that all but
        // coincide give none: what is left between them is rounding, which a long edge would magnify.
        let faces_edge = distance - apart <= SAME || distance <= COINCIDE;
        let away = (p - q).unit().filter(|_| !faces_edge).unwrap_or(axis);
        (distance, p, q, away)
    } else {
        let p = deciding_point(a, b, axis);
        (apart, p, p - axis * apart, axis)
    };
    let (rim, other_rim) = (a.rim(), b.rim());
    Clearance { signed: core - rim - other_rim, from: p - away * rim, to: q + away * other_rim, away }
}

/// The greatest separation of the two polygons along an axis of either, and the direction from `b` to `a`
/// there. Not positive: they overlap, and the shortest shift that separates them is exactly that long.
/// The search ends early where a separation beyond `enough` is found.
fn separation(a: &impl Solid, b: &impl Solid, enough: f64) -> (f64, Vec2) {
    let mut best = (f64::NEG_INFINITY, Vec2::default());
    for n in a.axes().chain(b.axes()) {
        let ([a_low, a_high], [b_low, b_high]) = (a.span(n), b.span(n));
        if a_low - b_high > best.0 {
            best = (a_low - b_high, n);
        }
        if b_low - a_high > best.0 {
            best = (b_low - a_high, -n);
        }
        if best.0 > enough {
            break;
        }
    }
    best
}

/// The corner of one polygon that is nearest to the other.
struct Nearest {
    distance: f64,
    corner: Vec2,
    of_a: bool,
}

/// For polygons that are apart: of the two points nearest to each other, one is always a corner.
fn nearest_corner(a: &impl Solid, b: &impl Solid) -> Nearest {
    let mut best = Nearest { distance: f64::INFINITY, corner: Vec2::default(), of_a: false };
    for corner in b.corners().as_ref() {
        let far = a.distance2(*corner);
        if far < best.distance {
            best = Nearest { distance: far, corner: *corner, of_a: false };
        }
    }
    for corner in a.corners().as_ref() {
        let far = b.distance2(*corner);
        if far < best.distance {
            best = Nearest { distance: far, corner: *corner, of_a: true };
        }
    }
    best.distance = libm::sqrt(best.distance);
    best
}

/// For polygons that overlap by least along `n`: the point of `a` that would touch `b` after the shift, in
/// the middle if a whole stretch of edge would.
fn deciding_point(a: &impl Solid, b: &impl Solid, n: Vec2) -> Vec2 {
    let side = n.right();
    let [a_low, a_high] = stretch(a, -n, side);
    let [b_low, b_high] = stretch(b, n, side);
    let middle = (a_low.max(b_low) + a_high.min(b_high)) * 0.5;
    side * middle + n * a.span(n)[0]
}

/// What the polygon reaches along `side` where it reaches farthest along `n`.
fn stretch(a: &impl Solid, n: Vec2, side: Vec2) -> [f64; 2] {
    let farthest = a.span(n)[1] - LEVEL;
    let mut reach = [f64::INFINITY, f64::NEG_INFINITY];
    for p in a.corners().as_ref() {
        if n.dot(*p) >= farthest {
            let along = side.dot(*p);
            reach = [reach[0].min(along), reach[1].max(along)];
        }
    }
    reach
}

/// Points nearer than this give no direction.
const COINCIDE: f64 = 1e-6;

/// Lengths that differ by less are the same but for rounding.
const SAME: f64 = 1e-8;

/// Corners whose heights differ by less are level. Far above rounding, far below what one grain of
/// heading makes over the width of a base.
pub(crate) const LEVEL: f64 = 1e-4;
