//! Sweeps against dense brute force, and the situations of the registers that geometry alone decides.

// Upright shapes on whole grains give whole numbers, exactly; the ends of a way are given back as they are.
#![allow(clippy::float_cmp)]

#[path = "distance/support.rs"]
mod support;

use proptest::prelude::*;
use support::{convex, point, rect};
use table::body::Layout;
use table::convex::Convex;
use table::distance::{Solid, signed};
use table::grain::Tolerance;
use table::heading::{Heading, Turn};
use table::overlap::overlap;
use table::point::at;
use table::pose::{Frame, pose};
use table::rect::{Anchor, Footprint, Rect};
use table::segment::{Disc, Segment};
use table::sweep::{Pivot, Straight};
use table::vec2::{Vec2, vec2};

const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };
const TOUCH: f64 = 100.5;
const DEEP: f64 = -110.5;

fn card(x: f64, y: f64, heading: f64) -> Rect {
    CARD.at(pose(x, y, heading))
}

fn pivot(x: f64, y: f64, turn: f64) -> Pivot {
    Pivot { about: at(x, y).vec2(), turn: Turn::degrees(turn) }
}

#[track_caller]
fn near(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() <= by, "{a} is not {b} within {by}");
}

/// A rectangle turned clockwise about a point by so many radians, written out anew.
fn turned(r: &Rect, about: Vec2, radians: f64) -> Rect {
    let (sin, cos) = (libm::sin(radians), libm::cos(radians));
    let turn = |d: Vec2| vec2(d.x * cos + d.y * sin, d.y * cos - d.x * sin);
    let frame = Frame { origin: about + turn(r.frame.origin - about), forward: turn(r.frame.forward) };
    Rect { frame, ..*r }
}

fn shifted(r: &Rect, by: Vec2) -> Rect {
    Rect { frame: Frame { origin: r.frame.origin + by, ..r.frame }, ..*r }
}

#[test]
fn a_pivot_into_the_enemy_in_front() {
    // BL-MOV-10: (5,5,0) and an enemy over y 5.8–6.8: the rear corners pass 1.118 from the centerpoint.
    let (unit, enemy) = (card(5.0, 5.0, 0.0), card(5.0, 5.8, 180.0));
    for turn in [180.0, -180.0] {
        let found = pivot(5.0, 5.0, turn).closest(&unit, &enemy).unwrap();
        // At 153.43° a rear corner points straight north: 0.318 deep; but at 180° the rear edge lies at
        // y = 6: 0.2 only. In between the corner decides.
        near(found.clearance.signed, -(11_180.34 - 8_000.0), 0.01);
        near(found.at, 153_434.9, 1.0);
        assert!(pivot(5.0, 5.0, turn).comes_within(&unit, &enemy, DEEP));
        // First touch: the enemy's near corner lies atan(0.5/0.8) = 32.005° off north and meets the flank
        // 0.8 behind the front, 32.005° off south: 180° − 64.011°.
        let first = pivot(5.0, 5.0, turn).first(&unit, &enemy, 0.0).unwrap();
        near(first.at, 115_989.2, 0.1);
    }
    // BL-MOV-09: what lies beyond 1.118 from the centerpoint is never swept.
    let far = Disc { centre: at(5.0, 6.118_5).vec2(), radius: 0.0 };
    assert!(!pivot(5.0, 5.0, 360.0).comes_within(&unit, &far, 0.0));
    let swept = Disc { centre: at(5.0, 6.117_5).vec2(), radius: 0.0 };
    assert!(pivot(5.0, 5.0, 360.0).comes_within(&unit, &swept, 0.0));
}

#[test]
fn a_pivot_deep_inside_is_found_to_the_slack_that_is_allowed() {
    // As above: a rear corner is deepest where it points straight north, 1.118 from the centerpoint.
    let (unit, enemy) = (card(5.0, 5.0, 0.0), card(5.0, 5.8, 180.0));
    for slack in [0.5, 20.0, 500.0] {
        let found = pivot(5.0, 5.0, 180.0).about_closest(&unit, &enemy, slack).unwrap();
        let deepest = -(11_180.34 - 8_000.0);
        assert!(found.clearance.signed >= deepest - 0.01 && found.clearance.signed <= deepest + slack + 0.01);
        // What it says of the place is so there.
        let there = turned(&unit, at(5.0, 5.0).vec2(), found.at / 180_000.0 * std::f64::consts::PI);
        near(signed(&there, &enemy), found.clearance.signed, 1e-6);
    }
    assert!(pivot(5.0, 5.0, 180.0).about_closest(&unit, &[] as &[Rect], 0.5).is_none());
}

