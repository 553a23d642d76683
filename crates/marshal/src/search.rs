//! Lines compared by playing them out in imagined worlds, the promising ones more often.
//!
//! The nth time a line is played out it is in the nth imagined world with the nth dice, whichever line it is, so
//! that lines are compared in the same circumstances. The first line is what is usual: another one is followed
//! only if it did better by more than chance explains.

use crate::budget::Budget;
use crate::play_out::{Ahead, Line, Sample, play_out};
use dice::{Seed, Stream};
use std::sync::atomic::{AtomicUsize, Ordering};
use umpire::{Known, Plan, Seat, Staff};

/// How a level searches.
pub(crate) struct Depth {
    /// So many postures are looked at.
    pub(crate) postures: usize,
    /// And so many single plans.
    pub(crate) plans: usize,
    /// All are compared in so many worlds, the better ones in more.
    pub(crate) worlds: usize,
    /// So many turns are played out, this one counted.
    pub(crate) turns: u32,
    /// But the battle is played out to its end if no more turns than this are left.
    pub(crate) dusk: u32,
    /// So many play-outs at most.
    pub(crate) most: u64,
    /// How many standard errors another line must be better than the usual one.
    pub(crate) doubt: f64,
    /// Do both sides fight on as good players usually do, rather than by the rules of thumb?
    pub(crate) usual: bool,
    /// A line is given up that is worse than the best one by so many standard errors.
    pub(crate) sure: Option<f64>,
}

impl Depth {
    /// How far lines are played out if so many more turns can begin: near the end, all of them.
    pub(crate) const fn ahead(&self, left: u32) -> Ahead {
        let turns = if left <= self.dusk { left + 1 } else { self.turns };
        Ahead { turns, usual: self.usual }
    }
}

/// What a plan is worth that an imagined world does not allow: somewhat less than nothing gained or lost, and no more than
/// what is usual, or whoever is losing would prefer what cannot be done.
fn not_allowed(usual: Option<f64>) -> f64 {
    const LITTLE: f64 = 0.3;
    usual.map_or(LITTLE, |usual| usual.min(LITTLE))
}

/// A line and how it did in each world.
struct Tried<G: Staff> {
    line: Line<G>,
    chances: Vec<f64>,
}

/// The plan of the line that does best in the worlds it was played out in.
pub(crate) fn plan<G: Staff>(
    known: &Known<G>,
    depth: &Depth,
    budget: &Budget,
    dice: &mut Stream,
) -> Option<Plan<G::Step>> {
    let seat = known.seat()?;
    let mut tried = lines(known, depth, budget, dice);
    if tried.len() < 2 {
        return tried.pop().map(|one| one.line.plan);
    }
    let own = seed(dice);
    let ahead = depth.ahead(G::turns_left(known.state()));
    let mut worlds: Vec<Sample<G>> = Vec::new();
    let (mut done, mut upto) = (0, depth.worlds);
    while tried.len() > 1 {
        worlds.extend((worlds.len()..upto).map(|n| Sample::imagine(known, &own, n as u64)));
        let more = round(&worlds, seat, &mut tried, ahead, depth.most, budget, &mut done);
        if !more {
            break;
        }
        keep(&mut tried, depth.doubt);
        if let Some(sure) = depth.sure {
            give_up(&mut tried, sure);
        }
        upto *= 2;
    }
    keep(&mut tried, depth.doubt);
    best(tried, depth.doubt)
}

/// What the staff advises in each posture, the usual first, and its single plans.
fn lines<G: Staff>(known: &Known<G>, depth: &Depth, budget: &Budget, dice: &mut Stream) -> Vec<Tried<G>> {
    let mut found: Vec<Tried<G>> = Vec::new();
    let mut add = |plan: Option<Plan<G::Step>>, posture: &G::Posture| {
        let Some(plan) = plan else { return };
        if found.iter().all(|one| one.line.plan.steps != plan.steps) {
            let line = Line { plan, posture: posture.clone() };
            found.push(Tried { line, chances: Vec::new() });
        }
    };
    let usual = G::usual();
    add(G::advice(known, &usual, dice), &usual);
    for posture in G::postures(known).into_iter().take(depth.postures) {
        if budget.late() {
            break;
        }
        add(G::advice(known, &posture, dice), &posture);
    }
    if depth.plans > 0 && !budget.late() {
        let in_time = G::plans(known, dice).take_while(|_| !budget.late());
        for (plan, posture) in in_time.flatten().take(depth.plans) {
            add(Some(plan), &posture);
        }
    }
    found
}

