//! Dividing an attacker's dice among its defenders (CBT-22 to -30, AMB-205, AMB-206).

use super::who::defenders_of;
use super::{dice, now};
use crate::event::name;
use crate::refuse::{Ruled, all, refusal, unless};
use crate::scale::{BW, EPS, OVERLAP, TOUCH};
use crate::state::{Combat, Phase, Stage, State, Unit};
use table::contact::ray;
use table::zone::{Lines, Strip};
use umpire::{PieceId, Refusal};

/// BL-AMB-205: a second defender that begins within this of the first occupies an equal portion.
const EQUAL: i32 = BW / 50;

/// Dice for each defender of an attacker.
pub type Division = Vec<(PieceId, u8)>;

/// All ways in which an attacker may divide its dice; one if nothing is to be decided.
pub fn divisions(state: &State, attacker: &Unit) -> Vec<Division> {
    let defenders: Vec<PieceId> = defenders_of(state, attacker.id).map(|d| d.id).collect();
    let occupants = occupants(state, attacker);
    let (each, extra) = shares(dice::attack(state, attacker).dice(), defenders.len());
    let legal = |more: &u32| {
        let favoured =
            |id: &PieceId| defenders.iter().position(|d| d == id).is_some_and(|i| more >> i & 1 == 1);
        more.count_ones() as usize == extra
            && (extra == 0 || occupants.is_empty() || occupants.iter().any(favoured))
    };
    let division = |more: u32| {
        defenders.iter().enumerate().map(|(i, id)| (*id, each + u8::from(more >> i & 1 == 1))).collect()
    };
    // A front edge of one BW meets a handful of defenders.
    (0..1_u32 << defenders.len().min(16)).filter(legal).map(division).collect()
}

/// BL-CBT-25: the dice that each defender gets at least, and how many get one more.
fn shares(dice: u8, defenders: usize) -> (u8, usize) {
    let count = u8::try_from(defenders.max(1)).unwrap_or(u8::MAX);
    (dice / count, usize::from(dice % count))
}

/// BL-CBT-26, BL-CBT-27, BL-AMB-205: the defender that the aim ray meets first occupies most of the frontage;
/// if another begins beside the ray at the same distance they occupy equal portions, and its owner chooses.
pub fn occupants(state: &State, attacker: &Unit) -> Vec<PieceId> {
    let frame = Lines::from(&attacker.rect()).frame;
    let beside = Strip { frame, half_width: TOUCH.grains() };
    let met = |d: &Unit| ray(frame.origin, frame.forward, &d.rect());
    let begins = |d: &Unit| beside.holds(&d.rect(), -OVERLAP.grains()).map(|found| found.from.max(0.0));
    let least = |all: &mut dyn Iterator<Item = f64>| all.reduce(f64::min);
    let first = least(&mut defenders_of(state, attacker.id).filter_map(met))
        .or_else(|| least(&mut defenders_of(state, attacker.id).filter_map(begins)));
    let Some(first) = first else { return Vec::new() };
    let equal = |d: &&Unit| {
        let same = |at: f64| (at - first).abs() <= f64::from(EQUAL) + EPS.grains();
        met(d).is_some_and(|at| at <= first) || begins(d).is_some_and(same)
    };
    defenders_of(state, attacker.id).filter(equal).map(|d| d.id).collect()
}

/// May an attacker divide its dice so?
pub fn may_allocate(state: &State, unit: PieceId, given: &[(PieceId, u8)]) -> Result<(), Vec<Refusal>> {
    all([still_to_divide(state, unit)])?;
    let Some(attacker) = state.unit(unit) else { return Ok(()) };
    all([
        among_all_defenders(state, attacker, given),
        no_die_held_back(state, attacker, given),
        as_even_as_possible(state, attacker, given),
        most_to_the_occupant(state, attacker, given),
    ])
}

/// BL-CBT-30: dice are divided once, before any die is rolled.
fn still_to_divide(state: &State, unit: PieceId) -> Ruled {
    let waiting = matches!(&state.phase,
        Phase::Combat(Combat { stage: Stage::Allocate { left }, .. }) if left.contains(&unit));
    unless(waiting, || refusal("BL-CBT-30", "its dice are not to be divided, or no longer"))
}

/// BL-CBT-23: each defender it contacts is named once, and nobody else.
fn among_all_defenders(state: &State, attacker: &Unit, given: &[(PieceId, u8)]) -> Ruled {
    let named = |id: PieceId| given.iter().filter(|(to, _)| *to == id).count();
    let count = defenders_of(state, attacker.id).count();
    let complete = given.len() == count && defenders_of(state, attacker.id).all(|d| named(d.id) == 1);
    unless(complete, || {
        refusal("BL-CBT-23", format!("the dice must be divided among its {count} defenders, each named once"))
            .number("defenders", i64::try_from(count).unwrap_or(i64::MAX))
    })
}

/// BL-CBT-22, BL-CBT-23: all of its dice are given out.
fn no_die_held_back(state: &State, attacker: &Unit, given: &[(PieceId, u8)]) -> Ruled {
    let dice = dice::attack(state, attacker).dice();
    let sum: u32 = given.iter().map(|(_, dice)| u32::from(*dice)).sum();
    unless(sum == u32::from(dice), || {
        refusal("BL-CBT-23", format!("{sum} dice are given out, and it has {dice}"))
            .number("given", i64::from(sum))
            .number("dice", i64::from(dice))
    })
}

/// BL-CBT-25, BL-CBT-28: each defender gets the even share or one die more.
fn as_even_as_possible(state: &State, attacker: &Unit, given: &[(PieceId, u8)]) -> Ruled {
    let (each, extra) = shares(dice::attack(state, attacker).dice(), given.len());
    let most = each + u8::from(extra > 0);
    unless(given.iter().all(|(_, dice)| (each..=most).contains(dice)), || {
        let sentence = match extra {
            0 => format!("an even division gives each defender {each}"),
            _ => format!("an even division gives each defender {each} or {most}"),
        };
        refusal("BL-CBT-25", sentence).number("each", i64::from(each))
    })
}

/// BL-CBT-24: who occupies most of its frontage does not get fewer dice than another.
fn most_to_the_occupant(state: &State, attacker: &Unit, given: &[(PieceId, u8)]) -> Ruled {
    let occupants = occupants(state, attacker);
    let most = given.iter().map(|(_, dice)| *dice).max().unwrap_or(0);
    let favoured = given.iter().any(|(to, dice)| *dice == most && occupants.contains(to));
    unless(occupants.is_empty() || favoured, || {
        let places = occupants.iter().filter_map(|id| state.unit(*id));
        let met = occupants.iter().map(|id| name(state, *id)).collect::<Vec<_>>().join(" or ");
        let sentence = format!("nobody may get more dice than {met}, which occupies most of its frontage");
        let why = refusal("BL-CBT-24", sentence);
        places.fold(why, |why, unit| why.place(crate::refuse::footprint(unit)))
    })
}

/// The dice of an attacker are divided; true if it was the last.
pub fn divide(state: &mut State, unit: PieceId, given: &[(PieceId, u8)]) -> bool {
    let Some(combat) = now(state) else { return false };
    for (defender, dice) in given {
        combat.dice.push(crate::state::Allocated { attacker: unit, defender: *defender, dice: *dice });
    }
    match &mut combat.stage {
        Stage::Allocate { left } => {
            left.retain(|id| *id != unit);
            left.is_empty()
        }
        _ => false,
    }
}
