//! Tally: about the smallest game there is. Two seats add to a heap in turn; who brings it to the limit
//! has lost. Version 2 of its rules counts a handful as four instead of three.

use dice::{Dice, NeedsDice, Why};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::point::Point;
use umpire::{
    Begin, Change, Drag, Game, Handles, Inspection, Judgement, Known, Line, Odds, Offer, Options, Outcome,
    PieceId, PlaceId, Problem, Prompt, PromptId, Refusal, RuleId, Scenario, Scene, Seat, SeatInfo, Seats,
    Tell, Viewer,
};

pub(crate) struct Tally<const RULES: u32>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    heap: u32,
    limit: u32,
    turn: Seat,
    asked: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Step {
    /// Add a handful.
    Handful,
    /// Add what a die shows.
    Throw,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Event {
    by: Seat,
    added: u32,
    thrown: bool,
}

impl<const RULES: u32> Tally<RULES> {
    /// How many a handful is.
    const HANDFUL: u32 = if RULES < 2 { 3 } else { 4 };
}

const ADD: RuleId = RuleId::new("XX-ADD-01");
const END: RuleId = RuleId::new("XX-END-01");

impl<const RULES: u32> Game for Tally<RULES> {
    const NAME: &'static str = "tally";
    const RULES: u32 = RULES;
    const CHANGES: &'static [Change] = &[Change { rules: 2, ids: &["XX-ADD-01"] }];

    type State = State;
    type Step = Step;
    type Event = Event;
    type Cache = ();

    fn begin(
        scenario: &Scenario,
        _: &mut Handles<'_>,
        _: &mut dyn Dice,
        _: &mut impl Tell<Event>,
    ) -> Result<State, Begin> {
        let limit = scenario.text.trim().parse().map_err(|_| {
            Begin::Problems(vec![Problem::at(&scenario.text, 0, "limit", "a whole number is wanted")])
        })?;
        Ok(State { heap: 0, limit, turn: Seat::FIRST, asked: 1 })
    }

    fn play(
        state: &mut State,
        judged: &Judgement<Self>,
        dice: &mut dyn Dice,
        tell: &mut impl Tell<Event>,
    ) -> Result<(), NeedsDice> {
        let by = state.turn;
        for step in judged.steps() {
            let added = match step {
                Step::Handful => Self::HANDFUL,
                Step::Throw => dice.roll(Why::new(ADD, "what to add", by.number()), 1, 6)?[0],
            };
            state.heap += added;
            tell.tell(Seats::EVERYBODY, Event { by, added, thrown: *step == Step::Throw });
        }
        state.turn = by.other();
        state.asked += 1;
        Ok(())
    }

    fn redact(_: &mut State, _: Viewer) {}

    fn seats(_: &State) -> Vec<SeatInfo> {
        let info = |seat: Seat, name: &'static str| SeatInfo { seat, side: seat.number(), name: name.into() };
        vec![info(Seat::FIRST, "Anna"), info(Seat::SECOND, "Bert")]
    }

    fn prompts(known: &Known<Self>) -> Vec<Prompt<Step>> {
        let state = known.state();
        if state.heap >= state.limit {
            return Vec::new();
        }
        vec![Prompt {
            id: PromptId(state.asked),
            seat: state.turn,
            ask: "A handful or a throw?".into(),
            sealed: false,
            answered: false,
            forced: false,
            fallback: Some(vec![Step::Handful]),
        }]
    }

    fn options(known: &Known<Self>) -> Options<Step> {
        let offer = |step, label: &'static str| Offer { step, label: label.into(), piece: None };
        if !known.draft().is_empty() || known.seat() != Some(known.state().turn) {
            return Options::default();
        }
        Options {
            steps: vec![offer(Step::Handful, "a handful"), offer(Step::Throw, "a throw")],
            places: vec![],
        }
    }

    fn judge(known: &Known<Self>, steps: &[Step]) -> Result<Judgement<Self>, Vec<Refusal>> {
        let mut after = known.clone();
        for step in steps {
            let mut state = after.state().clone();
            let over = state.heap >= state.limit;
            if !after.draft().is_empty() || over || after.seat() != Some(state.turn) {
                return Err(vec![Refusal::new(ADD, after.draft().len(), "one step, in one's turn")]);
            }
            // The preview: what a handful adds is known, what a throw adds is not.
            if *step == Step::Handful {
                state.heap += Self::HANDFUL;
            }
            after = after.drafted(state, step.clone());
        }
        let complete = match after.draft() {
            [] => Err(vec![Refusal::new(ADD, 0, "nothing is drafted yet")]),
            _ => Ok(()),
        };
        let last_word = after.draft() == [Step::Throw];
        Ok(Judgement { after, complete, last_word, doubts: Vec::new() })
    }

    fn aim(_: &Known<Self>, _: PlaceId, _: &Drag) -> Option<Step> {
        None
    }

    fn odds(_: &Known<Self>, _: &[Step]) -> Vec<Odds> {
        Vec::new()
    }

    fn inspect(_: &Known<Self>, _: PieceId) -> Option<Inspection> {
        None
    }

    fn scene(known: &Known<Self>) -> Scene {
        Scene {
            size: Point { x: 1, y: 1 },
            unit: "".into(),
            clock: format!("{} of {}", known.state().heap, known.state().limit).into(),
            terrain: Vec::new(),
            pieces: Vec::new(),
            aside: Vec::new(),
            markers: Vec::new(),
            gauges: Vec::new(),
        }
    }

    fn line(event: &Event) -> Line {
        let line = Line::new(format!("{} adds {}.", event.by, event.added)).rule(ADD);
        if event.thrown { line.die(event.added, 6, false) } else { line }
    }

    fn outcome(known: &Known<Self>) -> Option<Outcome> {
        let state = known.state();
        (state.heap >= state.limit).then(|| Outcome {
            winner: Some(state.turn.number()),
            rule: END,
            sentence: "the heap is full".into(),
        })
    }

    fn imagine(known: &Known<Self>, _: &mut dyn Dice) -> State {
        known.state().clone()
    }
}
