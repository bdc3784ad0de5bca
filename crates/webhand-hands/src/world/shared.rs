//! The world, shared between the event loop, which changes it, and the actions, which read it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::World;

/// The lock is never held across an await; a task that waits is woken by every change and looks again.
#[derive(Debug)]
pub(crate) struct SharedWorld {
    world: Mutex<World>,
    changes: watch::Sender<u64>,
}

impl Default for SharedWorld {
    fn default() -> Self {
        Self { world: Mutex::default(), changes: watch::Sender::new(0) }
    }
}

impl SharedWorld {
    pub(crate) fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.lock())
    }

    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let result = change(&mut self.lock());
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
        result
    }

    /// Waits until `look` finds something. The caller puts a deadline on it.
    pub(crate) async fn until<T>(&self, mut look: impl FnMut(&World) -> Option<T>) -> T {
        let mut changes = self.changes.subscribe();
        loop {
            changes.mark_unchanged();
            if let Some(found) = self.read(&mut look) {
                return found;
            }
            if changes.changed().await.is_err() {
                // The sender lives as long as we do.
                std::future::pending::<()>().await;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
