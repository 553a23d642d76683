//! Lines that need room, against single lines judged plainly from BL-AMB-33: clipping and distances by
//! the `geo` crate, links by brute force.

mod sight_support;

use geo::{BooleanOps, Distance, Euclidean};
use proptest::prelude::*;
use sight_support::{EPS, MARGINS, Verdict, config, directions, entry, first_hit, judge};
use table::area::Area;
use table::convex::Convex;
use table::heading::Heading;
use table::point::Point;
use table::polygon::Polygon;
use table::pose::Pose;
use table::rect::{Anchor, Footprint};
use table::sight::{Blocker, Blockers, Look, Screens, Sight, Veil, Want};
use table::vec2::{Vec2, vec2};

const ROOM: f64 = 5000.0;
const DOUBT: f64 = 0.05;
const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };

fn geo_of(edges: &[[Vec2; 2]]) -> geo::Polygon {
    geo::Polygon::new(
        geo::LineString::from(edges.iter().map(|e| (e[0].x, e[0].y)).collect::<Vec<_>>()),
        vec![],
    )
}

/// One side of a gap: its border, and for a veil how far a line may run on.
struct Side {
    edges: Vec<[Vec2; 2]>,
    veil: Option<f64>,
}

fn at_most(value: f64, limit: f64) -> Verdict {
    if value <= limit - DOUBT {
        Verdict::Free
    } else if value > limit + DOUBT {
        Verdict::Blocked
    } else {
        Verdict::Close
    }
}

/// BL-AMB-33 for one pair and one line.
fn pair_allows(p: Vec2, q: Vec2, pair: [&Side; 2], want: Want) -> Verdict {
    let length = p.distance(q);
    let along = (q - p) * (1.0 / length);
    let mut open = length;
    for side in pair.iter().filter(|s| s.veil.is_some()) {
        match entry(p, q, &side.edges) {
            Ok(e) => open = open.min(e.unwrap_or(length)),
            Err(()) => return Verdict::Close,
        }
    }
    let corner = |s: f64, a: f64| (p.x + along.x * s + along.y * a, p.y + along.y * s - along.x * a);
    let slab = |high: f64| {
        let ring = vec![corner(0.0, -2e5), corner(high, -2e5), corner(high, 2e5), corner(0.0, 2e5)];
        geo::Polygon::new(geo::LineString::from(ring), vec![])
    };
    if open < 1.0 {
        return Verdict::Close;
    }
    let clipped = pair.map(|s| geo_of(&s.edges).intersection(&slab(open)));
    if clipped.iter().any(|c| c.0.is_empty()) {
        // What only just reaches into the slab is a close call.
        let more = pair.map(|s| geo_of(&s.edges).intersection(&slab(open + 0.1)));
        return if more.iter().any(|c| c.0.is_empty()) { Verdict::Free } else { Verdict::Close };
    }
    let points = |c: &geo::MultiPolygon| -> Vec<Vec2> {
        c.0.iter().flat_map(|p| p.exterior().0.iter().map(|c| vec2(c.x, c.y))).collect()
    };
    // A piece on both sides is no side of a gap; tips up to 42 grains over the line are overlooked.
    let sides = clipped.each_ref().map(|c| {
        let aside: Vec<f64> = points(c).iter().map(|v| along.cross(*v - p)).collect();
        let (l, h) = aside.iter().fold((f64::MAX, f64::MIN), |(l, h), a| (l.min(*a), h.max(*a)));
        let tip = h.min(-l);
        let close = (tip - 42.0).abs() < DOUBT || (h + l).abs() < 1.0;
        if close {
            None
        } else {
            Some(if tip > 42.0 {
                0
            } else if h > -l {
                1
            } else {
                -1
            })
        }
    });
    match sides {
        [Some(0), _] | [_, Some(0)] => return Verdict::Free,
        [Some(a), Some(b)] if a == b => return Verdict::Free,
        [Some(_), Some(_)] => {}
        _ => return Verdict::Close,
    }
    let apart = Euclidean.distance(&clipped[0], &clipped[1]);
    match at_most(-apart, -(ROOM - EPS)) {
        Verdict::Free => return Verdict::Free,
        Verdict::Close => return Verdict::Close,
        Verdict::Blocked => {}
    }
    let depth = pair.iter().filter_map(|s| s.veil).reduce(f64::min);
    let Some(depth) = depth.filter(|_| want != Want::ShortestClear) else { return Verdict::Blocked };
    // The first crossing among the short links; a doubt about which are short is a close call.
    let first = |alike: f64| {
        let mut best = f64::INFINITY;
        for (one, other) in [(0, 1), (1, 0)] {
            for v in points(&clipped[one]) {
                for poly in &clipped[other].0 {
                    for line in poly.exterior().lines() {
                        let (a, b) = (vec2(line.start.x, line.start.y), vec2(line.end.x, line.end.y));
                        let d = b - a;
                        let n = a + d * if d.length2() > 0.0 {
                            ((v - a).dot(d) / d.length2()).clamp(0.0, 1.0)
                        } else {
                            0.0
                        };
                        if n.distance(v) <= apart + alike {
                            let (x, y) = (along.cross(v - p).abs(), along.cross(n - p).abs());
                            let c = if x + y > 0.0 { v.towards(n, x / (x + y)) } else { v };
                            best = best.min((c - p).dot(along));
                        }
                    }
                }
            }
        }
        best
    };
    let (soon, late) = (first(EPS + DOUBT), first(EPS - DOUBT));
    let (worst, best) = (at_most(length - soon, depth + EPS), at_most(length - late, depth + EPS));
    if worst == best { worst } else { Verdict::Close }
}

