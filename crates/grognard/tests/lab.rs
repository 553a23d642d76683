//! The lab as a program: stopped and resumed, joined, refused; its report opened in a browser.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_grognard"));
    program.arg("lab");
    program
}

fn lab(args: &[&str]) -> Output {
    program().args(args).output().expect("the program runs")
}

fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a name")
}

fn text_of(path: &Path) -> String {
    text(path).to_owned()
}

fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(|file| (file.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&file).unwrap()))
        .collect()
}

fn refight<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["refight", "learning", "--red", "sergeant", "--blue", "sergeant", "--out", text(out)];
    args.extend(more);
    args
}

fn fought(out: &Path, more: &[&str]) -> String {
    let output = lab(&refight(out, more));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Waits until a run has written so many rows.
fn wait_for_rows(path: &Path, rows: usize) {
    let began = Instant::now();
    while fs::read_to_string(path.join("battles.csv")).map_or(0, |text| text.lines().count()) <= rows {
        assert!(began.elapsed() < Duration::from_mins(1), "no rows are written");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn interrupted_and_resumed_is_as_if_it_had_not_been() {
    let (whole, parts) = (fresh("lab-whole"), fresh("lab-parts"));
    fought(&whole, &["--battles", "24", "--jobs", "2"]);
    let all = ["--battles", "24", "--jobs", "1"];
    let child =
        program().args(refight(&parts, &all)).stderr(Stdio::piped()).spawn().expect("the program runs");
    wait_for_rows(&parts, 2);
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("of 24 battles are kept"));
    let kept = fs::read_to_string(parts.join("battles.csv")).unwrap().lines().count() - 1;
    assert!((2..24).contains(&kept), "{kept} battles were kept");
    fought(&parts, &all);
    assert!(files(&parts) == files(&whole));
}

#[test]
fn shards_are_joined_by_the_program() {
    let (whole, joined) = (fresh("lab-one"), fresh("lab-joined"));
    let said = fought(&whole, &["--battles", "5", "--json"]);
    let parts = [fresh("lab-part-1"), fresh("lab-part-2")];
    fought(&parts[0], &["--battles", "5", "--shard", "1/2"]);
    fought(&parts[1], &["--battles", "5", "--shard", "2/2"]);
    let output = lab(&["merge", text(&parts[0]), text(&parts[1]), "--out", text(&joined), "--json"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), said);
    let fewer = format!("grognard: 5 battles are joined; {} has fewer than others\n", text(&parts[1]));
    assert_eq!(String::from_utf8_lossy(&output.stderr), fewer);
    assert!(files(&joined) == files(&whole));
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let (other, strange) = (fresh("lab-other"), fresh("lab-strange"));
    fought(&other, &["--battles", "1"]);
    fs::create_dir_all(&strange).unwrap();
    fs::write(strange.join("letter.txt"), "Dear").unwrap();
    let scenario = strange.join("bad.toml");
    fs::write(&scenario, "title = 3\n").unwrap();
    let out = text(&other);
    let levels = ["--red", "sergeant", "--blue", "sergeant", "--battles", "2"];
    for (args, words) in [
        (
            vec!["refight", "waterloo", "--out", out],
            "has no scenario \"waterloo\"; it has: learning, meeting",
        ),
        (vec!["refight", "learning", "--out", out, "--seed", "2"], "holds another run (it differs in: seed)"),
        (vec!["refight", "learning", "--out", text(&strange)], "other files in this folder"),
        (vec!["refight", "learning", "--out", out, "--seed", "x"], "a seed has 1 to 64 digits"),
        (vec!["refight", "learning", "--out", out, "--game", "chess"], "no computer players for \"chess\""),
        (vec!["refight", text(&scenario), "--out", out], "bad.toml: line 1: "),
        (vec!["refight", "nowhere.toml", "--out", out], "nowhere.toml"),
    ] {
        let output = lab(&[args.as_slice(), &levels].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
        assert!(said.starts_with("grognard: ") && said.lines().next().is_some(), "{said}");
    }
    let levels = ["refight", "learning", "--battles", "2", "--blue", "sergeant", "--red"];
    for args in [
        [&levels[..], &["general"]].concat(),
        [&levels[..], &["sergeant", "--shard", "3/2"]].concat(),
        [&levels[..], &["sergeant", "--battles", "0"]].concat(),
        vec!["duel", "sergeant", "general"],
        vec!["duel", "sergeant", "recruit", "--by", "0"],
        vec!["duel", "sergeant", "recruit", "--by", "1001"],
        vec!["duel", "sergeant", "recruit", "--trace", "--json"],
        vec!["duel", "sergeant", "sergeant"],
        vec!["merge", "--out", out],
    ] {
        let output = lab(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty());
    }
    for args in [["report", "nowhere"], ["report", text(&strange)]] {
        let output = lab(&args);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("this is no folder of a run"));
    }
    // None of this has touched the run.
    assert_eq!(fs::read_to_string(other.join("battles.csv")).unwrap().lines().count(), 2);
}

#[test]
fn a_duel_says_the_same_with_any_number_of_jobs() {
    let duel = |jobs: &str, more: &[&str]| {
        let output = lab(&[&["duel", "sergeant", "recruit", "--json", "--jobs", jobs], more].concat());
        assert_eq!(output.status.code(), Some(0));
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
    };
    let until_clear = ["--scenarios", "learning", "--by", "100"];
    let clear = duel("2", &until_clear);
    assert_eq!(clear, duel("1", &until_clear));
    assert_eq!(clear["verdict"], "first");
    assert!(clear["share"]["value"].as_f64().unwrap() > 0.5);
    let four = ["--scenarios", "learning,pickup", "--all", "--battles", "4"];
    let all = duel("2", &[&four[..], &["--held-out"]].concat());
    // Two pairs show nothing.
    assert_eq!(all["verdict"], "open");
    assert!(all["likelihood"].is_number());
    assert_eq!(all["won_drawn_lost"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>(), 4);
    assert_eq!(all["by_scenario"]["pickup"][1], 2.0);
    assert_ne!(all, duel("2", &four));
    // All are fought, and the answer is told all the same.
    let all = duel("2", &["--scenarios", "learning", "--by", "100", "--all", "--battles", "40"]);
    assert_eq!(all["pairs"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>(), 20);
    assert_eq!(all["verdict"], "first");
    assert!(all["likelihood"].as_f64() > clear["likelihood"].as_f64());
}

/// Every scenario is fought on the same seeds: one that comes twice would be counted twice.
#[test]
fn a_duel_takes_a_scenario_once() {
    let folder = fresh("lab-twice");
    let learning = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/blucher/learning.toml");
    let learning = fs::read_to_string(learning).unwrap();
    let file = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        text_of(&file)
    };
    let (copy, other) = (file("copy.toml", &learning), file("other.toml", &format!("{learning}\n# 1\n")));
    let (one, two) =
        (file("a/x.toml", &format!("{learning}\n# 2\n")), file("b/x.toml", &format!("{learning}\n# 3\n")));
    let meeting = file("meeting.toml", &format!("{learning}\n# 4\n"));
    for (scenarios, words) in [
        ("learning,learning".to_owned(), "--scenarios: learning and learning are the same battles"),
        (format!("learning,{copy}"), "are the same battles, which would be counted twice"),
        (format!("{one},{two}"), "are both called \"x\", and could not be told apart"),
        (format!("{meeting},pickup,meeting"), "and meeting are both called \"meeting\""),
    ] {
        let output = lab(&["duel", "sergeant", "recruit", "--battles", "2", "--scenarios", &scenarios]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(words), "{said}");
    }
    let both = format!("{one},{other}");
    let output = lab(&["duel", "sergeant", "recruit", "--battles", "2", "--scenarios", &both]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_duel_that_was_stopped_goes_on_where_it_was() {
    let folder = fresh("lab-keep");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("duel");
    let duel = |battles: &str, more: &[&str]| {
        let all = ["duel", "sergeant", "recruit", "--scenarios", "learning", "--all", "--battles", battles];
        lab(&[&all[..], &["--json"], more].concat())
    };
    let keep = ["--keep", text(&file)];
    let said = |output: Output| {
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    said(duel("4", &keep));
    let two = fs::read_to_string(&file).unwrap();
    assert_eq!(two.lines().count(), 3, "what is fought, and two pairs");
    // Cut in the midst of the second pair, as if it had been killed while writing.
    fs::write(&file, &two[..two.len() - 20]).unwrap();
    let all = said(duel("6", &keep));
    assert_eq!(all, said(duel("6", &[])));
    let three = fs::read_to_string(&file).unwrap();
    assert!(three.starts_with(&two) && three.lines().count() == 4);
    // What is kept is not fought again: a pair that was won is now told as lost.
    let line = two.lines().nth(1).unwrap();
    let lost = line.replacen("\"winner\":0", "\"winner\":1", 1);
    assert_ne!(line, lost);
    fs::write(&file, three.replacen(line, &lost, 1)).unwrap();
    assert_ne!(said(duel("6", &keep)), all);
    let seed = line.replacen("\"seed\":\"", "\"seed\":\"0", 1);
    for (broken, words) in [
        (three.replacen("\"work\":100", "\"work\":99", 1), "holds another duel"),
        (three.replacen("\"battle\":0", "\"battle\":8", 1), "line 2: this is not the next pair"),
        (three.replacen("\"winner\":0", "\"winner\":9", 1), "line 2: this is not the next pair"),
        (three.replacen(line, &seed, 1), "line 2: this is not the next pair"),
        ("a shopping list".to_owned(), "no file of a duel"),
    ] {
        fs::write(&file, &broken).unwrap();
        let output = duel("6", &keep);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(words));
        assert_eq!(fs::read_to_string(&file).unwrap(), broken, "nothing is lost");
    }
}

#[test]
fn a_duel_that_was_killed_at_its_first_line_begins_anew() {
    let folder = fresh("lab-keep-first");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("duel");
    let duel = || {
        let all = ["duel", "sergeant", "recruit", "--scenarios", "learning", "--all", "--battles", "2"];
        assert_eq!(lab(&[&all[..], &["--keep", text(&file)]].concat()).status.code(), Some(0));
        fs::read_to_string(&file).unwrap()
    };
    let whole = duel();
    fs::write(&file, &whole[..whole.find('\n').unwrap() / 2]).unwrap();
    assert_eq!(duel(), whole);
    let output = lab(&["duel", "sergeant", "recruit", "--battles", "2", "--keep", "/dev/full"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no file that rows can be kept in"));
}

#[test]
fn a_duel_that_is_stopped_says_so() {
    let folder = fresh("lab-stopped");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("duel");
    let all = ["duel", "sergeant", "recruit", "--scenarios", "learning", "--all", "--battles", "10000"];
    let mut duel = program();
    // Two pairs are clear by so much; that is not all that was asked for.
    duel.args(all)
        .args(["--by", "1000", "--keep", text(&file)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = duel.spawn().expect("the program runs");
    let began = Instant::now();
    while fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 3 {
        assert!(began.elapsed() < Duration::from_mins(1), "no pairs are kept");
        sleep(Duration::from_millis(10));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains("it is clear: sergeant"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("grognard: stopped after ") && said.contains(" of 5000 pairs, kept in "), "{said}");
}

#[test]
fn output_that_nobody_reads_or_that_finds_no_room_is_no_panic() {
    let path = fresh("lab-unheard");
    fought(&path, &["--battles", "1"]);
    let trace = ["duel", "sergeant", "recruit", "--scenarios", "learning", "--battles", "2", "--trace"];
    for args in [&["report", text(&path)][..], &["report", text(&path), "--json"], &trace] {
        let mut child = program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &b""[..]), "{args:?}");
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
        let output = program().args(args).stdout(full).output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with("grognard: standard output: ") && said.lines().count() == 1, "{said}");
    }
}

/// Luck is what dice give beyond their average: on average it is nothing. Each battle has some hundred dice; a wrong
/// average for any of them would show.
#[test]
fn luck_is_even_in_the_long_run() {
    let path = fresh("lab-luck");
    let sergeants =
        ["refight", "learning", "--red", "sergeant", "--blue", "sergeant", "--battles", "40", "--json"];
    let output = lab(&[&sergeants[..], &["--out", text(&path)]].concat());
    let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for side in 0..2 {
        let luck = &said["means"][side]["luck"];
        let (value, high) = (luck["value"].as_f64().unwrap(), luck["high"].as_f64().unwrap());
        // The seed is fixed, so this is checked once and for all: within twice the 95 % interval.
        assert!(value.abs() < 2.0 * (high - value), "side {side}: {luck}");
        // Luck differs from battle to battle by about one hit: over 200 battles the interval is not narrow.
        assert!(high - value > 0.07, "dice fell: {luck}");
    }
}

/// The report shows the numbers of the rows, needs nothing from outside, and opens in a browser without an error.
#[test]
fn the_report_opens_in_a_browser() {
    let path = fresh("lab-report");
    let said: Value = serde_json::from_str(&fought(&path, &["--battles", "12", "--json"])).expect("JSON");
    let html = fs::read_to_string(path.join("report.html")).unwrap();
    for outside in ["http://", "https://", "<script", "url(/", "src="] {
        let found = html.replace("http://www.w3.org/", "").contains(outside);
        assert!(!found, "the report asks for {outside}");
    }
    let percent = |value: &Value| format!("{:.1} %", value["value"].as_f64().unwrap() * 100.0);
    let shown = [
        percent(&said["share"]),
        percent(&said["first"]),
        format!("{:.1} turns", said["length"]["mean"].as_f64().unwrap()),
    ];
    let Some(text) = opened(&path) else {
        assert!(shown.iter().all(|number| html.contains(number.as_str())));
        return;
    };
    for number in shown.iter().map(String::as_str).chain(["12 battles", "Village", "French"]) {
        assert!(text.contains(number), "{number} is not shown");
    }
    assert!(text.contains("id=\"ground\"") && text.matches("<figure").count() >= 6);
}

/// The page as a browser has read it; `None` if there is no browser, and nobody says that there is one.
fn opened(path: &Path) -> Option<String> {
    let (own, given) = (fresh("lab-browser"), std::env::var_os("CHROMIUM"));
    let browser = given.clone().unwrap_or_else(|| "chromium".into());
    let quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
    let plain = ["--disable-component-update", "--disable-sync", "--no-first-run", "--enable-logging=stderr"];
    let output = Command::new("timeout")
        .arg("60")
        .arg(browser)
        .args(quiet)
        .args(plain)
        .arg("--v=0")
        .arg(format!("--user-data-dir={}", own.display()))
        .args(["--dump-dom", &format!("file://{}/report.html", path.display())])
        .output()
        .expect("timeout runs");
    if output.status.code() == Some(127) && given.is_none() {
        return None;
    }
    assert!(output.status.success(), "the browser ends well: {}", output.status);
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(!log.contains("CONSOLE"), "the browser complains: {log}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}
