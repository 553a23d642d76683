//! The flaws: each is one mistake that somebody could make.

use crate::broken::{Flaw, Told, Twin};
use crate::chance_flaws::{Foretold, Impossible, NotAll, RollsAfterwards};
use crate::more_flaws::{
    FewNumbers, Forgetful, Ghost, Misreads, OneNumberAPhase, RollsByNoRule, RollsFirst, RollsWithoutDice,
    StillAsks, Stuck, Tattle, TellsTheLimit,
};
use crate::question_flaws::{NeverAFallback, NoFallback, NotForced, OpenRenumbered, SealedRenumbered};
use dice::{Dice, NeedsDice};
use reference::Picket;
use reference::event::{Event, Who};
use reference::measure::gap;
use reference::state::{Frame, Side, State, Unit};
use reference::step::{Order, Step};
use std::time::{Duration, Instant, SystemTime};
use table::grain::grains;
use umpire::{
    Game, Gauge, Judgement, Known, Offer, Options, PieceId, Prompt, Refusal, RuleId, Scene, Seat, Seats,
    Tell, Viewer,
};

type Judged = Result<Judgement<Picket>, Vec<Refusal>>;

/// All of them.
pub(crate) const FLAWS: [&dyn Flaw; 43] = [
    &LeakInView,
    &LeakInRefusal,
    &LeakInIds,
    &LeakInUndo,
    &LeakInPrompt,
    &LeakOfSealed,
    &ForgottenFact,
    &PromptByViewer,
    &Whisper,
    &WrongDream,
    &HalfApplied,
    &HalfPlayed,
    &IllegalOption,
    &Remeasured,
    &Clock,
    &Panics,
    &Unexplained,
    &Unchained,
    &NotTheLastWord,
    &SharedCount,
    &Endless,
    &Slow,
    &Forgetful,
    &Ghost,
    &Tattle,
    &TellsTheLimit,
    &Misreads,
    &FewNumbers,
    &OneNumberAPhase,
    &StillAsks,
    &Stuck,
    &RollsFirst,
    &RollsByNoRule,
    &RollsWithoutDice,
    &SealedRenumbered,
    &OpenRenumbered,
    &NotForced,
    &NoFallback,
    &NeverAFallback,
    &NotAll,
    &Impossible,
    &Foretold,
    &RollsAfterwards,
];

pub(crate) fn hidden(state: &State) -> impl Iterator<Item = &Unit> {
    state.units.iter().filter(|unit| unit.to != Seats::EVERYBODY)
}

fn red_hides(state: &State) -> i64 {
    i64::from(hidden(state).any(|unit| unit.side == Side::Red))
}

fn with_gauge(mut scene: Scene, value: i64) -> Scene {
    scene.gauges.push(Gauge { name: "units".into(), side: None, value, of: None, hidden: false });
    scene
}

// ---- leaks ------------------------------------------------------------------------------------------

/// A gauge counts hidden units too.
pub(crate) struct LeakInView;
impl Flaw for LeakInView {
    fn slip(&self, state: &State) -> i64 {
        red_hides(state)
    }
    fn scene(&self, known: &Known<Picket>, slip: i64) -> Scene {
        with_gauge(Picket::scene(known), slip)
    }
}

/// A refusal mentions how many enemies there really are.
pub(crate) struct LeakInRefusal;
impl Flaw for LeakInRefusal {
    fn slip(&self, state: &State) -> i64 {
        red_hides(state)
    }
    fn judge(&self, known: &Known<Picket>, steps: &[Step], slip: i64) -> Judged {
        let numbered = |why: Refusal| why.number("enemies", slip);
        Picket::judge(known, steps).map_err(|why| why.into_iter().map(numbered).collect())
    }
}

/// Handles are counted off, hidden units first.
pub(crate) struct LeakInIds;
impl Flaw for LeakInIds {
    fn begun(&self, state: &mut State, _: &mut dyn Dice) -> Result<(), NeedsDice> {
        state.units.sort_by_key(|unit| (unit.side, unit.name));
        for (n, unit) in (1_000_001..).zip(&mut state.units) {
            unit.id = PieceId(n);
        }
        Ok(())
    }
}

