//! Advance after combat (ADV): up to 1 BW straight ahead, after all retreats.

use crate::card::Trait;
use crate::combat::go_on;
use crate::combat::outcome::{score_of, won};
use crate::combat::who::{self, has, still_in_contact};
use crate::event::{Event, Who, name};
use crate::field::Kind;
use crate::knowledge::to_all;
use crate::movement::crossing;
use crate::movement::general::moved;
use crate::movement::sweep::Sweep;
use crate::play::tell_objective;
use crate::refuse::{Ruled, all, bw, footprint, ground, outline, refusal, unless};
use crate::scale::{BW, EPS, FOOTPRINT, OVERLAP};
use crate::state::{Combat, Phase, Stage, State, Unit};
use crate::step::Step;
use crate::turn;
use dice::{Dice, NeedsDice};
use table::convex::Convex;
use table::distance::signed;
use table::ground::Piece;
use table::overlap::overlap;
use table::polygon::Polygon;
use table::pose::Pose;
use table::rect::Rect;
use umpire::{PieceId, Refusal, RuleId, Tell};

/// BL-ADV-05: the longest advance.
const FARTHEST: i32 = BW;

/// BL-AMB-231: advances are measured in steps of 0.01 BW.
const STEP: i32 = BW / 100;

/// No unit whose centerpoint is farther off comes near an advance: two footprints and the longest advance.
const NEAR: i32 = 4 * BW;

/// The attackers that may advance (BL-AMB-219): on the table, not retreated in this phase (BL-ADV-16), and in
/// contact with no enemy (BL-ADV-02, BL-AMB-218). Passive units never do (BL-ADV-03).
pub fn eligible(state: &State) -> Vec<PieceId> {
    let free = |id: &PieceId| {
        state.unit(*id).is_some_and(|unit| {
            let mut met = who::defenders_of(state, *id);
            !unit.retreated && !met.any(|defender| still_in_contact(unit, defender))
        })
    };
    who::attackers(state).into_iter().filter(free).collect()
}

fn left(state: &State) -> &[PieceId] {
    match &state.phase {
        Phase::Combat(Combat { stage: Stage::Advances { left }, .. }) => left,
        _ => &[],
    }
}

/// BL-ADV-11, BL-AMB-220: an impetuous unit that outscored every defender it contacted must advance.
pub fn must_advance(state: &State, unit: &Unit) -> bool {
    let mut scores =
        state.contacts.iter().filter(|c| c.attacker == unit.id).map(|c| score_of(state, c.defender));
    has(unit, Trait::Impetuous) && scores.all(|score| score.is_some_and(|score| !won(score)))
}

/// BL-ADV-11, BL-ADV-17: must a unit advance, and can it? Advances do not end before.
pub fn bound(state: &State, unit: &Unit) -> bool {
    must_advance(state, unit) && longest(state, unit) > 0
}

/// BL-ADV-12: the longest legal advance of a unit; 0 if it has none.
pub fn longest(state: &State, unit: &Unit) -> i32 {
    let legal = |length: &i32| judged(state, unit, *length).is_ok();
    (1..=FARTHEST / STEP).rev().map(|steps| steps * STEP).find(legal).unwrap_or(0)
}

/// Is there nobody left who could advance?
pub fn over(state: &State) -> bool {
    left(state).iter().filter_map(|id| state.unit(*id)).all(|unit| longest(state, unit) == 0)
}

/// The one unit left, if it must advance, and how far: nothing is to be decided then.
pub fn forced(state: &State, left: &[PieceId]) -> Option<(PieceId, i32)> {
    let [only] = left else { return None };
    let unit = state.unit(*only).filter(|unit| must_advance(state, unit))?;
    Some((unit.id, longest(state, unit)))
}

/// Moves a unit forward after combat, or says why it may not. Gives the objectives that changed hands.
pub fn carry_out(state: &mut State, id: PieceId, length: i32) -> Result<Vec<usize>, Vec<Refusal>> {
    all([may_advance(state, id)])?;
    let Some(unit) = state.unit(id) else { return Ok(Vec::new()) };
    let (end, sweep) = (judged(state, unit, length)?, straight_ahead(unit, length));
    all([as_far_as_it_can(state, unit, length)])?;
    let objectives = moved(state, id, end, &[sweep]).objectives;
    if let Phase::Combat(Combat { stage: Stage::Advances { left }, .. }) = &mut state.phase {
        left.retain(|other| *other != id);
    }
    Ok(objectives)
}

