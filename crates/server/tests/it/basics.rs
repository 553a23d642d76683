//! Battles from their opening to their journal.

use crate::client::{Client, awaited, get, http, open, over, post};
use crate::house::{House, file, roomy};
use serde_json::{Value, json};
use server::Limits;
use std::time::{Duration, Instant};

/// Both people play what falls back, with a choice id each, until the battle is over.
async fn play_out(clients: &mut [Client; 2]) {
    for round in 0..500 {
        for client in clients.iter_mut() {
            client.look().await;
            if over(&client.view) {
                return;
            }
            if awaited(&client.view, client.seat()) {
                let steps = client.view["prompt"]["fallback"].clone();
                let reply = client.play(&steps, &format!("choice-{round}")).await;
                assert!(!reply["ok"].is_null(), "{reply}");
            }
        }
    }
    panic!("no end");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_battle_by_links_and_read_its_journal() {
    let house = House::open(&file("links"), roomy()).await;
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford"})).await;
    let at = house.address;
    assert_eq!(
        opened.answer["seats"][0]["link"],
        json!(format!("/#/battle/{}/{}", opened.battle, opened.tokens[0]))
    );
    let mut first = Client::try_join(at, &opened.battle, &opened.tokens[0], "0a0b", 0).await.unwrap();
    assert_eq!(first.receive().await.unwrap(), json!({"push": "waiting", "seats": [1]}));
    let early = first.ask(json!({"do": "options", "seat": 0})).await;
    assert_eq!(early["error"]["code"], "not_begun");
    let second = Client::try_join(at, &opened.battle, &opened.tokens[1], "0c", 0).await.unwrap();
    let journal = format!("/api/battles/{}/journal", opened.battle);
    assert_eq!(get(at, &journal).await.status, 403, "a journal holds every secret");
    let mut clients = [first, second];
    play_out(&mut clients).await;
    let reply = clients[0].ask(json!({"do": "close", "seat": 0})).await;
    assert_eq!(reply["ok"]["closed"], json!(true), "{reply}");
    clients[1].until(|view| view["closed"] == json!(true)).await;
    let journal = get(at, &journal).await;
    assert_eq!(journal.status, 200);
    let journal = journal.json();
    assert_eq!(journal["chance"]["added"], json!(["0a0b", "0c"]), "what the seats added");
    assert_eq!(journal["commitment"], opened.answer["commitment"], "as it was published");
    let journal: umpire::Journal = serde_json::from_value(journal).unwrap();
    let proof = dice::DiceProof {
        commitment: journal.commitment.clone(),
        seats: journal.chance.added.clone(),
        server_seed: journal.chance.seed.clone(),
        rolls: journal.rolls().cloned().collect(),
    };
    assert!(dice::verify(&proof).unwrap().dice > 0);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_goes_on_after_the_server_was_stopped() {
    let place = file("restart");
    let house = House::open(&place, roomy()).await;
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford"})).await;
    let mut first = Client::join(house.address, &opened.battle, &opened.tokens[0]).await;
    let mut second = Client::join(house.address, &opened.battle, &opened.tokens[1]).await;
    first.until(|view| !view.is_null()).await;
    second.until(|view| !view.is_null()).await;
    let steps = first.view["prompt"]["fallback"].clone();
    let prompt = first.view["prompt"]["id"].clone();
    let told = first.play(&steps, "once").await;
    assert!(!told["ok"].is_null(), "{told}");
    let (seen, lines) = (first.view.clone(), first.lines.len());
    let stopping = house.stop();
    let bye = async {
        while let Some(message) = first.receive().await {
            if message["push"] == "bye" {
                return message["error"]["code"].clone();
            }
        }
        Value::Null
    };
    let ((), code) = tokio::join!(stopping, bye);
    assert_eq!(code, "going_away");

    let house = House::open(&place, roomy()).await;
    let mut first =
        Client::try_join(house.address, &opened.battle, &opened.tokens[0], "", lines).await.unwrap();
    first.until(|view| !view.is_null()).await;
    assert_eq!(first.view["scene"], seen["scene"]);
    assert_eq!(first.view["prompt"], seen["prompt"]);
    assert_eq!(first.view["lines"], json!([]), "only what is new is told again");
    let again = json!({"do": "play", "seat": 0, "prompt": prompt, "steps": steps, "choice": "once"});
    let again = first.ask(again).await;
    assert_eq!(again["ok"]["scene"], told["ok"]["scene"], "the same answer, not another choice");
    let loaded = house.archive.load(&opened.battle).await.unwrap();
    let named =
        |e: &&umpire::Entry| matches!(e, umpire::Entry::Play { choice: Some(id), .. } if id == "once");
    assert_eq!(loaded.journal.unwrap().entries.iter().filter(named).count(), 1);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_against_the_computer() {
    let house = House::open(&file("computer"), roomy()).await;
    let seats = json!([{"by": "person"}, {"by": "computer", "level": "recruit"}]);
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford", "seats": seats})).await;
    assert_eq!(opened.tokens.len(), 1, "the computer needs no token");
    let mut person = Client::join(house.address, &opened.battle, &opened.tokens[0]).await;
    for n in 0..300 {
        person.until(|view| over(view) || awaited(view, 0)).await;
        if over(&person.view) {
            break;
        }
        let steps = person.view["prompt"]["fallback"].clone();
        let reply = person.play(&steps, &format!("c{n}")).await;
        assert!(!reply["ok"].is_null(), "{reply}");
    }
    assert!(over(&person.view), "the battle ends");
    house.stop().await;
}

/// Computers play for whoever watches, from the moment he comes: not only when the server next looks around, which
/// it does every five seconds.
#[tokio::test(flavor = "multi_thread")]
async fn computers_begin_as_soon_as_somebody_watches() {
    let house = House::open(&file("watched"), roomy()).await;
    let recruit = json!({"by": "computer", "level": "recruit"});
    let wanted = json!({"game": "picket", "scenario": "ford", "seats": [recruit, recruit]});
    let opened = open(house.address, wanted).await;
    let mut bench = Client::join(house.address, &opened.battle, &opened.public).await;
    let began = Instant::now();
    bench.until(|view| over(view) || view["lines"].as_array().is_some_and(|lines| lines.len() > 3)).await;
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_agrees_to_close_a_battle() {
    let house = House::open(&file("agrees"), roomy()).await;
    let seats = json!([{"by": "person"}, {"by": "computer", "level": "recruit"}]);
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford", "seats": seats})).await;
    let mut person = Client::join(house.address, &opened.battle, &opened.tokens[0]).await;
    person.until(|view| awaited(view, 0)).await;
    person.ask(json!({"do": "close", "seat": 0})).await;
    person.until(|view| view["closed"] == json!(true)).await;
    let wrong = json!({"game": "picket", "scenario": "ford", "seats": [{"by": "person"}, {"by": "computer", "level": "god"}]});
    assert_eq!(post(house.address, "/api/battles", &wrong).await.status, 400);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_open_their_own_chair_and_can_be_changed() {
    let house = House::open(&file("tokens"), roomy()).await;
    let at = house.address;
    let (one, other) = (
        open(at, json!({"game": "picket", "scenario": "ford"})).await,
        open(at, json!({"game": "picket", "scenario": "ford"})).await,
    );
    for token in [&other.tokens[0], &"0".repeat(64), &String::new(), &one.battle] {
        let error = Client::try_join(at, &one.battle, token, "", 0).await.err().expect("no chair");
        assert_eq!(error["code"], "not_for_you");
        let chairs = json!({"chairs": [{"battle": one.battle, "token": token}]});
        assert_eq!(post(at, "/api/battles/mine", &chairs).await.json()[0]["error"]["code"], "not_for_you");
    }
    let mut first = Client::join(at, &one.battle, &one.tokens[0]).await;
    assert!(!first.ask(json!({"do": "begin"})).await["ok"].is_null());
    let mut bench = Client::join(at, &one.battle, &one.public).await;
    bench.until(|view| view["viewer"] == "public").await;
    for request in [
        json!({"do": "view", "viewer": {"seat": 0}}),
        json!({"do": "view", "viewer": "all"}),
        json!({"do": "options", "seat": 0}),
        json!({"do": "close", "seat": 0}),
        json!({"do": "begin"}),
        json!({"do": "journal"}),
        json!({"do": "open", "game": "picket", "scenario": "ford"}),
        json!({"do": "forget"}),
        json!({"do": "view", "viewer": "public", "battle": other.battle}),
    ] {
        let reply = bench.ask(request.clone()).await;
        assert_eq!(reply["error"]["code"], "not_for_you", "{request}: {reply}");
    }
    let path = format!("POST /api/battles/{}/token", one.battle);
    let head = |token: &str| format!("Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n");
    assert_eq!(http(at, &path, &head(&one.public), "{}").await.status, 403);
    assert_eq!(http(at, &path, &head(&other.tokens[0]), "{}").await.status, 401);
    assert_eq!(http(at, &path, "Content-Type: application/json\r\n", "{}").await.status, 401);
    let changed = http(at, &path, &head(&one.tokens[0]), "{}").await.json();
    let new = changed["token"].as_str().unwrap();
    while first.receive().await.is_some() {}
    assert!(Client::try_join(at, &one.battle, &one.tokens[0], "", 0).await.is_err(), "the old one is void");
    let mut first = Client::join(at, &one.battle, new).await;
    first.until(|view| awaited(view, 0)).await;
    let bench_changed = http(at, &path, &head(new), r#"{"public":true}"#).await;
    assert_eq!(bench_changed.status, 200);
    while bench.receive().await.is_some() {}
    assert!(Client::try_join(at, &one.battle, &one.public, "", 0).await.is_err());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_holder_is_told_what_battle_it_is_and_when_it_was_last_played() {
    let house = House::open(&file("last"), roomy()).await;
    let at = house.address;
    let wanted =
        json!({"game": "blucher", "scenario": "learning", "seats": [{"by": "person"}, {"by": "person"}]});
    let opened = open(at, wanted).await;
    let chairs = json!({"chairs": [{"battle": opened.battle, "token": opened.tokens[0]}]});
    let standing = || async { post(at, "/api/battles/mine", &chairs).await.json()[0]["ok"].clone() };
    let before = standing().await;
    assert_eq!((&before["title"], &before["begun"]), (&json!("Learning battle"), &json!(false)));
    let now = || std::time::UNIX_EPOCH.elapsed().unwrap().as_millis() as i64;
    let opening = before["last"].as_i64().unwrap();
    assert!((now() - 60_000..=now()).contains(&opening), "{opening}");
    tokio::time::sleep(Duration::from_millis(20)).await;
    let _first = Client::join(at, &opened.battle, &opened.tokens[0]).await;
    let _second = Client::join(at, &opened.battle, &opened.tokens[1]).await;
    let after = standing().await;
    assert!(after["last"].as_i64().unwrap() >= opening + 20, "{before} {after}");
    house.stop().await;
}

/// A client cannot see pings in a browser: it hears beats, on a socket and on a stream, also while nothing happens.
#[tokio::test(flavor = "multi_thread")]
async fn a_silent_battle_beats() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let often = Limits { silence: Duration::from_millis(1500), ..roomy() };
    let house = House::open(&file("beat"), often).await;
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford"})).await;
    let mut first = Client::join(house.address, &opened.battle, &opened.tokens[0]).await;
    assert_eq!(first.receive().await.unwrap(), json!({"push": "waiting", "seats": [1]}));
    for _ in 0..2 {
        assert_eq!(first.receive().await.unwrap(), json!({"push": "beat"}));
    }
    let mut listening = tokio::net::TcpStream::connect(house.address).await.unwrap();
    let (battle, token) = (&opened.battle, &opened.tokens[0]);
    let head = format!("Host: x\r\nAuthorization: Bearer {token}\r\n");
    let request = format!("GET /api/battles/{battle}/stream HTTP/1.1\r\n{head}\r\n");
    listening.write_all(request.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    while String::from_utf8_lossy(&heard).matches(r#"{"push":"beat"}"#).count() < 2 {
        assert!(listening.read_buf(&mut heard).await.unwrap() > 0);
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_over_plain_http() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let house = House::open(&file("bot"), roomy()).await;
    let at = house.address;
    let opened = open(at, json!({"game": "picket", "scenario": "ford"})).await;
    let bearer = |n: usize| format!("Authorization: Bearer {}\r\n", opened.tokens[n]);
    let mut listening = tokio::net::TcpStream::connect(at).await.unwrap();
    let request =
        format!("GET /api/battles/{}/stream HTTP/1.1\r\nHost: x\r\n{}\r\n", opened.battle, bearer(0));
    listening.write_all(request.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains(r#"{"push":"waiting","seats":[1]}"#) {
        assert!(listening.read_buf(&mut heard).await.unwrap() > 0);
    }
    let path = format!("POST /api/battles/{}/requests", opened.battle);
    let view = json!({"id": 7, "do": "view", "battle": opened.battle, "viewer": {"seat": 1}});
    let two = format!("{view}\n\nnonsense\n");
    let replies = http(at, &path, &bearer(1), &two).await;
    let replies: Vec<Value> = String::from_utf8(replies.body)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(replies.len(), 2);
    assert_eq!((&replies[0]["id"], &replies[0]["ok"]["viewer"]), (&json!(7), &json!({"seat": 1})));
    assert_eq!(replies[1]["error"]["code"], "not_json");
    while !String::from_utf8_lossy(&heard).contains(r#"{"push":"view""#) {
        assert!(listening.read_buf(&mut heard).await.unwrap() > 0);
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_the_rules_and_the_numbers_are_served() {
    let house = House::open(&file("served"), roomy()).await;
    let at = house.address;
    let page = get(at, "/").await;
    assert_eq!((page.status, page.body.starts_with(b"<!doctype html>")), (200, true));
    for header in
        ["content-security-policy: default-src 'none'; script-src 'self'", "x-content-type-options: nosniff"]
    {
        assert!(page.head.contains(header), "{}", page.head);
    }
    assert!(!page.head.contains("unsafe-inline") && !page.head.to_lowercase().contains("set-cookie"));
    assert_eq!(get(at, "/assets/a.js").await.status, 200);
    let rule = get(at, "/api/rules/bl-chg-07").await.json();
    assert_eq!(rule["id"], "BL-CHG-07");
    let found = get(at, "/api/rules?words=pivot%20charger").await.json();
    assert!(found.as_array().unwrap().iter().any(|rule| rule["id"] == "BL-CHG-04"));
    let book = get(at, "/api/games/blucher/book").await.json();
    let ids: Vec<&str> = book.as_array().unwrap().iter().filter_map(|rule| rule["id"].as_str()).collect();
    assert!(ids.starts_with(&["BL-DIC-01", "BL-DIC-02"]) && ids.contains(&"BL-VIC-01"));
    assert!(!ids.contains(&"BL-WEA-01"), "a rule that is not played");
    let found = get(at, "/api/rules?words=weather").await.json();
    assert_eq!(found, json!([]), "only rules that are played are found");
    let shown = get(at, "/api/games/blucher/scenarios/learning").await.json();
    assert!(shown["scene"]["pieces"].as_array().unwrap().len() > 4);
    assert_eq!((&shown["title"], &shown["length"]), (&json!("Learning battle"), &json!("14 turns")));
    assert!(shown["about"].as_str().unwrap().contains("village"));
    let plain = get(at, "/api/games/picket/scenarios/ford").await.json();
    assert_eq!(plain["title"], "Ford", "a name as people write names");
    assert_eq!(get(at, "/api/games").await.json()[0]["title"], "Blücher");
    let armies = get(at, "/api/games/blucher/scenarios/learning/armies").await.json();
    let units = |side: usize| armies[side]["units"].as_array().unwrap().clone();
    assert_eq!(
        (units(0).len(), units(1).len()),
        (8, 8),
        "the public sees no card of theirs, the list shows all"
    );
    assert!(units(1).iter().all(|unit| unit["piece"]["name"] != "" && unit["piece"]["side"] == 1));
    assert!(units(1)[0]["card"].as_array().unwrap().iter().any(|row| row[0] == "move"));
    assert_eq!(get(at, "/health").await.body, b"well\n");
    assert!(String::from_utf8(get(at, "/metrics").await.body).unwrap().contains("grognard_acts_total 0"));
    for path in
        ["/api", "/api/nothing", "/api/games/none/scenarios/x", "/api/rules/XX-YY-01", "/api/games/none/book"]
    {
        assert_eq!(get(at, path).await.status, 404, "{path}");
    }
    house.stop().await;
}
