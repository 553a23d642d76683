//! What stands beside Play: what a draft costs that is not to be seen on the table, and cannot be undone.

use crate::event::{Who, counted, listed};
use crate::state::{Activation, Left, Method, Phase, State, Unit};
use crate::step::Step;
use crate::{Blucher, activation, fire, victory};
use std::collections::{BTreeMap, BTreeSet};
use umpire::{Known, PieceId, Sentence};

/// The draft's warning, the gravest first; empty if it gives nothing away and ends nothing.
pub(super) fn warning(known: &Known<Blucher>) -> Sentence {
    let parts =
        [loses(known).into(), leaves(known).into(), ends(known).into(), super::reveal::warning(known)];
    let parts: Vec<Sentence> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ").into()
}

/// BL-VIC-05: is the battle lost by retirement with this turn, as far as the draft goes?
fn loses(known: &Known<Blucher>) -> String {
    if known.draft().is_empty() || !matches!(known.state().phase, Phase::Movement { .. } | Phase::Fire { .. })
    {
        return String::new();
    }
    let mut after = known.state().clone();
    let last = |unit: &PieceId| after.unit(*unit).is_some_and(fire::last_ammunition);
    let leaving = usize::from(matches!(known.draft(), [Step::Shoot { unit, .. }] if last(unit)));
    fire::expect_hits(&mut after);
    let Some(end) = victory::retirement(&after, leaving) else { return String::new() };
    let are = if end.count == 1 { "unit is retired" } else { "units are retired" };
    format!(
        "Then {} of your {are}, more than are on the table: you lose when your turn ends (BL-VIC-05).",
        end.count
    )
}

/// BL-TAB-11: who is led off the table does not come back.
fn leaves(known: &Known<Blucher>) -> String {
    let state = known.state();
    let of = |how: fn(Left) -> bool| -> Vec<String> {
        let named: BTreeSet<PieceId> = known.draft().iter().filter_map(Step::unit).collect();
        let gone = named.into_iter().filter(|unit| super::words::left(state, *unit).is_some_and(how));
        gone.map(|unit| Who::known(state, unit).name).collect()
    };
    let said = |names: Vec<String>, one: &str, many: &str| match names.len() {
        0 => None,
        1 => Some(format!("{} {one}.", listed(&names))),
        _ => Some(format!("{} {many}.", listed(&names))),
    };
    let broken = said(of(|how| how == Left::Broken), "is broken by it", "are broken by it");
    let away = "the table for good";
    let left = said(of(|how| how != Left::Broken), &format!("leaves {away}"), &format!("leave {away}"));
    broken.into_iter().chain(left).collect::<Vec<_>>().join(" ")
}

/// What is over when the draft is played.
fn ends(known: &Known<Blucher>) -> String {
    let state = known.state();
    match (&state.phase, &state.activation, known.draft()) {
        (Phase::Movement { .. }, Some(activation), _) => activated(state, activation),
        (Phase::Movement { .. }, None, [Step::EndPhase]) => not_moved(state),
        (Phase::Fire { .. }, _, [Step::Shoot { unit, .. }]) => last_shot(state, *unit),
        _ => String::new(),
    }
}

/// BL-ACT-26: a command activation ends the movement phase. BL-ACT-04: after an individual one no corps is activated.
fn activated(state: &State, activation: &Activation) -> String {
    match activation.method {
        Method::Command(_) if !activation.force.is_empty() => {
            let left = waiting(state).filter(|unit| !activation.force.contains(&unit.id)).count();
            let left = match left {
                0 => String::new(),
                1 => ": 1 unit has not moved".to_owned(),
                more => format!(": {more} units have not moved"),
            };
            format!("Then your movement is over (BL-ACT-26){left}.")
        }
        Method::Individual if activation::corps_lost(state, &activation.force) => {
            "After it no more corps can be activated (BL-ACT-04).".to_owned()
        }
        _ => String::new(),
    }
}

fn waiting(state: &State) -> impl Iterator<Item = &Unit> {
    state.of_side(state.active).filter(|unit| !unit.activated)
}

fn corps(unit: &Unit) -> Option<&str> {
    unit.card.get()?.corps.as_deref()
}

/// The own units that were not activated, by their corps, for whoever ends the movement phase (BL-ACT-33).
fn not_moved(state: &State) -> String {
    let mut corps_waiting: BTreeMap<&str, u8> = BTreeMap::new();
    let mut others: Vec<String> = Vec::new();
    for unit in waiting(state) {
        match corps(unit) {
            Some(corps) => *corps_waiting.entry(corps).or_default() += 1,
            None => others.push(Who::known(state, unit.id).name),
        }
    }
    let all = |name: &str| state.of_side(state.active).filter(|unit| corps(unit) == Some(name)).count();
    let mut one = corps_waiting.len() + others.len() == 1;
    let mut parts: Vec<String> = Vec::new();
    for (name, count) in corps_waiting {
        let (words, units) = (activation::corps_words(name), counted(count, "unit"));
        if usize::from(count) == all(name) {
            parts.push(format!("{words} ({units})"));
        } else {
            one = one && count == 1;
            parts.push(format!("{units} of {words}"));
        }
    }
    others.sort_unstable();
    parts.extend(others);
    if parts.is_empty() {
        return String::new();
    }
    format!("{} {} not moved.", listed(&parts), if one { "has" } else { "have" })
}

/// BL-AMM-03: with its last ammunition marked a battery leaves the table when all have shot.
fn last_shot(state: &State, unit: PieceId) -> String {
    let name = Who::known(state, unit).name;
    let last = state.unit(unit).is_some_and(fire::last_ammunition);
    let words = "leaves the table when all have shot (BL-AMM-03)";
    if last { format!("This is its last ammunition: {name} {words}.") } else { String::new() }
}
