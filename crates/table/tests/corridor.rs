//! Corridors along paths.

// Upright shapes on whole grains give whole numbers, exactly.
#![allow(clippy::float_cmp)]

#[path = "distance/support.rs"]
mod support;

use proptest::prelude::*;
use support::{convex, point};
use table::corridor::{Bend, Corridor};
use table::distance::{Figure, signed};
use table::point::{Point, at};
use table::pose::pose;
use table::rect::{Anchor, Footprint, Rect};
use table::segment::{Disc, Polyline};
use table::vec2::{Vec2, vec2};

const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };
const TOUCH: f64 = 100.5;

fn points(of: &[(f64, f64)]) -> Vec<Vec2> {
    of.iter().map(|(x, y)| at(*x, *y).vec2()).collect()
}

fn wide(_: usize) -> f64 {
    5_000.0
}

#[test]
fn legs_and_bends_of_a_reserve_move() {
    // BL-AMB-26: rectangles |lateral| ≤ ½ along open legs, discs of radius ½ between two of them.
    let path = points(&[(3.0, 8.0), (9.0, 8.0), (9.0, 12.0), (12.0, 12.0)]);
    let corridor = Corridor::new(&path, |leg| if leg == 2 { 0.0 } else { 5_000.0 }).unwrap();
    let lengths: Vec<_> =
        corridor.legs.iter().map(|l| (l.from, 2.0 * l.rect.half_depth, l.rect.half_width)).collect();
    assert_eq!(
        lengths,
        [(0.0, 60_000.0, 5_000.0), (60_000.0, 40_000.0, 5_000.0), (100_000.0, 30_000.0, 0.0)]
    );
    // No disc where the road leg begins.
    let disc = Disc { centre: at(9.0, 8.0).vec2(), radius: 5_000.0 };
    assert_eq!(corridor.bends.as_slice(), [Bend { leg: 1, from: 60_000.0, disc }]);
    assert_eq!(corridor.length(), 130_000.0);
}

#[test]
fn the_first_offence_is_found_along_the_path() {
    let path = points(&[(3.0, 8.0), (9.0, 8.0), (9.0, 12.0)]);
    let corridor = Corridor::new(&path, wide).unwrap();
    // An enemy on the first leg, over x 6…7: the corridor touches it after 3 − TOUCH.
    let enemy = CARD.at(pose(6.5, 8.2, 0.0));
    let found = corridor.first(&enemy, TOUCH).unwrap();
    assert_eq!(found.leg, 0);
    assert!((found.along - (30_000.0 - TOUCH)).abs() < 1e-6);
    // Two: the nearer along the path, not the first in the list.
    let both = [CARD.at(pose(9.0, 11.5, 0.0)), enemy];
    let found = corridor.first(&both[..], TOUCH).unwrap();
    assert_eq!((found.leg, found.part), (0, 1));
    // Flush beside the lane is a touch but no overlap; a hair further it is nothing.
    let beside = CARD.at(pose(6.5, 9.5, 0.0));
    assert!(corridor.first(&beside, TOUCH).is_some() && corridor.first(&beside, -110.5).is_none());
    assert!(corridor.first(&CARD.at(pose(6.5, 9.52, 0.0)), TOUCH).is_none());
    // Overlap by 0.02: deeper than TOUCH + ε; found where the rectangle is 0.0111 into it along the way.
    let found = corridor.first(&CARD.at(pose(6.5, 9.48, 0.0)), -110.5).unwrap();
    assert!((found.along - 30_110.5).abs() < 1e-6);
    // In the outer corner of the bend only the disc can offend: its rim is 0.5 from (9, 8).
    let post = at(9.3, 7.65).vec2();
    let found = corridor.first(&post, 0.0).unwrap();
    assert_eq!((found.leg, found.along), (1, 60_000.0));
    assert!(corridor.first(&at(9.36, 7.64).vec2(), 0.0).is_none());
}

