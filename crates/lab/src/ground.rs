//! Who stands on a piece of terrain.

use table::grain::UNIT;
use table::point::Point;
use table::segment::Segment;
use table::vec2::Vec2;
use umpire::{Shape, Terrain};

/// Whoever is no farther than half a unit of length from a piece stands on it: a base at its edge, or on a road.
const NEAR: f64 = UNIT as f64 / 2.0;

/// Terrain as people speak of it: a town is one piece, however many areas it is drawn as.
pub(crate) struct Ground {
    /// What it is, and its name.
    pub(crate) name: String,
    shapes: Vec<Shape>,
}

/// The pieces of a scene. Those of one kind and name are one; those without a name are numbered.
pub(crate) fn pieces(terrain: &[Terrain]) -> Vec<Ground> {
    let mut pieces: Vec<Ground> = Vec::new();
    for one in terrain {
        let name = one.words();
        match pieces.iter_mut().find(|piece| !one.name.is_empty() && piece.name == name) {
            Some(piece) => piece.shapes.push(one.shape.clone()),
            None => pieces.push(Ground { name: numbered(&pieces, name), shapes: vec![one.shape.clone()] }),
        }
    }
    pieces
}

fn numbered(pieces: &[Ground], name: String) -> String {
    let taken = |name: &str| pieces.iter().any(|piece| piece.name == name);
    let others = (2..).map(|n| format!("{name} {n}"));
    std::iter::once(name.clone()).chain(others).find(|name| !taken(name)).unwrap_or(name)
}

impl Ground {
    /// Does a unit at this place stand on it?
    pub(crate) fn carries(&self, at: Point) -> bool {
        self.shapes.iter().any(|shape| stands_on(shape, at))
    }
}

fn stands_on(shape: &Shape, at: Point) -> bool {
    let p = at.vec2();
    match shape {
        Shape::Point(centre) => p.distance(centre.vec2()) <= NEAR,
        Shape::Disc { centre, radius } => p.distance(centre.vec2()) <= NEAR + f64::from(*radius),
        Shape::Path(points) => edges(points, false).any(|edge| near(edge, p)),
        Shape::Area(corners) => inside(corners, p) || edges(corners, true).any(|edge| near(edge, p)),
    }
}

fn near(edge: [Vec2; 2], p: Vec2) -> bool {
    Segment::new(edge[0], edge[1]).nearest(p).distance(p) <= NEAR
}

fn edges(points: &[Point], closed: bool) -> impl Iterator<Item = [Vec2; 2]> + '_ {
    let count = if closed { points.len() } else { points.len().saturating_sub(1) };
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).take(count).map(|(a, b)| [a.vec2(), b.vec2()])
}

/// A ray to the east crosses the border an odd number of times.
fn inside(corners: &[Point], p: Vec2) -> bool {
    let crossed = |[a, b]: &[Vec2; 2]| {
        (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
    };
    edges(corners, true).filter(crossed).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::point::at;

    fn wood(name: &'static str, shape: Shape) -> Terrain {
        Terrain { kind: "wood".into(), name: name.into(), shape }
    }

    #[test]
    fn a_unit_stands_on_what_it_is_in_or_half_a_unit_from() {
        // An L of two arms, three units long and one wide.
        let l = [at(0.0, 0.0), at(3.0, 0.0), at(3.0, 1.0), at(1.0, 1.0), at(1.0, 3.0), at(0.0, 3.0)];
        let wood = Shape::Area(l.to_vec());
        for (x, y, on) in [
            (0.5, 2.0, true),
            (2.5, 0.5, true),
            (2.0, 2.0, false),
            (3.5, 0.5, true),
            (3.51, 0.5, false),
            (-0.4, 1.0, true),
            (1.4, 1.4, true),
        ] {
            assert_eq!(stands_on(&wood, at(x, y)), on, "{x} {y}");
        }
        let road = Shape::Path(vec![at(0.0, 0.0), at(4.0, 0.0), at(4.0, 4.0)]);
        assert!(stands_on(&road, at(2.0, 0.5)) && stands_on(&road, at(4.5, 2.0)));
        // Between its ends there is no road.
        assert!(!stands_on(&road, at(2.0, 2.0)) && !stands_on(&road, at(2.0, 0.51)));
        let disc = Shape::Disc { centre: at(0.0, 0.0), radius: UNIT };
        assert!(stands_on(&disc, at(1.5, 0.0)) && !stands_on(&disc, at(1.51, 0.0)));
    }

    #[test]
    fn pieces_are_called_by_kind_and_name_and_those_of_one_name_are_one() {
        let at = |x: f64| Shape::Point(at(x, 0.0));
        let scene = [wood("", at(0.0)), wood("West", at(2.0)), wood("", at(4.0)), wood("West", at(6.0))];
        let found = pieces(&scene);
        let names: Vec<&str> = found.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(names, ["wood", "West (wood)", "wood 2"]);
        let carried = |n: usize| [0.0, 2.0, 4.0, 6.0].map(|x| found[n].carries(table::point::at(x, 0.0)));
        assert_eq!(carried(0), [true, false, false, false]);
        assert_eq!(carried(1), [false, true, false, true]);
        assert_eq!(carried(2), [false, false, true, false]);
    }
}
