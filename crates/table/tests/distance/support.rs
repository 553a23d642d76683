//! Random shapes, and the same shapes for the independent oracle.

// Every test file takes what it needs; each is a crate of its own.
#![allow(dead_code, unreachable_pub)]

use parry2d_f64::math::{Pose, Vector};
use parry2d_f64::shape::{ConvexPolygon, Cuboid};
use proptest::prelude::*;
use table::convex::Convex;
use table::distance::Solid;
use table::grain::UNIT;
use table::heading::Heading;
use table::pose::Frame;
use table::rect::Rect;
use table::vec2::{Vec2, vec2};

/// Grains in a unit, as a number for the oracle, which likes its lengths near 1.
pub const SCALE: f64 = UNIT as f64;

/// A rectangle anywhere on a small table, so that about half of all pairs overlap.
pub fn rect() -> impl Strategy<Value = Rect> {
    (
        (0..40_000i32, 0..40_000i32),
        prop_oneof![3 => any::<i32>(), 1 => (0..8i32).prop_map(|k| k * 45_000)],
        (100..30_000i32, 100..30_000i32),
    )
        .prop_map(|((x, y), heading, (w, d))| Rect {
            frame: Frame {
                origin: vec2(f64::from(x), f64::from(y)),
                forward: Heading::from(heading).vector(),
            },
            half_width: f64::from(w) * 0.5,
            half_depth: f64::from(d) * 0.5,
        })
}

/// A point of the same table.
pub fn point() -> impl Strategy<Value = Vec2> {
    (0..40_000i32, 0..40_000i32).prop_map(|(x, y)| vec2(f64::from(x), f64::from(y)))
}

/// A convex polygon with area.
pub fn convex() -> impl Strategy<Value = Convex> {
    (point(), prop::collection::vec((-9_000..9_000i32, -9_000..9_000i32), 3..9)).prop_filter_map(
        "flat",
        |(at, around)| {
            let points = around.into_iter().map(|(x, y)| at + vec2(f64::from(x), f64::from(y)));
            Convex::hull(points).filter(|c| c.corners().len() > 2 && c.area() > 1e6)
        },
    )
}

pub fn units(p: Vec2) -> Vector {
    Vector::new(p.x / SCALE, p.y / SCALE)
}

pub fn cuboid(r: &Rect) -> (Pose, Cuboid) {
    // Clockwise headings are negative angles there.
    let angle = libm::atan2(-r.frame.forward.x, r.frame.forward.y);
    (
        Pose::new(units(r.frame.origin), angle),
        Cuboid::new(Vector::new(r.half_width / SCALE, r.half_depth / SCALE)),
    )
}

pub fn polygon(c: &Convex) -> ConvexPolygon {
    let points: Vec<_> = c.corners().iter().rev().map(|p| units(*p)).collect();
    ConvexPolygon::from_convex_polyline_unmodified(points).expect("a convex polygon with area")
}

/// The signed clearance by another road: the greatest separation over many directions. Never more than the
/// truth, and short of it by at most `spread * reach` if directions are `spread` radians apart, where
/// `reach` is the greatest distance between points of the two shapes.
pub fn clearance_by_directions(a: &impl Solid, b: &impl Solid, steps: u32) -> f64 {
    (0..steps)
        .map(|i| {
            let angle = std::f64::consts::TAU * f64::from(i) / f64::from(steps);
            let n = vec2(libm::cos(angle), libm::sin(angle));
            let low = a.corners().as_ref().iter().map(|p| n.dot(*p)).fold(f64::INFINITY, f64::min);
            let high = b.corners().as_ref().iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
            low - high - a.rim() - b.rim()
        })
        .fold(f64::NEG_INFINITY, f64::max)
}
