//! Ambushes: units whose very existence is hidden.

use crate::knowledge::{hidden, is_hidden};
use crate::measure::{inside, overlap};
use crate::state::{Side, State, Unit, Wood};
use table::grain::round;
use table::heading::Heading;
use table::point::Point;
use table::pose::Pose;
use table::rect::Rect;
use umpire::{Doubts, PieceId, Refusal, RuleId};

/// Each side may have one hidden unit in a wood.
pub(crate) const AMB_01: RuleId = RuleId::new("RF-AMB-01");
/// Who acts is shown.
pub(crate) const AMB_02: RuleId = RuleId::new("RF-AMB-02");
/// Who runs into it is denied.
pub(crate) const AMB_03: RuleId = RuleId::new("RF-AMB-03");

/// How many stands an ambush has.
const STANDS: u8 = 2;

/// RF-AMB-01: a hidden unit in the middle of a wood; `None` if the wood is too small for it.
pub(crate) fn laid(id: PieceId, side: Side, wood: &Wood, heading: Heading) -> Option<Unit> {
    let area = wood.rect();
    let forward = heading.vector() * (f64::from(Unit::DEPTH) * 0.5);
    let front = area.frame.origin + forward;
    let at = Point { x: round(front.x).ok()?, y: round(front.y).ok()? };
    let pose = Pose { at, heading };
    let unit =
        Unit { id, side, name: None, stands: STANDS, pose, marched: false, dressed: false, to: hidden(side) };
    inside(&unit.rect(), &area).then_some(unit)
}

/// RF-AMB-03: the hidden enemy of `side` in an area. Whoever does not know of it cannot be refused for it:
/// where one could lie the rule leaves a doubt instead.
pub(crate) fn in_the_way<'a>(
    state: &'a State,
    side: Side,
    area: &Rect,
    doubts: &mut Doubts,
) -> Option<&'a Unit> {
    let wood = || state.ground.woods.iter().any(|wood| overlap(&wood.rect(), area));
    if state.may_hide(side.other()) && wood() {
        doubts.note(AMB_03);
    }
    state.of_side(side.other()).find(|unit| is_hidden(unit) && overlap(&unit.rect(), area))
}

/// The refusal for it. Only a state that holds the truth gets this far.
pub(crate) fn refused(unit: &Unit) -> Refusal {
    Refusal::new(AMB_03, 0, "a hidden enemy is in the way").place(umpire::Shape::Point(unit.pose.at))
}
