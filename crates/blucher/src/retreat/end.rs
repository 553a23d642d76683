//! The end of a retreat: the facing, the table's edge, and what becomes of the unit.

use crate::field::Field;
use crate::scale::{FOOTPRINT, TOUCH};
use crate::state::{Left, Side, enemy};
use table::convex::Convex;
use table::heading::{DEGREE, Heading, Turn};
use table::pose::Pose;
use table::rect::{Edge, Rect};
use table::sweep::{Mobile, Shift, Straight};
use table::vec2::Vec2;
use umpire::RuleId;

// BL-AMB-227: only a square can be turned by a quarter in its own footprint.
const _: () = assert!(FOOTPRINT.width == FOOTPRINT.depth);

/// BL-RET-31, BL-RET-32, BL-RET-39: which edge of the footprint becomes its front. An active unit faces where
/// it came from, a passive one where it went.
pub(super) const fn front_after(active: bool, crossed: Edge) -> Edge {
    if active { crossed.opposite() } else { crossed }
}

/// BL-RET-09, BL-RET-33: the pose in the footprint `rect` shifted by so much, with another edge as its front.
/// The turn is no pivot: nothing but the centerpoint and the facing change. `None` beyond any table.
pub(super) fn turned(rect: &Rect, heading: Heading, by: Vec2, front: Edge) -> Option<Pose> {
    let [from, to] = rect.edge(front);
    let turn = match front {
        Edge::Front => 0,
        Edge::Right => 90,
        Edge::Rear => 180,
        Edge::Left => 270,
    };
    let at = (from.towards(to, 0.5) + by).round().ok()?;
    Some(Pose { at, heading: heading.turned(Turn(turn * DEGREE)) })
}

/// BL-AMB-226: does a footprint end beyond the border?
pub(super) fn off_table(field: &Field, rect: &Rect) -> bool {
    field.ground().border().beyond(&Convex::from(*rect), TOUCH).is_some()
}

/// BL-AMB-226: how far a footprint goes until one of its corners is beyond the border by more than TOUCH.
pub(super) fn to_border(field: &Field, rect: &Rect, way: Vec2) -> f64 {
    let (width, height) = field.ground().border().size();
    let until = |at: f64, speed: f64, size: i32| {
        let limit = if speed > 0.0 { f64::from(size) + TOUCH.grains() } else { -TOUCH.grains() };
        if speed == 0.0 { f64::INFINITY } else { ((limit - at) / speed).max(0.0) }
    };
    let corner = |c: Vec2| until(c.x, way.x, width).min(until(c.y, way.y, height));
    rect.corners().into_iter().map(corner).fold(f64::INFINITY, f64::min)
}

/// BL-RET-25, BL-RET-26, BL-AMB-226: a unit that leaves over an edge of the enemy's, if only partly, is broken;
/// over one that is its own or nobody's it retires.
pub(super) fn leaves(field: &Field, side: Side, rect: &Rect, way: &Straight) -> (Left, RuleId) {
    // A grain farther, so that the corners that are first beyond are beyond.
    let there = rect.moved(&Shift::straight(way.way * (way.to + 1.0)));
    let crossed = field.ground().border().crossed(&Convex::from(there), TOUCH);
    if crossed.iter().any(|stretch| stretch.owner == Some(enemy(side))) {
        (Left::Broken, RuleId::new("BL-RET-25"))
    } else {
        (Left::Retired, RuleId::new("BL-RET-26"))
    }
}
