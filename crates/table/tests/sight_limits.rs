//! Sight where things touch, line up, overlap or make no sense.

mod sight_table;

use sight_table::{BW, MARGINS, Table, block, near, shape};
use table::area::Area;
use table::convex::Convex;
use table::point::at;
use table::polygon::Polygon;
use table::pose::pose;
use table::sight::{Blocker, Blockers, Cause, Half, Look, Screens, Sight, Stop, Veil, Want};
use table::vec2::vec2;

// BL-AMB-08, for fire: a target lined up on the inner edge of a wood is shot at into the wood.
#[test]
fn a_line_may_enter_by_ending_on_the_border() {
    let wood = [block(3., 8., 7., 10.)];
    let mut t = Table::units(&[(5., 5., 0.), (5., 8., 180.)]).woods(&wood);
    assert!(t.clear(1), "to look at it enters nothing");
    t.into = vec![0];
    assert_eq!(t.line(1, Want::ShortestClear), Err(vec![Cause::Veil(0)]));
    let line = t.line(1, Want::Shortest).unwrap();
    assert!((line.entry.unwrap().after - line.length).abs() < 1e-9);
}

// BL-AMB-07: inside an interval there may be a line though both ends fail. A slanting wood border, a
// wide target behind it: only in the middle is the way through the wood short enough.
#[test]
fn behind_a_slanting_wood_the_middle_of_the_target_is_seen() {
    let wood = Polygon::new([at(0., 7.9), at(0., 12.), at(10., 12.), at(10., 8.1)]).unwrap();
    let target = |from, to| Convex::hull([at(from, 8.995).vec2(), at(to, 8.995).vec2()]).unwrap();
    let t = Table::units(&[(5., 5., 0.)]).woods(&[wood]);
    // Straight ahead the way is 0.995; at x = 4.5 and at 6 it is 1.010, at 9 it is 1.321.
    let line = t.ask(&target(4.5, 9.), &[0], Want::Any, |a| a.unwrap());
    assert!(line.to.x > 4.7 * BW && line.to.x < 5.9 * BW);
    let ends = [t.sees_point(4.5, 8.995, Want::Any), t.sees_point(9., 8.995, Want::Any)];
    assert_eq!(ends, [Err(vec![Cause::Veil(0)]), Err(vec![Cause::Veil(0)])]);
    // Without that stretch nothing is left.
    assert!(t.ask(&target(6., 9.), &[0], Want::Any, |a| a.is_err()));
}

#[test]
fn no_sight_along_the_seam_of_two_abutting_units() {
    let t = Table::units(&[(5., 5., 0.), (4.5, 7., 180.), (5.5, 7., 180.), (5., 10., 180.)]);
    assert!(!t.sees(3));
    // Two grains apart is still within the tolerance on either side; twenty-two is not.
    let apart =
        |gap: f64| Table::units(&[(5., 5., 0.), (4.5 - gap, 7., 180.), (5.5, 7., 180.), (5., 9., 180.)]);
    assert!(!apart(0.0002).sees(3));
    assert!(apart(0.02).sees(3));
}

#[test]
fn a_target_abutting_others_is_seen_between_them() {
    let t = Table::units(&[(5., 5., 0.), (4., 9., 180.), (5., 9., 180.), (6., 9., 180.)]);
    assert!(t.sees(1) && t.sees(2) && t.sees(3));
    // Touching corner to corner before it hides nothing straight ahead.
    let t = Table::units(&[(5., 5., 0.), (4., 8., 180.), (5., 9., 180.)]);
    assert!(near(t.range(2), 4.0));
}

#[test]
fn a_target_that_overlaps_a_body_is_seen_where_it_sticks_out() {
    let t = Table::units(&[(5., 5., 0.), (5., 8., 180.), (5.3, 8.2, 180.)]);
    let line = t.line(2, Want::Shortest).unwrap();
    assert!(line.to.x > 5.5 * BW);
    // Wholly covered on the near side.
    let t = Table::units(&[(5., 5., 0.), (5., 8., 180.), (5., 8.2, 180.)]);
    assert!(!t.sees(2));
    // It covers the body: the target is met first.
    let t = Table::units(&[(5., 5., 0.), (5., 8.2, 180.), (5., 8., 180.)]);
    assert!(t.sees(2));
}

#[test]
fn a_line_along_a_wood_runs_free() {
    let wood = [block(5., 6., 8., 9.)];
    let t = Table::units(&[(5., 5., 0.)]).woods(&wood);
    assert!(t.sees_point(5., 12., Want::ShortestClear).is_ok());
    assert!(t.sees_point(5.01, 12., Want::ShortestClear).is_err());
    assert!(t.sees_point(4.99, 12., Want::ShortestClear).is_ok());
    // Between two woods that the line touches on either side: a slit without width.
    let two = [block(5., 6., 8., 7.), block(2., 8., 5., 9.)];
    let t = Table::units(&[(5., 5., 0.), (5., 12., 180.)]).woods(&two);
    let line = t.line(1, Want::ShortestClear).unwrap();
    assert!((line.to.x - 5. * BW).abs() < 1e-3);
    assert!(Table::units(&[(5., 5., 0.)]).woods(&two).sees_point(5., 12., Want::ShortestClear).is_ok());
    // The same slit closed by a body.
    let t = Table::units(&[(5., 5., 0.), (5., 12., 180.), (5., 11., 0.)]).woods(&two);
    assert!(!t.clear(1));
}

