//! What an error of the database means for what was being written.

use crate::sql::place::Kind;

/// What an error means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The database could not be reached, or went away.
    Lost,
    /// Somebody else holds what was needed for too long. Nothing was written.
    Busy,
    /// The disk is full, a write or a flush failed, the file is damaged: nothing more may be written.
    Storage,
    /// This statement cannot be done; others may.
    Statement,
}

impl Fault {
    pub(crate) fn of(kind: Kind, error: &sqlx::Error) -> Self {
        let Some(database) = error.as_database_error() else {
            return match (kind, error) {
                (_, sqlx::Error::ColumnDecode { .. } | sqlx::Error::Encode(_) | sqlx::Error::Decode(_)) => {
                    Self::Statement
                }
                // An embedded database cannot be lost: whatever went wrong, it is the storage.
                (Kind::Sqlite, _) => Self::Storage,
                (Kind::Postgres, _) => Self::Lost,
            };
        };
        let code = database.code().unwrap_or_default();
        match kind {
            Kind::Sqlite => sqlite(code.parse().unwrap_or_default()),
            Kind::Postgres => postgres(&code),
        }
    }
}

/// By SQLite's result codes; the lower byte is the primary one.
fn sqlite(code: u32) -> Fault {
    match code & 0xff {
        // SQLITE_BUSY, SQLITE_LOCKED
        5 | 6 => Fault::Busy,
        // SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH
        18..=20 => Fault::Statement,
        _ => Fault::Storage,
    }
}

/// By PostgreSQL's error classes.
fn postgres(code: &str) -> Fault {
    match code {
        // Too many connections; could not serialise, deadlock; lock not available; time-outs.
        "53300" | "40001" | "40P01" | "55P03" | "57014" | "25P03" => Fault::Busy,
        // Connection lost, server stopping or starting, read-only after a failover.
        _ if code.starts_with("08") || code.starts_with("57P") || code == "25006" => Fault::Lost,
        // No resources, system error (I/O), internal error.
        _ if code.starts_with("53") || code.starts_with("58") || code.starts_with("XX") => Fault::Storage,
        _ => Fault::Statement,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_and_a_failed_flush_stop_the_archive() {
        // SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_CORRUPT; disk_full, io_error, data_corrupted
        for code in [13, 1034, 11] {
            assert_eq!(sqlite(code), Fault::Storage);
        }
        for code in ["53100", "58030", "XX001"] {
            assert_eq!(postgres(code), Fault::Storage);
        }
    }

    #[test]
    fn waiting_for_others_and_lost_connections_do_not() {
        assert_eq!(sqlite(261), Fault::Busy);
        assert_eq!(postgres("40P01"), Fault::Busy);
        assert_eq!(postgres("57P01"), Fault::Lost);
        assert_eq!(postgres("23505"), Fault::Statement);
    }
}
