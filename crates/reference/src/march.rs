//! Movement. Each rule is asked of a drafted state and, by the same function, of the truth: what the truth
//! alone refuses is denied when it is played.

use crate::knowledge::is_hidden;
use crate::measure::{EPS, ahead, inside, overlap};
use crate::state::{State, Unit};
use crate::step::Leg;
use crate::{ambush, limit, orders};
use table::heading::{DEGREE, Turn};
use table::pose::Pose;
use table::rect::Rect;
use table::vec2::vec2;
use umpire::{Doubts, PieceId, Refusal, RuleId, Shape};

/// Once a phase.
pub(crate) const MOV_01: RuleId = RuleId::new("RF-MOV-01");
/// How far a leg may turn.
pub(crate) const MOV_02: RuleId = RuleId::new("RF-MOV-02");
/// Straight ahead.
pub(crate) const MOV_03: RuleId = RuleId::new("RF-MOV-03");
/// On the table.
pub(crate) const MOV_04: RuleId = RuleId::new("RF-MOV-04");
/// Contact.
pub(crate) const MOV_05: RuleId = RuleId::new("RF-MOV-05");
/// Through friends, not onto them.
pub(crate) const MOV_06: RuleId = RuleId::new("RF-MOV-06");
/// Dressing.
pub(crate) const MOV_07: RuleId = RuleId::new("RF-MOV-07");
/// Fixed by contact.
pub(crate) const MOV_08: RuleId = RuleId::new("RF-MOV-08");
/// No turn into an enemy.
pub(crate) const MOV_09: RuleId = RuleId::new("RF-MOV-09");

/// A march that cannot be completed.
pub(crate) const MOV_10: RuleId = RuleId::new("RF-MOV-10");

/// The largest turn in grains, with the tolerance of angles.
const MOST_TURN: i32 = 45 * DEGREE + 10;

/// Where a leg ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// The pose, rounded once.
    pub pose: Pose,
    /// The enemy whom it met there.
    pub met: Option<PieceId>,
}

/// Every reason among independent checks.
pub(crate) fn all<const N: usize>(checks: [Result<(), Refusal>; N]) -> Result<(), Vec<Refusal>> {
    let why: Vec<Refusal> = checks.into_iter().filter_map(Result::err).collect();
    if why.is_empty() { Ok(()) } else { Err(why) }
}

/// RF-MOV-01: a unit marches once a phase.
fn has_not_marched(unit: &Unit) -> Result<(), Refusal> {
    if unit.marched { Err(Refusal::new(MOV_01, 0, "it has marched in this phase")) } else { Ok(()) }
}

/// RF-MOV-02 and RF-MOV-07: at most 45°.
fn small_turn(rule: RuleId, turn: Turn) -> Result<(), Refusal> {
    if turn.size() <= MOST_TURN {
        return Ok(());
    }
    let sentence = format!("a turn of {}° exceeds 45°", turn.size() / DEGREE);
    Err(Refusal::new(rule, 0, sentence).number("turn", i64::from(turn.size())))
}

/// RF-MOV-03, RF-ORD-03: at least a grain, at most as long as the order allows.
fn right_length(state: &State, unit: &Unit, length: i32) -> Result<(), Refusal> {
    let longest = orders::longest_leg(state, unit.side);
    let number = |why: Refusal| why.number("length", i64::from(length)).number("longest", i64::from(longest));
    if length < 1 {
        return Err(number(Refusal::new(MOV_03, 0, "a leg goes forward")));
    }
    if f64::from(length) > f64::from(longest) + EPS {
        return Err(number(Refusal::new(orders::ORD_03, 0, "the leg is too long for this order")));
    }
    Ok(())
}

/// RF-MOV-04: on the table.
fn on_table(state: &State, unit: &Unit, pose: Pose) -> Result<(), Refusal> {
    let [east, north] = state.ground.size.map(f64::from);
    let table = Rect::upright(vec2(0.0, 0.0), vec2(east, north));
    if inside(&unit.rect_at(pose), &table) {
        return Ok(());
    }
    Err(Refusal::new(MOV_04, 0, "it would leave the table").place(Shape::Point(pose.at)))
}

