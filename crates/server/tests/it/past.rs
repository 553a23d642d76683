//! Looking back: little is read for it, it is bounded, and nobody else waits for it.

use crate::again::{metric, play, seated};
use crate::client::{Client, Opened, get, http, open};
use crate::house::{House, file, roomy};
use crate::odd::Odd;
use blucher::Blucher;
use serde_json::{Value, json};
use server::{Front, Limits};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use umpire::{Battle, Entry, StateHash, Viewer};

/// A battle of Blücher that can go on for a hundred turns.
async fn long(at: SocketAddr) -> Opened {
    let text = blucher::scenarios().swap_remove(0).text.replace("turns = 14", "turns = 100");
    open(at, json!({"game": "blucher", "text": text})).await
}

/// However long a battle is, looking back reads one stored state and the entries after it, and shows what was shown
/// then.
#[tokio::test(flavor = "multi_thread")]
async fn a_look_back_reads_a_part_of_the_journal() {
    let odd = Odd::open(&file("part")).await;
    let house = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
    let opened = long(house.address).await;
    let mut clients = seated(house.address, &opened).await;
    let mut shown = Vec::new();
    for _ in 0..20 {
        assert_eq!(play(&mut clients, 8).await, 8);
        shown.push((clients[0].lines.len(), clients[0].view.clone()));
    }
    assert_eq!(odd.parts.load(SeqCst), 0);
    let loads = odd.loads.load(SeqCst);
    for (at, then) in &shown {
        let reply = clients[0].ask(json!({"do": "view", "viewer": {"seat": 0}, "at": at, "since": at})).await;
        let mut back = reply["ok"].clone();
        // A line is told with the entry that told it; what the others answered after it is not seen yet.
        if back["prompt"] == then["prompt"] {
            back["lines"] = then["lines"].clone();
            assert_eq!(&back, then, "at line {at}");
        }
        assert!(back["scene"].is_object(), "{}", reply["error"]);
    }
    assert_eq!(odd.parts.load(SeqCst), shown.len());
    assert_eq!(odd.loads.load(SeqCst), loads, "never the whole of it");
    // Where the stored state is of no use it takes the whole of it, and shows the same.
    let back = json!({"do": "view", "viewer": {"seat": 0}, "at": shown[19].0});
    let part = clients[0].ask(back.clone()).await;
    *odd.forge.lock().unwrap() = Some(Box::new(|journal| journal.snapshots.clear()));
    assert_eq!(clients[0].ask(back).await["ok"], part["ok"]);
    assert_eq!(odd.loads.load(SeqCst), loads + 1);
    let whole = odd.inner().load(&opened.battle).await.unwrap().journal.unwrap();
    let (all, most) = (serde_json::to_vec(&whole).unwrap().len(), odd.most.load(SeqCst));
    let state = whole.snapshots.iter().map(|s| serde_json::to_vec(s).unwrap().len()).max().unwrap();
    let entry = whole.entries.iter().map(|e| serde_json::to_vec(e).unwrap().len()).max().unwrap();
    let head = whole.scenario.text.len() * 2 + 4096;
    println!("{all} bytes in the archive, at most {most} read for a look back");
    // A state goes to the archive with the entry after it, so it may be the one before.
    assert!(most <= head + state + entry * 66, "{most} bytes: {head}, {state} and {entry} each");
    house.stop().await;
}

/// Asks over HTTP from an address of one's own, behind a proxy.
fn ask_from(at: SocketAddr, from: &str, opened: &Opened, ask: Value) -> JoinHandle<Value> {
    let (battle, token) = (opened.battle.clone(), opened.tokens[0].clone());
    let head = format!("Authorization: Bearer {token}\r\nX-Forwarded-For: {from}\r\n");
    tokio::spawn(async move {
        let mut ask = ask;
        (ask["id"], ask["battle"]) = (json!(1), json!(battle));
        let answered =
            http(at, &format!("POST /api/battles/{battle}/requests"), &head, &ask.to_string()).await;
        answered.json()
    })
}

fn back() -> Value {
    json!({"do": "view", "viewer": {"seat": 0}, "at": 1})
}

