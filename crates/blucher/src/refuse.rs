//! Refusals: how a rule says no.

use crate::field::Kind;
use crate::scale::BW;
use crate::state::Unit;
use table::ground::Piece;
use table::terrain;
use table::vec2::Vec2;
use umpire::{Refusal, RuleId, Shape};

/// What a rule answers.
pub type Ruled = Result<(), Refusal>;

/// A refusal by a rule; the step is filled in by whoever judges the draft.
pub fn refusal(rule: &str, sentence: impl Into<umpire::Sentence>) -> Refusal {
    Refusal::new(RuleId::new(rule), 0, sentence)
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
