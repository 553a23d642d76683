//! A token that was changed ends what was opened with it.

use crate::client::{Client, Opened, http, open};
use crate::house::{House, file, roomy};
use serde_json::json;
use server::Limits;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A stream that has been told something.
async fn stream(at: SocketAddr, battle: &str, token: &str) -> TcpStream {
    let mut stream = TcpStream::connect(at).await.unwrap();
    let head = format!("Host: x\r\nAuthorization: Bearer {token}\r\n");
    let request = format!("GET /api/battles/{battle}/stream HTTP/1.1\r\n{head}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains("\"push\"") {
        assert!(stream.read_buf(&mut heard).await.unwrap() > 0, "it is told something");
    }
    stream
}

/// The rest of a stream, until the server ends it.
async fn rest(mut stream: TcpStream) -> String {
    let mut heard = Vec::new();
    // The chunk of no bytes is the end; the connection itself may be kept.
    while !heard.ends_with(b"0\r\n\r\n") {
        if stream.read_buf(&mut heard).await.unwrap() == 0 {
            break;
        }
    }
    String::from_utf8_lossy(&heard).into_owned()
}

/// Opens a socket and a stream with the first seat's token at `there`, changes the token at `here`, and gives how
/// long it took until both were ended.
async fn changed(here: SocketAddr, there: SocketAddr, opened: &Opened) -> Duration {
    let token = &opened.tokens[0];
    let mut socket = Client::join(there, &opened.battle, token).await;
    let stream = stream(there, &opened.battle, token).await;
    let mut other = Client::join(there, &opened.battle, &opened.tokens[1]).await;
    other.until(|view| !view["scene"].is_null()).await;
    let head = format!("Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n");
    let path = format!("POST /api/battles/{}/token", opened.battle);
    assert_eq!(http(here, &path, &head, "{}").await.status, 200);
    let began = Instant::now();
    let mut last = json!(null);
    while let Some(message) = socket.receive().await {
        last = message;
    }
    assert_eq!((&last["push"], &last["error"]["code"]), (&json!("bye"), &json!("going_away")));
    let rest = timeout(Duration::from_secs(20), rest(stream)).await.expect("it is ended");
    assert!(rest.contains("\"bye\"") && rest.contains("no longer holds"), "{rest}");
    let took = began.elapsed();
    other.look().await;
    assert!(!other.view["scene"].is_null(), "the others stay");
    took
}

/// Seldom looked at by itself: what ends in time here was ended by a hint.
fn seldom() -> Limits {
    Limits { silence: Duration::from_hours(1), ..roomy() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_token_ends_its_socket_and_its_stream() {
    let house = House::open(&file("change"), seldom()).await;
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford"})).await;
    let took = changed(house.address, house.address, &opened).await;
    assert!(took < Duration::from_secs(5), "{took:?}");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_changed_at_one_node_ends_at_the_other_by_a_hint() {
    let one = House::open(&file("change-hint"), seldom()).await;
    let other = House::beside(&one, seldom()).await;
    let opened = open(one.address, json!({"game": "picket", "scenario": "ford"})).await;
    let took = changed(one.address, other.address, &opened).await;
    assert!(took < Duration::from_secs(5), "{took:?}");
    other.stop().await;
    one.stop().await;
}

/// Two archives on one file hear nothing of each other: a lost hint. The token is looked at with every ping.
#[tokio::test(flavor = "multi_thread")]
async fn a_token_changed_at_one_node_ends_at_the_other_without_a_hint() {
    let place = file("change-silent");
    let one = House::open(&place, seldom()).await;
    let often = Limits { silence: Duration::from_secs(6), ..roomy() };
    let other = House::open(&place, often).await;
    let opened = open(one.address, json!({"game": "picket", "scenario": "ford"})).await;
    let took = changed(one.address, other.address, &opened).await;
    assert!(took < Duration::from_secs(6), "a third of the silence, and a busy machine: {took:?}");
    other.stop().await;
    one.stop().await;
}
