//! The games that can be played, with their types erased behind JSON.

use crate::answer::{Answer, Code};
use crate::ask::{Drag, Options, PlaceId, PromptId};
use crate::battle::{Act, Battle, Choice, Opening, step, to_value};
use crate::decision::Decision;
use crate::game::{Game, Inspection, Odds, SeatInfo};
use crate::journal::{Entry, Journal};
use crate::known::Known;
use crate::protocol::{Aimed, Judged};
use crate::replay::{Drift, Replayed};
use crate::scenario::Scenario;
use crate::scene::PieceId;
use crate::seat::{Seat, Viewer};
use crate::view::View;
use schemars::Schema;
use serde_json::Value;
use std::any::Any;

/// The games of a program.
#[derive(Default)]
pub struct Games {
    games: Vec<GameEntry>,
}

/// A game that can be played, and its scenarios.
pub struct GameEntry {
    /// The name in journals and requests.
    pub name: &'static str,
    /// The version of its rules.
    pub rules: u32,
    /// Scenarios that come with it.
    pub scenarios: Vec<Scenario>,
    /// The form of its steps.
    pub step_schema: Schema,
    open: fn(Opening) -> Opened,
    replay: fn(&Journal, Option<usize>) -> Result<Reopened, Answer>,
}

/// A battle, or why there is none.
type Opened = Result<Box<dyn AnyBattle>, Answer>;

/// A battle read from its journal.
pub struct Reopened {
    /// The battle, ready to go on.
    pub battle: Box<dyn AnyBattle>,
    /// How it differs from what was written, if the rules changed meanwhile.
    pub drift: Option<Drift>,
}

impl Games {
    /// No games yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game with the scenarios that come with it.
    pub fn with<G: Game>(mut self, scenarios: Vec<Scenario>) -> Self {
        self.games.push(GameEntry {
            name: G::NAME,
            rules: G::RULES,
            scenarios,
            step_schema: schemars::schema_for!(G::Step),
            open: |opening| Ok(Box::new(Battle::<G>::open(opening)?)),
            replay: |journal, upto| {
                let Replayed { battle, drift } = match upto {
                    None => Battle::<G>::resume(journal)?,
                    upto => Replayed { battle: Battle::<G>::replay(journal, upto)?, drift: None },
                };
                Ok(Reopened { battle: Box::new(battle), drift })
            },
        });
        self
    }

    /// All games.
    pub fn all(&self) -> &[GameEntry] {
        &self.games
    }

    /// The game with this name.
    pub fn game(&self, name: &str) -> Result<&GameEntry, Answer> {
        self.games.iter().find(|game| game.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.games.iter().map(|game| game.name).collect();
            Answer::error(Code::UnknownGame, format!("no game {name:?}; there is: {}", known.join(", ")))
        })
    }
}

impl GameEntry {
    /// The scenario of this name.
    pub fn scenario(&self, name: &str) -> Result<&Scenario, Answer> {
        self.scenarios.iter().find(|s| s.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.scenarios.iter().map(|s| s.name.as_str()).collect();
            let sentence = format!("{} has no scenario {name:?}; it has: {}", self.name, known.join(", "));
            Answer::error(Code::UnknownScenario, sentence)
        })
    }

    /// Opens a battle.
    pub fn open(&self, opening: Opening) -> Opened {
        (self.open)(opening)
    }

    /// Reads a battle from its journal: to go on with it, or as it was after `upto` entries.
    pub fn replay(&self, journal: &Journal, upto: Option<usize>) -> Result<Reopened, Answer> {
        (self.replay)(journal, upto)
    }
}

/// A battle of any game. Steps are JSON.
pub trait AnyBattle: Send {
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// The seats.
    fn seats(&self) -> &[SeatInfo];
    /// The journal, with every secret.
    fn journal(&self) -> &Journal;
    /// Is it closed?
    fn closed(&self) -> bool;
    /// All that a viewer may know now.
    fn view(&self, viewer: Viewer, since: usize) -> View;
    /// What a viewer knew when he had just been told a line.
    fn view_at(&self, viewer: Viewer, since: usize, line: usize) -> Result<View, Answer>;
    /// The next steps of a draft.
    fn options(&self, seat: Seat, draft: &[Value]) -> Result<Options<Value>, Answer>;
    /// The judgement of a draft.
    fn judge(&self, seat: Seat, draft: &[Value]) -> Result<Judged, Answer>;
    /// The step that fits what a hand drew, and its judgement.
    fn aim(&self, seat: Seat, draft: &[Value], place: PlaceId, drag: &Drag) -> Result<Aimed, Answer>;
    /// The chances of a draft.
    fn odds(&self, seat: Seat, draft: &[Value]) -> Result<Vec<Odds>, Answer>;
    /// A piece looked at closely.
    fn inspect(&self, viewer: Viewer, piece: PieceId) -> Result<Inspection, Answer>;
    /// What a seat knows, for a computer player that takes it.
    fn known_by(&self, seat: Seat) -> Result<AnyKnown, Answer>;
    /// Was a choice with this id played for this question? Then the view its seat got for it.
    fn answered(&self, seat: Seat, id: &str, to: PromptId, since: usize) -> Result<Option<View>, Answer>;
    /// Decides what an act would do. Nothing is changed.
    fn decide(&self, act: Act<Value>) -> Result<AnyDecision, Answer>;
    /// Does what was decided, if nothing was done in between.
    fn accept(&mut self, decision: AnyDecision);
}

