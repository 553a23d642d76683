//! First contacts: the registers' own charges, and casts against brute force.

// Upright shapes on whole grains give whole numbers, exactly.
#![allow(clippy::float_cmp)]

#[path = "distance/support.rs"]
mod support;

use proptest::prelude::*;
use support::{convex, rect};
use table::contact::{Feature, cast, first_hit, ray, touched_edges};
use table::distance::{Solid, signed};
use table::grain::Tolerance;
use table::heading::Heading;
use table::point::at;
use table::pose::{Frame, pose};
use table::rect::{Anchor, Edge, Footprint, Rect};
use table::segment::Disc;
use table::vec2::{Vec2, vec2};

const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };
const TOUCH: Tolerance = Tolerance::half_grains(201);

fn card(x: f64, y: f64, heading: f64) -> Rect {
    CARD.at(pose(x, y, heading))
}

#[track_caller]
fn near(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() <= by, "{a} is not {b} within {by}");
}

#[test]
fn charges_of_the_register() {
    let hit = |heading: f64, enemy: (f64, f64, f64)| {
        first_hit(&card(5.0, 5.0, heading), &card(enemy.0, enemy.1, enemy.2), TOUCH).map(|h| h.length)
    };
    // BL-CHG-07.
    assert_eq!(hit(0.0, (5.0, 7.0, 180.0)), Some(20_000.0));
    // BL-CHG-18: m = 1.016 at +30° against (5.8,6,180). By hand: its near corner (5.3,6) has
    // u = 0.3·cos 30° − sin 30° = −0.240, v = 0.3·sin 30° + cos 30° = 1.016.
    near(hit(30.0, (5.8, 6.0, 180.0)).unwrap(), 10_160.25, 0.1);
    // BL-AMB-21: m = 1.98 at +20° (corner (5.3,7): v = 0.3·sin 20° + 2·cos 20°), the corner meets the front.
    near(hit(20.0, (5.8, 7.0, 180.0)).unwrap(), 19_819.9, 0.1);
    // m = 1.95 at +10° against (5,7.01,180): the left end of the strip (u = −0.49) meets the front edge y =
    // 7.01 at v = (2.01 − 0.49·sin 10°)/cos 10°.
    near(hit(10.0, (5.0, 7.01, 180.0)).unwrap(), 19_546.1, 1.0);
    // BL-CHG-20: the charger at (5.3,5.5) meets both neighbours at 1.5.
    for x in [5.0, 6.0] {
        let found = first_hit(&card(5.3, 5.5, 0.0), &card(x, 7.0, 180.0), TOUCH).unwrap();
        assert_eq!(found.length, 15_000.0);
    }
    // Exactly opposite the middle of three abutting enemies, the others are not in the strip.
    assert_eq!(hit(0.0, (4.0, 7.0, 180.0)), None);
    assert_eq!(hit(0.0, (6.0, 7.0, 180.0)), None);
    assert_eq!(hit(0.0, (5.0, 3.0, 0.0)), None, "behind");
}

#[test]
fn a_charge_contacts_an_edge() {
    // BL-AMB-22: struck at its near front corner at +20°: the front faces it by 0.940, the flank by 0.342.
    let enemy = card(5.8, 7.0, 180.0);
    let charge = Heading::degrees(20.0);
    let start = card(5.0, 5.0, 20.0);
    let contact = cast(&start, charge, 40_000.0, &enemy).unwrap();
    near(contact.travelled, 19_819.9, 0.1);
    assert_eq!(contact.mover, Feature::Edge(0), "the charger's front edge");
    // The enemy faces south: its near corner is its front right one.
    assert_eq!(contact.obstacle, Feature::Corner(1));
    assert_eq!(contact.obstacle.edges().as_slice(), [Edge::Front, Edge::Right]);
    near(contact.clearance.to.distance(at(5.3, 7.0).vec2()), 0.0, 1e-6);
    let end = CARD.at(pose(5.0, 5.0, 20.0).moved(charge, contact.travelled).unwrap());
    let edges = touched_edges(&enemy, &end, charge.vector(), TOUCH);
    let found: Vec<_> = edges.iter().map(|t| (t.edge, (t.squareness * 1000.0).round())).collect();
    assert_eq!(found, [(Edge::Front, 940.0), (Edge::Right, 342.0)]);
}

