//! `grognard lab refight`, and the report of a folder.

use super::{bad, cores, fields, game, scenario, stop};
use crate::out::write;
use crate::{Stop, draw};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use lab::report::report as html;
use lab::summary::{Summary, summary};
use lab::{Done, FORMAT, Fields, Folder, Rows, Run, Shard};
use marshal::Level;
use std::fs;
use std::path::{Path, PathBuf};
use umpire::read_seed;

/// What to fight.
#[derive(Args)]
pub(crate) struct Refight {
    /// A scenario by its name, or a .toml file.
    scenario: String,
    /// How many battles.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    battles: u64,
    /// The level of Red, who begins on the second side.
    #[arg(long, value_name = "LEVEL")]
    red: Level,
    /// The level of Blue, who begins on the first side.
    #[arg(long, value_name = "LEVEL")]
    blue: Level,
    /// The seed that all battles follow from, up to 64 hexadecimal digits.
    #[arg(long, value_name = "S", default_value = "1")]
    seed: String,
    /// How many plans a player may judge or play out for one choice.
    #[arg(long, value_name = "PLANS", default_value_t = 100)]
    work: u64,
    /// Battles at a time (default: as many as there are cores). The rows do not depend on it.
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
    /// The folder for rows and report (default: lab/SCENARIO-RED-BLUE-SEED).
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Fight only part I of N; `grognard lab merge` joins the parts.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// The game.
    #[arg(long)]
    game: Option<String>,
    /// Print the numbers as JSON.
    #[arg(long)]
    json: bool,
}

/// Fights, and writes the report.
pub(crate) fn refight(ask: &Refight) -> Result<(), Stop> {
    let fields = fields();
    let field = game(&fields, ask.game.as_deref())?;
    let (scenario, beginning) = scenario(field, &ask.scenario)?;
    let run = Run {
        format: FORMAT,
        game: field.name.to_owned(),
        rules: field.rules,
        scenario,
        sides: beginning.sides,
        red: ask.red.to_string(),
        blue: ask.blue.to_string(),
        work: ask.work,
        seed: read_seed(&ask.seed).map_err(|answer| Stop::Bad(crate::files::words(answer)))?,
        shard: ask.shard,
    };
    let path = ask.out.clone().unwrap_or_else(|| usual(&run, &ask.seed));
    let mut folder = Folder::open(&path, &run).map_err(bad)?;
    let stop = stop::when_told()?;
    let bar = ProgressBar::new(0);
    bar.set_style(style());
    let jobs = ask.jobs.unwrap_or_else(cores);
    let done = lab::refight(field, &run, &mut folder, ask.battles, jobs, &stop, |done| {
        if done.now == done.before {
            bar.set_length(done.wanted.max(done.before));
            bar.set_position(done.before);
            bar.reset_eta();
        }
        bar.set_position(done.now);
    });
    bar.finish_and_clear();
    let done = done.map_err(bad)?;
    drop(folder);
    report(&fields, &path, ask.json)?;
    tell(&path, done)
}

fn tell(path: &Path, done: Done) -> Result<(), Stop> {
    if done.failed > 0 {
        eprintln!("grognard: {} of the battles did not end; their rows say why", done.failed);
    }
    if done.now < done.wanted {
        let (now, wanted, path) = (done.now, done.wanted, path.display());
        let sentence =
            format!("stopped: {now} of {wanted} battles are kept in {path}; the same command goes on");
        return Err(Stop::Failed(sentence));
    }
    Ok(())
}

fn style() -> ProgressStyle {
    let usual = ProgressStyle::default_bar();
    usual.clone().template("{bar:30} {pos} of {len}, {per_sec}, {eta} left").unwrap_or(usual)
}

/// Where the files go if nobody says.
fn usual(run: &Run, seed: &str) -> PathBuf {
    let shard = if run.shard == Shard::WHOLE {
        String::new()
    } else {
        format!("-{}-of-{}", run.shard.number(), run.shard.of())
    };
    Path::new("lab").join(format!("{}-{}-{}-{seed}{shard}", run.scenario.name, run.red, run.blue))
}

/// Writes the report of a folder, and says what it says.
pub(super) fn report(fields: &Fields, path: &Path, json: bool) -> Result<(), Stop> {
    let rows = Rows::read(path).map_err(bad)?;
    let said = summary(&rows);
    // A game that this program does not have is reported without its table.
    let beginning = fields.game(&rows.run.game).and_then(|field| field.begin(&rows.run.scenario).ok());
    let drawing = beginning.map(|beginning| draw::ground(&beginning.scene));
    let keep = |name: &str, text: String| {
        let file = path.join(name);
        fs::write(&file, text).map_err(|e| Stop::Bad(format!("{}: {e}", file.display())))
    };
    let text = serde_json::to_string_pretty(&said).map_err(|e| Stop::Bad(e.to_string()))? + "\n";
    keep("report.html", html(&said, drawing.as_ref()))?;
    keep("summary.json", text.clone())?;
    write(format_args!("{}", if json { text } else { words(&said, path) }))
}

/// The answer in a few lines.
fn words(said: &Summary, path: &Path) -> String {
    let share = |share: Option<lab::stats::Interval>| {
        let words = |s: lab::stats::Interval| {
            format!("{:.1} % ({:.1} to {:.1})", s.value * 100.0, s.low * 100.0, s.high * 100.0)
        };
        share.map_or_else(|| "–".to_owned(), words)
    };
    let mut lines = vec![
        format!("{}: {} battles, {} against {}", said.scenario, said.battles, said.sides[0], said.sides[1]),
        format!(
            "  {} won {}, {} won {}, {} drawn",
            said.sides[0], said.won[0], said.sides[1], said.won[1], said.draws
        ),
        format!("  the side that moves first wins {}", share(said.first)),
    ];
    if said.red_share.is_some() {
        lines.push(format!("  Red ({}) wins {}", said.red, share(said.red_share)));
    }
    if let Some(length) = &said.length {
        lines.push(format!("  {:.1} turns on average", length.mean));
    }
    if let Some(most) = said.terrain.iter().find(|piece| Some(piece.terrain) == said.matters_most) {
        lines.push(format!("  the terrain that matters most: {}", most.name));
    }
    lines.push(format!("  report: {}", path.join("report.html").display()));
    lines.join("\n") + "\n"
}
