//! The sequence of play, as a stack of frames that can be stored at any moment.

use crate::draft::{dressed, marched};
use crate::event::{Event, Who};
use crate::knowledge::{self, is_hidden, planned, show, to_all};
use crate::state::{Frame, March, Side, State};
use crate::step::{Leg, Order, Step};
use crate::{ambush, end, fire, limit, march, melee, orders};
use dice::{Dice, NeedsDice};
use table::heading::Turn;
use umpire::{Doubts, PieceId, Prompt, PromptId, Refusal, RuleId, Sentence, Tell};

/// Only who is asked decides.
pub(crate) const SEQ_01: RuleId = RuleId::new("RF-SEQ-01");
/// One action a choice.
pub(crate) const SEQ_02: RuleId = RuleId::new("RF-SEQ-02");
/// Only own units.
pub(crate) const SEQ_03: RuleId = RuleId::new("RF-SEQ-03");
/// When a phase ends.
pub(crate) const SEQ_04: RuleId = RuleId::new("RF-SEQ-04");

/// RF-SEQ-01: is a side asked something now? Depends on what everybody can see.
pub(crate) fn asked(state: &State, side: Side) -> bool {
    let now = match state.frames.last() {
        Some(Frame::Orders) => true,
        Some(Frame::Phase(who) | Frame::Window { side: who, .. }) => *who == side,
        Some(Frame::March(under_way)) => under_way.side == side,
        None => false,
    };
    now && state.over.is_none()
}

/// The questions that are open now.
pub(crate) fn prompts(state: &State) -> Vec<Prompt<Step>> {
    Side::BOTH.into_iter().filter(|&side| asked(state, side)).map(|side| prompt(state, side)).collect()
}

fn prompt(state: &State, side: Side) -> Prompt<Step> {
    let (ask, fallback): (Sentence, Step) = match state.frames.last() {
        Some(Frame::Orders) => ("Write your order: press or hold.".into(), Step::Order(Order::Hold)),
        Some(Frame::Window { target, .. }) => {
            let target = state.unit(*target).map_or_else(|| "the unit".into(), |unit| state.name(unit));
            (format!("{target} passes by. Fire, or hold?").into(), Step::Hold)
        }
        _ => ("Dress or march a unit, or pass.".into(), Step::Pass),
    };
    let sealed = matches!(state.frames.last(), Some(Frame::Orders));
    Prompt {
        id: PromptId(state.asked * 2 + u32::from(side.seat().number())),
        seat: side.seat(),
        ask,
        sealed,
        answered: sealed && state.orders[side as usize].is_some(),
        forced: matches!(state.frames.last(), Some(Frame::Phase(_))) && nothing_to_do(state, side),
        fallback: Some(vec![fallback]),
    }
}

/// RF-SEQ-04: can everybody see that a side can only pass?
pub(crate) fn nothing_to_do(state: &State, side: Side) -> bool {
    let mut in_sight = state.of_side(side).filter(|unit| !is_hidden(unit));
    let idle = in_sight.all(|unit| state.in_contact(unit.id) || unit.marched && unit.dressed);
    idle && !state.may_hide(side)
}

/// The first round.
pub(crate) fn begin(state: &mut State, tell: &mut impl Tell<Event>) {
    state.frames = vec![Frame::Orders];
    to_all(tell, Event::Round(state.round));
}

/// Plays a draft that was judged complete.
pub(crate) fn play(
    state: &mut State,
    side: Side,
    steps: &[Step],
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    match steps {
        [Step::Order(order)] => {
            if !orders::write(state, side, *order, tell) {
                return Ok(()); // the question stands until both orders are in
            }
            begin_phase(state, Side::Blue, dice, tell)?;
        }
        [Step::Pass] => {
            to_all(tell, Event::Passed(side));
            end_phase(state, dice, tell)?;
        }
        [Step::Dress { unit, turn }] => dress(state, *unit, *turn, tell),
        [Step::Fire { unit }] => {
            if let Some(Frame::Window { target, .. }) = state.frames.pop() {
                fire::fire(state, *unit, target, dice, tell)?;
            }
        }
        [Step::Hold] => {
            state.frames.pop();
            to_all(tell, Event::Held(side));
        }
        legs => begin_march(state, side, legs, tell),
    }
    run(state, dice, tell)?;
    state.asked += 1;
    Ok(())
}

/// Goes on with what is under way until somebody must decide.
fn run(state: &mut State, dice: &mut dyn Dice, tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    while let Some(Frame::March(under_way)) = state.frames.last() {
        let under_way = under_way.clone();
        match under_way.legs.truth().clone().split_first() {
            Some((leg, rest)) => march_on(state, under_way, *leg, rest, tell),
            None => end_march(state, &under_way, dice, tell)?,
        }
    }
    Ok(())
}

fn dress(state: &mut State, id: PieceId, turn: Turn, tell: &mut impl Tell<Event>) {
    show(state, id, tell);
    let Some(unit) = state.unit(id).cloned() else { return };
    let who = Who::of(state, &unit);
    match march::dress(state, &unit, turn, &mut Doubts::new()) {
        Ok(pose) => {
            dressed(state, id, pose);
            to_all(tell, Event::Dressed(who));
        }
        Err(why) => {
            dressed(state, id, unit.pose);
            deny(state, id, &why, tell);
        }
    }
}

