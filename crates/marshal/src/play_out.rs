//! Playing a plan out in an imagined world: the turn in its posture, all else by the rules of thumb, which are quick, or
//! as good players usually fight, which is truer.

use crate::budget::Budget;
use crate::choose::complete;
use dice::{Seed, Stream};
use umpire::{Game, Known, Mute, Plan, Seat, Staff};

/// No few turns of any game take so many choices.
const LONGEST: usize = 800;

/// A plan for this choice, and the posture in which the rest of the turn is fought.
pub(crate) struct Line<G: Staff> {
    pub(crate) plan: Plan<G::Step>,
    pub(crate) posture: G::Posture,
}

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

/// How far a line is played out, and who plays.
#[derive(Clone, Copy)]
pub(crate) struct Ahead {
    /// So many turns, this one counted.
    pub(crate) turns: u32,
    /// Do both fight on as good players usually do, rather than by the rules of thumb? Who expects the enemy to be worse
    /// than he is prefers other plans.
    pub(crate) usual: bool,
}

/// The chance of a seat to win the world, in which its line is followed to the end of the turn, and then both fight on
/// for some more turns; `None` if the plan is not legal there or the time is over.
pub(crate) fn play_out<G: Staff>(
    sample: &Sample<G>,
    seat: Seat,
    line: &Line<G>,
    ahead: Ahead,
    budget: &Budget,
) -> Option<f64> {
    let mut world = sample.world.clone();
    let mut dice = Stream::new(&sample.seed.nth(1));
    let mut own = Stream::new(&sample.seed.nth(2));
    let now = G::turn(&world);
    let usual = G::brisk(&G::usual());
    let posture = if ahead.usual { G::brisk(&line.posture) } else { line.posture.clone() };
    play::<G>(&mut world, seat, &line.plan.steps, &mut dice)?;
    for _ in 0..LONGEST {
        if budget.late() {
            return None;
        }
        let known = Known::<G>::imagined(&world, seat);
        if G::outcome(&known).is_some() || G::turn(&world) >= now + ahead.turns {
            break;
        }
        let prompts = <G as Game>::prompts(&known);
        let Some(prompt) = prompts.into_iter().find(|prompt| !prompt.answered) else { break };
        let follows = prompt.seat == seat && G::turn(&world) == now;
        let asked = if prompt.seat == seat { known } else { Known::imagined(&world, prompt.seat) };
        let advice = match prompt.forced {
            true => None,
            false if follows => G::advice(&asked, &posture, &mut own),
            false if ahead.usual => G::advice(&asked, &usual, &mut own),
            false => G::thumb(&asked, &mut own),
        };
        let done =
            advice.is_some_and(|plan| play::<G>(&mut world, prompt.seat, &plan.steps, &mut dice).is_some());
        if !done {
            let own = G::prompts(&asked).into_iter().find(|own| own.seat == prompt.seat);
            let fallback = own.and_then(|own| own.fallback)?;
            play::<G>(&mut world, prompt.seat, &fallback, &mut dice)?;
        }
    }
    Some(chance(G::worth(&world, seat)))
}

/// The chance that belongs to the logarithm of odds, in thousandths.
fn chance(worth: i64) -> f64 {
    1.0 / (1.0 + libm::exp(-(worth as f64) / 1000.0))
}

/// Plays steps of a seat on a world; `None` if they are not legal, and then nothing is changed.
fn play<G: Staff>(world: &mut G::State, seat: Seat, steps: &[G::Step], dice: &mut Stream) -> Option<()> {
    let known = Known::<G>::imagined(world, seat);
    let judged = complete(&known, steps)?;
    G::play(world, &judged, dice, &mut Mute).ok()
}

#[cfg(test)]
mod tests {
    use super::{Ahead, Line, Sample, chance, play_out};
    use crate::Budget;
    use crate::testing::in_contact;
    use blucher::Blucher;
    use dice::{Seed, Stream};
    use umpire::Staff;

    #[test]
    fn who_fights_on_and_how_long_matters() {
        let known = in_contact();
        let seed = Seed::new([3; 32]);
        let plan = Blucher::thumb(&known, &mut Stream::new(&seed)).unwrap();
        let sample = Sample::imagine(&known, &seed, 0);
        let played = |posture, ahead| {
            let line = Line::<Blucher> { plan: plan.clone(), posture };
            play_out(&sample, known.seat().unwrap(), &line, ahead, &Budget::default()).unwrap().to_bits()
        };
        let by_thumb = |turns| played(Blucher::usual(), Ahead { turns, usual: false });
        let as_usual = |turns| played(Blucher::usual(), Ahead { turns, usual: true });
        assert_ne!(by_thumb(3), as_usual(3), "the turns after this one are fought otherwise");
        assert_ne!(as_usual(2), as_usual(3));
        let otherwise = |posture| played(posture, Ahead { turns: 1, usual: true }) != as_usual(1);
        assert!(Blucher::postures(&known).into_iter().any(otherwise), "the turn is fought in its posture");
    }

    #[test]
    fn odds_of_three_to_one_are_three_quarters() {
        // The natural logarithm of 3 is 1.0986.
        assert!((chance(1099) - 0.75).abs() < 1e-3 && (chance(-1099) - 0.25).abs() < 1e-3);
        assert!((chance(0) - 0.5).abs() < 1e-12);
    }
}
