//! Zones of the registers, and the clipping behind them against sampled points.

// Upright shapes on whole grains give whole numbers, exactly.
#![allow(clippy::float_cmp)]

#[path = "distance/support.rs"]
mod support;

use proptest::prelude::*;
use support::{convex, point, rect};
use table::distance::signed;
use table::grain::Tolerance;
use table::point::at;
use table::pose::{Frame, pose};
use table::rect::{Anchor, Edge, Footprint, Rect};
use table::segment::Segment;
use table::vec2::{Vec2, vec2};
use table::zone::{Arc, Lines, cover_of_edge, exit_edge, quarter};

const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };
const EPSILON: Tolerance = Tolerance::half_grains(21);
const TOUCH: Tolerance = Tolerance::half_grains(201);

fn card(x: f64, y: f64, heading: f64) -> Rect {
    CARD.at(pose(x, y, heading))
}

fn lines(x: f64, y: f64, heading: f64) -> Lines {
    Lines::from(&card(x, y, heading))
}

#[test]
fn front_line_and_flank_lines() {
    // BL-MEA-05 to -09, BL-AMB-03.
    let unit = lines(5.0, 5.0, 0.0);
    let p = |x: f64, y: f64| at(x, y).vec2();
    assert!(unit.in_front(p(20.0, 6.0), EPSILON) && unit.directly_in_front(p(5.2, 15.0), EPSILON));
    assert!(unit.in_front(p(9.0, 5.1), EPSILON) && !unit.directly_in_front(p(9.0, 5.1), EPSILON));
    assert!(unit.directly_in_front(p(5.4, 5.1), EPSILON));
    assert!(!unit.directly_in_front(p(5.6, 5.1), EPSILON));
    assert!(unit.to_the_flank(p(7.0, 4.0), EPSILON) && !unit.directly_to_the_rear(p(7.0, 4.0), EPSILON));
    assert!(unit.directly_to_the_rear(p(5.2, 2.0), EPSILON) && !unit.to_the_flank(p(5.2, 2.0), EPSILON));
    // On a line it is neither.
    let on_flank = p(5.5, 6.0);
    assert!(!unit.directly_in_front(on_flank, EPSILON) && !unit.to_the_flank(p(5.5, 4.0), EPSILON));
    assert!(!unit.in_front(p(7.0, 5.0), EPSILON) && !unit.behind(p(7.0, 5.0), EPSILON));
}

#[test]
fn the_engagement_zone() {
    // BL-MEA-12, BL-MEA-13, BL-MEA-16, BL-EX-04, BL-AMB-05.
    let engaged = |by: (f64, f64, f64), enemy: (f64, f64, f64)| {
        lines(by.0, by.1, by.2).ahead(10_000.0, EPSILON).holds(&card(enemy.0, enemy.1, enemy.2)).is_some()
    };
    let blue = (5.0, 5.0, 0.0);
    for (enemy, expected) in [
        ((5.0, 6.0, 180.0), true),
        ((5.0, 6.01, 180.0), false),
        ((5.9, 5.5, 180.0), true),
        ((6.0, 5.5, 180.0), false),
        ((5.4, 5.6, 270.0), true),
        ((4.6, 5.7, 180.0), true),
        ((6.6, 5.6, 180.0), false),
        ((5.0, 5.0, 180.0), true),
        ((5.0, 4.0, 0.0), false),
    ] {
        assert_eq!(engaged(blue, enemy), expected, "{enemy:?}");
    }
    assert!(engaged(blue, (5.0, 5.8, 90.0)));
    assert!(!engaged((5.0, 5.8, 90.0), blue));
    let found = lines(5.0, 5.0, 0.0).ahead(10_000.0, EPSILON).holds(&card(5.9, 5.5, 180.0)).unwrap();
    assert_eq!(found.from, 5_000.0);
    // From x 5.4 to 5.5 less epsilon.
    assert!((found.width - 989.5).abs() < 1e-6);
}

