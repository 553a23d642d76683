//! Contact of a charger and a defender (AMB-21, AMB-22, AMB-204, AMB-218).

use crate::scale::{EPS, OVERLAP, TOUCH};
use table::contact::{ray, touched_edges};
use table::rect::{Edge, Rect};
use table::segment::Segment;
use table::zone::{Ahead, Lines};

/// BL-AMB-204: edges that face a charger nearly as squarely as each other: their normals' share differs by less.
const NEARLY: f64 = 0.02;

/// BL-AMB-21: does the front of a charger at rest, its corners left off, meet a defender? A touch corner to
/// corner is no contact. What lies behind the front edge was not charged.
pub fn in_contact(charger: &Rect, defender: &Rect) -> bool {
    let strip = Lines::from(charger).strip(TOUCH);
    let depth = TOUCH.grains() + EPS.grains();
    Ahead { strip, near: -depth, far: depth }.holds(defender).is_some()
}

/// BL-AMB-22, BL-AMB-204: the edge of a defender that a charger contacts: of those it touches the one that
/// faces it most squarely; of two nearly alike the one its aim ray meets first, then front, left, right, rear.
pub fn contacted_edge(defender: &Rect, charger: &Rect) -> Edge {
    const ORDER: [Edge; 4] = [Edge::Front, Edge::Left, Edge::Right, Edge::Rear];
    let (aim, heading) = (charger.front_middle(), charger.frame.forward);
    // Contact reaches a little farther than TOUCH, and an edge must be found for every contact.
    let touched = touched_edges(defender, charger, heading, OVERLAP);
    let best = touched.iter().map(|t| t.squareness).fold(f64::NEG_INFINITY, f64::max);
    let near = |edge: Edge| touched.iter().any(|t| t.edge == edge && best - t.squareness < NEARLY);
    let met = |edge: Edge| {
        let [from, to] = defender.edge(edge);
        ray(aim, heading, &Segment::new(from, to)).unwrap_or(f64::INFINITY)
    };
    let nearest = |a: &Edge, b: &Edge| met(*a).total_cmp(&met(*b));
    // Of equals `min_by` gives the first.
    ORDER.into_iter().filter(|edge| near(*edge)).min_by(nearest).unwrap_or(Edge::Front)
}
