//! A battle under the umpire: the truth, what was told, and the journal. The only door to a game.

use crate::answer::{Answer, Code};
use crate::ask::{Judgement, Prompt, PromptId};
use crate::chance::{Supply, position_after};
use crate::game::{Begin, Game, Handles, SeatInfo};
use crate::journal::{Chance, Entry, FORMAT, Journal, SNAPSHOT_EVERY, Snapshot, StateHash};
use crate::known::Known;
use crate::scenario::Scenario;
use crate::seat::{Seat, Seats, Viewer};
use crate::tell::Line;
use crate::view::{Asked, Numbered, View};
use dice::{Given, Seed};
use serde_json::Value;

/// The longest chain of answers that the umpire gives by itself. A longer one is a defect of the game.
const MOST_FORCED: usize = 1000;

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

/// What a choice would do, decided but not yet done: to be stored first and then accepted.
pub struct Decision<G: Game> {
    /// What is to be stored: the choice, and the answers the umpire gave by itself after it.
    pub entries: Vec<Entry>,
    state: G::State,
    told: Vec<Told>,
    position: u64,
    undo: Option<Undo<G>>,
    from: usize,
    told_before: usize,
}

/// A line, who was told, and how many entries the journal had when the entry that told it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) entries: usize,
    pub(crate) to: Seats,
    pub(crate) line: Line,
}

/// What a seat may take back.
#[derive(Clone)]
pub(crate) struct Undo<G: Game> {
    seat: Seat,
    before: G::State,
    told: usize,
}

/// A battle.
pub struct Battle<G: Game> {
    pub(crate) journal: Journal,
    pub(crate) truth: G::State,
    pub(crate) told: Vec<Told>,
    pub(crate) position: u64,
    undo: Option<Undo<G>>,
    closing: Seats,
    closed: bool,
}

impl<G: Game> Battle<G> {
    /// Opens a battle.
    pub fn open(opening: Opening) -> Result<Self, Answer> {
        let Opening { scenario, chance, given } = opening;
        let mut supply = Supply::new(&chance, 0, given)?;
        let (truth, told) = Self::begin(&scenario, &chance, &mut supply)?;
        let journal = Journal {
            format: FORMAT,
            game: G::NAME.to_owned(),
            rules: G::RULES,
            scenario,
            seats: G::seats(&truth),
            chance,
            begin: supply.since_last(),
            hash: StateHash::of(&truth),
            entries: Vec::new(),
            snapshots: Vec::new(),
            resumed: None,
        };
        let mut battle = Self::new(journal, truth, told, 0);
        let mut decision = battle.nothing();
        decision.forced(&mut supply)?;
        decision.position = supply.finish()?.1;
        battle.accept(decision);
        Ok(battle)
    }

    pub(crate) const fn new(journal: Journal, truth: G::State, told: Vec<Told>, position: u64) -> Self {
        Self { journal, truth, told, position, undo: None, closing: Seats::NOBODY, closed: false }
    }

    pub(crate) fn begin(
        scenario: &Scenario,
        chance: &Chance,
        supply: &mut Supply,
    ) -> Result<(G::State, Vec<Told>), Answer> {
        let mut draw = chance.handles()?;
        let mut events = Vec::new();
        let begun = supply.throw(|dice| {
            Ok(match G::begin(scenario, &mut Handles::new(&mut draw), dice, &mut events) {
                Err(Begin::Needs(needs)) => return Err(needs),
                Err(Begin::Problems(problems)) => Err(problems),
                Ok(state) => Ok(state),
            })
        })?;
        let state = begun.map_err(|problems| Answer::bad_scenario(&scenario.name, problems))?;
        Ok((state, lines::<G>(0, events)))
    }

    // ---- looking ----------------------------------------------------------------------------------

    /// The seats.
    pub fn seats(&self) -> &[SeatInfo] {
        &self.journal.seats
    }

    /// The journal. It holds every secret: for the archive, and for everybody once the battle is closed.
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

    /// What a seat knows.
    pub fn known_to(&self, seat: Seat) -> Result<Known<G>, Answer> {
        self.check_seat(seat)?;
        Ok(self.known(Viewer::Seat(seat)))
    }