fn allows(sides: &[Side], p: Vec2, q: Vec2, want: Want) -> Verdict {
    let mut verdict = Verdict::Free;
    for i in 0..sides.len() {
        for j in 0..i {
            match pair_allows(p, q, [&sides[i], &sides[j]], want) {
                Verdict::Blocked => return Verdict::Blocked,
                Verdict::Close => verdict = Verdict::Close,
                Verdict::Free => {}
            }
        }
    }
    verdict
}

fn pose() -> impl Strategy<Value = Pose> {
    (20_000..80_000i32, 25_000..75_000i32, 0..360i32)
        .prop_map(|(x, y, h)| Pose { at: Point { x, y }, heading: Heading::from(h * 1000) })
}

fn wood() -> impl Strategy<Value = Polygon> {
    (20_000..80_000i32, 25_000..75_000i32, proptest::collection::vec(3000..14_000i32, 4..7)).prop_filter_map(
        "simple",
        |(x, y, far)| {
            let n = i32::try_from(far.len()).unwrap();
            let corners = far.iter().zip(0..).map(|(r, i)| {
                let d = Heading::from(i * 360_000 / n).vector() * f64::from(*r);
                (Point { x, y }.vec2() + d).round().unwrap()
            });
            Polygon::new(corners.collect::<Vec<_>>()).ok()
        },
    )
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_line_with_room_is_found_whenever_there_is_one(
        bodies in proptest::collection::vec(pose(), 2..7), woods in proptest::collection::vec(wood(), 0..4),
        x in 20_000..80_000i32, tx in 20_000..80_000i32, facing in 0..360i32,
    ) {
        let from = Point { x, y: 10_000 }.vec2();
        let target: Convex = CARD.at(Pose { at: Point { x: tx, y: 85_000 }, heading: Heading::from(facing * 1000) }).into();
        let shapes: Vec<Convex> = bodies.iter().map(|p| CARD.at(*p).into()).collect();
        let blockers = Blockers::new(shapes.iter().enumerate().map(|(i, s)| Blocker { id: i as u32, shape: s.clone() }).collect());
        let areas = Area::union(&woods.iter().collect::<Vec<_>>());
        // Areas with holes or overlapping a body say nothing about gaps here.
        let veil = |(i, area): (usize, &Area)| Veil { id: i as u32, area: area.clone(), depth: 30_000.0 };
        let screens = Screens::new(areas.iter().enumerate().map(veil).collect(), vec![]);
        let sight = Sight { blockers: &blockers, screens: &screens, margins: MARGINS };
        let mut sides: Vec<Side> = shapes.iter().map(|s| Side { edges: s.edges().collect(), veil: None }).collect();
        sides.extend(areas.iter().map(|a| Side { edges: a.edges().to_vec(), veil: Some(30_000.0) }));
        let ring = |e: &[[Vec2; 2]]| e.iter().zip(e.iter().cycle().skip(1)).all(|(a, b)| a[1] == b[0]);
        prop_assume!(sides.iter().all(|s| ring(&s.edges)));
        let look = Look { room: ROOM, ..Look::new(from, &target) };
        let rays: Vec<_> = directions(&sight, &look).into_iter().filter_map(|d| first_hit(from, d, &target)).collect();
        for want in [Want::Shortest, Want::ShortestClear] {
            let answer = sight.line(&look, want);
            if let Ok(line) = &answer {
                prop_assert!(judge(&sight, &look, want, line.edge, line.to) != Verdict::Blocked);
                prop_assert!(allows(&sides, from, line.to, want) != Verdict::Blocked, "{want:?} {line:?}");
            }
            for &(q, edge) in &rays {
                let known = answer.as_ref().is_ok_and(|l| l.length <= from.distance(q) + 0.2);
                if !known && judge(&sight, &look, want, edge, q) == Verdict::Free && allows(&sides, from, q, want) == Verdict::Free {
                    return Err(TestCaseError::fail(format!("{want:?}: free line to {q:?} edge {edge}, but {answer:?}")));
                }
            }
        }
    }
}
