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
    fn points_and_segments_are_hulls_too() {
        let line = Convex::hull([vec2(0., 0.), vec2(2., 2.), vec2(1., 1.), vec2(2., 2.)]).unwrap();
        assert_eq!(line.corners(), [vec2(0., 0.), vec2(2., 2.)]);
        assert_eq!(Convex::hull([vec2(1., 1.), vec2(1., 1.)]).unwrap().corners().len(), 1);
        assert_eq!(Convex::hull([]), None);
        assert_eq!(Convex::hull([vec2(f64::NAN, 0.)]), None);
    }
}
