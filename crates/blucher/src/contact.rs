//! Contact: who is met at the stop, and by which edge (AMB-21, AMB-22, AMB-204).

use crate::scale::{OVERLAP, TOUCH};
use smallvec::SmallVec;
use table::contact::{Touched, ray, touched_edges};
use table::rect::{Edge, Rect};
use table::segment::Segment;
use table::zone::Lines;

/// Two edges that face the attacker as squarely as each other, to this difference, are a near-tie (BL-AMB-204).
const NEAR_TIE: f64 = 0.02;

/// BL-AMB-21: has the defender, in the charger's frame at rest, a point inside the strip (half a width less
/// TOUCH) no farther ahead than TOUCH + ε? What only shares a corner is not in contact.
pub fn in_contact(charger: &Rect, defender: &Rect) -> bool {
    let reach = OVERLAP.grains();
    let ahead = Lines::from(charger).strip(TOUCH).span(defender);
    ahead.is_some_and(|[from, to]| from <= reach && to >= -reach)
}

/// BL-AMB-22, BL-AMB-204: of the defender's edges within TOUCH of the attacker, the one that faces it most
/// squarely; of a near-tie the one that the aim ray meets first, then front, left, right, rear.
pub fn contacted_edge(defender: &Rect, attacker: &Rect) -> Edge {
    let aim = attacker.frame.forward;
    let mut touched = touched_edges(defender, attacker, aim, TOUCH);
    if touched.is_empty() {
        // Contact reaches ε farther than TOUCH.
        touched = touched_edges(defender, attacker, aim, OVERLAP);
    }
    let squarest = touched.iter().map(|t| t.squareness).fold(f64::NEG_INFINITY, f64::max);
    let tied: SmallVec<[&Touched; 4]> =
        touched.iter().filter(|t| squarest - t.squareness < NEAR_TIE).collect();
    let met = |edge: Edge| {
        let [from, to] = defender.edge(edge);
        ray(attacker.front_middle(), aim, &Segment::new(from, to)).unwrap_or(f64::INFINITY)
    };
    let mut best = (f64::INFINITY, None);
    for edge in [Edge::Front, Edge::Left, Edge::Right, Edge::Rear] {
        if tied.iter().any(|t| t.edge == edge) {
            let far = if tied.len() > 1 { met(edge) } else { 0.0 };
            if best.1.is_none() || far < best.0 {
                best = (far, Some(edge));
            }
        }
    }
    best.1.unwrap_or(Edge::Front)
}
