//! Colonel: whole plans compared by the game's evaluation, which counts what is still to be rolled by exact odds;
//! the best few are played out a few times, up to the enemy's answer.

use crate::budget::Budget;
use crate::search::among;
use dice::Stream;
use umpire::{Known, Plan, Staff};

/// At most so many plans are compared.
const COMPARED: usize = 40;
/// So many of them are played out.
const KEPT: usize = 4;
/// So often altogether, at most.
const PLAYED: u64 = 15;

/// The plan that does best of those after which the state is worth most.
pub(crate) fn plan<G: Staff>(known: &Known<G>, budget: &Budget, dice: &mut Stream) -> Option<Plan<G::Step>> {
    let seat = known.seat()?;
    let mut plans = G::plans(known, dice);
    if plans.len() < 2 {
        return plans.pop();
    }
    let mut compared: Vec<(i64, Plan<G::Step>)> = Vec::new();
    for plan in plans.into_iter().take(COMPARED) {
        if budget.late() {
            break;
        }
        let judged = G::judge(known, &plan.steps).ok().filter(|judged| judged.complete.is_ok());
        if let Some(judged) = judged {
            compared.push((G::worth(judged.after.state(), seat), plan));
        }
    }
    compared.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    let mut kept: Vec<Plan<G::Step>> = compared.into_iter().take(KEPT).map(|(_, plan)| plan).collect();
    if let Some(thumb) = G::thumb(known, dice) {
        kept.retain(|plan| plan.steps != thumb.steps);
        kept.insert(0, thumb);
    }
    among(known, kept, budget, PLAYED, dice)
}
