//! Where an archive is, and how its two kinds differ.

use crate::error::Error;
use sqlx::{AnyConnection, ConnectOptions, raw_sql};
use std::fmt::Write;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// Where an archive is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A file of SQLite. It is made if it is missing.
    File(PathBuf),
    /// A database of PostgreSQL, by its URL.
    Postgres(String),
}

/// The two kinds of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

impl Place {
    /// A place as people write it: `postgres://…`, `sqlite:FILE`, or just the path of a file.
    pub fn read(text: &str) -> Self {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Self::Postgres(text.to_owned());
        }
        let path = text.strip_prefix("sqlite:").unwrap_or(text);
        let path = path.strip_prefix("//").unwrap_or(path);
        Self::File(PathBuf::from(path))
    }

    pub(crate) const fn kind(&self) -> Kind {
        match self {
            Self::File(_) => Kind::Sqlite,
            Self::Postgres(_) => Kind::Postgres,
        }
    }

    /// The URL that the driver reads.
    pub(crate) fn options(&self) -> Result<sqlx::any::AnyConnectOptions, Error> {
        let url = match self {
            Self::File(path) => file_url(path)?,
            Self::Postgres(url) => url.clone(),
        };
        let options: sqlx::any::AnyConnectOptions =
            url.parse().map_err(|e: sqlx::Error| Error::Open(e.to_string()))?;
        // Statements are not logged: what they carry is secret.
        Ok(options.disable_statement_logging())
    }
}

impl Kind {
    /// The statement that begins a transaction in which something is written.
    pub(crate) const fn begin(self) -> &'static str {
        match self {
            // At once the only writer: a reader that becomes one later may have to start again.
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN ISOLATION LEVEL READ COMMITTED",
        }
    }

    /// What is said to each new connection.
    pub(crate) async fn greet(self, db: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let words = match self {
            // A commit returns after the flush. Checkpoints are ours, so that a failed one is noticed.
            Self::Sqlite => {
                "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; \
                 PRAGMA wal_autocheckpoint = 0; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;"
            }
            // A server that dies or hangs in the middle does not hold its locks for long.
            Self::Postgres => {
                "SET synchronous_commit = on; SET lock_timeout = '5s'; SET statement_timeout = '60s'; \
                 SET idle_in_transaction_session_timeout = '10s'; SET client_min_messages = warning;"
            }
        };
        raw_sql(words).execute(db).await.map(drop)
    }
}

/// Makes the file if it is missing, for its owner alone: the seeds of battles are in it. SQLite gives the files beside
/// it the same permissions.
pub(crate) fn make_private(path: &Path) -> std::io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    private().open(path).map(drop)
}

/// How a file is opened that only its owner may read: to append to it.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The URL of a file; what a URL would take for its own is written in hexadecimal.
fn file_url(path: &Path) -> Result<String, Error> {
    let path = std::path::absolute(path).map_err(|e| Error::Open(format!("{}: {e}", path.display())))?;
    let Some(text) = path.to_str() else {
        return Err(Error::Open(format!("the path {} is not UTF-8", path.display())));
    };
    let mut url = "sqlite://".to_owned();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => url.push(char::from(byte)),
            _ => write!(url, "%{byte:02X}").map_err(|e| Error::Open(e.to_string()))?,
        }
    }
    url.push_str("?mode=rwc");
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_people_write_them() {
        let file = |path: &str| Place::File(PathBuf::from(path));
        assert_eq!(Place::read("battles.db"), file("battles.db"));
        assert_eq!(Place::read("sqlite:battles.db"), file("battles.db"));
        assert_eq!(Place::read("sqlite:///var/battles.db"), file("/var/battles.db"));
        assert_eq!(Place::read("postgres://h/d"), Place::Postgres("postgres://h/d".to_owned()));
        assert_eq!(file_url(Path::new("/a b/c?d#e%")).unwrap(), "sqlite:///a%20b/c%3Fd%23e%25?mode=rwc");
    }
}