/// One at a time for an address, and one for a battle: whoever asks for much waits for himself.
#[tokio::test(flavor = "multi_thread")]
async fn looks_back_are_bounded_for_an_address_and_for_a_battle() {
    let odd = Odd::open(&file("bounds")).await;
    let front = Front { proxied: true, ..Front::default() };
    let house = House::on(Arc::clone(&odd) as _, Limits { workers: 16, ..roomy() }, front).await;
    let at = house.address;
    let mut battles = Vec::new();
    for _ in 0..3 {
        let opened = long(at).await;
        assert!(play(&mut seated(at, &opened).await, 3).await > 0);
        battles.push(opened);
    }
    let loads = odd.loads.load(SeqCst);
    let mut come = 0;
    for (who, once) in [
        ([("10.0.0.1", 0), ("10.0.0.1", 1), ("10.0.0.1", 2)], 1),
        ([("10.0.0.1", 0), ("10.0.0.2", 0), ("10.0.0.3", 0)], 1),
        ([("10.0.0.1", 0), ("10.0.0.2", 1), ("10.0.0.2", 2)], 2),
        ([("10.0.0.1", 0), ("10.0.0.2", 1), ("10.0.0.3", 2)], 3),
    ] {
        odd.shut();
        let asked = who.map(|(from, n)| ask_from(at, from, &battles[n], back()));
        odd.come(loads, come + once).await;
        odd.let_in(1000);
        for reply in asked {
            let reply = reply.await.unwrap();
            assert!(reply["ok"]["scene"].is_object(), "{reply}");
        }
        come += 3;
        odd.come(loads, come).await;
    }
    house.stop().await;
}

/// While somebody looks back, others ask and play, in his battle and in others.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_a_look_back() {
    let odd = Odd::open(&file("nobody-waits")).await;
    let house = House::on(Arc::clone(&odd) as _, Limits { workers: 1, ..roomy() }, Front::default()).await;
    let at = house.address;
    let opened = long(at).await;
    let [mut first, second] = seated(at, &opened).await;
    let mut others = [Client::join(at, &opened.battle, &opened.tokens[0]).await, second];
    assert!(play(&mut others, 3).await > 0);
    odd.shut();
    let looking = tokio::spawn(async move { first.ask(back()).await });
    odd.come(odd.loads.load(SeqCst), 1).await;
    let asked = timeout(Duration::from_secs(15), async {
        let options = others[0].ask(json!({"do": "options", "seat": 0})).await;
        assert!(options["ok"]["steps"].is_array(), "{options}");
        assert_eq!(play(&mut others, 4).await, 4);
        let new = open(at, json!({"game": "picket", "scenario": "ford"})).await;
        assert_eq!(new.tokens.len(), 2);
    });
    asked.await.expect("they do not wait");
    assert!(!looking.is_finished());
    odd.let_in(1000);
    assert!(looking.await.unwrap()["ok"]["scene"].is_object());
    house.stop().await;
}

/// A choice with a name that was played, and its answer; then nothing more is read from the archive.
struct Sent {
    odd: Arc<Odd>,
    house: House,
    opened: Opened,
    clients: [Client; 2],
    /// Whose it was.
    whose: usize,
    choice: Value,
    answer: Value,
}

async fn sent(name: &str) -> Sent {
    let odd = Odd::open(&file(name)).await;
    let house = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
    let opened = long(house.address).await;
    let mut clients = seated(house.address, &opened).await;
    let whose = clients.iter().position(|client| !client.view["prompt"].is_null()).unwrap();
    let (seat, prompt) = (clients[whose].seat(), clients[whose].view["prompt"].clone());
    let choice = json!({"do": "play", "seat": seat, "prompt": prompt["id"], "steps": prompt["fallback"],
        "choice": "once", "since": 0});
    let answer = clients[whose].ask(choice.clone()).await;
    assert!(answer["ok"]["scene"].is_object(), "{answer}");
    odd.shut();
    Sent { odd, house, opened, clients, whose, choice, answer }
}

