//! One WebSocket a chair.

use crate::guard::Address;
use crate::hall::Hall;
use crate::limits::{Bucket, Counted, What};
use crate::message::{Hall as Ask, Join};
use crate::requests::Replied;
use crate::token::Token;
use crate::watcher::{Watcher, beat, bye};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use umpire::{Answer, Code};

/// So many messages that had to wait, one after the other, are a flood.
const FLOOD: u32 = 500;

/// What is said to somebody who has missed more of the log than a socket takes; a close frame takes 123 bytes of it.
const MISSED: &str = "too much for a socket: ask `view` at POST /api/battles/{battle}/requests, join with its last line as `since`";

/// Takes a socket.
pub(crate) async fn open(
    State(hall): State<Arc<Hall>>,
    Extension(Address(address)): Extension<Address>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(counted) = hall.addresses.enter(address, What::Socket) else {
        hall.metrics.turned_away.fetch_add(1, Relaxed);
        return crate::guard::refuse(Code::TooMany, "your address has as many sockets as it may")
            .into_response();
    };
    let longest = hall.limits.message;
    upgrade
        .max_message_size(longest)
        .max_frame_size(longest)
        .read_buffer_size(4 << 10)
        .write_buffer_size(0)
        // What is longer is not sent; the frame around it has a few bytes too.
        .max_write_buffer_size(hall.limits.sent + (4 << 10))
        .on_upgrade(move |socket| run(hall, socket, address, counted))
}

async fn run(hall: Arc<Hall>, socket: WebSocket, asker: IpAddr, _counted: Counted) {
    hall.metrics.sockets.fetch_add(1, Relaxed);
    let mut line = Wire { hall: Arc::clone(&hall), socket, asker };
    if let Err(end) = line.serve().await {
        line.end(end).await;
    }
    hall.metrics.sockets.fetch_sub(1, Relaxed);
}

