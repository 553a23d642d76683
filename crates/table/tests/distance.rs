//! Distances and depths against independent oracles, and the cases where shapes just meet.

// Upright shapes on whole grains give whole numbers, exactly.
#![allow(clippy::float_cmp)]

#[path = "distance/support.rs"]
mod support;

use parry2d_f64::query;
use parry2d_f64::shape::{Ball, Segment as Line};
use proptest::prelude::*;
use support::{SCALE, clearance_by_directions, convex, cuboid, point, polygon, rect, units};
use table::convex::Convex;
use table::distance::{Solid, clearance, gap, least_gap, signed, within};
use table::grain::Tolerance;
use table::point::at;
use table::pose::{Frame, Pose, pose};
use table::rect::{Anchor, Footprint, Rect};
use table::segment::{Disc, Polyline, Segment};
use table::vec2::vec2;

const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };
const EPSILON: Tolerance = Tolerance::half_grains(21);

fn card(x: f64, y: f64, heading: f64) -> Rect {
    CARD.at(pose(x, y, heading))
}

#[track_caller]
fn near(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() <= by, "{a} is not {b} within {by}");
}

#[test]
fn distance_is_between_the_closest_points() {
    // BL-MEA-02.
    let d = gap(&card(5.0, 5.0, 0.0), &card(5.0, 8.0, 180.0));
    assert_eq!(d.distance, 30_000.0);
    let d = gap(&card(5.0, 5.0, 0.0), &card(6.4, 6.0, 180.0));
    near(d.distance, 10_770.0, 5.0);
    assert_eq!((d.from, d.to), (at(5.5, 5.0).vec2(), at(5.9, 6.0).vec2()));
}

#[test]
fn within_includes_the_limit() {
    // BL-MEA-03, BL-MEA-04, CL-TRM-13.
    let unit = card(5.0, 5.0, 0.0);
    assert!(within(&unit, &card(5.0, 7.0, 180.0), 20_000.0, EPSILON));
    assert!(!within(&unit, &card(5.0, 7.01, 180.0), 20_000.0, EPSILON));
    assert!(within(&at(5.0, 5.0).vec2(), &card(5.0, 8.0, 0.0), 20_000.0, EPSILON));
    assert!(!within(&unit, &[] as &[Rect], 1e9, EPSILON));
    assert!(within(&unit, &unit, 0.0, EPSILON));
    assert!(!within(&unit, &unit, -11.0, EPSILON));
}

#[test]
fn a_disc_touches_an_edge() {
    // CL-TRM-03: a disc of radius 1 centred 1 from an edge.
    let base = Footprint { width: 40_000, depth: 30_000, anchor: Anchor::Centre }.at(pose(0.0, 0.0, 0.0));
    let adc = Disc { centre: at(3.0, 0.0).vec2(), radius: 10_000.0 };
    let d = gap(&adc, &base);
    assert_eq!((d.distance, d.from), (0.0, at(2.0, 0.0).vec2()));
    let apart = gap(&Disc { centre: at(3.5, 0.0).vec2(), radius: 10_000.0 }, &base);
    assert_eq!((apart.distance, apart.from, apart.to), (5_000.0, at(2.5, 0.0).vec2(), at(2.0, 0.0).vec2()));
    let inside = clearance(&Disc { centre: at(1.5, 0.0).vec2(), radius: 10_000.0 }, &base);
    assert_eq!(inside.signed, -15_000.0);
    assert_eq!(inside.away, vec2(1.0, 0.0));
}

#[test]
fn touching_edges_and_corners_have_distance_nothing() {
    let unit = card(5.0, 5.0, 0.0);
    for other in [
        card(6.0, 5.0, 0.0),   // abreast
        card(6.0, 6.0, 0.0),   // corner to corner
        card(5.0, 5.0, 180.0), // front to front
        card(5.7, 6.0, 0.0),   // collinear edges, shifted
        card(5.5, 5.5, 90.0),  // its front meets our flank at a corner
    ] {
        let d = gap(&unit, &other);
        assert_eq!(d.distance, 0.0, "{other:?}");
        assert_eq!(d.from, d.to);
        assert_eq!(signed(&unit, &d.from), signed(&d.from, &unit));
        near(signed(&unit, &d.from), 0.0, 1e-9);
        near(signed(&other, &d.from), 0.0, 1e-9);
        near(signed(&unit, &other), 0.0, 1e-9);
    }
}