/// BL-ADV-01 to -03, BL-ADV-16: advances come after all retreats, of units that attacked and are free.
fn may_advance(state: &State, id: PieceId) -> Ruled {
    let stage = matches!(&state.phase, Phase::Combat(Combat { stage: Stage::Advances { .. }, .. }));
    unless(stage, || refusal("BL-ADV-01", "units may advance only after all retreats"))?;
    if left(state).contains(&id) {
        return Ok(());
    }
    Err(match state.unit(id) {
        Some(unit) if unit.side != state.active => refusal("BL-ADV-03", "passive units do not advance"),
        Some(unit) if unit.retreated => refusal("BL-ADV-16", "a unit that retreated does not advance"),
        _ => refusal("BL-ADV-02", "only units that attacked and are out of contact advance, once"),
    })
}

/// BL-ADV-12: an impetuous unit that must advance goes as far as it can.
fn as_far_as_it_can(state: &State, unit: &Unit, length: i32) -> Ruled {
    let longest = if must_advance(state, unit) { longest(state, unit) } else { length };
    unless(length == longest, || {
        let sentence = format!("it is impetuous and must advance {}", bw(f64::from(longest)));
        refusal("BL-ADV-12", sentence).number("length", i64::from(longest))
    })
}

/// Where a unit stands after an advance of this length, or every reason against it. Neither difficult terrain
/// (BL-ADV-14) nor engagement (BL-ADV-13) limits it, and friends may be passed (BL-ADV-07).
fn judged(state: &State, unit: &Unit, length: i32) -> Result<Pose, Vec<Refusal>> {
    all([of_legal_length(length)])?;
    let off = |_| vec![refusal("BL-AMB-231", "an advance must end on the table")];
    let end = unit.pose.moved(unit.pose.heading, f64::from(length)).map_err(off)?;
    let sweep = straight_ahead(unit, length);
    let mut why: Vec<Refusal> = Vec::new();
    let end = crossing::settled(&state.field, unit.crossing, end, &[sweep], unit.pose.heading)
        .map_err(|refused| why.push(refused))
        .unwrap_or(end);
    let there = FOOTPRINT.at(end);
    let others = state.units.iter().filter(|other| other.id != unit.id);
    for other in others.filter(|other| other.pose.at.distance(unit.pose.at) < f64::from(NEAR)) {
        let friend = other.side == unit.side;
        let verdict =
            if friend { not_on_a_friend(state, &there, other) } else { no_enemy(state, &sweep, other) };
        why.extend(verdict.err());
    }
    why.extend(no_river(state, &sweep).err());
    why.extend(along_the_crossing(state, unit, &sweep).err());
    why.extend(on_the_table(state, &there).err());
    if why.is_empty() { Ok(end) } else { Err(why) }
}

fn straight_ahead(unit: &Unit, length: i32) -> Sweep {
    Sweep::straight(unit.pose, unit.pose.heading, f64::from(length))
}

/// BL-ADV-05: up to 1 BW, in steps of 0.01 BW (BL-AMB-231).
fn of_legal_length(length: i32) -> Ruled {
    let legal = 0 < length && length <= FARTHEST && length % STEP == 0;
    unless(legal, || {
        let sentence =
            format!("an advance is of 0.01 to 1 BW in steps of 0.01, not {}", bw(f64::from(length)));
        refusal("BL-ADV-05", sentence).number("length", i64::from(length))
    })
}

/// BL-ADV-06, BL-ADV-10, -17, BL-AMB-203: at no moment does it come to a touch with an enemy.
fn no_enemy(state: &State, sweep: &Sweep, enemy: &Unit) -> Ruled {
    unless(!sweep.comes_within(&enemy.rect(), OVERLAP.grains()), || {
        refusal("BL-ADV-06", format!("it would touch {}", name(state, enemy.id))).place(footprint(enemy))
    })
}

/// BL-ADV-08, BL-ADV-09: it does not end on a friend; ending flush with one is legal.
fn not_on_a_friend(state: &State, there: &Rect, friend: &Unit) -> Ruled {
    unless(!overlap(there, &friend.rect(), EPS), || {
        refusal("BL-ADV-08", format!("it would end on {}", name(state, friend.id))).place(footprint(friend))
    })
}

