//! Journals and proofs of dice, read from files.

use crate::out::say;
use crate::{Stop, games};
use dice::DiceProof;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs;
use std::path::Path;
use umpire::{Answer, DiceFrom, Journal};

/// The longest file that is read, in bytes.
const LONGEST: u64 = 64 << 20;

/// Replays a journal and checks every state.
pub(crate) fn replay(file: &Path) -> Result<(), Stop> {
    let journal: Journal = parse(file, &read(file)?)?;
    let about = |answer| Stop::Bad(format!("{}: {}", file.display(), words(answer)));
    let games = games::all();
    let reopened = games.game(&journal.game).and_then(|game| game.replay(&journal, None)).map_err(about)?;
    let (game, entries) = (reopened.battle.game(), journal.entries.len());
    if let Some(drift) = reopened.drift {
        let rules: Vec<String> = drift.rules.iter().map(ToString::to_string).collect();
        return Err(Stop::Failed(format!(
            "{}: the rules of {game} changed since ({}): entry {} goes another way now; the battle can go on from \
             the state stored after {} of {entries} entries",
            file.display(),
            rules.join(", "),
            drift.entry + 1,
            drift.kept
        )));
    }
    say!("{}: {entries} entries of {game} replay, and every state is as it was.", file.display())?;
    Ok(())
}

/// Checks every die of a battle.
pub(crate) fn verify_dice(file: &Path) -> Result<(), Stop> {
    let text = read(file)?;
    let value: Value = parse(file, &text)?;
    let (proof, closed) = if value.get("server_seed").is_some() {
        (parse(file, &text)?, true)
    } else {
        let journal: Journal = parse(file, &text)?;
        let closed = journal.closed();
        (from_journal(file, journal)?, closed)
    };
    if !closed {
        say!("{}: the battle is not closed: rolls may follow, or may have been cut off.", file.display())?;
    }
    match dice::verify(&proof) {
        Ok(verified) => {
            say!(
                "{}: {} dice in {} rolls, up to position {}, are those of the seed whose commitment is\n{}\n\
                 Compare it with the one that was published when the battle was opened. This proves that no \
                 die was altered, and no more.",
                file.display(),
                verified.dice,
                verified.rolls,
                verified.position,
                proof.commitment
            )
        }
        Err(faults) => {
            let list: Vec<String> = faults.iter().map(|fault| format!("  {fault}")).collect();
            let head = format!("{}: {} fault(s)", file.display(), faults.len());
            Err(Stop::Failed(format!("{head}\n{}", list.join("\n"))))
        }
    }
}

fn from_journal(file: &Path, journal: Journal) -> Result<DiceProof, Stop> {
    if journal.chance.dice == DiceFrom::ByHand {
        let why = "its dice were given by hand, so there is no stream to check them against";
        return Err(Stop::Bad(format!("{}: {why}", file.display())));
    }
    let rolls = journal.rolls().cloned().collect();
    Ok(DiceProof {
        commitment: journal.commitment,
        seats: journal.chance.added,
        server_seed: journal.chance.seed,
        rolls,
    })
}

/// A file's text.
pub(crate) fn read(file: &Path) -> Result<String, Stop> {
    let about = |e: std::io::Error| Stop::Bad(format!("{}: {e}", file.display()));
    if fs::metadata(file).map_err(about)?.len() > LONGEST {
        return Err(Stop::Bad(format!("{}: longer than {LONGEST} bytes", file.display())));
    }
    fs::read_to_string(file).map_err(about)
}

/// JSON, with the line and column of what is wrong.
pub(crate) fn parse<T: DeserializeOwned>(file: &Path, text: &str) -> Result<T, Stop> {
    serde_json::from_str(text).map_err(|e| Stop::Bad(format!("{}: {e}", file.display())))
}

/// An answer in words.
pub(crate) fn words(answer: Answer) -> String {
    match answer {
        Answer::Refused(why) => {
            let list: Vec<String> = why.iter().map(|r| format!("{} ({})", r.sentence, r.rule)).collect();
            list.join("; ")
        }
        Answer::Needs(needs) => {
            format!("needs {} d{} for {} ({})", needs.count, needs.sides, needs.purpose, needs.rule)
        }
        Answer::Error(trouble) => trouble.sentence,
    }
}