    /// All that a viewer may know, with the lines told to him after line `since`.
    pub fn view(&self, viewer: Viewer, since: usize) -> View {
        let known = self.known(viewer);
        let prompts = G::prompts(&known);
        View {
            viewer,
            scene: G::scene(&known),
            prompt: own(&prompts, viewer).filter(|_| !self.closed).map(asked::<G>),
            awaited: if self.closed { Vec::new() } else { awaited(&prompts) },
            lines: self.lines(viewer).skip(since).collect(),
            outcome: G::outcome(&known),
            may_undo: known.seat().is_some_and(|seat| self.may_undo(seat)),
            closed: self.closed,
        }
    }

    fn lines(&self, viewer: Viewer) -> impl Iterator<Item = Numbered> + '_ {
        let heard = self.told.iter().filter(move |told| told.to.has(viewer));
        heard.enumerate().map(|(i, told)| Numbered { number: i + 1, line: told.line.clone() })
    }

    /// The battle as it was when a viewer had just been told line `number`.
    pub fn at_line(&self, viewer: Viewer, number: usize) -> Result<Self, Answer> {
        let heard = self.told.iter().filter(|told| told.to.has(viewer)).take(number).last();
        Self::replay(&self.journal, Some(heard.map_or(0, |told| told.entries)))
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Answer> {
        let known = self.journal.seats.iter().any(|info| info.seat == seat);
        if known { Ok(()) } else { Err(Answer::no_seat(seat)) }
    }

    // ---- playing ----------------------------------------------------------------------------------

    /// Plays a choice: decided, then accepted.
    pub fn play(&mut self, choice: Choice<G::Step>) -> Result<(), Answer> {
        let decision = self.decide(choice)?;
        self.accept(decision);
        Ok(())
    }

    /// The number of entries after which a choice with this id was done, if it was.
    pub fn played(&self, seat: Seat, id: &str) -> Result<Option<usize>, Answer> {
        for (i, entry) in self.journal.entries.iter().enumerate() {
            let Entry::Play { seat: by, choice: Some(name), .. } = entry else { continue };
            if name == id && *by != seat {
                return Err(Answer::error(Code::ChoiceTaken, "this choice id was used by another seat"));
            }
            if name == id {
                let forced = self.journal.entries[i + 1..].iter().take_while(|e| is_forced(e)).count();
                return Ok(Some(i + 1 + forced));
            }
        }
        Ok(None)
    }

    /// Decides what a choice would do. Nothing is changed.
    pub fn decide(&self, choice: Choice<G::Step>) -> Result<Decision<G>, Answer> {
        let Choice { seat, prompt, steps, id, given } = choice;
        let known = self.known_to(seat)?;
        if self.closed || G::outcome(&known).is_some() {
            return Err(Answer::error(Code::BattleOver, "the battle is over"));
        }
        let prompts = G::prompts(&known);
        let asked = find(&prompts, seat, prompt)?;
        let judged = judge(&known, &steps)?;
        let mut supply = Supply::new(&self.journal.chance, self.position, given)?;
        let mut decision = self.nothing();
        decision.play(&judged, asked, id, false, &mut supply)?;
        decision.forced(&mut supply)?;
        decision.position = supply.finish()?.1;
        Ok(decision)
    }

    /// A decision that does nothing yet.
    pub(crate) fn nothing(&self) -> Decision<G> {
        Decision {
            entries: Vec::new(),
            state: self.truth.clone(),
            told: Vec::new(),
            position: self.position,
            undo: None,
            from: self.journal.entries.len(),
            told_before: self.told.len(),
        }
    }

    /// Does what was decided. Decisions are done in the order they were made, one at a time.
    ///
    /// # Panics
    /// If another decision was accepted in between.
    pub fn accept(&mut self, decision: Decision<G>) {
        assert_eq!(decision.from, self.journal.entries.len(), "decided on an older state");
        let before = self.journal.entries.len();
        self.journal.entries.extend(decision.entries);
        self.truth = decision.state;
        self.told.extend(decision.told);
        self.position = decision.position;
        self.undo = decision.undo;
        let now = self.journal.entries.len();
        if before / SNAPSHOT_EVERY != now / SNAPSHOT_EVERY {
            let state = serde_json::to_value(&self.truth).expect("a state can be written as JSON");
            self.journal.snapshots.push(Snapshot { after: now, state });
        }
    }

    // ---- taking back and closing --------------------------------------------------------------------

    /// May this seat take its last choice back? Only public facts and its own choice decide: while others
    /// may still change a sealed answer it may not, or it would learn that they did.
    pub fn may_undo(&self, seat: Seat) -> bool {
        let sealed = || G::prompts(&self.known(Viewer::Public)).iter().any(|p| p.sealed && p.seat != seat);
        !self.closed && self.undo.as_ref().is_some_and(|u| u.seat == seat) && !sealed()
    }

    /// Takes the last choice back.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Answer> {
        self.check_seat(seat)?;
        let may = self.may_undo(seat);
        let Some(undo) = self.undo.take_if(|_| may) else {
            let why = "nothing to take back: the last choice was not yours, or it rolled or revealed";
            return Err(Answer::error(Code::NothingToUndo, why));
        };
        self.truth = undo.before;
        let heard = self.told[undo.told..].iter().fold(Seats::only(seat), |to, told| to.and(told.to));
        self.journal.entries.push(Entry::Undo { seat, hash: StateHash::of(&self.truth) });
        self.note(heard, format!("{} takes the last choice back.", self.name(seat)));
        Ok(())
    }

    /// Closes a battle that is decided; before that, asks to close it, and it is closed when all ask.
    /// A closed battle is open to everybody's eyes.
    pub fn close(&mut self, seat: Seat) -> Result<(), Answer> {
        self.check_seat(seat)?;
        if self.closed {
            return Err(Answer::error(Code::BattleOver, "the battle is closed"));
        }
        self.closing = self.closing.and(Seats::only(seat));
        let decided = G::outcome(&self.known(Viewer::Public)).is_some();
        self.closed = decided || self.seats().iter().all(|s| self.closing.has(Viewer::Seat(s.seat)));
        self.undo = None;
        self.journal.entries.push(Entry::Close { seat });
        let what = if self.closed { "closes the battle" } else { "asks to close the battle" };
        self.note(Seats::EVERYBODY, format!("{} {what}.", self.name(seat)));
        Ok(())
    }

    fn note(&mut self, to: Seats, sentence: String) {
        let entries = self.journal.entries.len();
        self.told.push(Told { entries, to, line: Line::new(sentence) });
    }

    fn name(&self, seat: Seat) -> String {
        let info = self.seats().iter().find(|info| info.seat == seat);
        info.map_or_else(|| seat.to_string(), |info| info.name.to_string())
    }
}

