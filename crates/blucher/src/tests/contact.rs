//! Contact of a charger and a defender, as charges, combat and advances share it.

use crate::contact::{contacted_edge, in_contact};
use crate::scale::FOOTPRINT;
use table::pose::pose;
use table::rect::{Edge, Rect};

/// A charger at (5, 5) that faces north, and a defender.
fn pair(x: f64, y: f64, degrees: f64) -> (Rect, Rect) {
    (FOOTPRINT.at(pose(5.0, 5.0, 0.0)), FOOTPRINT.at(pose(x, y, degrees)))
}

fn met(x: f64, y: f64, degrees: f64) -> bool {
    let (charger, defender) = pair(x, y, degrees);
    in_contact(&charger, &defender)
}

#[test]
fn bl_amb_21_the_front_meets_but_its_corners_do_not() {
    assert!(met(5.0, 5.0, 180.0) && met(5.9, 5.0, 180.0));
    assert!(met(5.98, 5.0, 180.0), "0.02 within the corner");
    assert!(!met(5.995, 5.0, 180.0), "0.005 within it");
    assert!(met(5.0, 5.01, 180.0) && !met(5.0, 5.013, 180.0), "a touch, and more");
    assert!(!met(5.0, 4.0, 0.0) && !met(5.0, 3.0, 180.0), "what is behind it was not charged");
}

fn edge(x: f64, y: f64, degrees: f64) -> Edge {
    let (charger, defender) = pair(x, y, degrees);
    contacted_edge(&defender, &charger)
}

#[test]
fn bl_amb_204_the_edge_that_faces_most_squarely() {
    assert_eq!(edge(5.0, 5.0, 180.0), Edge::Front);
    assert_eq!(edge(5.0, 6.0, 0.0), Edge::Rear);
    assert_eq!(edge(4.5, 5.5, 270.0), Edge::Left);
    assert_eq!(edge(5.5, 5.5, 90.0), Edge::Right);
    // Struck at its front left corner, front 0.94 against 0.34, though the aim ray meets the left edge.
    assert_eq!(edge(4.3302, 5.171, 200.0), Edge::Front);
}

#[test]
fn bl_amb_204_of_two_as_square_the_one_that_the_aim_ray_meets() {
    // A corner points at the charger, right of its aim and left of it.
    assert_eq!(edge(4.8464, 5.3536, 225.0), Edge::Front);
    assert_eq!(edge(4.4464, 5.3536, 225.0), Edge::Left);
}