/// A choice that is sent again is answered from the archive, and meanwhile the battle goes on.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_the_answer_to_a_repeated_choice() {
    let Sent { odd, house, opened, mut clients, whose, choice, answer } = sent("repeated").await;
    let mut other = Client::join(house.address, &opened.battle, &opened.tokens[whose]).await;
    let again = tokio::spawn(async move { other.ask(choice).await });
    odd.come(odd.loads.load(SeqCst), 1).await;
    let played = timeout(Duration::from_secs(15), play(&mut clients, 4)).await;
    assert_eq!(played, Ok(4), "the others play on");
    assert!(!again.is_finished());
    odd.let_in(1000);
    assert_eq!(again.await.unwrap()["ok"], answer["ok"], "the first answer again");
    house.stop().await;
}

/// A choice that was played is never answered as if it had not been, though nobody can look up now what was shown.
#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_choice_does_not_wait_for_ever_behind_looks_back() {
    let Sent { odd, house, opened, mut clients, whose, choice, .. } = sent("behind").await;
    let next = house.archive.next(&opened.battle).await;
    let mut other = Client::join(house.address, &opened.battle, &opened.public).await;
    let back = json!({"do": "view", "viewer": "public", "at": 1});
    let looking = tokio::spawn(async move { other.ask(back).await });
    odd.come(odd.loads.load(SeqCst), 1).await;
    let again = clients[whose].ask(choice).await;
    clients[whose].look().await;
    assert_eq!(again["ok"]["scene"], clients[whose].view["scene"], "the newest: {}", again["error"]);
    assert_eq!(house.archive.next(&opened.battle).await, next, "it is not played twice");
    odd.let_in(1000);
    assert!(looking.await.unwrap()["ok"].is_object());
    house.stop().await;
}

/// Two who come while a battle is being read sit at one battle, though a third could not read it.
#[tokio::test(flavor = "multi_thread")]
async fn a_reading_that_failed_does_not_part_a_battle() {
    let house = House::open(&file("failed"), roomy()).await;
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford"})).await;
    drop(seated(house.address, &opened).await);
    let odd = Odd::without_hints(Arc::clone(&house.archive));
    let other = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
    odd.failing.store(1, SeqCst);
    odd.shut();
    let join = |seat: usize| {
        let (at, battle, token) = (other.address, opened.battle.clone(), opened.tokens[seat].clone());
        tokio::spawn(async move { Client::try_join(at, &battle, &token, "", 0).await })
    };
    let first = join(0);
    odd.come(1, 0).await;
    let second = join(0);
    sleep(Duration::from_millis(300)).await;
    odd.let_in(1);
    let failed = first.await.unwrap().map(drop).unwrap_err();
    assert_eq!(failed["code"], "unavailable");
    odd.come(2, 0).await;
    let third = join(1);
    odd.come(2, 0).await;
    odd.let_in(1000);
    let mut clients = [second.await.unwrap().unwrap(), third.await.unwrap().unwrap()];
    for client in &mut clients {
        client.until(|view| !view["scene"].is_null()).await;
    }
    let whose = clients.iter().position(|client| !client.view["prompt"].is_null()).unwrap();
    // No hints: whoever sits at another battle would not be told.
    let seen = clients[1 - whose].view.clone();
    let (player, watcher) = {
        let [a, b] = &mut clients;
        if whose == 0 { (a, b) } else { (b, a) }
    };
    let steps = player.view["prompt"]["fallback"].clone();
    assert!(player.play(&steps, "one").await["ok"].is_object());
    let told = timeout(Duration::from_secs(3), watcher.until(|view| *view != seen)).await;
    assert!(told.is_ok(), "both sit at one battle");
    other.stop().await;
    house.stop().await;
}

