//! Colonel: whole plans compared by the game's evaluation, which counts what is still to be rolled by exact odds.

use crate::budget::Budget;
use dice::Stream;
use umpire::{Known, Plan, Staff};

/// So many plans are compared if the budget does not say.
const PLANS: u64 = 60;

/// The plan after which the state is worth most.
pub(crate) fn plan<G: Staff>(known: &Known<G>, budget: &Budget, dice: &mut Stream) -> Option<Plan<G::Step>> {
    let seat = known.seat()?;
    let mut best: Option<(i64, Plan<G::Step>)> = None;
    for (done, plan) in (0..).zip(G::plans(known, dice)) {
        if done > 0 && (budget.spent(done) || done >= PLANS) {
            break;
        }
        budget.report(done);
        let Ok(judged) = G::judge(known, &plan.steps) else { continue };
        if judged.complete.is_err() {
            continue;
        }
        let worth = G::worth(judged.after.state(), seat);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, plan));
        }
    }
    best.map(|(_, plan)| plan)
}
