//! Refusals: how a rule says no.

use crate::field::Kind;
use crate::pickup;
use crate::scale::BW;
use crate::state::{State, Unit};
use crate::step::{Order, Step};
use table::distance::gap;
use table::ground::Piece;
use table::point::Point;
use table::terrain;
use table::vec2::Vec2;
use umpire::{PieceId, Refusal, RuleId, Shape};

/// What a rule answers.
pub type Ruled = Result<(), Refusal>;

/// A refusal by a rule; the step is filled in by whoever judges the draft.
#[cfg_attr(test, track_caller)]
pub fn refusal(rule: &str, sentence: impl Into<umpire::Sentence>) -> Refusal {
    let refusal = Refusal::new(RuleId::new(rule), 0, sentence);
    #[cfg(test)]
    crate::tests::refusals::note(std::panic::Location::caller(), &refusal);
    refusal
}

/// Refuses unless something holds.
pub fn unless(holds: bool, refusal: impl FnOnce() -> Refusal) -> Ruled {
    if holds { Ok(()) } else { Err(refusal()) }
}

/// All independent reasons together; `Ok` if there is none.
pub fn all(rules: impl IntoIterator<Item = Ruled>) -> Result<(), Vec<Refusal>> {
    let why: Vec<Refusal> = rules.into_iter().filter_map(Result::err).collect();
    if why.is_empty() { Ok(()) } else { Err(why) }
}

/// Grains as words: "1.25 BW".
pub fn bw(grains: f64) -> String {
    format!("{:.2} BW", grains / f64::from(BW))
}

/// A unit's footprint, as a place to show.
pub fn footprint(unit: &Unit) -> Shape {
    outline(unit.rect().corners())
}

/// An outline, as a place to show; corners beyond any table are left out.
pub fn outline(corners: impl IntoIterator<Item = Vec2>) -> Shape {
    Shape::Area(corners.into_iter().filter_map(|c| c.round().ok()).collect())
}

/// A piece of terrain, as a place to show.
pub fn ground(piece: &Piece<Kind>) -> Shape {
    match (&piece.shape, piece.shape.outline()) {
        (_, Ok(Some(polygon))) => Shape::Area(polygon.corners().to_vec()),
        (terrain::Shape::Line(line) | terrain::Shape::Works { line, .. }, _) => {
            Shape::Path(line.points().to_vec())
        }
        _ => Shape::Area(Vec::new()),
    }
}

/// A refusal of a step that says where and how much, also where its rule measures nothing: then it shows what the
/// step is about, and the number that the step or the hour gives.
pub fn situated(state: &State, step: Option<&Step>, why: Refusal) -> Refusal {
    let why = if why.places.is_empty() { why.place(about(state, step)) } else { why };
    if !why.numbers.is_empty() {
        return why;
    }
    let (word, number) = measure(state, step);
    why.number(word, number)
}

/// The number in a step: how far, at what bearing, how many; else how many are still to be set up, or the turn.
fn measure(state: &State, step: Option<&Step>) -> (&'static str, i64) {
    let distance = |unit: PieceId, target: PieceId| {
        let (unit, target) = (state.unit(unit)?, state.unit(target)?);
        Some(("distance", gap(&unit.rect(), &target.rect()).distance as i64))
    };
    let named = match step {
        Some(Step::Shoot { unit, target } | Step::Order { unit, order: Order::Charge { target, .. } }) => {
            distance(*unit, *target)
        }
        Some(
            Step::Advance { length, .. }
            | Step::Order { order: Order::Simple { length, .. } | Order::Difficult { length, .. }, .. },
        ) => Some(("length", i64::from(*length))),
        Some(Step::Order { order: Order::Reserve { legs, .. }, .. }) => Some(("legs", legs.len() as i64)),
        Some(Step::Retreat { bearing, .. }) => Some(("bearing", i64::from(*bearing))),
        Some(Step::Allocate { dice, .. }) => {
            Some(("dice", dice.iter().map(|(_, count)| i64::from(*count)).sum()))
        }
        _ => None,
    };
    let waiting = || Some(("units", pickup::setup(state)?.waiting.len() as i64));
    named.or_else(waiting).unwrap_or(("turn", i64::from(state.turn)))
}

/// What a step is about: the point it names, its unit, or the whole table.
fn about(state: &State, step: Option<&Step>) -> Shape {
    let at = match step {
        Some(Step::Command { at } | Step::PlaceObjective { at }) => Some(*at),
        Some(Step::PlaceTerrain { piece }) => Some(piece.at),
        Some(Step::Deploy { deploy }) => Some(deploy.pose.at),
        _ => None,
    };
    let unit = || step.and_then(Step::unit).and_then(|unit| state.unit(unit)).map(footprint);
    at.map(Shape::Point).or_else(unit).unwrap_or_else(|| {
        let (x, y) = state.field.ground().border().size();
        Shape::Area(vec![Point { x: 0, y: 0 }, Point { x: 0, y }, Point { x, y }, Point { x, y: 0 }])
    })
}
