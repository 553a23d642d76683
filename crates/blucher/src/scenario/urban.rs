//! Urban areas of a scenario: how bases are joined (URB).

use crate::field::Kind;
use crate::scale::{OVERLAP, TOUCH};
use table::distance::gap;
use table::ground::Piece;
use table::overlap::overlap;
use table::rect::Rect;
use table::terrain::Shape;

/// Corners that are rounded to grains lie so near to each other, in grains, if they are meant to be the same.
const SAME: f64 = 2.0;
/// By so many grains bases of a town are larger, so that rounding leaves no gap between them: less than half of ε.
const SEAM: i32 = 4;

/// An urban base.
pub(super) struct Base {
    /// Its place among the terrain as it was written.
    pub(super) written: usize,
    /// Its place among the pieces of terrain.
    pub(super) piece: usize,
    /// Where it lies.
    pub(super) rect: Rect,
}

/// BL-URB-05, BL-URB-06: bases that touch are one town or city, in any arrangement in which each shares a full
/// edge with another, corners matching, and all hang together so. Gives each base that does not fit, and why.
pub(super) fn misjoined(bases: &[Base]) -> Vec<(usize, &'static str)> {
    let (together, joined) = (groups(bases, touch), groups(bases, share_an_edge));
    let mut wrong = Vec::new();
    for (i, base) in bases.iter().enumerate() {
        if bases[..i].iter().any(|other| overlap(&base.rect, &other.rect, OVERLAP)) {
            wrong.push((i, "lies on another urban base (BL-URB-05)"));
        }
        if joined[i] != joined[together[i]] {
            wrong.push((i, "shares no full edge with its town (BL-URB-05)"));
        }
    }
    wrong
}

/// Makes the bases of towns and cities overlap by a hair: they are one area.
pub(super) fn close_seams(bases: &[Base], pieces: &mut [Piece<Kind>]) {
    for base in bases {
        let alone = bases.iter().all(|other| other.piece == base.piece || !touch(base, other));
        if !alone
            && let Some(Shape::Base { width, depth, .. }) = pieces.get_mut(base.piece).map(|p| &mut p.shape)
        {
            *width += SEAM;
            *depth += SEAM;
        }
    }
}

fn touch(a: &Base, b: &Base) -> bool {
    gap(&a.rect, &b.rect).distance <= TOUCH.grains()
}

/// Bases are squares of one size: two corners of one are corners of the other.
fn share_an_edge(a: &Base, b: &Base) -> bool {
    let meets = |corner| b.rect.corners().iter().any(|other| other.distance(corner) <= SAME);
    a.rect.corners().into_iter().filter(|corner| meets(*corner)).count() == 2
}

/// For each base the first of those that hang together with it. Each pair is looked at once or twice, however many
/// bases there are.
fn groups(bases: &[Base], joined: impl Fn(&Base, &Base) -> bool) -> Vec<usize> {
    let mut first = vec![usize::MAX; bases.len()];
    for from in 0..bases.len() {
        if first[from] != usize::MAX {
            continue;
        }
        first[from] = from;
        let mut open = vec![from];
        while let Some(i) = open.pop() {
            for j in from..bases.len() {
                if first[j] == usize::MAX && joined(&bases[i], &bases[j]) {
                    first[j] = from;
                    open.push(j);
                }
            }
        }
    }
    first
}
