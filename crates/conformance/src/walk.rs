//! Random battles, and a look at each moment of them.

use crate::json::say;
use crate::report::{Broken, Summary};
use crate::rng::Rng;
use crate::trial::Trial;
use dice::{Hex, Seed};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use table::heading::Heading;
use table::point::Point;
use umpire::{
    Battle, Chance, Choice, DiceFrom, Drag, Game, Judgement, Known, Opening, Options, Place, PromptId,
    Scenario, Seat, StateHash, Viewer,
};

/// Nothing found, or what was.
pub(crate) type Found = Result<(), String>;

/// How many steps of earlier drafts are remembered, to be tried again when they no longer fit.
const POOL: usize = 48;

/// A moment of a random battle.
pub(crate) struct Moment<'a, G: Game> {
    pub(crate) battle: &'a mut Battle<G>,
    pub(crate) rng: &'a mut Rng,
    pub(crate) pool: &'a mut Vec<G::Step>,
    /// A look that plays a choice itself says so here; otherwise the battle goes on with a random one.
    pub(crate) played: bool,
    /// Nobody has chosen anything yet.
    pub(crate) first: bool,
    counts: &'a mut BTreeMap<&'static str, u64>,
}

/// A complete draft of a seat, and the question it answers.
pub(crate) struct Drafted<G: Game> {
    pub(crate) seat: Seat,
    pub(crate) prompt: PromptId,
    pub(crate) sealed: bool,
    pub(crate) judged: Judgement<G>,
}

impl<G: Game> Drafted<G> {
    pub(crate) fn choice(&self) -> Choice<G::Step> {
        choice(self.seat, self.prompt, self.judged.steps().to_vec())
    }
}

pub(crate) fn choice<St>(seat: Seat, prompt: PromptId, steps: Vec<St>) -> Choice<St> {
    Choice { seat, prompt, steps, id: None, given: Vec::new() }
}

/// Fights the trial's random battles and looks at each moment before a choice.
pub(crate) fn walk<G: Game>(
    law: &'static str,
    trial: &Trial,
    mut look: impl FnMut(&mut Moment<'_, G>) -> Found,
) -> Result<Summary, Broken> {
    let mut counts = BTreeMap::new();
    for (group, scenario) in trial.scenarios.iter().enumerate() {
        for battle in 0..trial.battles {
            let seed = trial.seed_of(group, battle);
            let opened = open::<G>(scenario, &seed, DiceFrom::Stream);
            let mut battle = opened.map_err(|why| Broken::new(law, why, None))?;
            let fought = fight(&mut battle, &seed, trial.longest, &mut counts, &mut look);
            fought.map_err(|why| Broken::new(law, why, Some(battle.journal())))?;
            *counts.entry("battles").or_insert(0) += 1;
        }
    }
    Ok(Summary { law, counts })
}

/// Opens a battle.
pub(crate) fn open<G: Game>(scenario: &Scenario, seed: &Seed, dice: DiceFrom) -> Result<Battle<G>, String> {
    let chance = Chance { dice, seed: Hex(seed.reveal().to_vec()), added: Vec::new() };
    let opening = Opening { scenario: scenario.clone(), chance, given: Vec::new() };
    guarded(|| Battle::open(opening).map_err(|answer| format!("{}: {}", scenario.name, say(&answer))))
}

fn fight<G: Game>(
    battle: &mut Battle<G>,
    seed: &Seed,
    longest: usize,
    counts: &mut BTreeMap<&'static str, u64>,
    look: &mut impl FnMut(&mut Moment<'_, G>) -> Found,
) -> Found {
    let (mut rng, mut pool) = (Rng::new(seed), Vec::new());
    for n in 0..longest {
        if over(battle) {
            return Ok(());
        }
        let first = n == 0;
        let mut moment = Moment { battle, rng: &mut rng, pool: &mut pool, played: false, first, counts };
        moment.count("moments");
        guarded(|| look(&mut moment))?;
        if !moment.played && !over(moment.battle) {
            guarded(|| moment.go_on())?;
        }
    }
    Ok(())
}

/// Fights one random battle to its end, or for as many choices as it may take.
pub(crate) fn whole<G: Game>(
    law: &'static str,
    scenario: &Scenario,
    seed: &Seed,
    longest: usize,
) -> Result<Battle<G>, Broken> {
    let opened = open::<G>(scenario, seed, DiceFrom::Stream);
    let mut battle = opened.map_err(|why| Broken::new(law, why, None))?;
    match fight(&mut battle, seed, longest, &mut BTreeMap::new(), &mut |_| Ok(())) {
        Ok(()) => Ok(battle),
        Err(why) => Err(Broken::new(law, why, Some(battle.journal()))),
    }
}

/// Runs something of the game; a panic becomes a finding.
pub(crate) fn guarded<T>(f: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word");
        Err(format!("it panicked: {said}"))
    })
}

/// Is the battle decided or closed?
pub(crate) fn over<G: Game>(battle: &Battle<G>) -> bool {
    battle.closed() || G::outcome(&battle.known(Viewer::Public)).is_some()
}

/// The hash of the true state.
pub(crate) fn hash<G: Game>(battle: &Battle<G>) -> StateHash {
    StateHash::of(battle.known(Viewer::All).state())
}

