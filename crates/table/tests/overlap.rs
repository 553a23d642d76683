//! Overlap, touch and common area.

// Upright shapes on whole grains give whole numbers, exactly.
#![allow(clippy::float_cmp)]

#[path = "distance/support.rs"]
mod support;

use proptest::prelude::*;
use support::{convex, point, rect};
use table::convex::Convex;
use table::distance::signed;
use table::grain::Tolerance;
use table::overlap::{common_area, common_part, depth, greatest_depth, overlap, touch};
use table::point::at;
use table::pose::pose;
use table::rect::{Anchor, Footprint, Rect};
use table::vec2::vec2;

const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };
/// BL-AMB-01: TOUCH, and overlap deeper than TOUCH + epsilon.
const TOUCH: Tolerance = Tolerance::half_grains(201);
const DEEP: Tolerance = Tolerance::half_grains(221);

fn card(x: f64, y: f64, heading: f64) -> Rect {
    CARD.at(pose(x, y, heading))
}

#[test]
fn touch_and_overlap_exclude_each_other() {
    let unit = card(5.0, 5.0, 0.0);
    for (y, touches, overlaps) in [
        (6.0, true, false),
        (6.01, true, false),
        (6.0101, false, false),
        (5.99, true, false),
        (5.989, true, false),
        (5.9889, false, true),
        (5.0, false, true),
    ] {
        let other = card(5.3, y, 0.0);
        assert_eq!(touch(&unit, &other, TOUCH, DEEP), touches, "touch at {y}");
        assert_eq!(overlap(&unit, &other, DEEP), overlaps, "overlap at {y}");
    }
}

#[test]
fn the_way_out_of_an_overlap() {
    let found = depth(&card(5.0, 5.0, 0.0), &card(5.6, 5.3, 0.0)).unwrap();
    assert_eq!((found.depth, found.shift), (4_000.0, vec2(-1.0, 0.0)));
    assert_eq!(depth(&card(5.0, 5.0, 0.0), &card(7.0, 5.0, 0.0)), None);
    assert_eq!(depth(&card(5.0, 5.0, 0.0), &card(6.0, 5.0, 0.0)).unwrap().depth, 0.0);
}

#[test]
fn a_flank_swung_into_the_enemy() {
    // BL-AMB-49: (5,5) turned to 315 beside the enemy (6,5,180): its corner (5.5,5) lies ½·cos 45° to the
    // right of the middle, so ½ − ½·cos 45° = 0.14645 inside the flank.
    let found = depth(&card(5.0, 5.0, 315.0), &card(6.0, 5.0, 180.0)).unwrap();
    assert!((found.depth - 1_464.466).abs() < 1e-3);
    assert_eq!(depth(&card(5.0, 5.0, 0.0), &card(6.0, 5.0, 180.0)).unwrap().depth, 0.0);
}

#[test]
fn the_deepest_of_several_parts_counts() {
    let parts = [card(5.8, 5.0, 0.0), card(4.5, 5.0, 0.0), card(9.0, 9.0, 0.0)];
    assert_eq!(greatest_depth(&card(5.0, 5.0, 0.0), &parts[..]).unwrap().depth, 5_000.0);
    assert_eq!(greatest_depth(&card(5.0, 5.0, 0.0), &parts[2..]), None);
    assert!(!overlap(&card(5.0, 5.0, 0.0), &[] as &[Rect], DEEP));
}

#[test]
fn common_area_of_the_register() {
    // MR-FILL-09: areas. A card 40 % in a wood.
    let wood =
        Convex::hull([at(0.0, 0.0), at(5.1, 0.0), at(5.1, 9.0), at(0.0, 9.0)].map(table::point::Point::vec2))
            .unwrap();
    assert!((common_area(&card(5.2, 5.0, 0.0), &wood) - 4e7).abs() < 1.0);
    assert_eq!(common_area(&card(5.6, 5.0, 0.0), &wood), 0.0);
    // The common part of flush neighbours is their edge.
    assert_eq!(common_part(&card(5.6, 5.0, 0.0), &wood).unwrap().corners().len(), 2);
    assert_eq!(common_part(&card(5.7, 5.0, 0.0), &wood), None);
    // A point on the border, whichever is named first.
    let border = at(5.1, 3.3).vec2();
    assert_eq!(common_part(&border, &wood).unwrap().corners(), [border]);
    assert_eq!(common_part(&wood, &border).unwrap().corners(), [border]);
}

proptest! {
    /// The area counted by a grid of sample points: the border is at most both outlines long, and each
    /// sample cell it meets may be counted wrongly.
    #[test]
    fn common_area_as_counted(a in convex(), b in rect()) {
        let step = 200.0;
        let inside = |p| signed(&a, &p) < 0.0 && signed(&b, &p) < 0.0;
        let mut count = 0.0;
        let low = a.corners().iter().fold(vec2(1e9, 1e9), |l, p| vec2(l.x.min(p.x), l.y.min(p.y)));
        for i in 0..95 {
            for j in 0..95 {
                let p = low + vec2((f64::from(i) + 0.5) * step, (f64::from(j) + 0.5) * step);
                count += f64::from(u8::from(inside(p)));
            }
        }
        let outline: f64 = a.edges().map(|[p, q]| p.distance(q)).sum();
        // A convex border of length L meets at most 4 + 3 L / step cells; the common part lies within `a`.
        let error = (4.0 + 3.0 * outline / step) * step * step;
        prop_assert!((common_area(&a, &b) - count * step * step).abs() <= error);
        prop_assert!((common_area(&a, &b) - common_area(&b, &a)).abs() < 1e-2);
    }

    #[test]
    fn what_overlaps_has_a_common_part(a in convex(), b in convex(), p in point()) {
        let s = signed(&a, &b);
        if s < -1e-6 {
            prop_assert!(common_area(&a, &b) > 0.0);
        }
        if s > 1e-6 {
            prop_assert_eq!(common_part(&a, &b), None);
        }
        prop_assert_eq!(overlap(&a, &b, Tolerance::NONE), s < 0.0);
        // On the border rounding decides.
        if signed(&a, &p).abs() > 1e-6 {
            prop_assert_eq!(common_part(&a, &p).is_some(), signed(&a, &p) < 0.0);
        }
    }
}
