//! An item as players read it. A register is also a work of builders: it names lines of the source, situations
//! for tests, reasons and what the source leaves in doubt. By its own marks these are told apart from the rule.

use crate::Item;

/// What a register's item says to players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The section's name, without its code.
    pub section: String,
    /// What a ruling is about; empty for a rule.
    pub title: String,
    /// What a rule says; empty for a ruling.
    pub text: String,
    /// What may not be done. Empty if the rule itself says it all.
    pub refuses: String,
    /// What was decided where the source leaves a question open; empty for a rule.
    pub ruling: String,
}

/// What begins a part of an item, and which part.
const MARKS: [(&str, Part); 6] = [
    ("*Refuse:*", Part::Refuses),
    ("*Test:*", Part::Builders),
    ("*Why", Part::Builders),
    ("*Ruling:*", Part::Ruling),
    // Rulings may go without emphasis.
    (" Ruling", Part::Ruling),
    (" Why:", Part::Builders),
];

/// Short words of the registers of one game, and what they stand for.
const SHORT: [(&str, &str); 7] = [
    ("INF", "infantry"),
    ("CAV", "cavalry"),
    ("ART", "artillery"),
    ("EZ", "engagement zone"),
    ("MO", "momentum"),
    ("LoS", "line of sight"),
    ("LoF", "line of fire"),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Says,
    Refuses,
    Ruling,
    Builders,
}

impl Item {
    /// Is it a ruling: an answer to what the source leaves open?
    pub fn is_ruling(&self) -> bool {
        self.id.contains("-AMB-")
    }

    /// Is it meant for players? Worked examples are situations for tests, and a summary says again what the
    /// other items say.
    pub fn for_players(&self) -> bool {
        !self.id.contains("-EX-") && !self.id.contains("-SUM-")
    }

    /// What it says to players.
    pub fn told(&self) -> Told {
        let mut told = Told { section: section(self), ..Told::default() };
        for (part, text) in self.parts() {
            let text = self.plain(text);
            let place = match part {
                Part::Says => &mut told.text,
                Part::Refuses => &mut told.refuses,
                Part::Ruling => &mut told.ruling,
                Part::Builders => continue,
            };
            *place = if place.is_empty() { text } else { format!("{place} {text}") };
        }
        // "It." and "Otherwise." add nothing to the rule.
        if !told.refuses.contains(' ') {
            told.refuses.clear();
        }
        if self.is_ruling() {
            let question = std::mem::take(&mut told.text);
            if told.ruling.is_empty() {
                told.ruling = question;
            } else {
                told.title = first_sentence(&question).to_owned();
            }
        }
        told
    }

    /// The parts of the text, in their order.
    fn parts(&self) -> Vec<(Part, &str)> {
        let (mut parts, mut now, mut rest) = (Vec::new(), Part::Says, self.text.as_str());
        let marks = if self.is_ruling() { &MARKS[..] } else { &MARKS[..4] };
        loop {
            let found = marks.iter().filter_map(|(mark, part)| Some((rest.find(mark)?, *mark, *part)));
            let Some((at, mark, part)) = found.min_by_key(|(at, ..)| *at) else {
                parts.push((now, rest));
                return parts;
            };
            parts.push((now, &rest[..at]));
            (now, rest) = (part, rest[at + mark.len()..].trim_start_matches(':'));
        }
    }

    /// The text without references to the source and without signs of emphasis, in whole words.
    fn plain(&self, text: &str) -> String {
        let text = text.replace("x-ref ch.", "see chapter ").replace(", ch.", ", ").replace("predicate ", "");
        let text: String =
            without_sources(&text).chars().filter(|c| !matches!(c, '*' | '`' | '\\')).collect();
        let mut words: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            if is_source(word) {
                words.pop_if(|last| last == "of");
                if let (Some(last), true) = (words.last_mut(), word.ends_with('.')) {
                    last.push('.');
                }
                continue;
            }
            let begins = words.last().is_none_or(|last| last.ends_with(['.', '?', '!']));
            words.push(if self.id.starts_with("BL-") { in_full(word, begins) } else { word.to_owned() });
        }
        words.join(" ")
    }
}

/// `CHG – charge` is the section about the charge.
fn section(item: &Item) -> String {
    if item.is_ruling() {
        return "Rulings".to_owned();
    }
    let name = item.section.split_once(" – ").or_else(|| item.section.split_once(" — "));
    capital(name.map_or(item.section.as_str(), |(_, name)| name))
}

