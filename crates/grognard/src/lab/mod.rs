//! `grognard lab`: battles between computer players, and what they say (docs/lab.md).

mod blucher;
mod duel;
mod refight;
mod stop;

use crate::Stop;
use clap::Subcommand;
use lab::{Beginning, Fault, Field, Fields, Joined};
use std::path::{Path, PathBuf};
use umpire::Scenario;

/// What the lab can do.
#[derive(Subcommand)]
pub(crate) enum Lab {
    /// Fight a scenario many times: one row a battle, and a report. The same command again goes on.
    Refight(refight::Refight),
    /// Find out which of two computer players is the better one; stop when that is clear.
    Duel(duel::Duel),
    /// Join the folders of all shards of a run.
    Merge {
        /// The folders, one a shard.
        #[arg(required = true, value_name = "DIR")]
        from: Vec<PathBuf>,
        /// The folder to write.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Print the numbers as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write the report of a run anew from its rows.
    Report {
        /// The folder of the run.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Print the numbers as JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Does what the lab is asked.
pub(crate) fn lab(ask: Lab) -> Result<(), Stop> {
    match ask {
        Lab::Refight(ask) => refight::refight(&ask),
        Lab::Duel(ask) => duel::duel(&ask),
        Lab::Merge { from, out, json } => {
            let joined = lab::merge(&from, &out).map_err(bad)?;
            eprintln!("grognard: {}", words(&joined));
            refight::report(&fields(), &out, json)
        }
        Lab::Report { folder, json } => refight::report(&fields(), &folder, json),
    }
}

/// How many battles were joined, and which shards may not be finished.
fn words(joined: &Joined) -> String {
    let head = format!("{} battles are joined", joined.battles);
    match joined.shorter.as_slice() {
        [] => head,
        [one] => format!("{head}; {} has fewer than others", one.display()),
        [one, more @ ..] => {
            format!("{head}; {} and {} more have fewer than others", one.display(), more.len())
        }
    }
}

fn fields() -> Fields {
    blucher::add(Fields::new())
}

fn bad(fault: Fault) -> Stop {
    Stop::Bad(fault.to_string())
}

/// The game of this name, or the first one.
fn game<'a>(fields: &'a Fields, name: Option<&str>) -> Result<&'a Field, Stop> {
    let found = name.map_or_else(|| fields.all().first(), |name| fields.game(name));
    found.ok_or_else(|| {
        let names: Vec<&str> = fields.all().iter().map(|field| field.name).collect();
        Stop::Bad(format!(
            "no computer players for {:?}; there are for: {}",
            name.unwrap_or(""),
            names.join(", ")
        ))
    })
}

/// A scenario of the game by its name, or of a file, as it is set up.
fn scenario(field: &Field, name: &str) -> Result<(Scenario, Beginning), Stop> {
    let begin = |scenario: Scenario| {
        let beginning =
            field.begin(&scenario).map_err(|why| Stop::Bad(in_file(&why, &scenario.name, name)))?;
        Ok((scenario, beginning))
    };
    if let Some(own) = field.scenarios.iter().find(|own| own.name == name) {
        return begin(own.clone());
    }
    let file = Path::new(name);
    if file.extension().is_none_or(|ending| ending != "toml") {
        let names: Vec<&str> = field.scenarios.iter().map(|own| own.name.as_str()).collect();
        let sentence =
            format!("{} has no scenario {name:?}; it has: {}, or a .toml file", field.name, names.join(", "));
        return Err(Stop::Bad(sentence));
    }
    let text = crate::files::read(file)?;
    let stem = file.file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned());
    begin(Scenario { name: stem, text })
}

/// What is wrong with a scenario, line by line, with the file it stands in.
fn in_file(why: &str, scenario: &str, file: &str) -> String {
    let head = format!("{scenario}: ");
    let lines = why.lines().map(|line| format!("{file}: {}", line.strip_prefix(&head).unwrap_or(line)));
    lines.collect::<Vec<_>>().join("\ngrognard: ")
}

/// As many threads as the machine has cores.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
