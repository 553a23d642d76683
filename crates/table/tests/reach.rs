//! How far, and the area that can be reached.

// Upright shapes on whole grains give whole numbers, exactly.
#![allow(clippy::float_cmp)]

#[path = "distance/support.rs"]
mod support;

use proptest::prelude::*;
use support::{convex, point, rect};
use table::contact::first_hit;
use table::distance::signed;
use table::grain::Tolerance;
use table::heading::{Heading, Turn};
use table::point::at;
use table::pose::{Frame, pose};
use table::reach::{Fan, breaks, first_free, lane_breaks, region, straight};
use table::rect::{Anchor, Footprint, Rect};
use table::sweep::Straight;
use table::vec2::{Vec2, vec2};

const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };
const TOUCH: f64 = 100.5;

fn card(x: f64, y: f64, heading: f64) -> Rect {
    CARD.at(pose(x, y, heading))
}

#[track_caller]
fn near(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() <= by, "{a} is not {b} within {by}");
}

#[test]
fn a_straight_reach_ends_before_the_touch() {
    // BL-MOV-11: enemy (5,7,180), INF (5,5,0): 2.0 refused, 1.98 legal.
    let found =
        straight(&card(5.0, 5.0, 0.0), Heading::NORTH, 20_000.0, &card(5.0, 7.0, 180.0), TOUCH).unwrap();
    near(found.length, 19_899.5, 1e-6);
    assert!(found.stopped.is_some());
    let free =
        straight(&card(5.0, 5.0, 0.0), Heading::NORTH, 19_800.0, &card(5.0, 7.0, 180.0), TOUCH).unwrap();
    assert_eq!((free.length, free.stopped), (19_800.0, None));
    let stuck = straight(&card(5.0, 5.0, 0.0), Heading::NORTH, 1.0, &card(5.0, 5.0, 180.0), TOUCH).unwrap();
    assert_eq!(stuck.length, 0.0);
    for length in [-1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            straight(&card(5.0, 5.0, 0.0), Heading::NORTH, length, &card(5.0, 7.0, 180.0), TOUCH),
            None
        );
    }
}

#[test]
fn on_past_what_lies_in_the_way() {
    // BL-RET-21: a friend over y −3.5…−2.5; two lengths back the unit lies on it, so it goes on to 3.49.
    let (unit, friend) = (card(0.0, 0.0, 0.0), card(0.0, -2.5, 0.0));
    let way = Straight::new(Heading::SOUTH, 100_000.0);
    let first = way.span(&unit, &friend, -100.0);
    near(first_free(20_000.0, first), 34_900.0, 1e-6);
    // A second friend behind the first: the unit passes both.
    let behind = card(0.0, -3.8, 0.0);
    let spans = [behind, friend].iter().filter_map(|f| way.span(&unit, f, -100.0)).collect::<Vec<_>>();
    near(first_free(20_000.0, spans), 47_900.0, 1e-6);
    assert_eq!(first_free(20_000.0, [[0.0, 20_000.0], [20_000.0, 30_000.0]]), 20_000.0);
    assert_eq!(first_free(20_000.0, []), 20_000.0);
}

fn area(polygon: &[Vec2]) -> f64 {
    let n = polygon.len();
    (0..n).map(|i| polygon[(i + 1) % n].cross(polygon[i])).sum::<f64>() * 0.5
}

const ROUND: Fan =
    Fan { from: Heading::NORTH, open: Turn(360_000), step: Turn(5_000), finest: Turn(10), flat: 1.0 };

#[test]
fn free_ground_is_a_disc() {
    let found = region(at(5.0, 5.0).vec2(), &ROUND, &[], |_| Some(20_000.0));
    assert_eq!(found.len(), 1);
    let disc = std::f64::consts::PI * 4e8;
    // Chords lie at most `flat` inside the circle.
    assert!(area(&found[0]) < disc && area(&found[0]) > disc * (1.0 - 2.0 / 20_000.0));
    assert!(!found[0].contains(&at(5.0, 5.0).vec2()));
}

#[test]
fn forbidden_directions_split_the_area() {
    let allowed = |h: Heading| ((h.grains() / 90_000) % 2 == 0).then_some(10_000.0);
    let found = region(Vec2::default(), &Fan { open: Turn(359_000), ..ROUND }, &[], allowed);
    assert_eq!(found.len(), 2);
    for polygon in &found {
        assert_eq!(polygon[0], Vec2::default());
        near(area(polygon), std::f64::consts::PI * 0.25e8, 0.01e8);
    }
    assert!(region(Vec2::default(), &ROUND, &[], |_| None).is_empty());
    assert!(region(Vec2::default(), &ROUND, &[], |_| Some(f64::NAN)).is_empty());
    let absurd = Fan { open: Turn(i32::MAX), step: Turn(i32::MIN), finest: Turn(0), flat: f64::NAN, ..ROUND };
    assert_eq!(region(Vec2::default(), &absurd, &[], |_| Some(1.0)).len(), 1);
}

#[test]
fn a_charge_fan_of_the_register() {
    // BL-AMB-20: headings in steps of ½° from −45° to +45°, no refinement.
    let fan = Fan {
        from: Heading::degrees(315.0),
        open: Turn(90_000),
        step: Turn(500),
        finest: Turn(500),
        flat: 0.0,
    };
    let mut looked = Vec::new();
    let found = region(at(5.0, 5.0).vec2(), &fan, &[], |h| {
        looked.push(h.grains());
        Some(20_000.0)
    });
    assert_eq!(looked.len(), 181);
    assert_eq!(found[0].len(), 182);
}

