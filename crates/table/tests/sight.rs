//! Sight on small tables. The numbers are the rule books' own wherever one is named.

use table::area::Area;
use table::convex::Convex;
use table::grain::Tolerance;
use table::point::at;
use table::polygon::Polygon;
use table::pose::{Pose, pose};
use table::rect::{Anchor, Edge, Footprint};
use table::sight::{
    Blocker, Blockers, Cause, Half, Line, Look, Margins, Obstacle, Screens, Sight, Stop, Veil, Want,
};
use table::vec2::{Vec2, vec2};

const BW: f64 = 10_000.0;
const MARGINS: Margins = Margins { line: Tolerance::half_grains(21), border: Tolerance::half_grains(201) };
const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };

fn block(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
    Polygon::new([(x0, y0), (x0, y1), (x1, y1), (x1, y0)].map(|(x, y)| at(x, y))).unwrap()
}

fn shape(p: Pose) -> Convex {
    CARD.at(p).into()
}

/// A small table: units by number from 0, woods from 0, crests from 0.
#[derive(Default)]
struct Table {
    units: Vec<Pose>,
    woods: Vec<Polygon>,
    crests: Vec<[(f64, f64); 2]>,
    arc: bool,
    reach: Option<f64>,
    over: Vec<u32>,
    over_on_front: Vec<u32>,
    into: Vec<u32>,
    room: f64,
}

impl Table {
    fn units(list: &[(f64, f64, f64)]) -> Self {
        Self { units: list.iter().map(|&(x, y, h)| pose(x, y, h)).collect(), ..Self::default() }
    }

    fn woods(mut self, woods: &[Polygon]) -> Self {
        self.woods = woods.to_vec();
        self
    }

    fn crest(mut self, a: (f64, f64), b: (f64, f64)) -> Self {
        self.crests.push([a, b]);
        self
    }

    fn arc(mut self) -> Self {
        self.arc = true;
        self
    }

    fn room(mut self) -> Self {
        self.room = 0.5;
        self
    }

    fn at_crest(mut self, target: bool) -> Self {
        if target {
            self.over_on_front.push(0)
        } else {
            self.over.push(0)
        }
        self
    }

    fn ask<T>(
        &self,
        target: &Convex,
        without: &[u32],
        want: Want,
        answer: impl Fn(Result<Line, Vec<Cause>>) -> T,
    ) -> T {
        let list = self.units.iter().enumerate().map(|(i, p)| Blocker { id: i as u32, shape: shape(*p) });
        let blockers = Blockers::new(list.collect());
        let veil = |(i, w): (usize, &Polygon)| Veil { id: i as u32, area: Area::from(w), depth: BW };
        let stop = |(i, s): (usize, &[(f64, f64); 2])| Stop {
            id: i as u32,
            segments: vec![s.map(|(x, y)| at(x, y).vec2())],
        };
        let screens = Screens::new(
            self.woods.iter().enumerate().map(veil).collect(),
            self.crests.iter().enumerate().map(stop).collect(),
        );
        let sight = Sight { blockers: &blockers, screens: &screens, margins: MARGINS };
        let viewer = CARD.at(self.units[0]);
        let front = viewer.edge(Edge::Front);
        let f = viewer.frame.forward;
        let slant = |side: Vec2| (f + side).unit().unwrap();
        let arc = [
            Half { on: front[0], inward: f },
            Half { on: front[0], inward: slant(f.right()) },
            Half { on: front[1], inward: slant(-f.right()) },
        ];
        let edges: Vec<_> = self.over_on_front.iter().map(|k| (0, *k)).collect();
        let look = Look {
            reach: self.reach.unwrap_or(8.0) * BW,
            within: if self.arc { &arc } else { &[] },
            without,
            over: &self.over,
            over_on_edge: &edges,
            into: &self.into,
            room: self.room * BW,
            ..Look::new(self.units[0].at.vec2(), target)
        };
        answer(sight.line(&look, want).map_err(|h| h.by))
    }

    /// What unit 0 makes of another unit.
    fn line(&self, target: usize, want: Want) -> Result<Line, Vec<Cause>> {
        self.ask(&shape(self.units[target]), &[0, target as u32], want, |a| a)
    }

    fn sees(&self, target: usize) -> bool {
        let any = self.line(target, Want::Any).is_ok();
        assert_eq!(any, self.line(target, Want::Shortest).is_ok());
        any
    }

    fn clear(&self, target: usize) -> bool {
        self.line(target, Want::ShortestClear).is_ok()
    }

    fn range(&self, target: usize) -> f64 {
        self.line(target, Want::Shortest).unwrap().length / BW
    }

    fn sees_point(&self, x: f64, y: f64, want: Want) -> Result<Line, Vec<Cause>> {
        self.ask(&Convex::hull([at(x, y).vec2()]).unwrap(), &[0], want, |a| a)
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.0006
}

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
    assert_eq!(t(6.).line(1, Want::Any).unwrap().entry.unwrap().after, 0.0);
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
    let target = Convex::hull([at(1., 8.995).vec2(), at(9., 8.995).vec2()]).unwrap();
    let t = Table::units(&[(5., 5., 0.)]).woods(&[wood]);
    let line = t.ask(&target, &[0], Want::Any, |a| a.unwrap());
    assert!(line.to.x > 4. * BW && line.to.x < 6. * BW);
    let ends = [t.sees_point(1., 8.995, Want::Any), t.sees_point(9., 8.995, Want::Any)];
    assert_eq!(ends, [Err(vec![Cause::Veil(0)]), Err(vec![Cause::Veil(0)])]);
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
    assert_eq!(free.sees_point(5., 5., Want::Shortest).unwrap().length, 0.0);
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
                        let _ = sight.line(&Look { within: &[], ..look }, want);
                    }
                }
            }
        }
    }
}

// Where a line is in a wood from its start nothing could be decided before the last halving.
#[test]
fn a_wood_around_or_before_the_viewer_makes_no_gap_at_once() {
    for x in 0..20 {
        // A unit beside the viewer, at the edge of the wood; the viewer inside, then on the near border.
        let beside = (3.8 + f64::from(x) * 0.02, 5.5, 0.);
        for wood in [block(4.6, 3., 7., 5.6), block(4.6, 5., 7., 5.6)] {
            let t = || Table::units(&[(5., 5., 0.), (5.3, 5.9, 180.), beside]).woods(&[wood.clone()]);
            assert!(t().sees(1), "0.9 away");
            assert_eq!(t().room().line(1, Want::Shortest), t().line(1, Want::Shortest));
        }
    }
}
