//! Playing a choice on the truth, until somebody must decide or the battle is over.

use crate::draft::add;
use crate::event::{Event, Who, side_name};
use crate::knowledge::{self, to_all};
use crate::movement::{self, Done};
use crate::state::{Activation, Left, Method, Phase, Side, State};
use crate::step::{Order, Step};
use crate::{activation, advance, combat, fire, momentum, pickup, retreat, turn, victory};
use dice::{Dice, NeedsDice};
use umpire::{Doubts, PieceId, Refusal, RuleId, Tell};

/// Plays a draft that was judged complete.
pub fn play(
    state: &mut State,
    side: Side,
    steps: &[Step],
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    let question = state.asked;
    match steps {
        [step] if matches!(state.phase, Phase::Setup(_)) => pickup::play(state, side, step, dice, tell)?,
        [Step::Concede] => offer(state, side, tell),
        [Step::Answer { accept }] => answer(state, *accept, tell),
        [Step::EndPhase] => match state.phase {
            Phase::Movement { .. } => turn::end_movement(state, RuleId::new("BL-ACT-33"), tell),
            _ => turn::end_fire(state, dice, tell)?,
        },
        [Step::Shoot { unit, target }] => fire::shoot(state, *unit, *target, dice, tell)?,
        [Step::Retreat { unit, bearing }] => retreat::play(state, *unit, *bearing, dice, tell)?,
        [Step::Allocate { unit, dice: given }] => combat::allocate(state, *unit, given, dice, tell)?,
        [Step::Settle { unit }] => combat::settle(state, *unit, dice, tell)?,
        [Step::Advance { unit, length }] => advance::play(state, *unit, *length, dice, tell)?,
        [Step::EndAdvances] => advance::end(state, dice, tell)?,
        steps => {
            if !activate(state, side, steps, tell) {
                return Ok(()); // denied: the same question stands
            }
        }
    }
    state.asked = question + 1;
    Ok(())
}

/// BL-VIC-12, BL-AMB-244: an offer to concede is answered before anything else.
fn offer(state: &mut State, side: Side, tell: &mut impl Tell<Event>) {
    state.offer = true;
    state.offered = true;
    to_all(tell, Event::Offered { side: side_name(state, side) });
}

/// BL-VIC-13, BL-VIC-14: accepted, all active units retire at once and the passive side wins.
fn answer(state: &mut State, accept: bool, tell: &mut impl Tell<Event>) {
    state.offer = false;
    to_all(tell, Event::Answered { accept });
    if !accept {
        return;
    }
    let end = victory::conceded(state);
    let leaving: Vec<PieceId> = state.of_side(state.active).map(|unit| unit.id).collect();
    for id in leaving {
        leave(state, id, Left::Retired, RuleId::new("BL-VIC-14"), tell);
    }
    turn::over(state, end, tell);
}

/// An activation on the truth. What a hidden truth forbids is denied: nothing moves, nothing is revealed, no
/// MO is spent, and the arm of the unit that forbids it is known from then on (BL-AMB-30).
fn activate(state: &mut State, side: Side, steps: &[Step], tell: &mut impl Tell<Event>) -> bool {
    match carried_out(state, side, steps) {
        Err(why) => {
            deny(state, &why, tell);
            false
        }
        Ok((moved, activation, done)) => {
            *state = moved;
            state.activation = None;
            announce(state, &activation, &done, tell);
            finish(state, &activation, tell);
            true
        }
    }
}

type Carried = (State, Activation, Vec<(PieceId, Done)>);

/// The state after every order, and what each did.
fn carried_out(state: &State, side: Side, steps: &[Step]) -> Result<Carried, Vec<Refusal>> {
    let mut trial = state.clone();
    let mut done = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        match step {
            Step::Order { unit, order } => {
                let result = movement::carry_out(&mut trial, *unit, order, &mut Doubts::new())?;
                done.push((*unit, result));
            }
            step => drop(add(&mut trial, side, &steps[..i], step)?),
        }
    }
    let activation = trial.activation.take().ok_or_else(Vec::new)?;
    Ok((trial, activation, done))
}

