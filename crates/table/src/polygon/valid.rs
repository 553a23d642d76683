//! What makes a list of points a simple polygon. All in whole numbers: products of coordinates fit `i64`.

use super::MOST_CORNERS;
use crate::point::Point;

/// Why a list of points is no polygon. Corners are counted from 0 as they were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolygonError {
    /// Fewer than three corners.
    #[error("a polygon has at least 3 corners, not {0}")]
    TooFew(usize),
    /// More corners than any polygon has.
    #[error("a polygon has at most {MOST_CORNERS} corners, not {0}")]
    TooMany(usize),
    /// A corner at the place of the one before it.
    #[error("corner {0} lies on the corner before it")]
    Repeated(usize),
    /// The border turns straight back on itself.
    #[error("the border turns back on itself at corner {0}")]
    Spike(usize),
    /// Two edges that are no neighbours meet. An edge is named by its first corner.
    #[error("the edge after corner {0} meets the edge after corner {1}")]
    Crossing(usize, usize),
}

/// Twice the area, positive for corners that run anticlockwise.
pub(super) fn twice_area(corners: &[Point]) -> i64 {
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x))
        .sum()
}

/// Twice the area of the triangle a, b, c: positive if it runs anticlockwise.
pub(super) fn turn(a: Point, b: Point, c: Point) -> i64 {
    let (x1, y1) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let (x2, y2) = (i64::from(c.x) - i64::from(a.x), i64::from(c.y) - i64::from(a.y));
    x1 * y2 - y1 * x2
}

/// Checks that the corners make a simple polygon; gives twice its area, positive if anticlockwise.
pub(super) fn check(corners: &[Point]) -> Result<i64, PolygonError> {
    let n = corners.len();
    if n < 3 {
        return Err(PolygonError::TooFew(n));
    }
    if n > MOST_CORNERS {
        return Err(PolygonError::TooMany(n));
    }
    let at = |i: usize| corners[i % n];
    for i in 0..n {
        if at(i) == at(i + 1) {
            return Err(PolygonError::Repeated((i + 1) % n));
        }
    }
    for i in 0..n {
        let (a, b, c) = (at(i), at(i + 1), at(i + 2));
        if turn(a, b, c) == 0 && !between(a, b, c) {
            return Err(PolygonError::Spike((i + 1) % n));
        }
    }
    for i in 0..n {
        for j in i + 2..n {
            let neighbours = i == 0 && j == n - 1;
            if !neighbours && meet(at(i), at(i + 1), at(j), at(j + 1)) {
                return Err(PolygonError::Crossing(i, j));
            }
        }
    }
    Ok(twice_area(corners))
}

/// Does b, on the line through a and c, lie between them?
fn between(a: Point, b: Point, c: Point) -> bool {
    b.x >= a.x.min(c.x) && b.x <= a.x.max(c.x) && b.y >= a.y.min(c.y) && b.y <= a.y.max(c.y)
}

/// Do two closed segments have a point in common?
fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (abc, abd) = (turn(a, b, c).signum(), turn(a, b, d).signum());
    let (cda, cdb) = (turn(c, d, a).signum(), turn(c, d, b).signum());
    abc * abd < 0 && cda * cdb < 0
        || abc == 0 && between(a, c, b)
        || abd == 0 && between(a, d, b)
        || cda == 0 && between(c, a, d)
        || cdb == 0 && between(c, b, d)
}
