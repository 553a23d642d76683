//! Battles between doctrines.

use blucher::Blucher;
use blucher::staff::{Doctrine, Posture};
use blucher::state::State;
use dice::{Seed, Stream};
use umpire::{Begin, Game, Handles, Known, Mute, Scenario, Staff, Viewer};

/// Fights a battle between the doctrines of both sides, and shows every state between two choices. Gives what the
/// first side gains: 1 for a victory, −1 for a defeat, and a little for breaking more than it loses.
pub(crate) fn battle(
    field: &Scenario,
    ways: [&Doctrine; 2],
    seed: &Seed,
    mut seen: impl FnMut(&State),
) -> f64 {
    let postures = ways.map(|way| Posture::of(*way));
    let mut dice = Stream::new(&seed.nth(0));
    let mut draw = Stream::new(&seed.nth(1));
    let mut own = Stream::new(&seed.nth(2));
    let mut next = move || draw.die(u32::MAX) - 1;
    let begun = Blucher::begin(field, &mut Handles::new(&mut next), &mut dice, &mut Mute);
    let mut truth = match begun {
        Ok(truth) => truth,
        Err(Begin::Problems(problems)) => panic!("{problems:?}"),
        Err(Begin::Needs(needs)) => panic!("{needs}"),
    };
    for _ in 0..20_000 {
        let all = Known::<Blucher>::imagined(&truth, Viewer::All);
        if let Some(outcome) = Blucher::outcome(&all) {
            let won = outcome.winner.map_or(0.0, |side| if side == 0 { 1.0 } else { -1.0 });
            let lost = |side: u8| {
                let morale = f64::from(*truth.morale[usize::from(side)].truth()).max(1.0);
                f64::from(truth.broken[usize::from(side)]) / morale
            };
            return 0.8 * won + 0.2 * (lost(1) - lost(0)).clamp(-1.0, 1.0);
        }
        seen(&truth);
        let prompts = Blucher::prompts(&all);
        let Some(prompt) = prompts.iter().find(|prompt| !prompt.answered) else { return 0.0 };
        let known = Known::<Blucher>::imagined(&truth, prompt.seat);
        let posture = &postures[usize::from(prompt.seat.number() & 1)];
        let advised = if prompt.forced { None } else { Blucher::advice(&known, posture, &mut own) };
        let judge = |steps: &[_]| Blucher::judge(&known, steps).ok().filter(|j| j.complete.is_ok());
        let judged = advised.and_then(|plan| judge(&plan.steps));
        let judged = judged.or_else(|| judge(prompt.fallback.as_deref()?));
        let Some(judged) = judged else { return 0.0 };
        if Blucher::play(&mut truth, &judged, &mut dice, &mut Mute).is_err() {
            return 0.0;
        }
    }
    0.0
}
