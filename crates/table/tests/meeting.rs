//! Bodies that move at the same time, against a dense count with a proven error.

// Upright shapes on whole grains give whole numbers, exactly.
#![allow(clippy::float_cmp)]

#[path = "distance/support.rs"]
mod support;

use proptest::prelude::*;
use table::body::{Body, Layout};
use table::distance::{least_gap, signed};
use table::heading::{Heading, Turn};
use table::meeting::{Path, first};
use table::overlap::greatest_depth;
use table::point::Point;
use table::pose::{Pose, pose};
use table::rect::{Anchor, Footprint, Rect};
use table::vec2::vec2;

const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };

#[track_caller]
fn near(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() <= by, "{a} is not {b} within {by}");
}

fn ahead(start: Pose, length: f64) -> Path {
    Path::new(start, length).ahead(length, length)
}

#[test]
fn head_on_they_meet_in_proportion_to_their_speed() {
    // NW-AMB-22: at time t each has covered t·D. Gap 9, closing 6 + 12: time 0.5.
    let (a, b) = (pose(5.0, 0.0, 0.0), pose(5.0, 9.0, 180.0));
    let met = first(&CARD.at(a), &ahead(a, 60_000.0), &CARD.at(b), &ahead(b, 120_000.0), 0.0).unwrap();
    near(met.at, 0.5, 1e-9);
    near(met.clearance.to.y, 30_000.0, 1e-3);
    // Within 1.8 already at 0.4.
    let near_enough = first(&CARD.at(a), &ahead(a, 60_000.0), &CARD.at(b), &ahead(b, 120_000.0), 18_000.0);
    near(near_enough.unwrap().at, 0.4, 1e-9);
}

#[test]
fn one_that_stands_is_met_too() {
    let (a, b) = (pose(5.0, 0.0, 0.0), pose(5.4, 3.0, 180.0));
    let stands = Path::new(b, 1.0);
    let met = first(&CARD.at(a), &ahead(a, 60_000.0), &CARD.at(b), &stands, 0.0).unwrap();
    near(met.at, 0.5, 1e-9);
    assert!(first(&CARD.at(a), &ahead(a, 29_000.0), &CARD.at(b), &stands, 0.0).is_none());
    // A shorter path than its pace: there early, then it stands. It is met at 40 000 of 60 000 … of time 0.5.
    let short = Path::new(a, 60_000.0).ahead(10_000.0, 10_000.0);
    let comes = ahead(b, 60_000.0);
    near(first(&CARD.at(a), &short, &CARD.at(b), &comes, 0.0).unwrap().at, 20_000.0 / 60_000.0, 1e-9);
}

#[test]
fn those_who_start_in_touch_have_met() {
    let (a, b) = (pose(5.0, 0.0, 0.0), pose(6.0, 0.0, 0.0));
    let met = first(&CARD.at(a), &ahead(a, 10_000.0), &CARD.at(b), &Path::new(b, 1.0), 0.0).unwrap();
    assert!(met.at.abs() < 1e-12);
    // Side by side in step they keep their distance of 0.5 for ever.
    let c = pose(6.5, 0.0, 0.0);
    assert!(first(&CARD.at(a), &ahead(a, 60_000.0), &CARD.at(c), &ahead(c, 60_000.0), 4_999.0).is_none());
    assert!(first(&CARD.at(a), &ahead(a, 60_000.0), &CARD.at(c), &ahead(c, 60_000.0), 5_000.0).is_some());
}

