//! Folders of runs: the same rows whatever happens on the way, and a summary that agrees with them.

mod damage;

use blucher::Blucher;
use dice::{Hex, Seed, Stream};
use lab::report::report;
use lab::summary::{Summary, summary};
use lab::{FORMAT, Fields, Folder, Reader, Rows, Run, TABLES, merge, refight};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

fn fields() -> Fields {
    Fields::new().with::<Blucher>(blucher::scenarios(), Reader::silent())
}

fn run(red: &str, blue: &str, shard: &str) -> Run {
    let fields = fields();
    let field = &fields.all()[0];
    let scenario = field.scenarios[0].clone();
    Run {
        format: FORMAT,
        game: field.name.to_owned(),
        rules: field.rules,
        sides: field.begin(&scenario).unwrap().sides,
        scenario,
        red: red.to_owned(),
        blue: blue.to_owned(),
        work: 10,
        seed: Hex::from([3; 32]),
        shard: shard.parse().unwrap(),
    }
}

fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

/// Fights until `stop_at` battles are done, if that is given.
fn fight(path: &Path, run: &Run, battles: u64, jobs: usize, stop_at: Option<u64>) -> u64 {
    let (fields, stop) = (fields(), AtomicBool::new(false));
    let mut folder = Folder::open(path, run).unwrap();
    let done = refight(&fields.all()[0], run, &mut folder, battles, jobs, &stop, |done| {
        stop.store(stop_at.is_some_and(|at| done.now >= at), Ordering::Relaxed);
    });
    let done = done.unwrap();
    assert_eq!(done.failed, 0);
    done.now
}

fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = TABLES.iter().map(|(name, _)| *name).chain(["run.json"]);
    names.map(|name| (name.to_owned(), fs::read(path.join(name)).unwrap())).collect()
}

#[test]
fn the_number_of_jobs_does_not_show() {
    let run = run("recruit", "sergeant", "1/1");
    let (one, three) = (fresh("jobs-1"), fresh("jobs-3"));
    fight(&one, &run, 8, 1, None);
    fight(&three, &run, 8, 3, None);
    assert!(files(&one) == files(&three));
    assert_eq!(Rows::read(&one).unwrap().battles.len(), 8);
}

#[test]
fn stopped_and_resumed_is_as_if_it_had_not_been() {
    let run = run("recruit", "recruit", "1/1");
    let (whole, parts) = (fresh("whole"), fresh("parts"));
    fight(&whole, &run, 30, 2, None);
    let kept = fight(&parts, &run, 30, 2, Some(5));
    assert!((5..30).contains(&kept), "{kept} battles were kept");
    fight(&parts, &run, 30, 3, None);
    assert!(files(&whole) == files(&parts));
    // More battles can be asked for later.
    fight(&parts, &run, 34, 1, None);
    assert_eq!(Rows::read(&parts).unwrap().battles.len(), 34);
}

/// Whatever is cut off in the middle of writing, the rest is fought again.
#[test]
fn a_torn_folder_is_mended() {
    let run = run("recruit", "recruit", "1/1");
    let whole = fresh("mended");
    fight(&whole, &run, 6, 2, None);
    let expected = files(&whole);
    for (name, columns) in TABLES {
        let length = expected[name].len();
        for cut in [columns.len() + 1, columns.len() + 2, length / 2, length - 1] {
            // The table of battles is written last: if another one is torn, it lacks the row.
            let rows = &expected["battles.csv"];
            let before = rows.iter().rposition(|byte| *byte == b'\n').unwrap();
            let last = rows[..before].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
            if name == "battles.csv" {
                fs::write(whole.join(name), &rows[..cut]).unwrap();
            } else if cut > length * 9 / 10 {
                fs::write(whole.join(name), &expected[name][..cut]).unwrap();
                fs::write(whole.join("battles.csv"), &rows[..last]).unwrap();
            }
            fight(&whole, &run, 6, 2, None);
            assert!(files(&whole) == expected, "{name} cut at {cut}");
        }
    }
}

#[test]
fn shards_joined_are_the_whole() {
    for (red, blue) in [("recruit", "recruit"), ("sergeant", "recruit")] {
        let whole = fresh("of-one");
        fight(&whole, &run(red, blue, "1/1"), 11, 2, None);
        let parts: Vec<PathBuf> = (1..=3).map(|n| fresh(&format!("part-{n}"))).collect();
        for (n, part) in parts.iter().enumerate() {
            fight(part, &run(red, blue, &format!("{}/3", n + 1)), 11, 1, None);
        }
        let joined = fresh("joined");
        // In any order.
        merge(&[parts[2].clone(), parts[0].clone(), parts[1].clone()], &joined).unwrap();
        assert!(files(&joined) == files(&whole));
        // And it can be gone on with.
        assert_eq!(fight(&joined, &run(red, blue, "1/1"), 12, 1, None), 12);
    }
}

