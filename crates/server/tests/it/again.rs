//! Battles that go on: read from a stored state, or from a moment of another battle.

use crate::client::{Client, Opened, get, open, over, post};
use crate::house::{House, file, roomy};
use archive::{Append, Head, Record};
use serde_json::{Value, json};
use std::net::SocketAddr;
use umpire::{Line, Seats, Snapshot, Told};

/// Two people at a new battle.
pub(crate) async fn seated(at: SocketAddr, opened: &Opened) -> [Client; 2] {
    let mut first = Client::join(at, &opened.battle, &opened.tokens[0]).await;
    let mut second = Client::join(at, &opened.battle, &opened.tokens[1]).await;
    first.until(|view| !view["scene"].is_null()).await;
    second.until(|view| !view["scene"].is_null()).await;
    [first, second]
}

/// Plays fallbacks until the battle is over or so many choices were played. Both have their newest view after it.
pub(crate) async fn play(clients: &mut [Client; 2], most: usize) -> usize {
    let mut played = 0;
    while played < most && !over(&clients[0].view) {
        for client in clients.iter_mut() {
            client.look().await;
            if !client.view["prompt"].is_null() && !over(&client.view) && played < most {
                let steps = client.view["prompt"]["fallback"].clone();
                let reply = client.play(&steps, &format!("c{played}-{}", client.lines.len())).await;
                assert!(!reply["ok"].is_null(), "{reply}");
                played += 1;
            }
        }
    }
    for client in clients {
        client.look().await;
    }
    played
}

pub(crate) async fn metric(at: SocketAddr, name: &str) -> u64 {
    let text = String::from_utf8(get(at, "/metrics").await.body).unwrap();
    let line =
        text.lines().find(|line| line.starts_with(&format!("{name} "))).expect("a number of this name");
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

/// However long a battle is, reading it plays only its last choices again.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_battle_is_read_from_its_last_stored_state() {
    let place = file("long");
    let house = House::open(&place, roomy()).await;
    let text = blucher::scenarios().swap_remove(0).text.replace("turns = 14", "turns = 100");
    let opened = open(house.address, json!({"game": "blucher", "text": text})).await;
    let mut clients = seated(house.address, &opened).await;
    let played = play(&mut clients, 150).await;
    let entries = house.archive.load(&opened.battle).await.unwrap().journal.unwrap().entries.len();
    assert!(played == 150 && entries >= played, "{played} choices, {entries} entries");
    let [first, second] = clients.map(|client| (client.view, client.lines));
    house.stop().await;

    let house = House::open(&place, roomy()).await;
    let mut again = seated(house.address, &opened).await;
    let replayed = metric(house.address, "grognard_replayed_total").await;
    // A state is stored every 32 entries, and goes to the archive with the next choice.
    assert!((1..=70).contains(&replayed), "{replayed} of {entries} were played again");
    for (client, (view, lines)) in again.iter_mut().zip([first, second]) {
        assert_eq!(client.view["scene"], view["scene"]);
        assert_eq!(client.view["prompt"], view["prompt"]);
        assert_eq!(client.lines, lines, "the whole log");
    }
    // Looking back is no different from before.
    let early = again[0].ask(json!({"do": "view", "viewer": {"seat": 0}, "at": 3})).await;
    assert_eq!(early["ok"]["lines"].as_array().map(Vec::len), Some(3), "{}", early["error"]);
    let beyond = again[0].lines.len() + 1;
    let never = again[0].ask(json!({"do": "view", "viewer": {"seat": 0}, "at": beyond})).await;
    let why = never["error"]["sentence"].as_str().unwrap_or_default();
    assert_eq!(never["error"]["code"], "bad_request", "{never}");
    assert!(
        why.starts_with(&format!("`at` is {beyond};")) && why.ends_with(&format!(" {}", beyond - 1)),
        "{why}"
    );
    assert!(play(&mut again, 4).await == 4, "it goes on");
    house.stop().await;
}

