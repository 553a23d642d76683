//! The rule book on the terminal.

use crate::Stop;
use crate::out::say;
use umpire::book::{self, Rule};

/// The most rules that a search shows.
const MOST: usize = 40;

/// Shows a rule by its id, or those that contain all the words.
pub(crate) fn show(words: &[String]) -> Result<(), Stop> {
    if let [id] = words
        && let Some(rule) = book::find(&id.to_uppercase())
    {
        return print(rule);
    }
    let found = book::search(words);
    if found.is_empty() {
        return Err(Stop::Bad(format!("no rule contains {:?}", words.join(" "))));
    }
    for rule in found.iter().take(MOST) {
        print(rule)?;
    }
    if found.len() > MOST {
        say!("… and {} more: add a word.", found.len() - MOST)?;
    }
    Ok(())
}

fn print(rule: &Rule) -> Result<(), Stop> {
    let Rule { id, file, line, section, title, text, refuses, ruling, .. } = rule;
    say!("{id}  [{section}; rules/{file}.md:{line}]")?;
    for (what, said) in [("", title), ("", text), ("Not allowed: ", refuses), ("Ruling: ", ruling)] {
        if !said.is_empty() {
            say!("    {what}{said}")?;
        }
    }
    Ok(())
}
