//! Sight on small tables, with the numbers of the rule book.

mod sight_table;

use sight_table::{BW, Table, block, near};
use table::convex::Convex;
use table::point::at;
use table::sight::{Cause, Obstacle, Want};

// BL-VIS-02
#[test]
fn eight_is_the_limit() {
    assert!(Table::units(&[(5., 5., 0.), (5., 13., 180.)]).sees(1));
    assert_eq!(Table::units(&[(5., 5., 0.), (5., 13.01, 180.)]).line(1, Want::Any), Err(vec![Cause::Reach]));
}

// BL-VIS-03, BL-VIS-06
#[test]
fn a_viewer_sees_through_himself_and_all_round() {
    assert!(Table::units(&[(10., 5., 0.), (10.3, 2., 0.)]).sees(1));
}

// BL-VIS-04
#[test]
fn a_body_hides_what_is_behind_it() {
    let t = Table::units(&[(5., 5., 0.), (5., 7., 180.), (5., 9., 180.)]);
    assert!(t.sees(1));
    assert_eq!(t.line(2, Want::Any), Err(vec![Cause::Blocker(1)]));
}

// BL-VIS-07, BL-VIS-08, BL-VIS-09, BL-LOF-09
#[test]
fn a_wood_is_seen_into_for_one() {
    let wood = [block(4., 7., 6., 9.)];
    let t = |y| Table::units(&[(5., 5., 0.), (5., y, 180.)]).woods(&wood);
    assert!(t(8.).sees(1));
    assert!(!t(8.).clear(1));
    assert_eq!(t(8.1).line(1, Want::Any), Err(vec![Cause::Veil(0)]));
    let entry = t(8.).line(1, Want::Shortest).unwrap().entry.unwrap();
    assert_eq!((entry.cause, entry.at), (Cause::Veil(0), at(5., 7.).vec2()));
    assert!((entry.after - 2.0 * BW).abs() < 1e-6);

    let two = [block(0., 6., 20., 6.2), block(0., 6.8, 20., 7.)];
    let t = |y| Table::units(&[(5., 5., 0.), (5., y, 180.)]).woods(&two);
    assert!(t(7.).sees(1), "counted from the first");
    assert!(!t(7.1).sees(1), "and not renewed");

    let inside = [block(3., 3., 7., 9.)];
    let t = |y| Table::units(&[(5., 5., 0.), (5., y, 180.)]).woods(&inside);
    assert!(t(6.).sees(1));
    assert!(!t(6.1).sees(1));
    assert!(!t(6.).clear(1));
    assert!(t(6.).line(1, Want::Any).unwrap().entry.unwrap().after <= 0.0);
}

// BL-VIS-05, BL-LOF-07, BL-AMB-34
#[test]
fn the_open_half_of_a_target_is_enough() {
    let wood = [block(5., 6., 8., 9.)];
    let t = Table::units(&[(5., 5., 0.), (5., 8., 180.)]).woods(&wood);
    assert!(t.clear(1));
    let whole = Table::units(&[(5., 5., 0.), (6.5, 8., 180.)]).woods(&wood);
    assert!(!whole.clear(1));
}

// BL-TER-27, BL-TER-29, BL-VIS-10
#[test]
fn nobody_sees_over_a_crest_but_from_it_and_to_it() {
    let over = |y| Table::units(&[(5., 5., 0.), (5., y, 180.)]).crest((2., 9.), (8., 9.));
    assert_eq!(over(11.).line(1, Want::Any), Err(vec![Cause::Stop(0)]));
    assert!(!over(9.3).sees(1));
    assert!(over(9.).at_crest(true).sees(1));
    let back = Table::units(&[(5., 9., 180.), (5., 5., 0.)]).crest((2., 9.), (8., 9.));
    assert!(back.at_crest(false).sees(1));
}

