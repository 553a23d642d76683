//! Every step, snap and fallback that is offered is legal.

use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Found, Moment, drag, random_step, walk};
use std::collections::BTreeSet;
use umpire::{Game, Known, PieceId, Viewer};

/// The law *offered ⇒ legal*.
pub fn offered_is_legal<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    walk::<G>("offered_is_legal", trial, |m| {
        for prompt in G::prompts(&m.battle.known(Viewer::Public)) {
            let whole = m.battle.known(Viewer::Seat(prompt.seat));
            let mut known = whole.clone();
            fallback(&known)?;
            // Down a draft: what is offered after a legal step is legal too.
            for _ in 0..3 {
                offered(m, &known)?;
                hinted(m, &known, &whole)?;
                let next = random_step(&known, m.rng).map(|step| G::judge(&known, &[step]));
                let Some(Ok(judged)) = next else { break };
                known = judged.after;
            }
        }
        Ok(())
    })
}

fn fallback<G: Game>(known: &Known<G>) -> Found {
    let own = G::prompts(known).into_iter().find(|p| Some(p.seat) == known.seat());
    let own = own.ok_or("a seat does not see its own prompt")?;
    let Some(steps) = own.fallback else { return Ok(()) };
    match G::judge(known, &steps).map(|judged| judged.complete) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(why)) | Err(why) => Err(format!("the fallback {steps:?} is refused: {why:?}")),
    }
}

fn offered<G: Game>(m: &mut Moment<'_, G>, known: &Known<G>) -> Found {
    let options = G::options(known);
    let pieces: BTreeSet<PieceId> = G::scene(known).pieces.iter().map(|piece| piece.id).collect();
    for offer in &options.steps {
        legal(m, known, &offer.step)?;
        if offer.piece.is_some_and(|piece| !pieces.contains(&piece)) {
            return Err(format!("{:?} is offered for a piece that its seat does not see", offer.step));
        }
    }
    let ids: BTreeSet<_> = options.places.iter().map(|place| place.id).collect();
    if ids.len() != options.places.len() {
        return Err("two places have the same number".to_owned());
    }
    for place in &options.places {
        place.snaps.iter().try_for_each(|snap| legal(m, known, snap))?;
        if place.piece.is_some_and(|piece| !pieces.contains(&piece)) {
            return Err(format!("{:?} is for a piece that its seat does not see", place.label));
        }
        let aimed = G::aim(known, place.id, &drag(known, place, m.rng));
        let fits = aimed.is_some_and(|step| G::judge(known, &[step]).is_ok());
        m.add("aimed", u64::from(fits));
        if fits && place.snaps.is_empty() {
            return Err(format!("{:?} has a legal step but no snap", place.label));
        }
    }
    Ok(())
}

/// What hints propose is legal, on the draft or instead of it, and speaks of pieces that the seat sees.
fn hinted<G: Game>(m: &mut Moment<'_, G>, known: &Known<G>, whole: &Known<G>) -> Found {
    let hints = G::hints(known);
    let pieces: BTreeSet<PieceId> = G::scene(known).pieces.iter().map(|piece| piece.id).collect();
    let seen = |id: &PieceId| pieces.contains(id);
    for plan in &hints.plans {
        m.count("plans");
        if let Err(why) = G::judge(known, &plan.steps) {
            return Err(format!("the plan {:?} is refused: {why:?}", plan.label));
        }
        if !plan.pieces.iter().all(seen) {
            return Err(format!("the plan {:?} is about a piece that its seat does not see", plan.label));
        }
    }
    let next = hints.strikes.iter().map(|strike| (known, strike));
    let instead = hints.instead.iter().map(|strike| (whole, strike));
    for (from, strike) in next.chain(instead) {
        legal(m, from, &strike.step)?;
        if !seen(&strike.piece) || !seen(&strike.target) {
            return Err(format!("{:?} is a hint about a piece that its seat does not see", strike.step));
        }
    }
    let barred = hints.barred.iter().find(|barred| !seen(&barred.piece) || barred.refused.is_empty());
    barred.map_or(Ok(()), |barred| Err(format!("{} is barred without a reason", barred.piece.0)))
}

fn legal<G: Game>(m: &mut Moment<'_, G>, known: &Known<G>, step: &G::Step) -> Found {
    m.count("offers");
    match G::judge(known, std::slice::from_ref(step)) {
        Ok(_) => Ok(()),
        Err(why) => Err(format!("{step:?} is offered but refused: {why:?}")),
    }
}