// BL-AMB-08: starts on a border.
#[test]
fn a_viewer_on_the_border_looks_out_freely() {
    // The wood lies south of y = 5; the viewer's point is on the border, a hair inside, then deep inside.
    let wood = [block(2., 2., 8., 5.)];
    let from = |y| Table::units(&[(5., y, 0.), (5., 8., 180.)]).woods(&wood);
    assert!(from(5.).clear(1));
    assert!(from(4.991).clear(1), "no deeper than the tolerance");
    assert!(!from(4.98).clear(1), "deeper");
    // Along the border, and slightly into the wood.
    let along = Table::units(&[(5., 5., 0.)]).woods(&wood);
    assert!(along.sees_point(7.9, 5., Want::ShortestClear).is_ok());
    assert!(along.sees_point(7.9, 4.9, Want::ShortestClear).is_err());
    let entry = along.sees_point(5., 4.5, Want::Any).unwrap().entry.unwrap();
    assert!(entry.after < 1e-6);
}

// BL-AMB-47
#[test]
fn a_viewer_inside_a_body_sees_nothing_beyond_it() {
    let t = Table::units(&[(5., 5., 0.), (5., 5.5, 0.), (5., 8., 180.), (5., 1., 0.)]);
    assert!(!t.sees(2));
    assert!(!t.sees(3));
    assert!(t.sees(1), "the body itself is touched");
    assert!(near(t.range(1), 0.));
}

// BL-AMB-07: a body that touches the viewer's point stops only the lines that go into it.
#[test]
fn a_body_in_contact_stops_what_goes_into_it() {
    let t = Table::units(&[
        (5., 5., 0.),
        (5., 5., 180.),
        (5., 9., 180.),
        (9., 5., 0.),
        (1., 5.5, 0.),
        (5., 2., 0.),
    ]);
    assert!(t.sees(1));
    assert!(!t.sees(2), "behind the enemy in contact");
    assert!(t.sees(5), "straight behind");
    assert!(t.sees(3), "along the common front and below it");
}

// BL-AMB-07: met within two tolerances and not gone into, a corner stops nothing; met later it does.
#[test]
fn a_corner_at_the_viewers_feet_is_passed_by() {
    // The body's south-west corner is (5, 5). The line runs south-east past it, 8 grains off.
    let from = |x, y| Table::units(&[(x, y, 0.), (5.5, 6., 0.)]).sees_point(6.9985, 3.2003, Want::Any);
    assert!(from(4.9985, 5.0003).is_ok(), "15 grains away");
    assert_eq!(
        from(4.996, 5.002_55),
        Err(vec![Cause::Blocker(1)]),
        "the same line from 34 grains farther back"
    );
}

#[test]
fn a_point_as_target() {
    let t = Table::units(&[(5., 5., 0.), (5., 7., 180.)]);
    assert!(t.sees_point(5., 6.5, Want::Any).is_ok());
    assert_eq!(t.sees_point(5., 9., Want::Any), Err(vec![Cause::Blocker(1)]));
    assert!(t.sees_point(5., 7., Want::Any).is_err(), "within the tolerance of the body before it");
    assert!(t.sees_point(5., 13.0005, Want::Any).is_err());
    let free = Table::units(&[(5., 5., 0.)]);
    assert!(free.sees_point(5., 13.001, Want::Any).is_ok(), "beyond the limit within the tolerance");
    assert!(free.sees_point(5., 13.0011, Want::Any).is_err());
    assert!(free.sees_point(5., 5., Want::Shortest).unwrap().length <= 0.0);
}

#[test]
fn collinear_edges_and_corners_do_not_confuse() {
    // The viewer's point is in line with the side of the body and with the side of the target.
    let t = Table::units(&[(4.5, 5., 0.), (5., 7., 180.), (5., 9., 180.)]);
    // Left of the body's margin nothing of the target is left: x from 4.5 to 5.5.
    assert!(!t.sees(2));
    let t = Table::units(&[(4.5, 5., 0.), (5., 7., 180.), (4.9, 9., 180.)]);
    assert!(t.sees(2));
    // A target seen end on.
    let line = Convex::hull([at(5., 7.).vec2(), at(5., 9.).vec2()]).unwrap();
    let free = Table::units(&[(5., 5., 0.)]);
    assert!((free.ask(&line, &[0], Want::Shortest, |a| a.unwrap().length) - 2. * BW).abs() < 1e-6);
    let hidden = Table::units(&[(5., 5., 0.), (5., 6., 0.)]);
    assert!(hidden.ask(&line, &[0], Want::Any, |a| a.is_err()));
}

