//! `last_word: false` means: no roll, nobody learns of a secret, and in every world that the seat thinks
//! possible the choice teaches it the same.

use crate::json::{audiences, difference, text};
use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Drafted, Found, Moment, viewers, walk};
use dice::Forced;
use serde::Serialize;
use std::collections::BTreeSet;
use umpire::{Game, Known, Mute, PieceId, Seats, Viewer};

/// How many worlds of a seat are tried for each choice.
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
        found.map_err(|why| format!("{:?} was not to be the last word, but {why}", drafted.judged.steps()))
    })
}

/// What a seat knows after its choice: the state, and the lines it was told.
fn taught<G: Game>(mut world: G::State, drafted: &Drafted<G>) -> Result<(String, Vec<String>), String> {
    let viewer = Viewer::Seat(drafted.seat);
    let mut events: Vec<(Seats, G::Event)> = Vec::new();
    let played = G::play(&mut world, &drafted.judged, &mut Forced::default(), &mut events);
    played.map_err(|needs| format!("a die could be rolled: {needs}"))?;
    G::redact(&mut world, viewer);
    let told = events.iter().filter(|(to, _)| to.has(viewer));
    Ok((text(&world), told.map(|(_, event)| text(&G::line(event))).collect()))
}

/// The seat learns the same in every world that it thinks possible.
fn nothing_learnt<G: Game>(m: &mut Moment<'_, G>, drafted: &Drafted<G>) -> Found {
    let known = m.battle.known(Viewer::Seat(drafted.seat));
    let truth = taught(m.battle.known(Viewer::All).state().clone(), drafted)?;
    for _ in 0..WORLDS {
        let world = G::imagine(&known, m.rng.dice());
        let taught = taught(world, drafted)?;
        if taught != truth {
            let how = difference(&text(&truth), &text(&taught));
            return Err(format!("it tells its seat something that the seat could not know: {how}"));
        }
        m.count("worlds");
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
    let grew = had.iter().zip(&has).find(|(had, has)| had.0 == has.0 && had.1 != has.1);
    match grew.filter(|_| had.len() == has.len()) {
        Some((fact, _)) => Err(format!("the fact {} is now known to others", fact.0)),
        None => m.play(drafted.choice()),
    }
}

/// The pieces that a viewer sees in a state.
fn seen<G: Game>(state: &G::State, viewer: Viewer) -> BTreeSet<PieceId> {
    G::scene(&Known::<G>::imagined(state, viewer)).pieces.iter().map(|piece| piece.id).collect()
}

/// The audience of every fact of a state.
fn facts(state: &impl Serialize) -> Vec<(String, Seats)> {
    serde_json::to_value(state).map(|state| audiences(&state)).unwrap_or_default()
}
