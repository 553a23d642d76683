//! What a socket or a stream has been sent, and what it must be sent next. Nothing is queued: there is only the
//! newest view, with the lines after the last one sent.

use crate::hall::Hall;
use crate::live::Live;
use crate::message::Push;
use crate::mind::Thought;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tokio::sync::watch;
use umpire::{Answer, Code, Seat, Trouble, View, Viewer};

/// Watches a battle for one viewer.
pub(crate) struct Watcher {
    pub(crate) live: Arc<Live>,
    pub(crate) viewer: Viewer,
    pub(crate) moment: watch::Receiver<u64>,
    /// How far the computer players have come.
    pub(crate) thought: watch::Receiver<Option<Thought>>,
    /// The number of the last line sent.
    lines: usize,
    /// What was sent last.
    sent: Sent,
}

/// What was sent last.
#[derive(Clone, PartialEq, Eq)]
enum Sent {
    Nothing,
    Waiting(Vec<Seat>),
    /// The hash of a view without its lines.
    View([u8; 32]),
}

impl Watcher {
    pub(crate) fn new(live: Arc<Live>, viewer: Viewer, since: usize) -> Self {
        let mut moment = live.moment.subscribe();
        moment.mark_changed();
        let thought = live.mind.thought.subscribe();
        Self { live, viewer, moment, thought, lines: since, sent: Sent::Nothing }
    }

    /// The message that tells how far a computer player has come.
    pub(crate) fn thinking(&mut self) -> Option<String> {
        let Thought { seat, share } = (*self.thought.borrow_and_update())?;
        Some(text(&Push::Thinking { seat, share }))
    }

    /// The message that brings the viewer up to date; `None` if he is. That somebody did something which he cannot
    /// see must not be seen either.
    pub(crate) async fn push(&mut self, hall: &Hall) -> Result<Option<String>, Answer> {
        self.moment.borrow_and_update();
        if let Some(seats) = self.live.awaited() {
            let now = Sent::Waiting(seats.clone());
            if self.sent == now {
                return Ok(None);
            }
            self.sent = now;
            return Ok(Some(text(&Push::Waiting { seats })));
        }
        let (live, viewer, since) = (Arc::clone(&self.live), self.viewer, self.lines);
        let before = self.sent.clone();
        let look = move || {
            let view = live.read().begun().map(|battle| battle.view(viewer, since))?;
            let now = Sent::View(hash(&view));
            if before == now && view.lines.is_empty() {
                return Ok::<_, Answer>(None);
            }
            let last = view.lines.last().map(|line| line.number);
            Ok(Some((now, last, text(&Push::View { view: Box::new(view) }))))
        };
        let Some((now, last, text)) = hall.quick.run(look).await?? else { return Ok(None) };
        self.sent = now;
        self.lines = last.unwrap_or(self.lines);
        Ok(Some(text))
    }

    /// The viewer has got this view with a reply.
    pub(crate) fn got(&mut self, view: &View) {
        if view.viewer == self.viewer {
            self.sent = Sent::View(hash(view));
            self.lines = view.lines.last().map_or(self.lines, |line| line.number.max(self.lines));
        }
    }
}

/// The hash of all that a viewer sees besides the log.
fn hash(view: &View) -> [u8; 32] {
    let parts = (&view.scene, &view.prompt, &view.awaited, &view.outcome, view.may_undo, view.closed);
    Sha256::digest(serde_json::to_vec(&parts).unwrap_or_default()).into()
}

/// The last words before a socket is closed.
pub(crate) fn bye(code: Code, sentence: &str) -> String {
    let error = Trouble { code, sentence: sentence.to_owned(), problems: Vec::new() };
    text(&Push::Bye { error })
}

fn text(push: &Push) -> String {
    serde_json::to_string(push).unwrap_or_default()
}
