//! Whole battles of Blücher between two players who choose at random.
//!
//! Armies of one size and both players come from a seed. The battle is set up on a pickup table by what its setup
//! offers, and then fought to its end by the rules: at each prompt a player takes one of the steps and places it is
//! offered, each as likely as the other, of a place one of its snaps; a draft that is complete is played in one of
//! three cases and added to in the others. Nobody concedes. Everything goes through the contract, as it does for a
//! computer player: `prompts`, `options`, `judge`, `play`, with nobody to tell.

use crate::profile::Profile;
use blucher::state::{Phase, State};
use blucher::step::{Order, Step};
use blucher::{Blucher, pickup};
use dice::{Seed, Stream};
use std::fmt::Write;
use umpire::{Begin, Game, Handles, Judgement, Known, Mute, Options, Scenario, Seat, Viewer};

/// Far more choices than any battle takes.
const LONGEST: usize = 20_000;
/// So many drafts are begun before the prompt's own answer is given.
const TRIES: usize = 6;
/// So many steps are added to a draft at most.
const STEPS: usize = 60;

/// A battle at its first turn.
pub(crate) struct Opened {
    pub(crate) state: State,
    seed: Seed,
}

/// How a battle went.
pub(crate) struct Fought {
    pub(crate) choices: usize,
    pub(crate) turns: u8,
    /// The rule that ended it.
    pub(crate) by: String,
    /// A number that follows from all of the state at the end: builds that fight alike have the same.
    pub(crate) digest: u64,
}

/// Two armies of so many units in four corps: of eight units five are infantry, two cavalry and one artillery.
fn armies(units: usize, dice: &mut Stream) -> String {
    let mut text = String::from("title = \"bench\"\n[[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n");
    for (side, i) in (0..2).flat_map(|side| (0..units).map(move |i| (side, i))) {
        let elan = 3 + dice.die(4);
        let kind = match i % 8 {
            3 | 6 => format!("arm = \"cavalry\"\nelan = {elan}"),
            5 => "arm = \"artillery\"\nammo = [5, 4, 4, 3, 2, 2]".to_owned(),
            _ => format!("arm = \"infantry\"\nelan = {elan}"),
        };
        let corps = i * 4 / units;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "[[pickup.unit]]\nside = {side}\nname = \"{side}-{i}\"\ncorps = \"{corps}\"\n{kind}"
        );
    }
    text
}

/// Battle number `n` with so many units a side, set up at random.
pub(crate) fn open(units: usize, n: u64) -> Opened {
    let seed = Seed::new([16; 32]).nth(units as u64).nth(n);
    let mut dice = Stream::new(&seed.nth(1));
    let scenario = Scenario { name: "bench".to_owned(), text: armies(units, &mut dice) };
    let mut handles = Stream::new(&seed.nth(2));
    let mut draw = || handles.die(u32::MAX);
    let begun = Blucher::begin(&scenario, &mut Handles::new(&mut draw), &mut dice, &mut Mute);
    let mut state = match begun {
        Ok(state) => state,
        Err(Begin::Problems(problems)) => panic!("the armies are not right: {problems:?}"),
        Err(Begin::Needs(_)) => panic!("a stream has no more dice"),
    };
    while matches!(state.phase, Phase::Setup(_)) {
        let known = Known::<Blucher>::imagined(&state, asked(&state, &mut Profile::default()));
        let Ok(Some(step)) = pickup::at_random(&known, &mut dice) else { panic!("nothing is offered") };
        let judged = Blucher::judge(&known, &[step]).unwrap_or_else(|why| panic!("{why:?}"));
        assert!(Blucher::play(&mut state, &judged, &mut dice, &mut Mute).is_ok());
    }
    Opened { state, seed }
}

/// The seat that is asked.
fn asked(state: &State, profile: &mut Profile) -> Seat {
    let public = profile.timed("known", || Known::<Blucher>::imagined(state, Viewer::Public));
    let prompts = profile.timed("prompts", || Blucher::prompts(&public));
    prompts.first().map_or_else(|| panic!("nobody is asked: {:?}", state.phase), |prompt| prompt.seat)
}

