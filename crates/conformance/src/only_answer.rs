//! What the umpire answers by himself has no other answer.

use crate::json::text;
use crate::walk::Found;
use dice::{Forced, Given};
use serde::Deserialize;
use umpire::{Entry, Game, Judgement, Known, Mute, Prompt, Refusal};

/// How long a draft is tried for another answer, and how many drafts are tried.
const LONGEST: usize = 3;
const DRAFTS: usize = 300;

/// Plays entries again, without the umpire, and looks at each question that was forced. How many there were.
pub(crate) fn only_answer<G: Game>(mut world: G::State, entries: &[Entry]) -> Result<u64, String> {
    let mut looked = 0;
    for entry in entries {
        let Entry::Play { seat, steps, rolls, forced, .. } = entry else { continue };
        let known = Known::<G>::imagined(&world, *seat);
        if *forced {
            let own = G::prompts(&known).into_iter().find(|p| p.seat == *seat);
            no_other(&known, &own.ok_or("a seat does not see its own prompt")?)?;
            looked += 1;
        }
        let steps: Result<Vec<G::Step>, _> = steps.iter().map(G::Step::deserialize).collect();
        let judged = G::judge(&known, &steps.map_err(|e| e.to_string())?).map_err(refused)?;
        let mut dice = Forced::new(rolls.iter().map(Given::from).collect());
        let played = G::play(&mut world, &judged, &mut dice, &mut Mute);
        played.map_err(|needs| format!("an entry needs other dice than it had: {needs}"))?;
    }
    Ok(looked)
}

fn refused(why: Vec<Refusal>) -> String {
    format!("an entry is refused: {}", text(&why))
}

/// No draft of offers and snaps is complete but the fallback.
fn no_other<G: Game>(known: &Known<G>, prompt: &Prompt<G::Step>) -> Found {
    let (seat, id) = (prompt.seat, prompt.id.0);
    let fallback =
        prompt.fallback.as_deref().ok_or(format!("question {id} of {seat} is forced to nothing"))?;
    let fallback = G::judge(known, fallback).map_err(refused)?;
    let mut drafts: Vec<Judgement<G>> = G::judge(known, &[]).into_iter().collect();
    let mut tried = 0;
    while let Some(draft) = drafts.pop().filter(|_| tried < DRAFTS) {
        tried += 1;
        if draft.complete.is_ok() && draft.steps() != fallback.steps() {
            return Err(format!(
                "the answer of {seat} to question {id} was forced, but it had {:?}",
                draft.steps()
            ));
        }
        if draft.steps().len() < LONGEST {
            let options = G::options(&draft.after);
            let offers = options.steps.into_iter().map(|offer| offer.step);
            let next = offers.chain(options.places.into_iter().flat_map(|place| place.snaps));
            drafts.extend(next.filter_map(|step| G::judge(&draft.after, &[step]).ok()));
        }
    }
    Ok(())
}
