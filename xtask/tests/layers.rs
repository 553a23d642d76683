//! The arrows between the crates point one way, and nothing below the servers sees the outside world.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Which crates of the project each one may use in the product (tests may use more).
const LAYERS: &[(&str, &[&str])] = &[
    ("register", &[]),
    ("table", &[]),
    ("dice", &[]),
    ("umpire", &["dice", "register", "table"]),
    ("conformance", &["dice", "table", "umpire"]),
    ("reference", &["dice", "table", "umpire"]),
    ("blucher", &["dice", "table", "umpire"]),
    ("own-postgres", &[]),
    ("bad-disk", &[]),
    ("archive", &["dice", "umpire"]),
    ("marshal", &["dice", "umpire"]),
    ("lab", &["dice", "marshal", "table", "umpire"]),
    ("server", &["archive", "dice", "umpire"]),
    ("grognard", &["archive", "blucher", "dice", "lab", "marshal", "reference", "server", "table", "umpire"]),
    ("axe", &["archive", "bad-disk", "blucher", "own-postgres", "reference", "umpire"]),
    ("bench", &["blucher", "dice", "reference", "table", "umpire"]),
    ("xtask", &["register"]),
];

/// Crates that see files, clocks, threads, sockets or the environment: none for these layers.
const OUTSIDE: &[&str] = &["tokio", "sqlx", "axum", "chrono", "time", "getrandom", "rayon", "rand"];
const PURE: &[&str] =
    &["table", "dice", "umpire", "reference", "blucher", "conformance", "register", "marshal"];

/// The dependencies of each crate of the project, those of its tests left out.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let name = |v: &Value| v["name"].as_str().expect("a name").to_owned();
    let used = |package: &Value| {
        let all = package["dependencies"].as_array().expect("a list").iter();
        all.filter(|d| d["kind"] != "dev").map(name).collect()
    };
    let packages = metadata["packages"].as_array().expect("a list");
    packages.iter().map(|package| (name(package), used(package))).collect()
}

#[test]
fn arrows_point_one_way() {
    let used = dependencies();
    for (name, dependencies) in &used {
        let allowed = LAYERS.iter().find(|(layer, _)| layer == name).map(|(_, allowed)| *allowed);
        let allowed = allowed.unwrap_or_else(|| panic!("{name} has no place among the layers"));
        for dependency in dependencies.iter().filter(|d| used.contains_key(*d)) {
            assert!(allowed.contains(&dependency.as_str()), "{name} must not depend on {dependency}");
        }
    }
}

#[test]
fn the_rules_do_not_see_the_outside_world() {
    let used = dependencies();
    for name in PURE {
        for outside in OUTSIDE {
            assert!(!used[*name].contains(*outside), "{name} must not depend on {outside}");
        }
    }
}
