//! Recruit: by chance, among what is legal.

use dice::Stream;
use umpire::{Game, Judgement, Known, Plan, Staff};

/// A draft is tried so often, and has so many steps at most.
const TRIES: usize = 4;
const LONGEST: usize = 12;

/// A whole draft by chance; `None` if none was found.
pub(crate) fn plan<G: Staff>(known: &Known<G>, dice: &mut Stream) -> Option<Plan<G::Step>> {
    (0..TRIES).find_map(|_| drafted(known, dice))
}

fn drafted<G: Staff>(known: &Known<G>, dice: &mut Stream) -> Option<Plan<G::Step>> {
    let mut judged: Option<Judgement<G>> = None;
    for _ in 0..LONGEST {
        if judged.as_ref().is_some_and(|j| j.complete.is_ok()) && one_in(dice, 3) {
            break;
        }
        let here = judged.as_ref().map_or(known, |judged| &judged.after);
        let Some(step) = step::<G>(here, dice) else { break };
        judged = Some(G::judge(here, std::slice::from_ref(&step)).ok()?);
    }
    let judged = judged.filter(|judged| judged.complete.is_ok())?;
    Some(Plan { steps: judged.steps().to_vec(), intent: "By chance".into() })
}

/// One of the steps and snaps that are offered: first what it is about, then one of these.
fn step<G: Staff>(known: &Known<G>, dice: &mut Stream) -> Option<G::Step> {
    let options = <G as Game>::options(known);
    let fits = |step: &G::Step| !G::gives_up(step);
    let mut groups: Vec<Vec<G::Step>> = Vec::new();
    groups.extend(options.steps.into_iter().map(|offer| vec![offer.step]));
    groups.extend(options.places.into_iter().map(|place| place.snaps));
    for group in &mut groups {
        group.retain(fits);
    }
    groups.retain(|group| !group.is_empty());
    let group = pick(dice, groups.len()).map(|n| groups.swap_remove(n))?;
    let n = pick(dice, group.len())?;
    group.into_iter().nth(n)
}

fn pick(dice: &mut Stream, from: usize) -> Option<usize> {
    let from = u32::try_from(from).ok().filter(|from| *from > 0)?;
    Some(dice.die(from) as usize - 1)
}

fn one_in(dice: &mut Stream, n: u32) -> bool {
    dice.die(n) == 1
}
