//! Scenarios as they are written down. What is inside is the game's business.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Data that sets up a battle: a TOML text that the game named by it can read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Where it comes from, for messages: a file name, or a name of the library.
    pub name: String,
    /// The TOML text, whole.
    pub text: String,
}

/// What a scenario says of itself to somebody who looks for a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brief {
    /// What it is called.
    pub title: String,
    /// What it is about, in a few sentences.
    pub about: String,
    /// How long it lasts: "14 turns".
    pub length: String,
}

/// Something wrong with a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// The line in the text, counted from 1; `None` if it is about the whole.
    pub line: Option<u32>,
    /// The field: `unit[3].pose`.
    pub field: String,
    /// What is wrong, and what is allowed.
    pub sentence: String,
}

impl Problem {
    /// A problem at a byte of the text.
    pub fn at(text: &str, byte: usize, field: impl Into<String>, sentence: impl Into<String>) -> Self {
        let before = text.as_bytes().get(..byte).unwrap_or(text.as_bytes());
        let line = before.split(|&b| b == b'\n').count() as u32;
        Self { line: Some(line), field: field.into(), sentence: sentence.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_its_line() {
        let text = "a = 1\nb = 2\nc = 3\n";
        assert_eq!(Problem::at(text, 6, "b", "too small").to_string(), "line 2: b: too small");
        assert_eq!(Problem::at(text, 999, "", "cut off").to_string(), "line 4: cut off");
    }
}
