//! Journals of closed battles, read as they are sent: a long one is never whole in memory.

use super::Given;
use crate::guard::{Address, no};
use crate::hall::{Hall, answer};
use crate::live::not_begun;
use archive::{Error, Numbered, Record};
use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use serde_json::Value;
use std::net::IpAddr;
use std::sync::Arc;
use umpire::{Answer, Code, Journal};

/// Entries that are read at once.
const ENTRIES: u32 = 100;

/// The journal of a closed battle, with everything that was secret.
#[utoipa::path(get, path = "/api/battles/{battle}/journal", tag = "battles", params(("battle" = String, Path)),
    responses((status = 200, description = "the journal"), (status = 403, body = crate::guard::Refused)))]
pub(crate) async fn journal(
    State(hall): State<Arc<Hall>>,
    Extension(Address(asker)): Extension<Address>,
    Path(battle): Path<String>,
) -> Given<Response> {
    let reading = Reading::begin(&hall, &battle, asker).await.map_err(no)?;
    let pieces = stream::unfold(Some(reading), |reading| async move {
        let mut reading = reading?;
        match reading.piece().await {
            Ok(Some(piece)) => Some((Ok(piece), Some(reading))),
            Ok(None) => None,
            // What was sent has no end: whoever reads it sees that it is not whole.
            Err(error) => {
                tracing::error!(%error, "a journal could not be sent whole");
                Some((Err(error), None))
            }
        }
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], Body::from_stream(pieces)).into_response())
}

impl Hall {
    /// Everybody may ask whether a battle is closed: it is not read for that.
    pub(crate) async fn must_be_closed(&self, battle: &str) -> Result<(), Answer> {
        if self.archive.closed(battle).await.map_err(answer)? {
            return Ok(());
        }
        Err(Answer::error(Code::NotForYou, "the battle is not closed"))
    }

    /// The journal of a closed battle as JSON, if it is not too long for one message.
    pub(crate) async fn written_journal(
        self: &Arc<Self>,
        battle: &str,
        asker: IpAddr,
    ) -> Result<String, Answer> {
        let mut reading = Reading::begin(self, battle, asker).await?;
        let mut text = String::new();
        while let Some(piece) = reading.piece().await.map_err(answer)? {
            text.push_str(&piece);
            if text.len() > self.limits.sent {
                let sentence =
                    format!("the journal is too long for one message: GET /api/battles/{battle}/journal");
                return Err(Answer::error(Code::TooLong, sentence));
            }
        }
        Ok(text)
    }
}

/// A journal that is being read.
struct Reading {
    hall: Arc<Hall>,
    asker: IpAddr,
    battle: String,
    /// The records of its first entry, and after its last.
    first: u64,
    end: u64,
    next: Next,
}

/// What is to be read next.
enum Next {
    Head(Box<Journal>),
    /// Entries from this record on.
    Entries(u64),
    /// A stored state that stands before this record or a later one.
    State(u64),
    Nothing,
}

impl Reading {
    async fn begin(hall: &Arc<Hall>, battle: &str, asker: IpAddr) -> Result<Self, Answer> {
        hall.must_be_closed(battle).await?;
        let head = hall.archive.part(battle, 0).await.map_err(answer)?.ok_or_else(not_begun)?;
        let end = hall.archive.next(battle).await.map_err(answer)?;
        let (first, next) = (head.first, Next::Head(Box::new(head.journal)));
        Ok(Self { hall: Arc::clone(hall), asker, battle: battle.to_owned(), first, end, next })
    }

    async fn piece(&mut self) -> Result<Option<String>, Error> {
        // The same turns as whoever looks back has: one at a time for an address, and so many in all.
        let _own = self.hall.addresses.pasts(self.asker).turn().await;
        let _turn = self.hall.pasts.turn().await;
        match std::mem::replace(&mut self.next, Next::Nothing) {
            Next::Head(journal) => {
                self.next = Next::Entries(self.first);
                Ok(Some(head(&journal)))
            }
            Next::Entries(from) if from < self.end => self.entries(from).await.map(Some),
            Next::Entries(_) => {
                self.next = Next::State(self.first);
                Ok(Some("],\"snapshots\":[".to_owned()))
            }
            Next::State(from) => self.state(from).await.map(Some),
            Next::Nothing => Ok(None),
        }
    }

    async fn entries(&mut self, from: u64) -> Result<String, Error> {
        let most = u32::try_from(self.end - from).unwrap_or(ENTRIES).min(ENTRIES);
        let rows = self.hall.archive.records(&self.battle, from, most).await?;
        let mut text = String::new();
        for Numbered { seq, record, .. } in &rows {
            let Record::Entry(entry) = record else { return Err(odd(*seq)) };
            separated(&mut text, *seq > self.first, entry);
        }
        let last = rows.last().ok_or_else(|| odd(from))?;
        self.next = Next::Entries(last.seq + 1);
        Ok(text)
    }

    async fn state(&mut self, from: u64) -> Result<String, Error> {
        let Some((seq, state)) = self.hall.archive.state(&self.battle, from).await? else {
            return Ok("]}".to_owned());
        };
        self.next = Next::State(seq + 1);
        let mut text = String::new();
        separated(&mut text, from > self.first, &state);
        Ok(text)
    }
}

fn odd(seq: u64) -> Error {
    Error::Damaged(format!("record {seq} is no entry"))
}

/// One more of a list.
fn separated(text: &mut String, comma: bool, thing: &impl Serialize) {
    if comma {
        text.push(',');
    }
    text.push_str(&serde_json::to_string(thing).unwrap_or_default());
}

/// All of a journal that stands before its entries, up to the bracket that opens them.
fn head(journal: &Journal) -> String {
    let mut fields = serde_json::to_value(journal).unwrap_or_default();
    if let Value::Object(fields) = &mut fields {
        fields.retain(|name, _| name != "entries" && name != "snapshots");
    }
    let mut text = fields.to_string();
    text.pop();
    text + ",\"entries\":["
}
