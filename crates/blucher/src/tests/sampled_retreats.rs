//! RET – the ways of a retreat against a search in small steps, on positions drawn at random.

use super::sampling::{Picks, opened};
use crate::contact::in_contact;
use crate::retreat::{End, Retreats, Way, legal, must};
use crate::state::{Combat, Phase, Stage, State};
use crate::testing::Field;
use dice::Forced;
use table::distance::signed;
use table::heading::Turn;
use table::rect::{Edge, Rect};
use table::vec2::Vec2;
use umpire::{Mute, PieceId};

/// BL-AMB-01, BL-AMB-203: where TOUCH and TOUCH + ε lie on either side.
const TOUCH: f64 = 105.0;
/// What is nearer to a limit than this is left undecided.
const SLACK: f64 = 12.0;
/// Lengths found in steps are compared no finer.
const COARSE: f64 = 60.0;

fn shifted(rect: &Rect, by: Vec2) -> Rect {
    let mut there = *rect;
    there.frame.origin = there.frame.origin + by;
    there
}

/// BL-RET-07: by the table of edges.
fn edge_of(bearing: usize) -> Edge {
    match bearing {
        90..=153 => Edge::Right,
        154..=206 => Edge::Rear,
        207..=270 => Edge::Left,
        _ => Edge::Front,
    }
}

/// A unit that must retreat from those in contact with it, looked at in small steps.
struct Steps<'a> {
    state: &'a State,
    id: PieceId,
    rect: Rect,
}

impl Steps<'_> {
    /// How far it goes on a bearing and stays on the table, if it may. A positive slack allows more.
    fn length(&self, bearing: i32, slack: f64) -> Option<f64> {
        let unit = self.state.unit(self.id)?;
        let way = unit.pose.heading.turned(Turn(bearing * 1000)).vector();
        let at = |length: f64| shifted(&self.rect, way * length);
        let friends = || self.state.of_side(unit.side).filter(|friend| friend.id != self.id);
        // BL-RET-08, BL-RET-21.
        let mut length = 20_000.0;
        while friends().any(|friend| signed(&at(length), &friend.rect()) < -TOUCH - slack) {
            length += 10.0;
        }
        let on_table = |c: Vec2| {
            let beyond = (-c.x).max(-c.y).max(c.x - 240_000.0).max(c.y - 160_000.0);
            beyond <= TOUCH + slack
        };
        let free = || (0..=(length / 20.0) as i32).all(|n| self.free(&at, f64::from(n) * 20.0, slack));
        let ahead = || self.in_front(way, length, slack);
        (at(length).corners().into_iter().all(on_table) && ahead() && free()).then_some(length)
    }

    /// BL-RET-15, BL-AMB-223: no enemy is touched here, or no longer after half a BW.
    fn free(&self, at: &impl Fn(f64) -> Rect, gone: f64, slack: f64) -> bool {
        let here = at(gone);
        self.enemies().all(|enemy| {
            let clear = signed(&here, &enemy) > TOUCH - slack;
            let touched = signed(&self.rect, &enemy) <= TOUCH + 5.0;
            if touched { signed(&here, &enemy) >= -TOUCH - slack && (gone < 5000.0 || clear) } else { clear }
        })
    }

    /// BL-RET-17, BL-AMB-224: it does not come behind the front line of an attacker that it is before.
    fn in_front(&self, way: Vec2, length: f64, slack: f64) -> bool {
        let Some(unit) = self.state.unit(self.id) else { return false };
        let start = unit.pose.at.vec2();
        self.state.contacts.iter().filter_map(|contact| self.state.unit(contact.attacker)).all(|by| {
            let rect = by.rect();
            let before = |p: Vec2| rect.frame.forward.dot(p - rect.front_middle());
            before(start) < -100.0 || before(start + way * length) >= -100.0 - slack
        })
    }

    fn enemies(&self) -> impl Iterator<Item = Rect> {
        let side = self.state.unit(self.id).map_or(0, |unit| unit.side);
        self.state.of_side(1 - side).map(crate::state::Unit::rect)
    }

    /// The lengths on all bearings.
    fn all(&self, slack: f64) -> Vec<Option<f64>> {
        (0..360).map(|bearing| self.length(bearing, slack)).collect()
    }
}

/// A defender with one or two attackers squarely on its edges, and others strewn about.
fn position(picks: &mut Picks) -> (String, usize) {
    let (x, y, heading) = (picks.between(1.5, 6.0), picks.between(1.5, 6.0), picks.below(360) as f64);
    let (s, c) = (libm::sin(heading.to_radians()), libm::cos(heading.to_radians()));
    let mut units = vec![format!("X red inf {x:.4},{y:.4},{heading}")];
    let attackers = 1 + picks.below(2);
    for n in 0..attackers {
        let along = picks.between(-0.45, 0.45);
        let (u, v, turn) = picks.one(&[
            (along, 0.0, 180.0),
            (0.5, along - 0.5, 270.0),
            (along, -1.0, 0.0),
            (-0.5, along - 0.5, 90.0),
        ]);
        let (ax, ay) = (x + u * c + v * s, y - u * s + v * c);
        units.push(format!("A{n} blue inf {ax:.4},{ay:.4},{}", (heading + turn) % 360.0));
    }
    for n in 0..picks.below(4) {
        units.push(picks.unit(&format!("F{n} red inf"), 0.8, 9.0));
    }
    for n in 0..picks.below(3) {
        units.push(picks.unit(&format!("E{n} blue inf"), 0.8, 9.0));
    }
    (units.join("; "), attackers)
}

