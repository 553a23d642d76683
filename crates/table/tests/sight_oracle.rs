//! Sight against thousands of single lines per table, each judged by a second, plain opinion.

mod sight_support;

use proptest::prelude::*;
use sight_support::{MARGINS, Verdict, config, directions, first_hit, judge};
use table::area::Area;
use table::convex::Convex;
use table::heading::Heading;
use table::point::{Point, at};
use table::polygon::Polygon;
use table::pose::Pose;
use table::rect::{Anchor, Footprint};
use table::sight::{Blocker, Blockers, Half, Look, Screens, Sight, Stop, Veil, Want};
use table::vec2::Vec2;

#[derive(Clone, Debug)]
struct Scene {
    viewer: Pose,
    target: Pose,
    bodies: Vec<Pose>,
    woods: Vec<Vec<Point>>,
    crest: Option<[Point; 2]>,
    arc: bool,
    reach: f64,
}

const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };

/// Poses on a coarse grid with few headings meet edge to edge all the time; fine ones never do.
fn any_pose(coarse: bool) -> impl Strategy<Value = Pose> {
    let (step, turn): (i32, i32) = if coarse { (5000, 45_000) } else { (7, 11) };
    (0..140_000 / step, 0..120_000 / step, 0..360_000 / turn).prop_map(move |(x, y, h)| Pose {
        at: Point { x: x * step, y: y * step },
        heading: Heading::from(h * turn),
    })
}

fn wood(coarse: bool) -> impl Strategy<Value = Vec<Point>> {
    let step = if coarse { 5000 } else { 13 };
    let corner = (1000..30_000i32, 0.1..1.0f64);
    let place = (0..140_000 / step, 0..120_000 / step);
    (place, proptest::collection::vec(corner, 3..8)).prop_map(move |((x, y), rays)| {
        let total: f64 = rays.iter().map(|r| r.1).sum();
        let mut bearing = 0.0;
        let corners = rays.iter().map(|(far, share)| {
            bearing += share / total * std::f64::consts::TAU;
            let snap = |v: f64| (libm::round(v / f64::from(step)) as i32) * step;
            Point {
                x: x * step + snap(libm::sin(bearing) * f64::from(*far)),
                y: y * step + snap(libm::cos(bearing) * f64::from(*far)),
            }
        });
        corners.collect()
    })
}

fn scene() -> impl Strategy<Value = Scene> {
    any::<bool>().prop_flat_map(|coarse| {
        let bodies = proptest::collection::vec(any_pose(coarse), 0..7);
        let woods = proptest::collection::vec(wood(coarse), 0..4);
        let crest = proptest::option::of([any_pose(coarse), any_pose(coarse)]);
        (any_pose(coarse), any_pose(coarse), bodies, woods, crest, any::<bool>(), 3.0..14.0f64).prop_map(
            |(viewer, target, bodies, woods, crest, arc, reach)| {
                let crest = crest.map(|[a, b]| [a.at, b.at]).filter(|[a, b]| a != b);
                Scene { viewer, target, bodies, woods, crest, arc, reach: reach * 10_000.0 }
            },
        )
    })
}