#[test]
fn the_seam_of_two_abutting_units_has_no_width() {
    let (left, right) = (card(5.0, 5.0, 30.0), {
        let beside = pose(5.0, 5.0, 30.0).frame().to_table(vec2(10_000.0, 0.0));
        CARD.at(Pose { at: beside.round().unwrap(), ..pose(5.0, 5.0, 30.0) })
    });
    // Rounded to the grid, the seam is at most 0.71 grains wide.
    assert!(signed(&left, &right).abs() < 0.75);
}

#[test]
fn shapes_without_size() {
    let dot = Rect { frame: pose(5.0, 5.0, 17.0).frame(), half_width: 0.0, half_depth: 0.0 };
    assert_eq!(gap(&dot, &at(5.0, 8.0).vec2()).distance, 30_000.0);
    assert_eq!(gap(&dot, &dot).distance, 0.0);
    let p = at(1.0, 1.0).vec2();
    assert_eq!(gap(&p, &p).distance, 0.0);
    assert_eq!(gap(&Segment::new(p, p), &at(4.0, 5.0).vec2()).distance, 50_000.0);
    let hull = Convex::hull([p]).unwrap();
    assert_eq!(gap(&hull, &at(1.0, 3.0).vec2()).distance, 20_000.0);
}

#[test]
fn segments_in_one_line() {
    let line = |a: f64, b: f64| Segment::new(at(a, a).vec2(), at(b, b).vec2());
    near(gap(&line(0.0, 1.0), &line(2.0, 3.0)).distance, 14_142.135_6, 1e-3);
    assert_eq!(gap(&line(0.0, 2.0), &line(1.0, 3.0)).distance, 0.0);
    assert_eq!(gap(&line(0.0, 1.0), &line(1.0, 3.0)).distance, 0.0);
    // Crossing at one point, which is found.
    let d = gap(&line(0.0, 2.0), &Segment::new(at(0.0, 2.0).vec2(), at(2.0, 0.0).vec2()));
    assert_eq!(d.distance, 0.0);
    near(d.from.distance(at(1.0, 1.0).vec2()), 0.0, 1e-6);
}

#[test]
fn the_nearest_leg_of_a_path() {
    let path = [at(0.0, 0.0).vec2(), at(4.0, 0.0).vec2(), at(4.0, 4.0).vec2()];
    let d = least_gap(&Polyline(&path), &at(5.0, 2.0).vec2()).unwrap();
    assert_eq!((d.distance, d.from), (10_000.0, at(4.0, 2.0).vec2()));
    assert_eq!(Polyline(&path).length(), 80_000.0);
    assert_eq!(least_gap(&Polyline(&path[..1]), &at(0.0, 2.0).vec2()).unwrap().distance, 20_000.0);
    assert_eq!(least_gap(&Polyline(&[]), &at(0.0, 2.0).vec2()), None);
}

#[test]
fn an_overlap_is_as_deep_as_the_shortest_way_out() {
    // BL-AMB-01: depth is the shortest shift that separates. 0.4 lateral against 0.7 forward.
    let c = clearance(&card(5.0, 5.0, 0.0), &card(5.6, 5.3, 0.0));
    assert_eq!((c.signed, c.away), (-4_000.0, vec2(-1.0, 0.0)));
    assert_eq!(c.to - c.from, vec2(-4_000.0, 0.0));
    // The stretch of edge that meets last is y 4.3 to 5.0.
    assert_eq!(c.from, at(5.5, 4.65).vec2());
}