/// Plays every line out in the worlds it has not been in; false if there is no more time or work.
fn round<G: Staff>(
    worlds: &[Sample<G>],
    seat: Seat,
    tried: &mut [Tried<G>],
    ahead: Ahead,
    most: u64,
    budget: &Budget,
    done: &mut u64,
) -> bool {
    for (n, world) in worlds.iter().enumerate() {
        let waiting: Vec<usize> = (0..tried.len()).filter(|one| tried[*one].chances.len() == n).collect();
        let left = budget.left(*done, most) as usize;
        let lines: Vec<&Line<G>> = waiting.iter().take(left).map(|one| &tried[*one].line).collect();
        let played = play_outs(world, seat, &lines, ahead, budget, *done);
        let whole = played.len() == waiting.len();
        *done += played.len() as u64;
        for (one, chance) in waiting.into_iter().zip(played) {
            let usual = tried.first().and_then(|usual| usual.chances.get(n)).copied();
            tried[one].chances.push(chance.unwrap_or_else(|| not_allowed(usual)));
        }
        if !whole {
            return false;
        }
    }
    true
}

/// Plays lines out in a world, on as many cores as are allowed: as many of them, from the first on, as there is time
/// for. `None` is a line that the world does not allow.
fn play_outs<G: Staff>(
    world: &Sample<G>,
    seat: Seat,
    lines: &[&Line<G>],
    ahead: Ahead,
    budget: &Budget,
    before: u64,
) -> Vec<Option<f64>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut own = Vec::new();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(line) = lines.get(n).filter(|_| !budget.late()) else { return own };
            let played = play_out(world, seat, line, ahead, budget);
            if played.is_none() && budget.late() {
                return own;
            }
            own.push((n, played));
            budget.report(before + n as u64 + 1);
        }
    };
    let mut all = if budget.cores() < 2 {
        work()
    } else {
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..budget.cores().min(lines.len())).map(|_| scope.spawn(work)).collect();
            let mut all = work();
            for other in others {
                // A thread that panics takes the player with it, as it would have on one core.
                all.extend(other.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
            }
            all
        })
    };
    all.sort_by_key(|(n, _)| *n);
    let in_time = all.iter().enumerate().take_while(|(place, (n, _))| place == n).count();
    all.into_iter().take(in_time).map(|(_, played)| played).collect()
}

/// Drops the worse half, but never the usual line, and nothing that was not seen in as many worlds.
fn keep<G: Staff>(tried: &mut Vec<Tried<G>>, doubt: f64) {
    let Some((usual, others)) = tried.split_first() else { return };
    let mut marks: Vec<f64> = others.iter().map(|one| better(&one.chances, &usual.chances, -doubt)).collect();
    marks.sort_by(f64::total_cmp);
    let Some(bar) = marks.get(marks.len() / 2).copied() else { return };
    let usual = usual.chances.clone();
    let mut first = true;
    tried.retain(|one| std::mem::take(&mut first) || better(&one.chances, &usual, -doubt) >= bar);
}

/// Drops the lines that are surely worse than the best one, the usual one too: what is decided takes no more time.
fn give_up<G: Staff>(tried: &mut Vec<Tried<G>>, sure: f64) {
    let sum = |one: &Tried<G>| one.chances.iter().sum::<f64>();
    let Some(best) = tried.iter().max_by(|a, b| sum(a).total_cmp(&sum(b))) else { return };
    let best = best.chances.clone();
    tried.retain(|one| one.chances == best || hopeful(&one.chances, &best, sure));
}

/// May a line be better than another, if chance was against it by so many standard errors?
fn hopeful(one: &[f64], other: &[f64], errors: f64) -> bool {
    better(one, other, -errors) > 0.0
}