#[test]
fn a_flanking_attacker() {
    // BL-CBT-37, BL-AMB-209: no part directly in front, centerpoint behind the front line.
    let defender = lines(0.0, 0.0, 0.0);
    let flanks = |x: f64, y: f64, heading: f64| {
        let here = pose(x, y, heading);
        let ahead = defender.strip(TOUCH).holds(&CARD.at(here), TOUCH.grains());
        let in_front = ahead.is_some_and(|s| s.to > TOUCH.grains());
        !in_front && defender.behind(here.at.vec2(), TOUCH)
    };
    assert!(flanks(0.5, -0.3, 270.0));
    assert!(!flanks(0.5, 0.2, 270.0));
    assert!(!flanks(0.5707, -0.0707, 225.0));
    assert!(!flanks(0.5, 0.0, 270.0), "a centerpoint on the front line does not flank");
}

#[test]
fn arcs_of_fire() {
    // NW-FIR-10, NW-FIR-11, MR-FILL-69.
    let stand = Lines { frame: pose(0.0, 0.0, 0.0).frame(), half_width: 5_000.0 };
    assert!(stand.arc(1.0).holds(at(3.4, 3.0).vec2(), Tolerance::NONE));
    assert!(!stand.arc(1.0).holds(at(3.6, 3.0).vec2(), Tolerance::NONE));
    let artillery = stand.arc(libm::tan(22.5f64.to_radians()));
    assert!(artillery.holds(at(0.5 + 4.14, 10.0).vec2(), EPSILON));
    assert!(!artillery.holds(at(0.5 + 4.16, 10.0).vec2(), EPSILON));
    let firer = Footprint { width: 20_000, depth: 5_000, anchor: Anchor::Centre }.at(pose(0.0, 0.0, 0.0));
    let arc = Lines::from(&firer).arc(1.0);
    assert!(!arc.holds(at(2.0, 0.75).vec2(), Tolerance::NONE));
    assert!(arc.holds(at(1.4, 0.75).vec2(), Tolerance::NONE));
    // The side of a closed arc, exactly and by a tolerance.
    assert!(
        arc.holds(at(1.5, 0.75).vec2(), Tolerance::NONE)
            && !arc.holds(at(1.501, 0.75).vec2(), Tolerance::NONE)
    );
    // 10½ grains square to a side of 45° are 14.8 across the front.
    assert!(arc.holds(at(1.501_4, 0.75).vec2(), EPSILON) && !arc.holds(at(1.501_5, 0.75).vec2(), EPSILON));
}

#[test]
fn range_is_taken_inside_the_arc() {
    // As MR-FILL-07: the nearest corner lies outside the arc, so the range is longer than the distance.
    let arc = lines(0.0, 0.0, 0.0).arc(1.0);
    let target = CARD.at(pose(2.0, 0.2, 180.0)); // x 1.5…2.5, y 0.2…1.2
    let found = arc.nearest(&Vec2::default(), &target).unwrap();
    // The arc's side u = 0.5 + v enters it at (1.5, 1.0).
    assert_eq!(found.to, at(1.5, 1.0).vec2());
    assert!((found.distance - 18_027.756).abs() < 1e-2);
    assert!(arc.nearest(&Vec2::default(), &CARD.at(pose(2.3, 0.2, 180.0))).is_none());
    let edge = Segment::new(at(-0.5, 0.0).vec2(), at(0.5, 0.0).vec2());
    assert!((arc.nearest(&edge, &target).unwrap().distance - 14_142.136).abs() < 1e-2);
}

