//! Those who take their time: with a body, or with what they asked for.

use crate::again::metric;
use crate::client::{Client, http, open, post};
use crate::house::{House, file, roomy};
use serde_json::{Value, json};
use server::Limits;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_end_in_time_is_refused() {
    let house =
        House::open(&file("slow-body"), Limits { whole_body: Duration::from_secs(1), ..roomy() }).await;
    for path in ["/api/battles", "/api/battles/mine"] {
        let stream = TcpStream::connect(house.address).await.unwrap();
        let (mut read, mut write) = stream.into_split();
        let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n");
        write.write_all(format!("{head}Content-Length: 100000\r\n\r\n").as_bytes()).await.unwrap();
        let began = Instant::now();
        // A byte now and then: it is never silent for long.
        let writer = tokio::spawn(async move {
            while write.write_all(b" ").await.is_ok() && began.elapsed() < Duration::from_secs(15) {
                sleep(Duration::from_millis(50)).await;
            }
        });
        let mut heard = Vec::new();
        let _ = timeout(Duration::from_secs(15), read.read_to_end(&mut heard)).await.expect("an end in time");
        let heard = String::from_utf8_lossy(&heard);
        assert!(
            heard.starts_with("HTTP/1.1 408") && heard.contains("did not come in time"),
            "{path}: {heard}"
        );
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        writer.await.unwrap();
    }
    let wanted = json!({"game": "picket", "scenario": "ford"});
    assert_eq!(post(house.address, "/api/battles", &wanted).await.status, 201, "others do not notice");
    house.stop().await;
}

/// Many long replies are asked for at once and not read: the later ones are not worked out yet, and when the token is
/// changed they never are.
#[tokio::test(flavor = "multi_thread")]
async fn replies_are_worked_out_as_they_are_read_and_end_with_the_token() {
    let house = House::open(&file("slow-reader"), roomy()).await;
    let at = house.address;
    // The scenario is in its journal whole.
    let text = format!("{}\n# {}\n", blucher::scenarios().swap_remove(0).text, "x".repeat(150_000));
    let opened = open(at, json!({"game": "blucher", "text": text})).await;
    let (battle, token) = (&opened.battle, &opened.tokens[0]);
    let mut first = Client::join(at, battle, token).await;
    let mut second = Client::join(at, battle, &opened.tokens[1]).await;
    for (seat, client) in [&mut first, &mut second].into_iter().enumerate() {
        client.until(|view| !view["scene"].is_null()).await;
        client.ask(json!({"do": "close", "seat": seat})).await;
    }
    drop((first, second));
    let ask = json!({"id": 1, "do": "journal", "battle": battle}).to_string() + "\n";
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let path = format!("POST /api/battles/{battle}/requests");
    let one = http(at, &path, &bearer, &ask).await;
    assert!(
        one.body.len() * 99 > 8 << 20,
        "more than fits into the buffers of a connection: {}",
        one.body.len()
    );
    let errors = metric(at, "grognard_errors_total").await;

    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(8 << 10).unwrap();
    let mut stream = socket.connect(at).await.unwrap();
    let body = ask.repeat(99) + "nonsense\n";
    let head = format!("{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{bearer}");
    let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    while heard.len() < 1000 {
        assert!(stream.read_buf(&mut heard).await.unwrap() > 0);
    }
    sleep(Duration::from_secs(2)).await;
    assert_eq!(metric(at, "grognard_errors_total").await, errors, "the last line is not read yet");
    let json = format!("Content-Type: application/json\r\n{bearer}");
    assert_eq!(http(at, &format!("POST /api/battles/{battle}/token"), &json, "{}").await.status, 200);
    let _ = timeout(Duration::from_secs(20), stream.read_to_end(&mut heard)).await.expect("an end in time");
    let heard = String::from_utf8_lossy(&heard);
    let replies = heard.matches(r#"{"id":1,"ok":"#).count();
    assert!((1..99).contains(&replies), "{replies}");
    assert!(heard.contains("this token no longer holds"), "{}", &heard[heard.len() - 300..]);
    assert_eq!(metric(at, "grognard_errors_total").await, errors, "the last line was never read");
    house.stop().await;
}

/// What is found is sent as it is found, in order, whether it is an answer or an error.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_ones_own_battles_is_not_gathered() {
    let house = House::open(&file("mine"), roomy()).await;
    let at = house.address;
    let opened = open(at, json!({"game": "picket", "scenario": "ford"})).await;
    let held = |token: &str| json!({"battle": opened.battle, "token": token});
    let ask =
        |chairs: Vec<Value>| async move { post(at, "/api/battles/mine", &json!({"chairs": chairs})).await };
    assert_eq!(ask(Vec::new()).await.json(), json!([]));
    let found = ask(vec![held(&opened.tokens[1]), held("none"), held(&opened.public)]).await;
    assert!(found.head.to_lowercase().contains("transfer-encoding: chunked"), "{}", found.head);
    assert!(found.head.to_lowercase().contains("content-type: application/json"), "{}", found.head);
    let found = found.json();
    assert_eq!(found.as_array().map(Vec::len), Some(3));
    assert_eq!(found[0]["ok"]["viewer"], json!({"seat": 1}));
    assert_eq!(found[1]["error"]["code"], "not_for_you");
    assert_eq!(found[2]["ok"]["viewer"], "public");
    assert_eq!(ask(vec![held("none"); 101]).await.status, 429);
    house.stop().await;
}