/// Exact distance of two rectangles whose corners are whole numbers: the least of the corner-to-edge
/// distances, each an exact fraction, compared without rounding.
fn exact_distance(a: &[(i128, i128); 4], b: &[(i128, i128); 4]) -> f64 {
    let mut least = (i128::MAX, 1i128);
    for (ps, qs) in [(a, b), (b, a)] {
        for &(px, py) in ps {
            for i in 0..4 {
                let ((ax, ay), (bx, by)) = (qs[i], qs[(i + 1) % 4]);
                let (dx, dy, ex, ey) = (bx - ax, by - ay, px - ax, py - ay);
                let (along, whole) = (dx * ex + dy * ey, dx * dx + dy * dy);
                let found = if along <= 0 {
                    (ex * ex + ey * ey, 1)
                } else if along >= whole {
                    ((px - bx).pow(2) + (py - by).pow(2), 1)
                } else {
                    ((dx * ey - dy * ex).pow(2), whole)
                };
                if least.0 == i128::MAX || found.0 * least.1 < least.0 * found.1 {
                    least = found;
                }
            }
        }
    }
    libm::sqrt(least.0 as f64 / least.1 as f64)
}

/// Do two rectangles with whole corners share inner points? Exact separating axes.
fn exact_overlap(a: &[(i128, i128); 4], b: &[(i128, i128); 4]) -> bool {
    [a, b].iter().all(|r| {
        (0..2).all(|i| {
            let n = (r[i + 1].0 - r[i].0, r[i + 1].1 - r[i].1);
            let span = |s: &[(i128, i128); 4]| {
                let along = s.map(|(x, y)| n.0 * x + n.1 * y);
                (along.into_iter().min().unwrap(), along.into_iter().max().unwrap())
            };
            let ((a0, a1), (b0, b1)) = (span(a), span(b));
            a0 < b1 && b0 < a1
        })
    })
}

/// A rectangle along a Pythagorean direction: centre, which direction, half sizes before scaling.
type Whole = ((i32, i32), usize, (i32, i32));

fn whole() -> impl Strategy<Value = Whole> {
    ((-100_000..100_000i32, -100_000..100_000i32), 0..6usize, (1..2_000i32, 1..2_000i32))
}

/// The same rectangle for us and in whole numbers. Half sizes are multiples of r, so corners are whole.
fn built(((x, y), direction, (w, d)): Whole) -> (Rect, [(i128, i128); 4]) {
    let (p, q, r) = [(0, 1, 1), (1, 0, 1), (3, 4, 5), (-5, 12, 13), (8, -15, 17), (-21, -20, 29)][direction];
    let rect = Rect {
        frame: Frame {
            origin: vec2(f64::from(x), f64::from(y)),
            forward: vec2(f64::from(p) / f64::from(r), f64::from(q) / f64::from(r)),
        },
        half_width: f64::from(w * r),
        half_depth: f64::from(d * r),
    };
    // To the right of (p, q) is (q, -p).
    let corner =
        |u: i32, v: i32| (i128::from(x + u * w * q + v * d * p), i128::from(y - u * w * p + v * d * q));
    (rect, [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)])
}