/// Why a journal cannot be played again is told by what one seat knows: nobody is told.
#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_battle_tells_nothing() {
    let odd = Odd::open(&file("unreadable")).await;
    let house = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
    let opened = long(house.address).await;
    let mut clients = seated(house.address, &opened).await;
    assert!(play(&mut clients, 4).await > 0);
    let mut others = Vec::new();
    // The first choice has a step that is against the rules, or no step at all.
    for nonsense in [json!([]), json!([{"step": "nonsense"}]), json!([{"concede": {}}])] {
        let bad = nonsense.as_array().unwrap().clone();
        *odd.forge.lock().unwrap() = Some(Box::new(move |journal| {
            journal.snapshots.clear();
            if let Some(Entry::Play { steps, .. }) = journal.entries.first_mut() {
                steps.clone_from(&bad);
            }
        }));
        let fixed = "this battle cannot be read any more; whoever runs the server can check it";
        let lines = clients[0].lines.len();
        let looked = clients[0].ask(json!({"do": "view", "viewer": {"seat": 0}, "at": lines})).await;
        let error = json!({"code": "bad_journal", "sentence": fixed});
        assert_eq!(looked["error"], error, "a look back");
        let other = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
        let joined = Client::try_join(other.address, &opened.battle, &opened.tokens[1], "", 0).await;
        assert_eq!(joined.map(drop), Err(error), "coming to it");
        let journal = get(other.address, &format!("/api/battles/{}/journal", opened.battle)).await;
        assert_eq!(
            journal.json()["error"]["sentence"],
            "the battle is not closed",
            "it is not read for that"
        );
        others.push(other);
    }
    // They share the archive, which the first to stop closes.
    for other in others {
        other.stop().await;
    }
    house.stop().await;
}

/// Of stored states that were damaged since, the battle stores its own again with its next choice.
#[tokio::test(flavor = "multi_thread")]
async fn damaged_states_are_stored_anew() {
    let odd = Odd::open(&file("anew")).await;
    let house = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
    let opened = long(house.address).await;
    let mut clients = seated(house.address, &opened).await;
    assert_eq!(play(&mut clients, 70).await, 70);
    let stored: Vec<usize> = odd.stored.lock().unwrap().drain(..).collect();
    assert!(stored.len() >= 3 && stored[0] == 0, "{stored:?}");
    *odd.forge.lock().unwrap() = Some(Box::new(|journal| journal.snapshots[1].state = json!("damaged")));
    let other = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
    let mut clients = seated(other.address, &opened).await;
    assert!(metric(other.address, "grognard_replayed_total").await >= 64, "no state could be believed");
    assert_eq!(play(&mut clients, 1).await, 1);
    // The first is whole; from the damaged one on they are stored again.
    let again: Vec<usize> = odd.stored.lock().unwrap().drain(..).collect();
    assert_eq!(again, stored[1..], "of {stored:?}");
    *odd.forge.lock().unwrap() = None;
    let whole = odd.inner().load(&opened.battle).await.unwrap().journal.unwrap();
    assert!(whole.snapshots.iter().all(umpire::Snapshot::whole));
    other.stop().await;
    house.stop().await;
}

/// A journal is sent as it is read from the archive, and it is the whole of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_journal_is_sent_as_it_is_read() {
    let odd = Odd::open(&file("journal")).await;
    let house = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
    let at = house.address;
    let opened = long(at).await;
    let mut clients = seated(at, &opened).await;
    assert_eq!(play(&mut clients, 130).await, 130);
    let path = format!("/api/battles/{}/journal", opened.battle);
    assert_eq!(get(at, &path).await.status, 403, "not while it goes on");
    for (seat, client) in clients.iter_mut().enumerate() {
        client.ask(json!({"do": "close", "seat": seat})).await;
    }
    let loads = odd.loads.load(SeqCst);
    let sent = get(at, &path).await;
    assert_eq!(odd.loads.load(SeqCst), loads, "never the whole of it at once");
    assert!(sent.head.to_lowercase().contains("transfer-encoding: chunked"), "{}", sent.head);
    assert!(sent.head.to_lowercase().contains("content-type: application/json"), "{}", sent.head);
    let journal: umpire::Journal = serde_json::from_value(sent.json()).unwrap();
    let whole = odd.inner().load(&opened.battle).await.unwrap().journal.unwrap();
    assert!(whole.entries.len() > 130 && whole.snapshots.len() > 4);
    assert_eq!(journal, whole);
    let asked = clients[0].ask(json!({"do": "journal"})).await;
    assert_eq!(asked["ok"], serde_json::to_value(&whole).unwrap(), "the same over the socket");
    assert_eq!(odd.loads.load(SeqCst), loads, "there too it is never read at once");

    // A battle that begins somewhere in it takes its entries up to there and one stored state.
    odd.states.store(0, SeqCst);
    for entries in [100, 20] {
        let from = json!({"game": "blucher", "from": {"battle": opened.battle, "entries": entries}});
        let new = open(at, from).await;
        let begun = odd.inner().load(&new.battle).await.unwrap().branch.unwrap();
        let then = Battle::<Blucher>::replay(&whole, Some(whole.decided(entries))).unwrap();
        assert_eq!(begun.hash, StateHash::of(then.known(Viewer::All).state()), "after {entries}");
        let told = then.view(Viewer::All, 0).lines.len();
        assert!(begun.resumed.unwrap().told.len() > told, "its log and a note");
    }
    assert_eq!(odd.states.load(SeqCst), 1, "stored states that were read for it");
    let size = |states: &[umpire::Snapshot]| serde_json::to_vec(states).unwrap().len();
    println!("{} bytes of stored states, one has {}", size(&whole.snapshots), size(&whole.snapshots[4..5]));
    house.stop().await;
}

