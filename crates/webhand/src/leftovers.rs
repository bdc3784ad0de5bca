//! Removes the folders that programs which were killed left in the data folder.
//!
//! Invariant: the folder of a run on which a program works is never touched; its lock says so.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use webhand_engine::send;
use webhand_model::{Input, RunId, RunStatus, Seq};
use webhand_port::Store;
use webhand_store::SqliteStore;

use crate::data_dir::{DataDir, RunFolder};
use crate::journal::{is_session, summarize};

/// Starts to remove the profiles of runs that are over, in the background.
pub fn spawn_cleanup(data_dir: &DataDir, store: &Arc<SqliteStore>) -> JoinHandle<()> {
    let left: Vec<_> = data_dir.run_folders().into_iter().filter(|(_, folder)| folder.profile().exists()).collect();
    let store = Arc::clone(store) as Arc<dyn Store>;
    tokio::spawn(async move {
        for (id, folder) in left {
            clean_run_folder(&store, &id, &folder).await;
        }
    })
}

/// Removes the profile of a run that is over, and the whole folder of a run that was never begun. The session of a
/// killed program is closed: its agent has no browser to come back to.
async fn clean_run_folder(store: &Arc<dyn Store>, id: &RunId, folder: &RunFolder) {
    let Ok(Some(_lock)) = folder.lock() else { return };
    let Ok(events) = store.read(id, Seq(0)).await else { return };
    let summary = summarize(id, &events);
    if summary.started == 0 {
        folder.remove();
    } else if matches!(summary.status, RunStatus::Over(_)) {
        folder.remove_profile();
    } else if is_session(&events) && send(store, id, Input::Closed).await.is_ok() {
        folder.remove_all_but_downloads();
    }
}

/// How long a program that ends waits for the cleanup. Folders that are left are removed at the next start.
pub const CLEANED_WITHIN: Duration = Duration::from_secs(2);
