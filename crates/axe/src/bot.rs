//! A bot: it holds one seat, plays at random, and comes back whenever it is cut off.

use crate::ledger::Ledger;
use crate::node::Nodes;
use crate::{Random, Tally};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use umpire::Seat;

/// The longest that a bot waits for an answer before it joins again.
const PATIENCE: Duration = Duration::from_secs(20);
/// After so many choices it asks to close the battle: even a long one ends.
const ENOUGH: u64 = 120;
/// The most steps of one draft.
const LONGEST_DRAFT: usize = 6;

/// A bot.
pub(crate) struct Bot<'a> {
    nodes: &'a Nodes,
    tally: &'a Tally,
    battle: String,
    pub(crate) seat: Seat,
    token: String,
    random: Random,
    pub(crate) ledger: Ledger,
    /// A choice that was sent and not answered yet.
    pending: Option<Pending>,
    choices: u64,
    joined_before: bool,
    /// Shared with the other bot: one has had enough, and both ask to close.
    enough: &'a AtomicBool,
}

/// A choice that was sent.
#[derive(Clone)]
struct Pending {
    choice: String,
    prompt: u64,
    steps: Value,
}

/// Why a connection is over.
enum Over {
    /// It was lost: join again.
    Lost,
    /// The battle is closed.
    Closed,
    /// A promise was broken.
    Broken(String),
}

