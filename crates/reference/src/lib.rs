//! Picket: the reference game, and the smallest complete example of one.
//!
//! Two sides skirmish between woods. It is kept small, yet it has everything that the contract was made
//! for: units of several stands, free moves, a draft that is illegal half-way, a secret roll and a silent
//! test of it, sealed answers, a reaction inside another's move, choices that only the truth denies, and a
//! unit whose very existence is hidden. Its register is `rules.md`, here as [`REGISTER`].

mod ambush;
mod draft;
mod end;
pub mod event;
mod fire;
mod knowledge;
mod limit;
mod march;
pub mod measure;
mod melee;
mod options;
mod orders;
mod scene;
mod setup;
pub mod state;
pub mod step;
mod turn;

use event::Event;
use state::{Side, State};
use step::Step;
use umpire::{
    Begin, Change, Dice, Drag, Game, Handles, Inspection, Judgement, Known, Line, NeedsDice, Odds, Options,
    Outcome, PieceId, PlaceId, Prompt, Refusal, RuleId, Scenario, Scene, SeatInfo, Tell, Viewer,
};

/// The rules, numbered.
pub const REGISTER: &str = include_str!("../rules.md");

/// Is there such a rule?
pub fn is_rule(id: RuleId) -> bool {
    REGISTER.contains(&format!("- **{id}** "))
}

/// Scenarios to play, the first being the plainest.
pub fn scenarios() -> Vec<Scenario> {
    let named = |name: &str, text: &str| Scenario { name: name.to_owned(), text: text.to_owned() };
    vec![
        named("ford", include_str!("../scenarios/ford.toml")),
        named("copse", include_str!("../scenarios/copse.toml")),
        named("heath", include_str!("../scenarios/heath.toml")),
    ]
}

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picket;

impl Game for Picket {
    const NAME: &'static str = "picket";
    const TITLE: &'static str = "Picket";
    const RULES: u32 = 1;
    const CHANGES: &'static [Change] = &[];

    type State = State;
    type Step = Step;
    type Event = Event;
    type Cache = ();

    fn begin(
        scenario: &Scenario,
        handles: &mut Handles<'_>,
        _: &mut dyn Dice,
        tell: &mut impl Tell<Event>,
    ) -> Result<State, Begin> {
        setup::begin(scenario, handles, tell)
    }

    fn play(
        state: &mut State,
        judged: &Judgement<Self>,
        dice: &mut dyn Dice,
        tell: &mut impl Tell<Event>,
    ) -> Result<(), NeedsDice> {
        let Some(side) = judged.seat().and_then(Side::of) else { return Ok(()) };
        turn::play(state, side, judged.steps(), dice, tell)
    }

    fn redact(state: &mut State, viewer: Viewer) {
        knowledge::redact(state, viewer);
    }

    fn seats(_: &State) -> Vec<SeatInfo> {
        let info = |side: Side| SeatInfo { seat: side.seat(), side: side as u8, name: side.name().into() };
        Side::BOTH.map(info).to_vec()
    }

    fn prompts(known: &Known<Self>) -> Vec<Prompt<Step>> {
        turn::prompts(known.state())
    }

    fn options(known: &Known<Self>) -> Options<Step> {
        options::options(known)
    }

    fn judge(known: &Known<Self>, steps: &[Step]) -> Result<Judgement<Self>, Vec<Refusal>> {
        draft::judge(known, steps)
    }

    fn aim(known: &Known<Self>, place: PlaceId, drag: &Drag) -> Option<Step> {
        options::aim(known, place, drag)
    }

    fn odds(known: &Known<Self>, steps: &[Step]) -> Vec<Odds> {
        scene::odds(known, steps)
    }

    fn inspect(known: &Known<Self>, piece: PieceId) -> Option<Inspection> {
        scene::inspect(known.state(), piece)
    }

    fn scene(known: &Known<Self>) -> Scene {
        scene::scene(known.state())
    }

    fn line(event: &Event) -> Line {
        event::line(event)
    }

    fn outcome(known: &Known<Self>) -> Option<Outcome> {
        known.state().over.clone()
    }

    fn imagine(known: &Known<Self>, dice: &mut dyn Dice) -> State {
        knowledge::imagine(known.state(), known.viewer(), dice)
    }
}
