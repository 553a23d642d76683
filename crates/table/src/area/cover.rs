//! Is a shape in an area: wholly, partly, by how much of its own area, with one edge?

use crate::convex::Convex;
use crate::grain::Tolerance;
use crate::polygon::Polygon;
use crate::vec2::Vec2;
use smallvec::SmallVec;

/// What is left of a shape must be larger than this (in square grains) to count as left.
const SPECK: f64 = 1.0;

/// Points p with `normal · p ≤ limit`.
#[derive(Clone, Copy, Debug)]
struct Half {
    normal: Vec2,
    limit: f64,
}

impl Half {
    fn beyond(&self, p: Vec2) -> f64 {
        self.normal.dot(p) - self.limit
    }
}

type Corners = SmallVec<[Vec2; 8]>;

/// A point of a shape outside the union of some areas by more than the tolerance; `None` if the shape
/// lies wholly in the union.
pub fn outside<'a>(
    shape: &Convex,
    areas: impl IntoIterator<Item = &'a Polygon>,
    tolerance: Tolerance,
) -> Option<Vec2> {
    let left = without(shape.corners().into(), areas, tolerance.grains());
    let largest = left.iter().max_by(|a, b| area(a).total_cmp(&area(b)))?;
    (area(largest) > SPECK).then(|| middle(largest))
}

/// The share of a shape's area that lies in the union of some areas, from 0 to 1. A shape without area
/// has no share.
pub fn share<'a>(shape: &Convex, areas: impl IntoIterator<Item = &'a Polygon>) -> f64 {
    let whole = area(shape.corners());
    if !(whole > 0.0 && whole.is_finite()) {
        return 0.0;
    }
    let left: f64 = without(shape.corners().into(), areas, 0.0).iter().map(|c| area(c)).sum();
    (1.0 - left / whole).clamp(0.0, 1.0)
}

/// A point of a straight edge outside the union of some areas by more than the tolerance; `None` if the
/// edge lies wholly in the union.
pub fn edge_outside<'a>(
    edge: [Vec2; 2],
    areas: impl IntoIterator<Item = &'a Polygon>,
    tolerance: Tolerance,
) -> Option<Vec2> {
    let [a, b] = edge;
    let mut left: SmallVec<[(f64, f64); 4]> = SmallVec::new();
    left.push((0.0, 1.0));
    for part in areas.into_iter().flat_map(Polygon::parts) {
        let Some((from, to)) = inside_of_part([a, b], part, tolerance.grains()) else { continue };
        left = left
            .iter()
            .flat_map(|&(s, e)| [(s, e.min(from)), (s.max(to), e)])
            .filter(|(s, e)| s < e)
            .collect();
    }
    let long = |&(s, e): &(f64, f64)| (e - s) * a.distance(b) > crate::area::rays::ON_LINE || a == b;
    left.into_iter().find(long).map(|(s, e)| a.towards(b, (s + e) * 0.5))
}

/// How deep a shape reaches into an area: the shortest shift that would take it out, the greatest over
/// the convex parts of the area. 0 or less if it is outside.
pub fn penetration(shape: &Convex, polygon: &Polygon) -> f64 {
    polygon.parts().iter().map(|part| depth_in_part(shape, part)).fold(f64::NEG_INFINITY, f64::max)
}

/// Does a shape reach into an area deeper than the tolerance?
pub fn partly_in(shape: &Convex, polygon: &Polygon, tolerance: Tolerance) -> bool {
    penetration(shape, polygon) > tolerance.grains()
}

/// The separating axis with the smallest overlap, over the normals of both shapes.
fn depth_in_part(a: &Convex, b: &Convex) -> f64 {
    let normals = a.edges().chain(b.edges()).filter_map(|[p, q]| (q - p).unit()).map(Vec2::right);
    normals
        .map(|n| {
            let reach = |c: &Convex| {
                let along = c.corners().iter().map(|p| n.dot(*p));
                along.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)))
            };
            let ((a_low, a_high), (b_low, b_high)) = (reach(a), reach(b));
            (a_high - b_low).min(b_high - a_low)
        })
        .fold(f64::INFINITY, f64::min)
}