/// A dressing is final only if there really is somebody hidden.
pub(crate) struct LeakInUndo;
impl Flaw for LeakInUndo {
    fn slip(&self, state: &State) -> i64 {
        red_hides(state)
    }
    fn judge(&self, known: &Known<Picket>, steps: &[Step], slip: i64) -> Judged {
        let mut judged = Picket::judge(known, steps)?;
        judged.last_word |= slip > 0 && matches!(judged.steps(), [Step::Dress { .. }]);
        Ok(judged)
    }
}

/// A window opens only if the enemy really has somebody who could fire from the wood.
pub(crate) struct LeakInPrompt;
impl Flaw for LeakInPrompt {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        let state = &mut twin.state;
        Picket::play(state, judged, dice, tell)?;
        while let Some(Frame::Window { side, target }) = state.frames.last().cloned() {
            let near = |unit: &Unit, at: &Unit| gap(&unit.rect(), &at.rect()) <= f64::from(grains(2.0));
            let at = state.unit(target).cloned();
            let somebody = at.is_some_and(|at| state.of_side(side).any(|unit| near(unit, &at)));
            let known = Known::<Picket>::imagined(state, side.seat());
            match Picket::judge(&known, &[Step::Hold]) {
                Ok(hold) if !somebody => Picket::play(state, &hold, dice, tell)?,
                _ => break,
            }
        }
        Ok(())
    }
}

/// Everybody's scene shows whether Blue pressed, before the orders are read out.
pub(crate) struct LeakOfSealed;
impl Flaw for LeakOfSealed {
    fn slip(&self, state: &State) -> i64 {
        i64::from(state.order(Side::Blue) == Order::Press)
    }
    fn scene(&self, known: &Known<Picket>, slip: i64) -> Scene {
        with_gauge(Picket::scene(known), slip)
    }
}

/// The limit is not blanked.
pub(crate) struct ForgottenFact;
impl Flaw for ForgottenFact {
    fn redact(&self, state: &mut State, viewer: Viewer) {
        let limit = state.limit;
        Picket::redact(state, viewer);
        state.limit = limit;
    }
}

/// Only who knows of a hidden unit sees that its side is not forced to pass.
pub(crate) struct PromptByViewer;
impl Flaw for PromptByViewer {
    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        let mut prompts = Picket::prompts(known);
        for prompt in &mut prompts {
            prompt.sealed |= hidden(known.state()).any(|unit| unit.side.seat() == prompt.seat);
        }
        prompts
    }
}

/// The log names a unit that nobody knows of.
pub(crate) struct Whisper;
impl Flaw for Whisper {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        Picket::play(&mut twin.state, judged, dice, tell)?;
        if let (Some(unit), [Step::March { .. }, ..]) = (hidden(&twin.state).next(), judged.steps()) {
            tell.tell(Seats::EVERYBODY, Event::Marched(Who { piece: unit.id, name: "Somebody".into() }));
        }
        Ok(())
    }
}

/// An imagined world forgets what its viewer knows.
pub(crate) struct WrongDream;
impl Flaw for WrongDream {
    fn imagine(&self, known: &Known<Picket>, dice: &mut dyn Dice) -> State {
        let mut world = Picket::imagine(known, dice);
        world.spent = 0;
        world
    }
}

// ---- other laws ---------------------------------------------------------------------------------------

/// A choice leaves a trace though its dice are missing.
pub(crate) struct HalfApplied;
impl Flaw for HalfApplied {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        let played = Picket::play(&mut twin.state, judged, dice, tell);
        if played.is_err() {
            twin.shared.add_one();
        }
        played
    }
}

/// Of two legs of a Blue unit only the first is marched.
pub(crate) struct HalfPlayed;
impl Flaw for HalfPlayed {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        let known = Known::<Picket>::imagined(&twin.state, Seat::FIRST);
        let first = judged.steps().get(..1).filter(|_| judged.seat() == known.seat());
        let first = first.and_then(|first| Picket::judge(&known, first).ok());
        Picket::play(&mut twin.state, first.as_ref().unwrap_or(judged), dice, tell)
    }
}

