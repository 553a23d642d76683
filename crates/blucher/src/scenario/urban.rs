//! Urban areas of a scenario: how bases are joined (URB).

use crate::scale::{OVERLAP, TOUCH};
use table::distance::gap;
use table::overlap::overlap;
use table::rect::Rect;

/// BL-URB-05, BL-URB-06: bases that touch are one town or city, in any arrangement in which each shares a full
/// edge with another, corners matching, and all hang together so. Gives each base that does not fit, and why.
pub(super) fn misjoined(bases: &[Rect]) -> Vec<(usize, &'static str)> {
    let mut wrong = Vec::new();
    for (i, base) in bases.iter().enumerate() {
        if bases[..i].iter().any(|other| overlap(base, other, OVERLAP)) {
            wrong.push((i, "lies on another urban base (BL-URB-05)"));
        }
        let together = reached(bases, i, touch);
        if together.first() == Some(&i) {
            let joined = reached(bases, i, share_an_edge);
            let apart = together.into_iter().filter(|other| !joined.contains(other));
            wrong.extend(apart.map(|other| (other, "shares no full edge with its town (BL-URB-05)")));
        }
    }
    wrong
}

fn touch(a: &Rect, b: &Rect) -> bool {
    gap(a, b).distance <= TOUCH.grains()
}

/// Bases are squares of one size: two corners of one are corners of the other.
fn share_an_edge(a: &Rect, b: &Rect) -> bool {
    let meets = |corner| b.corners().iter().any(|other| (*other - corner).length() <= TOUCH.grains());
    a.corners().into_iter().filter(|corner| meets(*corner)).count() == 2
}

/// All bases that hang together with this one, itself included, in order.
fn reached(bases: &[Rect], from: usize, joined: impl Fn(&Rect, &Rect) -> bool) -> Vec<usize> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(&i) = found.get(next) {
        next += 1;
        let further: Vec<usize> =
            (0..bases.len()).filter(|j| !found.contains(j) && joined(&bases[i], &bases[*j])).collect();
        found.extend(further);
    }
    found.sort_unstable();
    found
}