fn begin_march(state: &mut State, side: Side, steps: &[Step], tell: &mut impl Tell<Event>) {
    let leg = |step: &Step| match step {
        Step::March { unit, turn, length: Some(length) } => {
            Some((*unit, Leg { turn: *turn, length: *length }))
        }
        _ => None,
    };
    let legs: Vec<(PieceId, Leg)> = steps.iter().filter_map(leg).collect();
    let Some(unit) = legs.first().and_then(|(id, _)| state.unit(*id)) else { return };
    let (unit, from) = (unit.id, unit.pose);
    let legs = planned(side, legs.into_iter().map(|(_, leg)| leg).collect());
    state.frames.push(Frame::March(March { side, unit, from, done: 0, legs, doubts: Vec::new() }));
    show(state, unit, tell);
}

/// The next leg of a march, up to the window that it may open.
fn march_on(state: &mut State, mut under_way: March, leg: Leg, rest: &[Leg], tell: &mut impl Tell<Event>) {
    let id = under_way.unit;
    let second = under_way.done > 0;
    under_way.done += 1;
    under_way.legs.set(rest.to_vec());
    let Some(unit) = state.unit(id).cloned() else {
        under_way.legs.set(Vec::new()); // RF-FIR-04: shot down under way
        return replace_top(state, under_way);
    };
    match march::leg(state, &unit, leg, second, &mut Doubts::new()) {
        Ok(end) => {
            marched(state, id, end);
            to_all(tell, Event::Marched(Who::of(state, &unit)));
            if let Some(enemy) = end.met.and_then(|enemy| state.unit(enemy)) {
                to_all(tell, Event::Met(Who::of(state, &unit), Who::of(state, enemy)));
            }
            replace_top(state, under_way);
            if state.unit(id).is_some_and(|unit| fire::opens_window(state, unit)) {
                state.frames.push(Frame::Window { side: unit.side.other(), target: id });
            }
        }
        Err(why) => {
            let from = under_way.from;
            under_way.legs.set(Vec::new());
            replace_top(state, under_way);
            go_back(state, id, from, &why, tell);
        }
    }
}

fn replace_top(state: &mut State, under_way: March) {
    state.frames.pop();
    state.frames.push(Frame::March(under_way));
}

/// RF-MOV-10: back to where the march began.
fn go_back(
    state: &mut State,
    id: PieceId,
    from: table::pose::Pose,
    why: &[Refusal],
    tell: &mut impl Tell<Event>,
) {
    if why.iter().all(|why| why.rule != limit::LIM_04) {
        limit::spend(state);
    }
    if let Some(unit) = state.unit_mut(id) {
        unit.pose = from;
        unit.marched = true;
    }
    deny(state, id, why, tell);
}

/// The truth forbade it. A hidden unit that was in the way is now seen by everybody.
fn deny(state: &mut State, id: PieceId, why: &[Refusal], tell: &mut impl Tell<Event>) {
    let Some(unit) = state.unit(id).cloned() else { return };
    let rule = why.first().map_or(march::MOV_10, |why| why.rule);
    to_all(tell, Event::Denied(Who::of(state, &unit), rule));
    if rule == ambush::AMB_03 {
        let hidden = state.of_side(unit.side.other()).find(|enemy| is_hidden(enemy)).map(|enemy| enemy.id);
        if let Some(hidden) = hidden {
            show(state, hidden, tell);
        }
    }
}

/// RF-LIM-03: the march is over; the limit is tested without a word.
fn end_march(
    state: &mut State,
    under_way: &March,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    state.frames.pop();
    let rests = state.unit(under_way.unit).map_or(Ok(()), |unit| march::rests_free(state, unit));
    if let Err(why) = rests {
        if let Some(unit) = state.unit_mut(under_way.unit) {
            unit.pose = under_way.from;
        }
        state.contacts.retain(|contact| contact.by != under_way.unit);
        deny(state, under_way.unit, &[Refusal { rule: march::MOV_10, ..why }], tell);
    }
    if let Some(limit) = limit::reached(state) {
        to_all(tell, Event::Reached(under_way.side, limit));
        end_phase(state, dice, tell)?;
    }
    Ok(())
}

fn begin_phase(
    state: &mut State,
    side: Side,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    for unit in &mut state.units {
        unit.marched = false;
        unit.dressed = false;
    }
    state.frames = vec![Frame::Phase(side)];
    limit::roll(state, side, dice, tell)
}

/// RF-SEQ-04, RF-MEL-01, RF-END-01, RF-END-02: what ends a phase, and what follows it.
fn end_phase(state: &mut State, dice: &mut dyn Dice, tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    melee::fight_all(state, dice, tell)?;
    let ended = state.frames.first().cloned();
    state.limit = None;
    state.over = end::nobody_left(state);
    match ended {
        _ if state.over.is_some() => {}
        Some(Frame::Phase(Side::Blue)) => return begin_phase(state, Side::Red, dice, tell),
        _ if state.round >= state.ground.rounds => state.over = Some(end::last_round(state)),
        _ => {
            state.round += 1;
            state.orders = [None, None];
            begin(state, tell);
        }
    }
    knowledge::tell_end(state, tell);
    Ok(())
}
