//! A battle under the umpire: the truth, what was told, and the journal. The only door to a game.

use crate::answer::{Answer, Code};
use crate::ask::{Prompt, PromptId};
use crate::chance::Supply;
use crate::decision::{Decision, find, judge, own};
use crate::game::{Begin, Game, Handles, SeatInfo};
use crate::journal::{Chance, Entry, FORMAT, Journal, Log, SNAPSHOT_EVERY, Snapshot, StateHash, Told};
use crate::known::Known;
use crate::scenario::Scenario;
use crate::seat::{Seat, Seats, Viewer};
use crate::tell::Line;
use crate::undo::Undo;
use crate::view::{Asked, Numbered, View};
use dice::Given;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// The longest scenario that is read, in bytes.
pub const LONGEST_SCENARIO: usize = 256 << 10;

/// The most entries of one battle; long before that people have gone home. Only asks to close it come after them.
pub const MOST_ENTRIES: usize = 100_000;

/// The most answers of a seat to one sealed question, which may be answered again until all have answered: a journal is
/// bounded by answers that stand.
pub const MOST_ANSWERS: usize = 20;

/// The longest name of a choice, in bytes.
pub const LONGEST_CHOICE: usize = 100;

/// How a battle is to be opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The scenario.
    pub scenario: Scenario,
    /// Where chance comes from.
    pub chance: Chance,
    /// Faces for rolls while setting up, if they are given by hand.
    pub given: Vec<Given>,
}

/// A choice that a seat wants to play.
#[derive(Clone, Debug)]
pub struct Choice<St> {
    /// Whose it is.
    pub seat: Seat,
    /// The question it answers.
    pub prompt: PromptId,
    /// The steps.
    pub steps: Vec<St>,
    /// The seat's own name for it, so that it is not played twice.
    pub id: Option<String>,
    /// Faces, if they are given by hand.
    pub given: Vec<Given>,
}

/// Something that a seat wants to do.
#[derive(Clone, Debug)]
pub enum Act<St> {
    /// Play a choice.
    Play(Choice<St>),
    /// Take its last choice back.
    Undo(Seat),
    /// Close a battle that is decided; before that, ask to close it: it is closed when all seats ask.
    /// A closed battle is open to everybody's eyes.
    Close(Seat),
}

impl<St> From<Choice<St>> for Act<St> {
    fn from(choice: Choice<St>) -> Self {
        Self::Play(choice)
    }
}

/// A battle.
pub struct Battle<G: Game> {
    pub(crate) journal: Journal,
    pub(crate) truth: G::State,
    pub(crate) told: Log,
    /// How many lines are in the stored states so far, those that were shed too.
    pub(crate) lines_stored: usize,
    /// How many entries were shed: nothing is left of them but who did what when.
    pub(crate) entries_shed: usize,
    /// Where the stream of dice stands.
    pub(crate) position: u64,
    pub(crate) undo: Option<Undo<G>>,
    /// Whose last choice could not be taken back even if nobody had acted since.
    pub(crate) last_words: Seats,
    /// Who asked to close the battle.
    pub(crate) closing: Seats,
    pub(crate) closed: bool,
}

impl<G: Game> Battle<G> {
    /// Opens a battle.
    pub fn open(opening: Opening) -> Result<Self, Answer> {
        let Opening { scenario, chance, given } = opening;
        if scenario.text.len() > LONGEST_SCENARIO {
            let sentence = format!("{} is longer than {LONGEST_SCENARIO} bytes", scenario.name);
            return Err(Answer::error(Code::BadScenario, sentence));
        }
        let mut supply = Supply::new(&chance, 0, given)?;
        let (truth, told) = Self::begin(&scenario, &chance, &mut supply)?;
        let journal = Journal {
            format: FORMAT,
            game: G::NAME.to_owned(),
            rules: G::RULES,
            scenario,
            seats: G::seats(&truth),
            commitment: chance.commitment()?,
            chance,
            begin: supply.since_last(),
            hash: StateHash::of(&truth),
            entries: Vec::new(),
            snapshots: vec![Snapshot::new(0, to_value(&truth), 0, None, None)],
            resumed: None,
        };
        let mut battle = Self::new(journal, truth, told, 0);
        let mut decision = battle.nothing();
        decision.forced(&mut supply)?;
        decision.position = supply.finish()?;
        battle.accept(decision);
        Ok(battle)
    }

    pub(crate) fn new(journal: Journal, truth: G::State, told: Log, position: u64) -> Self {
        Self {
            lines_stored: journal.snapshots.last().map_or(0, Snapshot::lines),
            entries_shed: 0,
            journal,
            truth,
            told,
            position,
            undo: None,
            last_words: Seats::NOBODY,
            closing: Seats::NOBODY,
            closed: false,
        }
    }