#[test]
fn quarters_around_a_brigade() {
    // CL-TRM-17: hx = 6, hy = 3. NW-TRM-20: 4 wide, front line y = 0.
    let r = Rect {
        frame: Frame { origin: vec2(0.0, 0.0), forward: vec2(0.0, 1.0) },
        half_width: 6.0,
        half_depth: 3.0,
    };
    assert_eq!(quarter(&r, vec2(8.0, 5.0)), Edge::Front);
    assert_eq!(quarter(&r, vec2(9.0, 5.0)), Edge::Right);
    assert_eq!(quarter(&r, vec2(-9.0, 5.0)), Edge::Left);
    assert_eq!(quarter(&r, vec2(0.0, -4.0)), Edge::Rear);
    assert_eq!(quarter(&r, vec2(8.0, -5.0)), Edge::Right, "bounds go to the flank before the rear");
    let line = Rect {
        frame: Frame { origin: vec2(0.0, -0.5), forward: vec2(0.0, 1.0) },
        half_width: 2.0,
        half_depth: 0.5,
    };
    assert_eq!(quarter(&line, vec2(4.0, 1.0)), Edge::Right);
    assert_eq!(quarter(&line, vec2(3.0, 1.0)), Edge::Front);
}

#[test]
fn bearings_and_the_edges_they_cross() {
    // BL-RET-07: Front 271–89, Right 90–153, Rear 154–206, Left 207–270.
    let unit = card(3.0, 3.0, 0.0);
    for bearing in 0..360 {
        let edge = exit_edge(&unit, table::heading::Heading::degrees(f64::from(bearing)).vector()).unwrap();
        let expected = match bearing {
            90..=153 => Edge::Right,
            154..=206 => Edge::Rear,
            207..=270 => Edge::Left,
            _ => Edge::Front,
        };
        assert_eq!(edge, expected, "bearing {bearing}");
    }
    assert_eq!(exit_edge(&unit, vec2(0.0, 0.0)), None);
}

#[test]
fn the_span_of_a_footprint_in_a_strip() {
    let strip = lines(5.0, 5.0, 0.0).strip(TOUCH);
    assert_eq!(strip.span(&card(5.0, 7.0, 180.0)), Some([20_000.0, 30_000.0]));
    assert_eq!(strip.span(&card(5.7, 4.0, 0.0)), Some([-20_000.0, -10_000.0]), "behind");
    assert_eq!(strip.span(&card(6.0, 7.0, 180.0)), None, "beside");
    // A square on its tip at (5, 6); its other tip is √2 straight above.
    let [from, to] = strip.span(&card(5.0 - 0.353_55, 6.0 + 0.353_55, 225.0)).unwrap_or_default();
    assert!((from - 10_000.0).abs() < 1.5 && (to - 24_142.0).abs() < 1.5, "{from} {to}");
    // Its tip 0.8 to the right: the side of the strip cuts an edge that rises at 45°.
    let [from, _] = strip.span(&card(5.8 - 0.353_55, 6.0 + 0.353_55, 225.0)).unwrap_or_default();
    assert!((from - (10_000.0 + 8_000.0 - 4_899.5)).abs() < 1.5, "{from}");
}

#[test]
fn strips_of_a_base() {
    // CL-TRM-16: directly in front if it overlaps the strip over more than 0.1 cm.
    let base = Footprint { width: 40_000, depth: 30_000, anchor: Anchor::Centre };
    let strip = Lines::from(&base.at(pose(0.0, 0.0, 0.0))).strip(Tolerance::NONE);
    let width = |left: f64| strip.holds(&base.at(pose(left + 2.0, 9.0, 180.0)), 0.0).map_or(0.0, |s| s.width);
    assert_eq!((width(2.05), width(1.8)), (0.0, 2_000.0));
    assert!(strip.holds(&base.at(pose(0.0, -9.0, 0.0)), 0.0).is_none(), "behind");
    assert!(strip.holds(&base.at(pose(4.0, 9.0, 0.0)), 0.0).is_none(), "flush beside: the sides are open");
}

#[test]
fn how_much_of_an_edge_is_covered() {
    // BL-AMB-228, BL-RET-29.
    let unit = card(0.0, 0.0, 0.0);
    let behind = |x: f64| cover_of_edge(&unit, Edge::Rear, &CARD.at(pose(x, -1.0, 0.0)));
    assert_eq!((behind(0.6), behind(-0.45), behind(2.0)), (4_000.0, 5_500.0, 0.0));
}

