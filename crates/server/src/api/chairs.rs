//! What the holder of a chair does over HTTP: change his token, ask, listen.

// The description's derive names types by their paths.
#![allow(unused_qualifications)]

use super::{Given, read};
use crate::api::battles::Link;
use crate::guard::{Address, no, refuse};
use crate::hall::{Hall, answer, now};
use crate::limits::What;
use crate::live::Live;
use crate::token::Token;
use crate::watcher::{Watcher, beat, bye};
use archive::{Kind, TokenHash};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use tokio::time::{Interval, MissedTickBehavior, interval};
use umpire::{Answer, Code, Viewer};
use utoipa::{IntoParams, ToSchema};

/// The most requests in one body.
const MOST_REQUESTS: usize = 100;

/// Who asks, by the token in the header.
async fn holder(
    hall: &Arc<Hall>,
    battle: &str,
    headers: &HeaderMap,
) -> Given<(Arc<Live>, Viewer, TokenHash)> {
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = shown.and_then(|value| value.strip_prefix("Bearer ")).and_then(Token::read);
    let nobody = || {
        let (_, body) = refuse(Code::NotForYou, "a token of this battle is needed: Authorization: Bearer …");
        (StatusCode::UNAUTHORIZED, body)
    };
    let token = token.ok_or_else(nobody)?.hash();
    let viewer = hall.holder(battle, &token).await.map_err(no)?.ok_or_else(nobody)?;
    let live = hall.live(battle).await.map_err(no)?;
    Ok((live, viewer, token))
}

/// Which token is to be changed.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Renew {
    /// The spectators', not one's own.
    #[serde(default)]
    public: bool,
}

/// Changes a token: one's own, or the spectators'. The old one no longer holds.
#[utoipa::path(post, path = "/api/battles/{battle}/token", params(("battle" = String, Path)), request_body = Renew,
    responses((status = 200, body = Link), (status = 401, body = crate::guard::Refused)))]
pub(crate) async fn renew(
    State(hall): State<Arc<Hall>>,
    Path(battle): Path<String>,
    headers: HeaderMap,
    body: Result<Json<Renew>, JsonRejection>,
) -> Given<Json<Link>> {
    let Renew { public } = read(body)?;
    let (live, viewer, own) = holder(&hall, &battle, &headers).await?;
    if viewer == Viewer::Public {
        return Err(refuse(Code::NotForYou, "spectators do not change tokens"));
    }
    let old = if public { benches(&hall, &battle).await.map_err(no)? } else { vec![own] };
    let new = Token::draw();
    let (Some(first), rest) = (old.first(), old.get(1..).unwrap_or_default()) else {
        return Err(refuse(Code::NotForYou, "this battle has no spectators"));
    };
    if !hall.archive.replace(&battle, *first, new.hash(), now()).await.map_err(|e| no(answer(e)))? {
        return Err(refuse(Code::NotForYou, "this token no longer holds"));
    }
    for token in rest {
        hall.archive.revoke(&battle, *token, now()).await.map_err(|e| no(answer(e)))?;
    }
    live.doubt_chairs();
    Ok(Json(Link::new(&battle, &new)))
}

async fn benches(hall: &Hall, battle: &str) -> Result<Vec<TokenHash>, Answer> {
    let chairs = hall.archive.chairs(battle).await.map_err(answer)?;
    Ok(chairs.into_iter().filter(|chair| chair.kind == Kind::Spectator).map(|chair| chair.token).collect())
}

/// Requests of the umpire's protocol, one a line, and their replies, one a line.
#[utoipa::path(post, path = "/api/battles/{battle}/requests", params(("battle" = String, Path)),
    request_body(content = String, content_type = "application/x-ndjson"),
    responses((status = 200, content_type = "application/x-ndjson", body = String)))]