#[test]
fn what_cannot_be_joined_is_said() {
    let (a, b) = (fresh("join-a"), fresh("join-b"));
    fight(&a, &run("recruit", "recruit", "1/2"), 6, 1, None);
    fight(&b, &run("recruit", "recruit", "2/2"), 2, 1, None);
    let said = |from: &[&PathBuf]| {
        let from: Vec<PathBuf> = from.iter().map(|path| (*path).clone()).collect();
        merge(&from, &fresh("never")).unwrap_err().to_string()
    };
    assert!(said(&[&a]).contains("all 2 shards are needed"));
    assert!(said(&[&a, &a]).contains("given are: 1, 1"));
    assert!(said(&[&a, &b]).contains("battle 3 is missing"));
    let other = fresh("join-c");
    fight(&other, &run("sergeant", "recruit", "2/2"), 2, 1, None);
    assert!(said(&[&a, &other]).contains("it differs in: red"));
    let third = fresh("join-d");
    fight(&third, &run("recruit", "recruit", "2/3"), 2, 1, None);
    assert!(said(&[&a, &third]).contains("it differs in: shard"));
    let named = fresh("join-e");
    let sides = ["Whites".to_owned(), "Greens".to_owned()];
    fight(&named, &Run { sides, ..run("recruit", "recruit", "2/2") }, 6, 1, None);
    assert!(said(&[&a, &named]).contains("it differs in: sides"));
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let path = fresh("other");
    fight(&path, &run("recruit", "recruit", "1/1"), 1, 1, None);
    let said = |run: &Run, path: &Path| Folder::open(path, run).map(|_| ()).unwrap_err().to_string();
    assert!(said(&run("sergeant", "recruit", "1/1"), &path).contains("another run (it differs in: red)"));
    let strange = fresh("strange");
    fs::create_dir_all(&strange).unwrap();
    fs::write(strange.join("letter.txt"), "Dear").unwrap();
    assert!(said(&run("recruit", "recruit", "1/1"), &strange).contains("other files"));
    fs::write(path.join("battles.csv"), "battle\n0\n").unwrap();
    assert!(said(&run("recruit", "recruit", "1/1"), &path).contains("line 1 is not what the lab writes"));
}

/// A table that lost rows of battles that count cannot be mended, and is not taken for whole.
#[test]
fn a_table_that_lost_rows_is_said() {
    let (path, same) = (fresh("lost"), run("recruit", "recruit", "1/1"));
    fight(&path, &same, 3, 1, None);
    for name in ["losses.csv", "units.csv", "stands.csv"] {
        let whole = fs::read(path.join(name)).unwrap();
        fs::write(path.join(name), &whole[..whole.len() - 2]).unwrap();
        let said = Folder::open(&path, &same).map(|_| ()).unwrap_err().to_string();
        assert!(said.contains(name) && said.contains("is cut off, but its battle counts"), "{said}");
        fs::write(path.join(name), whole).unwrap();
    }
    assert!(Folder::open(&path, &same).is_ok());
}

/// A table of somebody else is not written over; what a lab left that was stopped before it began is.
#[test]
fn a_table_of_somebody_else_is_left_alone() {
    let same = run("recruit", "recruit", "1/1");
    let [path, shard] = [fresh("foreign"), fresh("foreign-shard")];
    fight(&shard, &same, 1, 1, None);
    fs::create_dir_all(&path).unwrap();
    for (name, inside) in [("units.csv", "my own units\n"), ("report.html", "my own report")] {
        let own = path.join(name);
        fs::write(&own, inside).unwrap();
        let said = Folder::open(&path, &same).map(|_| ()).unwrap_err().to_string();
        assert!(said.contains("there are other files in this folder"), "{said}");
        let said = merge(std::slice::from_ref(&shard), &path).unwrap_err().to_string();
        assert!(said.contains("there are other files in this folder"), "{said}");
        assert_eq!(fs::read_to_string(&own).unwrap(), inside);
        fs::remove_file(own).unwrap();
    }
    for (n, (name, columns)) in TABLES.into_iter().enumerate() {
        fs::write(path.join(name), &columns[..columns.len() / (n + 1)]).unwrap();
    }
    fight(&path, &same, 1, 1, None);
    assert!(files(&path) == files(&shard));
}

