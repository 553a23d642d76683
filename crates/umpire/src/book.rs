//! The rule book: the registers, built into the program.

use crate::RuleId;
use crate::answer::{Answer, Code};
use schemars::JsonSchema;
use serde::Serialize;

/// One rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rule {
    /// Its id.
    pub id: &'static str,
    /// The register it stands in, without the ending.
    pub file: &'static str,
    /// The line there.
    pub line: u32,
    /// The heading it stands under.
    pub section: &'static str,
    /// What it says.
    pub text: &'static str,
}

/// Every rule, sorted by id.
pub const BOOK: &[Rule] = include!(concat!(env!("OUT_DIR"), "/book.rs"));

/// The rule with this id.
pub fn rule(id: RuleId) -> Option<&'static Rule> {
    find(id.as_str())
}

/// The rule that somebody asks for.
pub fn ask(id: RuleId) -> Result<Rule, Answer> {
    let unknown = || Answer::error(Code::BadRequest, format!("no rule {id} is known"));
    rule(id).copied().ok_or_else(unknown)
}

/// The rule with this id, given as text.
pub fn find(id: &str) -> Option<&'static Rule> {
    BOOK.binary_search_by(|rule| rule.id.cmp(id)).ok().map(|place| &BOOK[place])
}

/// Rules whose id, section or text contains all these words, whatever their case.
pub fn search<W: AsRef<str>>(words: &[W]) -> Vec<&'static Rule> {
    let words: Vec<String> = words.iter().map(|word| word.as_ref().to_lowercase()).collect();
    let has = |rule: &&Rule| {
        let text = format!("{} {} {}", rule.id, rule.section, rule.text).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    BOOK.iter().filter(has).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_id_resolves_to_its_text() {
        let charge = rule(RuleId::new("BL-CHG-07")).unwrap();
        assert!(charge.text.contains("Charge length ≤ full allowance"));
        assert_eq!(charge.section, "CHG – charge");
        assert!(find("BL-AMB-01").unwrap().text.starts_with("Tolerance."));
        assert_eq!(find("XX-CHG-07"), None);
        for game in ["CL-TRM-01", "MR-FILL-08", "NW-FCE-02"] {
            assert!(find(game).is_some(), "{game}");
        }
    }

    #[test]
    fn rules_are_found_by_their_section() {
        // The texts of this section say "MO".
        assert!(search(&["momentum"]).iter().any(|rule| rule.id == "BL-MOM-01"));
    }

    #[test]
    fn rules_are_found_by_words() {
        let found = search(&["pivot", "Charger"]);
        assert!(found.iter().any(|r| r.id == "BL-CHG-04"));
        assert!(found.iter().all(|r| r.text.to_lowercase().contains("pivot")));
        assert!(search(&["bl-chg-04", "free"]).is_empty());
    }
}
