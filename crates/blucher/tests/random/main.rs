//! Random battles to their end, on generated tables, with what must hold after every choice.
//!
//! A few dozen are fought in every test run. `BLUCHER_BATTLES=10000 cargo test --release -p blucher --test random`
//! fights more; `BLUCHER_FROM=2500` begins with that one, so that they can be fought in slices. A battle that goes
//! wrong is kept as a journal beside the build's temporary files.

mod armies;
mod books;
mod policy;
mod rng;
mod tally;

use armies::Table;
use blucher::Blucher;
use books::Books;
use dice::{Hex, Seed};
use policy::Policy;
use rng::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use tally::Tally;
use umpire::{Battle, Chance, Choice, DiceFrom, Game, Opening, Viewer};

/// Far more choices than any random battle takes.
const LONGEST: usize = 3000;
/// So many are fought in every test run.
const FEW: u64 = 40;

#[test]
fn random_battles_keep_the_books() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let (wanted, from) = (number("BLUCHER_BATTLES").unwrap_or(FEW), number("BLUCHER_FROM").unwrap_or(0));
    let start = Instant::now();
    let (mut tally, mut wrong) = (Tally::default(), Vec::new());
    for n in from..from + wanted {
        if let Err(why) = fight(n, &mut tally) {
            wrong.push(format!("battle {n}: {why}"));
        }
    }
    println!("{wanted} battles in {:.1} s\n{tally}", start.elapsed().as_secs_f64());
    assert!(wrong.is_empty(), "{} battles went wrong:\n{}", wrong.len(), wrong.join("\n"));
    let missing = tally.missing(wanted);
    assert!(missing.is_empty(), "never seen in {wanted} battles: {}", missing.join(", "));
}

/// Fights a battle; if it goes wrong its journal is kept.
fn fight(n: u64, tally: &mut Tally) -> Result<(), String> {
    let seed = Seed::new([7; 32]).nth(n);
    let mut rng = Rng::new(&seed.nth(1));
    let table = Table::of(&mut rng);
    let scenario = armies::scenario(table, &mut rng);
    let policy = Policy::of(table, &mut rng);
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(seed.reveal().to_vec()), added: Vec::new() };
    let opening = Opening { scenario, chance, given: Vec::new() };
    let opened = catch_unwind(|| Battle::<Blucher>::open(opening));
    let mut battle = opened.map_err(|_| "opening it panicked")?.map_err(|answer| format!("{answer:?}"))?;
    let fought = catch_unwind(AssertUnwindSafe(|| to_the_end(&mut battle, &policy, &mut rng, tally)));
    fought.unwrap_or_else(|_| Err("it panicked".to_owned())).map_err(|why| {
        let file = format!("{}/battle-{n}.json", env!("CARGO_TARGET_TMPDIR"));
        let kept = serde_json::to_string(battle.journal()).map(|text| std::fs::write(&file, text));
        format!("{why} ({})", if kept.is_ok() { file } else { "no journal".to_owned() })
    })
}

fn to_the_end(
    battle: &mut Battle<Blucher>,
    policy: &Policy,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut books = Books::default();
    for played in 0..LONGEST {
        let truth = battle.known(Viewer::All);
        if let Some(outcome) = Blucher::outcome(&truth) {
            tally.over(&outcome);
            return Ok(());
        }
        let prompts = Blucher::prompts(&truth);
        let [prompt] = prompts.as_slice() else {
            return Err("nobody is asked, and it is not over".to_owned());
        };
        let known = battle.known(Viewer::Seat(prompt.seat));
        let judged = policy.draft(&known, rng)?;
        let before = truth.state();
        let steps = judged.steps().to_vec();
        let choice =
            Choice { seat: prompt.seat, prompt: prompt.id, steps: steps.clone(), id: None, given: vec![] };
        let wrong = |why: String| format!("after {played} choices {steps:?}: {why}");
        battle.play(choice).map_err(|answer| wrong(format!("{answer:?}")))?;
        let now = battle.known(Viewer::All);
        tally.chosen(before, now.state(), &steps);
        books.check(before, now.state(), &steps).map_err(wrong)?;
    }
    Err(format!("it is not over after {LONGEST} choices"))
}
