//! Areas: containment, shares, joins and lines through them.

use geo::{Area as _, BooleanOps};
use proptest::prelude::*;
use table::area::{Area, edge_outside, outside, partly_in, penetration, share};
use table::convex::Convex;
use table::grain::Tolerance;
use table::point::at;
use table::polygon::Polygon;
use table::pose::{Pose, pose};
use table::rect::{Anchor, Edge, Footprint};
use table::terrain::Shape;
use table::vec2::{Vec2, vec2};

const TOUCH: Tolerance = Tolerance::half_grains(201);
const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };

fn polygon(corners: &[(f64, f64)]) -> Polygon {
    Polygon::new(corners.iter().map(|&(x, y)| at(x, y)).collect::<Vec<_>>()).unwrap()
}

fn block(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
    polygon(&[(x0, y0), (x0, y1), (x1, y1), (x1, y0)])
}

fn card(x: f64, y: f64, heading: f64) -> Convex {
    CARD.at(pose(x, y, heading)).into()
}

fn base(p: Pose) -> Polygon {
    Shape::Base { pose: p, width: 11_000, depth: 11_000 }.outline().unwrap().unwrap()
}

fn geo_of(corners: impl Iterator<Item = Vec2>) -> geo::Polygon {
    geo::Polygon::new(geo::LineString::from(corners.map(|c| (c.x, c.y)).collect::<Vec<_>>()), vec![])
}

