//! Keeps the last words of a program: the end of its error output, for messages about why it failed.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// At most the last eight kilobytes of what was read.
#[derive(Debug)]
pub(crate) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    reading: JoinHandle<()>,
}

impl Tail {
    /// Reads to the end in the background, so that the program never waits for a reader.
    pub(crate) fn follow(mut output: impl AsyncRead + Send + Unpin + 'static) -> Self {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let shared = Arc::clone(&kept);
        let reading = tokio::spawn(async move {
            let mut chunk = [0; 2048];
            while let Ok(length @ 1..) = output.read(&mut chunk).await {
                keep(&mut shared.lock().unwrap_or_else(PoisonError::into_inner), &chunk[..length]);
            }
        });
        Self { kept, reading }
    }

    /// The last words of a program that has ended. Helpers may hold its output open, so this waits only briefly.
    pub(crate) async fn last_words(&mut self) -> String {
        // Whether it ended or not, what was read by now is all there is to tell.
        let _ = timeout(LAST_WORDS_WITHIN, &mut self.reading).await;
        let kept: Vec<u8> = self.kept.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        String::from_utf8_lossy(&kept).trim().to_owned()
    }
}

impl Drop for Tail {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

fn keep(kept: &mut VecDeque<u8>, bytes: &[u8]) {
    kept.extend(bytes);
    let surplus = kept.len().saturating_sub(MOST_BYTES);
    kept.drain(..surplus);
}

const MOST_BYTES: usize = 8 * 1024;
const LAST_WORDS_WITHIN: Duration = Duration::from_millis(500);

#[cfg(test)]
mod tests;
