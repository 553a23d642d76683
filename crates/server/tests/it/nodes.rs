//! Two servers on one archive serve the same battle.

use crate::client::{Client, awaited, open, over};
use crate::house::{House, file, roomy};
use crate::odd::Odd;
use serde_json::json;
use server::Front;
use std::sync::Arc;

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_is_played_at_two_nodes() {
    let one = House::open(&file("nodes"), roomy()).await;
    let other = House::beside(&one, roomy()).await;
    let opened = open(one.address, json!({"game": "picket", "scenario": "ford"})).await;
    let mut first = Client::join(one.address, &opened.battle, &opened.tokens[0]).await;
    let mut second = Client::join(other.address, &opened.battle, &opened.tokens[1]).await;
    let mut played = 0;
    for round in 0..400 {
        for client in [&mut first, &mut second] {
            // Only what is pushed: what the other node has stored must come by itself.
            let news = tokio::time::timeout(std::time::Duration::from_millis(20), client.receive());
            assert_ne!(news.await, Ok(None), "the socket was closed");
            if awaited(&client.view, client.seat()) && !over(&client.view) {
                let steps = client.view["prompt"]["fallback"].clone();
                let reply = client.play(&steps, &format!("c{round}")).await;
                assert!(!reply["ok"].is_null() || reply["error"]["code"] == "stale_prompt", "{reply}");
                played += usize::from(!reply["ok"].is_null());
            }
        }
        if over(&first.view) && over(&second.view) {
            break;
        }
    }
    assert!(played > 4, "{played}");
    assert!(over(&first.view) && over(&second.view), "it is played to its end at both nodes");
    // Public lines are the same at both nodes.
    let mut benches = Vec::new();
    for house in [&one, &other] {
        let mut bench = Client::join(house.address, &opened.battle, &opened.public).await;
        bench.until(|view| !view.is_null()).await;
        benches.push((bench.view["scene"].clone(), bench.lines));
    }
    assert_eq!(benches[0], benches[1]);
    other.stop().await;
    one.stop().await;
}

/// The same choice sent to both nodes at once is played once; different ones to the same question, too.
#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_never_play_twice() {
    let one = House::open(&file("race"), roomy()).await;
    let other = House::beside(&one, roomy()).await;
    for round in 0..8 {
        let opened = open(one.address, json!({"game": "picket", "scenario": "ford"})).await;
        let mut here = Client::join(one.address, &opened.battle, &opened.tokens[0]).await;
        here.ask(json!({"do": "begin"})).await;
        let mut there = Client::join(other.address, &opened.battle, &opened.tokens[0]).await;
        here.until(|view| !view["prompt"].is_null()).await;
        there.until(|view| !view["prompt"].is_null()).await;
        let steps = here.view["prompt"]["fallback"].clone();
        let (mine, yours) = if round % 2 == 0 { ("same", "same") } else { ("mine", "yours") };
        let (a, b) = tokio::join!(here.play(&steps, mine), there.play(&steps, yours));
        let fine = [&a, &b].into_iter().filter(|reply| !reply["ok"].is_null()).count();
        let entries = one.archive.load(&opened.battle).await.unwrap().journal.unwrap().entries;
        let count = |id: &str| {
            let named = |e: &&umpire::Entry| matches!(e, umpire::Entry::Play { choice: Some(name), .. } if name == id);
            entries.iter().filter(named).count()
        };
        if mine == yours {
            assert_eq!((fine, count("same")), (2, 1), "{a} {b}");
        } else {
            // A sealed answer may be given again; any other question is answered once.
            let sealed =
                here.view["prompt"]["sealed"] == json!(true) || there.view["prompt"]["sealed"] == json!(true);
            assert_eq!(fine, count("mine") + count("yours"), "{a} {b}");
            assert!(fine == 1 || sealed, "{a} {b}");
        }
    }
    other.stop().await;
    one.stop().await;
}

/// Hints may be lost: each battle is looked at now and then, and one that cannot be does not keep the others.
#[tokio::test(flavor = "multi_thread")]
async fn a_battle_that_cannot_be_looked_at_does_not_keep_the_others() {
    let one = House::open(&file("sweep"), roomy()).await;
    let mut battles = Vec::new();
    for _ in 0..2 {
        battles.push(open(one.address, json!({"game": "picket", "scenario": "ford"})).await);
    }
    // They are looked at in the order of their names.
    battles.sort_by(|a, b| a.battle.cmp(&b.battle));
    let odd = Odd::without_hints(Arc::clone(&one.archive));
    let other = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
    let mut watchers = Vec::new();
    for opened in &battles {
        let mut first = Client::join(one.address, &opened.battle, &opened.tokens[0]).await;
        first.ask(json!({"do": "begin"})).await;
        let mut watcher = Client::join(other.address, &opened.battle, &opened.public).await;
        watcher.until(|view| !view["scene"].is_null()).await;
        watchers.push((first, watcher));
    }
    *odd.hung.lock().unwrap() = Some(battles[0].battle.clone());
    let (player, watcher) = &mut watchers[1];
    for round in 0..2 {
        let seen = watcher.lines.len();
        player.ask(json!({"do": "close", "seat": 0})).await;
        let told = async {
            while watcher.lines.len() == seen {
                watcher.receive().await.expect("a view");
            }
        };
        // Twice: the one that is never answered does not stop the rounds.
        let told = tokio::time::timeout(std::time::Duration::from_secs(19), told).await;
        assert!(told.is_ok(), "round {round}");
        player.look().await;
        let steps = player.view["prompt"]["fallback"].clone();
        assert!(
            player.play(&steps, "plays-on").await["ok"].is_object(),
            "who plays on does not want to close"
        );
    }
    other.stop().await;
    one.stop().await;
}