// BL-AMB-27: a free line to a stretch of the border, past bodies and impassable ground.
#[test]
fn an_oblique_line_to_the_border() {
    let stretch = Convex::hull([vec2(0., 0.), vec2(24. * BW, 0.)]).unwrap();
    let river = block(0., 2., 24., 3.);
    let bridge = block(9.7, 1.9, 10.3, 3.1);
    let blockers = Blockers::new(vec![Blocker { id: 7, shape: shape(pose(10., 7., 0.)) }]);
    let veil = |area: Area| Veil { id: 9, area, depth: 0.0 };
    let open = Screens::new(vec![], vec![]);
    let wet = Screens::new(vec![veil(Area::from(&river))], vec![]);
    let dry = Screens::new(Area::difference(&[&river], &[&bridge]).into_iter().map(veil).collect(), vec![]);
    let ask = |screens: &Screens| {
        let sight = Sight { blockers: &blockers, screens, margins: MARGINS };
        sight.line(&Look::new(at(10., 9.).vec2(), &stretch), Want::Any).map_err(|h| h.by)
    };
    assert!(ask(&open).is_ok());
    assert_eq!(ask(&wet), Err(vec![Cause::Veil(9)]));
    assert_eq!(
        ask(&dry),
        Err(vec![Cause::Veil(9), Cause::Blocker(7)]),
        "the only way out is behind the body"
    );
    let sight = Sight { blockers: &blockers, screens: &dry, margins: MARGINS };
    let beside = Look { without: &[7], ..Look::new(at(10., 9.).vec2(), &stretch) };
    let line = sight.line(&beside, Want::Any).unwrap();
    assert!(line.to.x > 9.5 * BW && line.to.x < 10.5 * BW);
}

#[test]
fn nothing_breaks_on_odd_numbers() {
    let blockers = Blockers::new(vec![Blocker {
        id: 0,
        shape: Convex::hull([vec2(1e300, -1e300), vec2(0., 0.)]).unwrap(),
    }]);
    let screens = Screens::new(
        vec![Veil { id: 0, area: Area::from(&block(1., 1., 2., 2.)), depth: f64::NAN }],
        vec![Stop { id: 0, segments: vec![[vec2(f64::NAN, 0.), vec2(1., f64::INFINITY)]] }],
    );
    let sight = Sight { blockers: &blockers, screens: &screens, margins: MARGINS };
    let targets = [
        Convex::hull([vec2(0., 0.)]).unwrap(),
        Convex::hull([vec2(1e308, 1e308), vec2(-1e308, 1e308), vec2(0., -1e308)]).unwrap(),
        Convex::hull([vec2(5e-324, 0.), vec2(0., 5e-324)]).unwrap(),
    ];
    let odd = [0.0, -0.0, 1.0, 1e308, -1e308, 5e-324, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    for x in odd {
        for y in odd {
            for reach in odd {
                for target in &targets {
                    for want in [Want::Any, Want::Shortest, Want::ShortestClear] {
                        let within = [Half { on: vec2(x, y), inward: vec2(y, reach) }];
                        let look =
                            Look { reach, within: &within, into: &[0], ..Look::new(vec2(x, y), target) };
                        let _ = sight.line(&look, want);
                        let _ = sight.line(&Look { within: &[], room: reach, ..look }, want);
                    }
                }
            }
        }
    }
}

// BL-AMB-07, BL-AMB-08: the viewer on a corner of a wood, looking along its border to a corner of the target.
#[test]
fn a_line_along_a_border_to_the_very_end_of_a_target() {
    let wood =
        Polygon::new([(3.5, 3.), (3., 2.5), (2., 3.), (3., 3.5), (3.5, 3.5)].map(|(x, y)| at(x, y))).unwrap();
    let t = Table::units(&[(3., 2.5, 0.), (1.5, 4.5, 0.)]).woods(&[wood]);
    let line = t.line(1, Want::ShortestClear).unwrap();
    assert!((line.to.x - BW).abs() < 1e-3 && (line.to.y - 3.5 * BW).abs() < 1e-3);
}

// BL-AMB-09: a corner belongs to both its edges.
#[test]
fn a_corner_of_an_exempt_edge_is_exempt() {
    // The target faces away; only the ends of its front show, beyond a crest.
    let t = Table::units(&[(5., 5., 0.), (5., 9., 0.)]).crest((2., 7.), (8., 7.)).at_crest(true);
    assert!(!t.sees(1), "its front lies behind it");
    let t = Table::units(&[(5., 5., 0.), (5., 9., 90.)]).crest((2., 7.), (8., 7.)).at_crest(true);
    // Facing east at x = 5: the south end of its front, (5, 8.5), is a corner of the flank that shows.
    let line = t.line(1, Want::Shortest).unwrap();
    assert_eq!((line.edge, line.to), (0, at(5., 8.5).vec2()));
}
