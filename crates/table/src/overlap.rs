//! Whether two shapes overlap or touch, how deep, and over what area.

use crate::convex::Convex;
use crate::distance::{Figure, Solid, clearance, deeper, nearer};
use crate::grain::Tolerance;
use crate::vec2::Vec2;

/// The overlap of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// The length of the shortest shift that separates them, in grains.
    pub depth: f64,
    /// The direction, of length 1, in which the first shape would have to be shifted.
    pub shift: Vec2,
    /// The point of the first shape that touches the second last; `depth` along `shift` from it the
    /// second shape ends.
    pub at: Vec2,
}

/// How deep two solids overlap; `None` if they are apart, 0 if they just touch.
pub fn depth(a: &impl Solid, b: &impl Solid) -> Option<Overlap> {
    let c = clearance(a, b);
    (c.signed <= 0.0).then_some(Overlap { depth: -c.signed, shift: c.away, at: c.from })
}

/// The deepest overlap of any two parts of two figures.
pub fn greatest_depth<A: Figure + ?Sized, B: Figure + ?Sized>(a: &A, b: &B) -> Option<Overlap> {
    let mut deepest: Option<Overlap> = None;
    for p in a.parts() {
        for q in b.parts() {
            if let Some(found) = depth(&p, &q)
                && deepest.is_none_or(|d| found.depth > d.depth)
            {
                deepest = Some(found);
            }
        }
    }
    deepest
}

/// Do two figures overlap deeper than a tolerance?
pub fn overlap<A: Figure + ?Sized, B: Figure + ?Sized>(a: &A, b: &B, tolerance: Tolerance) -> bool {
    a.parts().any(|p| b.parts().any(|q| deeper(&p, &q, tolerance.grains())))
}

/// Are two figures at most `reach` apart, without an overlap deeper than `allowed`?
pub fn touch<A: Figure + ?Sized, B: Figure + ?Sized>(
    a: &A,
    b: &B,
    reach: Tolerance,
    allowed: Tolerance,
) -> bool {
    a.parts().any(|p| b.parts().any(|q| nearer(&p, &q, reach.grains()))) && !overlap(a, b, allowed)
}

/// The common part of two polygons, their rims left off. Lines meet if they come within a millionth of a
/// grain of each other.
pub fn common_part(a: &impl Solid, b: &impl Solid) -> Option<Convex> {
    let a = Convex::hull(a.corners().as_ref().iter().copied())?;
    let b = Convex::hull(b.corners().as_ref().iter().copied())?;
    let [knife, mut common] = if a.corners().len() < b.corners().len() { [b, a] } else { [a, b] };
    // What has an area cuts what may have none, not the other way round.
    if knife.corners().len() < 3 {
        for n in knife.axes() {
            let [low, high] = knife.span(n);
            common = common.clipped(n, high + LINE)?.clipped(-n, LINE - low)?;
        }
        return Some(common);
    }
    for [p, q] in knife.edges() {
        let out = -(q - p).right();
        common = common.clipped(out, out.dot(p))?;
    }
    Some(common)
}

/// A line is so thick for the sake of rounding.
const LINE: f64 = 1e-6;

/// The area that two polygons have in common, in square grains, their rims left off.
pub fn common_area(a: &impl Solid, b: &impl Solid) -> f64 {
    common_part(a, b).map_or(0.0, |c| c.area())
}

/// A point of both solids, if there is one.
pub(crate) fn common_point(a: &impl Solid, b: &impl Solid) -> Option<Vec2> {
    let c = clearance(a, b);
    let (rim, other_rim) = (a.rim(), b.rim());
    let cores_apart = c.signed + rim + other_rim;
    if cores_apart > 0.0 {
        let p = c.from + c.away * rim;
        let back = ((cores_apart + rim - other_rim) * 0.5).max(0.0).min(rim);
        return Some(p - c.away * back);
    }
    let common = common_part(a, b)?;
    let count = common.corners().len() as f64;
    let sum = common.corners().iter().fold(Vec2::default(), |sum, p| sum + *p);
    Some(sum * (1.0 / count))
}
