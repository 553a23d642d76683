//! Blind by construction: nothing that a viewer can read depends on what he does not know.
//!
//! Five looks at every moment: every fact is known to somebody, for what nobody knows has not happened yet;
//! what is redacted is blank and redacting again changes nothing; everybody sees the same prompts; an imagined
//! world looks to its viewer like the true one; a sealed answer looks to others like any other answer. And
//! the pairs of scenarios that differ in a secret are fought in lock-step, because a secret that somebody
//! forgot to make a fact passes all five.

use crate::face::{differences, of_battle, of_known, probes, seen_by_all};
use crate::json::{audiences, difference, first_wrong_fact, say, text};
use crate::lock_step::lock_step;
use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Drafted, Found, Moment, choice, draft, viewers, walk};
use std::collections::BTreeMap;
use umpire::{Battle, Game, Known, PieceId, Prompt, Seats, Viewer};

/// How many worlds are imagined for each viewer.
const WORLDS: usize = 2;

/// The law *blind*.
pub fn blind<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    let mut ever_seen: BTreeMap<Viewer, Vec<PieceId>> = BTreeMap::new();
    let mut summary = walk::<G>("blind", trial, |m| {
        if m.first {
            ever_seen.clear();
        }
        if trial.pairs.is_empty() {
            no_secret(m.battle)?;
        }
        no_future(m.battle)?;
        redacted(m.battle)?;
        same_prompts(m.battle)?;
        unknown_pieces(m.battle, &mut ever_seen)?;
        imagined(m)?;
        sealed(m)
    })?;
    for (n, pair) in trial.pairs.iter().enumerate() {
        lock_step::<G>(pair, trial, n, &mut summary.counts)?;
    }
    Ok(summary)
}

/// A game whose states hold secrets is not tried without pairs.
fn no_secret<G: Game>(battle: &Battle<G>) -> Found {
    let state = serde_json::to_value(battle.known(Viewer::All).state()).map_err(|e| e.to_string())?;
    match audiences(&state).iter().find(|(_, to)| *to != Seats::EVERYBODY) {
        None => Ok(()),
        Some((path, _)) => Err(format!(
            "the fact {path} is a secret, but the trial has no pair of scenarios that differ in a secret"
        )),
    }
}

/// No future chance in a state: a fact that nobody knows is a die that fell before its time.
fn no_future<G: Game>(battle: &Battle<G>) -> Found {
    let state = serde_json::to_value(battle.known(Viewer::All).state()).map_err(|e| e.to_string())?;
    let viewers = viewers(battle);
    match audiences(&state).iter().find(|(_, to)| !viewers.iter().any(|viewer| to.has(*viewer))) {
        None => Ok(()),
        Some((path, _)) => Err(format!("the fact {path} is known to nobody")),
    }
}

/// What a viewer does not know is blank; redacting twice, or after a viewer who knows more, is the same as
/// redacting once; and the truth has no blanks.
fn redacted<G: Game>(battle: &Battle<G>) -> Found {
    let public = battle.known(Viewer::Public);
    for viewer in viewers(battle).into_iter().chain([Viewer::All]) {
        let known = battle.known(viewer);
        let value = serde_json::to_value(known.state()).map_err(|e| e.to_string())?;
        if let Some(path) = first_wrong_fact(&value, viewer) {
            return Err(format!("the fact {path} is not as {viewer:?} should know it"));
        }
        let mut again = known.state().clone();
        G::redact(&mut again, viewer);
        if again != *known.state() {
            return Err(format!("redacting twice for {viewer:?} is not the same as once"));
        }
        G::redact(&mut again, Viewer::Public);
        if again != *public.state() {
            return Err(format!("the public knows something that {viewer:?} does not"));
        }
    }
    Ok(())
}

/// Everybody sees the same prompts, and no seat has two.
fn same_prompts<G: Game>(battle: &Battle<G>) -> Found {
    let seen = |viewer| {
        let mut seen: Vec<_> = G::prompts(&battle.known(viewer)).iter().map(seen_by_all).collect();
        seen.sort_by_key(text);
        seen
    };
    let all = seen(Viewer::All);
    for viewer in viewers(battle) {
        if seen(viewer) != all {
            let how = difference(&text(&all), &text(&seen(viewer)));
            return Err(format!("awaited: {viewer:?} sees other prompts than there are: {how}"));
        }
    }
    let prompts = G::prompts(&battle.known(Viewer::All));
    let twice = |p: &Prompt<G::Step>| prompts.iter().filter(|q| q.seat == p.seat).count() > 1;
    prompts.iter().find(|p| twice(p)).map_or(Ok(()), |p| Err(format!("{} has two prompts", p.seat)))
}