/// A decision of any game.
pub struct AnyDecision {
    /// What is to be stored.
    pub entries: Vec<Entry>,
    inner: Box<dyn Any + Send>,
}

/// What a seat knows of a battle of any game. It cannot reach the truth; whoever knows the game's type opens it.
pub struct AnyKnown {
    /// The name of the game.
    pub game: &'static str,
    inner: Box<dyn Any + Send>,
}

impl AnyKnown {
    /// What somebody knows, with the game's type hidden.
    pub fn new<G: Game>(known: Known<G>) -> Self {
        Self { game: G::NAME, inner: Box::new(known) }
    }

    /// What the seat knows, if it is of this game.
    pub fn of<G: Game>(&self) -> Option<&Known<G>> {
        self.inner.downcast_ref()
    }
}

impl<G: Game> AnyBattle for Battle<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> &[SeatInfo] {
        Self::seats(self)
    }

    fn journal(&self) -> &Journal {
        Self::journal(self)
    }

    fn closed(&self) -> bool {
        Self::closed(self)
    }

    fn view(&self, viewer: Viewer, since: usize) -> View {
        Self::view(self, viewer, since)
    }

    fn view_at(&self, viewer: Viewer, since: usize, line: usize) -> Result<View, Answer> {
        Ok(self.at_line(viewer, line)?.view(viewer, since))
    }

    fn options(&self, seat: Seat, draft: &[Value]) -> Result<Options<Value>, Answer> {
        let known = self.drafted(seat, draft)?;
        let mut options = G::options(&known);
        for place in options.places.iter_mut().filter(|place| place.region.is_empty()) {
            place.region = G::shade(&known, place.id);
        }
        Ok(options.map(|step| to_value(&step)))
    }

    fn judge(&self, seat: Seat, draft: &[Value]) -> Result<Judged, Answer> {
        judged(&self.known_to(seat)?, &steps::<G>(draft)?)
    }

    fn aim(&self, seat: Seat, draft: &[Value], place: PlaceId, drag: &Drag) -> Result<Aimed, Answer> {
        let known = self.drafted(seat, draft)?;
        let step = G::aim(&known, place, drag)
            .ok_or_else(|| Answer::error(Code::UnknownPlace, "nothing fits what was drawn there"))?;
        let judged = judged(&known, std::slice::from_ref(&step));
        let step = to_value(&step);
        match judged {
            Ok(judged) => Ok(Aimed { step, judged: Some(judged), refused: Vec::new() }),
            Err(Answer::Refused(refused)) => Ok(Aimed { step, judged: None, refused }),
            Err(other) => Err(other),
        }
    }

    fn odds(&self, seat: Seat, draft: &[Value]) -> Result<Vec<Odds>, Answer> {
        let (known, steps) = (self.known_to(seat)?, steps::<G>(draft)?);
        G::judge(&known, &steps).map_err(Answer::Refused)?;
        Ok(G::odds(&known, &steps))
    }

    fn inspect(&self, viewer: Viewer, piece: PieceId) -> Result<Inspection, Answer> {
        let unknown = || Answer::error(Code::UnknownPiece, format!("no piece {} is known", piece.0));
        G::inspect(&self.known(viewer), piece).ok_or_else(unknown)
    }

    fn known_by(&self, seat: Seat) -> Result<AnyKnown, Answer> {
        self.known_to(seat).map(AnyKnown::new)
    }

    fn answered(&self, seat: Seat, id: &str, to: PromptId, since: usize) -> Result<Option<View>, Answer> {
        let Some(entries) = self.played(seat, id, to)? else { return Ok(None) };
        let then = Self::replay(self.journal(), Some(entries))?;
        Ok(Some(then.view(Viewer::Seat(seat), since)))
    }

    fn decide(&self, act: Act<Value>) -> Result<AnyDecision, Answer> {
        let act = match act {
            Act::Undo(seat) => Act::Undo(seat),
            Act::Close(seat) => Act::Close(seat),
            Act::Play(Choice { seat, prompt, steps: draft, id, given }) => {
                Act::Play(Choice { seat, prompt, steps: steps::<G>(&draft)?, id, given })
            }
        };
        let decision = Self::decide(self, act)?;
        Ok(AnyDecision { entries: decision.entries.clone(), inner: Box::new(decision) })
    }

    fn accept(&mut self, decision: AnyDecision) {
        let decision = decision.inner.downcast::<Decision<G>>().expect("a decision of this game");
        Self::accept(self, *decision);
    }
}

impl<G: Game> Battle<G> {
    /// What a seat knows after a draft.
    fn drafted(&self, seat: Seat, draft: &[Value]) -> Result<Known<G>, Answer> {
        let known = self.known_to(seat)?;
        if draft.is_empty() {
            return Ok(known);
        }
        Ok(G::judge(&known, &steps::<G>(draft)?).map_err(Answer::Refused)?.after)
    }
}

fn steps<G: Game>(draft: &[Value]) -> Result<Vec<G::Step>, Answer> {
    draft.iter().map(step).collect()
}

fn judged<G: Game>(known: &Known<G>, steps: &[G::Step]) -> Result<Judged, Answer> {
    let judgement = G::judge(known, steps).map_err(Answer::Refused)?;
    let scene = G::scene(&judgement.after);
    Ok(Judged {
        steps: judgement.steps().iter().map(to_value).collect(),
        missing: judgement.complete.err().unwrap_or_default(),
        last_word: judgement.last_word,
        doubts: judgement.doubts,
        pieces: scene.pieces,
        markers: scene.markers,
    })
}
