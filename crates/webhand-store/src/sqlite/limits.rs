//! Limits: the time of a call, and the size of the file.

use std::path::Path;
use std::time::Duration;

use tokio::time::timeout;
use webhand_port::StoreError;

use super::failure::Failure;

#[derive(Debug, Clone)]
pub(super) struct Limits {
    /// How long a statement waits for another program's write. Shorter than `call`, so that SQLite says what is wrong.
    pub(super) busy: Duration,
    /// How long a call may take with all its waiting.
    pub(super) call: Duration,
    /// The most pages the file may have; without it, the disk is the limit.
    pub(super) pages: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { busy: Duration::from_secs(5), call: Duration::from_secs(10), pages: None }
    }
}

impl Limits {
    /// Runs a call against its deadline and adds the path of the database to its error.
    pub(super) async fn within<T>(
        &self,
        path: &Path,
        call: impl Future<Output = Result<T, Failure>> + Send,
    ) -> Result<T, StoreError> {
        match timeout(self.call, call).await {
            Ok(result) => result.map_err(|failure| failure.into_store_error(path)),
            Err(_elapsed) => Err(StoreError::Busy),
        }
    }
}
