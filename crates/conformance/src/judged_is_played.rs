//! Judged and complete means played; and where no die and no other seat comes in between, the pieces then
//! stand as the judgement promised, unless its seat is told that a rule it was warned of denied it.

use crate::json::{difference, say, text};
use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Drafted, Found, Moment, walk};
use dice::Forced;
use umpire::{Game, Known, Piece, PromptId, RuleId, Seat, Seats, Viewer};

/// How many drafts are tried at each moment.
const DRAFTS: usize = 4;

/// The law *judged and complete ⇒ played*, with the kept promise.
pub fn judged_is_played<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    walk::<G>("judged_is_played", trial, |m| {
        for _ in 0..DRAFTS {
            let drafted = m.draft()?;
            let decided = m.battle.decide(drafted.choice());
            decided.map_err(|answer| {
                format!("{:?} is complete but not played: {}", drafted.judged.steps(), say(&answer))
            })?;
            m.count("complete drafts");
            kept_promise(m, &drafted)?;
        }
        Ok(())
    })
}

fn kept_promise<G: Game>(m: &mut Moment<'_, G>, drafted: &Drafted<G>) -> Found {
    let viewer = Viewer::Seat(drafted.seat);
    let truth = m.battle.known(Viewer::All).state().clone();
    let (mut played, mut events) = (truth.clone(), Vec::new());
    if G::play(&mut played, &drafted.judged, &mut Forced::default(), &mut events).is_err() {
        return Ok(()); // dice fall
    }
    let asked = others::<G>(&truth, drafted.seat);
    if others::<G>(&played, drafted.seat).iter().any(|prompt| !asked.contains(prompt)) {
        return Ok(()); // somebody else decides how it goes on
    }
    let told: Vec<RuleId> = heard::<G>(&events, viewer);
    if told.iter().any(|rule| drafted.judged.doubts.contains(rule)) {
        m.count("denied");
        return Ok(());
    }
    let pieces = |state: &G::State| G::scene(&Known::<G>::imagined(state, viewer)).pieces;
    let (before, now, promised) = (pieces(&truth), pieces(&played), G::scene(&drafted.judged.after).pieces);
    let own = m.battle.seats().iter().find(|info| info.seat == drafted.seat).map(|info| info.side);
    if now.iter().any(|piece| Some(piece.side) != own && moved(piece, &before) && moved(piece, &promised)) {
        return Ok(()); // an interrupted move of somebody else went on
    }
    m.count("promises");
    if promised == now {
        return Ok(());
    }
    let how = difference(&text(&promised), &text(&now));
    Err(format!("{:?} was promised another result than it had: {how}", drafted.judged.steps()))
}

/// The rules of the lines that a viewer was told.
fn heard<G: Game>(events: &[(Seats, G::Event)], viewer: Viewer) -> Vec<RuleId> {
    let told = events.iter().filter(|(to, _)| to.has(viewer));
    told.filter_map(|(_, event)| G::line(event).rule).collect()
}

/// Does a piece stand elsewhere than among these?
fn moved(piece: &Piece, among: &[Piece]) -> bool {
    among.iter().find(|other| other.id == piece.id).is_none_or(|other| other.pose != piece.pose)
}

/// What other seats are asked.
fn others<G: Game>(state: &G::State, seat: Seat) -> Vec<(Seat, PromptId)> {
    let prompts = G::prompts(&Known::<G>::imagined(state, Viewer::Public));
    prompts.iter().filter(|p| p.seat != seat).map(|p| (p.seat, p.id)).collect()
}
