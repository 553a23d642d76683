//! Playing a plan out in an imagined world, both sides going on by rules of thumb.

use crate::budget::Budget;
use crate::choose::complete;
use dice::{Seed, Stream};
use umpire::{Game, Known, Mute, Seat, Staff};

/// A world is played on until so many turns have begun: the rest of one's own, and the enemy's answer.
const TURNS: u32 = 2;
/// No two turns of any game take so many choices.
const LONGEST: usize = 400;

/// An imagined world and the dice that fall in it.
pub(crate) struct Sample<G: Staff> {
    world: G::State,
    seed: Seed,
}

impl<G: Staff> Sample<G> {
    /// The nth world that agrees with what is known.
    pub(crate) fn imagine(known: &Known<G>, seed: &Seed, n: u64) -> Self {
        let seed = seed.nth(n);
        let world = G::imagine(known, &mut Stream::new(&seed.nth(0)));
        Self { world, seed }
    }
}

/// What the world is worth to a seat after its plan and what follows; `None` if the plan is not legal there or
/// the time is over.
pub(crate) fn play_out<G: Staff>(
    sample: &Sample<G>,
    seat: Seat,
    steps: &[G::Step],
    budget: &Budget,
) -> Option<i64> {
    let mut world = sample.world.clone();
    let mut dice = Stream::new(&sample.seed.nth(1));
    let mut thumbs = Stream::new(&sample.seed.nth(2));
    let until = G::turn(&world) + TURNS;
    play::<G>(&mut world, seat, steps, &mut dice)?;
    for _ in 0..LONGEST {
        if budget.late() {
            return None;
        }
        let known = Known::<G>::imagined(&world, seat);
        if G::outcome(&known).is_some() || G::turn(&world) >= until {
            break;
        }
        let prompts = <G as Game>::prompts(&known);
        let Some(prompt) = prompts.into_iter().find(|prompt| !prompt.answered) else { break };
        let asked = if prompt.seat == seat { known } else { Known::imagined(&world, prompt.seat) };
        let thumb = if prompt.forced { None } else { G::thumb(&asked, &mut thumbs) };
        let done =
            thumb.is_some_and(|plan| play::<G>(&mut world, prompt.seat, &plan.steps, &mut dice).is_some());
        if !done {
            let own = G::prompts(&asked).into_iter().find(|own| own.seat == prompt.seat);
            let fallback = own.and_then(|own| own.fallback)?;
            play::<G>(&mut world, prompt.seat, &fallback, &mut dice)?;
        }
    }
    Some(G::worth(&world, seat))
}

/// Plays steps of a seat on a world; `None` if they are not legal, and then nothing is changed.
fn play<G: Staff>(world: &mut G::State, seat: Seat, steps: &[G::Step], dice: &mut Stream) -> Option<()> {
    let known = Known::<G>::imagined(world, seat);
    let judged = complete(&known, steps)?;
    G::play(world, &judged, dice, &mut Mute).ok()
}
