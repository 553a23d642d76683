//! Why the archive did not do what was asked.

/// Why the archive did not do what was asked. Unless it says otherwise nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Somebody else has appended meanwhile: read on from `expected`. If there are no more than that, they are not
    /// those that the writer knows: read all of it again.
    #[error("{battle} has {there} records, not the {expected} that the writer knows")]
    Conflict {
        /// The battle.
        battle: String,
        /// How many records the writer believed there are.
        expected: u64,
        /// How many there are.
        there: u64,
    },
    /// There is no such battle.
    #[error("the archive has no battle {0:?}")]
    NoBattle(String),
    /// There is a battle, or a seat, of this name already.
    #[error("the archive has {0} already")]
    Exists(String),
    /// What was given cannot be stored.
    #[error("the archive cannot store this: {0}")]
    Unfit(String),
    /// A write has failed, so the archive takes no more until it is opened again. Whether the write that failed
    /// is stored is not known; everything acknowledged before is, and can be read.
    #[error("the archive has stopped taking choices, because a write failed: {0}")]
    Stopped(String),
    /// The connection was lost while storing: it may be stored or not. Read on by seq to find out.
    #[error("the archive was lost while storing: {0}")]
    Uncertain(String),
    /// The archive cannot be reached, or is too busy, now. Nothing was stored; it may be tried again.
    #[error("the archive cannot be reached now: {0}")]
    Unavailable(String),
    /// What is stored is not what was written.
    #[error("the archive is damaged: {0}")]
    Damaged(String),
    /// It was written by a newer program.
    #[error("the archive has schema {there}; this program knows schemas up to {known}")]
    Newer {
        /// The schema it has.
        there: i64,
        /// The newest this program knows.
        known: i64,
    },
    /// It cannot be opened.
    #[error("the archive cannot be opened: {0}")]
    Open(String),
}