/// A unit that has marched is offered to march again.
pub(crate) struct IllegalOption;
impl Flaw for IllegalOption {
    fn options(&self, known: &Known<Picket>) -> Options<Step> {
        let mut options = Picket::options(known);
        if let (Some(Frame::Phase(side)), true) = (known.state().frames.last(), known.draft().is_empty()) {
            let tired =
                known.state().of_side(*side).filter(|unit| unit.marched && Some(side.seat()) == known.seat());
            options.steps.extend(tired.map(|unit| Offer {
                step: Step::March { unit: unit.id, turn: table::heading::Turn(0), length: None },
                label: "March".into(),
                piece: Some(unit.id),
            }));
        }
        options
    }
}

/// Contact is measured again from the rounded poses instead of being kept as it was found.
pub(crate) struct Remeasured;
impl Flaw for Remeasured {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        Picket::play(&mut twin.state, judged, dice, tell)?;
        let units = twin.state.units.clone();
        let rect = |id: PieceId| units.iter().find(|unit| unit.id == id).map(Unit::rect);
        twin.state.contacts.retain(|contact| match (rect(contact.by), rect(contact.with)) {
            (Some(a), Some(b)) => gap(&a, &b) <= 0.0,
            _ => false,
        });
        Ok(())
    }
}

/// What happens depends on when it happens.
pub(crate) struct Clock;
impl Flaw for Clock {
    fn slip(&self, _: &State) -> i64 {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.map_or(0, |now| now.as_nanos() as i64)
    }
}

/// A length that nobody would give stops the program.
pub(crate) struct Panics;
impl Flaw for Panics {
    fn judge(&self, known: &Known<Picket>, steps: &[Step], _: i64) -> Judged {
        for step in steps {
            if let Step::March { length: Some(length), .. } = step {
                assert!(*length > -1000, "a leg goes forward");
            }
        }
        Picket::judge(known, steps)
    }
}

/// A refusal cites a rule that is in no book.
pub(crate) struct Unexplained;
impl Flaw for Unexplained {
    fn judge(&self, known: &Known<Picket>, steps: &[Step], _: i64) -> Judged {
        let elsewhere = |why: Refusal| Refusal { rule: RuleId::new("XX-MOV-99"), ..why };
        Picket::judge(known, steps).map_err(|why| why.into_iter().map(elsewhere).collect())
    }
}

/// A judgement forgets the doubts of the steps that were judged before.
pub(crate) struct Unchained;
impl Flaw for Unchained {
    fn judge(&self, known: &Known<Picket>, steps: &[Step], _: i64) -> Judged {
        let mut judged = Picket::judge(known, steps)?;
        if !known.draft().is_empty() {
            judged.doubts.clear();
        }
        Ok(judged)
    }
}

/// A march can be taken back, though it tests the limit.
pub(crate) struct NotTheLastWord;
impl Flaw for NotTheLastWord {
    fn judge(&self, known: &Known<Picket>, steps: &[Step], _: i64) -> Judged {
        let mut judged = Picket::judge(known, steps)?;
        judged.last_word &= !matches!(judged.steps(), [Step::March { .. }]);
        Ok(judged)
    }
}

/// A dressing is counted where all states that were cloned from one another count.
pub(crate) struct SharedCount;
impl Flaw for SharedCount {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        if let [Step::Dress { .. }] = judged.steps() {
            twin.shared.add_one();
        }
        Picket::play(&mut twin.state, judged, dice, tell)
    }
}

/// What is over begins again.
pub(crate) struct Endless;
impl Flaw for Endless {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        Picket::play(&mut twin.state, judged, dice, tell)?;
        if twin.state.over.take().is_some() {
            twin.state.round = 1;
            twin.state.orders = [None, None];
            twin.state.frames = vec![Frame::Orders];
        }
        Ok(())
    }
}

/// A judgement takes a millisecond.
pub(crate) struct Slow;
impl Flaw for Slow {
    fn judge(&self, known: &Known<Picket>, steps: &[Step], _: i64) -> Judged {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(1) {}
        Picket::judge(known, steps)
    }
}
