//! Picket with one flaw. The sound game does all the work; a flaw changes it in one place.

use crate::flaws::FLAWS;
use dice::{Dice, NeedsDice};
use reference::Picket;
use reference::event::Event;
use reference::state::State;
use reference::step::Step;
use serde::{Deserialize, Serialize};
use std::any::type_name;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use umpire::{
    Begin, Change, Drag, Game, Handles, Inspection, Judgement, Known, Line, Odds, Options, Outcome, PieceId,
    PlaceId, Prompt, Refusal, Scenario, Scene, SeatInfo, Seats, Tell, Viewer,
};

/// One way to get Picket wrong. Every function is right unless a flaw says otherwise.
pub(crate) trait Flaw: Sync {
    /// What it is called, to be found again from a scenario's name.
    fn name(&self) -> &'static str {
        type_name::<Self>()
    }

    /// A secret that somebody wrote beside the state and forgot to make a fact.
    fn slip(&self, _: &State) -> i64 {
        0
    }

    fn read(&self, _: &Scenario) {}

    fn begun(&self, _: &mut State, _: &mut dyn Dice) -> Result<(), NeedsDice> {
        Ok(())
    }

    fn play(
        &self,
        twin: &mut Twin,
        judged: &Judgement<Picket>,
        dice: &mut dyn Dice,
        tell: &mut Told,
    ) -> Result<(), NeedsDice> {
        Picket::play(&mut twin.state, judged, dice, tell)
    }

    fn redact(&self, state: &mut State, viewer: Viewer) {
        Picket::redact(state, viewer);
    }

    fn prompts(&self, known: &Known<Picket>) -> Vec<Prompt<Step>> {
        Picket::prompts(known)
    }

    fn options(&self, known: &Known<Picket>) -> Options<Step> {
        Picket::options(known)
    }

    fn judge(
        &self,
        known: &Known<Picket>,
        steps: &[Step],
        _slip: i64,
    ) -> Result<Judgement<Picket>, Vec<Refusal>> {
        Picket::judge(known, steps)
    }

    fn scene(&self, known: &Known<Picket>, _slip: i64) -> Scene {
        Picket::scene(known)
    }

    fn odds(&self, known: &Known<Picket>, steps: &[Step]) -> Vec<Odds> {
        Picket::odds(known, steps)
    }

    fn imagine(&self, known: &Known<Picket>, dice: &mut dyn Dice) -> State {
        Picket::imagine(known, dice)
    }
}

/// What was told, in order.
pub(crate) type Told = Vec<(Seats, Event)>;

/// The flaw with a name; a name that no flaw has stands for the sound game.
fn flaw(name: &str) -> u8 {
    FLAWS.iter().position(|flaw| flaw.name() == name).map_or(u8::MAX, |n| n as u8)
}

/// The state of a broken game: Picket's, and what should not be there.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Twin {
    pub(crate) state: State,
    flaw: u8,
    pub(crate) slip: i64,
    pub(crate) shared: Shared,
}

impl Twin {
    fn flaw(&self) -> &'static dyn Flaw {
        FLAWS.get(usize::from(self.flaw)).copied().unwrap_or(&Sound)
    }
}

/// No flaw at all.
pub(crate) struct Sound;
impl Flaw for Sound {}

/// A number that clones of a state share: what is done to one of them is done to all.
#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "i64", into = "i64")]
pub(crate) struct Shared(Arc<AtomicI64>);

