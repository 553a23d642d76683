//! The few measurements that Picket needs, between rectangles.

use table::grain::Tolerance;
use table::rect::{Edge, Rect};
use table::vec2::Vec2;

/// Lengths nearer than this count as equal: 0.001 of a stand, on a half grain.
pub const EPS: f64 = Tolerance::half_grains(21).grains();

/// Do two rectangles overlap by more than the tolerance?
pub fn overlap(a: &Rect, b: &Rect) -> bool {
    let depth = |of: &Rect, other: &Rect, edge: Edge| {
        let normal = of.normal(edge);
        let reach = of.edge(edge)[0].dot(normal);
        other.corners().iter().map(|c| reach - c.dot(normal)).fold(f64::NEG_INFINITY, f64::max)
    };
    Edge::ALL.iter().all(|&edge| depth(a, b, edge) > EPS && depth(b, a, edge) > EPS)
}

/// The distance between two rectangles; 0 if they touch or overlap.
pub fn gap(a: &Rect, b: &Rect) -> f64 {
    if overlap(a, b) {
        return 0.0;
    }
    // Of two convex shapes that do not overlap, a corner of one is nearest to the other.
    let from = |corners: [Vec2; 4], to: &Rect| {
        corners.iter().map(|&c| to.nearest(c).distance(c)).fold(f64::INFINITY, f64::min)
    };
    from(a.corners(), b).min(from(b.corners(), a))
}

/// How far a rectangle can go straight ahead until its front touches another that it does not overlap;
/// `None` if it would pass by.
pub fn ahead(mover: &Rect, other: &Rect) -> Option<f64> {
    let local = other.corners().map(|c| mover.frame.to_local(c));
    let half = mover.half_width - EPS;
    let mut nearest = f64::INFINITY;
    for i in 0..4 {
        let (p, q) = (local[i], local[(i + 1) % 4]);
        if p.x.abs() < half {
            nearest = nearest.min(p.y);
        }
        for side in [-half, half] {
            if (p.x - side) * (q.x - side) < 0.0 {
                nearest = nearest.min(p.towards(q, (side - p.x) / (q.x - p.x)).y);
            }
        }
    }
    (nearest.is_finite() && nearest > 0.0).then(|| (nearest - mover.half_depth).max(0.0))
}

/// Does a rectangle lie inside another, give or take the tolerance?
pub fn inside(inner: &Rect, outer: &Rect) -> bool {
    inner.corners().iter().all(|&c| outer.depth_of(c) > -EPS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::vec2::vec2;

    fn upright(west: f64, south: f64, east: f64, north: f64) -> Rect {
        Rect::upright(vec2(west, south), vec2(east, north))
    }

    #[test]
    fn touching_is_not_overlapping() {
        let a = upright(0., 0., 1000., 1000.);
        assert!(!overlap(&a, &upright(1000., 0., 2000., 1000.)));
        assert!(!overlap(&a, &upright(990., 0., 2000., 1000.)));
        assert!(overlap(&a, &upright(989., 0., 2000., 1000.)));
    }

    #[test]
    fn gaps_run_from_corner_to_edge() {
        let a = upright(0., 0., 1000., 1000.);
        assert!((gap(&a, &upright(1300., 1400., 2000., 2000.)) - 500.0).abs() < 1e-9);
        assert!(gap(&a, &upright(500., 500., 2000., 2000.)).abs() < 1e-9);
    }

    #[test]
    fn what_stands_ahead_is_met_by_the_front_only() {
        let mover = upright(0., 0., 1000., 500.);
        assert_eq!(ahead(&mover, &upright(900., 800., 2000., 2000.)), Some(300.0));
        assert_eq!(ahead(&mover, &upright(-500., 800., 2000., 2000.)), Some(300.0));
        assert_eq!(ahead(&mover, &upright(1000., 800., 2000., 2000.)), None);
        assert_eq!(ahead(&mover, &upright(0., -900., 1000., -800.)), None);
    }
}
