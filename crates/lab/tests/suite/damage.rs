//! Folders that were damaged: what cannot be mended is said, and nothing is changed.

use crate::{fight, files, fresh, run};
use lab::summary::summary;
use lab::{Folder, Record, Row, Rows, Run, TABLES, merge};
use std::fs;
use std::path::{Path, PathBuf};

/// What opening and reading say of a folder; they leave it as it is.
fn said(path: &Path, run: &Run) -> [String; 2] {
    let before = files(path);
    let said = [
        Folder::open(path, run).map(|_| ()).unwrap_err().to_string(),
        Rows::read(path).map(|_| ()).unwrap_err().to_string(),
    ];
    assert!(files(path) == before, "nothing is changed");
    said
}

/// Is this line, of this number, taken out of a table?
type Lost<'a> = &'a dyn Fn(usize, &str) -> bool;

/// Takes lines out of a table.
fn without(file: &Path, lost: impl Fn(usize, &str) -> bool) {
    let text = fs::read_to_string(file).unwrap();
    let kept = text.split_inclusive('\n').enumerate().filter(|(n, line)| !lost(*n, line));
    fs::write(file, kept.map(|(_, line)| line).collect::<String>()).unwrap();
}

/// Another value of a column in the last row of a table.
fn changed(text: &str, columns: &str, column: &str, value: &str) -> String {
    let place = columns.split(',').position(|name| name == column).unwrap();
    let last = text.lines().last().unwrap();
    let mut fields: Vec<&str> = last.split(',').collect();
    fields[place] = value;
    text.replace(last, &fields.join(","))
}

#[test]
fn whole_lines_that_are_lost_are_missed() {
    let (path, same) = (fresh("lines"), run("recruit", "recruit", "1/1"));
    fight(&path, &same, 4, 1, None);
    let whole = files(&path);
    for name in ["losses.csv", "units.csv", "terrain.csv"] {
        let file = path.join(name);
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        let row = |battle: &'static str| move |_: usize, line: &str| line.starts_with(battle);
        let lost: [(Lost, &str); 4] = [
            (&|n, _| n + 1 == lines, "battle 3 "),
            (&|n, _| n + 5 >= lines, "battle "),
            (&row("1,"), "battle 1 "),
            (&row("3,"), "battle 3 "),
        ];
        for (lost, battle) in lost {
            without(&file, lost);
            for said in said(&path, &same) {
                assert!(said.contains(&format!("{name}: {battle}")), "{said}");
                assert_eq!(said.lines().count(), 1);
            }
            fs::write(&file, &whole[name]).unwrap();
        }
    }
    assert_eq!(Folder::open(&path, &same).unwrap().done, 4);
    for (name, _) in TABLES {
        without(&path.join(name), |n, _| n == 0);
        assert!(said(&path, &same).iter().all(|said| said.contains(&format!("{name}: line 1 is not"))));
        fs::write(path.join(name), &whole[name]).unwrap();
    }
}

/// A folder whose table of battles was cut off is not cut back if another table is damaged.
#[test]
fn a_damaged_folder_is_not_cut_back() {
    let (path, same) = (fresh("not-cut"), run("recruit", "recruit", "1/1"));
    fight(&path, &same, 3, 1, None);
    let text = fs::read(path.join("battles.csv")).unwrap();
    fs::write(path.join("battles.csv"), &text[..text.len() - 3]).unwrap();
    without(&path.join("units.csv"), |n, _| n == 1);
    assert!(said(&path, &same).iter().all(|said| said.contains("units.csv: battle 0 ")));
}

#[test]
fn rows_out_of_their_order_are_said() {
    let (path, same) = (fresh("order"), run("recruit", "recruit", "1/1"));
    fight(&path, &same, 3, 1, None);
    for (name, _) in &TABLES[..4] {
        let whole = fs::read_to_string(path.join(name)).unwrap();
        let first = whole.lines().nth(1).unwrap();
        fs::write(path.join(name), format!("{whole}{first}\n")).unwrap();
        let wrong = format!("{name}: a row of battle 0 does not stand with its battle");
        assert!(said(&path, &same).iter().all(|said| said.contains(&wrong)));
        fs::write(path.join(name), whole).unwrap();
    }
}

/// A battle that failed has no rows but its own, or all of them; one that does not count may have some.
#[test]
fn battles_that_failed_and_battles_that_do_not_count_are_no_damage() {
    let (path, same) = (fresh("failed"), run("recruit", "recruit", "1/1"));
    fight(&path, &same, 3, 1, None);
    let row = Row { battle: 3, note: "panic".to_owned(), ..Row::default() };
    Folder::open(&path, &same).unwrap().append(&Record { row, ..Record::default() }).unwrap();
    fight(&path, &same, 6, 1, None);
    let text = fs::read_to_string(path.join("battles.csv")).unwrap();
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    fs::write(path.join("battles.csv"), &text[..last]).unwrap();
    without(&path.join("units.csv"), |_, line| line.starts_with("5,1"));
    let rows = Rows::read(&path).unwrap();
    assert_eq!(rows.battles.iter().map(Row::ended).collect::<Vec<_>>(), [true, true, true, false, true]);
    assert!(
        rows.stands
            .iter()
            .map(|row| row.battle)
            .chain(rows.units.iter().map(|row| row.battle))
            .all(|n| n < 5)
    );
    assert_eq!(Folder::open(&path, &same).unwrap().done, 5);
}