/// Nobody reads of a piece that he never saw, nor can he look at its card.
fn unknown_pieces<G: Game>(battle: &Battle<G>, ever: &mut BTreeMap<Viewer, Vec<PieceId>>) -> Found {
    let ids =
        |viewer| G::scene(&battle.known(viewer)).pieces.iter().map(|piece| piece.id).collect::<Vec<_>>();
    let all = ids(Viewer::All);
    for viewer in viewers(battle) {
        let known = battle.known(viewer);
        let seen = ever.entry(viewer).or_default();
        seen.extend(ids(viewer));
        seen.sort_unstable();
        seen.dedup();
        let unknown: Vec<PieceId> = all.iter().copied().filter(|id| !seen.contains(id)).collect();
        let view = battle.view(viewer, 0);
        let told = view.lines.iter().flat_map(|numbered| &numbered.line.pieces);
        let options = G::options(&known);
        let offered =
            options.steps.iter().filter_map(|o| o.piece).chain(options.places.iter().filter_map(|p| p.piece));
        if let Some(id) = told.copied().chain(offered).find(|id| unknown.contains(id)) {
            return Err(format!("{viewer:?} reads of piece {} and does not know of it", id.0));
        }
        if let Some(id) = unknown.iter().find(|id| G::inspect(&known, **id).is_some()) {
            return Err(format!("{viewer:?} can look at piece {} and does not know of it", id.0));
        }
    }
    Ok(())
}

/// `known(imagine(k)) == k`, and everything that follows from it is the same to the byte.
fn imagined<G: Game>(m: &mut Moment<'_, G>) -> Found {
    for viewer in viewers(m.battle) {
        let known = m.battle.known(viewer);
        for n in 0..WORLDS {
            let world = G::imagine(&known, m.rng.dice());
            m.count("worlds");
            let again = Known::<G>::imagined(&world, viewer);
            if again != known {
                let how = difference(&text(known.state()), &text(again.state()));
                return Err(format!("what {viewer:?} imagines is not what he knows: {how}"));
            }
            // Equal states give equal faces unless something outside the state speaks: looked at now and then.
            if n == 0 && m.rng.one_in(4) {
                let value = serde_json::to_value(&world).map_err(|e| e.to_string())?;
                if let Some(path) = first_wrong_fact(&value, Viewer::All) {
                    return Err(format!("{path} is blank in a world that {viewer:?} imagines"));
                }
                let probes = probes(&known, m.pool, m.rng);
                let (ours, theirs) = (of_known(&known, &probes), of_known(&again, &probes));
                if let Some((part, how)) = differences(&ours, &theirs).first() {
                    return Err(format!("{part}: an imagined world looks different to {viewer:?}: {how}"));
                }
            }
        }
    }
    Ok(())
}

/// While others have still to answer, nobody can tell which sealed answer a seat gave, nor that it was
/// replaced.
fn sealed<G: Game>(m: &mut Moment<'_, G>) -> Found {
    let prompts = G::prompts(&m.battle.known(Viewer::Public));
    let open: Vec<_> = prompts.iter().filter(|p| p.sealed).collect();
    let Some(prompt) = m.rng.of(&open).copied() else { return Ok(()) };
    if !open.iter().any(|p| p.seat != prompt.seat && !p.answered) {
        return Ok(());
    }
    let known = m.battle.known(Viewer::Seat(prompt.seat));
    let Some(first) = draft(&known, m.rng) else { return Ok(()) };
    let Some(second) = (0..8).find_map(|_| draft(&known, m.rng).filter(|d| d.steps() != first.steps()))
    else {
        return Ok(());
    };
    let drafted = |judged| Drafted { seat: prompt.seat, prompt: prompt.id, sealed: true, judged };
    let (first, second) = (drafted(first), drafted(second));
    let once = after(m.battle, &[&first])?;
    let other = after(m.battle, &[&second])?;
    let replaced = after(m.battle, &[&first, &second])?;
    m.count("sealed answers");
    for viewer in viewers(m.battle).into_iter().filter(|v| *v != Viewer::Seat(prompt.seat)) {
        let probes = probes(&once.known(viewer), m.pool, m.rng);
        let since = m.battle.view(viewer, 0).lines.len();
        let face = of_battle(&once, viewer, since, &probes);
        for (what, world) in [("which sealed answer was given", &other), ("that one was replaced", &replaced)]
        {
            if let Some((part, how)) = differences(&face, &of_battle(world, viewer, since, &probes)).first() {
                return Err(format!("{part}: {viewer:?} can see {what}: {how}"));
            }
        }
    }
    Ok(())
}

/// A copy of a battle after some answers to one sealed prompt.
fn after<G: Game>(battle: &Battle<G>, answers: &[&Drafted<G>]) -> Result<Battle<G>, String> {
    let mut copy = Battle::replay(battle.journal(), None).map_err(|answer| say(&answer))?;
    for answer in answers {
        let played = copy.play(choice(answer.seat, answer.prompt, answer.judged.steps().to_vec()));
        played.map_err(|answer| format!("a sealed answer is not taken: {}", say(&answer)))?;
    }
    Ok(copy)
}
