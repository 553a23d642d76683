//! Cutting a polygon into convex parts: ears are cut off, then triangles are joined while they stay convex.

use super::valid::turn;
use crate::convex::Convex;
use crate::point::Point;

/// Convex parts of a simple polygon given clockwise.
pub(super) fn convex_parts(corners: &[Point]) -> Vec<Convex> {
    if is_convex(corners) {
        return Convex::hull(corners.iter().map(|p| p.vec2())).into_iter().collect();
    }
    let mut parts: Vec<Vec<Point>> = Vec::new();
    for ear in ears(corners) {
        // An ear mostly borders on one that was cut shortly before.
        let joined = parts.iter_mut().rev().find_map(|part| joined(part, ear).map(|whole| (part, whole)));
        match joined {
            Some((part, whole)) => *part = whole,
            None => parts.push(ear.to_vec()),
        }
    }
    parts.iter().filter_map(|part| Convex::hull(part.iter().map(|p| p.vec2()))).collect()
}

/// Triangles, clockwise, that make up the polygon.
fn ears(corners: &[Point]) -> Vec<[Point; 3]> {
    let mut left = corners.to_vec();
    let mut ears = Vec::with_capacity(corners.len());
    let mut i = 0;
    let mut passed = 0;
    while left.len() >= 3 && passed < left.len() {
        let n = left.len();
        let (before, tip, after) = (left[(i + n - 1) % n], left[i % n], left[(i + 1) % n]);
        let bend = turn(before, tip, after);
        // A straight corner bounds no area of its own; a bend to the right may be an ear.
        let ear = bend < 0 && !left.iter().any(|&p| in_triangle(p, before, tip, after));
        if ear || bend == 0 {
            if ear {
                ears.push([before, tip, after]);
            }
            left.remove(i % n);
            i = (i % n + n - 2) % (n - 1);
            passed = 0;
        } else {
            i = (i + 1) % n;
            passed += 1;
        }
    }
    ears
}

/// Does another point than the three corners lie in a closed clockwise triangle?
fn in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool {
    p != a && p != b && p != c && turn(a, b, p) <= 0 && turn(b, c, p) <= 0 && turn(c, a, p) <= 0
}

/// The convex part and the triangle as one, if they share an edge and stay convex.
fn joined(part: &[Point], ear: [Point; 3]) -> Option<Vec<Point>> {
    let n = part.len();
    let (i, tip) = (0..n).find_map(|i| {
        let (a, b) = (part[i], part[(i + 1) % n]);
        (0..3).find(|&k| ear[k] == b && ear[(k + 1) % 3] == a).map(|k| (i, ear[(k + 2) % 3]))
    })?;
    let mut whole = part.to_vec();
    whole.insert(i + 1, tip);
    is_convex(&whole).then_some(whole)
}

/// Is a simple polygon given clockwise convex?
fn is_convex(corners: &[Point]) -> bool {
    let m = corners.len();
    (0..m).all(|k| turn(corners[k], corners[(k + 1) % m], corners[(k + 2) % m]) <= 0)
}