#[test]
fn moves_that_start_in_touch() {
    let unit = card(5.0, 5.0, 0.0);
    for enemy in [card(5.0, 5.0, 180.0), card(6.0, 6.0, 0.0), card(5.7, 6.0, 0.0)] {
        assert_eq!(cast(&unit, Heading::NORTH, 10_000.0, &enemy).unwrap().travelled, 0.0);
        // Also when it goes away: it does touch.
        assert_eq!(cast(&unit, Heading::SOUTH, 10_000.0, &enemy).unwrap().travelled, 0.0);
    }
}

#[test]
fn a_move_that_grazes() {
    let unit = card(5.0, 5.0, 0.0);
    // Flush along the lane: the near corners meet after 1 BW.
    let contact = cast(&unit, Heading::NORTH, 40_000.0, &card(6.0, 6.0 + 1.0, 0.0)).unwrap();
    near(contact.travelled, 10_000.0, 1e-6);
    // A grain aside it passes.
    let aside = Rect {
        frame: Frame { origin: at(6.0, 6.5).vec2() + vec2(1.0, 0.0), forward: vec2(0.0, 1.0) },
        ..unit
    };
    assert!(cast(&unit, Heading::NORTH, 40_000.0, &aside).is_none());
    // A disc that is touched by the corner only.
    let disc = Disc { centre: at(5.5 + 0.6, 5.0 + 0.8).vec2(), radius: 10_000.0 };
    assert_eq!(cast(&unit, Heading::NORTH, 40_000.0, &disc).unwrap().travelled, 0.0);
    let further = Disc { centre: at(5.5 + 0.6, 7.8).vec2(), radius: 10_000.0 };
    near(cast(&unit, Heading::NORTH, 40_000.0, &further).unwrap().travelled, 20_000.0, 1e-6);
}

#[test]
fn moves_without_length() {
    let unit = card(5.0, 5.0, 0.0);
    assert!(cast(&unit, Heading::NORTH, 0.0, &card(5.0, 8.0, 180.0)).is_none());
    assert!(cast(&unit, Heading::NORTH, 0.0, &card(6.0, 5.0, 180.0)).is_some());
    assert!(cast(&unit, Heading::NORTH, -1.0, &card(6.0, 5.0, 180.0)).is_none());
    assert!(cast(&unit, Heading::NORTH, f64::NAN, &card(6.0, 5.0, 180.0)).is_none());
}

#[test]
fn edges_meet_edge_to_edge() {
    let contact = cast(&card(5.0, 5.0, 0.0), Heading::NORTH, 40_000.0, &card(5.4, 7.0, 180.0)).unwrap();
    assert_eq!(
        (contact.travelled, contact.mover, contact.obstacle),
        (20_000.0, Feature::Edge(0), Feature::Edge(0))
    );
    // The middle of the common stretch, x 4.9 to 5.5.
    assert_eq!(contact.clearance.to, at(5.2, 7.0).vec2());
    // Sideways: our right flank against its right flank (it faces south, so its left is in the east).
    let contact = cast(&card(5.0, 5.0, 0.0), Heading::EAST, 40_000.0, &card(7.0, 4.2, 180.0)).unwrap();
    assert_eq!((contact.mover, contact.obstacle), (Feature::Edge(1), Feature::Edge(1)));
    // Backwards with the last edge of the obstacle.
    let contact = cast(&card(5.0, 5.0, 0.0), Heading::SOUTH, 40_000.0, &card(5.0, 2.0, 90.0)).unwrap();
    assert_eq!((contact.mover, contact.obstacle), (Feature::Edge(2), Feature::Edge(3)));
}

#[test]
fn the_aim_ray() {
    // BL-CHG-18: straight ahead the ray passes the target (x 5.3–6.3), at +30° it meets it.
    let target = card(5.8, 6.0, 180.0);
    let from = at(5.0, 5.0).vec2();
    assert_eq!(ray(from, vec2(0.0, 1.0), &target), None);
    near(
        ray(from, Heading::degrees(30.0).vector(), &target).unwrap(),
        10_000.0 / libm::cos(30f64.to_radians()),
        1e-6,
    );
    assert_eq!(ray(at(5.8, 6.2).vec2(), vec2(0.0, 1.0), &target), Some(0.0));
}

