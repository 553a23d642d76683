//! Battles between computer players, quickly: without umpire, journal or log. The arena holds the truth and hands
//! each player what its seat knows.

use crate::budget::Budget;
use crate::choose::{Chosen, judged};
use crate::level::Level;
use dice::{Seed, Stream};
use umpire::{Begin, Game, Handles, Judgement, Known, Mute, Outcome, Prompt, Scenario, Staff, Viewer};

/// No battle of any game takes so many choices.
const LONGEST: usize = 20_000;

/// A computer player.
#[derive(Clone)]
pub struct Player {
    /// How well it plays.
    pub level: Level,
    /// How much it may think about each choice.
    pub budget: Budget,
}

/// What a battle is watched through: the truth before each choice, and the choice.
pub trait Watch<G: Staff> {
    /// A choice is about to be played; `known` is all there is to know.
    fn choice(&mut self, known: &Known<G>, chosen: &Chosen<G::Step>);
}

/// Nobody watches.
impl<G: Staff> Watch<G> for () {
    fn choice(&mut self, _: &Known<G>, _: &Chosen<G::Step>) {}
}

/// A battle that was fought to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// How it ended.
    pub outcome: Outcome,
    /// How many choices were made.
    pub choices: usize,
    /// Turns begun.
    pub turns: u32,
}

/// Fights a battle: the player of each seat by its number. Everything follows from the seed.
pub fn fight<G: Staff>(
    scenario: &Scenario,
    players: &[Player],
    seed: &Seed,
    watch: &mut impl Watch<G>,
) -> Result<Fought, String> {
    let mut dice = Stream::new(&seed.nth(0));
    let mut draw = Stream::new(&seed.nth(1));
    let mut next = move || draw.die(u32::MAX) - 1;
    let begun = G::begin(scenario, &mut Handles::new(&mut next), &mut dice, &mut Mute);
    let mut truth = begun.map_err(|why| match why {
        Begin::Problems(problems) => format!("{problems:?}"),
        Begin::Needs(needs) => needs.to_string(),
    })?;
    for choices in 0..LONGEST {
        let all = Known::<G>::imagined(&truth, Viewer::All);
        if let Some(outcome) = G::outcome(&all) {
            return Ok(Fought { outcome, choices, turns: G::turn(&truth) });
        }
        let prompts = G::prompts(&all);
        let prompt = prompts.iter().find(|prompt| !prompt.answered);
        let prompt = prompt.ok_or("nobody is asked, and the battle is not over")?;
        let known = Known::<G>::imagined(&truth, prompt.seat);
        let judged = if prompt.forced {
            let steps = prompt.fallback.as_deref().unwrap_or_default();
            G::judge(&known, steps).map_err(|why| format!("{why:?}"))?
        } else {
            let (chosen, judged) = decide(&known, players, prompt, seed)?;
            watch.choice(&all, &chosen);
            judged
        };
        <G as Game>::play(&mut truth, &judged, &mut dice, &mut Mute).map_err(|needs| needs.to_string())?;
    }
    Err(format!("the battle is not over after {LONGEST} choices"))
}

fn decide<G: Staff>(
    known: &Known<G>,
    players: &[Player],
    prompt: &Prompt<G::Step>,
    seed: &Seed,
) -> Result<(Chosen<G::Step>, Judgement<G>), String> {
    let (seat, number) = (prompt.seat, prompt.seat.number());
    let player = players.get(usize::from(number)).ok_or_else(|| format!("nobody plays {seat}"))?;
    let own = seed.nth(2 + u64::from(number));
    let decided = judged(known, prompt.id, player.level, &player.budget, &own);
    decided.ok_or_else(|| format!("{} has no choice for {seat}", player.level))
}
