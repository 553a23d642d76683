//! All that a viewer can read at one moment, part by part, as text to be compared byte by byte.

use crate::fuzz;
use crate::json::{difference, text};
use crate::rng::Rng;
use crate::walk::step_of;
use serde_json::{Value, json};
use umpire::{Battle, Game, Judgement, Known, Prompt, Refusal, Viewer};

/// The parts of what a viewer can read: what it is, and its text.
pub(crate) type Face = Vec<(&'static str, String)>;

/// Drafts to be judged for a face: some legal, some not.
pub(crate) fn probes<G: Game>(known: &Known<G>, pool: &[G::Step], rng: &mut Rng) -> Vec<Vec<G::Step>> {
    let options = G::options(known);
    let mut probes: Vec<Vec<G::Step>> =
        (0..2).filter_map(|_| step_of(&options, known, rng).map(|step| vec![step])).collect();
    probes.extend((0..4).map(|_| fuzz::draft_of(&options, known, pool, rng)));
    probes
}

/// What can be read from a known state.
pub(crate) fn of_known<G: Game>(known: &Known<G>, probes: &[Vec<G::Step>]) -> Face {
    let prompts = G::prompts(known);
    let own = prompts.iter().find(|p| Some(p.seat) == known.seat());
    let scene = G::scene(known);
    let cards: Vec<_> = scene.pieces.iter().map(|piece| G::inspect(known, piece.id)).collect();
    let judged: Vec<_> = probes.iter().map(|steps| G::judge(known, steps)).collect();
    let odds: Vec<_> = probes.iter().map(|steps| G::odds(known, steps)).collect();
    let options = G::options(known);
    let shades: Vec<_> = options.places.iter().map(|place| G::shade(known, place.id)).collect();
    vec![
        ("scene", text(&scene)),
        ("outcome", text(&G::outcome(known))),
        ("awaited", text(&prompts.iter().map(seen_by_all).collect::<Vec<_>>())),
        ("prompt", text(&own.map(|p| (&p.ask, &p.fallback)))),
        ("options", text(&options)),
        ("shading", text(&shades)),
        ("hints", text(&G::hints(known))),
        ("inspection", text(&cards)),
        ("odds", text(&odds)),
        ("judgement", text(&judged.iter().map(|j| j.as_ref().ok().map(judgement)).collect::<Vec<_>>())),
        ("last word", text(&judged.iter().map(|j| j.as_ref().ok().map(|j| j.last_word)).collect::<Vec<_>>())),
        ("refusal", text(&judged.iter().map(refusals).collect::<Vec<_>>())),
        ("known state", text(known.state())),
    ]
}

/// What can be read from a battle; of the lines, those after line `since`.
pub(crate) fn of_battle<G: Game>(
    battle: &Battle<G>,
    viewer: Viewer,
    since: usize,
    probes: &[Vec<G::Step>],
) -> Face {
    let view = battle.view(viewer, since);
    let mut face = of_known(&battle.known(viewer), probes);
    face.push(("may undo", text(&(view.may_undo, &view.no_undo))));
    face.push(("lines", text(&view.lines)));
    face
}

/// What everybody can see of a prompt.
pub(crate) fn seen_by_all<St>(prompt: &Prompt<St>) -> Value {
    json!([prompt.id, prompt.seat, prompt.sealed, prompt.answered, prompt.forced])
}

fn judgement<G: Game>(judged: &Judgement<G>) -> Value {
    json!([judged.steps(), judged.complete.is_ok(), judged.doubts, G::scene(&judged.after).pieces])
}

fn refusals<G: Game>(judged: &Result<Judgement<G>, Vec<Refusal>>) -> &[Refusal] {
    match judged {
        Ok(judged) => judged.complete.as_ref().err().map_or(&[], Vec::as_slice),
        Err(why) => why,
    }
}

/// The parts that differ, and how.
pub(crate) fn differences(a: &Face, b: &Face) -> Vec<(&'static str, String)> {
    let differ = a.iter().zip(b).filter(|(a, b)| a != b);
    differ.map(|((part, a), (_, b))| (*part, difference(a, b))).collect()
}