impl From<String> for Over {
    fn from(why: String) -> Self {
        Self::Broken(why)
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A connection and the last view that came through it.
struct Line {
    socket: Socket,
    id: u64,
    view: Option<Value>,
}

impl<'a> Bot<'a> {
    pub(crate) fn new(
        nodes: &'a Nodes,
        battle: &str,
        seat: u8,
        token: &str,
        seed: u64,
        (tally, enough): (&'a Tally, &'a AtomicBool),
    ) -> Self {
        Self {
            nodes,
            tally,
            battle: battle.to_owned(),
            seat: Seat::new(seat).unwrap_or(Seat::FIRST),
            token: token.to_owned(),
            random: Random::new(seed),
            ledger: Ledger::default(),
            pending: None,
            choices: 0,
            joined_before: false,
            enough,
        }
    }

    /// Plays until the battle is closed, through as many connections as it takes.
    pub(crate) async fn fight(&mut self) -> Result<(), String> {
        loop {
            match self.connection().await {
                Err(Over::Closed) => return Ok(()),
                Err(Over::Broken(why)) => return Err(format!("{}: {why}", self.seat)),
                Ok(()) | Err(Over::Lost) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }

    async fn connection(&mut self) -> Result<(), Over> {
        let server = self.nodes.any(&mut self.random).ok_or(Over::Lost)?;
        let url = format!("ws://{server}/api/socket");
        let joining = timeout(PATIENCE, tokio_tungstenite::connect_async(url)).await;
        let (socket, _) = joining.map_err(|_| Over::Lost)?.map_err(|_| Over::Lost)?;
        let mut line = Line { socket, id: 0, view: None };
        let join = json!({ "do": "join", "battle": self.battle, "token": self.token, "since": self.ledger.lines.len(),
            "bytes": format!("{:016x}", self.random.draw()) });
        let joined = self.ask(&mut line, join).await?;
        if joined.get("ok").is_none() {
            return Err(trouble("join", &joined));
        }
        if self.joined_before && joined["ok"]["begun"] == true {
            let whole =
                json!({ "do": "view", "battle": self.battle, "viewer": { "seat": self.seat }, "since": 0 });
            let said = self.ask(&mut line, whole).await?;
            let Some(view) = said.get("ok") else { return Err(trouble("view", &said)) };
            self.ledger.hear_again(view)?;
            Tally::count(&self.tally.rejoined);
            line.view = Some(view.clone());
        }
        self.joined_before = true;
        loop {
            self.turn(&mut line).await?;
        }
    }

    /// One thing at a time: send again what was not answered, close what is over, answer what is asked, or wait.
    async fn turn(&mut self, line: &mut Line) -> Result<(), Over> {
        if let Some(pending) = self.pending.clone() {
            return self.send(line, pending).await;
        }
        let Some(view) = line.view.clone() else { return self.listen(line).await };
        if view["closed"] == true {
            return Err(Over::Closed);
        }
        if self.choices >= ENOUGH || self.nodes.is_last_battle() {
            self.enough.store(true, Ordering::Relaxed);
        }
        if view["outcome"] != Value::Null || self.enough.load(Ordering::Relaxed) {
            return self.close(line).await;
        }
        match view["prompt"]["id"].as_u64() {
            Some(prompt) if view["prompt"]["answered"] != true => {
                let Some(steps) = self.think(line, &view).await? else { return self.look(line).await };
                self.choices += 1;
                let choice = format!("{}-{}", self.seat.number(), self.choices);
                let pending = Pending { choice, prompt, steps };
                self.pending = Some(pending.clone());
                self.send(line, pending).await
            }
            // The other may have had enough meanwhile, of which no push tells.
            _ => self.wait_for_the_other(line).await,
        }
    }

    /// Sends a choice, the first time or again.
    async fn send(&mut self, line: &mut Line, pending: Pending) -> Result<(), Over> {
        let Pending { choice, prompt, steps } = pending;
        let play = json!({ "do": "play", "battle": self.battle, "seat": self.seat, "prompt": prompt,
            "steps": steps, "choice": choice, "since": self.ledger.lines.len() });
        let said = match self.ask(line, play).await {
            Err(Over::Lost) => {
                Tally::count(&self.tally.repeated);
                return Err(Over::Lost);
            }
            said => said?,
        };
        if let Some(view) = said.get("ok") {
            self.ledger.acknowledge(&choice, prompt);
            Tally::count(&self.tally.acknowledged);
            self.pending = None;
            self.ledger.hear(view)?;
            line.view = Some(view.clone());
            return Ok(());
        }
        match said["error"]["code"].as_str() {
            // It was not played, and this question is no longer asked.
            Some("stale_prompt" | "battle_over") => {
                self.ledger.refuse(&choice);
                self.pending = None;
                self.look(line).await
            }
            code => {
                if code == Some("unavailable") {
                    Tally::count(&self.tally.unavailable);
                }
                Err(trouble("play", &said))
            }
        }
    }

    /// Asks to close, and waits for the other to ask too.
    async fn close(&mut self, line: &mut Line) -> Result<(), Over> {
        let close = json!({ "do": "close", "battle": self.battle, "seat": self.seat, "since": self.ledger.lines.len() });
        let said = self.ask(line, close).await?;
        if let Some(view) = said.get("ok") {
            self.ledger.hear(view)?;
            line.view = Some(view.clone());
            return if view["closed"] == true {
                Err(Over::Closed)
            } else {
                self.wait_for_the_other(line).await
            };
        }
        match said["error"]["code"].as_str() {
            // Closed already, or asked already.
            Some("battle_over") => Err(Over::Closed),
            Some("bad_request") => self.wait_for_the_other(line).await,
            _ => Err(trouble("close", &said)),
        }
    }

    /// Waits for a change. The other may play on after an ask to close, which is then forgotten: after each change
    /// it is asked again.
    async fn wait_for_the_other(&mut self, line: &mut Line) -> Result<(), Over> {
        let heard = timeout(Duration::from_millis(500), self.listen(line)).await;
        match heard {
            Ok(heard) => heard,
            Err(_) => self.look(line).await,
        }
    }

    /// A legal draft at random, or the one that is always legal; none if there is neither.
    async fn think(&mut self, line: &mut Line, view: &Value) -> Result<Option<Value>, Over> {
        let mut draft = Vec::new();
        for _ in 0..LONGEST_DRAFT {
            let ask = json!({ "do": "options", "battle": self.battle, "seat": self.seat, "draft": draft });
            let said = self.ask(line, ask).await?;
            let offers =
                said["ok"]["steps"].as_array().into_iter().flatten().map(|offer| offer["step"].clone());
            let snaps = said["ok"]["places"].as_array().into_iter().flatten();
            let snaps = snaps.flat_map(|place| place["snaps"].as_array().into_iter().flatten().cloned());
            let steps: Vec<Value> = offers.chain(snaps).collect();
            let Some(step) = self.random.one(&steps) else { break };
            draft.push(step.clone());
            let ask = json!({ "do": "judge", "battle": self.battle, "seat": self.seat, "draft": draft });
            let judged = self.ask(line, ask).await?;
            let missing = judged["ok"]["missing"].as_array().map(Vec::len);
            match missing {
                Some(0) => return Ok(Some(json!(draft))),
                Some(_) => {}
                None => break,
            }
        }
        Ok(view["prompt"].get("fallback").filter(|steps| steps.is_array()).cloned())
    }

    /// Looks at the battle anew.
    async fn look(&mut self, line: &mut Line) -> Result<(), Over> {
        let ask = json!({ "do": "view", "battle": self.battle, "viewer": { "seat": self.seat },
            "since": self.ledger.lines.len() });
        let said = self.ask(line, ask).await?;
        let Some(view) = said.get("ok") else { return Err(trouble("view", &said)) };
        self.ledger.hear(view)?;
        line.view = Some(view.clone());
        Ok(())
    }

    /// Sends a request and waits for its reply; pushes that come before it are heard.
    async fn ask(&mut self, line: &mut Line, mut request: Value) -> Result<Value, Over> {
        line.id += 1;
        request["id"] = json!(line.id);
        let sent = line.socket.send(Message::text(request.to_string())).await;
        sent.map_err(|_| Over::Lost)?;
        let end = Instant::now() + PATIENCE;
        loop {
            let said = self.next(line, end).await?;
            if said["id"] == json!(line.id) {
                return Ok(said);
            }
        }
    }

    /// Waits for a push.
    async fn listen(&mut self, line: &mut Line) -> Result<(), Over> {
        self.next(line, Instant::now() + PATIENCE).await.map(drop)
    }

    /// The next message. A push is heard at once: what it tells was told, whatever happens next.
    async fn next(&mut self, line: &mut Line, end: Instant) -> Result<Value, Over> {
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = timeout(left, line.socket.next()).await.map_err(|_| Over::Lost)?;
            let Some(Ok(message)) = message else { return Err(Over::Lost) };
            let Message::Text(text) = message else { continue };
            let said: Value = serde_json::from_str(&text).map_err(|e| format!("not JSON: {e}: {text}"))?;
            match said["push"].as_str() {
                Some("view") => {
                    self.ledger.hear(&said["view"])?;
                    line.view = Some(said["view"].clone());
                }
                Some("bye") => return Err(Over::Lost),
                _ => {}
            }
            return Ok(said);
        }
    }
}

/// What an answer that is not `ok` means: try again, or a broken promise.
fn trouble(what: &str, said: &Value) -> Over {
    match said["error"]["code"].as_str() {
        Some("unavailable" | "going_away" | "too_fast" | "too_many") => Over::Lost,
        _ => Over::Broken(format!("{what}: {said}")),
    }
}
