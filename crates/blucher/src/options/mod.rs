//! What a seat is asked, and what it can do next. Every step offered is judged by the functions that play it.

mod aim;
mod guide;
mod hints;
mod inspect;
mod late;
mod orders;
mod prompt;
mod reach;
pub(crate) mod reveal;
mod warning;
mod words;

pub use aim::{aim, instead};
pub use hints::hints;
pub use inspect::inspect;
pub use prompt::prompts;
pub use words::worded;

use crate::draft::judge;
use crate::event::name;
use crate::sight::Eyes;
use crate::state::{Combat, Phase, Stage, State};
use crate::step::Step;
use crate::{Blucher, activation, combat, fire, pickup, retreat};
use std::collections::BTreeMap;
use table::point::Point;
use umpire::{Input, Known, Odds, Offer, Options, PieceId, Place, PlaceId, Sentence};

/// Places are numbered by unit and kind of move; a handle has at most seven digits.
const KINDS: u32 = 8;
/// A simple move.
const SIMPLE: u32 = 0;
/// A difficult move.
const DIFFICULT: u32 = 1;
/// A reserve move.
const RESERVE: u32 = 2;
/// A charge.
const CHARGE: u32 = 3;
/// An advance after combat.
const ADVANCE: u32 = 4;
/// A retreat.
const RETREAT: u32 = 5;
/// The commander's marker.
const COMMAND: u32 = 7;

/// A move that ends on the table, and one that leaves it: the values of a place's field.
const STAY: i32 = 0;
const LEAVE: i32 = 1;

/// Ready retreats between the ends of an arc are on multiples of so many degrees …
const BETWEEN: u16 = 30;
/// … and any two are at least so many apart.
const APART: u16 = 10;

fn place_id(unit: PieceId, kind: u32) -> PlaceId {
    PlaceId(unit.0.saturating_mul(KINDS).saturating_add(kind))
}

/// The next steps of a draft.
pub fn options(known: &Known<Blucher>) -> Options<Step> {
    let state = known.state();
    let mut options = Options::default();
    if known.seat().map(umpire::Seat::number) != crate::draft::asked(state) {
        return options;
    }
    match &state.phase {
        _ if state.offer && known.draft().is_empty() => {
            options.steps.push(offer(Step::Answer { accept: true }, "Accept", None));
            options.steps.push(offer(Step::Answer { accept: false }, "Decline", None));
        }
        _ if state.activation.is_some() => orders::offer(known, &mut options),
        _ if !known.draft().is_empty() => {}
        Phase::Movement { .. } => {
            activations(state, &mut options);
            end_and_concede(state, &mut options);
        }
        Phase::Fire { .. } => {
            shots(state, &mut options);
            end_and_concede(state, &mut options);
        }
        Phase::FireRetreats { left, .. } => {
            let steps = left.iter().flat_map(|unit| retreats(state, *unit));
            options.steps.extend(steps);
            ways_back(state, &mut options);
        }
        Phase::Combat(_) => {
            let labelled = |step: Step| {
                let piece = step.unit();
                Offer { label: label(state, &step), step, piece }
            };
            options.steps.extend(combat::steps(state).into_iter().map(labelled));
            orders::advances(known, &mut options);
            ways_back(state, &mut options);
            if crate::draft::asked(state) == Some(state.active) && !state.offered {
                options.steps.push(offer(Step::Concede, "Offer to concede", None));
            }
        }
        Phase::Setup(setup) => pickup::offers::options(state, setup, &mut options),
        Phase::Over(_) => {}
    }
    options
}

/// Where the moves of a place may end.
pub fn shade(state: &State, place: PlaceId) -> Vec<Vec<Point>> {
    let unit = state.unit(PieceId(place.0 / KINDS)).filter(|_| state.activation.is_some());
    let Some(unit) = unit else { return Vec::new() };
    match place.0 % KINDS {
        SIMPLE => reach::simple(state, unit).region,
        DIFFICULT => reach::difficult(state, unit).region,
        RESERVE => reach::reserve(state, unit),
        _ => Vec::new(),
    }
}

fn offer(step: Step, label: &'static str, piece: Option<PieceId>) -> Offer<Step> {
    Offer { step, label: label.into(), piece }
}

fn legal(known: &Known<Blucher>, step: &Step) -> bool {
    judge(known, std::slice::from_ref(step)).is_ok()
}