fn triangle() -> impl Strategy<Value = Polygon> {
    proptest::collection::vec((0i64..60_000, 0i64..60_000), 3..6).prop_filter_map("not simple", |list| {
        Polygon::new(
            list.into_iter().map(|(x, y)| table::point::Point::new(x, y).unwrap()).collect::<Vec<_>>(),
        )
        .ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_share_of_a_card_in_a_union_agrees_with_geo(
        areas in proptest::collection::vec(triangle(), 1..4), x in 0i32..60_000, y in 0i32..60_000, h in 0i32..360_000,
    ) {
        let at = table::point::Point { x, y };
        let shape: Convex = CARD.at(Pose { at, heading: h.into() }).into();
        let mut union = geo::MultiPolygon::new(vec![]);
        for a in &areas {
            union = union.union(&geo_of(a.corners().iter().map(|c| c.vec2())));
        }
        let card = geo_of(shape.corners().iter().copied());
        let want = union.intersection(&card).unsigned_area() / card.unsigned_area();
        let got = share(&shape, &areas);
        prop_assert!((got - want).abs() < 1e-5, "{got} {want}");
        let whole = outside(&shape, &areas, Tolerance::NONE);
        prop_assert_eq!(whole.is_none(), want > 1.0 - 1e-7, "{}", want);
        if let Some(p) = whole {
            prop_assert!(areas.iter().all(|a| a.depth(p) <= 1e-6), "the witness is outside");
        }
        // The areas joined have the area of geo's union.
        let refs: Vec<_> = areas.iter().collect();
        let joined: f64 = Area::union(&refs).iter().flat_map(|a| a.edges().to_vec()).map(|[a, b]| a.cross(b) * 0.5).sum();
        prop_assert!((joined.abs() - union.unsigned_area()).abs() <= 2e5 * areas.len() as f64, "within a grain along the border");
    }

    #[test]
    fn runs_are_where_points_of_the_line_are_inside(p in triangle(), a in (-9e3..7e4, -9e3..7e4), b in (-9e3..7e4, -9e3..7e4)) {
        let (a, b) = (vec2(a.0, a.1), vec2(b.0, b.1));
        let area = Area::from(&p);
        let (runs, length) = (area.runs(a, b), a.distance(b));
        for i in 0..=200 {
            let t = length * f64::from(i) / 200.0;
            let depth = p.depth(a.towards(b, t / length));
            let inside = runs.iter().any(|r| r.from <= t + 1e-6 && t <= r.to + 1e-6);
            if depth.abs() > 1e-3 {
                prop_assert_eq!(inside, depth > 0.0);
            }
        }
    }

    #[test]
    fn penetration_is_the_shift_that_separates(p in triangle(), x in 0i32..60_000, y in 0i32..60_000, h in 0i32..360_000) {
        let frame = Pose { at: table::point::Point { x, y }, heading: h.into() };
        let shape: Convex = CARD.at(frame).into();
        let common = geo_of(p.corners().iter().map(|c| c.vec2())).intersection(&geo_of(shape.corners().iter().copied()));
        let depth = penetration(&shape, &p);
        prop_assert_eq!(depth > 1e-6, common.unsigned_area() > 1e-3, "{} {}", depth, common.unsigned_area());
    }
}

// BL-AMB-252: in the union of two joined bases, in neither alone.
#[test]
fn a_card_astride_two_joined_bases_is_wholly_in_the_town() {
    for heading in [0.0, 30.0] {
        let first = pose(10., 10., heading);
        let second = first.moved((heading as i32 * 1000 + 90_000).into(), 11_000.0).unwrap();
        let town = [base(first), base(second)];
        let astride = first.moved((heading as i32 * 1000 + 90_000).into(), 5500.0).unwrap();
        let shape: Convex = Footprint { anchor: Anchor::Centre, ..CARD }.at(astride).into();
        assert!(outside(&shape, &town, TOUCH).is_none(), "{heading}");
        assert!(outside(&shape, &town[..1], TOUCH).is_some());
        assert!((share(&shape, &town[..1]) - 0.5).abs() < 1e-3);
    }
}

#[test]
fn wholly_in_up_to_the_tolerance() {
    let wood = [block(0., 0., 4., 4.)];
    assert_eq!(outside(&card(2., 4., 0.), &wood, TOUCH), None);
    assert_eq!(outside(&card(2., 4.01, 0.), &wood, TOUCH), None);
    let out = outside(&card(2., 4.02, 0.), &wood, TOUCH).unwrap();
    assert!(out.y > 40_100.0);
    assert!(outside(&card(2., 4., 0.), &[], TOUCH).is_some());
}

#[test]
fn a_sharp_corner_gives_no_long_tip_to_the_tolerance() {
    let needle = [polygon(&[(0., 0.), (10., 0.2), (10., -0.2)])];
    // The mitred tip would reach 2.5 tenths beyond the point of the needle.
    assert!(edge_outside([vec2(-200.0, 0.0), vec2(-150.0, 0.0)], &needle, TOUCH).is_some());
    assert!(edge_outside([vec2(-100.0, 0.0), vec2(0.0, 0.0)], &needle, TOUCH).is_none());
}

// MR-FILL-09: 40 % in woods; and the common area.
#[test]
fn forty_hundredths_in_a_wood() {
    let wood = [block(0., 0., 10., 2.)];
    let unit: Convex = Footprint { anchor: Anchor::Centre, ..CARD }.at(pose(5., 2.1, 0.)).into();
    assert!((share(&unit, &wood) - 0.4).abs() < 1e-9);
    let overlapping = [block(0., 0., 10., 2.), block(4., 0., 10., 1.9)];
    assert!((share(&unit, &overlapping) - 0.4).abs() < 1e-9, "common ground counts once");
    assert!(share(&Convex::hull([vec2(0., 0.)]).unwrap(), &wood) <= 0.0);
}

// BL-FIR-12, BL-FIR-16, BL-CHG-11: corners and front edges in terrain.
#[test]
fn partly_in_and_front_edge_in() {
    let river = block(0., 0., 10., 1.);
    assert!(partly_in(&card(5., 1.95, 0.), &river, TOUCH));
    assert!(!partly_in(&card(5., 2., 0.), &river, TOUCH));
    assert!((penetration(&card(5., 1.95, 0.), &river) - 500.0).abs() < 1e-6);
    let wood = [block(3., 3., 5., 5.), block(5., 3., 8., 5.)];
    let front = |x, y| CARD.at(pose(x, y, 0.)).edge(Edge::Front);
    assert_eq!(edge_outside(front(5., 4.), &wood, TOUCH), None, "across the seam of two woods");
    assert_eq!(edge_outside(front(5., 5.), &wood, TOUCH), None, "on the border");
    assert!(edge_outside(front(5., 5.02), &wood, TOUCH).is_some());
    assert!(edge_outside(front(7.6, 4.), &wood, TOUCH).is_some());
}

#[test]
fn a_concave_area_is_entered_by_its_deepest_part_only() {
    let l = polygon(&[(0., 0.), (0., 4.), (1., 4.), (1., 1.), (4., 1.), (4., 0.)]);
    assert!(!partly_in(&card(2., 3., 0.), &l, TOUCH), "in the angle of the L");
    assert!(partly_in(&card(1.4, 3., 0.), &l, TOUCH));
}

// A river without its bridge; a ring of bases with a yard in the middle.
#[test]
fn differences_and_holes() {
    let (river, bridge) = (block(0., 8., 20., 9.), block(9.7, 7.9, 10.3, 9.1));
    let banks = Area::difference(&[&river], &[&bridge]);
    assert_eq!(banks.len(), 2);
    let inside = |from, to| -> f64 { banks.iter().map(|a| a.length_inside(from, to)).sum() };
    assert!(inside(at(10., 5.).vec2(), at(10., 12.).vec2()) <= 0.0);
    assert!((inside(at(11., 5.).vec2(), at(11., 12.).vec2()) - 10_000.0).abs() < 1e-6);

    let ring = [block(0., 0., 3., 1.), block(0., 2., 3., 3.), block(0., 1., 1., 2.), block(2., 1., 3., 2.)];
    let joined = Area::union(&ring.each_ref());
    assert_eq!(joined.len(), 1);
    assert!(joined[0].depth(at(1.5, 1.5).vec2()) < 0.0, "the yard is outside");
    assert!((joined[0].length_inside(at(1.5, -1.).vec2(), at(1.5, 4.).vec2()) - 20_000.0).abs() < 1e-6);
}

#[test]
fn a_line_along_a_border_is_not_inside_but_one_along_a_joined_seam_is() {
    let (left, right) = (block(0., 0., 2., 4.), block(2., 0., 4., 4.));
    let (from, to) = (at(2., -1.).vec2(), at(2., 5.).vec2());
    assert!(Area::from(&left).length_inside(from, to) <= 0.0);
    let joined = Area::union(&[&left, &right]);
    assert!((joined[0].length_inside(from, to) - 40_000.0).abs() < 1e-6);
    // Corner to corner: through the common point of two squares, inside neither.
    let diagonal = [block(0., 0., 2., 2.), block(2., 2., 4., 4.)];
    for area in Area::union(&diagonal.each_ref()) {
        assert!(area.length_inside(at(0., 4.).vec2(), at(4., 0.).vec2()) <= 0.0);
    }
}

#[test]
fn no_number_is_inside_nothing() {
    let area = Area::from(&block(0., 0., 2., 2.));
    assert!(area.runs(vec2(f64::NAN, 0.), vec2(1., 1.)).is_empty());
    assert!(area.runs(vec2(1., 1.), vec2(1., 1.)).is_empty());
    assert!(area.runs(vec2(1., 1.), vec2(f64::INFINITY, 1.)).is_empty());
    assert!(Area::union(&[]).is_empty());
}