/// Fights a battle to its end.
pub(crate) fn fight(opened: &Opened, profile: &mut Profile) -> Fought {
    let mut state = opened.state.clone();
    let mut dice = Stream::new(&opened.seed.nth(3));
    let mut random = Random(Stream::new(&opened.seed.nth(4)));
    for choices in 0..LONGEST {
        if let Phase::Over(outcome) = &state.phase {
            let (by, digest) = (outcome.rule.to_string(), digest(&state));
            return Fought { choices, turns: state.turn, by, digest };
        }
        let seat = asked(&state, profile);
        let known = profile.timed("known", || Known::imagined(&state, seat));
        let judged = random.draft(&known, profile);
        let what = played(judged.steps());
        let played = profile.timed(what, || Blucher::play(&mut state, &judged, &mut dice, &mut Mute));
        assert!(played.is_ok(), "a stream always has dice");
    }
    panic!("the battle is not over after {LONGEST} choices");
}

/// Fowler, Noll and Vo's hash of what a state prints as.
fn digest(state: &State) -> u64 {
    let text = format!("{:?} {:?} {:?}", state.units, state.gone, state.objectives);
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A player who chooses at random.
struct Random(Stream);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        if n < 2 { 0 } else { self.0.die(n as u32) as usize - 1 }
    }

    /// A complete draft.
    fn draft(&mut self, known: &Known<Blucher>, profile: &mut Profile) -> Judgement<Blucher> {
        for _ in 0..TRIES {
            let mut judged: Option<Judgement<Blucher>> = None;
            for _ in 0..STEPS {
                if judged.as_ref().is_some_and(|judged| judged.complete.is_ok()) && self.below(3) == 0 {
                    break;
                }
                let at = judged.as_ref().map_or(known, |judged| &judged.after);
                let options = profile.timed(listed(at.state()), || Blucher::options(at));
                let Some(step) = self.pick(options) else { break };
                let next = profile.timed(named(&step), || Blucher::judge(at, std::slice::from_ref(&step)));
                judged = Some(next.unwrap_or_else(|why| panic!("{step:?} is offered and refused: {why:?}")));
            }
            if let Some(judged) = judged.filter(|judged| judged.complete.is_ok()) {
                return judged;
            }
        }
        let fallback = Blucher::prompts(known).into_iter().find_map(|prompt| prompt.fallback);
        let Some(steps) = fallback else { panic!("a prompt has no answer of its own") };
        Blucher::judge(known, &steps).unwrap_or_else(|why| panic!("{steps:?} is refused: {why:?}"))
    }

    /// One of the steps and places; of a place one of its snaps.
    fn pick(&mut self, mut options: Options<Step>) -> Option<Step> {
        options.steps.retain(|offer| offer.step != Step::Concede);
        let n = self.below(options.steps.len() + options.places.len());
        if n < options.steps.len() {
            return Some(options.steps.swap_remove(n).step);
        }
        let mut place = options.places.into_iter().nth(n - options.steps.len())?;
        let n = self.below(place.snaps.len());
        (n < place.snaps.len()).then(|| place.snaps.swap_remove(n))
    }
}

/// Which list of options a state has.
const fn listed(state: &State) -> &'static str {
    match &state.phase {
        Phase::Movement { .. } if state.activation.is_some() => "options: orders",
        Phase::Movement { .. } => "options: activations",
        Phase::Fire { .. } => "options: shots",
        Phase::FireRetreats { .. } => "options: retreats",
        _ => "options: combat",
    }
}

/// What a judgement is about.
const fn named(step: &Step) -> &'static str {
    match step {
        Step::Order { order, .. } => match order {
            Order::Simple { .. } => "judge: simple move",
            Order::Difficult { .. } => "judge: difficult move",
            Order::Reserve { .. } => "judge: reserve move",
            Order::Charge { .. } => "judge: charge",
            _ => "judge: other orders",
        },
        Step::Corps { .. } | Step::Individual { .. } | Step::Command { .. } | Step::Join { .. } => {
            "judge: activation"
        }
        Step::Shoot { .. } => "judge: shot",
        Step::Retreat { .. } => "judge: retreat",
        Step::EndPhase => "judge: end of phase",
        _ => "judge: combat",
    }
}

/// What is played.
const fn played(steps: &[Step]) -> &'static str {
    match steps {
        [Step::EndPhase] => "play: end of phase",
        [Step::Shoot { .. }] => "play: shot",
        [Step::Retreat { .. }] => "play: retreat",
        [Step::Corps { .. } | Step::Individual { .. } | Step::Command { .. }, ..] => "play: activation",
        _ => "play: combat",
    }
}
