//! The games that can be played, with their types erased behind JSON.

use crate::answer::{Answer, Code};
use crate::any_known::AnyKnown;
use crate::ask::{Drag, Options, PlaceId, PromptId};
use crate::battle::{Act, Battle, Choice, Opening, step};
use crate::decision::Decision;
use crate::game::{Game, Inspection, Odds, SeatInfo};
use crate::hints::{Hints, Term};
use crate::journal::{Chance, Entry, Journal};
use crate::past::Past;
use crate::protocol::{Aimed, GameInfo, Judged};
use crate::replay::{Drift, Replayed};
use crate::scenario::{Brief, Scenario};
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
    /// The name as people write it.
    pub title: &'static str,
    /// The registers that its rule book is made of, in their order.
    pub book: &'static [&'static str],
    /// The words in its sentences that a newcomer does not know.
    pub terms: &'static [Term],
    /// The version of its rules.
    pub rules: u32,
    /// Scenarios that come with it.
    pub scenarios: Vec<Scenario>,
    /// The form of its steps.
    pub step_schema: Schema,
    /// What a scenario says of itself.
    pub brief: fn(&Scenario) -> Brief,
    open: OpenBattle,
    replay: ReplayBattle,
    resume: ResumeBattle,
}

/// Opens a battle.
pub type OpenBattle = fn(Opening) -> Opened;

/// Reads a battle from its journal: to go on with it, or as it was after so many entries.
pub type ReplayBattle = fn(&Journal, Option<usize>) -> Result<Reopened, Answer>;

/// Reads a battle from a journal of one's own, to go on with it: its stored states are believed.
pub type ResumeBattle = fn(&Journal) -> Result<Reopened, Answer>;

/// A battle, or why there is none.
type Opened = Result<Box<dyn AnyBattle>, Answer>;

/// A battle read from its journal.
pub struct Reopened {
    /// The battle, ready to go on.
    pub battle: Box<dyn AnyBattle>,
    /// How it differs from what was written, if the rules changed meanwhile.
    pub drift: Option<Drift>,
    /// How many entries were played again.
    pub replayed: usize,
}

/// Where in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// After so many entries of its journal.
    Entries(usize),
    /// When a viewer had just been told a line.
    Line(Viewer, usize),
}

