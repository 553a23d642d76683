//! The program: `grognard umpire`, `play`, `serve`, `archive`, `lab`, `rules`, `show`, `replay`, `verify-dice`.

mod door;
mod draw;
mod files;
mod games;
mod keeping;
mod lab;
mod map;
mod opponents;
mod out;
mod rules;
mod schemas;
mod serve;
mod show;
mod terminal;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// The horse-and-musket tabletop in software.
#[derive(Parser)]
#[command(name = "grognard", version, about)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Umpire battles over standard input and output, one JSON object a line (see docs/protocol).
    Umpire,
    /// Play a battle in the terminal against a computer player that picks at random.
    Play {
        /// The game; the first one if none is given.
        #[arg(long)]
        game: Option<String>,
        /// The scenario; the game's first one if none is given.
        #[arg(long)]
        scenario: Option<String>,
        /// The seed of the dice, up to 64 hexadecimal digits.
        #[arg(long)]
        seed: Option<String>,
        /// Let the computer play all seats, and only watch.
        #[arg(long)]
        watch: bool,
    },
    /// Serve battles to browsers and bots.
    Serve(serve::Serve),
    /// Look after an archive: check it, or copy it to another place.
    Archive {
        /// What to do.
        #[command(subcommand)]
        ask: keeping::Archive,
    },
    /// Fight battles between computer players, and read what they say.
    Lab {
        /// What to do.
        #[command(subcommand)]
        ask: lab::Lab,
    },
    /// Show a rule by its id, or the rules that contain all these words.
    Rules {
        /// An id such as BL-CHG-07, or words.
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Draw a scenario, or a position of a journal, as SVG.
    Show(show::Show),
    /// Replay a journal and check every state on the way.
    Replay {
        /// A .battle.json file.
        file: PathBuf,
    },
    /// Check every die of a closed battle against its published commitment.
    VerifyDice {
        /// A .battle.json file, or a proof of dice.
        file: PathBuf,
    },
    /// Write the JSON schemas of the protocol into a folder.
    Schemas {
        /// The folder.
        folder: PathBuf,
    },
}

/// Why the program stops, and with which exit code.
enum Stop {
    /// Something given to it is wrong: 2.
    Bad(String),
    /// A check did not hold: 1.
    Failed(String),
    /// Nobody reads what it says any more, so it says nothing of that either: 1.
    Unheard,
}

fn main() -> ExitCode {
    let done = match Program::parse().command {
        Command::Umpire => door::serve(),
        Command::Play { game, scenario, seed, watch } => {
            terminal::play(game.as_deref(), scenario.as_deref(), seed.as_deref(), watch)
        }
        Command::Serve(ask) => serve::serve(ask),
        Command::Archive { ask } => keeping::archive(&ask),
        Command::Lab { ask } => lab::lab(ask),
        Command::Rules { words } => rules::show(&words),
        Command::Show(ask) => show::show(&ask),
        Command::Replay { file } => files::replay(&file),
        Command::VerifyDice { file } => files::verify_dice(&file),
        Command::Schemas { folder } => schemas::write(&folder),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Unheard) => ExitCode::FAILURE,
        Err(Stop::Failed(why)) => {
            eprintln!("grognard: {why}");
            ExitCode::FAILURE
        }
        Err(Stop::Bad(why)) => {
            eprintln!("grognard: {why}");
            ExitCode::from(2)
        }
    }
}