fn end_and_concede(state: &State, options: &mut Options<Step>) {
    // BL-TRN-08: what was charged is fought out as soon as nobody shoots any more.
    let label = match (&state.phase, combat::announced(state)) {
        (Phase::Fire { .. }, Some(fights)) => format!("End the phase, then {fights}").into(),
        _ => "End the phase".into(),
    };
    options.steps.push(Offer { step: Step::EndPhase, label, piece: None });
    if !state.offered {
        options.steps.push(offer(Step::Concede, "Offer to concede", None));
    }
}

/// Corps, single units, and the commander's marker.
fn activations(state: &State, options: &mut Options<Step>) {
    let waiting: Vec<_> = state.of_side(state.active).filter(|unit| !unit.activated).collect();
    let corps_waiting = activation::corps_waiting(state);
    for (corps, _) in &corps_waiting {
        let label = format!("Activate {}", activation::corps_words(corps)).into();
        options.steps.push(Offer { step: Step::Corps { corps: (*corps).to_owned() }, label, piece: None });
    }
    let groups: Vec<&Vec<PieceId>> = corps_waiting.iter().flat_map(|(_, groups)| groups).collect();
    for unit in &waiting {
        // BL-ACT-04. Looked at closely only if the unit belongs to every corps that waits.
        let lost = groups.iter().any(|group| !group.contains(&unit.id))
            || !groups.is_empty() && activation::corps_lost(state, &[unit.id]);
        let after = if lost { " (no corps after it)" } else { "" };
        let label = format!("Activate {} alone{after}", name(state, unit.id)).into();
        options.steps.push(Offer { step: Step::Individual { unit: unit.id }, label, piece: Some(unit.id) });
    }
    let centre = |unit: &&crate::state::Unit| unit.rect().frame.origin.round().ok();
    let places: Vec<Point> = waiting.iter().filter_map(centre).collect();
    let free = places.into_iter().filter(|at| activation::begin_command(state, *at).is_ok());
    let snaps: Vec<Step> = free.map(|at| Step::Command { at }).collect();
    if !snaps.is_empty() {
        options.places.push(Place {
            id: PlaceId(COMMAND),
            piece: None,
            label: "Command: put the commander's marker".into(),
            input: Input::Point,
            fields: Vec::new(),
            region: Vec::new(),
            snaps,
        });
    }
}

/// Every legal shot.
fn shots(state: &State, options: &mut Options<Step>) {
    let eyes = Eyes::new(state);
    for unit in state.of_side(state.active) {
        if fire::may_fire(state, unit).is_err() {
            continue;
        }
        let targets = fire::choices(state, unit, &eyes);
        for target in &targets {
            let step = Step::Shoot { unit: unit.id, target: target.id };
            let label = far_of_alike(
                state,
                label(state, &step),
                target.id,
                target.range(),
                targets.iter().map(|t| t.id),
            );
            options.steps.push(Offer { label, step, piece: Some(unit.id) });
        }
    }
}

/// Concealed units bear one name: those of several targets are told apart by how far they are.
fn far_of_alike(
    state: &State,
    label: Sentence,
    target: PieceId,
    far: f64,
    mut all: impl Iterator<Item = PieceId>,
) -> Sentence {
    let alike = all.any(|other| other != target && name(state, other) == name(state, target));
    if alike { format!("{label}, {} away", crate::refuse::bw(far)).into() } else { label }
}

fn retreats(state: &State, unit: PieceId) -> Vec<Offer<Step>> {
    let bearings: Vec<u16> = match retreat::legal(state, unit) {
        retreat::Retreats::Ways(ways) => ways.iter().map(|way| way.bearing).collect(),
        retreat::Retreats::Broken(_) => vec![retreat::NO_WAY],
    };
    let offer = |bearing| {
        let step = Step::Retreat { unit, bearing };
        Offer { label: label(state, &step), step, piece: Some(unit) }
    };
    bearings.into_iter().map(offer).collect()
}

/// A place for each unit that has several ways to retreat, so that a hand can point where to.
fn ways_back(state: &State, options: &mut Options<Step>) {
    let mut snaps: BTreeMap<PieceId, Vec<u16>> = BTreeMap::new();
    for offer in &options.steps {
        if let Step::Retreat { unit, bearing } = offer.step {
            snaps.entry(unit).or_default().push(bearing);
        }
    }
    for (unit, ways) in snaps.into_iter().filter(|(_, ways)| ways.len() > 1) {
        let snaps = distinct(&ways).into_iter().map(|bearing| Step::Retreat { unit, bearing }).collect();
        options.places.push(Place {
            id: place_id(unit, RETREAT),
            piece: Some(unit),
            label: format!("Retreat of {}", name(state, unit)).into(),
            input: Input::Point,
            fields: Vec::new(),
            region: reach::retreat(state, unit),
            snaps,
        });
    }
}