#[test]
fn exact_breaks_catch_a_thin_obstacle() {
    // A post far away at 7.5° lies between two steps of 5°; the breaks find it.
    let (unit, post) = (card(0.0, 0.0, 0.0), at(5.3, 40.0).vec2());
    let reach = |h: Heading| straight(&unit, h, 60_000.0, &post, TOUCH).map(|r| r.length);
    let long = |h: Heading| straight(&unit, h, 500_000.0, &post, TOUCH).map(|r| r.length);
    let coarse = Fan { finest: Turn(5_000), ..ROUND };
    let blind = region(Vec2::default(), &coarse, &[], long);
    let seeing = region(Vec2::default(), &coarse, &breaks(&unit, &post), long);
    let nearest = |p: &[Vec2]| p.iter().map(|q| q.length()).fold(f64::INFINITY, f64::min);
    assert!(nearest(&blind[0]) > 499_000.0 && nearest(&seeing[0]) < 420_000.0);
    assert_eq!(reach(Heading::NORTH), Some(60_000.0));
}

#[test]
fn lane_breaks_are_where_the_first_hit_begins() {
    // Turn on the front's middle, then straight ahead: a corner enters the lane at bearing ± asin(½ / far).
    let unit = pose(5.0, 5.0, 0.0);
    let post = at(8.0, 9.0).vec2();
    let found = lane_breaks(unit.at.vec2(), 5_000.0, &post);
    assert_eq!(found.len(), 6);
    // Bearing 36.870°, asin(0.1) = 5.739°.
    for (h, inside) in [(31_131 - 2, false), (31_131 + 2, true), (42_609 - 2, true), (42_609 + 2, false)] {
        let turned = CARD.at(table::pose::Pose { heading: Heading::from(h), ..unit });
        assert_eq!(first_hit(&turned, &post, Tolerance::NONE).is_some(), inside, "{h}");
        assert!(found.iter().any(|f| (f.grains() - h).abs() <= 3));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The region of moves that keep their heading, with exact breaks, against single moves: a point well
    /// inside the region is legal, a point well outside is not.
    #[test]
    fn the_region_agrees_with_the_judge(unit in rect(), obstacle in convex(), aims in prop::collection::vec(point(), 20)) {
        if signed(&unit, &obstacle) <= 500.0 {
            return Ok(());
        }
        let length = 30_000.0;
        let from = unit.frame.origin;
        let fan = Fan { finest: Turn(20), flat: 5.0, ..ROUND };
        let found = region(from, &fan, &breaks(&unit, &obstacle), |h| straight(&unit, h, length, &obstacle, TOUCH).map(|r| r.length));
        prop_assert_eq!(found.len(), 1);
        for aim in aims {
            let Some(way) = Straight::between(from, aim) else { continue };
            let legal = way.to <= length && !way.comes_within(&unit, &obstacle, TOUCH);
            // How far the aim lies from the border of the region.
            let n = found[0].len();
            let border = (0..n)
                .map(|i| table::segment::Segment::new(found[0][i], found[0][(i + 1) % n]))
                .map(|s| signed(&s, &aim))
                .fold(f64::INFINITY, f64::min);
            if border > 40.0 {
                prop_assert_eq!(inside(&found[0], aim), legal, "{:?}", aim);
            }
        }
    }

    #[test]
    fn a_reach_is_the_longest_legal_move(unit in rect(), obstacle in convex(), h in any::<i32>(), length in 0..60_000i32) {
        let bearing = Heading::from(h);
        let reach = straight(&unit, bearing, f64::from(length), &obstacle, TOUCH).unwrap();
        let at = |s: f64| {
            let frame = Frame { origin: unit.frame.origin + bearing.vector() * s, ..unit.frame };
            signed(&Rect { frame, ..unit }, &obstacle)
        };
        for i in 0..200 {
            prop_assert!(reach.length == 0.0 || at(reach.length * f64::from(i) / 200.0) > TOUCH - 1e-6);
        }
        if reach.stopped.is_some() {
            prop_assert!(at(reach.length) <= TOUCH + 1e-6);
        } else {
            prop_assert_eq!(reach.length, f64::from(length));
        }
    }

    #[test]
    fn first_free_is_free_and_first(from in 0..100i32, spans in prop::collection::vec((0..100i32, 0..40i32), 0..8)) {
        let spans: Vec<_> = spans.into_iter().map(|(a, w)| [f64::from(a), f64::from(a + w)]).collect();
        let inside = |l: f64| spans.iter().any(|s| s[0] < l && l < s[1]);
        let found = first_free(f64::from(from), spans.iter().copied());
        // Ends are whole numbers, so it is enough to count in halves.
        let counted = (0..400).map(|i| f64::from(from) + f64::from(i) * 0.5).find(|l| !inside(*l)).unwrap();
        prop_assert_eq!(found, counted);
    }
}

/// Is a point inside a polygon? By counting crossings of a ray to the east.
fn inside(polygon: &[Vec2], p: Vec2) -> bool {
    let n = polygon.len();
    let crossings = (0..n).filter(|i| {
        let (a, b) = (polygon[*i], polygon[(i + 1) % n]);
        (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
    });
    crossings.count() % 2 == 1
}

#[test]
fn the_counting_oracle_counts() {
    let square = [vec2(0.0, 0.0), vec2(0.0, 2.0), vec2(2.0, 2.0), vec2(2.0, 0.0)];
    assert!(inside(&square, vec2(1.0, 1.0)) && !inside(&square, vec2(3.0, 1.0)));
}
