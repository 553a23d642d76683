//! Requests of somebody who holds a chair.

use crate::acts::{Done, is_long, view};
use crate::hall::Hall;
use crate::live::Live;
use crate::message::Hall as Ask;
use crate::pool::here;
use crate::shown::{Mark, Shown};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use umpire::protocol::{Body, OfSeat, Play, Reply, Request, Said};
use umpire::{Act, Answer, Choice, Code, Door, Seat, Thought, Viewer};

/// A reply as it goes over the wire, and what it showed if that is the newest.
pub(crate) struct Replied {
    pub(crate) text: String,
    pub(crate) acted: Option<Acted>,
}

/// What somebody was shown who acted.
pub(crate) struct Acted {
    pub(crate) mark: Mark,
    /// The battle's moment then; `None` if it is an older view.
    pub(crate) moment: Option<u64>,
}

/// A reply of the server's own.
#[derive(Serialize)]
struct HallReply<T> {
    id: Value,
    ok: T,
}

impl Replied {
    pub(crate) fn error(id: Value, answer: Answer) -> Self {
        Self { text: text(&Reply { id, body: Body::No(answer) }), acted: None }
    }

    pub(crate) fn ok(id: Value, ok: impl Serialize) -> Self {
        Self { text: text(&HallReply { id, ok }), acted: None }
    }
}

fn text(reply: &impl Serialize) -> String {
    serde_json::to_string(reply).unwrap_or_default()
}

impl Hall {
    /// Answers one request of a viewer at an address in at most so many bytes.
    pub(crate) async fn reply(
        self: &Arc<Self>,
        live: &Arc<Live>,
        viewer: Viewer,
        asker: IpAddr,
        longest: usize,
        line: &[u8],
    ) -> Replied {
        live.touch();
        let (id, fields) = match umpire::read_request(line, self.limits.message) {
            Ok(read) => read,
            Err((id, answer)) => return self.no(id, answer),
        };
        let ours =
            matches!(fields.get("do").and_then(Value::as_str), Some("join" | "begin" | "hurry" | "meant"));
        let done = if ours {
            self.ours(live, viewer, id.clone(), fields).await
        } else {
            self.umpires(live, viewer, asker, id.clone(), fields).await
        };
        let replied = done.unwrap_or_else(|answer| self.no(id.clone(), answer));
        if replied.text.len() <= longest {
            return replied;
        }
        self.shorter(live, viewer, id, longest, replied.acted.is_some())
    }

    /// What is said instead of an answer that is too long. Whoever has acted has acted: he is shown how things stand
    /// now, without the log.
    fn shorter(&self, live: &Arc<Live>, viewer: Viewer, id: Value, longest: usize, acted: bool) -> Replied {
        if acted && let Ok(now) = view(live, viewer, usize::MAX) {
            let shown = Shown::of(&now);
            let text = shown.reply(&id);
            return Replied { text, acted: Some(Acted { mark: shown.mark, moment: None }) };
        }
        let sentence = format!(
            "the answer has more than {longest} bytes, which a socket does not take: ask again at \
             POST /api/battles/{}/requests",
            live.id()
        );
        self.no(id, Answer::error(Code::TooLong, sentence))
    }

    fn no(&self, id: Value, answer: Answer) -> Replied {
        let count = match answer {
            Answer::Refused(_) => &self.metrics.refusals,
            Answer::Needs(_) | Answer::Error(_) => &self.metrics.errors,
        };
        count.fetch_add(1, Relaxed);
        Replied::error(id, answer)
    }

    async fn ours(
        self: &Arc<Self>,
        live: &Arc<Live>,
        viewer: Viewer,
        id: Value,
        fields: Value,
    ) -> Result<Replied, Answer> {
        let bad = |e: serde_json::Error| Answer::error(Code::BadRequest, e.to_string());
        let (battle, hurry) = match Ask::deserialize(fields).map_err(bad)? {
            Ask::Join(_) => return Err(Answer::error(Code::BadRequest, "you have joined already")),
            Ask::Begin(ask) => (ask.battle, false),
            Ask::Hurry(ask) => (ask.battle, true),
            Ask::Meant(ask) => {
                Door::One { battle: live.id(), viewer }.may_enter(&ask.battle)?;
                return Ok(Replied::ok(id, self.meant(live, viewer)?));
            }
        };
        Door::One { battle: live.id(), viewer }.may_enter(&battle)?;
        if !matches!(viewer, Viewer::Seat(_)) {
            return Err(Answer::error(Code::NotForYou, "spectators neither begin battles nor hurry anybody"));
        }
        if hurry {
            live.mind.hurry();
        } else {
            self.begin(live).await?;
        }
        Ok(Replied::ok(id, live.joined(viewer)))
    }

