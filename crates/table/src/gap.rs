//! Gaps: has a straight line room between two obstacles on either side of it?
//!
//! Only the parts of the obstacles beside the line count, from its start to its end. A single obstacle
//! beside the line never matters.

use crate::vec2::Vec2;
use smallvec::SmallVec;

/// Borders of an obstacle, as straight stretches. Between shapes that a line parts, the shortest link
/// always ends on their borders, also after both are cut by the same slab.
pub(crate) type Borders = SmallVec<[[Vec2; 2]; 8]>;

/// The shortest link between two obstacles that a line passes between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// How far the obstacles are apart, beside the line.
    pub width: f64,
    /// The ends of the link, on the first and on the second obstacle.
    pub link: [Vec2; 2],
    /// Where the line crosses the link.
    pub at: Vec2,
    /// How far that is from the start of the line.
    pub after: f64,
}

/// A straight line, as a start and a direction of length 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    pub(crate) from: Vec2,
    pub(crate) along: Vec2,
}

impl Course {
    /// The parts of some borders beside the line, from `low` to `high` along it.
    pub(crate) fn beside(&self, borders: &[[Vec2; 2]], [low, high]: [f64; 2]) -> Borders {
        let part = |&[a, b]: &[Vec2; 2]| {
            let (sa, sb) = (self.forward(a), self.forward(b));
            let share = |s: f64| (s - sa) / (sb - sa);
            let (mut from, mut to) = (0.0_f64, 1.0_f64);
            for (outside_a, outside_b, cut) in [(sa < low, sb < low, low), (sa > high, sb > high, high)] {
                match (outside_a, outside_b) {
                    (true, true) => return None,
                    (true, false) => from = from.max(share(cut)),
                    (false, true) => to = to.min(share(cut)),
                    (false, false) => {}
                }
            }
            (from <= to).then(|| [a.towards(b, from), a.towards(b, to)])
        };
        borders.iter().filter_map(part).collect()
    }

    /// How far along the line a point lies.
    pub(crate) fn forward(&self, p: Vec2) -> f64 {
        (p - self.from).dot(self.along)
    }

    fn aside(&self, p: Vec2) -> f64 {
        self.along.cross(p - self.from)
    }

    /// Does an obstacle lie to the left? One that reaches over the line a little lies where it reaches
    /// farther.
    pub(crate) fn to_the_left(&self, borders: &[[Vec2; 2]]) -> bool {
        let sides = borders.iter().flatten().map(|p| self.aside(*p));
        let (low, high) = sides.fold((0.0_f64, 0.0_f64), |(l, h), s| (l.min(s), h.max(s)));
        high >= -low
    }

    /// How far along the line a link crosses it.
    pub(crate) fn crossing(&self, [a, b]: [Vec2; 2]) -> f64 {
        let (da, db) = (self.aside(a), self.aside(b));
        let share = if (da < 0.0) == (db < 0.0) {
            if da.abs() < db.abs() { 0.0 } else { 1.0 }
        } else {
            da / (da - db)
        };
        self.forward(a.towards(b, share))
    }
}

/// All links that may be the shortest: from each end of a stretch to the nearest point of the others.
pub(crate) fn links<'a>(
    one: &'a [[Vec2; 2]],
    other: &'a [[Vec2; 2]],
) -> impl Iterator<Item = [Vec2; 2]> + 'a {
    one.iter().flat_map(move |e| {
        other.iter().flat_map(move |f| {
            [
                [e[0], nearest(e[0], *f)],
                [e[1], nearest(e[1], *f)],
                [nearest(f[0], *e), f[0]],
                [nearest(f[1], *e), f[1]],
            ]
        })
    })
}

/// The point of a segment nearest to `p`.
pub(crate) fn nearest(p: Vec2, [a, b]: [Vec2; 2]) -> Vec2 {
    let along = b - a;
    let share = (p - a).dot(along) / along.length2();
    if share > 0.0 { a.towards(b, share.min(1.0)) } else { a }
}

/// The distance between two obstacles that do not overlap; infinite if one is empty.
pub(crate) fn distance(one: &[[Vec2; 2]], other: &[[Vec2; 2]]) -> f64 {
    links(one, other).map(|[a, b]| a.distance(b)).fold(f64::INFINITY, f64::min)
}

