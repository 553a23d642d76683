//! A client: HTTP by hand, and sockets. Every byte it is sent can be kept.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Longer than anything in a test takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answered {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&self.body)))
    }
}

/// One request on a connection of its own. `head` has the further lines of it.
pub(crate) async fn http(address: SocketAddr, line: &str, head: &str, body: &str) -> Answered {
    let request = format!(
        "{line} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n{head}\r\n{body}",
        body.len()
    );
    raw(address, request.as_bytes()).await
}

/// Some bytes, and all that is answered until the connection ends.
pub(crate) async fn raw(address: SocketAddr, bytes: &[u8]) -> Answered {
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    let _ = stream.write_all(bytes).await;
    let mut all = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("an answer in time");
    let end = all.windows(4).position(|w| w == b"\r\n\r\n").map_or(all.len(), |at| at + 4);
    let head = String::from_utf8_lossy(&all[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let body = unchunked(&head, &all[end..]);
    Answered { status, head, body }
}

fn unchunked(head: &str, body: &[u8]) -> Vec<u8> {
    if !head.to_lowercase().contains("transfer-encoding: chunked") {
        return body.to_vec();
    }
    let (mut rest, mut whole) = (body, Vec::new());
    while let Some(end) = rest.windows(2).position(|w| w == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&rest[..end]), 16).unwrap_or(0);
        let from = end + 2;
        if size == 0 || rest.len() < from + size + 2 {
            break;
        }
        whole.extend_from_slice(&rest[from..from + size]);
        rest = &rest[from + size + 2..];
    }
    whole
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> Answered {
    http(address, &format!("GET {path}"), "", "").await
}

pub(crate) async fn post(address: SocketAddr, path: &str, body: &Value) -> Answered {
    let head = "Content-Type: application/json\r\n";
    http(address, &format!("POST {path}"), head, &body.to_string()).await
}

/// A battle that was opened, with every token.
#[derive(Clone)]
pub(crate) struct Opened {
    pub(crate) battle: String,
    pub(crate) tokens: Vec<String>,
    pub(crate) public: String,
    pub(crate) answer: Value,
}

pub(crate) async fn open(address: SocketAddr, wanted: Value) -> Opened {
    let answered = post(address, "/api/battles", &wanted).await;
    assert_eq!(answered.status, 201, "{}", String::from_utf8_lossy(&answered.body));
    let answer = answered.json();
    let token = |seat: &Value| seat["token"].as_str().map(str::to_owned);
    Opened {
        battle: answer["battle"].as_str().expect("a name").to_owned(),
        tokens: answer["seats"].as_array().expect("seats").iter().filter_map(token).collect(),
        public: answer["public"]["token"].as_str().expect("a token").to_owned(),
        answer,
    }
}

/// A socket.
pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    pub(crate) battle: String,
    pub(crate) viewer: Value,
    /// The newest view.
    pub(crate) view: Value,
    /// Every line that it was told.
    pub(crate) lines: Vec<Value>,
    /// Everything that it was sent, if it is to be kept.
    pub(crate) heard: Option<Vec<String>>,
    asked: u64,
}

impl Client {
    /// Only connects.
    pub(crate) async fn connect(address: SocketAddr) -> WebSocketStream<TcpStream> {
        let stream = TcpStream::connect(address).await.expect("the server listens");
        let url = format!("ws://{address}/api/socket");
        timeout(PATIENCE, client_async(url, stream)).await.expect("in time").expect("a socket").0
    }

    /// Connects and joins. `Err` is the server's error.
    pub(crate) async fn try_join(
        address: SocketAddr,
        battle: &str,
        token: &str,
        bytes: &str,
        since: usize,
    ) -> Result<Self, Value> {
        let socket = Self::connect(address).await;
        let (battle, viewer, view) = (battle.to_owned(), Value::Null, Value::Null);
        let mut client =
            Self { socket, battle, viewer, view, lines: Vec::new(), heard: Some(Vec::new()), asked: 0 };
        let join = json!({"do": "join", "token": token, "bytes": bytes, "since": since});
        let reply = client.ask(join).await;
        if reply["ok"].is_null() {
            return Err(reply["error"].clone());
        }
        client.viewer = reply["ok"]["viewer"].clone();
        Ok(client)
    }

    pub(crate) async fn join(address: SocketAddr, battle: &str, token: &str) -> Self {
        Self::try_join(address, battle, token, "", 0).await.expect("a chair")
    }

    pub(crate) fn seat(&self) -> u64 {
        self.viewer["seat"].as_u64().expect("a seat")
    }

    pub(crate) async fn send(&mut self, text: String) {
        self.socket.send(Message::Text(text.into())).await.expect("it can be sent");
    }

    /// The next message; `None` when the socket is closed.
    pub(crate) async fn receive(&mut self) -> Option<Value> {
        timeout(PATIENCE, self.next_text()).await.expect("a message in time")
    }

    async fn next_text(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await? {
                Ok(Message::Text(text)) => {
                    if let Some(heard) = &mut self.heard {
                        heard.push(text.to_string());
                    }
                    let value: Value = serde_json::from_str(&text).expect("JSON");
                    self.note(&value);
                    return Some(value);
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                _ => return None,
            }
        }
    }

    fn note(&mut self, message: &Value) {
        let view = match (&message["push"], &message["ok"]["scene"]) {
            (Value::String(push), _) if push == "view" => &message["view"],
            (_, scene) if !scene.is_null() && message["ok"]["viewer"] == self.viewer => &message["ok"],
            _ => return,
        };
        self.view = view.clone();
        for line in view["lines"].as_array().expect("lines") {
            if line["number"].as_u64() == Some(self.lines.len() as u64 + 1) {
                self.lines.push(line.clone());
            }
        }
    }

    /// Asks and waits for the reply; what is pushed meanwhile is noted.
    pub(crate) async fn ask(&mut self, mut request: Value) -> Value {
        self.asked += 1;
        let id = json!(self.asked);
        request["id"] = id.clone();
        if request["battle"].is_null() {
            request["battle"] = json!(self.battle);
        }
        self.send(request.to_string()).await;
        loop {
            let message = self.receive().await.expect("a reply before the socket is closed");
            if message["push"].is_null() {
                assert_eq!(message["id"], id, "replies come in order");
                return message;
            }
        }
    }

    /// Asks for the newest view.
    pub(crate) async fn look(&mut self) {
        let request = json!({"do": "view", "viewer": self.viewer, "since": self.lines.len()});
        self.ask(request).await;
    }

    /// Waits until the view is as wanted.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) {
        while !wanted(&self.view) {
            assert!(
                self.receive().await.is_some(),
                "the socket was closed; last: {}",
                self.view["scene"]["clock"]
            );
        }
    }

    /// Plays steps in answer to its prompt.
    pub(crate) async fn play(&mut self, steps: &Value, choice: &str) -> Value {
        let (seat, prompt, since) = (self.seat(), self.view["prompt"]["id"].clone(), self.lines.len());
        let request = json!({"do": "play", "seat": seat, "prompt": prompt, "steps": steps, "choice": choice, "since": since});
        self.ask(request).await
    }
}

/// Is the battle over?
pub(crate) fn over(view: &Value) -> bool {
    !view["outcome"].is_null() || view["closed"] == json!(true)
}

/// Is this viewer awaited?
pub(crate) fn awaited(view: &Value, seat: u64) -> bool {
    let seats = view["awaited"].as_array().map(Vec::as_slice).unwrap_or_default();
    seats.iter().any(|awaited| awaited.as_u64() == Some(seat))
}