/// What a shard has of a battle that does not count is left out when shards are joined.
#[test]
fn joining_leaves_out_what_does_not_count() {
    let whole = fresh("count-whole");
    fight(&whole, &run("recruit", "recruit", "1/1"), 7, 1, None);
    let parts: Vec<PathBuf> = (1..=2).map(|n| fresh(&format!("count-{n}"))).collect();
    for (n, part) in parts.iter().enumerate() {
        fight(part, &run("recruit", "recruit", &format!("{}/2", n + 1)), 8, 1, None);
    }
    // As if the second had been killed before it wrote the row of battle 7.
    let rows = fs::read_to_string(parts[1].join("battles.csv")).unwrap();
    let last = rows.trim_end().rfind('\n').unwrap() + 1;
    fs::write(parts[1].join("battles.csv"), &rows[..last]).unwrap();
    let joined = fresh("count-joined");
    merge(&parts, &joined).unwrap();
    assert!(files(&joined) == files(&whole));
}

#[test]
fn rows_that_cannot_be_are_not_read() {
    let (path, same) = (fresh("cannot"), run("recruit", "recruit", "1/1"));
    fight(&path, &same, 3, 1, None);
    let file = path.join("battles.csv");
    let whole = fs::read_to_string(&file).unwrap();
    let last = whole.lines().last().unwrap();
    let read = |text: &str| {
        fs::write(&file, text).unwrap();
        Rows::read(&path).map(|rows| rows.battles.len()).map_err(|fault| fault.to_string())
    };
    assert_eq!(read(whole.trim_end()), Ok(2), "a row without its end does not count");
    assert!(read(&format!("{whole}{last}\n")).unwrap_err().contains("battle 2 comes after battle 2"));
    let luck = TABLES[4].1.split(',').position(|column| column == "luck_0").unwrap();
    let mut fields: Vec<&str> = last.split(',').collect();
    fields[luck] = "NaN";
    let strange = read(&whole.replace(last, &fields.join(","))).unwrap_err();
    assert!(strange.contains("battle 2 has a luck of NaN"), "{strange}");
}

/// Two labs do not write into one folder, from its first file on.
#[test]
fn a_folder_is_written_by_one() {
    let new = fresh("new");
    fs::create_dir_all(&new).unwrap();
    let held = fs::File::open(&new).unwrap();
    held.try_lock().unwrap();
    let second = Folder::open(&new, &run("recruit", "recruit", "1/1")).map(|_| ()).unwrap_err().to_string();
    assert!(second.contains("another lab is writing here"));
    assert_eq!(fs::read_dir(&new).unwrap().count(), 0);
    let (path, run) = (fresh("once"), run("recruit", "recruit", "1/1"));
    let first = Folder::open(&path, &run).unwrap();
    let second = Folder::open(&path, &run).map(|_| ()).unwrap_err().to_string();
    assert!(second.contains("another lab is writing here"));
    drop(first);
    assert!(Folder::open(&path, &run).is_ok());
}

fn fought(name: &str, red: &str, battles: u64) -> (PathBuf, Summary) {
    let path = fresh(name);
    fight(&path, &run(red, "recruit", "1/1"), battles, 2, None);
    let said = summary(&Rows::read(&path).unwrap());
    (path, said)
}

/// The numbers of the report, worked out anew from the text of the rows.
#[test]
fn the_summary_agrees_with_the_rows() {
    let (path, said) = fought("summary", "sergeant", 40);
    let text = fs::read_to_string(path.join("battles.csv")).unwrap();
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let rows: Vec<BTreeMap<&str, &str>> =
        lines.map(|line| columns.iter().copied().zip(line.split(',')).collect()).collect();
    let count =
        |wanted: &dyn Fn(&BTreeMap<&str, &str>) -> bool| rows.iter().filter(|row| wanted(row)).count() as u64;
    assert_eq!(said.battles, 40);
    assert_eq!(said.won, ["0", "1"].map(|side| count(&|row| row["winner"] == side)));
    assert_eq!(said.draws, count(&|row| row["winner"].is_empty()));
    let points = |wins: u64| (wins as f64 + said.draws as f64 / 2.0) / 40.0;
    assert!((said.share.unwrap().value - points(said.won[0])).abs() < 1e-12);
    let red = count(&|row| !row["winner"].is_empty() && row["winner"] == row["red_side"]);
    assert!((said.red_share.unwrap().value - points(red)).abs() < 1e-12);
    assert!(said.red_share.unwrap().value > 0.5, "a sergeant beats a recruit");
    let first = count(&|row| !row["winner"].is_empty() && row["winner"] == row["first_side"]);
    assert!((said.first.unwrap().value - points(first)).abs() < 1e-12);
    let turns: Vec<f64> = rows.iter().map(|row| row["turns"].parse().unwrap()).collect();
    assert!((said.length.as_ref().unwrap().mean - turns.iter().sum::<f64>() / 40.0).abs() < 1e-12);
    let hits: f64 = rows.iter().map(|row| row["hits_1"].parse::<f64>().unwrap()).sum();
    assert!((said.means.unwrap()[1].hits - hits / 40.0).abs() < 1e-12);
    for (rule, counts) in &said.ended_by {
        assert_eq!(counts.iter().sum::<u64>(), count(&|row| row["ended_by"] == rule));
    }
    assert_eq!(said.ended_by.values().flatten().sum::<u64>(), 40);
}

