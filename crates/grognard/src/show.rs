//! `grognard show`: a scenario or a position of a journal, drawn as SVG.

use crate::files::{parse, read};
use crate::out::write;
use crate::{Stop, draw, games};
use dice::Hex;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use umpire::{
    Answer, AnyBattle, Chance, DiceFrom, GameEntry, Games, Journal, Opening, Scenario, Seat, Viewer,
};

/// What to draw, and for whom.
#[derive(clap::Args)]
pub(crate) struct Show {
    /// A scenario (.toml) or a journal (.battle.json).
    file: PathBuf,
    /// The game of a scenario; found by what stands in the file if it is not given.
    #[arg(long)]
    game: Option<String>,
    /// The position of a journal after so many entries; the last one if it is not given.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Who looks: the number of a seat, public or all.
    #[arg(long, default_value = "all", value_parser = viewer)]
    viewer: Viewer,
    /// The file to write; standard output if it is not given.
    #[arg(long, value_name = "FILE.svg")]
    out: Option<PathBuf>,
}

/// Draws a position.
pub(crate) fn show(ask: &Show) -> Result<(), Stop> {
    let text = read(&ask.file)?;
    let games = games::all();
    let journal = ask.file.extension().is_some_and(|ending| ending == "json");
    let battle = if journal { position(ask, &games, &text)? } else { scenario(ask, &games, text)? };
    if let Viewer::Seat(seat) = ask.viewer
        && !battle.seats().iter().any(|info| info.seat == seat)
    {
        return Err(about(&ask.file, Answer::no_seat(seat)));
    }
    let svg = draw::svg(&battle.view(ask.viewer, 0).scene);
    match &ask.out {
        None => write(format_args!("{svg}"))?,
        Some(out) => fs::write(out, svg).map_err(|e| Stop::Bad(format!("{}: {e}", out.display())))?,
    }
    Ok(())
}

fn viewer(word: &str) -> Result<Viewer, String> {
    match word {
        "all" => Ok(Viewer::All),
        "public" => Ok(Viewer::Public),
        number => match number.parse().ok().and_then(Seat::new) {
            Some(seat) => Ok(Viewer::Seat(seat)),
            None => Err("a viewer is the number of a seat, public or all".to_owned()),
        },
    }
}

fn position(ask: &Show, games: &Games, text: &str) -> Result<Box<dyn AnyBattle>, Stop> {
    let journal: Journal = parse(&ask.file, text)?;
    let entries = journal.entries.len();
    if let Some(at) = ask.at.filter(|at| *at > entries) {
        return Err(Stop::Bad(format!("{}: --at {at}: it has {entries} entries", ask.file.display())));
    }
    let game = games.game(&journal.game).map_err(|answer| about(&ask.file, answer))?;
    let reopened = game.replay(&journal, ask.at).map_err(|answer| about(&ask.file, answer))?;
    Ok(reopened.battle)
}

fn scenario(ask: &Show, games: &Games, text: String) -> Result<Box<dyn AnyBattle>, Stop> {
    if ask.at.is_some() {
        return Err(Stop::Bad(format!("{}: --at is for journals", ask.file.display())));
    }
    let game = match &ask.game {
        Some(name) => games.game(name).map_err(|answer| about(&ask.file, answer))?,
        None => likeliest(games, &text).ok_or_else(|| Stop::Bad("no game is built in".to_owned()))?,
    };
    let scenario = Scenario { name: ask.file.display().to_string(), text };
    // A picture has no need of chance: the same file gives the same picture.
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex::from([0; 32]), added: Vec::new() };
    let opening = Opening { scenario, chance, given: Vec::new() };
    game.open(opening).map_err(|answer| about(&ask.file, answer))
}

/// The game whose own scenarios have the most words in common with a file: keys and headings.
fn likeliest<'a>(games: &'a Games, text: &str) -> Option<&'a GameEntry> {
    let here = words(text);
    let common = |game: &GameEntry| {
        let all = game.scenarios.iter().map(|own| words(&own.text).intersection(&here).count());
        all.max().unwrap_or(0)
    };
    // Of equals the first is taken.
    games.all().iter().rev().max_by_key(|game| common(game))
}

fn words(text: &str) -> BTreeSet<&str> {
    text.lines().filter_map(|line| line.split(['=', '#']).next()).map(str::trim).collect()
}

/// What is wrong with a file: every problem with its line and field.
fn about(file: &Path, answer: Answer) -> Stop {
    let file = file.display();
    match answer {
        Answer::Error(trouble) if !trouble.problems.is_empty() => {
            let list: Vec<String> = trouble.problems.iter().map(|p| format!("{file}: {p}")).collect();
            Stop::Bad(list.join("\ngrognard: "))
        }
        other => Stop::Bad(format!("{file}: {}", crate::files::words(other))),
    }
}