// BL-AMB-09: the crest is passed over only for lines that end on the front edge.
#[test]
fn a_target_beyond_the_crest_it_lines_is_seen_on_its_front_only() {
    // The front edge (y = 9.04) is 0.04 beyond the crest: at the crest.
    let t = Table::units(&[(5., 5., 0.), (5., 9.04, 180.)]).crest((2., 9.), (8., 9.)).at_crest(true);
    assert_eq!(t.line(1, Want::Shortest).unwrap().edge, 0);
    // Turned about, the edge that shows is the rear: not passed over.
    let t = Table::units(&[(5., 5., 0.), (5., 10.04, 0.)]).crest((2., 9.), (8., 9.)).at_crest(true);
    assert_eq!(t.line(1, Want::Any), Err(vec![Cause::Stop(0)]));
}

// BL-EX-12
#[test]
fn crest_and_units() {
    let with = Table::units(&[(5., 5., 0.), (5., 7.5, 180.), (5., 9., 180.), (5., 11., 180.)])
        .crest((2., 9.), (8., 9.));
    assert!(with.sees(1));
    assert!(!with.sees(3));
    let without = Table::units(&[(5., 5., 0.), (5., 9., 180.), (5., 11., 180.)]).crest((2., 9.), (8., 9.));
    assert!(!without.sees(2));
    assert!(without.at_crest(true).sees(1));
}

// BL-EX-13
#[test]
fn six_british_units() {
    let (a, b) = ((10., 5., 0.), (11.7, 4.2, 0.));
    let british = [
        (8.5, 8., 180.),
        (10.4, 8.5, 180.),
        (12., 10.2, 180.),
        (7.2, 11., 180.),
        (10.3, 2., 0.),
        (14.1, 2.6, 0.),
    ];
    let wood = [block(10.5, 8., 13., 10.)];
    let seen = |first: (f64, f64, f64), second, british: &[(f64, f64, f64)]| -> Vec<bool> {
        let list: Vec<_> = [first, second].into_iter().chain(british.iter().copied()).collect();
        let t = Table::units(&list).woods(&wood);
        (2..list.len()).map(|i| t.sees(i)).collect()
    };
    assert_eq!(seen(a, b, &british), [true, true, false, false, true, false]);
    assert!(seen(a, b, &british[1..])[2], "4 is seen when 1 is gone");
    assert!(seen(b, a, &british)[5], "B sees 6");
    let list: Vec<_> = [a, b].into_iter().chain(british).collect();
    assert!(Table::units(&list).woods(&wood).clear(3));
}

// BL-EX-14
#[test]
fn only_b_is_discovered() {
    let list = [(5., 5., 0.), (2.5, 8.2, 180.), (5.5, 7.5, 180.), (5.6, 8.7, 180.)];
    let t = Table::units(&list).woods(&[block(2., 6., 4., 8.)]);
    assert_eq!([t.sees(1), t.sees(2), t.sees(3)], [false, true, false]);
}

// BL-LOF-02, BL-LOF-03, BL-LOF-11, BL-EX-27
#[test]
fn lines_of_fire_end_in_the_arc() {
    let at = |x, y| Table::units(&[(5., 5., 0.), (x, y, 180.)]).arc();
    assert_eq!(at(7.1, 5.).line(1, Want::Any), Err(vec![Cause::Region]));
    let partly = at(6.7, 5.2).line(1, Want::Shortest).unwrap();
    assert!(near(partly.length / BW, 1.389));
    assert!(near(partly.to.x / BW, 6.2) && near(partly.to.y / BW, 5.7));
    assert!(near(at(6.4, 6.).range(1), 1.345));
    assert!(at(0., 0.).sees_point(6.5, 6., Want::Any).is_ok());
    assert!(at(0., 0.).sees_point(6.6, 6., Want::Any).is_err());
}

