//! Failures of the database, with advice for the person.

use std::io;
use std::path::Path;

use sqlx::error::DatabaseError;
use webhand_port::StoreError;

/// Why a call failed; the path of the database is added by [`Failure::into_store_error`].
#[derive(Debug)]
pub(super) enum Failure {
    /// SQLite or its driver failed; the connection must not be used any more.
    Database(sqlx::Error),
    /// The file could not be created or made private.
    File(io::Error),
    /// The file belongs to another program or a newer version; the connection is usable.
    NotOurs(String),
    /// Another file, or none, has the name of the database now; nothing that is written can be found again.
    Replaced,
    /// The store refused the call; the connection is usable.
    Refused(StoreError),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

impl Failure {
    /// Another program holds a lock.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(error)) if extended(error.as_ref()) & 0xff == code::BUSY)
    }

    pub(super) fn into_store_error(self, path: &Path) -> StoreError {
        match self {
            Self::Refused(error) => error,
            Self::Replaced => StoreError::Replaced(path.display().to_string()),
            Self::NotOurs(why) => StoreError::Unusable(format!("{} {why}", path.display())),
            Self::File(error) if error.kind() == io::ErrorKind::StorageFull => StoreError::Full,
            Self::File(error) => unusable(path, &error, CHECK_FOLDER),
            Self::Database(sqlx::Error::Database(error)) => store_error_of_sqlite(error.as_ref(), path),
            Self::Database(sqlx::Error::PoolTimedOut) => StoreError::Busy,
            Self::Database(error) => unusable(path, &error, TRY_AGAIN),
        }
    }
}

fn store_error_of_sqlite(error: &dyn DatabaseError, path: &Path) -> StoreError {
    let extended = extended(error);
    match (extended & 0xff, extended) {
        (code::FULL, _) | (_, code::IOERR_SHMSIZE) => StoreError::Full,
        (code::BUSY | code::LOCKED | code::PROTOCOL, _) => StoreError::Busy,
        (code::CORRUPT | code::NOTADB, _) => unusable(path, &error, SET_ASIDE),
        (code::READONLY | code::CANTOPEN | code::PERM | code::AUTH, _) => unusable(path, &error, CHECK_FOLDER),
        (code::IOERR, _) => unusable(path, &error, CHECK_DISK),
        _ => unusable(path, &error, TRY_AGAIN),
    }
}

/// The result code: its low byte is the kind of error, the rest its details.
fn extended(error: &dyn DatabaseError) -> i32 {
    error.code().and_then(|code| code.parse().ok()).unwrap_or_default()
}

fn unusable(path: &Path, error: &dyn std::fmt::Display, advice: &str) -> StoreError {
    StoreError::Unusable(format!("{}: {error}; {advice}", path.display()))
}

const SET_ASIDE: &str = "set the file aside to begin a new one, or restore it from a backup";
const CHECK_FOLDER: &str = "check that the file and its folder can be written by you, or choose another file";
const CHECK_DISK: &str = "check the disk, or choose a file on another one";
const TRY_AGAIN: &str = "start again; if it stays, set the file aside";

/// SQLite's result codes, as in its documentation.
mod code {
    pub(super) const PERM: i32 = 3;
    pub(super) const BUSY: i32 = 5;
    pub(super) const LOCKED: i32 = 6;
    pub(super) const READONLY: i32 = 8;
    pub(super) const IOERR: i32 = 10;
    pub(super) const CORRUPT: i32 = 11;
    pub(super) const FULL: i32 = 13;
    pub(super) const CANTOPEN: i32 = 14;
    /// Too many tries for a lock of the write-ahead log.
    pub(super) const PROTOCOL: i32 = 15;
    pub(super) const AUTH: i32 = 23;
    pub(super) const NOTADB: i32 = 26;
    /// No room for the index of the write-ahead log.
    pub(super) const IOERR_SHMSIZE: i32 = IOERR | (19 << 8);
}