/// By how much one line did better than another in the worlds that both were in, less so many standard errors.
fn better(one: &[f64], other: &[f64], doubt: f64) -> f64 {
    let apart: Vec<f64> = one.iter().zip(other).map(|(a, b)| a - b).collect();
    let n = apart.len() as f64;
    if n < 2.0 {
        return -1.0;
    }
    let mean = apart.iter().sum::<f64>() / n;
    let squares = apart.iter().map(|a| (a - mean) * (a - mean)).sum::<f64>();
    mean - doubt * (squares / (n - 1.0) / n).sqrt()
}

/// The line that is better than the usual one beyond doubt, and of several the best; otherwise the usual one.
fn best<G: Staff>(tried: Vec<Tried<G>>, doubt: f64) -> Option<Plan<G::Step>> {
    let mut tried = tried.into_iter();
    let usual = tried.next()?;
    let mut found = (0.0, None);
    for one in tried {
        let by = better(&one.chances, &usual.chances, doubt);
        if by > found.0 {
            found = (by, Some(one.line.plan));
        }
    }
    Some(found.1.unwrap_or(usual.line.plan))
}

/// A seed of the player's own for worlds and dice.
fn seed(dice: &mut Stream) -> Seed {
    Seed::new(std::array::from_fn(|_| (dice.die(256) - 1) as u8))
}

#[cfg(test)]
mod tests {
    use super::{Depth, better, hopeful, lines, not_allowed};
    use crate::Budget;
    use crate::testing::in_contact;
    use blucher::Blucher;
    use dice::{Seed, Stream};
    use umpire::Staff;

    const DEPTH: Depth = Depth {
        postures: 1,
        plans: 100,
        worlds: 1,
        turns: 2,
        dusk: 3,
        most: 1,
        doubt: 0.0,
        usual: false,
        sure: None,
    };

    #[test]
    fn near_the_end_a_battle_is_played_out_to_its_end() {
        // The turn that goes on, and those that are left.
        assert_eq!([0, 1, 3].map(|left| DEPTH.ahead(left).turns), [1, 2, 4]);
        assert_eq!(DEPTH.ahead(4).turns, 2);
    }

    #[test]
    fn a_plan_is_followed_by_its_own_posture() {
        let known = in_contact();
        let dice = || Stream::new(&Seed::new([3; 32]));
        let found = lines(&known, &Depth { postures: 0, ..DEPTH }, &Budget::work(1), &mut dice());
        let plans: Vec<_> = Blucher::plans(&known, &mut dice()).flatten().collect();
        let (mut own, mut usual) = (0, 0);
        // The first line is what is usual.
        for one in &found[1..] {
            let (_, posture) = plans.iter().find(|(plan, _)| plan.steps == one.line.plan.steps).unwrap();
            assert_eq!(one.line.posture, *posture);
            if *posture == Blucher::usual() { usual += 1 } else { own += 1 }
        }
        assert!(own > 0 && usual > 0, "{own} {usual}");
    }

    #[test]
    fn what_cannot_be_done_is_never_better_than_what_is_usual() {
        let worth = [None, Some(0.8), Some(0.1)].map(not_allowed);
        assert!(
            worth.iter().zip([0.3, 0.3, 0.1]).all(|(is, should)| (is - should).abs() < 1e-12),
            "{worth:?}"
        );
    }

    #[test]
    fn a_line_is_better_by_its_mean_less_its_error() {
        // Apart by 0.1, 0.3: mean 0.2, deviation 0.1414, error 0.1.
        let by = better(&[0.5, 0.8], &[0.4, 0.5], 1.0);
        assert!((by - 0.1).abs() < 1e-12);
        assert!((better(&[0.5, 0.8], &[0.4, 0.5], 0.0) - 0.2).abs() < 1e-12);
        assert!(better(&[0.9], &[0.1], 0.0) < 0.0, "one world proves nothing");
    }

    #[test]
    fn a_line_is_hopeful_while_chance_may_have_been_against_it() {
        // Apart by −0.2, 0: mean −0.1, error 0.1.
        assert!(hopeful(&[0.3, 0.5], &[0.5, 0.5], 1.1));
        assert!(!hopeful(&[0.3, 0.5], &[0.5, 0.5], 0.9));
        // Always worse by the same.
        assert!(!hopeful(&[0.4, 0.5], &[0.5, 0.6], 9.0));
    }
}