impl Shared {
    pub(crate) fn add_one(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl From<i64> for Shared {
    fn from(n: i64) -> Self {
        Self(Arc::new(AtomicI64::new(n)))
    }
}

impl From<Shared> for i64 {
    fn from(shared: Shared) -> Self {
        shared.0.load(Ordering::SeqCst)
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        i64::from(self.clone()) == i64::from(other.clone())
    }
}

impl Eq for Shared {}

/// Picket with the flaw that its scenario names. One game for all flaws: it is compiled once.
pub(crate) struct Broken;

/// What the sound game would know.
fn sound(known: &Known<Broken>) -> Known<Picket> {
    let state = &known.state().state;
    let sound = Known::<Picket>::imagined(state, known.viewer());
    known.draft().iter().fold(sound, |sound, step| sound.drafted(state.clone(), step.clone()))
}

/// A judgement of the sound game as one of the broken game.
fn broken(known: &Known<Broken>, judged: Judgement<Picket>) -> Judgement<Broken> {
    let mut after = known.clone();
    for step in &judged.steps()[known.draft().len()..] {
        let twin = Twin { state: judged.after.state().clone(), ..known.state().clone() };
        after = after.drafted(twin, step.clone());
    }
    let Judgement { complete, last_word, doubts, .. } = judged;
    Judgement { after, complete, last_word, doubts }
}

impl Game for Broken {
    const NAME: &'static str = "broken";
    const RULES: u32 = 1;
    const CHANGES: &'static [Change] = &[];

    type State = Twin;
    type Step = Step;
    type Event = Event;
    type Cache = ();

    fn begin(
        scenario: &Scenario,
        handles: &mut Handles<'_>,
        dice: &mut dyn Dice,
        tell: &mut impl Tell<Event>,
    ) -> Result<Twin, Begin> {
        let number = flaw(&scenario.name);
        FLAWS.get(usize::from(number)).into_iter().for_each(|flaw| flaw.read(scenario));
        let state = Picket::begin(scenario, handles, dice, tell)?;
        let mut twin = Twin { state, flaw: number, slip: 0, shared: Shared::from(0) };
        twin.flaw().begun(&mut twin.state, dice)?;
        twin.slip = twin.flaw().slip(&twin.state);
        Ok(twin)
    }

    fn play(
        twin: &mut Twin,
        judged: &Judgement<Self>,
        dice: &mut dyn Dice,
        tell: &mut impl Tell<Event>,
    ) -> Result<(), NeedsDice> {
        let Judgement { after, complete, last_word, doubts } = judged.clone();
        let judged = Judgement { after: sound(&after), complete, last_word, doubts };
        let mut told = Told::new();
        twin.flaw().play(twin, &judged, dice, &mut told)?;
        for (to, event) in told {
            tell.tell(to, event);
        }
        twin.slip = twin.flaw().slip(&twin.state);
        Ok(())
    }

    fn redact(twin: &mut Twin, viewer: Viewer) {
        twin.flaw().redact(&mut twin.state, viewer);
    }

    fn seats(twin: &Twin) -> Vec<SeatInfo> {
        Picket::seats(&twin.state)
    }

    fn prompts(known: &Known<Self>) -> Vec<Prompt<Step>> {
        known.state().flaw().prompts(&sound(known))
    }

    fn options(known: &Known<Self>) -> Options<Step> {
        known.state().flaw().options(&sound(known))
    }

    fn judge(known: &Known<Self>, steps: &[Step]) -> Result<Judgement<Self>, Vec<Refusal>> {
        let twin = known.state();
        twin.flaw().judge(&sound(known), steps, twin.slip).map(|judged| broken(known, judged))
    }

    fn aim(known: &Known<Self>, place: PlaceId, drag: &Drag) -> Option<Step> {
        Picket::aim(&sound(known), place, drag)
    }

    fn odds(known: &Known<Self>, steps: &[Step]) -> Vec<Odds> {
        known.state().flaw().odds(&sound(known), steps)
    }

    fn inspect(known: &Known<Self>, piece: PieceId) -> Option<Inspection> {
        Picket::inspect(&sound(known), piece)
    }

    fn scene(known: &Known<Self>) -> Scene {
        known.state().flaw().scene(&sound(known), known.state().slip)
    }

    fn line(event: &Event) -> Line {
        Picket::line(event)
    }

    fn outcome(known: &Known<Self>) -> Option<Outcome> {
        Picket::outcome(&sound(known))
    }

    fn imagine(known: &Known<Self>, dice: &mut dyn Dice) -> Twin {
        let twin = known.state();
        let shared = Shared::from(i64::from(twin.shared.clone()));
        Twin { state: twin.flaw().imagine(&sound(known), dice), shared, ..twin.clone() }
    }
}
