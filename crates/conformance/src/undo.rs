//! Undo restores the exact state, for everybody; it is offered only where it is allowed, and only those who
//! heard of a choice or were asked something because of it hear that it was taken back.

use crate::face::seen_by_all;
use crate::json::{say, text};
use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Found, Moment, hash, viewers, walk};
use serde_json::json;
use umpire::{Battle, Entry, Game, PromptId, Seat, Viewer};

/// The law *undo*.
pub fn undo<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    walk::<G>("undo", trial, |m| {
        let (before, lines, questions) = (record(m.battle), heard(m.battle), asked(m.battle));
        let (hash_before, entries) = (hash(m.battle), m.battle.journal().entries.len());
        let drafted = m.draft()?;
        m.play(drafted.choice())?;
        others_may_not(m.battle, drafted.seat)?;
        if !m.battle.may_undo(drafted.seat) {
            return Ok(());
        }
        let rolled = m.battle.journal().entries[entries..].iter().any(rolled);
        if drafted.judged.last_word || drafted.sealed || rolled {
            return Err(format!("{:?} can be taken back though it must not", drafted.judged.steps()));
        }
        let (hash_after, told) = (hash(m.battle), heard(m.battle));
        let now_asked = asked(m.battle);
        let newly = |i: usize| now_asked[i].is_some() && now_asked[i] != questions[i];
        let involved = (0..told.len()).map(|i| told[i] > lines[i] || newly(i)).collect::<Vec<bool>>();
        m.battle
            .undo(drafted.seat)
            .map_err(|answer| format!("an undo that was offered: {}", say(&answer)))?;
        m.count("undone");
        if hash(m.battle) != hash_before || record(m.battle) != before {
            return Err(format!("{:?} taken back leaves another state", drafted.judged.steps()));
        }
        who_hears(m, drafted.seat, &involved, &told)?;
        what_holds_no_more(m.battle, &lines, &told)?;
        if m.rng.one_in(4) {
            replays(m.battle)?;
        }
        m.play(drafted.choice())?;
        if hash(m.battle) == hash_after {
            Ok(())
        } else {
            Err(format!("{:?} played again after an undo ends in another state", drafted.judged.steps()))
        }
    })
}

fn rolled(entry: &Entry) -> bool {
    matches!(entry, Entry::Play { rolls, .. } if !rolls.is_empty())
}

/// What every viewer knows, sees and is asked.
fn record<G: Game>(battle: &Battle<G>) -> Vec<String> {
    let of = |viewer: Viewer| {
        let known = battle.known(viewer);
        let prompts: Vec<_> = G::prompts(&known).iter().map(seen_by_all).collect();
        text(&json!([known.state(), G::scene(&known), prompts, G::outcome(&known)]))
    };
    viewers(battle).into_iter().chain([Viewer::All]).map(of).collect()
}

/// How many lines each viewer was told.
fn heard<G: Game>(battle: &Battle<G>) -> Vec<usize> {
    viewers(battle).into_iter().map(|viewer| battle.view(viewer, 0).lines.len()).collect()
}

/// What each viewer is asked.
fn asked<G: Game>(battle: &Battle<G>) -> Vec<Option<PromptId>> {
    viewers(battle).into_iter().map(|viewer| battle.view(viewer, 0).prompt.map(|prompt| prompt.id)).collect()
}

fn others_may_not<G: Game>(battle: &mut Battle<G>, seat: Seat) -> Found {
    let others: Vec<Seat> = battle.seats().iter().map(|info| info.seat).filter(|s| *s != seat).collect();
    for other in others {
        let before = hash(battle);
        if battle.may_undo(other) || battle.undo(other).is_ok() || hash(battle) != before {
            return Err(format!("{other} can take back a choice of {seat}"));
        }
    }
    Ok(())
}

/// After an undo, whom the choice involved hears of it, and nobody else.
fn who_hears<G: Game>(m: &mut Moment<'_, G>, seat: Seat, involved: &[bool], told: &[usize]) -> Found {
    let now = heard(m.battle);
    for (i, viewer) in viewers(m.battle).into_iter().enumerate() {
        let involved = involved[i] || viewer == Viewer::Seat(seat);
        if now[i] != told[i] + usize::from(involved) {
            return Err(format!("{viewer:?} was told {} lines of an undo", now[i] - told[i]));
        }
    }
    Ok(())
}

/// The line of an undo takes back just the lines of the choice, as each viewer counts them.
fn what_holds_no_more<G: Game>(battle: &Battle<G>, lines: &[usize], told: &[usize]) -> Found {
    for (i, viewer) in viewers(battle).into_iter().enumerate() {
        let Some(last) = battle.view(viewer, told[i]).lines.pop() else { continue };
        let choice: Vec<usize> = (1..=told[i] - lines[i]).collect();
        if last.line.takes_back != choice {
            return Err(format!(
                "{viewer:?} hears that {:?} are taken back, not {choice:?}",
                last.line.takes_back
            ));
        }
    }
    Ok(())
}

fn replays<G: Game>(battle: &Battle<G>) -> Found {
    let again = Battle::<G>::replay(battle.journal(), None).map_err(|answer| say(&answer))?;
    if hash(&again) == hash(battle) { Ok(()) } else { Err("an undo replays to another state".to_owned()) }
}
