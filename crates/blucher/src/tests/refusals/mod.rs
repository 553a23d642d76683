//! Every refusal in the crate: its rule is in the register, it names a number and a place, it says a sentence.
//!
//! The sources are searched for every site where a refusal is made. In the positions of `positions.txt`, in states that
//! no scenario can write, and in the stages of a pickup game all kinds of steps are tried, right and wrong, and each
//! site has to refuse one of them. A new site needs a position, or a step of `steps.rs`, that provokes it.

mod planted;
mod setup;
mod steps;
mod walk;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use walk::Walk;

pub(crate) use walk::note;

/// A site: a file below `src` and a line in it.
type Site = (String, u32);

/// Sites that no choice of a seat reaches: files, and what is said there. They keep functions total that are called
/// only after what they ask was asked already, or on tables that no scenario has.
const UNREACHED: [(&str, &str); 9] = [
    // A seat knows the cards of its own units.
    ("fire/who.rs", "its card is not known"),
    ("fire/shot.rs", "its card is not known"),
    // The force of an activation is on the table.
    ("charge/mod.rs", "no unit of yours on the table has this handle"),
    ("movement/mod.rs", "it is not on the table"),
    // An advance of 1 BW leads beyond no table's numbers.
    ("advance.rs", "an advance must end on the table"),
    // A side without an enemy on the table has won.
    ("options/hints.rs", "no enemy is before it"),
    // Only a setup asks for its stage, and the ground takes every piece that was judged.
    ("pickup/mod.rs", "BL-TRN-07"),
    ("pickup/terrain.rs", "e.to_string()"),
    // On a table of 24 BW some place is always 8 BW from the other markers.
    ("pickup/objectives.rs", "the marker can be"),
];

/// Every site in the sources where a refusal is made, with its line.
fn sites() -> Vec<(Site, String)> {
    let mut found = Vec::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    search(&source, &source, &mut found);
    found
}

fn search(root: &Path, folder: &Path, found: &mut Vec<(Site, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "tests") {
                search(root, &path, found);
            }
            continue;
        }
        let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        if name == "refuse.rs" || name == "testing.rs" {
            continue;
        }
        for (number, line) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
            if makes_one(line) {
                found.push(((name.clone(), number), line.trim().to_owned()));
            }
        }
    }
}

/// Is a refusal made in this line? By a function of its own it is made where that is called.
fn makes_one(line: &str) -> bool {
    let calls = |name: &str| {
        line.match_indices(name).any(|(at, _)| {
            let before = line[..at].chars().next_back().unwrap_or(' ');
            !before.is_alphanumeric() && before != '_' && !line[..at].ends_with("fn ")
        })
    };
    let own =
        line.contains("Err(vec![refusal(rule, sentence)])") || line.contains("refusal(rule, \"the setup has");
    (calls("refusal(") || calls("refuse(") || calls("wrong_time(")) && !own
}

const REGISTERS: [&str; 2] = [
    include_str!("../../../../../rules/blucher-1-basics-movement-fire.md"),
    include_str!("../../../../../rules/blucher-2-combat-victory.md"),
];

fn in_the_register(rule: &str) -> bool {
    REGISTERS
        .iter()
        .any(|text| text.contains(&format!("- **{rule}**")) || text.contains(&format!("- **{rule} ")))
}

#[test]
fn every_refusal_names_its_rule_numbers_and_a_place() {
    let mut walk = Walk::default();
    for position in include_str!("positions.txt").lines().filter(|line| !line.is_empty()) {
        walk.battle(position);
    }
    planted::all(&mut walk);
    setup::every_stage(&mut walk);
    let mut wrong = Vec::new();
    for refusal in walk.refusals() {
        wrong.extend(walk::faults(refusal, in_the_register).map(|fault| format!("{fault}: {refusal:?}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let provoked: BTreeSet<Site> = walk.sites().cloned().collect();
    let left = sites().into_iter().filter(|(site, line)| {
        let unreached = UNREACHED.iter().any(|(file, text)| *file == site.0 && line.contains(text));
        !provoked.contains(site) && !unreached
    });
    let left: Vec<String> = left.map(|((file, number), line)| format!("{file}:{number}: {line}")).collect();
    assert!(left.is_empty(), "nothing provokes {} refusals:\n{}", left.len(), left.join("\n"));
}
