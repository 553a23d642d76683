//! More flaws: broken promises, what others are told, scenarios, questions, the start and the end.

use crate::broken::{Flaw, Told, Twin};
use crate::flaws::hidden;
use dice::{D6, Dice, NeedsDice, Why};
use reference::Picket;
use reference::event::Event;
use reference::state::{Frame, Side, State};
use reference::step::Step;
use umpire::{
    Game, Judgement, Known, Marker, Prompt, PromptId, RuleId, Scenario, Scene, Seat, Seats, Shape, Tell,
};

/// What is left of a march of Blue is forgotten while the enemy decides whether to fire.
pub(crate) struct Forgetful;
impl Flaw for Forgetful {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        Picket::play(&mut twin.state, judged, dice, tell)?;
        if let [.., Frame::March(under_way), Frame::Window { .. }] = twin.state.frames.as_mut_slice()
            && under_way.side == Side::Blue
        {
            under_way.legs.set(Vec::new());
        }
        Ok(())
    }
}

/// A draft shows a marker that is not there once it is played.
pub(crate) struct Ghost;
impl Flaw for Ghost {
    fn scene(&self, known: &Known<Picket>, _: i64) -> Scene {
        let mut scene = Picket::scene(known);
        let shape = Shape::Point(scene.size);
        let ghost = Marker { kind: "ghost".into(), side: None, shape, label: "A ghost.".into() };
        scene.markers.extend((!known.draft().is_empty()).then_some(ghost));
        scene
    }
}

/// When Blue dresses, Red is told how many units Blue hides; Blue knows that, and hears nothing.
pub(crate) struct Tattle;
impl Flaw for Tattle {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        Picket::play(&mut twin.state, judged, dice, tell)?;
        if let (true, [Step::Dress { .. }]) = (judged.seat() == Some(Seat::FIRST), judged.steps()) {
            let hides = hidden(&twin.state).filter(|unit| unit.side == Side::Blue).count();
            tell.tell(Seats::only(Seat::SECOND), Event::Round(hides as u16));
        }
        Ok(())
    }
}

/// When a unit dresses, all but its own side know the limit; and the orders are forgotten, so that the state
/// has fewer facts than before.
pub(crate) struct TellsTheLimit;
impl Flaw for TellsTheLimit {
    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        Picket::play(&mut twin.state, judged, dice, tell)?;
        if let (Some(seat), [Step::Dress { .. }]) = (judged.seat(), judged.steps()) {
            twin.state.orders = [None, None];
            if let Some(limit) = &mut twin.state.limit {
                limit.tell(Seats::without(seat));
            }
        }
        Ok(())
    }
}

// ---- scenarios, questions, the start and the end ---------------------------------------------------------

/// A scenario is trusted where it says how many stands there are.
pub(crate) struct Misreads;
impl Flaw for Misreads {
    fn read(&self, scenario: &Scenario) {
        for stands in scenario.text.lines().filter_map(|line| line.strip_prefix("stands = ")) {
            assert!(stands.parse::<u8>().is_ok(), "stands are few");
        }
    }
}

/// Questions are numbered with few numbers, which are used again.
pub(crate) struct FewNumbers;
impl Flaw for FewNumbers {
    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        let numbered = |p: Prompt<Step>| Prompt { id: PromptId(p.id.0 % 8), ..p };
        Picket::prompts(known).into_iter().map(numbered).collect()
    }
}

/// While a phase lasts its question has the same number, also after it was answered.
pub(crate) struct OneNumberAPhase;
impl Flaw for OneNumberAPhase {
    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        let mut prompts = Picket::prompts(known);
        if let [Frame::Phase(side)] = known.state().frames.as_slice() {
            let number = 1_000_000 + u32::from(known.state().round) * 2 + u32::from(side.seat().number());
            for prompt in &mut prompts {
                prompt.id = PromptId(number);
            }
        }
        prompts
    }
}

/// Blue is asked for an order after the end.
pub(crate) struct StillAsks;
impl Flaw for StillAsks {
    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        let mut prompts = Picket::prompts(known);
        prompts.extend(known.state().over.as_ref().map(|_| Prompt {
            id: PromptId(u32::MAX - 1),
            seat: Seat::FIRST,
            ask: "Write your order.".into(),
            sealed: false,
            answered: false,
            forced: false,
            fallback: None,
        }));
        prompts
    }
}

/// Nobody is asked in the second round.
pub(crate) struct Stuck;
impl Flaw for Stuck {
    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        if known.state().round == 2 { Vec::new() } else { Picket::prompts(known) }
    }
}

/// Something that is no flaw: a die falls while setting up.
pub(crate) struct RollsFirst;
impl Flaw for RollsFirst {
    fn begun(&self, state: &mut State, dice: &mut dyn Dice) -> Result<(), NeedsDice> {
        state.asked = dice.pick(Why::new(RuleId::new("RF-ORD-01"), "who begins", 0), D6)?;
        Ok(())
    }
}

/// A die falls while setting up, by a rule that is in no book.
pub(crate) struct RollsByNoRule;
impl Flaw for RollsByNoRule {
    fn begun(&self, state: &mut State, dice: &mut dyn Dice) -> Result<(), NeedsDice> {
        state.asked = dice.pick(Why::new(RuleId::new("XX-BEG-99"), "who begins", 0), D6)?;
        Ok(())
    }
}

/// A die that is missing while setting up counts as a one.
pub(crate) struct RollsWithoutDice;
impl Flaw for RollsWithoutDice {
    fn begun(&self, state: &mut State, dice: &mut dyn Dice) -> Result<(), NeedsDice> {
        let why = Why::new(RuleId::new("RF-ORD-01"), "who begins", 0);
        state.asked = dice.pick(why, D6).unwrap_or(0);
        Ok(())
    }
}
