//! How long a call may take, and how large the file may grow.

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
    /// Carries out a call against its deadline and names the database in what went wrong.
    pub(super) async fn within<T>(
        &self,
        path: &Path,
        call: impl Future<Output = Result<T, Failure>> + Send,
    ) -> Result<T, StoreError> {
        match timeout(self.call, call).await {
            Ok(result) => result.map_err(|failure| failure.told(path)),
            Err(_elapsed) => Err(StoreError::Busy),
        }
    }
}