#[test]
fn battles_that_did_not_end_are_in_no_map_and_no_curve() {
    let (path, same) = (fresh("unended"), run("sergeant", "recruit", "1/1"));
    fight(&path, &same, 6, 2, None);
    let whole = Rows::read(&path).unwrap();
    let (mut failed, mut without) = (whole.clone(), whole);
    failed.battles[2].ended_by.clear();
    failed.battles[2].turns = 500;
    for unit in failed.units.iter_mut().filter(|unit| unit.battle == 2) {
        unit.corps += " of old";
    }
    without.battles.retain(|row| row.battle != 2);
    without.losses.retain(|row| row.battle != 2);
    without.stands.retain(|row| row.battle != 2);
    without.units.retain(|row| row.battle != 2);
    without.terrain.retain(|row| row.battle != 2);
    let (failed, without) = (summary(&failed), summary(&without));
    assert!(failed.squares == without.squares && !without.squares.is_empty());
    assert_eq!((failed.losses, failed.corps), (without.losses, without.corps));
    assert_eq!(failed.terrain, without.terrain);
}

#[test]
fn values_that_cannot_be_are_not_read() {
    let (path, same) = (fresh("values"), run("recruit", "recruit", "1/1"));
    fight(&path, &same, 3, 1, None);
    let (name, columns) = TABLES[4];
    let whole = fs::read_to_string(path.join(name)).unwrap();
    for (column, value) in [
        ("winner", "7"),
        ("red_side", "9"),
        ("first_side", "5"),
        ("luck_1", "1e308"),
        ("luck_0", "-inf"),
        ("turns", "4000000000"),
    ] {
        fs::write(path.join(name), changed(&whole, columns, column, value)).unwrap();
        assert!(
            said(&path, &same).iter().all(|said| said.contains("battles.csv: battle 2 has ")),
            "{column}"
        );
    }
}

#[test]
fn a_folder_of_another_form_is_not_read() {
    let (path, same) = (fresh("form"), run("recruit", "recruit", "1/1"));
    fight(&path, &same, 1, 1, None);
    let about = path.join("run.json");
    let text = fs::read_to_string(&about).unwrap();
    let other = text.replacen("\"format\": 1,", "\"format\": 2,\n  \"weather\": \"rain\",", 1);
    assert_ne!(text, other);
    fs::write(&about, other).unwrap();
    let merged = merge(std::slice::from_ref(&path), &fresh("form-joined")).unwrap_err().to_string();
    for said in said(&path, &same).into_iter().chain([merged]) {
        assert!(said.ends_with("run.json: format is 2; this lab reads 1"), "{said}");
    }
}

/// Two shards of a run.
fn shards(name: &str, battles: u64) -> Vec<PathBuf> {
    let part = |n: u64| {
        let path = fresh(&format!("{name}-{n}"));
        fight(&path, &run("recruit", "recruit", &format!("{n}/2")), battles, 1, None);
        path
    };
    (1..=2).map(part).collect()
}

#[test]
fn a_damaged_shard_is_blamed_before_anything_is_written() {
    let (parts, joined) = (shards("sound", 6), fresh("sound-joined"));
    let whole = files(&parts[1]);
    let damaged: [(&str, Lost); 2] =
        [("units.csv", &|n, _| n == 1), ("terrain.csv", &|_, line| line.split(',').nth(1) == Some("0"))];
    for (name, lost) in damaged {
        without(&parts[1].join(name), lost);
        let said = merge(&parts, &joined).unwrap_err().to_string();
        assert!(said.starts_with(parts[1].join(name).to_str().unwrap()), "{said}");
        fs::write(parts[1].join(name), &whole[name]).unwrap();
    }
    let text = String::from_utf8(whole["battles.csv"].clone()).unwrap();
    fs::write(parts[1].join("battles.csv"), changed(&text, TABLES[4].1, "turns", "many")).unwrap();
    let said = merge(&parts, &joined).unwrap_err().to_string();
    assert!(said.starts_with(parts[1].join("battles.csv").to_str().unwrap()), "{said}");
    assert!(!joined.exists(), "nothing is written");
    fs::write(parts[1].join("battles.csv"), text).unwrap();
    merge(&parts, &joined).unwrap();
}

#[test]
fn shards_with_fewer_battles_are_named() {
    let parts = shards("fewer", 6);
    let joined = merge(&parts, &fresh("fewer-all")).unwrap();
    assert_eq!((joined.battles, joined.shorter), (6, Vec::new()));
    without(&parts[1].join("battles.csv"), |_, line| line.starts_with("5,"));
    let joined = merge(&parts, &fresh("fewer-less")).unwrap();
    assert_eq!((joined.battles, joined.shorter), (5, vec![parts[1].clone()]));
}