impl<G: Game> From<Replayed<G>> for Reopened {
    fn from(replayed: Replayed<G>) -> Self {
        let Replayed { battle, drift, replayed } = replayed;
        Self { battle: Box::new(battle), drift, replayed }
    }
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
            title: G::TITLE,
            book: G::BOOK,
            terms: G::TERMS,
            rules: G::RULES,
            scenarios,
            step_schema: schemars::schema_for!(G::Step),
            brief: G::brief,
            open: |opening| Ok(Box::new(Battle::<G>::open(opening)?)),
            replay: |journal, upto| {
                let Some(end) = upto else { return Battle::<G>::resume(journal).map(Reopened::from) };
                let battle = Box::new(Battle::<G>::replay(journal, upto)?);
                Ok(Reopened { battle, drift: None, replayed: end.min(journal.entries.len()) })
            },
            resume: |journal| Battle::<G>::resume_own(journal).map(Reopened::from),
        });
        self
    }

    /// All games.
    pub fn all(&self) -> &[GameEntry] {
        &self.games
    }

    /// What there is to play.
    pub fn infos(&self) -> Vec<GameInfo> {
        let info = |game: &GameEntry| GameInfo {
            name: game.name.into(),
            rules: game.rules,
            scenarios: game.scenarios.iter().map(|s| s.name.clone()).collect(),
        };
        self.games.iter().map(info).collect()
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

    /// What opens battles of it, to be handed to another thread.
    pub const fn opener(&self) -> OpenBattle {
        self.open
    }

    /// What reads battles of it, to be handed to another thread.
    pub const fn replayer(&self) -> ReplayBattle {
        self.replay
    }

    /// What reads battles of it from journals of one's own, to be handed to another thread.
    pub const fn resumer(&self) -> ResumeBattle {
        self.resume
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
pub trait AnyBattle: Send + Sync {
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
    /// The numbers of the last lines that a viewer had been told when the battle had so many entries, which rise.
    fn lines_at(&self, viewer: Viewer, entries: &[usize]) -> Vec<usize>;
    /// What a viewer knew when he had just been told a line.
    /// That view is still to be worked out: the battle can go on meanwhile.
    fn view_at(&self, viewer: Viewer, since: usize, line: usize) -> Result<Past, Answer>;
    /// What a viewer knows, by itself: it can be thought about while the battle goes on.
    fn known(&self, viewer: Viewer) -> Box<dyn AnyKnown>;
    /// Was a choice with this id played for this question? Then the view its seat got for it.
    fn answered(&self, seat: Seat, id: &str, to: PromptId, since: usize) -> Result<Option<Past>, Answer>;
    /// Adds to a look back what this battle still knows of the time before: then a part of the journal will do. It is
    /// much, so it is recalled when the look back is worked out, not while it waits.
    fn recall(&self, past: &mut Past);
    /// Decides what an act would do. Nothing is changed.
    fn decide(&self, act: Act<Value>) -> Result<AnyDecision, Answer>;
    /// Does what was decided, if nothing was done in between.
    fn accept(&mut self, decision: AnyDecision);
    /// Does what was decided elsewhere: the entries that follow those of this battle. If they do not fit, the
    /// battle is left somewhere among them and must be read anew.
    fn follow(&mut self, entries: &[Entry]) -> Result<(), Answer>;
    /// Forgets what is kept elsewhere and not needed to go on: the first so many stored states, and the steps and
    /// rolls of every entry. After that the journal is not whole.
    fn shed(&mut self, states: usize);
    /// After how many entries a moment was, the umpire's own answers to the last of them counted: a battle begins where
    /// somebody must decide.
    fn entries_before(&self, at: Moment) -> Result<usize, Answer>;
    /// The journal of a new battle that goes on from a moment of this one, with dice of its own. The battle must have
    /// its whole journal.
    fn branch(&self, at: Moment, chance: Chance) -> Result<Journal, Answer>;

    /// What a seat of this battle knows.
    fn known_to(&self, seat: Seat) -> Result<Box<dyn AnyKnown>, Answer> {
        let there = self.seats().iter().any(|info| info.seat == seat);
        if there { Ok(self.known(Viewer::Seat(seat))) } else { Err(Answer::no_seat(seat)) }
    }
    /// The next steps of a draft.
    fn options(&self, seat: Seat, draft: &[Value]) -> Result<Options<Value>, Answer> {
        self.known_to(seat)?.options(draft)
    }
    /// What helps a person to go on with a draft.
    fn hints(&self, seat: Seat, draft: &[Value]) -> Result<Hints<Value>, Answer> {
        self.known_to(seat)?.hints(draft)
    }
    /// The judgement of a draft.
    fn judge(&self, seat: Seat, draft: &[Value]) -> Result<Judged, Answer> {
        self.known_to(seat)?.judge(draft)
    }
    /// The step that fits what a hand drew, and its judgement.
    fn aim(&self, seat: Seat, draft: &[Value], place: PlaceId, drag: &Drag) -> Result<Aimed, Answer> {
        self.known_to(seat)?.aim(draft, place, drag)
    }
    /// The chances of a draft.
    fn odds(&self, seat: Seat, draft: &[Value]) -> Result<Vec<Odds>, Answer> {
        self.known_to(seat)?.odds(draft)
    }
    /// A piece looked at closely, as it would stand after a draft.
    fn inspect(&self, viewer: Viewer, piece: PieceId, draft: &[Value]) -> Result<Inspection, Answer> {
        self.known(viewer).inspect(piece, draft)
    }
}

/// A decision of any game.
pub struct AnyDecision {
    /// What is to be stored.
    pub entries: Vec<Entry>,
    inner: Box<dyn Any + Send>,
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

    fn lines_at(&self, viewer: Viewer, entries: &[usize]) -> Vec<usize> {
        Self::lines_at(self, viewer, entries)
    }

    fn view_at(&self, viewer: Viewer, since: usize, line: usize) -> Result<Past, Answer> {
        let entries = self.entries_at(viewer, line, "at")?;
        Ok(Self::past(entries, viewer, since))
    }

    fn known(&self, viewer: Viewer) -> Box<dyn AnyKnown> {
        Box::new(Self::known(self, viewer))
    }

    fn answered(&self, seat: Seat, id: &str, to: PromptId, since: usize) -> Result<Option<Past>, Answer> {
        let Some(entries) = self.played(seat, id, to)? else { return Ok(None) };
        Ok(Some(Self::past(entries, Viewer::Seat(seat), since)))
    }

    fn recall(&self, past: &mut Past) {
        Self::recall(self, past);
    }

    fn decide(&self, act: Act<Value>) -> Result<AnyDecision, Answer> {
        let act = match act {
            Act::Undo(seat) => Act::Undo(seat),
            Act::Close(seat) => Act::Close(seat),
            Act::Play(Choice { seat, prompt, steps: draft, id, given }) => {
                let steps: Result<_, _> = draft.iter().map(step).collect();
                Act::Play(Choice { seat, prompt, steps: steps?, id, given })
            }
        };
        let decision = Self::decide(self, act)?;
        Ok(AnyDecision { entries: decision.entries.clone(), inner: Box::new(decision) })
    }

    fn accept(&mut self, decision: AnyDecision) {
        let decision = decision.inner.downcast::<Decision<G>>().expect("a decision of this game");
        Self::accept(self, *decision);
    }

    fn follow(&mut self, entries: &[Entry]) -> Result<(), Answer> {
        Self::follow(self, entries)
    }

    fn shed(&mut self, states: usize) {
        Self::shed(self, states);
    }

    fn entries_before(&self, at: Moment) -> Result<usize, Answer> {
        let all = self.journal().entries.len();
        let entries = match at {
            Moment::Entries(entries) if entries > all => {
                return Err(Answer::beyond("entries", entries, all));
            }
            Moment::Entries(entries) => entries,
            Moment::Line(viewer, line) => self.entries_at(viewer, line, "line")?,
        };
        Ok(self.journal().decided(entries))
    }

    fn branch(&self, at: Moment, chance: Chance) -> Result<Journal, Answer> {
        self.at(self.entries_before(at)?)?.branch(chance)
    }
}