/// RF-MOV-06: not at rest on a unit of its own side.
pub(crate) fn rests_free(state: &State, unit: &Unit) -> Result<(), Refusal> {
    let own = state.of_side(unit.side).find(|own| own.id != unit.id && overlap(&own.rect(), &unit.rect()));
    let Some(own) = own else { return Ok(()) };
    let sentence = format!("it may not rest on {}", state.name(own));
    Err(Refusal::new(MOV_06, 0, sentence).place(Shape::Point(own.pose.at)))
}

/// RF-MOV-08: not in contact.
fn not_in_contact(state: &State, unit: &Unit) -> Result<(), Refusal> {
    if state.in_contact(unit.id) { Err(Refusal::new(MOV_08, 0, "it is in contact")) } else { Ok(()) }
}

/// RF-MOV-09: no turn ends on an enemy in sight.
fn turns_free(state: &State, unit: &Unit, turned: Pose) -> Result<(), Refusal> {
    let area = unit.rect_at(turned);
    let mut enemies = state.of_side(unit.side.other()).filter(|enemy| !is_hidden(enemy));
    let Some(enemy) = enemies.find(|enemy| overlap(&enemy.rect(), &area)) else { return Ok(()) };
    let sentence = format!("it would turn into {}", state.name(enemy));
    Err(Refusal::new(MOV_09, 0, sentence).place(Shape::Point(enemy.pose.at)))
}

/// RF-MOV-05: the enemy in sight whom a leg meets first, and after how many grains.
fn meets(state: &State, unit: &Unit, turned: Pose, length: i32) -> Option<(f64, PieceId)> {
    let rect = unit.rect_at(turned);
    let enemies = state.of_side(unit.side.other()).filter(|enemy| !is_hidden(enemy));
    let met = enemies.filter_map(|enemy| Some((ahead(&rect, &enemy.rect())?, enemy.id)));
    met.filter(|(far, _)| *far <= f64::from(length) + EPS)
        .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
}

/// One leg of a march: where it ends, or every reason against it.
pub(crate) fn leg(
    state: &State,
    unit: &Unit,
    leg: Leg,
    second: bool,
    doubts: &mut Doubts,
) -> Result<End, Vec<Refusal>> {
    all([
        if second { limit::second_leg(state, doubts) } else { has_not_marched(unit) },
        not_in_contact(state, unit),
        small_turn(MOV_02, leg.turn),
        right_length(state, unit, leg.length),
    ])?;
    let turned = unit.pose.turned(leg.turn);
    let met = meets(state, unit, turned, leg.length);
    let far = met.map_or(f64::from(leg.length), |(far, _)| far);
    let Ok(pose) = turned.moved(turned.heading, far) else {
        return Err(vec![Refusal::new(MOV_04, 0, "it would leave the table")]);
    };
    all([turns_free(state, unit, turned), on_table(state, unit, pose)])?;
    let swept = unit.swept_to(pose, libm::ceil(far) as i32);
    match ambush::in_the_way(state, unit.side, &swept, doubts) {
        Some(enemy) => Err(vec![ambush::refused(enemy)]),
        None => Ok(End { pose, met: met.map(|(_, enemy)| enemy) }),
    }
}

/// RF-MOV-07: dressing: the pose after it, or every reason against it.
pub(crate) fn dress(
    state: &State,
    unit: &Unit,
    turn: Turn,
    doubts: &mut Doubts,
) -> Result<Pose, Vec<Refusal>> {
    let once =
        if unit.dressed { Err(Refusal::new(MOV_07, 0, "it has dressed in this phase")) } else { Ok(()) };
    all([once, not_in_contact(state, unit), small_turn(MOV_07, turn)])?;
    let turned = unit.pose.turned(turn);
    let dressed = Unit { pose: turned, ..unit.clone() };
    let free = rests_free(state, &dressed);
    all([turns_free(state, unit, turned), on_table(state, unit, turned), free])?;
    match ambush::in_the_way(state, unit.side, &dressed.rect(), doubts) {
        Some(enemy) => Err(vec![ambush::refused(enemy)]),
        None => Ok(turned),
    }
}