/// To go on with a battle one stored state is read, and nobody has a battle read whose journal he may not see.
#[tokio::test(flavor = "multi_thread")]
async fn a_battle_is_not_read_for_those_who_may_not_see_it() {
    let odd = Odd::open(&file("unread")).await;
    let house = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
    let opened = long(house.address).await;
    let mut clients = seated(house.address, &opened).await;
    assert_eq!(play(&mut clients, 130).await, 130);
    let other = House::on(Arc::clone(&odd) as _, roomy(), Front::default()).await;
    let (at, loads) = (other.address, odd.loads.load(SeqCst));
    let path = |what: &str| format!("/api/battles/{}/{what}", opened.battle);
    assert_eq!(get(at, &path("journal")).await.status, 403);
    assert_eq!(get(at, &path("intents")).await.status, 403);
    let branch = json!({"game": "blucher", "from": {"battle": opened.battle, "entries": 3}}).to_string();
    assert_eq!(
        http(at, "POST /api/battles", "Content-Type: application/json\r\n", &branch).await.status,
        403
    );
    assert_eq!(get(at, "/api/battles/nothing/journal").await.status, 404);
    assert_eq!(odd.loads.load(SeqCst), loads, "it was read");
    odd.states.store(0, SeqCst);
    let clients = seated(at, &opened).await;
    assert_eq!((odd.loads.load(SeqCst), odd.states.load(SeqCst)), (loads + 1, 1));
    assert!(metric(at, "grognard_replayed_total").await < umpire::SNAPSHOT_EVERY as u64);
    assert!(clients[0].lines.len() > 130, "all that was told");
    other.stop().await;
    house.stop().await;
}

/// Whoever waits for his turn to have a battle read has nothing of it in memory yet.
#[tokio::test(flavor = "multi_thread")]
async fn so_many_battles_are_read_at_once() {
    let house = House::open(&file("at-once"), roomy()).await;
    let odd = Odd::over(Arc::clone(&house.archive));
    let other = House::on(Arc::clone(&odd) as _, Limits { workers: 1, ..roomy() }, Front::default()).await;
    let mut battles = Vec::new();
    for _ in 0..5 {
        let opened = open(house.address, json!({"game": "picket", "scenario": "ford"})).await;
        drop(seated(house.address, &opened).await);
        battles.push(opened);
    }
    odd.shut();
    let join = |opened: Opened| {
        let at = other.address;
        tokio::spawn(async move { Client::try_join(at, &opened.battle, &opened.tokens[0], "", 0).await })
    };
    let joining: Vec<_> = battles.into_iter().map(join).collect();
    odd.come(2, 0).await;
    odd.let_in(1000);
    for joined in joining {
        assert!(joined.await.unwrap().is_ok());
    }
    other.stop().await;
    house.stop().await;
}
