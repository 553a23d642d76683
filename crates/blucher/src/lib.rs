//! Blücher: brigades on a free-measured table, an army under one commander.
//!
//! The layout follows the rule book's own order. Each rule is one small function with its id (`BL-CHG-07`)
//! above it; the register is `rules/blucher-*.md`.

pub mod activation;
pub mod advance;
pub mod card;
pub mod charge;
pub mod combat;
pub mod contact;
pub mod conventions;
pub mod draft;
pub mod engagement;
pub mod event;
pub mod field;
pub mod fire;
pub mod information;
pub mod knowledge;
pub mod last_word;
pub mod momentum;
pub mod movement;
pub mod options;
pub mod pickup;
pub mod play;
pub mod refuse;
pub mod retreat;
pub mod scale;
pub mod scenario;
pub mod scene;
pub mod setup;
pub mod sight;
pub mod staff;
pub mod state;
pub mod step;
pub mod terms;
pub mod turn;
pub mod victory;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use dice::{Dice, NeedsDice};
use event::Event;
use state::{Phase, State, seat};
use step::Step;
use table::point::Point;
use umpire::{
    Begin, Brief, Change, Drag, Game, Handles, Hints, Inspection, Judgement, Known, Line, Odds, Options,
    Outcome, PieceId, PlaceId, Prompt, Refusal, Scenario, Scene, SeatInfo, Tell, Term, Terrain, Viewer,
    Worded,
};

/// Scenarios to play, the first being the one to learn the game with.
pub fn scenarios() -> Vec<Scenario> {
    let named = |name: &str, text: &str| Scenario { name: name.to_owned(), text: text.to_owned() };
    vec![
        named("learning", include_str!("../../../scenarios/blucher/learning.toml")),
        named("meeting", include_str!("../../../scenarios/blucher/meeting.toml")),
        named("pickup", include_str!("../../../scenarios/blucher/pickup.toml")),
    ]
}

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blucher;

impl Game for Blucher {
    const NAME: &'static str = "blucher";
    const TITLE: &'static str = "Blücher";
    const BOOK: &'static [&'static str] = &["blucher-1-basics-movement-fire", "blucher-2-combat-victory"];
    const TERMS: &'static [Term] = terms::TERMS;
    const RULES: u32 = 1;
    const CHANGES: &'static [Change] = &[];

    type State = State;
    type Step = Step;
    type Event = Event;
    type Cache = ();

    fn begin(
        scenario: &Scenario,
        handles: &mut Handles<'_>,
        dice: &mut dyn Dice,
        tell: &mut impl Tell<Event>,
    ) -> Result<State, Begin> {
        setup::begin(scenario, handles, dice, tell)
    }

    fn play(
        state: &mut State,
        judged: &Judgement<Self>,
        dice: &mut dyn Dice,
        tell: &mut impl Tell<Event>,
    ) -> Result<(), NeedsDice> {
        let Some(seat) = judged.seat() else { return Ok(()) };
        play::play(state, seat.number(), judged.steps(), dice, tell)
    }

    fn brief(scenario: &Scenario) -> Brief {
        scenario::brief(scenario)
    }

    fn redact(state: &mut State, viewer: Viewer) {
        knowledge::redact(state, viewer);
    }

    fn seats(state: &State) -> Vec<SeatInfo> {
        let info = |side: u8| SeatInfo { seat: seat(side), side, name: event::side_name(state, side).into() };
        vec![info(0), info(1)]
    }

    fn prompts(known: &Known<Self>) -> Vec<Prompt<Step>> {
        options::prompts(known.state())
    }

    fn options(known: &Known<Self>) -> Options<Step> {
        options::options(known)
    }

    fn shade(known: &Known<Self>, place: PlaceId) -> Vec<Vec<Point>> {
        options::shade(known.state(), place)
    }

    fn hints(known: &Known<Self>) -> Hints<Step> {
        options::hints(known)
    }

    fn words(after: &Known<Self>, step: &Step) -> Worded {
        options::worded(after.state(), step)
    }

    fn judge(known: &Known<Self>, steps: &[Step]) -> Result<Judgement<Self>, Vec<Refusal>> {
        draft::judge(known, steps)
    }

    fn aim(known: &Known<Self>, place: PlaceId, drag: &Drag) -> Option<Step> {
        options::aim(known, place, drag)
    }

    fn instead(known: &Known<Self>, place: PlaceId, drag: &Drag, step: &Step) -> Vec<Refusal> {
        options::instead(known, place, drag, step)
    }

    fn odds(known: &Known<Self>, steps: &[Step]) -> Vec<Odds> {
        options::odds(known, steps)
    }

    fn inspect(known: &Known<Self>, piece: PieceId) -> Option<Inspection> {
        options::inspect(known, piece)
    }

    fn scene(known: &Known<Self>) -> Scene {
        scene::scene(known.state())
    }

    fn terrain(known: &Known<Self>) -> Vec<Terrain> {
        scene::grounds(known.state())
    }

    fn line(event: &Event) -> Line {
        event::line(event)
    }

    fn outcome(known: &Known<Self>) -> Option<Outcome> {
        match &known.state().phase {
            Phase::Over(end) => Some(end.told(known.state())),
            _ => None,
        }
    }

    fn imagine(known: &Known<Self>, dice: &mut dyn Dice) -> State {
        knowledge::imagine(known.state(), dice)
    }
}