#[test]
fn a_road_leg_is_the_bare_line() {
    let path = points(&[(3.0, 8.0), (9.0, 8.0)]);
    let road = Corridor::new(&path, |_| 0.0).unwrap();
    assert!(road.first(&CARD.at(pose(6.0, 7.98, 0.0)), TOUCH).is_none());
    assert!(
        (road.first(&CARD.at(pose(6.0, 8.0, 0.0)), TOUCH).unwrap().along - (25_000.0 - TOUCH)).abs() < 1e-6
    );
}

#[test]
fn paths_without_length() {
    let nothing = Corridor::new(&points(&[(3.0, 8.0), (3.0, 8.0)]), wide).unwrap();
    assert!(nothing.legs.is_empty() && nothing.first(&at(3.0, 8.0).vec2(), 0.0).is_none());
    assert_eq!(nothing.length(), 0.0);
    assert_eq!(Corridor::new(&[], wide), Some(Corridor::default()));
    assert_eq!(Corridor::new(&[vec2(f64::NAN, 0.0), vec2(1.0, 1.0)], wide), None);
    assert_eq!(Corridor::new(&points(&[(3.0, 8.0), (4.0, 8.0)]), |_| f64::INFINITY), None);
    // A point named twice leaves one bend.
    let twice = points(&[(3.0, 8.0), (5.0, 8.0), (5.0, 8.0), (5.0, 10.0)]);
    assert_eq!(Corridor::new(&twice, wide).unwrap().bends.len(), 1);
}

proptest! {
    /// A wide line with round bends everywhere is the set of points near the path, but for its flat ends.
    #[test]
    fn the_corridor_is_what_lies_near_the_path(
        path in prop::collection::vec(point(), 2..6), half in 500..6_000i32, p in point(),
    ) {
        let half = f64::from(half);
        let corridor = Corridor::new(&path, |_| half).unwrap();
        let covered = corridor.legs.iter().any(|l| signed(&l.rect, &p) <= 0.0)
            || corridor.bends.iter().any(|b| signed(&b.disc, &p) <= 0.0);
        let off = Polyline(&path).parts().map(|leg| signed(&leg, &p)).fold(f64::INFINITY, f64::min);
        prop_assert!(!covered || off <= half + 1e-6);
        let ends = p.distance(path[0]).min(p.distance(path[path.len() - 1]));
        prop_assert!(covered || off >= half - 1e-6 || ends <= half + 1e-6);
    }

    #[test]
    fn nothing_offends_before_the_first_offence(path in prop::collection::vec(point(), 2..6), shape in convex(), limit in prop_oneof![Just(100.5), Just(-110.5), Just(0.0)]) {
        let corridor = Corridor::new(&path, wide).unwrap();
        let found = corridor.first(&shape, limit);
        let until = found.map_or(corridor.length(), |f| f.along);
        for leg in &corridor.legs {
            // The leg, cut off where the offence lies (or just before it).
            let length = (until - leg.from - 1e-3).min(2.0 * leg.rect.half_depth);
            if length > 0.0 {
                let start = leg.rect.frame.origin - leg.rect.frame.forward * leg.rect.half_depth;
                let mut cut = leg.rect;
                cut.frame.origin = start + cut.frame.forward * (length * 0.5);
                cut.half_depth = length * 0.5;
                prop_assert!(signed(&cut, &shape) > limit - 1e-9);
            }
        }
        if let Some(found) = found {
            prop_assert!(found.clearance.signed <= limit);
        }
        let whole: Vec<Rect> = corridor.legs.iter().map(|l| l.rect).collect();
        let any = whole.iter().any(|r| signed(r, &shape) <= limit) || corridor.bends.iter().any(|b| signed(&b.disc, &shape) <= limit);
        prop_assert_eq!(found.is_some(), any);
    }
}

#[test]
fn a_point_of_the_grid_is_a_point_of_a_path() {
    let path = [Point { x: 0, y: 0 }, Point { x: 30_000, y: 40_000 }].map(Point::vec2);
    assert_eq!(Corridor::new(&path, wide).unwrap().length(), 50_000.0);
}