// BL-EX-28
#[test]
fn three_ranges() {
    let wood = [block(2.5, 8.4, 4.5, 9.)];
    let t =
        Table::units(&[(5., 5., 0.), (6.2, 6.5, 180.), (7.2, 9., 180.), (3.5, 9.3, 180.)]).woods(&wood).arc();
    assert!(near(t.range(1), 1.655));
    let without = Table::units(&[(5., 5., 0.), (7.2, 9., 180.), (3.5, 9.3, 180.)]).woods(&wood).arc();
    // √(1.7² + 4²) and √(1² + 4.3²).
    assert!(near(without.range(1), 4.346));
    assert!(near(without.range(2), 4.4147));
    assert!(without.clear(1));
    assert!(!without.clear(2));
}

// BL-LOF-17, BL-LOF-18, BL-EX-29
#[test]
fn a_line_of_fire_needs_room_between_units() {
    let with = |y| Table::units(&[(5., 5., 0.), (5., 10., 180.), (4.3, 6., 180.), (5.7, y, 180.)]).arc();
    let narrow = with(7.);
    assert!(narrow.sees(1));
    let gap = Cause::Gap(Obstacle::Blocker(2), Obstacle::Blocker(3));
    let hidden = narrow.room().line(1, Want::Any).unwrap_err();
    assert!(hidden.contains(&gap), "{hidden:?}");
    assert!(with(7.4).room().sees(1), "0.566 apart");
    assert!(with(7.).room().sees(2), "the near unit itself is a target");
    // Exactly half is enough.
    let half =
        Table::units(&[(5., 5., 0.), (5., 10., 180.), (4.25, 6., 180.), (5.75, 6., 180.)]).arc().room();
    assert!(half.sees(1));
    let less =
        Table::units(&[(5., 5., 0.), (5., 10., 180.), (4.25, 6., 180.), (5.74, 6., 180.)]).arc().room();
    assert!(!less.sees(1));
}

// BL-LOF-19, BL-LOF-20, BL-LOF-21, BL-EX-30
#[test]
fn a_narrow_gap_between_woods_obstructs_from_the_narrow_point() {
    let woods = |gap: f64| [block(3., 7., 5. - gap / 2., 8.), block(5. + gap / 2., 7., 7., 8.)];
    let at = |y, gap| Table::units(&[(5., 5., 0.), (5., y, 180.)]).woods(&woods(gap)).arc().room();
    let line = at(8., 0.4).line(1, Want::Shortest).unwrap();
    let entry = line.entry.unwrap();
    assert_eq!(entry.cause, Cause::Gap(Obstacle::Veil(0), Obstacle::Veil(1)));
    assert!((entry.after - 2. * BW).abs() < 1.0);
    assert!(!at(8., 0.4).clear(1), "obstructed");
    assert!(!at(8.2, 0.4).sees(1));
    assert!(at(8.2, 0.5).clear(1), "half is enough");
    assert!(at(8.2, 0.5).sees(1));
    // A unit and a wood make a gap like two woods.
    let mixed =
        Table::units(&[(5., 5., 0.), (5., 8.2, 180.), (4.3, 7., 180.)]).woods(&woods(0.4)[1..]).arc().room();
    let mut hidden = mixed.line(1, Want::Any).unwrap_err();
    hidden.sort();
    let gap = Cause::Gap(Obstacle::Blocker(2), Obstacle::Veil(0));
    assert_eq!(hidden, [Cause::Blocker(2), Cause::Veil(0), gap]);
}

// BL-AMB-33: only what lies beside the line counts, and a way round the gap is found.
#[test]
fn a_gap_beyond_the_target_or_behind_the_shooter_does_not_matter() {
    let pair = [(4.3, 6., 180.), (5.7, 6., 180.)];
    let t =
        |shooter: (f64, f64, f64), target| Table::units(&[shooter, target, pair[0], pair[1]]).arc().room();
    assert!(!t((5., 5., 0.), (5., 8.2, 180.)).sees(1));
    assert!(t((5., 7.5, 0.), (5., 10., 180.)).sees(1), "behind");
    assert!(t((5., 2., 0.), (5., 4.5, 180.)).sees(1), "beyond");
    assert!(t((6.5, 5., 0.), (6.9, 8., 180.)).sees(1), "beside");
    // The gap hides the middle of a broad target, not its ends: past the outer corner of a unit, (3.8, 6)
    // or (6.2, 6), a line is four times as far aside at the target.
    let broad = Convex::hull([at(-1., 9.).vec2(), at(11., 9.).vec2()]).unwrap();
    let ask = |room: f64| {
        let t = Table { room, ..Table::units(&[(5., 5., 0.), (0., 0., 0.), pair[0], pair[1]]) };
        t.ask(&broad, &[0, 1], Want::Shortest, |a| (a.unwrap().to.x / BW - 5.).abs())
    };
    assert!(ask(0.5) > 4.8 && ask(0.5) < 4.82);
    assert!(ask(0.3) < 1e-9);
}