/// The position as a state in which all attackers are in contact; `None` if they are not.
fn attacked(text: &str, attackers: usize) -> Option<(Field, State)> {
    let field = opened(text)?;
    let names: Vec<String> = (0..attackers).map(|n| format!("A{n}")).collect();
    let meets = |name: &String| in_contact(&field.unit(name).rect(), &field.unit("X").rect());
    if !names.iter().all(meets) {
        return None;
    }
    let pairs: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "X")).collect();
    let state = field.contact(&pairs);
    Some((field, state))
}

/// BL-RET-10 to -13, BL-RET-22, BL-AMB-225: the ways are those that steps find, and no others.
fn agree(ways: &[Way], contacted: &[Edge], [loose, tight]: &[Vec<Option<f64>>; 2], text: &str) {
    let open = |bearing: usize| !contacted.contains(&edge_of(bearing));
    let opposite = |bearing: usize| match contacted {
        [only] => edge_of(bearing) == only.opposite(),
        _ => open(bearing),
    };
    let bearing = |way: &Way| usize::from(way.bearing);
    let first = ways.iter().all(|way| opposite(bearing(way)));
    let in_tier = |bearing: usize| open(bearing) && (!first || opposite(bearing));
    assert!(ways.iter().all(|way| in_tier(bearing(way))), "{text}");
    let passed = (0..360).find(|b| !first && opposite(*b) && tight[*b].is_some());
    assert_eq!(passed, None, "the opposite edge is open: {text}");
    let least = |found: &[Option<f64>]| {
        (0..360).filter(|b| in_tier(*b)).filter_map(|b| found[b]).fold(f64::INFINITY, f64::min)
    };
    if ways.iter().any(|way| matches!(way.end, End::Leaves { .. })) {
        assert!(!least(tight).is_finite(), "it could stay on the table: {text}");
        return;
    }
    for (b, (most, sure)) in loose.iter().zip(tight).enumerate().filter(|(b, _)| in_tier(*b)) {
        if ways.iter().any(|way| bearing(way) == b) {
            let short = most.is_some_and(|length| length <= least(tight) + 500.0 + COARSE);
            assert!(short, "{b} is offered: {text}");
        } else {
            let short = sure.is_some_and(|length| length <= least(loose) + 500.0 - COARSE);
            assert!(!short, "{b} is not offered: {text}");
        }
    }
}

#[test]
fn bl_amb_222_the_ways_of_a_retreat_are_those_that_small_steps_find() {
    let (mut picks, mut compared) = (Picks(9), 0);
    for _ in 0..120 {
        let (text, attackers) = position(&mut picks);
        let Some((field, state)) = attacked(&text, attackers) else { continue };
        let mut contacted: Vec<Edge> = state.contacts.iter().map(|contact| contact.edge).collect();
        contacted.dedup();
        let id = field.id("X");
        let steps = Steps { state: &state, id, rect: field.unit("X").rect() };
        match legal(&state, id) {
            Retreats::Broken(rule) if rule.as_str() == "BL-RET-28" => {}
            Retreats::Broken(_) => {
                let tight = steps.all(-SLACK);
                let way = (0..360).find(|b| tight[*b].is_some() && !contacted.contains(&edge_of(*b)));
                assert_eq!(way, None, "it is not broken: {text}");
            }
            Retreats::Ways(ways) => {
                agree(&ways, &contacted, &[steps.all(SLACK), steps.all(-SLACK)], &text);
                compared += 1;
            }
        }
    }
    assert!(compared > 30, "{compared} positions were compared");
}

/// That an owner must choose is found without looking for all ways, and comes out the same.
#[test]
fn bl_amb_222_who_has_several_ways_is_asked_and_nobody_else() {
    let (mut picks, mut counted) = (Picks(11), [0; 2]);
    for _ in 0..400 {
        let (text, attackers) = position(&mut picks);
        let Some((field, mut state)) = attacked(&text, attackers) else { continue };
        let id = field.id("X");
        let stage = Stage::Defenders { left: vec![], retreating: Some(id) };
        state.phase = Phase::Combat(Combat { dice: vec![], scores: vec![], stage });
        let several = matches!(legal(&state, id), Retreats::Ways(ways) if ways.len() > 1);
        let mut after = state.clone();
        let played = must(&mut after, id, &mut Forced::default(), &mut Mute);
        assert_eq!(played.is_ok() && after == state, several, "{text}");
        counted[usize::from(several)] += 1;
    }
    assert!(counted[0] > 10 && counted[1] > 100, "{counted:?}");
}
