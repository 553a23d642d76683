//! Convex shapes: swept footprints, parts of terrain, zones.

use crate::rect::Rect;
use crate::vec2::Vec2;
use smallvec::SmallVec;

/// A convex polygon, its corners clockwise, no three in line, none twice. One corner (a point) and two
/// (a segment) are allowed; no corner is not.
#[derive(Clone, Debug, PartialEq)]
pub struct Convex {
    corners: SmallVec<[Vec2; 8]>,
}

impl Convex {
    /// The convex hull of some points; `None` if there is none or one is not a number.
    pub fn hull(points: impl IntoIterator<Item = Vec2>) -> Option<Self> {
        let mut sorted: SmallVec<[Vec2; 16]> = points.into_iter().collect();
        if sorted.is_empty() || !sorted.iter().all(|p| p.is_finite()) {
            return None;
        }
        sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        sorted.dedup();
        if sorted.len() < 3 {
            return Some(Self { corners: sorted.into_iter().collect() });
        }
        let mut corners: SmallVec<[Vec2; 8]> = SmallVec::new();
        half_hull(sorted.iter().copied(), &mut corners);
        half_hull(sorted.iter().rev().copied(), &mut corners);
        Some(Self { corners })
    }

    /// The corners, clockwise.
    pub fn corners(&self) -> &[Vec2] {
        &self.corners
    }

    /// The edges from corner to corner, clockwise. A point has one edge of no length.
    pub fn edges(&self) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        let n = self.corners.len();
        (0..n).map(move |i| [self.corners[i], self.corners[(i + 1) % n]])
    }

    /// The same polygon carried elsewhere by a movement that neither bends nor mirrors it.
    pub(crate) fn mapped(&self, to: impl Fn(Vec2) -> Vec2) -> Self {
        Self { corners: self.corners.iter().map(|p| to(*p)).collect() }
    }

    /// The area in square grains.
    pub fn area(&self) -> f64 {
        let Some(first) = self.corners.first() else { return 0.0 };
        let twice: f64 = self.edges().map(|[a, b]| (b - *first).cross(a - *first)).sum();
        twice * 0.5
    }

    /// The part with `n · p <= most`; `None` if nothing is left. `n` need not have length 1.
    pub fn clipped(&self, n: Vec2, most: f64) -> Option<Self> {
        let mut corners: SmallVec<[Vec2; 8]> = SmallVec::new();
        // A segment has the same edge there and back; the way back would add its crossing again.
        let edges = if self.corners.len() == 2 { 1 } else { self.corners.len() };
        for (i, [a, b]) in self.edges().enumerate() {
            let (over, next_over) = (n.dot(a) - most, n.dot(b) - most);
            if over <= 0.0 {
                corners.push(a);
            }
            if i < edges && ((over < 0.0 && next_over > 0.0) || (over > 0.0 && next_over < 0.0)) {
                corners.push(a.towards(b, over / (over - next_over)));
            }
        }
        corners.dedup();
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        (!corners.is_empty()).then_some(Self { corners })
    }
}

impl From<Rect> for Convex {
    fn from(r: Rect) -> Self {
        Self { corners: SmallVec::from_slice(&r.corners()) }
    }
}

/// The clockwise half of a hull, its last point left off (the other half begins with it).
fn half_hull(points: impl Iterator<Item = Vec2>, corners: &mut SmallVec<[Vec2; 8]>) {
    let start = corners.len();
    for p in points {
        while corners.len() >= start + 2 {
            let (a, b) = (corners[corners.len() - 2], corners[corners.len() - 1]);
            if (b - a).cross(p - b) < 0.0 {
                break;
            }
            corners.pop();
        }
        corners.push(p);
    }
    corners.pop();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vec2::vec2;

    #[test]
    fn a_hull_is_clockwise_and_without_needless_corners() {
        let hull = Convex::hull(
            [(0., 0.), (2., 0.), (1., 0.), (2., 2.), (0., 2.), (1., 1.)].map(|(x, y)| vec2(x, y)),
        );
        let corners: Vec<_> = hull.unwrap().corners().to_vec();
        assert_eq!(corners, [vec2(0., 0.), vec2(0., 2.), vec2(2., 2.), vec2(2., 0.)]);
    }

    #[test]
    fn a_clipped_triangle() {
        let triangle = Convex::hull([vec2(0., 0.), vec2(4., 0.), vec2(0., 4.)]).unwrap();
        let left = triangle.clipped(vec2(2.0, 0.0), 2.0).unwrap();
        assert_eq!(left.corners(), [vec2(0., 0.), vec2(0., 4.), vec2(1., 3.), vec2(1., 0.)]);
        assert!((left.area() - 3.5).abs() < 1e-12);
        // Along an edge, at a corner, beyond it.
        assert_eq!(triangle.clipped(vec2(1.0, 0.0), 0.0).unwrap().corners(), [vec2(0., 0.), vec2(0., 4.)]);
        assert_eq!(triangle.clipped(vec2(-1.0, 0.0), -4.0).unwrap().corners(), [vec2(4., 0.)]);
        assert_eq!(triangle.clipped(vec2(-1.0, 0.0), -4.5), None);
        let line = Convex::hull([vec2(0., 0.), vec2(4., 0.)]).unwrap();
        assert_eq!(line.clipped(vec2(1.0, 0.0), 1.0).unwrap().corners(), [vec2(0., 0.), vec2(1., 0.)]);
    }

    #[test]
    fn points_and_segments_are_hulls_too() {
        let line = Convex::hull([vec2(0., 0.), vec2(2., 2.), vec2(1., 1.), vec2(2., 2.)]).unwrap();
        assert_eq!(line.corners(), [vec2(0., 0.), vec2(2., 2.)]);
        assert_eq!(Convex::hull([vec2(1., 1.), vec2(1., 1.)]).unwrap().corners().len(), 1);
        assert_eq!(Convex::hull([]), None);
        assert_eq!(Convex::hull([vec2(f64::NAN, 0.)]), None);
    }
}
