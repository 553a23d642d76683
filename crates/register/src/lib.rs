//! Reading a rule register: numbered items under headings, one bullet each.
//!
//! It depends on nothing, because build scripts and developers' tools use it too.

mod told;

pub use told::{Told, capital};

/// One item of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its id, `BL-CHG-07`.
    pub id: String,
    /// The line it begins on, counted from 1.
    pub line: u32,
    /// The heading it stands under.
    pub section: String,
    /// The statement, with its title if it has one, without the id.
    pub text: String,
}

/// All items of a register, in its order. Lines that follow an item without a blank line, a bullet at the
/// margin or a heading between belong to it.
pub fn items(register: &str) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let (mut section, mut open) = (String::new(), false);
    for (number, line) in register.lines().enumerate() {
        if let Some(heading) = line.strip_prefix('#') {
            heading.trim_start_matches('#').trim().clone_into(&mut section);
            open = false;
        } else if let Some((id, text)) = item(line) {
            let line = number as u32 + 1;
            items.push(Item { id: id.to_owned(), line, section: section.clone(), text });
            open = true;
        } else if line.trim().is_empty() || line.starts_with("- ") {
            open = false;
        } else if let (true, Some(last)) = (open, items.last_mut()) {
            last.text.push(' ');
            last.text.push_str(line.trim());
        }
    }
    items
}

/// The id and the text of a line that begins an item: `- **BL-CHG-07** …` or `- **BL-AMB-01 Title.** …`.
fn item(line: &str) -> Option<(&str, String)> {
    let rest = line.trim_start().strip_prefix("- **")?;
    let (bold, text) = rest.split_once("**")?;
    let (id, title) = bold.split_once(' ').unwrap_or((bold, ""));
    is_id(id).then(|| (id, format!("{title}{text}").trim().to_owned()))
}

/// Is this the form of a rule id: two capitals, two to four capitals, two or three digits, perhaps a letter?
pub fn is_id(word: &str) -> bool {
    let parts: Vec<&str> = word.split('-').collect();
    let [game, section, number] = parts[..] else { return false };
    let capitals = |s: &str| s.bytes().all(|b| b.is_ascii_uppercase());
    let digits = number.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(number);
    game.len() == 2
        && capitals(game)
        && (2..=4).contains(&section.len())
        && capitals(section)
        && (2..=3).contains(&digits.len())
        && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_with_section_line_and_continuation() {
        let text = "# Register\n\n### CHG – charge\n- **BL-CHG-07** (l.1) Not far.\n  | a table |\n- plain\n\n\
                    - **BL-AMB-01 Tolerance.** What is *exact*?\n## End\nnot an item\n";
        let read = items(text);
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].id, "BL-CHG-07");
        assert_eq!(read[0].line, 4);
        assert_eq!(read[0].section, "CHG – charge");
        assert_eq!(read[0].text, "(l.1) Not far. | a table |");
        assert_eq!(read[1].text, "Tolerance. What is *exact*?");
    }

    #[test]
    fn ids_have_one_form() {
        for good in ["BL-CHG-07", "MR-FILL-109", "NW-FCE-02", "XX-EX-12a"] {
            assert!(is_id(good), "{good}");
        }
        for bad in ["BL-CHG-7", "bl-chg-07", "BL-CHG", "BL-CHARGE-07", "BL-CHG-07-1", "B-CHG-07", ""] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
