//! Flaws in what is said of chance.

use crate::broken::{Flaw, Told, Twin};
use dice::odds::Ratio;
use dice::{Dice, NeedsDice};
use reference::Picket;
use reference::step::Step;
use umpire::{Case, Fact, Game, Judgement, Known, Odds, Refusal, Seats};

fn with_cases(known: &Known<Picket>, steps: &[Step], change: impl Fn(&mut Case)) -> Vec<Odds> {
    let mut odds = Picket::odds(known, steps);
    odds.iter_mut().flat_map(|odds| &mut odds.cases).for_each(change);
    odds
}

/// One thing that can happen is left out.
pub(crate) struct NotAll;
impl Flaw for NotAll {
    fn odds(&self, known: &Known<Picket>, steps: &[Step]) -> Vec<Odds> {
        with_cases(known, steps, |case| drop(case.chances.pop()))
    }
}

/// Something is said to happen with no chance.
pub(crate) struct Impossible;
impl Flaw for Impossible {
    fn odds(&self, known: &Known<Picket>, steps: &[Step]) -> Vec<Odds> {
        with_cases(known, steps, |case| case.chances.push(("nothing".into(), Ratio::ZERO)))
    }
}

/// The limit lies in the state, and not even who rolled it has looked.
pub(crate) struct Foretold;
impl Flaw for Foretold {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        Picket::play(&mut twin.state, judged, dice, tell)?;
        let limit = twin.state.limit.as_mut();
        if let Some(limit) = limit {
            *limit = Fact::secret(*limit.truth(), Seats::NOBODY);
        }
        Ok(())
    }
}

/// The last dressing of a phase is said to roll nothing, though its side then has to pass.
pub(crate) struct RollsAfterwards;
impl Flaw for RollsAfterwards {
    fn judge(
        &self,
        known: &Known<Picket>,
        steps: &[Step],
        _: i64,
    ) -> Result<Judgement<Picket>, Vec<Refusal>> {
        let mut judged = Picket::judge(known, steps)?;
        if let [Step::Dress { unit, .. }] = judged.steps() {
            let hid = known.state().unit(*unit).is_none_or(|unit| unit.name.is_none());
            judged.last_word = hid || !judged.doubts.is_empty();
        }
        Ok(judged)
    }
}
