//! What can go wrong with a run: always one sentence.

/// Why a run cannot be fought, read or joined.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// A file does not hold what it should.
    #[error("{0}: {1}")]
    Damaged(String, String),
    /// The folder holds something else.
    #[error("{0}")]
    Other(String),
}

impl Fault {
    pub(crate) fn file(path: &std::path::Path) -> impl Fn(std::io::Error) -> Self + '_ {
        |e| Self::File(path.display().to_string(), e)
    }

    pub(crate) fn damaged(path: &std::path::Path, why: impl ToString) -> Self {
        Self::Damaged(path.display().to_string(), why.to_string())
    }
}
