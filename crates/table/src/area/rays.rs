//! Where a straight line runs inside an area.

use super::{Run, Runs};
use crate::vec2::Vec2;
use smallvec::SmallVec;

/// A corner nearer to a line than this counts as on it, so that lines along a border, computed in `f64`,
/// are seen to run along it. A ten-thousandth of a grain.
pub(crate) const ON_LINE: f64 = 1e-4;

/// The runs of a ray through the inside of an area.
///
/// A point of the ray is inside (and not on the border) where both the ray shifted a hair to the left and
/// the one shifted a hair to the right are inside.
pub(super) fn runs(edges: &[[Vec2; 2]], from: Vec2, along: Vec2) -> Runs {
    let (left, right) = (shifted(edges, from, along, -1.0), shifted(edges, from, along, 1.0));
    let mut both = Runs::new();
    for l in &left {
        for r in &right {
            let run = Run { from: l.from.max(r.from), to: l.to.min(r.to) };
            if run.to - run.from > ON_LINE {
                both.push(run);
            }
        }
    }
    both
}

/// The runs of the ray after a shift of no length; `side` is where corners on the ray then lie.
fn shifted(edges: &[[Vec2; 2]], from: Vec2, along: Vec2, side: f64) -> Runs {
    let mut crossings: SmallVec<[f64; 8]> = SmallVec::new();
    let aside = |p: Vec2| {
        let d = along.cross(p - from);
        if d.abs() <= ON_LINE { 0.0 } else { d }
    };
    for &[a, b] in edges {
        let (da, db) = (aside(a), aside(b));
        let (sa, sb) = (if da == 0.0 { side } else { da }, if db == 0.0 { side } else { db });
        if (sa < 0.0) != (sb < 0.0) {
            let t = (a.towards(b, da / (da - db)) - from).dot(along);
            if t > 0.0 {
                crossings.push(t);
            }
        }
    }
    crossings.sort_by(f64::total_cmp);
    if crossings.len() % 2 == 1 {
        crossings.insert(0, 0.0);
    }
    crossings.chunks_exact(2).map(|c| Run { from: c[0], to: c[1] }).collect()
}