#[test]
fn a_wheel_then_straight() {
    // NW-AMB-72: a line of four (x 0…4, front y = 0) wheels left by 45° about (0,0), then goes on.
    let line = Layout::ranks(4, 4, 10_000, 5_000);
    let start = pose(2.0, 0.0, 0.0);
    let cost = 2.0 * 40_000.0 * Turn::degrees(45.0).radians();
    let path = |length: f64| {
        Path::new(start, cost + 50_000.0)
            .wheel(vec2(-20_000.0, 0.0), Turn::degrees(-45.0), cost)
            .ahead(length, length)
    };
    // A post at (2.5, 2): bearing atan2(2, 2.5) = 38.66° above the front line: the wheel passes over it.
    let post = table::point::at(2.5, 2.0).vec2();
    let met = first(&line.at(start), &path(50_000.0), &post, &Path::new(Pose::default(), 1.0), 0.0).unwrap();
    near(met.at, cost / (cost + 50_000.0) * 38.659_808 / 45.0, 1e-7);
    // A post at (0, 3): 45° further on; the front then is 3·cos 45° = 2.1213 away.
    let post = table::point::at(0.0, 3.0).vec2();
    let met = first(&line.at(start), &path(50_000.0), &post, &Path::new(Pose::default(), 1.0), 0.0).unwrap();
    near(met.at, (cost + 21_213.203) / (cost + 50_000.0), 1e-7);
    assert!(first(&line.at(start), &path(21_000.0), &post, &Path::new(Pose::default(), 1.0), 0.0).is_none());
    // Where the last stand is then: its right front corner, turned by 45°.
    let end = path(0.0).carried(&line.at(start).rects[3], 1.0);
    near(end.corners()[1].x, 40_000.0 * 0.5f64.sqrt(), 1e-3);
    near(end.corners()[1].y, 40_000.0 * 0.5f64.sqrt(), 1e-3);
}

#[test]
fn a_wheel_that_cannot_be_paid_ends_half_way() {
    // NW-AMB-72: the roll is half of the cost of the wheel.
    let start = pose(2.0, 0.0, 0.0);
    let unit = Footprint { width: 40_000, depth: 5_000, anchor: Anchor::FrontMiddle }.at(start);
    let path = Path::new(start, 30_000.0)
        .wheel(vec2(-20_000.0, 0.0), Turn::degrees(-40.0), 60_000.0)
        .ahead(9e4, 9e4);
    let end = path.carried(&unit, 1.0);
    near(end.frame.forward.x, -libm::sin(20f64.to_radians()), 1e-9);
}

#[test]
fn a_wheel_without_cost_takes_no_time_but_sweeps() {
    let start = pose(2.0, 0.0, 0.0);
    let unit = Footprint { width: 40_000, depth: 5_000, anchor: Anchor::FrontMiddle }.at(start);
    let free =
        Path::new(start, 10_000.0).wheel(vec2(-20_000.0, 0.0), Turn::degrees(-45.0), 0.0).ahead(1e4, 1e4);
    let post = table::point::at(2.5, 2.0).vec2();
    let stands = Path::new(Pose::default(), 1.0);
    let met = first(&unit, &free, &post, &stands, 0.0).unwrap();
    assert!(met.at.abs() < 1e-12);
    // Nor does one that costs next to nothing keep the body from going on.
    let cheap =
        Path::new(start, 10_000.0).wheel(vec2(-20_000.0, 0.0), Turn::degrees(-45.0), 1e-12).ahead(1e4, 1e4);
    near(cheap.carried(&unit, 1.0).frame.origin.distance(free.carried(&unit, 1.0).frame.origin), 0.0, 1e-6);
    // The other way round: who stands is named first.
    assert!(first(&post, &stands, &unit, &free, 0.0).unwrap().at.abs() < 1e-12);
    // Both at once, from each other's place: they sweep, and go on from where they are.
    let mirrored = pose(2.0, 3.0, 180.0);
    let other = Footprint { width: 40_000, depth: 5_000, anchor: Anchor::FrontMiddle }.at(mirrored);
    let turn = |start: Pose, pace: f64| {
        Path::new(start, pace).wheel(vec2(-20_000.0, 0.0), Turn::degrees(90.0), 0.0).ahead(pace, pace)
    };
    let far = first(&unit, &turn(start, 1e4), &other, &turn(mirrored, 1e4), -1.0);
    assert_eq!(far.map(|m| m.at), None, "each wheels backwards, away from the other");
    let end = turn(mirrored, 10_000.0).carried(&other, 1.0);
    near(end.frame.forward.distance(vec2(-1.0, 0.0)), 0.0, 1e-9);
    let later = table::point::at(1.0, 1.5).vec2();
    assert!(first(&unit, &free, &later, &stands, 0.0).unwrap().at > 0.0);
}