#[test]
fn an_enemy_touched_at_a_corner_before_the_move() {
    // BL-AMB-49, all five of its cases.
    let (unit, enemy) = (card(5.0, 5.0, 0.0), card(6.0, 5.0, 180.0));
    near(signed(&unit, &enemy), 0.0, 1e-9);
    let rest = |bearing: f64| Straight::new(Heading::degrees(bearing), 10_000.0).onward(2_500.0).unwrap();
    assert!(rest(0.0).comes_within(&unit, &enemy, TOUCH), "forward slides along");
    assert!(!pivot(5.0, 5.0, 45.0).comes_within(&unit, &enemy, DEEP), "pivot to 45 overlaps nothing");
    let swing = pivot(5.0, 5.0, -45.0).closest(&unit, &enemy).unwrap();
    near(swing.clearance.signed, -1_464.466, 1e-3);
    assert_eq!(swing.at, 45_000.0);
    for bearing in [180.0, 315.0] {
        let whole = Straight::new(Heading::degrees(bearing), 10_000.0);
        assert!(!whole.comes_within(&unit, &enemy, DEEP));
        assert!(!rest(bearing).comes_within(&unit, &enemy, TOUCH));
    }
}

#[test]
fn retreat_from_between_two_enemies() {
    // BL-AMB-223: each attacker covers 0.4 of a flank; only 179 to 181 escape.
    let unit = CARD.at(pose(0.0, 0.0, 0.0));
    let attackers = [CARD.at(pose(-0.5, 0.1, 90.0)), CARD.at(pose(0.5, 0.1, 270.0))];
    let legal = |bearing: f64, attackers: &[Rect]| {
        let way = Straight::new(Heading::degrees(bearing), 20_000.0);
        !way.comes_within(&unit, attackers, DEEP)
            && !way.onward(5_000.0).unwrap().comes_within(&unit, attackers, TOUCH)
    };
    for bearing in 0..360 {
        let expected = (179..=181).contains(&bearing);
        assert_eq!(legal(f64::from(bearing), &attackers), expected, "bearing {bearing}");
    }
    // BL-RET-17: an enemy facing south at the same front line; over the right edge 92 to 153 are free of it.
    let front = [CARD.at(pose(0.0, 0.0, 180.0))];
    for bearing in 90..=153 {
        assert_eq!(legal(f64::from(bearing), &front), bearing >= 92, "bearing {bearing}");
    }
}

#[test]
fn retreat_on_until_no_friend_is_overlapped() {
    // BL-RET-21 and BL-RET-22: a friend over x −0.5…0.5, y −3.5…−2.5.
    let unit = CARD.at(pose(0.0, 0.0, 0.0));
    let friend = CARD.at(pose(0.0, -2.5, 0.0));
    let leaves = |bearing: f64| {
        Straight::new(Heading::degrees(bearing), 60_000.0).span(&unit, &friend, -100.0).unwrap()[1]
    };
    near(leaves(180.0), 34_900.0, 1.0);
    near(leaves(154.0), 9_900.0 / libm::sin(26f64.to_radians()), 1.0);
    near(leaves(154.0), 22_580.0, 300.0);
    near(leaves(155.0), 23_430.0, 300.0);
}

#[test]
fn an_advance_stops_short_of_contact() {
    // BL-ADV-06: enemy 0.5 ahead: 0.48 legal, 0.49 and 0.5 refused.
    let (unit, enemy) = (card(0.0, 0.0, 0.0), card(0.0, 0.5, 180.0));
    for (length, touches) in [(4_800.0, false), (4_900.0, true), (5_000.0, true)] {
        let way = Straight::new(Heading::NORTH, length);
        assert_eq!(way.comes_within(&unit, &enemy, TOUCH + 10.0), touches, "{length}");
    }
    // BL-ADV-17: with neighbours left and right ahead, every step slides.
    let neighbours = [card(-1.0, 0.0, 180.0), card(1.0, 0.0, 180.0)];
    assert!(Straight::new(Heading::NORTH, 100.0).comes_within(&unit, &neighbours[..], TOUCH));
}

