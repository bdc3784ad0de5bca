//! Keeps the end of a program's error output, for messages about why it failed.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Holds at most the last eight kilobytes of the output.
#[derive(Debug)]
pub(crate) struct StderrTail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    reading: JoinHandle<()>,
}

impl StderrTail {
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

    /// The end of the output of a program that has exited. Helpers may hold the output open, so this waits only briefly.
    pub(crate) async fn final_output(&mut self) -> String {
        // After the wait, the bytes read so far are the result, whether or not the output has ended.
        let _ = timeout(OUTPUT_ENDS_WITHIN, &mut self.reading).await;
        let kept: Vec<u8> = self.kept.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        String::from_utf8_lossy(&kept).trim().to_owned()
    }
}

impl Drop for StderrTail {
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
const OUTPUT_ENDS_WITHIN: Duration = Duration::from_millis(500);

#[cfg(test)]
mod tests;