async fn closed(at: SocketAddr) -> (Opened, Value) {
    let opened = open(at, json!({"game": "picket", "scenario": "ford"})).await;
    let mut clients = seated(at, &opened).await;
    assert!(play(&mut clients, 500).await > 10);
    let reply = clients[0].ask(json!({"do": "close", "seat": 0})).await;
    assert_eq!(reply["ok"]["closed"], json!(true), "{reply}");
    let journal = get(at, &format!("/api/battles/{}/journal", opened.battle)).await.json();
    (opened, journal)
}

/// A new battle is opened in the middle of a closed one, goes on with new dice, and survives a restart.
#[tokio::test(flavor = "multi_thread")]
async fn a_closed_battle_is_branched() {
    let place = file("branch");
    let house = House::open(&place, roomy()).await;
    let at = house.address;
    let (old, journal) = closed(at).await;
    let from = json!({"battle": old.battle, "entries": 6});
    let opened = open(at, json!({"game": "picket", "from": from})).await;
    assert_ne!(opened.answer["commitment"], old.answer["commitment"], "dice of its own");
    let mut clients = seated(at, &opened).await;
    let note = clients[1].lines.last().unwrap()["line"]["sentence"].as_str().unwrap().to_owned();
    assert!(note.contains("goes on from here"), "{note}");
    let mut looking = Client::join(at, &old.battle, &old.tokens[1]).await;
    looking.until(|view| !view["scene"].is_null()).await;
    let told = clients[1].lines.len() - 1;
    for (mine, theirs) in clients[1].lines.iter().zip(&looking.lines).take(told) {
        assert_eq!(mine["line"], theirs["line"], "the log of the other battle up to there");
    }
    assert!(told > 0 && told < looking.lines.len());
    assert!(play(&mut clients, 3).await > 0);
    let seen = clients.map(|client| client.view["scene"].clone());
    house.stop().await;

    let house = House::open(&place, roomy()).await;
    let at = house.address;
    let mut clients = seated(at, &opened).await;
    for (client, seen) in clients.iter().zip(seen) {
        assert_eq!(client.view["scene"], seen);
    }
    play(&mut clients, 500).await;
    let reply = clients[0].ask(json!({"do": "close", "seat": 0})).await;
    assert_eq!(reply["ok"]["closed"], json!(true), "{reply}");
    let branch = get(at, &format!("/api/battles/{}/journal", opened.battle)).await.json();
    let branch: umpire::Journal = serde_json::from_value(branch).unwrap();
    let proof = dice::DiceProof {
        commitment: branch.commitment.clone(),
        seats: branch.chance.added.clone(),
        server_seed: branch.chance.seed.clone(),
        rolls: branch.rolls().cloned().collect(),
    };
    assert!(dice::verify(&proof).is_ok(), "its dice can be checked by themselves");

    // The same from a journal that is brought, from a line, and against the computer.
    let seats = json!([{"by": "person"}, {"by": "computer", "level": "recruit"}]);
    let from = json!({"journal": journal, "line": 4, "viewer": {"seat": 0}});
    let brought = open(at, json!({"game": "picket", "from": from, "seats": seats})).await;
    let mut person = Client::join(at, &brought.battle, &brought.tokens[0]).await;
    person.until(|view| !view["scene"].is_null()).await;
    assert!(person.lines.len() >= 5, "four lines and the note: {:?}", person.lines);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_branched_is_refused() {
    let house = House::open(&file("no-branch"), roomy()).await;
    let at = house.address;
    let (old, journal) = closed(at).await;
    let going = open(at, json!({"game": "picket", "scenario": "ford"})).await;
    drop(seated(at, &going).await);
    let mut forged = journal.clone();
    forged["entries"][0]["steps"] = json!([{"step": "nonsense"}]);
    let mut stored = journal.clone();
    stored["resumed"] = json!({"rules": 0, "state": {}, "rolls": [], "told": []});
    let last = journal["entries"].as_array().unwrap().len();
    let mut endless = journal.clone();
    endless["scenario"]["name"] = "x".repeat(2000).into();
    for (from, status) in [
        (json!({"battle": going.battle, "entries": 1}), 403),
        (json!({"battle": "none", "entries": 1}), 404),
        (json!({"battle": old.battle}), 400),
        (json!({"battle": old.battle, "entries": 1, "line": 1}), 400),
        (json!({"battle": old.battle, "entries": last}), 400),
        (json!({"battle": old.battle, "entries": last + 1}), 400),
        (json!({"battle": old.battle, "line": 100_000}), 400),
        (json!({"journal": journal, "entries": last + 1}), 400),
        (json!({"journal": journal, "line": 100_000, "viewer": "public"}), 400),
        (json!({"battle": old.battle, "journal": journal, "entries": 1}), 400),
        (json!({"journal": forged, "entries": 1}), 400),
        (json!({"journal": stored, "entries": 1}), 400),
        (json!({"journal": endless, "entries": 1}), 400),
        (json!({"journal": {}, "entries": 1}), 400),
        (json!({"entries": 1}), 400),
    ] {
        let answered = post(at, "/api/battles", &json!({"game": "picket", "from": from})).await;
        let said = String::from_utf8_lossy(&answered.body).into_owned();
        assert_eq!(answered.status, status, "{said}");
        for field in ["entries", "line"] {
            let beyond = from[field].as_u64().is_some_and(|number| number > last as u64);
            assert_eq!(said.contains(&format!("`{field}` is ")), beyond, "{from:.200}: {said}");
        }
    }
    let two = json!({"game": "picket", "scenario": "ford", "from": {"battle": old.battle, "entries": 1}});
    assert_eq!(post(at, "/api/battles", &two).await.status, 400);
    let other = json!({"game": "blucher", "from": {"battle": old.battle, "entries": 1}});
    assert_eq!(post(at, "/api/battles", &other).await.status, 400);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_a_brought_journal_stores_are_not_believed() {
    let house = House::open(&file("forged"), roomy()).await;
    let at = house.address;
    let (_, mut journal) = closed(at).await;
    let first = journal["snapshots"][0]["state"].clone();
    assert_eq!(journal["snapshots"][0]["after"], 0, "the state before the first entry is stored");
    let told = Told { entries: 0, to: Seats::EVERYBODY, line: Line::new("A forged line.") };
    journal["snapshots"] = json!([Snapshot::new(0, first, 0, Some(vec![told]), None)]);
    let brought = open(at, json!({"game": "picket", "from": {"journal": journal, "entries": 1}})).await;
    let [mut person, _] = seated(at, &brought).await;
    person.until(|view| !view["scene"].is_null()).await;
    let said = format!("{:?}", person.lines);
    assert!(!said.contains("forged"), "{said}");
    assert!(said.contains("brought by a player"), "{said}");
    house.stop().await;
}

/// After the rules changed a journal begins anew; the names of the choices before it stay used, and that is said.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_from_before_the_journal_began_anew_is_used() {
    let place = file("used");
    let house = House::open(&place, roomy()).await;
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford"})).await;
    let mut clients = seated(house.address, &opened).await;
    let whose = clients.iter().position(|client| !client.view["prompt"].is_null()).unwrap();
    let steps = clients[whose].view["prompt"]["fallback"].clone();
    assert!(clients[whose].play(&steps, "mine").await["ok"].is_object());
    let head = Head::of(&house.archive.load(&opened.battle).await.unwrap().journal.unwrap());
    let (expected, link) = house.archive.end(&opened.battle).await.unwrap();
    let (battle, records) = (opened.battle.clone(), vec![Record::Begun(Box::new(head))]);
    let begun = Append { battle, expected, after: Some(link), at: 1, records, snapshots: Vec::new() };
    house.archive.append(begun).await.unwrap();
    house.stop().await;

    let house = House::open(&place, roomy()).await;
    let mut again = seated(house.address, &opened).await;
    let reply = again[whose].play(&steps, "mine").await;
    assert_eq!(reply["error"]["code"], "choice_used", "{reply}");
    assert!(again[whose].play(&steps, "another").await["ok"].is_object(), "it goes on");
    house.stop().await;
}
