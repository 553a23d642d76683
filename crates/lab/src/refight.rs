//! Battles by the thousand.

use crate::battle::Bout;
use crate::crew::in_order;
use crate::fault::Fault;
use crate::fields::Field;
use crate::folder::Folder;
use crate::run::Run;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// Battles that were there before.
    pub before: u64,
    /// Battles that are there now.
    pub now: u64,
    /// Battles that are wanted of this shard.
    pub wanted: u64,
    /// Battles of this time that did not end as battles end.
    pub failed: u64,
}

/// Fights what is still to be fought of the first `battles` battles, and writes each into the folder in order.
/// When `stop` is set those under way are finished and kept. The same rows come of any number of jobs.
pub fn refight(
    field: &Field,
    run: &Run,
    folder: &mut Folder,
    battles: u64,
    jobs: usize,
    stop: &AtomicBool,
    mut progress: impl FnMut(Done),
) -> Result<Done, Fault> {
    let (before, wanted) = (folder.done, run.share(battles));
    let mut done = Done { before, now: before, wanted, failed: 0 };
    progress(done);
    // What follows from a checked run can be had; a run that was not checked fights nothing.
    let bout = |n: u64| {
        let battle = run.number(before + n);
        let (levels, seed) = (run.levels(battle).ok()?, run.seed_of(battle)?);
        Some(Bout { battle, scenario: &run.scenario, levels, work: run.work, seed, trace: false })
    };
    let mut written = Ok(());
    let left = wanted.saturating_sub(before);
    let fight = |n: u64| {
        let bout = bout(n)?;
        let mut record = field.fight(&bout).record;
        record.row.red_side = run.red_side(bout.battle);
        Some(record)
    };
    in_order(jobs, left, stop, fight, |_, record| {
        let Some(record) = record else {
            written = Err(Fault::Other("the run names no players or no seed".to_owned()));
            return ControlFlow::Break(());
        };
        written = folder.append(&record);
        (done.now, done.failed) = (folder.done, done.failed + u64::from(!record.row.ended()));
        progress(done);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written.map(|()| done)
}