pub(crate) async fn requests(
    State(hall): State<Arc<Hall>>,
    Extension(Address(asker)): Extension<Address>,
    Path(battle): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Given<Response> {
    let (live, viewer, token) = holder(&hall, &battle, &headers).await?;
    hall.join(&live, viewer, &dice::Hex::default()).await.map_err(no)?;
    let lines: Vec<Bytes> = body
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.trim_ascii().is_empty())
        .map(|line| body.slice_ref(line))
        .collect();
    if lines.len() > MOST_REQUESTS {
        return Err(refuse(Code::TooMany, "at most 100 requests at once"));
    }
    // Each is answered when the reply before it has been taken: replies are not gathered. Whoever holds the token may
    // change it meanwhile.
    let replies = stream::unfold(lines.into_iter().enumerate(), move |mut lines| {
        let (hall, live) = (Arc::clone(&hall), Arc::clone(&live));
        async move {
            let (n, line) = lines.next()?;
            let end = match hall.holder(live.id(), &token).await {
                // The first is counted already: it came with its body.
                Ok(_) if n > 0 && !hall.addresses.may_ask(asker) => {
                    hall.metrics.turned_away.fetch_add(1, Relaxed);
                    bye(Code::TooFast, "your address asks too much; ask the rest again later")
                }
                Ok(Some(holder)) if holder == viewer => {
                    return Some((
                        hall.reply(&live, viewer, asker, usize::MAX, &line).await.text + "\n",
                        lines,
                    ));
                }
                Ok(_) => bye(Code::GoingAway, "this token no longer holds"),
                Err(_) => bye(Code::Unavailable, "the archive cannot be asked now; try again"),
            };
            Some((end + "\n", Vec::new().into_iter().enumerate()))
        }
    });
    Ok(lined(replies))
}

/// Lines, sent one by one as they are taken.
fn lined(lines: impl Stream<Item = String> + Send + 'static) -> Response {
    let lines = lines.map(Ok::<_, std::convert::Infallible>);
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

/// Where to listen from.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct Since {
    /// The last line that the client has.
    #[serde(default)]
    since: usize,
}

/// What a socket would be pushed, one a line.
#[utoipa::path(get, path = "/api/battles/{battle}/stream", params(("battle" = String, Path), Since),
    responses((status = 200, content_type = "application/x-ndjson", body = String)))]
pub(crate) async fn stream(
    State(hall): State<Arc<Hall>>,
    Extension(Address(address)): Extension<Address>,
    Path(battle): Path<String>,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
) -> Given<Response> {
    let (live, viewer, token) = holder(&hall, &battle, &headers).await?;
    let Some(counted) = hall.addresses.enter(address, What::Socket) else {
        return Err(refuse(Code::TooMany, "your address has as many sockets as it may"));
    };
    hall.join(&live, viewer, &dice::Hex::default()).await.map_err(no)?;
    let mut look = interval(hall.limits.silence / 3);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    look.reset();
    let listener = Listener {
        stopping: hall.stopping.subscribe(),
        watcher: Watcher::new(&hall, live, viewer, token, since),
        look,
        hall: Arc::clone(&hall),
        _counted: counted,
        ended: false,
    };
    hall.metrics.sockets.fetch_add(1, Relaxed);
    let lines = stream::unfold(listener, |mut listener| async move {
        let line = listener.next().await?;
        Some((line + "\n", listener))
    });
    Ok(lined(lines))
}

/// Somebody who listens to a stream.
struct Listener {
    hall: Arc<Hall>,
    watcher: Watcher,
    /// When its token is looked at again: another node may have revoked it, and its hint may be lost.
    look: Interval,
    stopping: tokio::sync::watch::Receiver<bool>,
    _counted: crate::limits::Counted,
    ended: bool,
}

impl Listener {
    async fn next(&mut self) -> Option<String> {
        if self.ended {
            return None;
        }
        loop {
            tokio::select! {
                changed = self.watcher.moment.changed() => {
                    let doubted = self.watcher.doubted();
                    if changed.is_err() || doubted && !self.watcher.holds(&self.hall).await {
                        return Some(self.end(Code::GoingAway, "this token no longer holds"));
                    }
                    match self.watcher.push(&self.hall).await {
                        Ok(Some(text)) => return Some(text),
                        Ok(None) => {}
                        Err(_) => return Some(self.end(Code::Unavailable, "listen again")),
                    }
                }
                Ok(()) = self.watcher.thought.changed() => {
                    if let Some(text) = self.watcher.thinking() {
                        return Some(text);
                    }
                }
                _ = self.look.tick() => {
                    if !self.watcher.holds(&self.hall).await {
                        return Some(self.end(Code::GoingAway, "this token no longer holds"));
                    }
                    return Some(beat());
                }
                _ = self.stopping.changed() => {
                    return Some(self.end(Code::GoingAway, "the server stops; listen again"));
                }
            }
        }
    }

    fn end(&mut self, code: Code, why: &str) -> String {
        self.ended = true;
        bye(code, why)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.hall.metrics.sockets.fetch_sub(1, Relaxed);
    }
}