/// Builds the scene and compares the three questions with the oracle's lines.
fn compare(scene: &Scene) -> Result<(), TestCaseError> {
    let shape = |p: Pose| -> Convex { CARD.at(p).into() };
    let blockers = Blockers::new(
        scene.bodies.iter().enumerate().map(|(i, p)| Blocker { id: i as u32, shape: shape(*p) }).collect(),
    );
    let polygons: Vec<_> = scene.woods.iter().filter_map(|w| Polygon::new(w.clone()).ok()).collect();
    let joined = Area::union(&polygons.iter().collect::<Vec<_>>());
    let veil = |(i, area): (usize, Area)| Veil { id: i as u32, area, depth: 10_000.0 };
    let stop = |[a, b]: [Point; 2]| Stop { id: 0, segments: vec![[a.vec2(), b.vec2()]] };
    let screens = Screens::new(
        joined.into_iter().enumerate().map(veil).collect(),
        scene.crest.map(stop).into_iter().collect(),
    );
    let sight = Sight { blockers: &blockers, screens: &screens, margins: MARGINS };
    let target = shape(scene.target);
    let f = scene.viewer.heading.vector();
    let (on, slant) = (scene.viewer.at.vec2(), |side: Vec2| (f + side).unit().unwrap());
    let arc = [
        Half { on: on - f.right() * 5000.0, inward: slant(f.right()) },
        Half { on: on + f.right() * 5000.0, inward: slant(-f.right()) },
        Half { on, inward: f },
    ];
    let look = Look {
        reach: scene.reach,
        within: if scene.arc { &arc } else { &[] },
        over_on_edge: &[(0, 0)],
        ..Look::new(on, &target)
    };
    if target.edges().all(|[a, b]| (b - a).cross(on - a) <= 0.0) {
        // Inside its target every line is of no length.
        let line = sight.line(&look, Want::Shortest);
        prop_assert!(scene.arc || line.is_ok_and(|l| l.length <= 1e-6));
        return Ok(());
    }
    let rays: Vec<_> =
        directions(&sight, &look).into_iter().filter_map(|d| first_hit(on, d, &target)).collect();
    for want in [Want::Any, Want::Shortest, Want::ShortestClear] {
        let answer = sight.line(&look, want);
        if let Ok(line) = &answer {
            prop_assert!(
                judge(&sight, &look, want, line.edge, line.to) != Verdict::Blocked,
                "{want:?} {line:?}"
            );
            prop_assert!((line.length - on.distance(line.to)).abs() < 1e-6);
            prop_assert!(want != Want::ShortestClear || line.entry.is_none());
        }
        // Any line is found if a shortest one is: the next question looks at it.
        prop_assert!(want != Want::Any || answer.is_ok() == sight.line(&look, Want::Shortest).is_ok());
        for &(q, edge) in rays.iter().filter(|_| want != Want::Any) {
            let known = answer.as_ref().is_ok_and(|l| l.length <= on.distance(q) + 0.02);
            if !known && judge(&sight, &look, want, edge, q) == Verdict::Free {
                return Err(TestCaseError::fail(format!(
                    "{want:?}: free line to {q:?} edge {edge}, but {answer:?}"
                )));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(220))]

    /// Bodies and borders within a few tolerances of the viewer's point.
    #[test]
    fn close_to_the_viewer(scene in scene(), near in proptest::collection::vec((-60..60i32, -60..60i32, 0..8i32, 0..3i32), 0..3), wood in proptest::collection::vec((-300..300i32, -300..300i32), 3..5)) {
        let mut scene = scene;
        let here = scene.viewer.at;
        for (dx, dy, turn, place) in near {
            // The front, the right flank or the front right corner of a body comes to lie near the viewer.
            let pose = Pose { at: Point { x: here.x + dx, y: here.y + dy }, heading: Heading::from(turn * 45_000 + dx) };
            let (right, back) = [(0.0, 0.0), (-5000.0, 3000.0), (-5000.0, 0.0)][place as usize];
            let pose = pose.moved(pose.heading.turned(table::heading::Turn(90_000)), right).unwrap();
            scene.bodies.push(pose.moved(pose.heading, back).unwrap());
        }
        // A wood with one corner far off and the others around the viewer.
        let corners = wood.iter().map(|(dx, dy)| Point { x: here.x + dx, y: here.y + dy });
        scene.woods.push(corners.chain([Point { x: here.x + 20_000, y: here.y + 9000 }]).collect());
        compare(&scene)?;
    }

    #[test]
    fn a_line_is_found_whenever_there_is_one_and_none_is_invented(scene in scene()) {
        compare(&scene)?;
    }
}

/// Many bodies and woods in a small space: mostly hidden, so the last gap counts.
#[test]
fn crowded_tables() {
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        ProptestConfig { cases: 70, failure_persistence: None, ..ProptestConfig::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let crowded = (
        scene(),
        proptest::collection::vec(any_pose(false), 8..16),
        proptest::collection::vec(wood(false), 2..5),
    );
    runner
        .run(&crowded, |(scene, bodies, woods)| {
            let far = Pose { at: at(7.0, 11.5), heading: scene.target.heading };
            let near = Pose { at: at(7.0, 1.0), heading: scene.viewer.heading };
            compare(&Scene {
                bodies,
                woods,
                viewer: near,
                target: far,
                arc: false,
                reach: 120_000.0,
                ..scene
            })
        })
        .unwrap();
}