    pub(crate) fn begin(
        scenario: &Scenario,
        chance: &Chance,
        supply: &mut Supply,
    ) -> Result<(G::State, Log), Answer> {
        let mut draw = chance.handles()?;
        let mut events = Vec::new();
        let begun = supply.throw(|dice| {
            match G::begin(scenario, &mut Handles::new(&mut draw), dice, &mut events) {
                Err(Begin::Needs(needs)) => Err(needs),
                Err(Begin::Problems(problems)) => Ok(Err(problems)),
                Ok(state) => Ok(Ok(state)),
            }
        })?;
        let state = begun.map_err(|problems| Answer::bad_scenario(&scenario.name, problems))?;
        Ok((state, lines::<G>(0, events).map(Arc::new).collect()))
    }

    // ---- looking ----------------------------------------------------------------------------------

    /// The seats.
    pub fn seats(&self) -> &[SeatInfo] {
        &self.journal.seats
    }

    /// The journal. It holds every secret: for the archive, and for everybody once the battle is closed. It is whole
    /// unless the battle has shed something.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Is it closed?
    pub const fn closed(&self) -> bool {
        self.closed
    }

    /// What a viewer knows.
    pub fn known(&self, viewer: Viewer) -> Known<G> {
        Known::of(&self.truth, viewer)
    }

    /// What a seat of this battle knows.
    pub fn known_to(&self, seat: Seat) -> Result<Known<G>, Answer> {
        let known = self.journal.seats.iter().any(|info| info.seat == seat);
        if known { Ok(self.known(Viewer::Seat(seat))) } else { Err(Answer::no_seat(seat)) }
    }

    /// All that a viewer may know, with the lines told to him after line `since`.
    pub fn view(&self, viewer: Viewer, since: usize) -> View {
        let known = self.known(viewer);
        let outcome = G::outcome(&known);
        let prompts = if self.closed || outcome.is_some() { Vec::new() } else { G::prompts(&known) };
        let no_undo = known.seat().and_then(|seat| self.no_undo(seat));
        View {
            viewer,
            scene: G::scene(&known),
            prompt: own(&prompts, viewer).map(asked::<G>),
            awaited: prompts.iter().filter(|p| !p.answered).map(|p| p.seat).collect(),
            lines: self.lines(viewer, since).collect(),
            outcome,
            may_undo: known.seat().is_some() && no_undo.is_none(),
            no_undo,
            closed: self.closed,
        }
    }

    /// What was told to a viewer. Whoever sees everything is told once what was told to several in words of their own.
    fn heard(&self, viewer: Viewer) -> impl Iterator<Item = &Told> {
        self.heard_at(viewer).filter_map(|i| self.told.get(i)).map(|told| &**told)
    }

    /// Where in the log the lines stand that a viewer was told.
    fn heard_at(&self, viewer: Viewer) -> impl Iterator<Item = usize> {
        (0..self.told.len()).filter(move |i| self.hears(viewer, *i))
    }

    /// Was a viewer told the line at this place of the log?
    pub(crate) fn hears(&self, viewer: Viewer, place: usize) -> bool {
        let told = |place: usize| self.told.get(place);
        let before = place.checked_sub(1).and_then(told);
        told(place).is_some_and(|told| {
            let again = viewer == Viewer::All && before.is_some_and(|before| told.says_again(before));
            told.to.has(viewer) && !again
        })
    }

