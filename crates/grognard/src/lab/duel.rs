//! `grognard lab duel`.

use super::{bad, cores, fields, game, scenario, stop};
use crate::Stop;
use crate::out::{say, write};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use lab::sprt::Question;
use lab::stats::Interval;
use lab::{Behaviour, DuelResult, HELD_OUT, Kept, TUNING, Verdict};
use marshal::Level;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use umpire::Scenario;

/// Who is to meet, and where.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Duel {
    /// The first player's level.
    first: Level,
    /// The second player's level.
    second: Level,
    /// Scenarios by their names, or .toml files; they take turns. `pickup` sets up a new table for each seed.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "meeting")]
    scenarios: Vec<String>,
    /// Take the seeds that are never looked at while players are tuned.
    #[arg(long)]
    held_out: bool,
    /// At most so many battles; they come in pairs.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    battles: u64,
    /// Fight all of them, however clear the answer is.
    #[arg(long)]
    all: bool,
    /// The answer is clear when one player is shown to be better by this, in Elo.
    #[arg(long, value_name = "ELO", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    by: u16,
    /// How many plans a player may judge or play out for one choice.
    #[arg(long, value_name = "PLANS", default_value_t = 100)]
    work: u64,
    /// Pairs at a time (default: as many as there are cores). The answer does not depend on it.
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
    /// The game.
    #[arg(long)]
    game: Option<String>,
    /// Keep the pairs in this file as they are fought; the same command goes on where it stopped.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Print the numbers as JSON.
    #[arg(long)]
    json: bool,
    /// Tell what the players mean to do, choice by choice.
    #[arg(long, conflicts_with = "json")]
    trace: bool,
}