proptest! {
    #[test]
    fn the_part_in_an_arc_as_sampled(unit in rect(), shape in convex(), open in 0.0..3.0f64, p in point()) {
        let arc = Lines::from(&unit).arc(open);
        let part = arc.part(&shape);
        // A point well inside both is in the part, and nothing in the part is outside of either.
        if signed(&shape, &p) < -1e-3 && arc.holds(p, Tolerance::NONE) {
            let part = part.as_ref().expect("a common point");
            prop_assert!(signed(part, &p) < 1e-6);
        }
        if let Some(part) = part {
            for q in part.corners() {
                prop_assert!(signed(&shape, q) < 1e-6 && arc.holds(*q, Tolerance::half_grains(1)));
            }
        }
    }

    #[test]
    fn the_span_in_a_strip_is_that_of_the_clipped_shape(unit in rect(), shape in convex()) {
        let strip = Lines::from(&unit).strip(TOUCH);
        let clipped = strip.holds(&shape, f64::NEG_INFINITY).map(|s| [s.from, s.to]);
        match (strip.span(&shape), clipped) {
            (Some([from, to]), Some([low, high])) => {
                prop_assert!((from - low).abs() < 1e-6 && (to - high).abs() < 1e-6, "{from} {low} {to} {high}");
            }
            (found, clipped) => prop_assert_eq!(found, clipped),
        }
    }

    #[test]
    fn the_halves_of_an_arc_hold_what_it_holds(unit in rect(), open in 0.0..3.0f64, p in point()) {
        let arc = Lines::from(&unit).arc(open);
        let halves = arc.halves(TOUCH);
        let least = halves.iter().map(|half| half.inside(p)).fold(f64::INFINITY, f64::min);
        // On the border rounding decides.
        if least.abs() > 1e-3 {
            prop_assert_eq!(arc.holds(p, TOUCH), least > 0.0);
        }
    }

    #[test]
    fn the_stretch_in_a_strip_as_sampled(unit in rect(), shape in convex(), share in 0.0..1.0f64) {
        let lines = Lines::from(&unit);
        let strip = lines.strip(TOUCH);
        if strip.half_width <= 0.0 {
            return Ok(());
        }
        // Walk up the strip at one offset; the first step inside the shape is never before `from`.
        let u = strip.half_width * (share * 1.999 - 0.9995);
        let inside = (0..300)
            .map(|i| f64::from(i) * 200.0)
            .find(|v| signed(&shape, &lines.frame.to_table(vec2(u, *v))) < 0.0);
        let found = strip.holds(&shape, 0.0);
        if let Some(v) = inside {
            let found = found.unwrap();
            prop_assert!(found.from <= v + 1e-6 && found.to >= v - 1e-6);
        }
        if let Some(found) = found {
            let local = lines.frame.to_local(found.at);
            prop_assert!((local.y - found.from).abs() < 1e-3);
            prop_assert!(local.x.abs() <= strip.half_width + 1e-6 && signed(&shape, &found.at) < 1e-6);
        }
    }

    #[test]
    fn no_number_makes_a_zone_panic(
        n in prop::array::uniform12(prop_oneof![any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), Just(0.0), -1e5..1e5f64])
    ) {
        let rect = |n: &[f64]| Rect {
            frame: Frame { origin: vec2(n[0], n[1]), forward: vec2(n[2], n[3]) },
            half_width: n[4],
            half_depth: n[5],
        };
        let (a, b) = (rect(&n[..6]), rect(&n[6..]));
        let lines = Lines::from(&a);
        let _ = (lines.ahead(n[7], TOUCH).holds(&b), lines.strip(TOUCH).holds(&b, n[8]));
        let arc = Arc { open: n[9], ..lines.arc(1.0) };
        let _ = (arc.part(&b), arc.holds(vec2(n[7], n[8]), TOUCH), arc.nearest(&a, &b), arc.halves(TOUCH));
        let _ = (quarter(&a, vec2(n[7], n[8])), exit_edge(&a, vec2(n[7], n[8])), cover_of_edge(&a, Edge::Left, &b));
    }
}