    /// The lines told to a viewer after line `since`. Those before it are passed over, not copied: the log is long.
    fn lines(&self, viewer: Viewer, since: usize) -> impl Iterator<Item = Numbered> + '_ {
        let (mut moment, mut entries) = (0, None);
        let numbered = self.heard_at(viewer).enumerate().map(move |(i, place)| {
            let told = &*self.told[place];
            moment += usize::from(entries.replace(told.entries) != Some(told.entries));
            (i + 1, moment, place, told)
        });
        numbered.skip(since).map(move |(number, moment, place, told)| {
            let takes_back = self.takes_back(viewer, place, &told.line.takes_back);
            Numbered { number, moment, line: Line { takes_back, ..told.line.clone() } }
        })
    }

    /// The numbers of the last lines that a viewer had been told when the battle had so many entries, which rise.
    pub fn lines_at(&self, viewer: Viewer, entries: &[usize]) -> Vec<usize> {
        let (mut heard, mut number) = (self.heard(viewer).peekable(), 0);
        let mut until = |entries: usize| {
            while heard.next_if(|told| told.entries <= entries).is_some() {
                number += 1;
            }
            number
        };
        entries.iter().map(|entries| until(*entries)).collect()
    }

    /// The battle as it was when a viewer had just been told line `number`; at the start for line 0.
    pub fn at_line(&self, viewer: Viewer, number: usize) -> Result<Self, Answer> {
        self.at(self.entries_at(viewer, number, "line")?)
    }

    /// How many entries there were when a viewer had just been told the line of this number, which a request has in
    /// this field.
    pub(crate) fn entries_at(&self, viewer: Viewer, number: usize, field: &str) -> Result<usize, Answer> {
        let Some(before) = number.checked_sub(1) else { return Ok(0) };
        let heard = || self.heard(viewer);
        let told = heard().nth(before).ok_or_else(|| Answer::beyond(field, number, heard().count()))?;
        Ok(told.entries)
    }

    /// The number of entries after which this seat's choice with this id was done, if it was. Each seat has
    /// its own ids: nobody learns which ones another has used. The same id for another question, or after the
    /// choice was taken back, is an error: it would be answered with what no longer holds.
    pub fn played(&self, seat: Seat, id: &str, prompt: PromptId) -> Result<Option<usize>, Answer> {
        let entries = &self.journal.entries;
        let named = |entry: &Entry| matches!(entry, Entry::Play { seat: by, choice: Some(name), .. } if *by == seat && name == id);
        let Some(place) = entries.iter().position(named) else { return Ok(None) };
        let after = self.journal.decided(place + 1);
        let same = matches!(&entries[place], Entry::Play { prompt: asked, .. } if *asked == prompt);
        if !same || matches!(entries.get(after), Some(Entry::Undo { .. })) {
            let sentence = "this name was given to another choice, or to one that was taken back";
            return Err(Answer::error(Code::ChoiceUsed, sentence));
        }
        Ok(Some(after))
    }

    // ---- acting -----------------------------------------------------------------------------------

    /// Does something: decided, then accepted.
    pub fn act(&mut self, act: impl Into<Act<G::Step>>) -> Result<(), Answer> {
        let decision = self.decide(act)?;
        self.accept(decision);
        Ok(())
    }

    /// Plays a choice: decided, then accepted.
    pub fn play(&mut self, choice: Choice<G::Step>) -> Result<(), Answer> {
        self.act(choice)
    }

    /// Takes the seat's last choice back.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Answer> {
        self.act(Act::Undo(seat))
    }

    /// Closes the battle, or asks to.
    pub fn close(&mut self, seat: Seat) -> Result<(), Answer> {
        self.act(Act::Close(seat))
    }

    /// Decides what an act would do. Nothing is changed.
    pub fn decide(&self, act: impl Into<Act<G::Step>>) -> Result<Decision<G>, Answer> {
        let act = act.into();
        // A battle that cannot go on can still be closed, and its seed shown: each seat asks for it once.
        if self.journal.entries.len() >= MOST_ENTRIES && !matches!(act, Act::Close(_)) {
            return Err(Answer::error(Code::TooMany, format!("a battle has at most {MOST_ENTRIES} entries")));
        }
        match act {
            Act::Play(choice) => self.decide_play(choice),
            Act::Undo(seat) => {
                self.known_to(seat)?;
                if self.may_undo(seat) { self.decide_undo(seat) } else { Err(self.not_undone(seat)) }
            }
            Act::Close(seat) => self.decide_close(seat),
        }
    }

    fn decide_play(&self, choice: Choice<G::Step>) -> Result<Decision<G>, Answer> {
        let Choice { seat, prompt, steps, id, given } = choice;
        let known = self.known_to(seat)?;
        if id.as_ref().is_some_and(|id| id.len() > LONGEST_CHOICE) {
            let sentence = format!("the name of a choice has at most {LONGEST_CHOICE} bytes");
            return Err(Answer::error(Code::BadRequest, sentence));
        }
        if self.closed || G::outcome(&known).is_some() {
            return Err(Answer::error(Code::BattleOver, "the battle is over"));
        }
        let prompts = G::prompts(&known);
        let asked = find(&prompts, seat, prompt)?;
        if asked.answered && self.answered_enough(seat, prompt) {
            let sentence =
                format!("you have answered this question {MOST_ANSWERS} times: your last answer stands");
            return Err(Answer::error(Code::TooMany, sentence));
        }
        let judged = judge(&known, &steps)?;
        let mut supply = Supply::new(&self.journal.chance, self.position, given)?;
        let mut decision = self.nothing();
        // Whoever plays on has not gone home: an ask to close is forgotten.
        decision.closing = Seats::NOBODY;
        decision.play(&judged, asked, id, false, &mut supply)?;
        decision.forced(&mut supply)?;
        decision.position = supply.finish()?;
        Ok(decision)
    }

    /// Has this seat given as many answers to this question as it may? Only its own answers are counted, so it learns
    /// nothing. Older journals go beyond the bound, and are replayed.
    fn answered_enough(&self, seat: Seat, prompt: PromptId) -> bool {
        let answers = |entry: &&Entry| matches!(entry, Entry::Play { seat: by, prompt: to, .. } if (*by, *to) == (seat, prompt));
        self.journal.entries.iter().rev().filter(answers).take(MOST_ANSWERS).count() == MOST_ANSWERS
    }

    /// Takes a choice back, however many were taken back before it.
    pub(crate) fn decide_undo(&self, seat: Seat) -> Result<Decision<G>, Answer> {
        let Some(undo) = self.undo.as_ref().filter(|_| self.can_undo(seat)) else {
            return Err(self.not_undone(seat));
        };
        let mut decision = self.nothing();
        decision.truth = undo.before.clone();
        decision.entries.push(Entry::Undo { seat, hash: StateHash::of(&decision.truth) });
        let heard = self.told[undo.told..].iter().fold(Seats::only(seat), |to, told| to.and(told.to));
        let heard = heard.and(self.asked_since(&undo.before));
        let line = Line::new(format!("{}: the last choice is taken back.", self.name(seat)));
        decision.note(heard, Line { takes_back: self.lines_of(undo), ..line });
        Ok(decision)
    }

    fn not_undone(&self, seat: Seat) -> Answer {
        Answer::error(Code::NothingToUndo, self.no_undo(seat).unwrap_or_default())
    }

    fn decide_close(&self, seat: Seat) -> Result<Decision<G>, Answer> {
        self.known_to(seat)?;
        if self.closed {
            return Err(Answer::error(Code::BattleOver, "the battle is closed"));
        }
        if self.closing.has(Viewer::Seat(seat)) {
            return Err(Answer::error(Code::BadRequest, "you have asked to close the battle already"));
        }
        let mut decision = self.nothing();
        decision.undo.clone_from(&self.undo);
        decision.closing = self.closing.and(Seats::only(seat));
        let decided = G::outcome(&self.known(Viewer::Public)).is_some();
        let all = || self.seats().iter().all(|info| decision.closing.has(Viewer::Seat(info.seat)));
        decision.closed = decided || all();
        // A name may be one or many: no verb follows it.
        let what = if decision.closed { "the battle is closed" } else { "a wish to close the battle" };
        decision.entries.push(Entry::Close { seat, closed: decision.closed });
        decision.note(Seats::EVERYBODY, Line::new(format!("{}: {what}.", self.name(seat))));
        Ok(decision)
    }

    /// Does what was decided. Decisions are done in the order they were made, one at a time.
    ///
    /// # Panics
    /// If another decision was accepted in between.
    pub fn accept(&mut self, decision: Decision<G>) {
        let before = self.journal.entries.len();
        assert_eq!(decision.from, before, "decided on an older state");
        self.journal.entries.extend(decision.entries);
        self.told.extend(decision.told.into_iter().map(Arc::new));
        self.truth = decision.truth;
        self.position = decision.position;
        self.undo = decision.undo;
        self.last_words = decision.last_words;
        self.closing = decision.closing;
        self.closed = decision.closed;
        let now = self.journal.entries.len();
        if before / SNAPSHOT_EVERY != now / SNAPSHOT_EVERY {
            self.store(now);
        }
    }

    fn name(&self, seat: Seat) -> String {
        let info = self.seats().iter().find(|info| info.seat == seat);
        info.map_or_else(|| seat.to_string(), |info| info.name.to_string())
    }
}

/// The lines of events told by the entry that brought the journal to this length.
pub(crate) fn lines<G: Game>(entries: usize, events: Vec<(Seats, G::Event)>) -> impl Iterator<Item = Told> {
    events.into_iter().map(move |(to, event)| Told { entries, to, line: G::line(&event) })
}

pub(crate) fn asked<G: Game>(prompt: &Prompt<G::Step>) -> Asked {
    Asked {
        id: prompt.id,
        ask: prompt.ask.clone(),
        sealed: prompt.sealed,
        answered: prompt.answered,
        fallback: prompt.fallback.as_ref().map(|steps| steps.iter().map(to_value).collect()),
    }
}

/// A step from JSON.
pub(crate) fn step<St: DeserializeOwned>(value: &Value) -> Result<St, Answer> {
    St::deserialize(value)
        .map_err(|e| Answer::error(Code::BadRequest, format!("not a step of this game: {e}")))
}

/// A state or a step as JSON.
pub(crate) fn to_value(thing: &impl Serialize) -> Value {
    serde_json::to_value(thing).expect("states and steps can be written as JSON")
}