/// The long tables agree with the table of battles.
#[test]
fn the_tables_agree_with_each_other() {
    let (path, said) = fought("tables", "sergeant", 10);
    let rows = Rows::read(&path).unwrap();
    for row in &rows.battles {
        for (n, side) in row.sides.iter().enumerate() {
            let units = || rows.units.iter().filter(|u| u.battle == row.battle && usize::from(u.side) == n);
            assert_eq!(side.units, units().count() as u32);
            assert_eq!(side.hits, units().map(|unit| unit.hits).sum::<u32>());
            assert_eq!(side.broken, units().filter(|unit| unit.fate == lab::Fate::Broken).count() as i64);
            let mut last = BTreeMap::new();
            for loss in rows.losses.iter().filter(|l| l.battle == row.battle && usize::from(l.side) == n) {
                last.insert(&loss.corps, (loss.units, loss.hits));
            }
            assert_eq!(side.lost, last.values().map(|(units, _)| units).sum::<u32>());
            assert_eq!(side.hits, last.values().map(|(_, hits)| hits).sum::<u32>());
        }
    }
    // The last median of a side's hits lies between its least and its most.
    for n in 0..2 {
        let hits: Vec<u32> = rows.battles.iter().map(|row| row.sides[n].hits).collect();
        let last = said.losses[n].last().unwrap();
        assert!(
            f64::from(*hits.iter().min().unwrap()) <= last.low
                && last.high <= f64::from(*hits.iter().max().unwrap())
        );
        assert!(last.low <= last.median && last.median <= last.high);
    }
    let broken: i64 = rows.battles.iter().flat_map(|row| row.sides).map(|side| side.broken).sum();
    assert_eq!(said.squares.values().map(|square| square.1).sum::<u64>() as i64, broken);
}

/// Whatever stands in the files, reading them ends with an answer.
#[test]
fn damaged_files_are_read_without_a_panic() {
    let (path, same) = (fresh("damaged"), run("recruit", "recruit", "1/1"));
    fight(&path, &same, 3, 1, None);
    let whole = files(&path);
    let mut chance = Stream::new(&Seed::new([9; 32]));
    let (mut read, mut refused) = (0, 0);
    for (name, bytes) in std::iter::repeat_n(&whole, 50).flatten() {
        let mut torn = bytes.clone();
        for _ in 0..chance.die(3) {
            let at = chance.die(torn.len() as u32) as usize - 1;
            // A digit becomes another one, so that not every change is refused at once.
            let other: &[u8] = if torn[at].is_ascii_digit() { b"0123456789" } else { b"0,-\n\"x\xff" };
            torn[at] = other[chance.die(other.len() as u32) as usize - 1];
        }
        fs::write(path.join(name), torn).unwrap();
        match Rows::read(&path) {
            Ok(rows) => {
                read += 1;
                assert!(report(&summary(&rows), None).ends_with("</html>\n"));
            }
            Err(_) => refused += 1,
        }
        let _ = Folder::open(&path, &same);
        for (name, bytes) in &whole {
            fs::write(path.join(name), bytes).unwrap();
        }
    }
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}

/// Every column is described.
#[test]
fn the_columns_are_those_of_the_documentation() {
    let docs = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lab.md")).unwrap();
    for (name, columns) in TABLES {
        let section = docs.split(&format!("`{name}`, ")).nth(1).and_then(|rest| rest.split("\n\n`").next());
        let section = section.unwrap_or_else(|| panic!("{name} is not described"));
        for column in columns.split(',') {
            assert!(section.contains(&format!("`{column}`")), "{column} of {name} is not described");
        }
    }
}
