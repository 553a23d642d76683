//! What a socket or a stream has been sent, and what it must be sent next. Nothing is queued: there is only the
//! newest view, with the lines after the last one sent.

use crate::hall::Hall;
use crate::live::Live;
use crate::message::Push;
use crate::mind::Thought;
use crate::requests::Acted;
use crate::shown::Shown;
use archive::TokenHash;
use std::sync::Arc;
use tokio::sync::watch;
use umpire::{Answer, Code, Seat, Trouble, Viewer};

/// Watches a battle for one viewer.
pub(crate) struct Watcher {
    pub(crate) live: Arc<Live>,
    pub(crate) viewer: Viewer,
    pub(crate) moment: watch::Receiver<u64>,
    /// How far the computer players have come.
    pub(crate) thought: watch::Receiver<Option<Thought>>,
    token: TokenHash,
    /// How often a token had been revoked when this one was last looked at, if it was since it came.
    chairs: Option<u64>,
    /// The number of the last line sent.
    lines: usize,
    /// How often what had been told was lost when this viewer was last sent something.
    unsaid: u64,
    /// What was sent last.
    sent: Sent,
}

/// What was sent last.
#[derive(Clone, PartialEq, Eq)]
enum Sent {
    Nothing,
    Waiting(Vec<Seat>),
    /// A view with this hash.
    View([u8; 32]),
}

impl Watcher {
    /// Computers play for whoever watches, so they are woken.
    pub(crate) fn new(
        hall: &Arc<Hall>,
        live: Arc<Live>,
        viewer: Viewer,
        token: TokenHash,
        since: usize,
    ) -> Self {
        let mut moment = live.moment.subscribe();
        hall.wake(&live);
        moment.mark_changed();
        let thought = live.mind.thought.subscribe();
        let unsaid = live.unsaid();
        Self { live, viewer, moment, thought, token, chairs: None, lines: since, unsaid, sent: Sent::Nothing }
    }

    /// The message that tells how far a computer player has come.
    pub(crate) fn thinking(&mut self) -> Option<String> {
        let Thought { seat, share } = (*self.thought.borrow_and_update())?;
        Some(text(&Push::Thinking { seat, share }))
    }

    /// May the token have been revoked since it was last looked at? It may also have been while it came.
    pub(crate) fn doubted(&self) -> bool {
        self.chairs != Some(self.live.chairs_doubted())
    }

    /// Does the token still hold?
    pub(crate) async fn holds(&mut self, hall: &Hall) -> bool {
        let chairs = self.live.chairs_doubted();
        match hall.holder(self.live.id(), &self.token).await {
            Ok(holder) => {
                self.chairs = Some(chairs);
                holder == Some(self.viewer)
            }
            // The archive cannot be asked now: it will be asked again.
            Err(_) => true,
        }
    }

    /// The message that brings the viewer up to date; `None` if he is. That somebody did something which he cannot
    /// see must not be seen either.
    pub(crate) async fn push(&mut self, hall: &Hall) -> Result<Option<String>, Answer> {
        self.moment.borrow_and_update();
        let unsaid = self.live.unsaid();
        if self.unsaid != unsaid {
            // Some of the lines that he was sent are no more: he is sent all of them again.
            (self.unsaid, self.lines, self.sent) = (unsaid, 0, Sent::Nothing);
        }
        if let Some(seats) = self.live.awaited() {
            let now = Sent::Waiting(seats.clone());
            if self.sent == now {
                return Ok(None);
            }
            self.sent = now;
            return Ok(Some(text(&Push::Waiting { seats })));
        }
        let Shown { json, mark } = hall.shown(&self.live, self.viewer, self.lines).await?;
        if self.sent == Sent::View(mark.hash) && mark.last.is_none() {
            return Ok(None);
        }
        self.sent = Sent::View(mark.hash);
        self.lines = mark.last.unwrap_or(self.lines);
        Ok(Some(format!(r#"{{"push":"view","view":{json}}}"#)))
    }

    /// The viewer has got this view with a reply. If nothing has happened since, there is nothing to push.
    pub(crate) fn got(&mut self, acted: &Acted) {
        let Acted { mark, moment } = acted;
        if mark.viewer != self.viewer {
            return;
        }
        self.sent = Sent::View(mark.hash);
        self.lines = mark.last.map_or(self.lines, |last| last.max(self.lines));
        let now = *self.moment.borrow_and_update();
        if *moment != Some(now) || self.doubted() || self.unsaid != self.live.unsaid() {
            self.moment.mark_changed();
        }
    }
}

/// What is said every now and then, so that a client notices a connection that is dead.
pub(crate) fn beat() -> String {
    text(&Push::Beat)
}

/// The last words before a socket is closed.
pub(crate) fn bye(code: Code, sentence: &str) -> String {
    let error = Trouble { code, sentence: sentence.to_owned(), problems: Vec::new() };
    text(&Push::Bye { error })
}

fn text(push: &Push) -> String {
    serde_json::to_string(push).unwrap_or_default()
}