// BL-AMB-33: through the gap and into one of the woods behind the narrow point is obstructed from there.
#[test]
fn a_line_through_a_gap_into_one_of_its_woods_is_obstructed_from_the_gap() {
    let woods = [block(3., 7., 4.8, 9.), block(5.2, 7., 7., 9.)];
    let t = |y| Table::units(&[(5., 5., 0.), (4.6, y, 180.)]).woods(&woods).arc().room();
    assert!(t(7.99).sees(1));
    assert!(!t(8.1).sees(1));
}

// BL-AMB-33: of a wood that the line enters behind the narrow point, only what lies before the entry says
// on which side it is.
#[test]
fn a_slanting_line_through_a_gap_and_deep_into_a_wood() {
    let woods = [block(3., 7., 4.8, 9.), block(5.2, 7., 7., 8.)];
    // Past (5.1, 7) between the corners (4.8, 7) and (5.2, 7), into the first wood at (4.8, 7.2), 0.9 deep.
    let t = || Table::units(&[(8.1, 5., 0.)]).woods(&woods);
    assert!(t().sees_point(4.05, 7.7, Want::Any).is_ok());
    let gap = Cause::Gap(Obstacle::Veil(0), Obstacle::Veil(1));
    assert_eq!(t().room().sees_point(4.05, 7.7, Want::Any), Err(vec![gap]));
    // 0.6 deep is within one of the narrow point.
    assert!(t().room().sees_point(4.3, 7.5333, Want::Any).is_ok());
}

// BL-AMB-33: the slab ends with the line, so a slanting target is hidden by a gap in part only.
#[test]
fn a_gap_hides_only_the_part_of_a_target_that_lies_beyond_it() {
    // Two units 0.4 apart from y = 8 to y = 9; the target runs from before the gap into it.
    let t = Table { room: 0.5, ..Table::units(&[(5., 5., 0.), (4.3, 8., 180.), (5.7, 8., 180.)]) };
    let target = |x: f64, y: f64| Convex::hull([at(x, y).vec2(), at(5.1, 8.6).vec2()]).unwrap();
    let line = t.ask(&target(4.9, 7.9), &[0], Want::Any, |a| a.unwrap());
    assert!(line.to.y < 8.01 * BW);
    let gap = Cause::Gap(Obstacle::Blocker(1), Obstacle::Blocker(2));
    assert_eq!(t.ask(&target(4.95, 8.1), &[0], Want::Any, |a| a), Err(vec![gap]));
}

// Where a line is in a wood from its start nothing could be decided before the last halving.
#[test]
fn a_wood_around_or_before_the_viewer_makes_no_gap_at_once() {
    for x in 0..20 {
        // A unit beside the viewer, at the edge of the wood; the viewer inside, then on the near border.
        let beside = (3.8 + f64::from(x) * 0.02, 5.5, 0.);
        for wood in [block(4.6, 3., 7., 5.6), block(4.6, 5., 7., 5.6)] {
            let t =
                || Table::units(&[(5., 5., 0.), (5.3, 5.9, 180.), beside]).woods(std::slice::from_ref(&wood));
            assert!(t().sees(1), "0.9 away");
            assert_eq!(t().room().line(1, Want::Shortest), t().line(1, Want::Shortest));
        }
    }
}