fn deny(state: &mut State, why: &[Refusal], tell: &mut impl Tell<Event>) {
    // A rule that reads a hidden arm names the unit it read it of.
    let by = why.iter().find_map(|why| {
        let (_, id) = why.numbers.iter().find(|(word, _)| word == "by")?;
        Some((why.rule, PieceId(u32::try_from(*id).ok()?)))
    });
    if let Some((rule, id)) = by {
        knowledge::learn_arm(state, id, rule, tell);
    }
}

/// BL-CON-04, BL-CON-05: every unit of the force is revealed, moved or not; then what each did is told.
fn announce(
    state: &mut State,
    activation: &Activation,
    done: &[(PieceId, Done)],
    tell: &mut impl Tell<Event>,
) {
    let (how, rule) = activation::words(&activation.method);
    let units = activation.force.iter().map(|id| Who::of(state, *id)).collect();
    to_all(tell, Event::Activated { units, how, cost: activation::cost(activation), rule });
    for id in &activation.force {
        knowledge::reveal(state, *id, RuleId::new("BL-CON-04"), tell);
        if let Some(unit) = state.unit_mut(*id) {
            unit.activated = true;
        }
    }
    for (id, done) in done {
        tell_done(state, *id, done, tell);
    }
}

fn tell_done(state: &mut State, id: PieceId, done: &Done, tell: &mut impl Tell<Event>) {
    let unit = Who::of(state, id);
    if let Some(on) = done.prepared {
        to_all(tell, Event::Prepared { unit: unit.clone(), on });
    }
    if !matches!(done.order, Order::Hold | Order::Unprepare | Order::Prepare | Order::Retire) {
        let (how, length, rule) = (done.how.to_owned(), done.length, done.rule);
        to_all(tell, Event::Moved { unit: unit.clone(), how, length, rule });
    }
    for number in &done.objectives {
        tell_objective(state, *number, tell);
    }
    for defender in &done.contacted {
        // BL-AMB-28: a concealed unit that is contacted is revealed.
        knowledge::reveal(state, *defender, RuleId::new("BL-AMB-28"), tell);
    }
    if !done.contacted.is_empty() {
        let defenders = done.contacted.iter().map(|d| Who::of(state, *d)).collect();
        to_all(tell, Event::Contacted { unit: unit.clone(), defenders });
    }
    if let Some((how, rule)) = done.left {
        to_all(tell, Event::Left { unit, how, rule });
    }
}

/// An objective changed hands.
pub fn tell_objective(state: &State, number: usize, tell: &mut impl Tell<Event>) {
    let Some(side) = state.objectives.get(number).and_then(|o| o.control) else { return };
    let name = movement::objective::name(state, number).unwrap_or_default();
    to_all(tell, Event::Objective { number: number + 1, name, side: side_name(state, side) });
}

/// BL-MOM-08, -09, BL-ACT-26: the cost is added after the moves; then the phase may be over.
fn finish(state: &mut State, activation: &Activation, tell: &mut impl Tell<Event>) {
    if activation.method == Method::Individual
        && let Phase::Movement { individual, .. } = &mut state.phase
    {
        *individual = true;
    }
    if matches!(activation.method, Method::Command(_)) {
        return turn::end_movement(state, RuleId::new("BL-ACT-26"), tell);
    }
    if momentum::spend(state, activation::cost(activation)) {
        turn::end_movement(state, RuleId::new("BL-MOM-09"), tell);
    }
}

/// A unit leaves the table and is counted (BL-TAB-12, BL-TAB-14), and the objectives it stood on are looked at.
pub fn leave(state: &mut State, id: PieceId, how: Left, rule: RuleId, tell: &mut impl Tell<Event>) {
    let unit = Who::of(state, id);
    let changed = movement::remove(state, id, how);
    to_all(tell, Event::Left { unit, how, rule });
    for number in changed {
        tell_objective(state, number, tell);
    }
}
