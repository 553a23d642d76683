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
    /// The section it belongs to.
    pub section: &'static str,
    /// What a ruling is about; empty for a rule.
    pub title: &'static str,
    /// What a rule says; empty for a ruling.
    pub text: &'static str,
    /// What may not be done; often empty.
    pub refuses: &'static str,
    /// What was decided where the book leaves a question open; empty for a rule.
    pub ruling: &'static str,
    /// Does it stand in the book that players read? Worked examples and repetitions do not.
    #[serde(skip)]
    pub in_book: bool,
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

/// The book made of these registers: their rules in order, the rulings after them.
pub fn book(registers: &[&str]) -> Vec<&'static Rule> {
    let place = |rule: &Rule| registers.iter().position(|name| *name == rule.file);
    let mut rules: Vec<_> = BOOK.iter().filter(|rule| rule.in_book && place(rule).is_some()).collect();
    rules.sort_by_key(|rule| (!rule.ruling.is_empty(), place(rule), rule.line));
    rules
}

/// Rules whose words contain all these, whatever their case.
pub fn search<W: AsRef<str>>(words: &[W]) -> Vec<&'static Rule> {
    let words: Vec<String> = words.iter().map(|word| word.as_ref().to_lowercase()).collect();
    let has = |rule: &&Rule| {
        let Rule { id, section, title, text, refuses, ruling, .. } = rule;
        let text = format!("{id} {section} {title} {text} {refuses} {ruling}").to_lowercase();
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
        assert_eq!(charge.section, "Charge");
        let tolerance = find("BL-AMB-01").unwrap();
        assert_eq!((tolerance.title, tolerance.text), ("Tolerance", ""));
        assert!(tolerance.ruling.starts_with("ε = 0.001 BW"));
        assert_eq!(find("XX-CHG-07"), None);
        for game in ["CL-TRM-01", "MR-FILL-08", "NW-FCE-02"] {
            assert!(find(game).is_some(), "{game}");
        }
    }

    #[test]
    fn a_book_is_its_registers_in_order_with_the_rulings_last() {
        let rules = book(&["blucher-1-basics-movement-fire", "blucher-2-combat-victory"]);
        let at = |id: &str| rules.iter().position(|rule| rule.id == id);
        assert_eq!(rules[0].id, "BL-DIC-01");
        assert!(at("BL-STA-01") < at("BL-CBT-01") && at("BL-PCK-01") < at("BL-AMB-01"));
        assert_eq!((at("BL-EX-01"), at("BL-WEA-01"), at("CL-TRM-01")), (None, None, None));
        for builders in ["*", "`", "l.2", "x-ref", "Test:"] {
            let has = |text: &str| text.contains(builders);
            let told = rules.iter().find(|r| has(r.title) || has(r.text) || has(r.refuses) || has(r.ruling));
            assert_eq!(told, None, "{builders}");
        }
    }

    #[test]
    fn rules_are_found_by_their_section() {
        assert!(search(&["momentum"]).iter().any(|rule| rule.id == "BL-MOM-01"));
    }

    #[test]
    fn rules_are_found_by_words() {
        let found = search(&["pivot", "Charger"]);
        assert!(found.iter().any(|r| r.id == "BL-CHG-04"));
        let says = |r: &Rule| [r.title, r.text, r.refuses, r.ruling].concat().to_lowercase();
        assert!(found.iter().all(|r| says(r).contains("pivot")));
        assert!(search(&["bl-chg-04", "free"]).is_empty());
    }
}