/// The sides of a convex part moved out by a margin, its corners bevelled, so that a sharp corner does
/// not grow a long tip.
fn sides(part: &Convex, margin: f64) -> SmallVec<[Half; 16]> {
    let mut sides: SmallVec<[Half; 16]> = SmallVec::new();
    for [a, b] in part.edges() {
        // Clockwise: the outside is to the left.
        if let Some(normal) = (b - a).unit().map(|d| -d.right()) {
            sides.push(Half { normal, limit: normal.dot(a) + margin });
        }
    }
    if margin > 0.0 {
        let edges = sides.clone();
        for (i, corner) in part.corners().iter().enumerate() {
            let before = edges.get((i + edges.len() - 1) % edges.len().max(1));
            if let (Some(b), Some(a)) = (before, edges.get(i))
                && let Some(normal) = (b.normal + a.normal).unit()
            {
                sides.push(Half { normal, limit: normal.dot(*corner) + margin });
            }
        }
    }
    sides
}

/// What is left of a convex shape when areas, each with a margin, are taken away: convex pieces.
fn without<'a>(
    shape: Corners,
    areas: impl IntoIterator<Item = &'a Polygon>,
    margin: f64,
) -> SmallVec<[Corners; 4]> {
    let mut left: SmallVec<[Corners; 4]> = SmallVec::new();
    left.push(shape);
    for part in areas.into_iter().flat_map(Polygon::parts) {
        let sides = sides(part, margin);
        let mut kept: SmallVec<[Corners; 4]> = SmallVec::new();
        for piece in left {
            if sides.iter().any(|s| piece.iter().all(|&p| s.beyond(p) >= 0.0)) {
                kept.push(piece);
                continue;
            }
            let mut inner = piece;
            for side in &sides {
                let outer = clipped(&inner, |p| side.beyond(p));
                if area(&outer) > 0.0 {
                    kept.push(outer);
                }
                inner = clipped(&inner, |p| -side.beyond(p));
            }
        }
        left = kept;
    }
    left
}

/// The part of a convex shape where a linear measure is not negative.
fn clipped(corners: &[Vec2], measure: impl Fn(Vec2) -> f64) -> Corners {
    let mut kept = Corners::new();
    let n = corners.len();
    for (i, &p) in corners.iter().enumerate() {
        let q = corners[(i + 1) % n];
        let (mp, mq) = (measure(p), measure(q));
        if mp >= 0.0 {
            kept.push(p);
        }
        if mp > 0.0 && mq < 0.0 || mp < 0.0 && mq > 0.0 {
            kept.push(p.towards(q, mp / (mp - mq)));
        }
    }
    kept
}

/// The share of a segment, from and to, inside a convex part with a margin.
fn inside_of_part([a, b]: [Vec2; 2], part: &Convex, margin: f64) -> Option<(f64, f64)> {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for side in sides(part, margin) {
        let (da, db) = (side.beyond(a), side.beyond(b));
        if da > 0.0 && db > 0.0 {
            return None;
        }
        if da > 0.0 {
            from = from.max(da / (da - db));
        } else if db > 0.0 {
            to = to.min(da / (da - db));
        }
    }
    (from <= to).then_some((from, to))
}

fn area(corners: &[Vec2]) -> f64 {
    let Some(&first) = corners.first() else { return 0.0 };
    let next = corners.iter().skip(1);
    let twice: f64 = corners.iter().zip(next).map(|(a, b)| (*b - first).cross(*a - first)).sum();
    twice.abs() * 0.5
}

fn middle(corners: &[Vec2]) -> Vec2 {
    let sum = corners.iter().fold(Vec2::default(), |s, c| s + *c);
    sum * (1.0 / corners.len().max(1) as f64)
}