    async fn umpires(
        self: &Arc<Self>,
        live: &Arc<Live>,
        viewer: Viewer,
        asker: IpAddr,
        id: Value,
        fields: Value,
    ) -> Result<Replied, Answer> {
        let bad = |e: serde_json::Error| Answer::error(Code::BadRequest, e.to_string());
        let request = Request::deserialize(fields).map_err(bad)?;
        let door = Door::One { battle: live.id(), viewer };
        if let Some(battle) = request.battle() {
            door.may_enter(battle)?;
        }
        let (seat, act, since) = match request {
            Request::Games(_) => return Ok(said(id, Said::Games(self.games.infos()))),
            Request::Rule(ask) => return Ok(said(id, Said::Rule(umpire::book::ask(ask.rule)?))),
            Request::Open(_) | Request::Forget(_) => {
                return Err(Answer::error(Code::NotForYou, "this is not done through this door"));
            }
            Request::Play(Play { seat, prompt, steps, choice: id, dice: given, since, .. }) => {
                (seat, Act::Play(Choice { seat, prompt, steps, id, given }), since)
            }
            Request::Undo(OfSeat { seat, since, .. }) => (seat, Act::Undo(seat), since),
            Request::Close(OfSeat { seat, since, .. }) => (seat, Act::Close(seat), since),
            look => return self.look(live, viewer, asker, id, look).await,
        };
        door.may_act(seat)?;
        self.acted(live, asker, seat, act, since, id).await
    }

    async fn acted(
        self: &Arc<Self>,
        live: &Arc<Live>,
        asker: IpAddr,
        seat: Seat,
        act: Act<Value>,
        since: usize,
        id: Value,
    ) -> Result<Replied, Answer> {
        let (shown, moment) = match self.act(live, seat, act, since, None).await? {
            Done::Shown(shown, moment) => (shown, moment),
            Done::Before(past) => match self.look_back(live, asker, past).await {
                // It was played, so it is not said to be `unavailable`: what is known now is shown instead.
                Err(Answer::Error(why)) if why.code == Code::Unavailable => {
                    (Shown::of(&view(live, Viewer::Seat(seat), since)?), None)
                }
                shown => (shown?, None),
            },
        };
        let text = shown.reply(&id);
        Ok(Replied { text, acted: Some(Acted { mark: shown.mark, moment }) })
    }

    /// What only looks: from what the viewer knows, while the battle goes on.
    async fn look(
        self: &Arc<Self>,
        live: &Arc<Live>,
        viewer: Viewer,
        asker: IpAddr,
        id: Value,
        request: Request,
    ) -> Result<Replied, Answer> {
        let (view, long) = match &request {
            Request::View(ask) => (true, ask.at.is_none() && is_long(live, ask.viewer, ask.since)),
            _ => (false, false),
        };
        let this = Arc::clone(live);
        let look = move || {
            let door = Door::One { battle: this.id(), viewer };
            this.read().begun().and_then(|battle| door.look(battle, request))
        };
        let thought = if long { self.slow.run(look).await?? } else { here(look)?? };
        match thought {
            Thought::Known(thought) if view && !long => here(|| Ok(said(id, thought()?)))?,
            Thought::Known(thought) => self.slow.run(|| Ok(said(id, thought()?))).await?,
            Thought::Past(past) => {
                let shown = self.look_back(live, asker, past).await?;
                Ok(Replied { text: shown.reply(&id), acted: None })
            }
            Thought::Journal => {
                let journal = self.written_journal(live.id(), asker).await?;
                Ok(Replied { text: format!(r#"{{"id":{id},"ok":{journal}}}"#), acted: None })
            }
        }
    }
}

fn said(id: Value, said: Said) -> Replied {
    Replied { text: text(&Reply { id, body: Body::Ok { ok: Box::new(said) } }), acted: None }
}
