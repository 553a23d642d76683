//! Total: any message from anyone at any time gets an answer; nothing panics, and nothing changes unless a
//! choice was accepted.

use crate::fuzz;
use crate::json::say;
use crate::report::{Broken, Summary};
use crate::rng::Rng;
use crate::trial::Trial;
use crate::walk::{Found, Moment, choice, draft, drag, guarded, hash, viewers, walk, whole};
use dice::{Given, Hex, RuleId, Seed};
use std::collections::BTreeMap;
use table::heading::Heading;
use table::point::Point;
use umpire::{
    Answer, Battle, Chance, Choice, Code, DiceFrom, Drag, Game, Known, Mute, Opening, Options, PieceId,
    PlaceId, PromptId, Scenario, Seat, Viewer,
};

const LAW: &str = "total";

/// The law *total*.
pub fn total<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    let mut summary = walk::<G>(LAW, trial, |m| {
        ask_anything(m)?;
        play_anything(m)?;
        play_imagined(m)
    })?;
    for (group, scenario) in trial.scenarios.iter().enumerate() {
        let seed = trial.seed_of(group, 0);
        let mut battle = whole::<G>(LAW, scenario, &seed, trial.longest)?;
        let found = guarded(|| nothing_after_the_end(&mut battle));
        found.map_err(|why| Broken::new(LAW, why, Some(battle.journal())))?;
        *summary.counts.entry("closed battles").or_insert(0) += 1;
        let read = read_anything::<G>(scenario, &seed, trial.battles, &mut summary.counts);
        read.map_err(|why| Broken::new(LAW, why, None))?;
    }
    Ok(summary)
}

/// How many spoilt texts of a scenario are read for each battle.
const TEXTS: u32 = 60;

/// Whatever is written in a scenario, it opens or it has problems.
fn read_anything<G: Game>(
    scenario: &Scenario,
    seed: &Seed,
    battles: u32,
    counts: &mut BTreeMap<&'static str, u64>,
) -> Found {
    let mut rng = Rng::new(seed);
    for _ in 0..TEXTS * battles {
        let text = fuzz::text(&scenario.text, &mut rng);
        let chance = Chance { dice: DiceFrom::Stream, seed: Hex(seed.reveal().to_vec()), added: Vec::new() };
        let scenario = Scenario { name: scenario.name.clone(), text };
        let opening = Opening { scenario: scenario.clone(), chance, given: Vec::new() };
        let found = guarded(|| match Battle::<G>::open(opening) {
            Ok(battle) => {
                for viewer in viewers(&battle) {
                    battle.view(viewer, 0);
                }
                Ok("spoilt scenarios that opened")
            }
            Err(Answer::Needs(_)) => Ok("spoilt scenarios that need dice"),
            Err(Answer::Error(trouble)) if trouble.code == Code::BadScenario => Ok("bad scenarios"),
            Err(answer) => Err(format!("it was answered {}", say(&answer))),
        });
        let what = found.map_err(|why| format!("opening a spoilt scenario: {why}: {:?}", scenario.text))?;
        *counts.entry(what).or_insert(0) += 1;
    }
    Ok(())
}

/// Every question about a known state has an answer, whatever it is about.
fn ask_anything<G: Game>(m: &mut Moment<'_, G>) -> Found {
    for viewer in viewers(m.battle).into_iter().chain([Viewer::All]) {
        let known = m.battle.known(viewer);
        let steps = fuzz::draft(&known, m.pool, m.rng);
        let asked = guarded(|| {
            let _ = G::judge(&known, &steps).map(|judged| {
                G::scene(&judged.after);
                G::prompts(&judged.after);
                G::options(&judged.after)
            });
            G::odds(&known, &steps);
            Ok(())
        });
        asked.map_err(|why| format!("{steps:?} of {viewer:?}: {why}"))?;
        let options = G::options(&known);
        aim_anything(m, &known, &options)?;
        let piece = PieceId(m.rng.below(20_000_000) as u32);
        guarded(|| Ok(G::inspect(&known, piece)))?;
        m.count("drafts asked");
    }
    Ok(())
}

fn aim_anything<G: Game>(m: &mut Moment<'_, G>, known: &Known<G>, options: &Options<G::Step>) -> Found {
    let far = |m: &mut Moment<'_, G>| Point {
        x: m.rng.between(-(1 << 24), 1 << 24),
        y: m.rng.between(-9, 1 << 24),
    };
    for _ in 0..2 {
        let (id, mut drawn) = match m.rng.of(&options.places) {
            Some(place) => (place.id, drag(known, place, m.rng)),
            None => (PlaceId(m.rng.below(1 << 30) as u32), Drag::default()),
        };
        match m.rng.below(4) {
            0 => drawn = Drag::default(),
            1 => drawn.points.push(far(m)),
            2 => drawn.heading = Some(Heading::from(m.rng.between(-1000, i32::MAX - 1))),
            _ => drawn.fields = vec![i32::MIN, i32::MAX, 0],
        }
        let aimed = guarded(|| Ok(G::aim(known, id, &drawn).map(|step| G::judge(known, &[step]).is_ok())));
        aimed.map_err(|why| format!("{drawn:?}: {why}"))?;
    }
    Ok(())
}