/// The gap between two obstacles on opposite sides of a straight line, if it is narrower than `width`.
///
/// Links whose lengths differ by no more than `alike` count as equally short; of these the one crossed
/// first is given. The obstacles are given by their borders and must not be crossed by the line.
pub fn gap(
    from: Vec2,
    to: Vec2,
    one: &[[Vec2; 2]],
    other: &[[Vec2; 2]],
    width: f64,
    alike: f64,
) -> Option<Gap> {
    let course = Course { from, along: (to - from).unit().filter(|a| a.is_finite())? };
    let slab = [0.0, from.distance(to)];
    let (one, other) = (course.beside(one, slab), course.beside(other, slab));
    let shortest = distance(&one, &other);
    if !(shortest < width) || course.to_the_left(&one) == course.to_the_left(&other) {
        return None;
    }
    let short = links(&one, &other).filter(|[a, b]| a.distance(*b) <= shortest + alike);
    let (after, link) = short
        .map(|link| (course.crossing(link), link))
        .reduce(|best, next| if next.0 < best.0 { next } else { best })?;
    Some(Gap { width: shortest, link, at: from + course.along * after, after })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::at;

    fn borders(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<[Vec2; 2]> {
        let c = [at(x0, y0), at(x0, y1), at(x1, y1), at(x1, y0)].map(crate::point::Point::vec2);
        (0..4).map(|i| [c[i], c[(i + 1) % 4]]).collect()
    }

    fn between(one: &[[Vec2; 2]], other: &[[Vec2; 2]], to: f64) -> Option<Gap> {
        gap(at(5., 5.).vec2(), at(5., to).vec2(), one, other, 4989.5, 10.5)
    }

    // BL-LOF-17: 0.40 between them side by side; 0.566 when one is drawn back by 0.4.
    #[test]
    fn a_narrow_gap_and_a_wide_one() {
        let friend = borders(3.8, 6., 4.8, 7.);
        let g = between(&friend, &borders(5.2, 7., 6.2, 8.), 10.).unwrap();
        assert!((g.width - 4000.).abs() < 1e-6);
        assert_eq!(g.at, at(5., 7.).vec2());
        assert_eq!(between(&friend, &borders(5.2, 7.4, 6.2, 8.4), 10.), None);
        // Exactly half is enough.
        assert_eq!(between(&friend, &borders(5.3, 6., 6.3, 7.), 10.), None);
    }

    // BL-LOF-19: the narrow point of two parallel borders is the one nearest to the shooter.
    #[test]
    fn of_equal_links_the_first_counts() {
        let g = between(&borders(3., 7., 4.8, 8.), &borders(5.2, 7., 7., 8.), 10.).unwrap();
        assert!((g.after - 20_000.).abs() < 1e-6);
        // One border a grain out of line narrows the gap at the far end: still alike.
        let mut skew = borders(5.2, 7., 7., 8.);
        for p in skew.iter_mut().flatten().filter(|p| p.y > 75_000. && p.x < 53_000.) {
            p.x -= 1.0;
        }
        assert!((between(&borders(3., 7., 4.8, 8.), &skew, 10.).unwrap().after - 20_000.).abs() < 1.0);
    }

    #[test]
    fn only_what_is_beside_the_line_counts() {
        let (left, right) = (borders(3., 7., 4.8, 8.), borders(5.2, 7., 7., 8.));
        assert_eq!(between(&left, &right, 6.9), None, "the line ends before them");
        assert!(between(&left, &right, 7.1).is_some());
        // Beyond the end the obstacles come closer: that part is cut off.
        let wedge = vec![[at(4.4, 7.).vec2(), at(4.8, 8.).vec2()]];
        assert_eq!(between(&wedge, &right, 7.2), None);
        assert!(between(&wedge, &right, 7.9).is_some());
        assert_eq!(between(&left, &borders(3.9, 8.1, 4.9, 9.), 10.), None, "both on one side");
        assert_eq!(gap(at(5., 5.).vec2(), at(5., 5.).vec2(), &left, &right, 4e3, 1.0), None);
        assert_eq!(gap(vec2_nan(), at(5., 5.).vec2(), &left, &right, 5e3, 1.0), None);
    }

    fn vec2_nan() -> Vec2 {
        crate::vec2::vec2(f64::NAN, 0.0)
    }
}
