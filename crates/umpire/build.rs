//! Reads the rule registers and writes them as one sorted table of items, so that any rule id resolves to
//! its text without a file beside the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    println!("cargo::rerun-if-changed={}", rules.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(&rules)
        .expect("the rules folder can be read")
        .map(|entry| entry.expect("the rules folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    files.sort();

    let mut items: Vec<(String, register::Item)> = Vec::new();
    for path in files {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a register can be read");
        items.extend(register::items(&text).into_iter().map(|item| (name.clone(), item)));
    }
    items.sort_by(|a, b| a.1.id.cmp(&b.1.id));
    for pair in items.windows(2) {
        assert_ne!(pair[0].1.id, pair[1].1.id, "a rule id stands twice in the registers");
    }

    let mut out = String::from("&[\n");
    for (file, i) in &items {
        let told = i.told();
        writeln!(
            out,
            "Rule {{ id: {:?}, file: {file:?}, line: {}, section: {:?}, title: {:?}, text: {:?}, refuses: {:?}, \
             ruling: {:?}, in_book: {} }},",
            i.id,
            i.line,
            told.section,
            told.title,
            told.text,
            told.refuses,
            told.ruling,
            i.for_players()
        )
        .expect("a string can be written to");
    }
    out.push(']');
    let target = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("book.rs");
    std::fs::write(target, out).expect("the output folder can be written");
}
