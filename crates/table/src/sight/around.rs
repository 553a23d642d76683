//! What may matter to one look: obstacles near the strip between the viewer and the target.

use super::{Look, Sight, Veil, Want, veil::Passage};
use crate::gap::nearest;
use crate::index::Bounds;
use crate::vec2::Vec2;
use smallvec::SmallVec;

/// A circle around a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    centre: Vec2,
    radius: f64,
}

impl Disc {
    pub(super) fn around(points: impl Iterator<Item = Vec2> + Clone) -> Self {
        let bounds = Bounds::around(points.clone());
        let centre = bounds.low.towards(bounds.high, 0.5);
        Self { centre, radius: points.map(|p| p.distance(centre)).fold(0.0, f64::max) }
    }
}

/// Obstacles near the lines of a look, by their numbers in the lists.
pub(super) struct Around {
    pub(super) blockers: SmallVec<[u32; 32]>,
    pub(super) stops: SmallVec<[u32; 8]>,
    /// With how the viewer stands to each.
    pub(super) veils: SmallVec<[(u32, Standing); 8]>,
}

/// How the viewer stands to a veil.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// So near that a line may leave the veil at once.
    near: bool,
    /// Deep inside.
    deep: bool,
}

impl Sight<'_> {
    /// Gathers what lies within `margin` of the strip that holds all lines of a look.
    pub(super) fn around(&self, look: &Look) -> Around {
        let target = Disc::around(look.target.corners().iter().copied());
        let width = target.radius + self.rules().line;
        let strip = Bounds::around([look.from, target.centre]).widened(width);
        let meets = |disc: &Disc| {
            let reach = disc.radius + width;
            (nearest(disc.centre, [look.from, target.centre]) - disc.centre).length2() <= reach * reach
        };
        let (blockers, screens) = (self.blockers, self.screens);
        let in_the_way =
            |i: &usize| meets(&blockers.discs[*i]) && !look.without.contains(&blockers.list[*i].id);
        let counts = |i: &usize| !look.over.contains(&screens.stops[*i].id);
        Around {
            blockers: blockers.index.in_box(strip).filter(in_the_way).map(|i| i as u32).collect(),
            stops: screens.stop_index.in_box(strip).filter(counts).map(|i| i as u32).collect(),
            veils: screens
                .veil_index
                .in_box(strip)
                .filter(|i| meets(&screens.veil_discs[*i]))
                .map(|i| (i as u32, self.standing(look.from, &screens.veils[i])))
                .collect(),
        }
    }

    /// How a viewer stands to a veil.
    pub(super) fn standing(&self, from: Vec2, v: &Veil) -> Standing {
        let rules = self.rules();
        let near = v.area.bounds().widened(2.0 * rules.border).contains(from);
        Standing { near, deep: near && v.area.depth(from) > rules.border }
    }

    /// How a line of the sort wanted passes a veil.
    pub(super) fn passage(&self, standing: Standing, want: Want, v: &Veil) -> Passage {
        let depth = if want == Want::ShortestClear { 0.0 } else { v.depth.max(0.0) };
        Passage { depth, deep: standing.deep, near: standing.near, rules: self.rules() }
    }
}
