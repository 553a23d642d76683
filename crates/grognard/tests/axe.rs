//! The axe in its shortest form: a few kills on each store. `cargo xtask axe` is the long one.

use axe::{Plan, Tally, run};
use own_postgres::Server;
use std::path::{Path, PathBuf};

fn plan(archive: String, nodes: usize, kills: u32) -> Plan {
    Plan {
        program: PathBuf::from(env!("CARGO_BIN_EXE_grognard")),
        archive,
        nodes,
        kills,
        battles: 4,
        games: vec![("picket".into(), "ford".into()), ("blucher".into(), "learning".into())],
        disk: false,
        seed: 1815,
    }
}

async fn survive(plan: Plan) {
    let tally = run(&plan).await.unwrap_or_else(|why| panic!("{why}"));
    assert!(Tally::get(&tally.acknowledged) >= u64::from(plan.kills));
    assert!(Tally::get(&tally.rejoined) >= u64::from(plan.kills), "{tally:?}");
    assert!(Tally::get(&tally.judged) >= 4, "{tally:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn battles_on_sqlite_survive_the_axe() {
    let folder = std::env::temp_dir().join(format!("grognard-axe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    survive(plan(file(&folder), 1, 10)).await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn battles_survive_a_disk_that_fails_and_choices_are_refused_meanwhile() {
    if let Err(why) = bad_disk::Disk::build() {
        return eprintln!("SKIPPED: a failing disk was not tried. {why}");
    }
    let folder = std::env::temp_dir().join(format!("grognard-disk-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let tally =
        run(&Plan { disk: true, ..plan(file(&folder), 1, 10) }).await.unwrap_or_else(|why| panic!("{why}"));
    assert!(Tally::get(&tally.unavailable) > 0, "choices were refused: {tally:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

fn file(folder: &Path) -> String {
    folder.join("battles.db").display().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn battles_on_postgresql_survive_the_axe_on_one_server_and_on_two() {
    let server = match Server::start() {
        Ok(server) => server,
        Err(why) => return eprintln!("SKIPPED: the axe did not fall on PostgreSQL. {why}"),
    };
    survive(plan(server.database("one").unwrap(), 1, 5)).await;
    survive(plan(server.database("two").unwrap(), 2, 8)).await;
}
