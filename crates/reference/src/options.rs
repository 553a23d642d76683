//! What a seat can do next. Every step offered was judged by the rules that will play it.

use crate::draft::judge;
use crate::fire::RANGE;
use crate::state::{Frame, Side, State, Unit};
use crate::step::{Order, Step, canonical};
use crate::{Picket, orders};
use table::heading::{DEGREE, Heading, Turn};
use umpire::{Drag, Input, Known, Offer, Options, PieceId, Place, PlaceId};

/// Turns worth a key press, the plainest first.
const TURNS: [i32; 5] = [0, 20, -20, 45, -45];

/// Places to dress are numbered above places to march; a handle has at most seven digits.
const DRESS: u32 = 10_000_000;

/// The next steps of a draft.
pub(crate) fn options(known: &Known<Picket>) -> Options<Step> {
    let state = known.state();
    let Some(side) = known.seat().and_then(Side::of) else { return Options::default() };
    let mut options = Options::default();
    match (state.frames.last(), known.draft().len()) {
        (Some(Frame::Orders), 0) => {
            options.steps.push(offer(Step::Order(Order::Press), "Press", None));
            options.steps.push(offer(Step::Order(Order::Hold), "Hold", None));
        }
        (Some(Frame::Phase(_)), 0) => {
            options.steps.push(offer(Step::Pass, "Pass", None));
            for unit in state.of_side(side) {
                options.places.extend(march_place(known, unit));
                options.places.extend(dress_place(known, unit));
            }
        }
        (Some(Frame::March(under_way)), 1) => {
            options.places.extend(state.unit(under_way.unit).and_then(|unit| march_place(known, unit)));
        }
        (Some(Frame::Window { .. }), 0) => {
            options.steps.push(offer(Step::Hold, "Hold", None));
            let fire =
                state.of_side(side).map(|unit| offer(Step::Fire { unit: unit.id }, "Fire", Some(unit.id)));
            options.steps.extend(fire);
        }
        _ => {}
    }
    options.steps.retain(|offer| legal(known, &offer.step));
    options
}

fn offer(step: Step, label: &'static str, piece: Option<PieceId>) -> Offer<Step> {
    Offer { step, label: label.into(), piece }
}

fn legal(known: &Known<Picket>, step: &Step) -> bool {
    judge(known, std::slice::from_ref(step)).is_ok()
}

fn march_place(known: &Known<Picket>, unit: &Unit) -> Option<Place<Step>> {
    let longest = orders::longest_leg(known.state(), unit.side);
    let far = |length: i32| {
        let march = |turn: &i32| Step::March { unit: unit.id, turn: degrees(*turn), length: Some(length) };
        legal_ones(known, TURNS.iter().map(march))
    };
    // Where there is no room for a long leg, shorter ones are offered.
    let snaps = [longest, longest / 2, 1000, 1].into_iter().map(far).find(|snaps| !snaps.is_empty())?;
    let label = format!("March {}", known.state().name(unit));
    Some(place(PlaceId(unit.id.0), unit, label, Input::Point, snaps))
}

fn dress_place(known: &Known<Picket>, unit: &Unit) -> Option<Place<Step>> {
    let turns = TURNS.into_iter().filter(|turn| *turn != 0);
    let snaps = legal_ones(known, turns.map(|turn| Step::Dress { unit: unit.id, turn: degrees(turn) }));
    let label = format!("Dress {}", known.state().name(unit));
    let place = place(PlaceId(unit.id.0.saturating_add(DRESS)), unit, label, Input::Pose, snaps);
    (!place.snaps.is_empty()).then_some(place)
}

const fn degrees(turn: i32) -> Turn {
    Turn(turn * DEGREE)
}

fn legal_ones(known: &Known<Picket>, steps: impl Iterator<Item = Step>) -> Vec<Step> {
    steps.filter(|step| legal(known, step)).collect()
}

fn place(id: PlaceId, unit: &Unit, label: String, input: Input, snaps: Vec<Step>) -> Place<Step> {
    let (piece, label) = (Some(unit.id), label.into());
    Place { id, piece, label, input, fields: Vec::new(), region: Vec::new(), snaps }
}

/// The step that fits what a hand drew: a march towards the last point, or a dressing to a heading.
pub(crate) fn aim(known: &Known<Picket>, place: PlaceId, drag: &Drag) -> Option<Step> {
    let state = known.state();
    let side = known.seat().and_then(Side::of)?;
    let to = drag.points.last().copied();
    let (unit, dress) = state.of_side(side).find_map(|unit| match place.0.checked_sub(unit.id.0)? {
        0 => Some((unit, false)),
        DRESS => Some((unit, true)),
        _ => None,
    })?;
    let from = unit.pose;
    let towards = to.and_then(|to| Heading::of(to.vec2() - from.at.vec2()));
    if dress {
        let turn = from.heading.turn_to(drag.heading.or(towards)?);
        return Some(Step::Dress { unit: unit.id, turn: within(turn) });
    }
    let turn = within(from.heading.turn_to(towards?));
    let far = libm::round(to?.distance(from.at)) as i32;
    let length = far.clamp(1, orders::longest_leg(state, side));
    Some(Step::March { unit: unit.id, turn, length: Some(length) })
}

/// The nearest turn that is allowed.
fn within(turn: Turn) -> Turn {
    let most = 45 * DEGREE;
    Turn(canonical(turn).0.clamp(-most, most))
}

/// The reach of a unit's fire, as a radius from the middle of its front, for people to look at.
pub(crate) fn reach(state: &State, unit: &Unit) -> i32 {
    if state.in_contact(unit.id) { 0 } else { RANGE }
}