/// BL-ADV-10: it does not pass through impassable terrain, but along a crossing (BL-AMB-231, BL-AMB-237).
fn no_river(state: &State, sweep: &Sweep) -> Ruled {
    let enters = |outline: &Polygon| {
        sweep.comes_within(outline.parts(), -EPS.grains()) && !crossing::carries(&state.field, sweep, outline)
    };
    let near = state.field.ground().near(sweep.bounds()).filter(|(piece, _)| piece.kind.impassable());
    match near.filter_map(|(piece, outline)| Some((piece, outline?))).find(|(_, outline)| enters(outline)) {
        None => Ok(()),
        Some((river, _)) => {
            let why = refusal("BL-ADV-10", "it would pass through impassable terrain");
            Err(why.place(ground(river)))
        }
    }
}

/// BL-AMB-231, BL-CRS-09, BL-AMB-238: over a crossing its line runs in at one end and out at the other.
fn along_the_crossing(state: &State, unit: &Unit, sweep: &Sweep) -> Ruled {
    let Some(path) = sweep.path() else { return Ok(()) };
    let oblique = |piece: &Piece<Kind>| {
        let runs_in = piece.shape.rect().is_some_and(|rect| signed(&path, &rect) < -EPS.grains());
        runs_in && !crossing::runs_through(unit.pose.frame(), piece)
    };
    let mut near = state.field.ground().near(sweep.bounds()).map(|(piece, _)| piece);
    match near.find(|piece| piece.kind == Kind::Crossing && oblique(piece)) {
        None => Ok(()),
        Some(crossing) => {
            let why = refusal("BL-CRS-09", "its line does not run along the whole crossing");
            Err(why.place(ground(crossing)))
        }
    }
}

/// BL-AMB-231: no corner ends beyond the table's edge.
fn on_the_table(state: &State, there: &Rect) -> Ruled {
    let beyond = state.field.ground().border().beyond(&Convex::from(*there), EPS);
    unless(beyond.is_none(), || {
        refusal("BL-AMB-231", "it would end partly off the table").place(outline(there.corners()))
    })
}

/// A unit advances and everybody is told.
pub fn go(state: &mut State, id: PieceId, length: i32, tell: &mut impl Tell<Event>) {
    let unit = Who::of(state, id);
    // Nobody may have ordered it: then it is told why it goes.
    let must = state.unit(id).is_some_and(|unit| must_advance(state, unit));
    let (how, rule) = if must { ("impetuous advance", "BL-ADV-11") } else { ("advance", "BL-ADV-05") };
    let Ok(objectives) = carry_out(state, id, length) else { return };
    to_all(tell, Event::Moved { unit, how: how.to_owned(), length, rule: RuleId::new(rule) });
    for number in objectives {
        tell_objective(state, number, tell);
    }
}

/// A unit advances, and play goes on.
pub fn play(
    state: &mut State,
    id: PieceId,
    length: i32,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    go(state, id, length, tell);
    go_on(state, dice, tell)
}

/// BL-ADV-04, BL-ADV-11: may the advances end here? Each is optional but those of impetuous victors.
pub fn may_end(state: &State) -> Result<(), Vec<Refusal>> {
    let stage = matches!(&state.phase, Phase::Combat(Combat { stage: Stage::Advances { .. }, .. }));
    all([unless(stage, || refusal("BL-ADV-01", "units may advance only after all retreats"))])?;
    let units = left(state).iter().filter_map(|id| state.unit(*id));
    all(units.map(|unit| {
        unless(!bound(state, unit), || {
            let victor = name(state, unit.id);
            refusal("BL-ADV-11", format!("{victor} is impetuous and must advance after its victory"))
                .place(footprint(unit))
        })
    }))
}

/// BL-ADV-15: no further advances and no new combat: the status phase follows.
pub fn end(state: &mut State, dice: &mut dyn Dice, tell: &mut impl Tell<Event>) -> Result<(), NeedsDice> {
    turn::status(state, dice, tell)
}

/// The steps worth offering: for each unit the longest advance, and to end if that is allowed.
pub fn steps(state: &State) -> Vec<Step> {
    let units = left(state).iter().filter_map(|id| state.unit(*id));
    let longest = units.map(|unit| Step::Advance { unit: unit.id, length: longest(state, unit) });
    let mut steps: Vec<Step> =
        longest.filter(|step| !matches!(step, Step::Advance { length: 0, .. })).collect();
    steps.extend(may_end(state).is_ok().then_some(Step::EndAdvances));
    steps
}
