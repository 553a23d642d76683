//! Exact odds of a shot.

use super::shot::{Aimed, Effect, Plan, once};
use crate::card::Arm;
use crate::event::Who;
use crate::state::State;
use dice::D6;
use dice::odds::{Dist, Pool};
use umpire::{Case, Doubts, Modifier, Odds, PieceId, Ratio, Scored, Sentence};

/// The exact odds of a shot: how often it hits. Where the target's arm is not known and the shot hangs on it,
/// each possible arm is a case of its own, without weights (BL-AMB-30). Empty if there is no line of fire.
pub fn odds(state: &State, unit: PieceId, target: PieceId) -> Vec<Odds> {
    let Ok(aimed) = Aimed::at(state, unit, target) else { return Vec::new() };
    let arms = match aimed.arm(&mut Doubts::new()) {
        Some(arm) => vec![arm],
        None => vec![Arm::Infantry, Arm::Cavalry, Arm::Artillery],
    };
    let cases = different(arms.into_iter().map(|arm| (arm, aimed.plan(arm))));
    let single = cases.len() == 1;
    let title = match cases.first() {
        Some((_, plan)) if single => format!("{}: {}", pair(state, unit, target), pool(plan)),
        _ => pair(state, unit, target),
    };
    let case = |(arms, plan): &(Vec<Arm>, Plan)| Case {
        given: (!single).then(|| format!("if it is {}: {}", words(arms), pool(plan)).into()),
        chances: chances(plan),
    };
    let modifiers = std::iter::once(aimed.base()).chain(once(&common(&cases))).collect();
    vec![Odds { title: title.into(), modifiers, cases: cases.iter().map(case).collect() }]
}

/// Plans that are rolled alike are one case.
fn different(plans: impl Iterator<Item = (Arm, Plan)>) -> Vec<(Vec<Arm>, Plan)> {
    let mut cases: Vec<(Vec<Arm>, Plan)> = Vec::new();
    for (arm, plan) in plans {
        match cases.iter_mut().find(|(_, p)| (p.dice, p.bonus) == (plan.dice, plan.bonus)) {
            Some((arms, _)) => arms.push(arm),
            None => cases.push((vec![arm], plan)),
        }
    }
    cases
}

/// The modifiers that hold in every case.
fn common(cases: &[(Vec<Arm>, Plan)]) -> Vec<Modifier> {
    let Some(((_, first), others)) = cases.split_first() else { return Vec::new() };
    let in_all = |m: &&Modifier| others.iter().all(|(_, plan)| plan.modifiers.contains(m));
    first.modifiers.iter().filter(in_all).cloned().collect()
}

fn pair(state: &State, unit: PieceId, target: PieceId) -> String {
    let name = |id| Who::known(state, id).name;
    format!("{} shoots at {}", name(unit), name(target))
}

fn words(arms: &[Arm]) -> String {
    arms.iter().map(Arm::to_string).collect::<Vec<_>>().join(" or ")
}

fn pool(plan: &Plan) -> String {
    let dice = if plan.dice == 1 { "die" } else { "dice" };
    let bonus = if plan.bonus { ", one 5 counts" } else { "" };
    format!("{} {dice}{bonus}", plan.dice)
}

/// How many of so many dice hit (BL-SHO-03, BL-SHO-15). Twelve dice at most: their weights fit.
fn hits(dice: u8, bonus: bool) -> Option<Dist<i32>> {
    Pool { bonus, ..Pool::new(dice, D6, 6) }.odds().ok()
}

/// The hits of a shot beside what was to be expected of it, by what was told of it.
pub fn scored(dice: usize, got: u8, told: &[Modifier]) -> Option<Scored> {
    let odds =
        hits(u8::try_from(dice).ok()?, told.iter().any(|one| Effect::of(one) == Some(Effect::LetsAFiveHit)))?;
    Scored::new("hits", got.into(), &odds)
}

fn chances(plan: &Plan) -> Vec<(Sentence, Ratio)> {
    let Some(hits) = hits(plan.dice, plan.bonus) else { return Vec::new() };
    let words = |hits: &i32| match hits {
        0 => "no hit".into(),
        1 => "1 hit".into(),
        more => format!("{more} hits").into(),
    };
    hits.chances().map(|(hits, chance)| (words(hits), chance)).collect()
}
