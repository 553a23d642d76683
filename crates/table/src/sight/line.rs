//! One straight line by itself.

use super::veil::Passage;
use crate::area::Area;
use crate::vec2::Vec2;

/// Where a line first enters a veil: at the beginning of the first run inside that counts.
pub(super) fn entry(area: &Area, passage: Passage, from: Vec2, to: Vec2) -> Option<f64> {
    let along = (to - from).unit()?;
    let length = from.distance(to);
    let rules = passage.rules;
    let counts = |r: &crate::area::Run| {
        (passage.deep && r.from <= 0.0) || (r.to - r.from > rules.line && r.to > 2.0 * rules.border)
    };
    area.ray(from, along).into_iter().find(counts).map(|r| r.from).filter(|after| *after < length)
}
