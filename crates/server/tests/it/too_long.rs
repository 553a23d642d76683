//! What is too long for a socket is said to be, and can be had elsewhere.

use crate::again::{play, seated};
use crate::client::{Client, get, http, open};
use crate::house::{House, file, roomy};
use serde_json::{Value, json};
use server::Limits;

fn sentence(reply: &Value) -> &str {
    assert_eq!(reply["error"]["code"], "too_long", "{reply}");
    reply["error"]["sentence"].as_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_long_for_a_socket_can_be_had_over_http() {
    let house = House::open(&file("too-long"), roomy()).await;
    let text = blucher::scenarios().swap_remove(0).text.replace("turns = 14", "turns = 100");
    let opened = open(house.address, json!({"game": "blucher", "text": text})).await;
    assert_eq!(play(&mut seated(house.address, &opened).await, 60).await, 60);
    let mut first = Client::join(house.address, &opened.battle, &opened.tokens[0]).await;
    let all = json!({"do": "view", "viewer": {"seat": 0}});
    let whole = first.ask(all.clone()).await["ok"].clone();
    let last = whole["lines"].as_array().unwrap().len();
    let newest = first.ask(json!({"do": "view", "viewer": {"seat": 0}, "since": last})).await["ok"].clone();
    let [long, short] = [&whole, &newest].map(|view| view.to_string().len());

    // A server whose sockets take the newest view, and not the log.
    let other = House::beside(&house, Limits { sent: usize::midpoint(long, short), ..roomy() }).await;
    let at = other.address;
    let mut late = Client::join(at, &opened.battle, &opened.tokens[0]).await;
    let bye = late.receive().await.unwrap();
    assert_eq!(bye["push"], "bye", "the first view is not sent");
    assert!(sentence(&bye).contains("POST /api/battles/{battle}/requests"), "{bye}");
    assert_eq!(late.receive().await, None, "and the socket is closed");

    // As it was told: by HTTP, and then from the last line on.
    let path = format!("/api/battles/{}", opened.battle);
    let head = format!("Authorization: Bearer {}\r\n", opened.tokens[0]);
    let mut line = all.clone();
    (line["id"], line["battle"]) = (json!(1), json!(opened.battle));
    let asked = http(at, &format!("POST {path}/requests"), &head, &line.to_string()).await.json();
    assert_eq!(asked["ok"]["lines"], whole["lines"]);
    let mut clients = Vec::new();
    for token in &opened.tokens {
        clients.push(Client::try_join(at, &opened.battle, token, "", last).await.unwrap());
    }
    assert_eq!(clients[0].receive().await.unwrap()["push"], "view");
    let told = sentence(&clients[0].ask(all).await).to_owned();
    assert!(told.ends_with(&format!("POST {path}/requests")), "{told}");

    // An act is done, though the log that was asked for with it is too long: it is not said that it was not.
    let before = house.archive.next(&opened.battle).await.unwrap();
    let closing = clients[0].ask(json!({"do": "close", "seat": 0, "since": 0})).await;
    assert_eq!(closing["ok"]["lines"], json!([]), "{closing}");
    assert!(house.archive.next(&opened.battle).await.unwrap() > before);
    let pushed = clients[0].receive().await.unwrap();
    assert_eq!(pushed["view"]["lines"][0]["number"], last + 1, "what is new is pushed: {pushed}");

    assert!(clients[1].ask(json!({"do": "close", "seat": 1, "since": last})).await["ok"].is_object());
    let told = sentence(&clients[1].ask(json!({"do": "journal"})).await).to_owned();
    assert!(told.ends_with(&format!("GET {path}/journal")), "{told}");
    assert_eq!(get(at, &format!("{path}/journal")).await.json()["game"], "blucher");
    other.stop().await;
    house.stop().await;
}