#[test]
fn the_cost_of_a_wheel() {
    // NW-FCE-04: 4 wide, 30°: the outer corner runs 4 × 0.5236, twice that is 4.19. MR-MOV-15: 2 wide: 1.047.
    let line = Layout::ranks(4, 4, 10_000, 5_000);
    let here = pose(2.0, 3.0, 0.0);
    let outline = line.outline(here).unwrap();
    let wheel = Pivot::new(here.frame(), vec2(-20_000.0, 0.0), Turn::degrees(-30.0));
    assert_eq!(wheel.about, at(0.0, 3.0).vec2());
    near(2.0 * wheel.arc(outline.corners()[1]), 41_888.0, 1.0);
    assert_eq!(wheel.arc(wheel.about), 0.0);
    let half = Pivot { about: at(0.0, 0.0).vec2(), turn: Turn::degrees(30.0) };
    near(half.arc(at(2.0, 0.0).vec2()), 10_472.0, 1.0);
}

#[test]
fn a_wheel_of_a_whole_body() {
    // Four stands from x 0 to 4 on y = 0 wheel left by 90° about (0,0): the right end sweeps a quarter disc.
    let line = Layout::ranks(4, 4, 10_000, 5_000);
    let here = pose(2.0, 0.0, 0.0);
    let wheel = Pivot::new(here.frame(), vec2(-20_000.0, 0.0), Turn::degrees(-90.0));
    let post = at(2.0, 3.0).vec2();
    let found = wheel.first(&line.at(here), &post, 0.0).unwrap();
    // The front line passes the post when it points there: atan2(3, 2) = 56.31°.
    near(found.at, 56_309.9, 1.0);
    assert_eq!(found.piece, 3, "it stands 3.6 from the hinge");
    assert!(!wheel.comes_within(&line.at(here), &at(3.0, 3.0).vec2(), 0.0), "4.24 from the hinge");
}

#[test]
fn the_seam_between_abutting_units_is_no_gap() {
    let (left, right) = (card(4.5, 8.0, 180.0), card(5.5, 8.0, 180.0));
    let needle = Segment::new(at(5.0, 5.0).vec2(), at(5.0, 6.0).vec2());
    let way = Straight::new(Heading::NORTH, 40_000.0);
    let found = way.first(&needle, &[left, right][..], 0.0).unwrap();
    near(found.at, 20_000.0, 1e-6);
}

#[test]
fn a_pivot_of_nothing_and_a_move_of_nothing() {
    let (unit, enemy) = (card(5.0, 5.0, 0.0), card(5.0, 7.0, 180.0));
    let found = pivot(5.0, 5.0, 0.0).closest(&unit, &enemy).unwrap();
    assert_eq!((found.at, found.clearance.signed), (0.0, 20_000.0));
    let stay = Straight::new(Heading::NORTH, 0.0);
    assert_eq!(stay.closest(&unit, &enemy).unwrap().clearance.signed, 20_000.0);
    assert_eq!(stay.first(&unit, &card(6.0, 5.0, 0.0), 0.0).unwrap().at, 0.0);
    assert_eq!(Straight::between(at(1.0, 1.0).vec2(), at(1.0, 1.0).vec2()), None);
    assert!(stay.onward(1.0).is_none());
    assert!(stay.closest(&unit, &[] as &[Rect]).is_none());
}

#[test]
fn a_full_circle_sweeps_both_halves() {
    // A post left behind: half a turn clockwise misses it on one side, the other sense finds it.
    let unit = card(5.0, 5.0, 0.0);
    let ring = |degrees: f64| {
        let a = degrees.to_radians();
        vec2(50_000.0 + 11_000.0 * libm::sin(a), 50_000.0 + 11_000.0 * libm::cos(a))
    };
    // Rear corners stand at 153.4° and 206.6°, 1.118 out; only they reach 1.1.
    for (post, turn, swept) in [
        (90.0, 90.0, false),
        (90.0, 180.0, false),
        (90.0, -90.0, true),
        (270.0, 90.0, true),
        (270.0, -90.0, false),
        (0.0, 180.0, true),
        (0.0, -180.0, true),
        (90.0, 360.0, true),
        (270.0, -360.0, true),
        (180.0, 360.0, true),
    ] {
        let found = pivot(5.0, 5.0, turn).comes_within(&unit, &ring(post), 0.0);
        assert_eq!(found, swept, "post at {post}, turn {turn}");
    }
}