/// Words that begin a sentence: the first letter is a capital.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A line of the source: `l.2535`, perhaps in brackets.
fn is_source(word: &str) -> bool {
    let number = word.trim_start_matches('(').strip_prefix("l.");
    number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// The text without what stands in brackets and names a line of the source.
fn without_sources(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('(') {
        let Some(length) = rest[at..].find(')') else { break };
        let (before, bracket) = (&rest[..at], &rest[at..=at + length]);
        out.push_str(before);
        if bracket.split_whitespace().any(is_source) {
            out.truncate(out.trim_end().len());
        } else {
            out.push_str(bracket);
        }
        rest = &rest[at + length + 1..];
    }
    out + rest
}

/// The word with what it is short for.
fn in_full(word: &str, begins: bool) -> String {
    if let Some((one, other)) = word.split_once('/') {
        return format!("{}/{}", in_full(one, begins), in_full(other, false));
    }
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let Some((_, whole)) = SHORT.iter().find(|(short, _)| *short == bare) else { return word.to_owned() };
    word.replacen(bare, &if begins { capital(whole) } else { (*whole).to_owned() }, 1)
}

/// The first sentence, or what stands before its first colon, without its stop.
fn first_sentence(text: &str) -> &str {
    let ends = [". ", "? ", ": "].iter().filter_map(|end| text.find(end)).min();
    let first = ends.map_or(text, |end| &text[..=end]);
    first.trim_end_matches(['.', ':'])
}

#[cfg(test)]
mod tests {
    use crate::items;

    fn told(line: &str) -> super::Told {
        items(&format!("### CHG – charge\n{line}\n")).remove(0).told()
    }

    #[test]
    fn a_rule_is_told_without_what_is_for_builders() {
        let told = told(
            "- **BL-CHG-07** (l.2535, table l.3) INF may **not** (l.7) turn (x-ref ch.6) or see an EZ, LoS/LoF. \
             *Refuse:* a second turn. *Test:* (5,5,0) → refused. *Why:* the source says so.",
        );
        assert_eq!(told.section, "Charge");
        assert_eq!(
            told.text,
            "Infantry may not turn (see chapter 6) or see an engagement zone, line of sight/line of fire."
        );
        assert_eq!(told.refuses, "a second turn.");
        assert_eq!((told.title.as_str(), told.ruling.as_str()), ("", ""));
    }

    #[test]
    fn the_first_letter_alone_becomes_a_capital() {
        let told = ["", "the III Corps", "Ney", "über den Rhein", "3 units"].map(super::capital);
        assert_eq!(told, ["", "The III Corps", "Ney", "Über den Rhein", "3 units"]);
    }

    #[test]
    fn a_refusal_that_adds_nothing_is_left_out() {
        assert_eq!(told("- **BL-CHG-12** No charge through a town. *Refuse:* it. *Test:* x").refuses, "");
    }

    #[test]
    fn a_ruling_is_told_with_its_question_and_without_doubts() {
        let marked = told(
            "- **BL-AMB-10 Crest cover (l.4).** l.929 calls it \"cover\". *Ruling:* dice are halved. *Why 0.05:* so. \
             *Test:* x",
        );
        assert_eq!((marked.section.as_str(), marked.title.as_str()), ("Rulings", "Crest cover"));
        assert_eq!((marked.text.as_str(), marked.ruling.as_str()), ("", "dice are halved."));
        let bare = told(
            "- **BL-AMB-202** One after the other, or together? l.2418 speaks of each. Ruling: together. Why: so.",
        );
        assert_eq!(bare.title, "One after the other, or together?");
        assert_eq!(bare.ruling, "together.");
        let of = told("- **BL-AMB-224** The ban of l.2903. Too strict. Ruling: it holds.");
        assert_eq!(of.title, "The ban");
        let only = told("- **BL-AMB-307** A prepared unit retreats. Nothing else.");
        assert_eq!(
            (only.title.as_str(), only.ruling.as_str()),
            ("", "A prepared unit retreats. Nothing else.")
        );
    }

    #[test]
    fn examples_and_summaries_are_not_for_players() {
        let read = items("- **BL-EX-01** a\n- **BL-SUM-01** b\n- **BL-CHG-01** c\n- **BL-AMB-01** d\n");
        assert_eq!(read.iter().map(super::Item::for_players).collect::<Vec<_>>(), [false, false, true, true]);
    }
}