impl<G: Game> Decision<G> {
    /// Gives every answer that everybody can see is forced, until somebody must decide.
    fn forced(&mut self, supply: &mut Supply) -> Result<(), Answer> {
        for _ in 0..MOST_FORCED {
            let public = Known::<G>::of(&self.state, Viewer::Public);
            let prompts = G::prompts(&public);
            let Some(next) = prompts.iter().find(|p| p.forced) else { return Ok(()) };
            if G::outcome(&public).is_some() {
                return Ok(());
            }
            let known = Known::<G>::of(&self.state, Viewer::Seat(next.seat));
            let prompts = G::prompts(&known);
            let asked = find(&prompts, next.seat, next.id)?;
            let judged = judge(&known, asked.fallback.as_deref().unwrap_or_default())?;
            self.play(&judged, asked, None, true, supply)?;
        }
        Err(Answer::error(Code::TooMany, "the game forces answers without end"))
    }

    /// Plays a judged draft on the decided state and writes its entry.
    fn play(
        &mut self,
        judged: &Judgement<G>,
        asked: &Prompt<G::Step>,
        choice: Option<String>,
        forced: bool,
        supply: &mut Supply,
    ) -> Result<(), Answer> {
        let (seat, prompt) = (asked.seat, asked.id);
        let before = (!forced).then(|| self.state.clone());
        let mut events = Vec::new();
        let state = &mut self.state;
        supply.throw(|dice| G::play(state, judged, dice, &mut events))?;
        let rolls = supply.since_last();
        if judged.last_word || asked.sealed || !rolls.is_empty() {
            self.undo = None;
        } else if let Some(before) = before {
            self.undo = Some(Undo { seat, before, told: self.told_before });
        }
        let steps = judged.steps().iter().map(to_value).collect();
        let hash = StateHash::of(&self.state);
        self.entries.push(Entry::Play { seat, prompt, steps, rolls, hash, choice, forced });
        self.told.extend(lines::<G>(self.from + self.entries.len(), events));
        Ok(())
    }

