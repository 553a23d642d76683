//! Marshal: plans played out in imagined worlds, the promising ones more often, and more plans the more it looks.
//!
//! The nth time a plan is played out it is in the nth imagined world with the nth dice, whichever plan it is, so
//! that plans are compared in the same circumstances.

use crate::budget::Budget;
use crate::play_out::{Sample, play_out};
use dice::{Seed, Stream};
use umpire::{Known, Plan, Seat, Staff};

/// So many plans are played out if the budget has no limit at all.
const UNLIMITED: u64 = 400;
/// How eagerly plans are tried again that did badly by what may have been bad luck.
const EAGER: f64 = 1.0;

/// A plan and how it did.
struct Tried<St> {
    plan: Plan<St>,
    times: u64,
    sum: f64,
}

impl<St> Tried<St> {
    fn mean(&self) -> f64 {
        if self.times == 0 { f64::NEG_INFINITY } else { self.sum / self.times as f64 }
    }
}

/// The plan that does best in the worlds it was played out in: of what the rules of thumb say and of all that the
/// staff has planned.
pub(crate) fn plan<G: Staff>(known: &Known<G>, budget: &Budget, dice: &mut Stream) -> Option<Plan<G::Step>> {
    let mut plans = G::plans(known, dice);
    if plans.len() > 1
        && let Some(thumb) = G::thumb(known, dice)
    {
        plans.retain(|plan| plan.steps != thumb.steps);
        plans.insert(0, thumb);
    }
    let most = if budget.limited() { u64::MAX } else { UNLIMITED };
    among(known, plans, budget, most, dice)
}

/// The plan that does best of some, the most promising first, played out at most so often.
pub(crate) fn among<G: Staff>(
    known: &Known<G>,
    plans: Vec<Plan<G::Step>>,
    budget: &Budget,
    most: u64,
    dice: &mut Stream,
) -> Option<Plan<G::Step>> {
    let seat = known.seat()?;
    let mut tried: Vec<Tried<G::Step>> =
        plans.into_iter().map(|plan| Tried { plan, times: 0, sum: 0.0 }).collect();
    if tried.len() < 2 {
        return tried.pop().map(|one| one.plan);
    }
    let own = seed(dice);
    let mut worlds: Vec<Sample<G>> = Vec::new();
    let (mut done, mut spread) = (0, Spread::default());
    while !budget.spent(done) && done < most {
        let open = widened(done).min(tried.len());
        let next = most_promising(tried.get(..open).unwrap_or_default(), done, spread.deviation());
        let Some(one) = tried.get_mut(next) else { break };
        let n = one.times;
        while (worlds.len() as u64) <= n {
            worlds.push(Sample::imagine(known, &own, worlds.len() as u64));
        }
        let Some(sample) = worlds.get(n as usize) else { break };
        match value(sample, seat, &one.plan, budget) {
            Some(worth) => {
                one.sum += worth;
                spread.note(worth);
            }
            None if budget.late() => break,
            // A plan that an imagined world does not allow is worth no more than the others were at their worst.
            None => one.sum += spread.worst,
        }
        one.times += 1;
        done += 1;
        budget.report(done);
    }
    best(tried)
}

/// A seed of the player's own for worlds and dice.
fn seed(dice: &mut Stream) -> Seed {
    Seed::new(std::array::from_fn(|_| (dice.die(256) - 1) as u8))
}

/// How many plans are looked at after so much work.
fn widened(done: u64) -> usize {
    3 + (2.0 * (done as f64).sqrt()) as usize
}

/// The plan to be played out next: one that was never, or the one with the best mean and benefit of the doubt.
fn most_promising<St>(open: &[Tried<St>], done: u64, deviation: f64) -> usize {
    let total = (done.max(2) as f64).sqrt().max(1.0);
    let bound = |one: &Tried<St>| {
        if one.times == 0 {
            return f64::INFINITY;
        }
        // A root instead of a logarithm: few plans, few times, and the same on every machine.
        one.mean() + EAGER * deviation * (total.sqrt() / one.times as f64).sqrt()
    };
    let mut first = (0, f64::NEG_INFINITY);
    for (i, one) in open.iter().enumerate() {
        let bound = bound(one);
        if bound > first.1 {
            first = (i, bound);
        }
    }
    first.0
}

/// The plan tried most often, of equals the one that did best.
fn best<St>(tried: Vec<Tried<St>>) -> Option<Plan<St>> {
    let better = |a: &Tried<St>, b: &Tried<St>| a.times.cmp(&b.times).then(a.mean().total_cmp(&b.mean()));
    let mut found: Option<Tried<St>> = None;
    for one in tried {
        if found.as_ref().is_none_or(|best| better(&one, best).is_gt()) {
            found = Some(one);
        }
    }
    found.map(|one| one.plan)
}

fn value<G: Staff>(sample: &Sample<G>, seat: Seat, plan: &Plan<G::Step>, budget: &Budget) -> Option<f64> {
    play_out(sample, seat, &plan.steps, budget).map(|worth| worth as f64)
}

/// How far values lie from each other.
#[derive(Default)]
struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
    worst: f64,
}

impl Spread {
    fn note(&mut self, value: f64) {
        self.worst = if self.count > 0.0 { self.worst.min(value) } else { value };
        self.count += 1.0;
        let off = value - self.mean;
        self.mean += off / self.count;
        self.squares += off * (value - self.mean);
    }

    fn deviation(&self) -> f64 {
        if self.count < 2.0 { 1.0 } else { (self.squares / (self.count - 1.0)).sqrt().max(1.0) }
    }
}
