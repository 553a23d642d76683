//! Fire: a reaction inside the enemy's march.

use crate::event::{Event, Who};
use crate::knowledge::{self, is_hidden, to_all};
use crate::measure::{EPS, gap};
use crate::state::{Side, State, Unit};
use crate::step::Order;
use dice::{D6, Dice, NeedsDice, Why};
use table::grain::grains;
use table::rect::Rect;
use umpire::{PieceId, Refusal, RuleId, Shape, Tell};

/// When a march is interrupted.
pub(crate) const FIR_01: RuleId = RuleId::new("RF-FIR-01");
/// Who may fire.
pub(crate) const FIR_02: RuleId = RuleId::new("RF-FIR-02");
/// The die.
pub(crate) const FIR_03: RuleId = RuleId::new("RF-FIR-03");

/// How far a shot reaches.
pub(crate) const RANGE: i32 = grains(2.0);

/// RF-FIR-01: does a unit that ends a leg here open a window for its enemy? Only what everybody can see
/// decides: units in sight, and woods in which a unit might lie.
pub(crate) fn opens_window(state: &State, unit: &Unit) -> bool {
    let enemy = unit.side.other();
    let near = |area: &Rect| gap(&unit.rect(), area) <= f64::from(RANGE) + EPS;
    let seen = |other: &Unit| !is_hidden(other) && !state.in_contact(other.id) && near(&other.rect());
    let wood = || state.ground.woods.iter().any(|wood| near(&wood.rect()));
    !state.in_contact(unit.id) && (state.of_side(enemy).any(seen) || state.may_hide(enemy) && wood())
}

/// RF-FIR-02: within range and not in contact.
pub(crate) fn may_fire(state: &State, unit: &Unit, target: &Unit) -> Result<(), Refusal> {
    let far = gap(&unit.rect(), &target.rect());
    let at = |why: Refusal| why.place(Shape::Point(unit.pose.at));
    if state.in_contact(unit.id) {
        return Err(at(Refusal::new(FIR_02, 0, "a unit in contact does not fire")));
    }
    if far > f64::from(RANGE) + EPS {
        let why = Refusal::new(FIR_02, 0, "the target is out of range");
        let far = libm::round(far) as i64;
        return Err(at(why.number("distance", far).number("range", i64::from(RANGE))));
    }
    Ok(())
}

/// RF-FIR-03: the lowest face that hits.
pub(crate) fn hits_from(state: &State, side: Side) -> u32 {
    if state.order(side) == Order::Hold { 4 } else { 5 }
}

/// RF-FIR-03: one shot at a passing unit.
pub(crate) fn fire(
    state: &mut State,
    shooter: PieceId,
    target: PieceId,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    knowledge::show(state, shooter, tell);
    let (Some(unit), Some(at)) = (state.unit(shooter), state.unit(target)) else { return Ok(()) };
    let face = dice.pick(Why::new(FIR_03, "fire", unit.side.seat().number()), D6)? + 1;
    let hit = face >= hits_from(state, unit.side);
    to_all(tell, Event::Fired(Who::of(state, unit), Who::of(state, at), face, hit));
    if hit {
        state.lose_stand(target);
    }
    Ok(())
}