    /// Plays a recorded entry again, by its recorded faces. The state must come out as it did then.
    pub(crate) fn replay(&mut self, entry: &Entry, seed: &Seed) -> Result<(), Answer> {
        let Entry::Play { seat, prompt, steps, rolls, hash, choice, forced } = entry else { return Ok(()) };
        let known = Known::<G>::of(&self.state, Viewer::Seat(*seat));
        let prompts = G::prompts(&known);
        let asked = find(&prompts, *seat, *prompt)?;
        let steps: Vec<G::Step> = steps.iter().map(from_value).collect::<Result<_, _>>()?;
        let judged = judge(&known, &steps)?;
        let mut supply = Supply::given(rolls.iter().map(Given::from).collect(), self.position);
        self.play(&judged, asked, choice.clone(), *forced, &mut supply)?;
        supply.finish()?;
        if StateHash::of(&self.state) != *hash {
            return Err(Answer::error(Code::BadJournal, "the state after it is another"));
        }
        if let Some(last) = self.entries.last_mut() {
            last.clone_from(entry);
        }
        if let Some(position) = rolls.last().and_then(|roll| position_after(seed, roll)) {
            self.position = position;
        }
        Ok(())
    }
}

/// The prompt with this number to this seat.
fn find<St>(prompts: &[Prompt<St>], seat: Seat, id: PromptId) -> Result<&Prompt<St>, Answer> {
    let asked = own(prompts, Viewer::Seat(seat)).filter(|p| p.id == id);
    asked.ok_or_else(|| Answer::error(Code::StalePrompt, stale(prompts, seat)))
}

/// The judgement of a draft that may be played as it stands.
fn judge<G: Game>(known: &Known<G>, steps: &[G::Step]) -> Result<Judgement<G>, Answer> {
    let judged = G::judge(known, steps).map_err(Answer::Refused)?;
    judged.complete.clone().map_err(Answer::Refused)?;
    Ok(judged)
}

fn is_forced(entry: &Entry) -> bool {
    matches!(entry, Entry::Play { forced: true, .. })
}

fn lines<G: Game>(entries: usize, events: Vec<(Seats, G::Event)>) -> Vec<Told> {
    events.into_iter().map(|(to, event)| Told { entries, to, line: G::line(&event) }).collect()
}

fn own<St>(prompts: &[Prompt<St>], viewer: Viewer) -> Option<&Prompt<St>> {
    prompts.iter().find(|p| Viewer::Seat(p.seat) == viewer)
}

fn awaited<St>(prompts: &[Prompt<St>]) -> Vec<Seat> {
    prompts.iter().filter(|p| !p.answered).map(|p| p.seat).collect()
}

fn stale<St>(prompts: &[Prompt<St>], seat: Seat) -> String {
    match own(prompts, Viewer::Seat(seat)) {
        Some(now) => format!("that question is no longer asked; {seat} is now asked question {}", now.id.0),
        None => format!("nothing is asked of {seat} now"),
    }
}

fn asked<G: Game>(prompt: &Prompt<G::Step>) -> Asked {
    Asked {
        id: prompt.id,
        ask: prompt.ask.clone(),
        sealed: prompt.sealed,
        answered: prompt.answered,
        fallback: prompt.fallback.as_ref().map(|steps| steps.iter().map(to_value).collect()),
    }
}

/// A step from JSON.
pub(crate) fn from_value<St: serde::de::DeserializeOwned>(value: &Value) -> Result<St, Answer> {
    St::deserialize(value)
        .map_err(|e| Answer::error(Code::BadRequest, format!("not a step of this game: {e}")))
}

/// A step as JSON.
pub(crate) fn to_value<St: serde::Serialize>(step: &St) -> Value {
    serde_json::to_value(step).expect("a step can be written as JSON")
}