/// A few ways of many for a key press: straight back, the ends of each arc that is allowed, and some between them.
fn distinct(ways: &[u16]) -> Vec<u16> {
    let apart = |a: u16, b: u16| a.abs_diff(b).min(360_u16.saturating_sub(a.abs_diff(b)));
    let end = |way: u16| ways.iter().filter(|other| apart(**other, way) == 1).count() < 2;
    let mut some: Vec<u16> = ways.iter().copied().filter(|way| way % BETWEEN == 0 || end(*way)).collect();
    some.sort_by_key(|way| (*way != 180, !end(*way), apart(*way, 180), *way));
    let mut kept: Vec<u16> = Vec::new();
    for way in some {
        if kept.iter().all(|other| apart(*other, way) >= APART) {
            kept.push(way);
        }
    }
    kept
}

/// A bearing, clockwise from the facing, in words.
const fn direction(bearing: u16) -> &'static str {
    match bearing {
        1..=60 => "to its right front",
        61..=119 => "to its right",
        120..=179 => "to its right rear",
        180 => "straight back",
        181..=240 => "to its left rear",
        241..=299 => "to its left",
        300..=359 => "to its left front",
        _ => "straight ahead",
    }
}

/// A step in words.
fn label(state: &State, step: &Step) -> Sentence {
    let name = |id: &PieceId| name(state, *id);
    match step {
        Step::Shoot { unit, target } => format!("{} shoots at {}", name(unit), name(target)).into(),
        Step::Allocate { unit, dice } => {
            let parts: Vec<String> = dice.iter().map(|(d, n)| format!("{n} against {}", name(d))).collect();
            format!("{}: {}", name(unit), parts.join(", ")).into()
        }
        Step::Settle { unit } => format!("{} is dealt with next", name(unit)).into(),
        Step::Retreat { unit, bearing: retreat::NO_WAY }
            if matches!(retreat::legal(state, *unit), retreat::Retreats::Broken(_)) =>
        {
            format!("{} has nowhere to go: it is broken", name(unit)).into()
        }
        Step::Retreat { unit, bearing } => retreat_words(state, *unit, *bearing).into(),
        Step::Advance { unit, length } => {
            format!("{} advances {}", name(unit), crate::refuse::bw(f64::from(*length))).into()
        }
        Step::EndAdvances => "No further advances".into(),
        _ => "Go on".into(),
    }
}

/// A retreat in words: which way it goes.
fn retreat_words(state: &State, unit: PieceId, bearing: u16) -> String {
    format!("{} retreats {} ({bearing}°)", name(state, unit), direction(bearing))
}

/// In the combat phase all dice are rolled when the last attacker has divided his, and none later (BL-CBT-05).
const fn dice_lie_ahead(state: &State) -> bool {
    matches!(&state.phase, Phase::Combat(Combat { stage: Stage::Allocate { .. }, .. }))
}

/// Exact chances of what playing these steps would roll: a shot, or the combat that a charge leads to.
pub fn odds(known: &Known<Blucher>, steps: &[Step]) -> Vec<Odds> {
    let Ok(judged) = judge(known, steps) else { return Vec::new() };
    let state = judged.after.state();
    match judged.steps() {
        [Step::Shoot { unit, target }] => fire::odds(state, *unit, *target),
        // An offer to concede and its answer roll nothing, whatever is to be fought out after them.
        [Step::Concede] => Vec::new(),
        _ if state.offer => Vec::new(),
        _ if dice_lie_ahead(state) => combat::odds::odds(state),
        _ => {
            let chargers = state.activation.iter().flat_map(|a| &a.ordered);
            let charged = chargers.filter(|id| state.unit(**id).is_some_and(|unit| unit.charged));
            let mut all: Vec<Odds> = Vec::new();
            for odds in charged.flat_map(|id| combat::odds::odds_of_charge(state, *id)) {
                // A defender of several chargers is told of once.
                if !all.contains(&odds) {
                    all.push(odds);
                }
            }
            all
        }
    }
}