/// Fights, and says who is better.
pub(crate) fn duel(ask: &Duel) -> Result<(), Stop> {
    if ask.first == ask.second {
        let sentence = "two equal players would fight every battle twice: `grognard lab refight` fights one level \
                        against itself";
        return Err(Stop::Bad(sentence.to_owned()));
    }
    let fields = fields();
    let field = game(&fields, ask.game.as_deref())?;
    let scenarios = ask.scenarios.iter().map(|name| Ok(scenario(field, name)?.0));
    let scenarios = scenarios.collect::<Result<Vec<_>, Stop>>()?;
    told_apart(&ask.scenarios, &scenarios)?;
    let by = f64::from(ask.by);
    let duel = lab::Duel {
        field,
        scenarios,
        levels: [ask.first, ask.second],
        work: ask.work,
        seed: if ask.held_out { HELD_OUT } else { TUNING },
        pairs: ask.battles / 2,
        question: Question { low: -by, high: by },
        all: ask.all,
        trace: ask.trace,
    };
    let mut kept = ask.keep.as_deref().map(|file| Kept::open(file, &duel)).transpose().map_err(bad)?;
    let before = kept.as_mut().map(|kept| std::mem::take(&mut kept.pairs)).unwrap_or_default();
    let mut done = before.len() as u64;
    let bar = ProgressBar::new(duel.pairs).with_position(done);
    let usual = ProgressStyle::default_bar();
    let style = usual.clone().template("{bar:30} {pos} of {len} pairs, {per_sec}, {eta} left  {msg}");
    bar.set_style(style.unwrap_or(usual));
    let stop = stop::when_told()?;
    let (mut written, mut heard) = (Ok(()), Ok(()));
    let result = duel.fight(ask.jobs.unwrap_or_else(cores), &stop, &before, |result, fought| {
        if let Some(kept) = &mut kept {
            written = kept.add(fought.each_ref().map(|fought| &fought.record.row));
        }
        for fought in fought {
            let row = &fought.record.row;
            if !row.note.is_empty() {
                bar.suspend(|| eprintln!("grognard: battle {}: {}", row.battle, row.note));
            }
            let tell = |line| bar.suspend(|| say!("battle {} {line}", row.battle));
            if heard.is_ok() {
                heard = fought.trace.iter().try_for_each(tell);
            }
        }
        done += 1;
        bar.inc(1);
        bar.set_message(
            result.share.map_or_else(String::new, |share| format!("{:.1} %", share.value * 100.0)),
        );
        if written.is_ok() && heard.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    written.map_err(bad)?;
    heard?;
    if ask.json {
        let text = serde_json::to_string_pretty(&result).map_err(|e| Stop::Bad(e.to_string()))?;
        say!("{text}")?;
    } else {
        write(format_args!("{}", words(&result)))?;
    }
    if stop.load(Ordering::Relaxed) && !duel.enough(&result) && done < duel.pairs {
        let kept =
            ask.keep.as_ref().map(|file| format!(", kept in {}; the same command goes on", file.display()));
        let sentence = format!("stopped after {done} of {} pairs{}", duel.pairs, kept.unwrap_or_default());
        return Err(Stop::Failed(sentence));
    }
    Ok(())
}

/// Every scenario is fought on the same seeds, and points are counted by name: one that comes twice would be counted
/// twice as evidence, and two of one name would be counted as one.
fn told_apart(asked: &[String], scenarios: &[Scenario]) -> Result<(), Stop> {
    for (n, (name, scenario)) in asked.iter().zip(scenarios).enumerate() {
        for (before, other) in asked.iter().zip(&scenarios[..n]) {
            let why = if scenario.text == other.text {
                "are the same battles, which would be counted twice".to_owned()
            } else if scenario.name == other.name {
                format!("are both called {:?}, and could not be told apart", scenario.name)
            } else {
                continue;
            };
            return Err(Stop::Bad(format!("--scenarios: {before} and {name} {why}")));
        }
    }
    Ok(())
}

/// A difference in Elo; what is rounded to nothing has no sign.
fn elo(elo: Option<f64>) -> String {
    let words = |elo: f64| if elo.abs() < 0.5 { "0".to_owned() } else { format!("{elo:+.0}") };
    elo.map_or_else(|| "beyond measure".to_owned(), words)
}

fn words(result: &DuelResult) -> String {
    let [a, b] = &result.players;
    let [won, drawn, lost] = result.won_drawn_lost;
    let share =
        |s: Interval| format!("{:.1} % ({:.1} to {:.1})", s.value * 100.0, s.low * 100.0, s.high * 100.0);
    let share = result.share.map_or_else(|| "none".to_owned(), share);
    let elo = result.elo.map(elo);
    let mut lines = vec![
        format!("{a} against {b}: {share} of the points; {won} won, {drawn} drawn, {lost} lost"),
        format!("  Elo {} ({} to {})", elo[0], elo[1], elo[2]),
    ];
    lines.push(match result.verdict {
        Verdict::First => format!("  it is clear: {a} is the better player"),
        Verdict::Second => format!("  it is clear: {b} is the better player"),
        Verdict::Open => format!("  it is not clear (log-likelihood ratio {:.2})", result.likelihood),
    });
    let scenario = |(name, [points, battles]): (&String, &[f64; 2])| {
        format!("  {name}: {:.1} % of {battles} battles", 100.0 * points / battles.max(1.0))
    };
    lines.extend(result.by_scenario.iter().map(scenario));
    let ends: Vec<String> = result.ended_by.iter().map(|(rule, n)| format!("{n} {rule}")).collect();
    lines.push(format!("  ended by {}, after {:.1} turns", ends.join(", "), result.turns));
    let players = result.players.iter().zip(&result.behaviour);
    lines.extend(players.map(|(player, seen)| format!("  {player}: {}", behaviour(seen))));
    lines.join("\n") + "\n"
}

fn behaviour(seen: &Behaviour) -> String {
    format!(
        "{:.0} % of units fought; {:.1} % of turns without action; a turn {:.2} charges, {:.0} % of them below 40 %",
        seen.fought * 100.0,
        seen.idle * 100.0,
        seen.charges,
        seen.rash * 100.0
    )
}

#[cfg(test)]
mod tests {
    use super::elo;

    #[test]
    fn nothing_has_no_sign() {
        let shown = [Some(0.0), Some(-0.0), Some(-0.3), Some(0.4), Some(-0.6), Some(20.4), None].map(elo);
        assert_eq!(shown, ["0", "0", "0", "0", "-1", "+20", "beyond measure"]);
    }
}