proptest! {
    #[test]
    fn distance_and_depth_of_rectangles_as_parry_finds_them(a in rect(), b in rect()) {
        let ((pa, sa), (pb, sb)) = (cuboid(&a), cuboid(&b));
        let ours = clearance(&a, &b);
        prop_assert!((ours.signed - signed(&a, &b)).abs() < 1e-9);
        let theirs = query::distance(&pa, &sa, &pb, &sb).unwrap().distance * SCALE;
        prop_assert!((ours.signed.max(0.0) - theirs).abs() < 1e-4, "{} {}", ours.signed, theirs);
        if ours.signed < 0.0 {
            let theirs = query::contact(&pa, &sa, &pb, &sb, 0.0).unwrap().unwrap().dist * SCALE;
            prop_assert!((ours.signed - theirs).abs() < 1e-4, "{} {}", ours.signed, theirs);
        }
    }

    #[test]
    fn distance_of_polygons_discs_segments_and_points_as_parry_finds_it(
        a in convex(), b in convex(), r in rect(), p in point(), q in point(), radius in 0..20_000i32,
    ) {
        let here = parry2d_f64::math::Pose::IDENTITY;
        let (pa, pb) = (polygon(&a), polygon(&b));
        let same = |ours: f64, theirs: f64| (ours - theirs * SCALE).abs() < 1e-3;
        prop_assert!(same(gap(&a, &b).distance, query::distance(&here, &pa, &here, &pb).unwrap().distance));
        let (at, cuboid) = cuboid(&r);
        prop_assert!(same(gap(&a, &r).distance, query::distance(&here, &pa, &at, &cuboid).unwrap().distance));
        let disc = Disc { centre: p, radius: f64::from(radius) };
        let ball = Ball::new(disc.radius / SCALE);
        let centre = parry2d_f64::math::Pose::new(units(p), 0.0);
        prop_assert!(same(gap(&disc, &a).distance, query::distance(&centre, &ball, &here, &pa).unwrap().distance));
        prop_assert!(same(gap(&r, &disc).distance, query::distance(&at, &cuboid, &centre, &ball).unwrap().distance));
        let line = Line::new(units(p), units(q));
        if p.distance(q) > 1.0 {
            let theirs = query::distance(&here, &line, &here, &pa).unwrap().distance;
            prop_assert!(same(gap(&Segment::new(p, q), &a).distance, theirs));
        }
    }

    #[test]
    fn depth_of_polygons_against_many_directions(a in convex(), b in convex()) {
        let steps = 20_000;
        let ours = signed(&a, &b);
        let theirs = clearance_by_directions(&a, &b, steps);
        // Shapes lie within 80 000 grains of each other; half a step is 1.6e-4 radians. The separation is
        // steep where a corner decides, so the error is of first order.
        prop_assert!(theirs <= ours + 1e-6);
        prop_assert!(ours - theirs <= 80_000.0 * std::f64::consts::PI / f64::from(steps));
    }

    #[test]
    fn the_deciding_points_are_where_they_should_be(a in convex(), b in rect()) {
        let c = clearance(&a, &b);
        prop_assert!((c.from.distance(c.to) - c.signed.abs()).abs() < 1e-6);
        prop_assert!(signed(&a, &c.from).abs() < 1e-6 && signed(&b, &c.to).abs() < 1e-6);
        prop_assert!(((c.from - c.to) - c.away * c.signed).length() < 1e-6);
        // Shifted so much the two just touch.
        let shifted = Convex::hull(a.corners().iter().map(|p| *p - c.away * c.signed)).unwrap();
        prop_assert!(signed(&shifted, &b).abs() < 1e-6);
        let g = gap(&a, &b);
        prop_assert!(signed(&a, &g.from) < 1e-6 && signed(&b, &g.to) < 1e-6);
        prop_assert!((g.from.distance(g.to) - g.distance).abs() < 1e-6);
    }

    #[test]
    fn exact_arithmetic_agrees(a in whole(), b in whole()) {
        let ((a, ca), (b, cb)) = (built(a), built(b));
        let ours = signed(&a, &b);
        if exact_overlap(&ca, &cb) {
            prop_assert!(ours < 1e-6);
        } else {
            let exact = exact_distance(&ca, &cb);
            prop_assert!((ours - exact).abs() < 1e-6, "{} {}", ours, exact);
        }
    }

    #[test]
    fn no_number_makes_a_query_panic(
        n in prop::array::uniform12(prop_oneof![
            any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), Just(0.0), Just(f64::MAX), Just(f64::MIN_POSITIVE), -1e5..1e5f64,
        ])
    ) {
        let rect = |n: &[f64]| Rect {
            frame: Frame { origin: vec2(n[0], n[1]), forward: vec2(n[2], n[3]) },
            half_width: n[4],
            half_depth: n[5],
        };
        let (a, b) = (rect(&n[..6]), rect(&n[6..]));
        let segment = Segment::new(vec2(n[0], n[1]), vec2(n[2], n[3]));
        let disc = Disc { centre: vec2(n[4], n[5]), radius: n[6] };
        let _ = (gap(&a, &b), gap(&a, &segment), gap(&segment, &disc), gap(&disc, &vec2(n[7], n[8])));
        if let Some(c) = Convex::hull([vec2(n[0], n[1]), vec2(n[2], n[3]), vec2(n[4], n[5]), vec2(n[6], n[7])]) {
            let _ = (gap(&c, &b), gap(&c, &disc), c.area(), c.nearest(vec2(n[8], n[9])));
            let _ = Solid::axes(&c);
        }
        let _ = within(&a, &b, n[3], EPSILON);
    }
}
