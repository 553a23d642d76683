//! A battle in the terminal: a person against computer players that pick at random. It knows no game: it
//! draws scenes, offers what a prompt offers, and shows refusals.

use crate::files::words;
use crate::out::{say, write};
use crate::{Stop, games, map};
use dice::{Hex, Seed, Stream};
use serde_json::Value;
use std::io::{self, BufRead};
use umpire::{
    Act, AnyBattle, Asked, Chance, Choice, DiceFrom, GameEntry, Opening, Options, PromptId, Seat, View,
    Viewer,
};

/// The most steps that the computer drafts before it plays what it has.
const MOST_STEPS: usize = 40;

/// The most choices of one battle.
const MOST_CHOICES: usize = 10_000;

/// Opens a battle and plays it to its end.
pub(crate) fn play(
    game: Option<&str>,
    scenario: Option<&str>,
    seed: Option<&str>,
    watch: bool,
) -> Result<(), Stop> {
    let games = games::all();
    let game = match game {
        Some(name) => games.game(name).map_err(bad)?,
        None => games.all().first().ok_or_else(|| Stop::Bad("no game is built in".to_owned()))?,
    };
    let mut battle = open(game, scenario, seed)?;
    let person = if watch { None } else { battle.seats().first().map(|info| info.seat) };
    let mut luck = Stream::new(&Seed::new(games::entropy()));
    let mut heard = 0;
    for _ in 0..MOST_CHOICES {
        let view = battle.view(person.map_or(Viewer::Public, Viewer::Seat), heard);
        heard += view.lines.len();
        show(&view)?;
        if let Some(outcome) = &view.outcome {
            return say!("{} ({})", outcome.sentence, outcome.rule);
        }
        let Some(&seat) = view.awaited.first() else {
            return Err(Stop::Failed("nobody is asked, and the battle is not over".to_owned()));
        };
        let own = battle.view(Viewer::Seat(seat), 0);
        let Some(prompt) = own.prompt else {
            return Err(Stop::Failed(format!("{seat} is awaited but not asked")));
        };
        let steps = if Some(seat) == person {
            match ask_person(&*battle, seat, &prompt)? {
                Some(steps) => steps,
                None => return Ok(()),
            }
        } else {
            pick(&*battle, seat, &prompt, &mut luck)?
        };
        commit(&mut *battle, seat, prompt.id, steps)?;
    }
    Err(Stop::Failed(format!("no end after {MOST_CHOICES} choices")))
}

fn open(game: &GameEntry, scenario: Option<&str>, seed: Option<&str>) -> Result<Box<dyn AnyBattle>, Stop> {
    let scenario = match scenario {
        Some(name) => game.scenario(name).map_err(bad)?,
        None => game.scenarios.first().ok_or_else(|| Stop::Bad(format!("{} has no scenario", game.name)))?,
    };
    let seed = match seed {
        Some(digits) => umpire::read_seed(digits).map_err(bad)?,
        None => Hex::from(games::entropy()),
    };
    // The seed is not shown: whoever knows it knows the enemy's hidden dice.
    say!("{}: {}", game.name, scenario.name)?;
    let chance = Chance { dice: DiceFrom::Stream, seed, added: Vec::new() };
    game.open(Opening { scenario: scenario.clone(), chance, given: Vec::new() }).map_err(bad)
}

fn commit(battle: &mut dyn AnyBattle, seat: Seat, prompt: PromptId, steps: Vec<Value>) -> Result<(), Stop> {
    let act = Act::Play(Choice { seat, prompt, steps, id: None, given: Vec::new() });
    let decision = battle.decide(act).map_err(bad)?;
    battle.accept(decision);
    Ok(())
}

fn show(view: &View) -> Result<(), Stop> {
    for line in &view.lines {
        let dice: Vec<String> = line.line.dice.iter().map(|die| die.face.to_string()).collect();
        let dice = if dice.is_empty() { String::new() } else { format!(" [{}]", dice.join(" ")) };
        let rule = line.line.rule.map_or_else(String::new, |rule| format!(" ({rule})"));
        say!("{:4}  {}{dice}{rule}", line.number, line.line.sentence)?;
    }
    say!("\n{}", view.scene.clock)?;
    for line in map::draw(&view.scene) {
        say!("  {line}")?;
    }
    for gauge in &view.scene.gauges {
        let of = gauge.of.map_or_else(String::new, |of| format!(" of {of}"));
        say!("  {}: {}{of}", gauge.name, gauge.value)?;
    }
    Ok(())
}

/// A person's answer, drafted step by step; `None` if he leaves.
fn ask_person(battle: &dyn AnyBattle, seat: Seat, prompt: &Asked) -> Result<Option<Vec<Value>>, Stop> {
    let mut draft: Vec<Value> = Vec::new();
    loop {
        let options = battle.options(seat, &draft).map_err(bad)?;
        let complete = battle.judge(seat, &draft).is_ok_and(|judged| judged.missing.is_empty());
        say!("\n{}", prompt.ask)?;
        let choices = listed(&options);
        for (i, (label, _)) in choices.iter().enumerate() {
            say!("  {:3}  {label}", i + 1)?;
        }
        let play = if complete { "p play it, " } else { "" };
        write(format_args!("A number, {play}b one step back, q leave: "))?;
        let Some(answer) = read_word()? else { return Ok(None) };
        match answer.as_str() {
            "q" => return Ok(None),
            "b" => drop(draft.pop()),
            "p" if complete => return Ok(Some(draft)),
            number => match number.parse::<usize>().ok().and_then(|n| choices.get(n.wrapping_sub(1))) {
                None => say!("{number:?} is none of these.")?,
                Some((_, step)) => draft.push(step.clone()),
            },
        }
    }
}

fn listed(options: &Options<Value>) -> Vec<(String, Value)> {
    let steps = options.steps.iter().map(|offer| (offer.label.to_string(), offer.step.clone()));
    let snaps = options
        .places
        .iter()
        .flat_map(|place| place.snaps.iter().map(|step| (format!("{} {step}", place.label), step.clone())));
    steps.chain(snaps).collect()
}

fn read_word() -> Result<Option<String>, Stop> {
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(line.trim().to_owned())),
        Err(e) => Err(Stop::Bad(format!("standard input: {e}"))),
    }
}

/// A draft made of random steps, played as soon as it is complete and a coin says so. It never concedes: a battle
/// that somebody watches is fought to its end.
fn pick(battle: &dyn AnyBattle, seat: Seat, prompt: &Asked, luck: &mut Stream) -> Result<Vec<Value>, Stop> {
    let mut draft = Vec::new();
    for _ in 0..MOST_STEPS {
        let judged = battle.judge(seat, &draft).map_err(bad)?;
        let mut choices = listed(&battle.options(seat, &draft).map_err(bad)?);
        choices.retain(|(_, step)| !concedes(step));
        let enough = choices.is_empty() || luck.die(2) == 1;
        if judged.missing.is_empty() && enough {
            return Ok(draft);
        }
        let Some((_, step)) = choices.get(luck.die(choices.len() as u32) as usize - 1) else { break };
        draft.push(step.clone());
    }
    prompt.fallback.clone().ok_or_else(|| Stop::Failed("the computer found no answer".to_owned()))
}

/// Is it an offer to concede? Games call that step so.
fn concedes(step: &Value) -> bool {
    step.get("step").and_then(Value::as_str) == Some("concede")
}

fn bad(answer: umpire::Answer) -> Stop {
    Stop::Bad(words(answer))
}