#[test]
fn the_hull_of_a_straight_move() {
    let hull = Straight::new(Heading::EAST, 20_000.0).hull(&card(5.0, 5.0, 0.0)).unwrap();
    assert_eq!(
        hull,
        Convex::hull([at(4.5, 4.0), at(4.5, 5.0), at(7.5, 5.0), at(7.5, 4.0)].map(table::point::Point::vec2))
            .unwrap()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn closest_on_a_straight_move_as_counted(a in rect(), b in convex(), bearing in any::<i32>(), length in 0..60_000i32, from in 0..20_000i32) {
        let way = Straight::new(Heading::from(bearing), f64::from(length));
        let Some(way) = way.onward(f64::from(from)) else { return Ok(()) };
        let found = way.closest(&a, &b).unwrap();
        let steps = 400;
        let step = (way.to - way.from) / f64::from(steps);
        let counted = (0..=steps)
            .map(|i| signed(&shifted(&a, way.way * (way.from + step * f64::from(i))), &b))
            .fold(f64::INFINITY, f64::min);
        // The clearance changes by no more than the way made.
        let s = found.clearance.signed;
        prop_assert!(s <= counted + 1e-6, "{} {}", s, counted);
        prop_assert!(s >= counted - step * 0.5 - 1e-6);
        prop_assert!((signed(&shifted(&a, way.way * found.at), &b) - s).abs() < 1e-6);
        prop_assert!(found.at >= way.from && found.at <= way.to);
        // Exact: no neighbour is lower.
        for d in [-1.0, -0.01, 0.01, 1.0] {
            let at = found.at + d;
            if at >= way.from && at <= way.to {
                prop_assert!(signed(&shifted(&a, way.way * at), &b) >= s - 1e-6);
            }
        }
        for limit in [-3_000.0, 0.0, 2_000.0] {
            if (s - limit).abs() > 1e-6 {
                prop_assert_eq!(way.comes_within(&a, &b, limit), s < limit);
            }
        }
        // If they never meet, the distance is that of the whole swept area; if they do, areas overlap.
        let hull = way.hull(&a).unwrap();
        if s > 0.0 {
            prop_assert!((signed(&hull, &b) - s).abs() < 1e-6);
        } else {
            prop_assert!(overlap(&hull, &b, Tolerance::NONE) || s > -1e-6);
        }
    }

    #[test]
    fn first_and_last_on_a_straight_move(a in rect(), b in convex(), bearing in any::<i32>(), length in 1..60_000i32, limit in prop_oneof![Just(0.0), Just(100.5), Just(-110.5), 0.0..5_000.0]) {
        let way = Straight::new(Heading::from(bearing), f64::from(length));
        let at = |s: f64| signed(&shifted(&a, way.way * s), &b);
        let found = way.first(&a, &b, limit).map(|f| f.at);
        prop_assert_eq!(found, way.span(&a, &b, limit).map(|s| s[0]));
        if let Some([first, last]) = way.span(&a, &b, limit) {
            prop_assert!(at(first) <= limit + 1e-6 && at(last) <= limit + 1e-6);
            prop_assert!(first <= last && last <= way.to);
            for i in 0..100 {
                let share = f64::from(i) / 100.0;
                prop_assert!(first == 0.0 || at(first * share) > limit - 1e-6);
                prop_assert!(at(first + (last - first) * share) <= limit + 1e-6);
                let there = way.to + (last - way.to) * share; prop_assert!(last == way.to || at(there) > limit - 1e-6, "{} {} {} {} {}", first, last, way.to, there, at(there));
            }
        } else {
            for i in 0..=400 {
                prop_assert!(at(way.to * f64::from(i) / 400.0) > limit - 1e-6);
            }
        }
    }

    #[test]
    fn closest_on_a_pivot_as_counted(a in rect(), b in convex(), hinge in 0..3usize, other in point(), turn in prop_oneof![-360_000..360_000i32, Just(180_000), Just(-180_000), Just(360_000)]) {
        let about = [a.front_middle(), a.corners()[0], other][hinge];
        let pivot = Pivot { about, turn: Turn(turn) };
        let found = pivot.closest(&a, &b).unwrap();
        let radians = f64::from(turn) * std::f64::consts::PI / 180_000.0;
        let reach = a.corners().iter().map(|p| p.distance(about)).fold(0.0, f64::max);
        let steps = 2_000;
        let counted = (0..=steps)
            .map(|i| signed(&turned(&a, about, radians * f64::from(i) / f64::from(steps)), &b))
            .fold(f64::INFINITY, f64::min);
        let s = found.clearance.signed;
        prop_assert!(s <= counted + 1e-6, "{} {}", s, counted);
        prop_assert!(s >= counted - reach * radians.abs() / f64::from(steps) * 0.5 - 1e-6);
        let at = found.at * radians.signum() * std::f64::consts::PI / 180_000.0;
        prop_assert!((signed(&turned(&a, about, at), &b) - s).abs() < 1e-6);
        for limit in [-3_000.0, 0.0, 2_000.0] {
            if (s - limit).abs() > 1e-6 {
                prop_assert_eq!(pivot.comes_within(&a, &b, limit), s < limit);
                let first = pivot.first(&a, &b, limit);
                prop_assert_eq!(first.is_some(), s < limit);
                if let Some(first) = first.filter(|f| f.at > 0.0) {
                    prop_assert!(first.clearance.signed <= limit + 1e-6);
                    for i in 0..200 {
                        let at = first.at * f64::from(i) / 200.0 * radians.signum() * std::f64::consts::PI / 180_000.0;
                        prop_assert!(signed(&turned(&a, about, at), &b) > limit - 1e-6);
                    }
                }
            }
        }
    }

    #[test]
    fn about_closest_is_off_by_no_more_than_its_slack(a in rect(), b in convex(), about in point(), turn in -360_000..360_000i32, slack in prop_oneof![Just(0.5), 0.0..2_000.0]) {
        let turn = Turn(turn);
        let found = Pivot { about, turn }.about_closest(&a, &b, slack).unwrap();
        let at = |grains: f64| signed(&turned(&a, about, grains / 180_000.0 * std::f64::consts::PI), &b);
        prop_assert!((at(if turn.0 < 0 { -found.at } else { found.at }) - found.clearance.signed).abs() < 1e-6);
        for i in 0..=400 {
            let there = at(f64::from(turn.0) * f64::from(i) / 400.0);
            prop_assert!(there >= found.clearance.signed - slack - 1e-6, "{} at {i}, {} found", there, found.clearance.signed);
        }
    }

    #[test]
    fn a_lower_value_is_never_overlooked_by_refining(a in rect(), b in rect(), turn in -360_000..360_000i32) {
        // Golden section around the place found cannot improve on it.
        let about = a.front_middle();
        let pivot = Pivot { about, turn: Turn(turn) };
        let found = pivot.closest(&a, &b).unwrap();
        let unit = std::f64::consts::PI / 180_000.0 * f64::from(turn.signum());
        let at = |angle: f64| signed(&turned(&a, about, angle * unit), &b);
        let (mut low, mut high) = ((found.at - 400.0).max(0.0), (found.at + 400.0).min(f64::from(turn.abs())));
        for _ in 0..80 {
            let (l, h) = (low + (high - low) * 0.381_966, low + (high - low) * 0.618_034);
            if at(l) < at(h) { high = h } else { low = l }
        }
        prop_assert!(at(low) >= found.clearance.signed - 1e-6);
    }

    #[test]
    fn no_number_makes_a_sweep_panic_or_hang(
        n in prop::array::uniform12(prop_oneof![
            any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), Just(0.0), Just(1e300), -1e5..1e5f64, -1e10..1e10f64,
        ]), turn in any::<i32>(),
    ) {
        let rect = |n: &[f64]| Rect {
            frame: Frame { origin: vec2(n[0], n[1]), forward: vec2(n[2], n[3]) },
            half_width: n[4],
            half_depth: n[5],
        };
        let (a, b) = (rect(&n[..6]), rect(&n[6..]));
        let pivot = Pivot { about: vec2(n[1], n[6]), turn: Turn(turn) };
        let way = Straight { way: vec2(n[3], n[2]), from: n[4], to: n[9] };
        let _ = (pivot.closest(&a, &b), pivot.first(&a, &b, n[8]), pivot.comes_within(&a, &b, n[8]));
        let _ = (way.closest(&a, &b), way.first(&a, &b, n[8]), way.comes_within(&a, &b, n[8]), way.span(&a, &b, n[7]));
        let _ = (way.hull(&a), Straight::between(vec2(n[0], n[1]), vec2(n[2], n[3])), a.rim());
    }
}
