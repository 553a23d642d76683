//! Chained: a draft judged in one go is judged the same piece by piece, also where it is refused; and what
//! was judged canonical is judged the same again.

use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Found, Moment, random_step, viewers, walk};
use umpire::{Game, Known};

/// The law *chained*.
pub fn chained<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    walk::<G>("chained", trial, |m| {
        for viewer in viewers(m.battle) {
            let known = m.battle.known(viewer);
            for _ in 0..3 {
                let steps = some_steps(m, &known);
                splits(m, &known, &steps)?;
            }
        }
        Ok(())
    })
}

/// Legal steps one after another, with an outdated one among them now and then.
fn some_steps<G: Game>(m: &mut Moment<'_, G>, known: &Known<G>) -> Vec<G::Step> {
    let (mut now, mut steps) = (known.clone(), Vec::new());
    for _ in 0..4 {
        let old = m.rng.one_in(5).then(|| m.rng.of(m.pool).cloned()).flatten();
        let Some(step) = old.or_else(|| random_step(&now, m.rng)) else { break };
        if let Ok(judged) = G::judge(&now, std::slice::from_ref(&step)) {
            now = judged.after;
        }
        steps.push(step);
    }
    steps
}

fn splits<G: Game>(m: &mut Moment<'_, G>, known: &Known<G>, steps: &[G::Step]) -> Found {
    let whole = G::judge(known, steps);
    for at in 0..=steps.len() {
        let (first, rest) = steps.split_at(at);
        let pieces = G::judge(known, first).and_then(|judged| G::judge(&judged.after, rest));
        if pieces != whole {
            return Err(format!(
                "{steps:?} judged in one go and split after {at} steps differ: {whole:?} {pieces:?}"
            ));
        }
        m.count("splits");
    }
    if let Ok(judged) = whole {
        if judged.steps() != known.draft() && judged.steps().len() != known.draft().len() + steps.len() {
            return Err(format!("{steps:?} became a draft of {} steps", judged.steps().len()));
        }
        let canonical = judged.steps().to_vec();
        if G::judge(known, &canonical).as_ref() != Ok(&judged) {
            return Err(format!("the canonical {canonical:?} is judged in another way than {steps:?}"));
        }
    }
    Ok(())
}
