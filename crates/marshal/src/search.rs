//! Marshal: plans played out in imagined worlds.

use crate::budget::Budget;
use crate::colonel;
use dice::Stream;
use umpire::{Known, Plan, Staff};

/// The plan that does best in the worlds it was played out in.
pub(crate) fn plan<G: Staff>(known: &Known<G>, budget: &Budget, dice: &mut Stream) -> Option<Plan<G::Step>> {
    let _ = budget.limited();
    colonel::plan(known, budget, dice)
}
