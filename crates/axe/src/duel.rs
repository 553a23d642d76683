//! Two bots fight one battle after another, whatever happens to the server.

use crate::bot::Bot;
use crate::ledger::replays;
use crate::node::Nodes;
use crate::{Random, Tally, http};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use umpire::Journal;

/// Fights until it is told that this is the last battle, or a promise is broken.
pub(crate) async fn fight_on(
    nodes: Arc<Nodes>,
    game: String,
    scenario: String,
    mut random: Random,
    tally: Arc<Tally>,
) -> Result<(), String> {
    while !nodes.is_last_battle() {
        let opened = open(&nodes, &game, &scenario, &mut random).await?;
        let battle = opened["battle"].as_str().ok_or("a battle without a name")?.to_owned();
        let about = |why: String| format!("{game} battle {battle}: {why}");
        let tokens: Vec<&str> =
            opened["seats"].as_array().into_iter().flatten().filter_map(|s| s["token"].as_str()).collect();
        let [first, second] = tokens.as_slice() else { return Err(about(format!("no seats: {opened}"))) };
        let enough = AtomicBool::new(false);
        let mut one = Bot::new(&nodes, &battle, 0, first, random.draw(), (&tally, &enough));
        let mut two = Bot::new(&nodes, &battle, 1, second, random.draw(), (&tally, &enough));
        let (left, right) = tokio::join!(one.fight(), two.fight());
        left.and(right).map_err(about)?;
        judge(&nodes, &battle, [&one, &two], &mut random).await.map_err(about)?;
        Tally::count(&tally.judged);
    }
    Ok(())
}

/// Opens a battle. If the answer is lost another one is opened; the first waits for ever, which hurts nobody.
async fn open(nodes: &Nodes, game: &str, scenario: &str, random: &mut Random) -> Result<Value, String> {
    let wanted = json!({ "game": game, "scenario": scenario });
    loop {
        match persist(nodes, "POST", "/api/battles", Some(&wanted), random).await {
            (201, opened) => return Ok(opened),
            (status, answer) if status < 500 => {
                return Err(format!("no battle of {game}: {status} {answer}"));
            }
            _ => {}
        }
    }
}

/// Asks until somebody answers.
async fn persist(
    nodes: &Nodes,
    method: &str,
    path: &str,
    body: Option<&Value>,
    random: &mut Random,
) -> (u16, Value) {
    loop {
        if let Some(server) = nodes.any(random)
            && let Ok(answer) = http::ask(server, method, path, body).await
        {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Holds the journal of a closed battle against what both were told.
async fn judge(nodes: &Nodes, battle: &str, bots: [&Bot<'_>; 2], random: &mut Random) -> Result<(), String> {
    let path = format!("/api/battles/{battle}/journal");
    let journal = loop {
        match persist(nodes, "GET", &path, None, random).await {
            (200, journal) => break journal,
            (status, answer) if status < 500 => return Err(format!("no journal: {status} {answer}")),
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let journal: Journal = serde_json::from_value(journal).map_err(|e| format!("not a journal: {e}"))?;
    for bot in bots {
        bot.ledger.compare(bot.seat, &journal)?;
    }
    tokio::task::spawn_blocking(move || replays(&journal)).await.map_err(|e| e.to_string())?
}