fn shifted(r: &Rect, by: Vec2) -> Rect {
    Rect { frame: Frame { origin: r.frame.origin + by, ..r.frame }, ..*r }
}

proptest! {
    #[test]
    fn a_cast_stops_at_the_first_touch(a in rect(), b in convex(), bearing in any::<i32>(), length in 0..80_000i32) {
        let bearing = Heading::from(bearing);
        let length = f64::from(length);
        let along = |s: f64| signed(&shifted(&a, bearing.vector() * s), &b);
        let hit = cast(&a, bearing, length, &b);
        let free = hit.map_or(length, |h| h.travelled);
        for i in 0..200 {
            prop_assert!(free == 0.0 || along(free * f64::from(i) / 200.0) > -1e-6);
        }
        if let Some(hit) = hit {
            prop_assert!(along(hit.travelled) < 1e-6);
            if hit.travelled > 0.0 {
                prop_assert!(along(hit.travelled).abs() < 1e-6);
                // The features named hold the point of contact.
                let there = shifted(&a, bearing.vector() * hit.travelled);
                let edge_distance = |corners: &[Vec2], f: Feature| match f {
                    Feature::Corner(i) => corners[i].distance(hit.clearance.from),
                    Feature::Edge(i) => signed(
                        &table::segment::Segment::new(corners[i], corners[(i + 1) % corners.len()]),
                        &hit.clearance.from,
                    ),
                };
                prop_assert!(edge_distance(&there.corners(), hit.mover) < 1e-3);
                prop_assert!(edge_distance(b.corners(), hit.obstacle) < 1e-3);
            }
        } else {
            prop_assert!(along(length) > 0.0);
        }
    }

    #[test]
    fn the_first_hit_is_what_a_cast_of_the_narrowed_front_finds(a in rect(), b in convex()) {
        // The front edge, drawn in by the margin at both ends, moved straight ahead as a segment.
        let margin = TOUCH.grains().min(a.half_width * 0.5);
        let tolerance = Tolerance::half_grains(libm::floor(margin * 2.0) as i32);
        let [left, right] = a.edge(Edge::Front);
        let width = left.distance(right);
        let t = tolerance.grains() / width;
        let front = table::segment::Segment::new(left.towards(right, t), left.towards(right, 1.0 - t));
        let by_cast = table::sweep::Straight { way: a.frame.forward, from: 0.0, to: 200_000.0 }.first(&front, &b, 0.0);
        match (first_hit(&a, &b, tolerance), by_cast) {
            (Some(hit), Some(cast)) => prop_assert!((hit.length - cast.at).abs() < 1e-3, "{} {}", hit.length, cast.at),
            (None, None) => {}
            // Only at the open sides may they differ.
            (hit, cast) => {
                let [low, high] = b.span(a.frame.forward.right());
                let middle = a.frame.forward.right().dot(a.frame.origin);
                let side = (low - middle).abs().min((high - middle).abs());
                prop_assert!((side - (a.half_width - tolerance.grains())).abs() < 1e-6, "{:?} {:?}", hit, cast);
            }
        }
    }

    #[test]
    fn no_number_makes_a_contact_panic(
        n in prop::array::uniform12(prop_oneof![any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), Just(0.0), -1e5..1e5f64])
    ) {
        let rect = |n: &[f64]| Rect {
            frame: Frame { origin: vec2(n[0], n[1]), forward: vec2(n[2], n[3]) },
            half_width: n[4],
            half_depth: n[5],
        };
        let (a, b) = (rect(&n[..6]), rect(&n[6..]));
        let _ = (cast(&a, Heading::NORTH, n[7], &b), first_hit(&a, &b, TOUCH), ray(vec2(n[0], n[1]), vec2(n[2], n[3]), &b));
        let _ = touched_edges(&a, &b, vec2(n[4], n[5]), TOUCH);
    }
}
