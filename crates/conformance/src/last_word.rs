//! `last_word: false` means: no roll, nobody learns of a secret, and in every world that a viewer thinks
//! possible the choice teaches him the same.

use crate::json::{audiences, difference, text};
use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Drafted, Found, Moment, viewers, walk};
use dice::Forced;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use umpire::{Entry, Game, Judgement, Known, Mute, PieceId, Seats, Viewer};

/// How many worlds of a viewer are tried for each choice.
const WORLDS: usize = 6;

/// The law *`last_word`*.
pub fn last_word<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    walk::<G>("last_word", trial, |m| {
        let drafted = m.draft()?;
        if drafted.judged.last_word || drafted.sealed {
            return m.play(drafted.choice());
        }
        m.count("choices that could be taken back");
        let found = nothing_learnt(m, &drafted).and_then(|()| nothing_shown(m, &drafted));
        let entries = m.battle.journal().entries.len();
        let found = found.and_then(|()| nothing_told(m, &drafted)).and_then(|()| m.play(drafted.choice()));
        let found = found.and_then(|()| nothing_rolled(&m.battle.journal().entries[entries..]));
        found.map_err(|why| format!("{:?} was not to be the last word, but {why}", drafted.judged.steps()))
    })
}

/// Nor does a die fall for the answers that the umpire then gives by himself.
fn nothing_rolled(entries: &[Entry]) -> Found {
    match entries.iter().flat_map(Entry::rolls).next() {
        Some(roll) => Err(format!("a die fell by {} before anybody could take it back", roll.rule)),
        None => Ok(()),
    }
}

/// What a viewer knows after a choice: the state, and the lines he was told.
fn taught<G: Game>(
    mut world: G::State,
    judged: &Judgement<G>,
    viewer: Viewer,
) -> Result<(String, Vec<String>), String> {
    let mut events: Vec<(Seats, G::Event)> = Vec::new();
    let played = G::play(&mut world, judged, &mut Forced::default(), &mut events);
    played.map_err(|needs| format!("a die could be rolled: {needs}"))?;
    G::redact(&mut world, viewer);
    let told = events.iter().filter(|(to, _)| to.has(viewer));
    Ok((text(&world), told.map(|(_, event)| text(&G::line(event))).collect()))
}

/// The seat learns the same in every world that it thinks possible.
fn nothing_learnt<G: Game>(m: &mut Moment<'_, G>, drafted: &Drafted<G>) -> Found {
    let viewer = Viewer::Seat(drafted.seat);
    let known = m.battle.known(viewer);
    let truth = taught(m.battle.known(Viewer::All).state().clone(), &drafted.judged, viewer)?;
    for _ in 0..WORLDS {
        let world = G::imagine(&known, m.rng.dice());
        let taught = taught(world, &drafted.judged, viewer)?;
        if taught != truth {
            let how = difference(&text(&truth), &text(&taught));
            return Err(format!("it tells its seat something that the seat could not know: {how}"));
        }
        m.count("worlds");
    }
    Ok(())
}

/// Everybody else, too, learns the same in every world that he thinks possible, where the choice can be made
/// and taken back there.
fn nothing_told<G: Game>(m: &mut Moment<'_, G>, drafted: &Drafted<G>) -> Found {
    let truth = m.battle.known(Viewer::All).state().clone();
    for viewer in viewers(m.battle).into_iter().filter(|v| *v != Viewer::Seat(drafted.seat)) {
        let known = m.battle.known(viewer);
        let said = taught(truth.clone(), &drafted.judged, viewer)?;
        for _ in 0..WORLDS {
            let world = G::imagine(&known, m.rng.dice());
            let judged = G::judge(&Known::<G>::imagined(&world, drafted.seat), drafted.judged.steps());
            let Ok(judged) = judged else { continue };
            if judged.complete.is_err() || judged.last_word {
                continue;
            }
            let taught = taught(world, &judged, viewer)?;
            if taught != said {
                let how = difference(&text(&said), &text(&taught));
                return Err(format!("it tells {viewer:?} something that he could not know: {how}"));
            }
            m.count("worlds of others");
        }
    }
    Ok(())
}

/// No fact's audience grew, and nobody sees a piece that was hidden from him.
fn nothing_shown<G: Game>(m: &mut Moment<'_, G>, drafted: &Drafted<G>) -> Found {
    let before = m.battle.known(Viewer::All).state().clone();
    let mut after = before.clone();
    let played = G::play(&mut after, &drafted.judged, &mut Forced::default(), &mut Mute);
    played.map_err(|needs| format!("it rolled: {needs}"))?;
    let all = seen::<G>(&before, Viewer::All);
    for viewer in viewers(m.battle) {
        let (had, has) = (seen::<G>(&before, viewer), seen::<G>(&after, viewer));
        if has.iter().any(|id| all.contains(id) && !had.contains(id)) {
            return Err(format!("it showed {viewer:?} a hidden piece"));
        }
    }
    let (had, has) = (facts(&before), facts(&after));
    let grew = |(path, to): (&String, &Seats)| has.get(path).is_some_and(|now| to.and(*now) != *to);
    match had.iter().find(|fact| grew(*fact)) {
        Some((path, _)) => Err(format!("the fact {path} is now known to others")),
        None => Ok(()),
    }
}

/// The pieces that a viewer sees in a state.
fn seen<G: Game>(state: &G::State, viewer: Viewer) -> BTreeSet<PieceId> {
    G::scene(&Known::<G>::imagined(state, viewer)).pieces.iter().map(|piece| piece.id).collect()
}

/// The audience of every fact of a state, by the path to it.
fn facts(state: &impl Serialize) -> BTreeMap<String, Seats> {
    serde_json::to_value(state).map(|state| audiences(&state).into_iter().collect()).unwrap_or_default()
}
