//! What a move sweeps over: how near it comes to a fixed shape, or how deep into it, and where on the way.

pub(crate) mod cells;
mod motion;
mod pivot;
mod straight;

use crate::distance::{Clearance, Figure};
pub(crate) use motion::Motion;
pub use motion::{Mobile, Mover, Shift};
pub use pivot::Pivot;
pub use straight::Straight;

/// Searches are exact to this many grains.
pub(crate) const SLACK: f64 = 1e-7;

/// Numbers beyond this belong to no table; queries refuse them.
pub(crate) const FAR: f64 = 1e9;

/// A place on the way of a mover, and how it stands to an obstacle there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Grains travelled, or grains of angle turned, or time.
    pub at: f64,
    /// From a point of the mover to a point of the obstacle.
    pub clearance: Clearance,
    /// Which piece of the mover.
    pub piece: usize,
    /// Which part of the obstacle.
    pub part: usize,
}

/// The least clearance of any piece and any part; `find` answers where and how for two of them.
pub(crate) fn least_of<M: Mover, F: Figure + ?Sized>(
    mover: &M,
    obstacle: &F,
    find: impl Fn(&M::Piece, &F::Part<'_>) -> Option<(f64, Clearance)>,
) -> Option<Closest> {
    best_of(mover, obstacle, find, |new, old| new.clearance.signed < old.clearance.signed)
}

/// The first place that any piece and any part find.
pub(crate) fn first_of<M: Mover, F: Figure + ?Sized>(
    mover: &M,
    obstacle: &F,
    find: impl Fn(&M::Piece, &F::Part<'_>) -> Option<(f64, Clearance)>,
) -> Option<Closest> {
    best_of(mover, obstacle, find, |new, old| new.at < old.at)
}

fn best_of<M: Mover, F: Figure + ?Sized>(
    mover: &M,
    obstacle: &F,
    find: impl Fn(&M::Piece, &F::Part<'_>) -> Option<(f64, Clearance)>,
    better: impl Fn(&Closest, &Closest) -> bool,
) -> Option<Closest> {
    let mut best: Option<Closest> = None;
    for (piece, m) in mover.pieces().iter().enumerate() {
        for (part, o) in obstacle.parts().enumerate() {
            if let Some((at, clearance)) = find(m, &o) {
                let found = Closest { at, clearance, piece, part };
                if best.as_ref().is_none_or(|b| better(&found, b)) {
                    best = Some(found);
                }
            }
        }
    }
    best
}

/// Is there a piece and a part for which it is so?
pub(crate) fn any_of<M: Mover, F: Figure + ?Sized>(
    mover: &M,
    obstacle: &F,
    so: impl Fn(&M::Piece, &F::Part<'_>) -> bool,
) -> bool {
    mover.pieces().iter().any(|m| obstacle.parts().any(|o| so(m, &o)))
}
