//! A simple or difficult move as it is judged and carried out: what it sweeps and where it ends.

use super::general::{
    clear_of_enemies, clear_of_friends_in_contact, lies_on_a_friend, meets_an_enemy, moved,
    off_friends_outside_the_force, over_passable_ground, remove,
};
use super::sweep::Sweep;
use super::{Done, crossing, engaged, retire};
use crate::refuse::{Ruled, bw, refusal, unless};
use crate::scale::{FOOTPRINT, at_most};
use crate::state::{Left, State, Unit};
use crate::step::Sense;
use smallvec::{SmallVec, smallvec};
use table::heading::{Heading, Turn};
use table::pose::Pose;
use umpire::{PieceId, Refusal, RuleId};

/// A move that is planned.
pub struct Plan {
    /// What it covers, in order.
    pub sweeps: SmallVec<[Sweep; 2]>,
    /// Where it ends, rounded.
    pub end: Pose,
    /// The direction of its straight stretch.
    pub bearing: Heading,
    /// How far it goes.
    pub length: i32,
    /// It ends partly off the table.
    pub leave: bool,
}

/// How a move ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Where: a crossing may put it on its middle line.
    pub at: Pose,
    /// Or how it leaves the table.
    pub left: Option<(Left, RuleId)>,
}

/// BL-AMB-18: the turns that lead to a heading: the shorter one first, at 180° the clockwise one; only the one
/// whose sense is asked for, if one is.
pub fn turns(from: Heading, to: Heading, sense: Option<Sense>) -> SmallVec<[Turn; 2]> {
    let short = from.turn_to(to);
    if short.0 == 0 {
        return smallvec![short];
    }
    let both = [short, short.other_way()];
    let wanted = |turn: &Turn| sense.is_none_or(|sense| Some(sense) == sense_of(*turn));
    both.into_iter().filter(wanted).collect()
}

/// The sense of a turn; none for no turn.
pub const fn sense_of(turn: Turn) -> Option<Sense> {
    match turn.0 {
        0 => None,
        1.. => Some(Sense::Clockwise),
        _ => Some(Sense::Anticlockwise),
    }
}

/// Of several ways to do one thing the first that is legal; if none is, why the first is not.
pub fn first_legal<T>(
    ways: impl IntoIterator<Item = Turn>,
    mut judge: impl FnMut(Turn) -> Result<T, Vec<Refusal>>,
) -> Result<(T, Turn), Vec<Refusal>> {
    let mut why = None;
    for turn in ways {
        match judge(turn) {
            Ok(found) => return Ok((found, turn)),
            Err(refused) => why = why.or(Some(refused)),
        }
    }
    Err(why.unwrap_or_default())
}

/// BL-MOV-03, -04, -08: the centerpoint goes no farther than an allowance.
pub fn within_allowance(rule: &str, length: i32, allowance: i32) -> Ruled {
    unless(length >= 0, || {
        refusal("BL-MOV-08", "a length may not be negative").number("length", i64::from(length))
    })?;
    unless(at_most(f64::from(length), allowance), || {
        let sentence = format!("{} exceeds {}", bw(f64::from(length)), bw(f64::from(allowance)));
        refusal(rule, sentence).number("length", i64::from(length)).number("allowance", i64::from(allowance))
    })
}

/// A move that ends beyond any table is refused, for whatever else was found against it or for that.
pub fn beyond(mut why: Vec<Refusal>) -> Vec<Refusal> {
    if why.is_empty() {
        why.push(refusal("BL-MOV-08", "it would end beyond any table"));
    }
    why
}

/// Judges what simple and difficult moves have in common, after `already` found otherwise.
pub fn judge(state: &State, unit: &Unit, plan: &Plan, already: Vec<Refusal>) -> Result<Ending, Vec<Refusal>> {
    let mut why = already;
    let left = retire::leaves(state, unit, plan.end, &plan.sweeps, plan.leave).unwrap_or_else(|refused| {
        why.push(refused);
        None
    });
    let at = if left.is_some() {
        Ok(plan.end)
    } else {
        crossing::settled(&state.field, unit.crossing, plan.end, &plan.sweeps, plan.bearing)
    };
    let at = at.unwrap_or_else(|refused| {
        why.push(refused);
        plan.end
    });
    let end = FOOTPRINT.at(at);
    why.extend(crossing::only_straight_on(state, unit, &plan.sweeps).err());
    if left.is_none() {
        if plan.length > 0 {
            why.extend(engaged::leaves(state, unit, &end).err());
        }
        why.extend(off_friends_outside_the_force(state, unit, &end));
    }
    why.extend(clear_of_friends_in_contact(state, unit, &plan.sweeps));
    why.extend(over_passable_ground(state, unit, &plan.sweeps));
    why.extend(clear_of_enemies(state, unit, &plan.sweeps, &end));
    if why.is_empty() { Ok(Ending { at, left }) } else { Err(why) }
}

/// Is a move refused by something that is quickly asked: that it ends on a friend outside its force, or meets an
/// enemy? If not it is still to be judged.
pub fn surely_refused(state: &State, unit: &Unit, plan: &Plan) -> bool {
    ends_on_a_friend(state, unit, plan) || meets_an_enemy(state, unit, &plan.sweeps)
}

/// BL-MOV-16: does a move that stays on the table end on a friend outside its force?
fn ends_on_a_friend(state: &State, unit: &Unit, plan: &Plan) -> bool {
    let at = crossing::settled(&state.field, unit.crossing, plan.end, &plan.sweeps, plan.bearing);
    !plan.leave && at.is_ok_and(|at| lies_on_a_friend(state, unit, &FOOTPRINT.at(at)))
}

/// Carries out a move that was judged.
pub fn carry_out(state: &mut State, id: PieceId, sweeps: &[Sweep], ending: Ending, done: Done) -> Done {
    let changed = moved(state, id, ending.at, sweeps);
    let mut done = Done { objectives: changed.objectives, left: ending.left, ..done };
    if changed.unprepared {
        done.prepared = Some(false);
    }
    if let Some((how, _)) = ending.left {
        let more = remove(state, id, how);
        done.objectives.extend(more);
        done.objectives.sort_unstable();
        done.objectives.dedup();
    }
    done
}
