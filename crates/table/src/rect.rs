//! Rectangles that stand on the table: the footprint of a unit or of one of its stands.

use crate::grain::LIMIT;
use crate::heading::Heading;
use crate::pose::{Frame, Pose};
use crate::vec2::{Vec2, vec2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which point of a footprint a pose gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Anchor {
    /// The middle of the front edge.
    FrontMiddle,
    /// The centre.
    Centre,
}

/// The size of a rectangular base and the point its pose refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Footprint {
    /// Width of the front edge in grains.
    pub width: i32,
    /// Depth from front to rear in grains.
    pub depth: i32,
    /// The point of the base that its pose gives.
    pub anchor: Anchor,
}

impl Footprint {
    /// The rectangle covered at a pose. Sizes are taken between nothing and the largest length.
    pub fn at(self, pose: Pose) -> Rect {
        let half = |size: i32| f64::from(size.clamp(0, LIMIT)) * 0.5;
        let (half_width, half_depth) = (half(self.width), half(self.depth));
        let mut frame = pose.frame();
        if self.anchor == Anchor::FrontMiddle {
            frame.origin = frame.origin - frame.forward * half_depth;
        }
        Rect { frame, half_width, half_depth }
    }
}

/// An edge of a rectangle, named as its unit sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// Towards the heading.
    Front,
    /// To the right of the heading.
    Right,
    /// Behind.
    Rear,
    /// To the left of the heading.
    Left,
}

impl Edge {
    /// All four, clockwise from the front.
    pub const ALL: [Self; 4] = [Self::Front, Self::Right, Self::Rear, Self::Left];

    /// The edge across.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Front => Self::Rear,
            Self::Right => Self::Left,
            Self::Rear => Self::Front,
            Self::Left => Self::Right,
        }
    }
}

/// A rectangle as it stands: its frame has the *centre* as origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Centre and forward direction.
    pub frame: Frame,
    /// Half of the front edge in grains.
    pub half_width: f64,
    /// Half of the depth in grains.
    pub half_depth: f64,
}

impl Rect {
    /// An upright rectangle between two corners, facing north.
    pub fn upright(low: Vec2, high: Vec2) -> Self {
        let frame = Frame { origin: low.towards(high, 0.5), forward: Heading::NORTH.vector() };
        Self { frame, half_width: (high.x - low.x).abs() * 0.5, half_depth: (high.y - low.y).abs() * 0.5 }
    }

    /// Front left, front right, rear right, rear left: clockwise.
    pub fn corners(&self) -> [Vec2; 4] {
        let (w, d) = (self.half_width, self.half_depth);
        [vec2(-w, d), vec2(w, d), vec2(w, -d), vec2(-w, -d)].map(|c| self.frame.to_table(c))
    }

    /// The two ends of an edge, clockwise.
    pub fn edge(&self, edge: Edge) -> [Vec2; 2] {
        let c = self.corners();
        match edge {
            Edge::Front => [c[0], c[1]],
            Edge::Right => [c[1], c[2]],
            Edge::Rear => [c[2], c[3]],
            Edge::Left => [c[3], c[0]],
        }
    }

    /// The direction an edge looks to, of length 1.
    pub fn normal(&self, edge: Edge) -> Vec2 {
        let forward = self.frame.forward;
        match edge {
            Edge::Front => forward,
            Edge::Right => forward.right(),
            Edge::Rear => -forward,
            Edge::Left => -forward.right(),
        }
    }

    /// The middle of the front edge.
    pub fn front_middle(&self) -> Vec2 {
        self.frame.origin + self.frame.forward * self.half_depth
    }

    /// The radius of the circle around the rectangle.
    pub fn radius(&self) -> f64 {
        vec2(self.half_width, self.half_depth).length()
    }

    /// The point of the closed rectangle nearest to `p`.
    pub fn nearest(&self, p: Vec2) -> Vec2 {
        let local = self.frame.to_local(p);
        if local.x.abs() <= self.half_width && local.y.abs() <= self.half_depth {
            return p;
        }
        self.frame.to_table(vec2(
            local.x.max(-self.half_width).min(self.half_width),
            local.y.max(-self.half_depth).min(self.half_depth),
        ))
    }

    /// How deep a point lies inside: positive within, negative outside (then not a distance).
    pub fn depth_of(&self, p: Vec2) -> f64 {
        let local = self.frame.to_local(p);
        (self.half_width - local.x.abs()).min(self.half_depth - local.y.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::at;
    use crate::pose::pose;

    const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };

    #[test]
    fn a_base_given_by_the_middle_of_its_front() {
        let r = CARD.at(pose(5.0, 5.0, 0.0));
        assert_eq!(r.edge(Edge::Front), [at(4.5, 5.0).vec2(), at(5.5, 5.0).vec2()]);
        assert_eq!(r.edge(Edge::Rear), [at(5.5, 4.0).vec2(), at(4.5, 4.0).vec2()]);
        assert_eq!(r.front_middle(), at(5.0, 5.0).vec2());
    }

    #[test]
    fn a_base_given_by_its_centre() {
        let base = Footprint { width: 40_000, depth: 30_000, anchor: Anchor::Centre };
        assert_eq!(base.at(pose(10.0, 20.0, 0.0)).front_middle(), at(10.0, 21.5).vec2());
    }

    #[test]
    fn nearest_and_depth() {
        let r = CARD.at(pose(5.0, 5.0, 0.0));
        assert_eq!(r.nearest(at(7.0, 4.5).vec2()), at(5.5, 4.5).vec2());
        assert_eq!(r.nearest(at(5.1, 4.5).vec2()), at(5.1, 4.5).vec2());
        assert!((r.depth_of(at(5.4, 4.5).vec2()) - 1000.0).abs() < 1e-9);
        assert!(r.depth_of(at(5.6, 4.5).vec2()) < 0.0);
    }
}
