//! Areas made of polygons: joined, cut, and crossed by straight lines.

mod cover;
mod rays;

pub use cover::{edge_outside, outside, partly_in, penetration, share};

use crate::grain::LIMIT;
use crate::index::Bounds;
use crate::point::Point;
use crate::polygon::{Polygon, depth};
use crate::vec2::Vec2;
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use smallvec::SmallVec;

/// The overlay computes within ±2³⁰; every grid point lies well inside.
const _: () = assert!(LIMIT < 1 << 30);

/// An area bounded by one or more closed lines of grid points: outer ones clockwise, holes anticlockwise.
/// A closed set. Polygons that abut are joined without a seam.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    edges: Vec<[Vec2; 2]>,
    bounds: Bounds,
}

/// A stretch of a straight line inside an area, in grains from the start of the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
}

/// Runs of one line in one area, in order.
pub type Runs = SmallVec<[Run; 4]>;

impl From<&Polygon> for Area {
    fn from(polygon: &Polygon) -> Self {
        Self { edges: polygon.edges().collect(), bounds: polygon.bounds() }
    }
}

impl Area {
    /// The union of some polygons, as areas that have at most single points in common.
    pub fn union(polygons: &[&Polygon]) -> Vec<Self> {
        Self::overlay(polygons, &[], OverlayRule::Subject)
    }

    /// Some polygons without what others cover: a river without its crossings.
    pub fn difference(polygons: &[&Polygon], without: &[&Polygon]) -> Vec<Self> {
        Self::overlay(polygons, without, OverlayRule::Difference)
    }

    fn overlay(subject: &[&Polygon], clip: &[&Polygon], rule: OverlayRule) -> Vec<Self> {
        let contours = |polygons: &[&Polygon]| -> Vec<Vec<IntPoint<i32>>> {
            let contour = |p: &&Polygon| p.corners().iter().map(|c| IntPoint::new(c.x, c.y)).collect();
            polygons.iter().map(contour).collect()
        };
        let mut overlay = Overlay::from_subj_and_clip(&contours(subject), &contours(clip));
        overlay.overlay(rule, FillRule::NonZero).iter().map(|shape| Self::of_contours(shape)).collect()
    }

    fn of_contours(contours: &[Vec<IntPoint<i32>>]) -> Self {
        let mut edges = Vec::with_capacity(contours.iter().map(Vec::len).sum());
        for contour in contours {
            let at = |p: &IntPoint<i32>| Point { x: p.x, y: p.y }.vec2();
            let next = contour.iter().cycle().skip(1);
            edges.extend(contour.iter().zip(next).map(|(a, b)| [at(a), at(b)]));
        }
        let bounds = Bounds::around(edges.iter().map(|e| e[0]));
        Self { edges, bounds }
    }

    /// The edges of all its borders, in no particular order.
    pub fn edges(&self) -> &[[Vec2; 2]] {
        &self.edges
    }

    /// The smallest upright box around it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How deep a point lies inside: the distance to the border, negative outside, 0 on the border.
    pub fn depth(&self, p: Vec2) -> f64 {
        depth(self.edges.iter().copied(), p)
    }

    /// The stretches of a straight line that lie in the inside of the area (not on its border).
    pub fn runs(&self, from: Vec2, to: Vec2) -> Runs {
        let along = to - from;
        let length = along.length();
        if !(length > 0.0 && length.is_finite()) {
            return Runs::new();
        }
        let mut runs = self.ray(from, along * (1.0 / length));
        runs.retain(|r| r.from < length);
        if let Some(last) = runs.last_mut() {
            last.to = last.to.min(length);
        }
        runs
    }

    /// The stretches of an endless ray inside the area; `along` has length 1.
    pub(crate) fn ray(&self, from: Vec2, along: Vec2) -> Runs {
        rays::runs(&self.edges, from, along)
    }

    /// The length of a straight line inside the area.
    pub fn length_inside(&self, from: Vec2, to: Vec2) -> f64 {
        self.runs(from, to).iter().map(|r| r.to - r.from).sum()
    }
}
