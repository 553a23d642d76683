//! The archive: journals kept so that nothing acknowledged is ever lost.
//!
//! A battle in the archive is a header that never changes and a growing list of [`Record`]s, numbered from 0 by
//! their *seq*. A record is stored once and never altered. Whoever appends says how many records he believes
//! there are and what the last of them is; if it is otherwise, nothing is stored and he is told
//! ([`Error::Conflict`]). So two writers can never both be right, on one machine or on several, not even after
//! damaged records were cut off. An append is answered only after it was committed and flushed.
//!
//! [`open`] gives an [`Archive`]: a file of SQLite, or a database of PostgreSQL that several servers share. Both
//! have the same schema and pass the same tests.
//!
//! The crate asks no clock: every time is given by its caller.

mod chain;
mod error;
mod record;
mod seats;
mod sql;
mod store;

pub use error::Error;
pub use record::{
    Append, Appended, Head, Header, LONGEST_RECORD, Link, Loaded, MOST_RECORDS, Numbered, Part, Record, Time,
};
pub use seats::{Chair, Kind, TokenHash};
pub use sql::{Copied, Found, Opened, Place, check, copy, open};
pub use store::{Archive, Cut, Hint, Later, Listed, MOST_LISTED, News, Page, Query, State};