/// A pose on a small field, and a path of one wheel and one straight leg.
fn mover() -> impl Strategy<Value = (Pose, Turn, bool, i32, i32)> {
    (
        (0..80_000i32, 0..80_000i32, any::<i32>())
            .prop_map(|(x, y, h)| Pose { at: Point { x, y }, heading: Heading::from(h) }),
        (-180_000..180_000i32).prop_map(Turn),
        any::<bool>(),
        0..60_000i32,
        prop_oneof![4 => 1..80_000i32, 1 => Just(0)],
    )
}

fn path((start, turn, left, length, cost): (Pose, Turn, bool, i32, i32)) -> Path {
    let hinge = vec2(if left { -10_000.0 } else { 10_000.0 }, 0.0);
    let pace = f64::from(length + cost).max(1.0);
    Path::new(start, pace).wheel(hinge, turn, f64::from(cost)).ahead(f64::from(length), f64::from(length))
}

fn clearance(a: &Body, b: &Body) -> f64 {
    greatest_depth(a, b).map_or_else(|| least_gap(a, b).unwrap().distance, |d| -d.depth)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn first_meeting_as_counted(a in mover(), b in mover(), limit in prop_oneof![Just(0.0), Just(5_000.0), Just(-500.0)]) {
        if !(a.4 > 0 && b.4 > 0) {
            return Ok(());
        }
        let layout = Layout::ranks(2, 2, 10_000, 5_000);
        let (body, other) = (layout.at(a.0), layout.at(b.0));
        let (pa, pb) = (path(a), path(b));
        let at = |t: f64| {
            let carry = |body: &Body, p: &Path| Body { rects: body.rects.iter().map(|r| p.carried(r, t)).collect() };
            clearance(&carry(&body, &pa), &carry(&other, &pb))
        };
        let met = first(&body, &pa, &other, &pb, limit);
        let until = met.map_or(1.0, |m| m.at);
        for i in 0..300 {
            prop_assert!(until == 0.0 || at(until * f64::from(i) / 300.0) > limit - 1e-5);
        }
        match met {
            Some(m) => {
                prop_assert!(at(m.at) <= limit + 1e-5, "{} at {}", at(m.at), m.at);
                let (p, q) = (pa.carried(&body.rects[m.piece], m.at), pb.carried(&other.rects[m.part], m.at));
                prop_assert!((signed(&p, &q) - m.clearance.signed).abs() < 1e-5);
            }
            None => prop_assert!(at(1.0) > limit - 1e-5),
        }
    }

    #[test]
    fn a_carried_piece_ends_where_the_poses_end(a in mover()) {
        let hinge = vec2(if a.2 { -10_000.0 } else { 10_000.0 }, 0.0);
        let end = a.0.wheeled(hinge, a.1).and_then(|p| p.moved(p.heading, f64::from(a.3)));
        if let Ok(end) = end {
            // Rounded twice: at most 1.5 grains off.
            let carried = path(a).carried(&CARD.at(a.0), 1.0);
            for (p, q) in carried.corners().iter().zip(CARD.at(end).corners()) {
                prop_assert!(p.distance(q) < 1.5);
            }
        }
    }

    #[test]
    fn no_number_makes_a_meeting_panic_or_hang(n in prop::array::uniform8(prop_oneof![
        any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), Just(0.0), Just(1e-300), -1e5..1e5f64,
    ]), turn in any::<i32>(), a in mover()) {
        let odd = Path::new(a.0, n[0]).wheel(vec2(n[1], n[2]), Turn(turn), n[3]).ahead(n[4], n[5]).along(Heading::from(turn), n[6], n[7]);
        let unit: Rect = CARD.at(a.0);
        let _ = first(&unit, &odd, &unit, &path(a), n[6]);
        let _ = first(&unit, &path(a), &unit, &odd, n[6]);
        let _ = odd.carried(&unit, n[7]);
    }
}