/// Why a socket ends.
enum End {
    /// The other side went away, or does not read.
    Gone,
    /// We close it, with these words.
    Bye(Code, &'static str),
}

struct Wire {
    hall: Arc<Hall>,
    socket: WebSocket,
    /// The address at the other end.
    asker: IpAddr,
}

impl Wire {
    async fn serve(&mut self) -> Result<(), End> {
        let mut watcher = self.join().await?;
        let mut stopping = self.hall.stopping.subscribe();
        let mut bucket = bucket(&self.hall);
        let (mut waited, mut heard) = (0, Instant::now());
        let mut ping = interval(self.hall.limits.silence / 3);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ping.reset();
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    let Some(Ok(message)) = message else { return Err(End::Gone) };
                    heard = Instant::now();
                    waited = throttle(&mut bucket, waited).await?;
                    match message {
                        Message::Text(text) => self.answer(&mut watcher, text.as_bytes()).await?,
                        Message::Binary(bytes) => self.answer(&mut watcher, &bytes).await?,
                        Message::Close(_) => return Err(End::Gone),
                        Message::Ping(_) | Message::Pong(_) => {}
                    }
                }
                changed = watcher.moment.changed() => {
                    if changed.is_err() {
                        return Err(End::Bye(Code::GoingAway, "join again"));
                    }
                    self.push(&mut watcher).await?;
                }
                Ok(()) = watcher.thought.changed() => {
                    if let Some(text) = watcher.thinking() {
                        self.say(text).await?;
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > self.hall.limits.silence {
                        return Err(End::Bye(Code::GoingAway, "nothing was heard from you for too long"));
                    }
                    // Another node may have revoked the token, and its hint may be lost.
                    self.still_holds(&mut watcher).await?;
                    // By the ping we notice a client that is gone; browsers hide it, so the beat tells him of us.
                    self.send(Message::Ping(Vec::new().into())).await?;
                    self.say(beat()).await?;
                }
                _ = stopping.changed() => {
                    return Err(End::Bye(Code::GoingAway, "the server stops; join again"));
                }
            }
        }
    }

    /// The first message: who is it?
    async fn join(&mut self) -> Result<Watcher, End> {
        let Ok(first) = timeout(self.hall.limits.first_message, self.first()).await else {
            return Err(End::Bye(Code::BadRequest, "the first message did not come in time"));
        };
        let text = first?;
        let (id, joined) = match umpire::read_request(&text, self.hall.limits.message) {
            Ok((id, fields)) => (id, enter(&self.hall, fields).await),
            Err((id, answer)) => (id, Err(answer)),
        };
        match joined {
            Ok(watcher) => {
                let joined = watcher.live.joined(watcher.viewer);
                self.say(Replied::ok(id, joined).text).await?;
                Ok(watcher)
            }
            Err(answer) => {
                self.hall.metrics.errors.fetch_add(1, Relaxed);
                self.say(Replied::error(id, answer).text).await?;
                Err(End::Bye(Code::NotForYou, "you have no chair here"))
            }
        }
    }

    async fn first(&mut self) -> Result<Vec<u8>, End> {
        loop {
            match self.socket.recv().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_bytes().to_vec()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return Err(End::Gone),
            }
        }
    }

    async fn answer(&mut self, watcher: &mut Watcher, line: &[u8]) -> Result<(), End> {
        if watcher.doubted() {
            self.still_holds(watcher).await?;
        }
        let longest = self.hall.limits.sent;
        let replied = self.hall.reply(&watcher.live, watcher.viewer, self.asker, longest, line).await;
        if let Some(acted) = &replied.acted {
            watcher.got(acted);
        }
        self.say(replied.text).await
    }

    async fn still_holds(&mut self, watcher: &mut Watcher) -> Result<(), End> {
        let gone = End::Bye(Code::GoingAway, "this token no longer holds");
        if watcher.holds(&self.hall).await { Ok(()) } else { Err(gone) }
    }

    async fn push(&mut self, watcher: &mut Watcher) -> Result<(), End> {
        if watcher.doubted() {
            self.still_holds(watcher).await?;
        }
        match watcher.push(&self.hall).await {
            Ok(Some(text)) if text.len() > self.hall.limits.sent => Err(End::Bye(Code::TooLong, MISSED)),
            Ok(Some(text)) => self.say(text).await,
            Ok(None) => Ok(()),
            Err(_) => Err(End::Bye(Code::Unavailable, "join again")),
        }
    }

    async fn say(&mut self, text: String) -> Result<(), End> {
        self.send(Message::Text(text.into())).await
    }

    /// Sends a message. Who does not read is not waited for.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.hall.limits.reading, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                self.hall.metrics.cut_off.fetch_add(1, Relaxed);
                Err(End::Gone)
            }
        }
    }

    async fn end(&mut self, end: End) {
        let End::Bye(code, why) = end else { return };
        if code != Code::GoingAway {
            self.hall.metrics.cut_off.fetch_add(1, Relaxed);
        }
        // 1001: going away; 1008: against the rules of the house.
        let number = if code == Code::GoingAway { 1001 } else { 1008 };
        let _ = self.say(bye(code, why)).await;
        let close = CloseFrame { code: number, reason: why.into() };
        let _ = self.send(Message::Close(Some(close))).await;
    }
}

async fn enter(hall: &Arc<Hall>, fields: Value) -> Result<Watcher, Answer> {
    let first = || Answer::error(Code::BadRequest, "the first message is `join` with `battle` and `token`");
    let Ok(Ask::Join(Join { battle, token, bytes, since })) = Ask::deserialize(fields) else {
        return Err(first());
    };
    let nobody = || Answer::error(Code::NotForYou, "this token is not one of this battle");
    let token = Token::read(&token).ok_or_else(nobody)?.hash();
    let viewer = hall.holder(&battle, &token).await?.ok_or_else(nobody)?;
    let live = hall.live(&battle).await?;
    hall.join(&live, viewer, &bytes).await?;
    Ok(Watcher::new(hall, live, viewer, token, since))
}

/// Waits until the next message may be taken: whoever sends too much is not read meanwhile.
async fn throttle(bucket: &mut Bucket, waited: u32) -> Result<u32, End> {
    let Err(wait) = bucket.take(Instant::now()) else { return Ok(0) };
    if waited >= FLOOD {
        return Err(End::Bye(Code::TooFast, "too many messages"));
    }
    sleep(wait).await;
    let _ = bucket.take(Instant::now());
    Ok(waited + 1)
}

fn bucket(hall: &Hall) -> Bucket {
    Bucket::new(hall.limits.burst, f64::from(hall.limits.messages_a_second), Instant::now())
}
