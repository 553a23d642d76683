//! Cheap: what a clone and a judgement cost. Times on a shared machine are noisy and tests are not
//! optimised, so only what is far beyond the design's numbers breaks the law; the numbers are reported.

use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Found, Moment, random_step, walk};
use std::hint::black_box;
use std::time::Instant;
use umpire::{Game, Viewer};

/// Fifty times the design's 1 µs for a clone, in nanoseconds.
const MOST_CLONE: u64 = 50_000;
/// Fifty times the design's 10 µs for a judgement, in nanoseconds.
const MOST_JUDGE: u64 = 500_000;
/// How many times something is done in a row, and how many rows; the quickest row counts.
const ROW: u32 = 8;
const ROWS: u32 = 5;

/// The law *cheap*.
pub fn cheap<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    let one = Trial { battles: trial.battles.min(2), ..trial.clone() };
    walk::<G>("cheap", &one, |m| {
        let state = m.battle.known(Viewer::All).state().clone();
        let clone = quickest(|| {
            black_box(black_box(&state).clone());
        });
        m.most("ns for a clone at most", clone);
        within("a clone", clone, MOST_CLONE)?;
        judged(m)
    })
}

fn judged<G: Game>(m: &mut Moment<'_, G>) -> Found {
    for prompt in G::prompts(&m.battle.known(Viewer::Public)) {
        let known = m.battle.known(Viewer::Seat(prompt.seat));
        if let Some(step) = random_step(&known, m.rng) {
            let judge = quickest(|| {
                let _ = black_box(G::judge(black_box(&known), std::slice::from_ref(&step)));
            });
            m.most("ns for a judgement at most", judge);
            within("a judgement", judge, MOST_JUDGE)?;
        }
    }
    Ok(())
}

/// Nanoseconds that something takes when nothing disturbs it.
fn quickest(mut f: impl FnMut()) -> u64 {
    let row = |f: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..ROW).for_each(|_| f());
        start.elapsed().as_nanos() as u64 / u64::from(ROW)
    };
    (0..ROWS).map(|_| row(&mut f)).min().unwrap_or(0)
}

fn within(what: &str, nanoseconds: u64, most: u64) -> Found {
    if nanoseconds <= most {
        return Ok(());
    }
    Err(format!("{what} takes {} µs; {} µs is already far too much", nanoseconds / 1000, most / 1000))
}