/// Whatever is played by whomever is accepted, or changes nothing.
fn play_anything<G: Game>(m: &mut Moment<'_, G>) -> Found {
    let prompts = G::prompts(&m.battle.known(Viewer::Public));
    let ids: Vec<PromptId> = prompts.iter().map(|p| p.id).chain([PromptId(0), PromptId(u32::MAX)]).collect();
    let mut seats: Vec<Seat> = m.battle.seats().iter().map(|info| info.seat).collect();
    seats.extend(Seat::new(14));
    for _ in 0..3 {
        let Some((seat, id)) = m.rng.of(&seats).copied().zip(m.rng.of(&ids).copied()) else { continue };
        let known = m.battle.known(Viewer::Seat(seat));
        let steps = fuzz::draft(&known, m.pool, m.rng);
        let mut wild = choice(seat, id, steps);
        if m.rng.one_in(4) {
            wild.given.push(Given::new(RuleId::new("XX-XX-99"), &[1, 7]));
        }
        answered(m.battle, wild)?;
        m.count("wild choices");
    }
    let seat = m.rng.of(&seats).copied().unwrap_or(Seat::FIRST);
    if !m.battle.may_undo(seat) {
        unchanged(m.battle, "an undo that is not offered", |battle| battle.undo(seat))?;
    }
    Ok(())
}

/// Plays something, accepted or not; unless it is accepted nothing changes.
fn answered<G: Game>(battle: &mut Battle<G>, wild: Choice<G::Step>) -> Found {
    let (before, entries) = (hash(battle), battle.journal().entries.len());
    let what = format!("{:?} by {}", wild.steps, wild.seat);
    let played = guarded(|| Ok(battle.play(wild))).map_err(|why| format!("{what}: {why}"))?;
    match played {
        Ok(()) if battle.journal().entries.len() > entries => Ok(()),
        Ok(()) => Err(format!("{what} was accepted but not written down")),
        Err(_) if hash(battle) == before && battle.journal().entries.len() == entries => Ok(()),
        Err(answer) => Err(format!("{what} changed something, though the answer was {}", say(&answer))),
    }
}

/// What must not be accepted changes nothing.
fn unchanged<G: Game>(
    battle: &mut Battle<G>,
    what: &str,
    f: impl FnOnce(&mut Battle<G>) -> Result<(), Answer>,
) -> Found {
    let (before, entries) = (hash(battle), battle.journal().entries.len());
    match f(battle) {
        Ok(()) => Err(format!("{what} was accepted")),
        Err(_) if hash(battle) == before && battle.journal().entries.len() == entries => Ok(()),
        Err(_) => Err(format!("{what} was not accepted but changed something")),
    }
}

/// A world that a seat imagines can be asked and played like the true one.
fn play_imagined<G: Game>(m: &mut Moment<'_, G>) -> Found {
    let seats: Vec<Seat> = m.battle.seats().iter().map(|info| info.seat).collect();
    for seat in seats {
        let mut world = G::imagine(&m.battle.known(Viewer::Seat(seat)), m.rng.dice());
        for prompt in G::prompts(&Known::<G>::imagined(&world, seat)) {
            let known = Known::<G>::imagined(&world, prompt.seat);
            if let Some(judged) = draft(&known, m.rng) {
                let played = guarded(|| {
                    G::play(&mut world, &judged, m.rng.dice(), &mut Mute).map_err(|needs| needs.to_string())
                });
                played.map_err(|why| format!("{:?} in a world imagined by {seat}: {why}", judged.steps()))?;
                m.count("choices in imagined worlds");
                break;
            }
        }
    }
    Ok(())
}

/// A battle that is over or closed takes no choice.
fn nothing_after_the_end<G: Game>(battle: &mut Battle<G>) -> Found {
    let seats: Vec<Seat> = battle.seats().iter().map(|info| info.seat).collect();
    for closing in [false, true] {
        if closing {
            for &seat in &seats {
                let _ = battle.close(seat);
            }
        }
        for &seat in &seats {
            let prompts = G::prompts(&battle.known(Viewer::Seat(seat)));
            let asked = prompts.iter().find(|p| p.seat == seat);
            let steps = asked.and_then(|p| p.fallback.clone()).unwrap_or_default();
            let id = asked.map_or(PromptId(0), |p| p.id);
            let refused = match battle.decide(choice(seat, id, steps)) {
                Err(Answer::Error(trouble)) => trouble.code == Code::BattleOver,
                _ => false,
            };
            if (closing || crate::walk::over(battle)) && !refused {
                return Err(format!("{seat} could play after the end"));
            }
        }
    }
    Ok(())
}
