//! How much of the rule registers the project cites in code and tests by name.

use crate::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Sections that repeat other items and need no test of their own.
const REPEATS: &[&str] = &["BL-SUM", "MR-UNI"];

#[derive(Default)]
struct Coverage {
    cited: BTreeSet<String>,
    tested: BTreeSet<String>,
}

/// Prints the coverage by section; fails if anything cites an id that no register has.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let items = registers()?;
    let coverage = read_sources()?;
    match args {
        [] => print_table(&items, &coverage),
        [flag, section] if flag == "--missing" => {
            for (id, text) in items.iter().filter(|(id, _)| section_of(id) == section) {
                if !coverage.tested.contains(id) {
                    println!("{id} {}", text.chars().take(150).collect::<String>());
                }
            }
        }
        _ => return Err("usage: cargo xtask rules [--missing SECTION]".to_owned()),
    }
    let all = coverage.cited.iter().chain(&coverage.tested);
    let unknown: BTreeSet<&String> = all.filter(|id| !items.contains_key(*id)).collect();
    if unknown.is_empty() { Ok(()) } else { Err(format!("cited, but in no register: {unknown:?}")) }
}

/// Every item of every register, by id: the registers of `rules/`, and those that crates bring themselves.
fn registers() -> Result<BTreeMap<String, String>, String> {
    let mut files = files_below(&root().join("rules"), &["md"])?;
    files.extend(
        files_below(&root().join("crates"), &["md"])?.into_iter().filter(|f| f.ends_with("rules.md")),
    );
    let mut items = BTreeMap::new();
    for file in files {
        for item in register::items(&read(&file)?) {
            if items.insert(item.id.clone(), item.text).is_some() {
                return Err(format!("{} stands twice in the registers", item.id));
            }
        }
    }
    Ok(items)
}

fn read_sources() -> Result<Coverage, String> {
    let mut coverage = Coverage::default();
    let mut files = files_below(&root().join("crates"), &["rs", "toml"])?;
    files.extend(files_below(&root().join("scenarios"), &["toml"])?);
    files.extend(files_below(&root().join("web"), &["ts", "svelte"])?);
    for file in files {
        let text = read(&file)?;
        coverage.tested.extend(test_names(&text));
        coverage.cited.extend(ids(&text).filter(|id| !id.starts_with("XX-")));
    }
    Ok(coverage)
}

/// Rule ids in a text. The game `XX` is for examples that mean no rule.
fn ids(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.map(|word| word.trim_matches('-')).filter(|word| register::is_id(word)).map(str::to_owned)
}

/// The ids that tests are named after: `fn bl_chg_07_…` tests BL-CHG-07.
fn test_names(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split("fn ").skip(1).filter_map(|rest| {
        let mut parts = rest.split('_');
        let id = [parts.next()?, parts.next()?].map(str::to_uppercase).join("-") + "-" + parts.next()?;
        register::is_id(&id).then_some(id)
    })
}

fn section_of(id: &str) -> &str {
    id.rsplit_once('-').map_or(id, |(section, _)| section)
}

fn print_table(items: &BTreeMap<String, String>, coverage: &Coverage) {
    let mut sections: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for id in items.keys() {
        let row = sections.entry(section_of(id)).or_default();
        row[0] += 1;
        row[1] += usize::from(coverage.cited.contains(id));
        row[2] += usize::from(coverage.tested.contains(id));
    }
    println!("{:10} {:>6} {:>6} {:>6}", "section", "items", "cited", "tested");
    let mut all = [0; 3];
    for (section, row) in &sections {
        if row[1] + row[2] > 0 && !REPEATS.contains(section) {
            println!("{section:10} {:>6} {:>6} {:>6}", row[0], row[1], row[2]);
        }
        for (sum, n) in all.iter_mut().zip(row) {
            *sum += n;
        }
    }
    println!("{:10} {:>6} {:>6} {:>6}", "all", all[0], all[1], all[2]);
}

/// Files below a folder with one of these endings, sorted. A folder that is not there has none.
fn files_below(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.map_err(|e| format!("{}: {e}", folder.display()))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !["target", "node_modules", "dist"].contains(&&*name) {
                folders.push(path);
            } else if path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_found_by_name() {
        let text = "#[test]\nfn xx_chg_07_not_far() {}\nfn helper() {}\npub fn xx_ex_12a_example() {}\nfn xx_chg_7_no() {}";
        assert_eq!(test_names(text).collect::<Vec<_>>(), ["XX-CHG-07", "XX-EX-12a"]);
    }

    #[test]
    fn ids_are_found_between_other_words() {
        let text = r#"RuleId::new("XX-CHG-07"), // XX-AMB-21: see (XX-RES-33). not-an-id XX-7"#;
        assert_eq!(ids(text).collect::<Vec<_>>(), ["XX-CHG-07", "XX-AMB-21", "XX-RES-33"]);
    }
}
