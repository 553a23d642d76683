//! Judged and complete means played; and where no die and no other seat comes in between, the pieces then
//! stand as the judgement promised, unless its seat is told that a rule it was warned of denied it.

use crate::json::{difference, text};
use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Drafted, Found, Moment, walk};
use umpire::{Entry, Game, Piece, PromptId, Seat, Viewer};

/// The law *judged and complete ⇒ played*, with the kept promise.
pub fn judged_is_played<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    walk::<G>("judged_is_played", trial, |m| {
        for _ in 0..3 {
            let drafted = m.draft()?;
            let decided = m.battle.decide(drafted.choice());
            decided.map_err(|answer| {
                format!("{:?} is complete but not played: {}", drafted.judged.steps(), text(&answer))
            })?;
            m.count("complete drafts");
        }
        kept_promise(m)
    })
}

fn kept_promise<G: Game>(m: &mut Moment<'_, G>) -> Found {
    let drafted = m.draft()?;
    let (asked, entries) = (others(m, &drafted), m.battle.journal().entries.len());
    let viewer = Viewer::Seat(drafted.seat);
    let before = G::scene(&m.battle.known(viewer)).pieces;
    let lines = m.battle.view(viewer, 0).lines.len();
    m.play(drafted.choice())?;
    let alone = match &m.battle.journal().entries[entries..] {
        [Entry::Play { rolls, .. }] => rolls.is_empty(),
        _ => false,
    };
    let nobody_new = others(m, &drafted).iter().all(|prompt| asked.contains(prompt));
    let news = m.battle.view(viewer, lines).lines;
    let denied = news.iter().filter_map(|n| n.line.rule).any(|rule| drafted.judged.doubts.contains(&rule));
    if denied || !alone || !nobody_new {
        return Ok(());
    }
    let promised = G::scene(&drafted.judged.after).pieces;
    let now = G::scene(&m.battle.known(viewer)).pieces;
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

/// Does a piece stand elsewhere than among these?
fn moved(piece: &Piece, among: &[Piece]) -> bool {
    among.iter().find(|other| other.id == piece.id).is_none_or(|other| other.pose != piece.pose)
}

/// What other seats are asked.
fn others<G: Game>(m: &Moment<'_, G>, drafted: &Drafted<G>) -> Vec<(Seat, PromptId)> {
    let prompts = G::prompts(&m.battle.known(Viewer::Public));
    prompts.iter().filter(|p| p.seat != drafted.seat).map(|p| (p.seat, p.id)).collect()
}