/// Every seat and the public.
pub(crate) fn viewers<G: Game>(battle: &Battle<G>) -> Vec<Viewer> {
    let seats = battle.seats().iter().map(|info| Viewer::Seat(info.seat));
    seats.chain([Viewer::Public]).collect()
}

impl<G: Game> Moment<'_, G> {
    /// Counts something that was looked at.
    pub(crate) fn count(&mut self, what: &'static str) {
        self.add(what, 1);
    }

    pub(crate) fn add(&mut self, what: &'static str, n: u64) {
        *self.counts.entry(what).or_insert(0) += n;
    }

    /// Keeps the larger number.
    pub(crate) fn most(&mut self, what: &'static str, n: u64) {
        let most = self.counts.entry(what).or_insert(0);
        *most = n.max(*most);
    }

    /// Plays a random choice of a seat that is asked.
    pub(crate) fn go_on(&mut self) -> Found {
        let drafted = self.draft()?;
        self.play(drafted.choice())
    }

    pub(crate) fn play(&mut self, choice: Choice<G::Step>) -> Found {
        self.played = true;
        self.count("choices");
        let steps = format!("{:?}", choice.steps);
        let played = self.battle.play(choice);
        played.map_err(|answer| format!("a complete draft {steps} is not played: {}", say(&answer)))
    }

    /// A random complete draft of a seat that is asked.
    pub(crate) fn draft(&mut self) -> Result<Drafted<G>, String> {
        let prompts = G::prompts(&self.battle.known(Viewer::Public));
        let awaited: Vec<_> = prompts.iter().filter(|p| !p.answered).collect();
        // Now and then somebody replaces a sealed answer.
        let replaced: Vec<_> = prompts.iter().filter(|p| p.answered).collect();
        let from = if !replaced.is_empty() && self.rng.one_in(4) { replaced } else { awaited };
        let prompt = *self.rng.of(&from).ok_or("nobody is asked, and the battle is not over")?;
        let known = self.battle.known(Viewer::Seat(prompt.seat));
        let judged = draft(&known, self.rng)
            .ok_or_else(|| format!("{} is asked, but no complete draft was found", prompt.seat))?;
        for step in judged.steps() {
            if self.pool.len() == POOL {
                let gone = self.rng.below(POOL);
                self.pool.swap_remove(gone);
            }
            self.pool.push(step.clone());
        }
        Ok(Drafted { seat: prompt.seat, prompt: prompt.id, sealed: prompt.sealed, judged })
    }
}

/// A random complete draft.
pub(crate) fn draft<G: Game>(known: &Known<G>, rng: &mut Rng) -> Option<Judgement<G>> {
    for _ in 0..8 {
        let mut judged = G::judge(known, &[]).ok()?;
        for _ in 0..12 {
            if judged.complete.is_ok() && rng.one_in(2) {
                return Some(judged);
            }
            let Some(step) = random_step(&judged.after, rng) else { break };
            let Ok(next) = G::judge(&judged.after, &[step]) else { break };
            judged = next;
        }
        if judged.complete.is_ok() {
            return Some(judged);
        }
    }
    let prompts = G::prompts(known);
    let fallback = prompts.into_iter().find(|p| Some(p.seat) == known.seat())?.fallback?;
    G::judge(known, &fallback).ok().filter(|judged| judged.complete.is_ok())
}

/// A random next step: an offer, a snap, or what a random drag is aimed at.
pub(crate) fn random_step<G: Game>(known: &Known<G>, rng: &mut Rng) -> Option<G::Step> {
    step_of(&G::options(known), known, rng)
}

/// The same, where the options are known already.
pub(crate) fn step_of<G: Game>(
    options: &Options<G::Step>,
    known: &Known<G>,
    rng: &mut Rng,
) -> Option<G::Step> {
    let n = rng.below(options.steps.len() + options.places.len());
    if let Some(offer) = options.steps.get(n) {
        return Some(offer.step.clone());
    }
    let place = options.places.get(n - options.steps.len())?;
    let aimed = if rng.one_in(2) { G::aim(known, place.id, &drag(known, place, rng)) } else { None };
    let aimed = aimed.filter(|step| G::judge(known, std::slice::from_ref(step)).is_ok());
    aimed.or_else(|| rng.of(&place.snaps).cloned())
}

/// A random drag for a place, from its piece to somewhere on the table.
pub(crate) fn drag<G: Game>(known: &Known<G>, place: &Place<G::Step>, rng: &mut Rng) -> Drag {
    let scene = G::scene(known);
    let from = scene.pieces.iter().find(|piece| Some(piece.id) == place.piece).map(|piece| piece.pose.at);
    let mut points: Vec<Point> = from.into_iter().collect();
    for _ in 0..=rng.below(3) {
        let (x, y) = (rng.between(0, scene.size.x), rng.between(0, scene.size.y));
        points.push(Point { x, y });
    }
    let heading = rng.one_in(2).then(|| Heading::from(rng.between(0, 359_999)));
    let fields = place.fields.iter().map(|f| rng.of(&f.values).map_or(0, |(value, _)| *value)).collect();
    Drag { points, heading, fields }
}
