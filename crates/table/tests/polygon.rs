//! Polygons against the `geo` crate and against hand-made cases.

use geo::{Area as _, Contains, Distance, Euclidean, Intersects};
use proptest::prelude::*;
use table::grain::Tolerance;
use table::point::{Point, at};
use table::polygon::{Place, Polygon, PolygonError};
use table::vec2::vec2;

/// A star-shaped polygon: a corner at each of some rising bearings, at differing distances.
fn star() -> impl Strategy<Value = Polygon> {
    let ray = (0.05f64..1.0, 3000.0f64..60_000.0);
    proptest::collection::vec(ray, 3..24).prop_filter_map("degenerate", |rays| {
        let total: f64 = rays.iter().map(|r| r.0).sum();
        let mut bearing = 0.0;
        let mut corners = Vec::new();
        for (step, distance) in rays {
            bearing += step / total * std::f64::consts::TAU;
            let (x, y) = (libm::sin(bearing) * distance, libm::cos(bearing) * distance);
            corners.push(vec2(100_000.0 + x, 100_000.0 + y).round().unwrap());
        }
        Polygon::new(corners).ok()
    })
}

fn geo_of(p: &Polygon) -> geo::Polygon {
    let ring = p.corners().iter().map(|c| (f64::from(c.x), f64::from(c.y))).collect::<Vec<_>>();
    geo::Polygon::new(geo::LineString::from(ring), vec![])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn area_and_depth_agree_with_geo(p in star(), x in 30_000.0..170_000.0, y in 30_000.0..170_000.0) {
        let g = geo_of(&p);
        prop_assert!((p.area() - g.unsigned_area()).abs() <= 1e-6 * p.area());
        prop_assert!(g.signed_area() < 0.0, "clockwise");
        let point = geo::Point::new(x, y);
        let distance = Euclidean.distance(&point, g.exterior());
        let want = if g.contains(&point) { distance } else { -distance };
        prop_assert!((p.depth(vec2(x, y)) - want).abs() < 1e-6);
        let far = g.bounding_rect_corners();
        prop_assert_eq!((p.bounds().low, p.bounds().high), far);
    }

    #[test]
    fn the_parts_are_convex_and_make_up_the_whole(p in star(), x in 30_000.0..170_000.0, y in 30_000.0..170_000.0) {
        let mut sum = 0.0;
        for part in p.parts() {
            let corners = part.corners();
            let n = corners.len();
            prop_assert!(n >= 3);
            for i in 0..n {
                let (a, b, c) = (corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
                prop_assert!((b - a).cross(c - b) < 0.0, "bends to the right everywhere");
                sum += corners[(i + 1) % n].cross(corners[i]) * 0.5;
            }
        }
        prop_assert!((sum - p.area()).abs() <= 1e-6 * p.area());
        prop_assert!(p.parts().len() <= p.corners().len() - 2);
        // Parts of the right total area that cover every inner point overlap nowhere.
        let inside = p.depth(vec2(x, y)) > 1e-6;
        let in_part = |part: &table::convex::Convex| part.edges().all(|[a, b]| (b - a).cross(vec2(x, y) - a) <= 0.0);
        if inside {
            prop_assert!(p.parts().iter().any(in_part));
        }
        prop_assert!(p.depth(vec2(x, y)) > -1e-6 || !p.parts().iter().any(in_part));
    }

    #[test]
    fn what_crosses_itself_is_refused_and_nothing_else(list in proptest::collection::vec((0i32..12, 0i32..12), 0..9)) {
        let corners: Vec<_> = list.iter().map(|&(x, y)| Point { x, y }).collect();
        let n = corners.len();
        let edge = |i: usize| {
            let (a, b) = (corners[i % n], corners[(i + 1) % n]);
            geo::Line::new((f64::from(a.x), f64::from(a.y)), (f64::from(b.x), f64::from(b.y)))
        };
        // Plainly: no corner twice, edges that are no neighbours do not meet, neighbours meet in their
        // common corner only (each one's other end is off the other).
        let simple = n >= 3
            && (0..n).all(|i| (0..i).all(|j| corners[i] != corners[j]))
            && (0..n).all(|i| (i + 2..n).all(|j| (i == 0 && j == n - 1) || !edge(i).intersects(&edge(j))))
            && (0..n).all(|i| !edge(i).intersects(&edge(i + 1).end_point()) && !edge(i + 1).intersects(&edge(i).start_point()));
        prop_assert_eq!(Polygon::new(corners.clone()).is_ok(), simple);
    }
}

trait Corners {
    fn bounding_rect_corners(&self) -> (table::vec2::Vec2, table::vec2::Vec2);
}

impl Corners for geo::Polygon {
    fn bounding_rect_corners(&self) -> (table::vec2::Vec2, table::vec2::Vec2) {
        use geo::BoundingRect;
        let r = self.bounding_rect().unwrap();
        (vec2(r.min().x, r.min().y), vec2(r.max().x, r.max().y))
    }
}

fn polygon(corners: &[(f64, f64)]) -> Result<Polygon, PolygonError> {
    Polygon::new(corners.iter().map(|&(x, y)| at(x, y)).collect::<Vec<_>>())
}

#[test]
fn errors_name_the_corner() {
    assert_eq!(polygon(&[(0., 0.), (1., 0.)]), Err(PolygonError::TooFew(2)));
    assert_eq!(polygon(&[(0., 0.), (1., 0.), (1., 0.), (0., 1.)]), Err(PolygonError::Repeated(2)));
    assert_eq!(polygon(&[(0., 0.), (1., 0.), (0., 1.), (0., 0.)]), Err(PolygonError::Repeated(0)));
    assert_eq!(polygon(&[(0., 0.), (2., 0.), (1., 0.)]), Err(PolygonError::Spike(1)));
    assert_eq!(polygon(&[(0., 0.), (2., 2.), (2., 0.), (0., 2.)]), Err(PolygonError::Crossing(0, 2)));
    // A corner in the middle of another edge.
    assert!(matches!(
        polygon(&[(0., 0.), (4., 0.), (4., 4.), (2., 0.), (0., 4.)]),
        Err(PolygonError::Crossing(0, 2))
    ));
    assert_eq!(Polygon::new(vec![at(0., 0.); 501]), Err(PolygonError::TooMany(501)));
    let message = polygon(&[(0., 0.), (2., 2.), (2., 0.), (0., 2.)]).unwrap_err().to_string();
    assert_eq!(message, "the edge after corner 0 meets the edge after corner 2");
}

#[test]
fn corners_run_clockwise_whichever_way_they_were_written() {
    let clockwise = polygon(&[(0., 0.), (0., 1.), (1., 1.), (1., 0.)]).unwrap();
    assert_eq!(polygon(&[(0., 0.), (1., 0.), (1., 1.), (0., 1.)]).unwrap(), clockwise);
}

#[test]
fn a_straight_corner_is_allowed_and_costs_no_part() {
    let square = polygon(&[(0., 0.), (0., 1.), (1., 1.), (1., 0.), (0.5, 0.)]).unwrap();
    assert_eq!(square.corners().len(), 5);
    assert_eq!(square.parts().len(), 1);
    assert_eq!(square.parts()[0].corners().len(), 4);
}

#[test]
fn an_l_has_two_parts() {
    let l = polygon(&[(0., 0.), (0., 2.), (1., 2.), (1., 1.), (2., 1.), (2., 0.)]).unwrap();
    assert_eq!(l.parts().len(), 2);
    assert!((l.area() - 3e8).abs() < 1e-6);
}

#[test]
fn places() {
    let eps = Tolerance::half_grains(21);
    let square = polygon(&[(0., 0.), (0., 2.), (2., 2.), (2., 0.)]).unwrap();
    assert_eq!(square.locate(at(1., 0.5).vec2(), eps), Place::Inside(5000.0));
    assert_eq!(square.locate(at(2., 1.).vec2(), eps), Place::Border);
    assert_eq!(square.locate(at(2.001, 1.).vec2(), eps), Place::Border);
    assert_eq!(square.locate(at(2.3, 1.).vec2(), eps), Place::Outside(3000.0));
    assert!(square.contains(at(2.001, 1.).vec2(), eps));
    assert!(!square.contains(at(2.0011, 1.).vec2(), eps));
    assert!(!square.contains(vec2(f64::NAN, 1.0), eps));
    assert!(!square.contains(vec2(f64::INFINITY, 1.0), eps));
}

#[test]
fn written_as_a_list_of_corners() {
    let text = r#"[{"x":0,"y":0},{"x":0,"y":5},{"x":5,"y":0}]"#;
    let p: Polygon = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&p).unwrap(), text);
    let error = serde_json::from_str::<Polygon>(r#"[{"x":0,"y":0},{"x":0,"y":5}]"#).unwrap_err();
    assert!(error.to_string().contains("at least 3 corners"));
}
