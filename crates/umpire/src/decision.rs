//! A decision: what an act would do to a battle, worked out beside it.

use crate::answer::{Answer, Code};
use crate::ask::{Judgement, Prompt, PromptId};
use crate::battle::{Battle, lines, step, to_value};
use crate::chance::{Supply, alike, follow};
use crate::game::Game;
use crate::journal::{Entry, StateHash, Told};
use crate::known::Known;
use crate::seat::{Seat, Seats, Viewer};
use crate::tell::Line;
use crate::undo::Undo;
use dice::{Given, Seed};

/// The longest chain of answers that the umpire gives by itself. A longer one is a defect of the game.
const MOST_FORCED: usize = 1000;

/// What an act would do, decided but not yet done: to be stored first and then accepted.
pub struct Decision<G: Game> {
    /// What is to be stored: the act, and the answers the umpire gave by itself after it.
    pub entries: Vec<Entry>,
    pub(crate) told: Vec<Told>,
    /// How long the journal and the log were.
    pub(crate) from: usize,
    told_before: usize,
    /// The battle afterwards.
    pub(crate) truth: G::State,
    pub(crate) position: u64,
    pub(crate) undo: Option<Undo<G>>,
    pub(crate) last_words: Seats,
    pub(crate) closing: Seats,
    pub(crate) closed: bool,
}

impl<G: Game> Battle<G> {
    /// A decision that does nothing yet.
    pub(crate) fn nothing(&self) -> Decision<G> {
        Decision {
            entries: Vec::new(),
            told: Vec::new(),
            from: self.journal.entries.len(),
            told_before: self.told.len(),
            truth: self.truth.clone(),
            position: self.position,
            undo: None,
            last_words: self.last_words,
            closing: self.closing,
            closed: self.closed,
        }
    }
}

impl<G: Game> Decision<G> {
    /// Gives every answer that everybody can see is forced, until somebody must decide.
    pub(crate) fn forced(&mut self, supply: &mut Supply) -> Result<(), Answer> {
        for _ in 0..MOST_FORCED {
            let public = Known::<G>::of(&self.truth, Viewer::Public);
            let prompts = G::prompts(&public);
            let Some(next) = prompts.iter().find(|p| p.forced) else { return Ok(()) };
            if G::outcome(&public).is_some() {
                return Ok(());
            }
            let known = Known::<G>::of(&self.truth, Viewer::Seat(next.seat));
            let prompts = G::prompts(&known);
            let asked = find(&prompts, next.seat, next.id)?;
            let judged = judge(&known, asked.fallback.as_deref().unwrap_or_default())?;
            self.play(&judged, asked, None, true, supply)?;
        }
        Err(Answer::error(Code::TooMany, "the game forces answers without end"))
    }

    /// Plays a judged draft and writes its entry.
    pub(crate) fn play(
        &mut self,
        judged: &Judgement<G>,
        asked: &Prompt<G::Step>,
        choice: Option<String>,
        forced: bool,
        supply: &mut Supply,
    ) -> Result<(), Answer> {
        let (seat, prompt) = (asked.seat, asked.id);
        let before = self.truth.clone();
        let mut events = Vec::new();
        let truth = &mut self.truth;
        supply.throw(|dice| G::play(truth, judged, dice, &mut events))?;
        let rolls = supply.since_last();
        // A sealed answer is not taken back but given again.
        if judged.last_word || asked.sealed || !rolls.is_empty() {
            self.undo = None;
            // What the umpire answers by itself belongs to the choice before it.
            let by = if let Some(Entry::Play { seat, .. }) = self.entries.first() { *seat } else { seat };
            self.last_words = self.last_words.and(Seats::only(by));
        } else if !forced {
            self.undo = Some(Undo { seat, before, told: self.told_before });
            self.last_words = self.last_words.less(seat);
        }
        let steps = judged.steps().iter().map(to_value).collect();
        let hash = StateHash::of(&self.truth);
        self.entries.push(Entry::Play { seat, prompt, steps, rolls, hash, choice, forced });
        self.told.extend(lines::<G>(self.from + self.entries.len(), events));
        Ok(())
    }

    /// Plays a recorded entry again, by its recorded faces. The state must come out as it did then.
    pub(crate) fn replay(&mut self, entry: &Entry, seed: &Seed) -> Result<(), Answer> {
        let Entry::Play { seat, prompt, steps, rolls, hash, choice, forced } = entry else { return Ok(()) };
        let known = Known::<G>::of(&self.truth, Viewer::Seat(*seat));
        let prompts = G::prompts(&known);
        let asked = find(&prompts, *seat, *prompt)?;
        let written = steps.clone();
        let steps: Vec<G::Step> = steps.iter().map(step).collect::<Result<_, _>>()?;
        let judged = judge(&known, &steps)?;
        // A seat may have answered for itself what the umpire would have: a journal that was cut ends there.
        if *forced && (!asked.forced || choice.is_some()) {
            return Err(Answer::error(Code::BadJournal, "the umpire did not give this answer"));
        }
        let mut supply = Supply::given(rolls.iter().map(Given::from).collect(), self.position);
        self.play(&judged, asked, choice.clone(), *forced, &mut supply)?;
        supply.finish()?;
        self.position = follow(seed, self.position, rolls)?;
        self.closing = Seats::NOBODY;
        let Some(Entry::Play { hash: now, rolls: fell, steps: canonical, .. }) = self.entries.last_mut()
        else {
            return Ok(());
        };
        let differs = |what: &str| Err(Answer::error(Code::BadJournal, format!("{what} another")));
        if now != hash {
            return differs("the state after it is");
        }
        if *canonical != written {
            return differs("its steps are written in");
        }
        if !alike(fell, rolls) {
            return differs("the rolls it needed are");
        }
        // As they were written: recorded faces keep their place in the stream.
        fell.clone_from(rolls);
        Ok(())
    }

    /// Tells a line of the umpire's own.
    pub(crate) fn note(&mut self, to: Seats, line: Line) {
        let entries = self.from + self.entries.len();
        self.told.push(Told { entries, to, line });
    }
}

/// The prompt with this number to this seat.
pub(crate) fn find<St>(prompts: &[Prompt<St>], seat: Seat, id: PromptId) -> Result<&Prompt<St>, Answer> {
    let sentence = match own(prompts, Viewer::Seat(seat)) {
        Some(now) if now.id == id => return Ok(now),
        Some(now) => format!("that question is no longer asked; {seat} is now asked question {}", now.id.0),
        None => format!("nothing is asked of {seat} now"),
    };
    Err(Answer::error(Code::StalePrompt, sentence))
}

/// The prompt to a viewer.
pub(crate) fn own<St>(prompts: &[Prompt<St>], viewer: Viewer) -> Option<&Prompt<St>> {
    prompts.iter().find(|p| Viewer::Seat(p.seat) == viewer)
}

/// The judgement of a draft that may be played as it stands.
pub(crate) fn judge<G: Game>(known: &Known<G>, steps: &[G::Step]) -> Result<Judgement<G>, Answer> {
    let judged = G::judge(known, steps).map_err(Answer::Refused)?;
    judged.complete.clone().map_err(Answer::Refused)?;
    Ok(judged)
}
