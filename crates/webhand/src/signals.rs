//! Ctrl-C, Ctrl-\ and the request to end.
//!
//! They are listened to on a thread of their own, so that a second Ctrl-C works even if everything else hangs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// The person pressed Ctrl-C: end the run.
    Interrupt,
    /// The person pressed Ctrl-\: they want the browser for themselves.
    TakeOver,
    /// The system wants the program to end: leave the run so that it can be resumed.
    Terminate,
}

#[derive(Debug)]
pub struct Signals {
    received: mpsc::Receiver<Signal>,
    /// Ctrl-C was pressed, and the next one ends the program.
    interrupted: Arc<AtomicBool>,
}

/// What a shell shows for a program ended by Ctrl-C.
const QUIT: i32 = 130;

impl Signals {
    /// From now on signals no longer end the program by themselves, except the second Ctrl-C.
    pub fn listen() -> Self {
        let (to, received) = mpsc::channel(8);
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            match runtime {
                Ok(runtime) => runtime.block_on(forward_signals(&to, &flag)),
                Err(error) => tracing::warn!(%error, "signals cannot be listened to"),
            }
        });
        Self { received, interrupted }
    }

    /// What Ctrl-C was for is over: the next one is the first again.
    pub fn forget_interrupt(&self) {
        self.interrupted.store(false, Ordering::Relaxed);
    }

    /// The next signal; waits for ever when none comes.
    pub async fn next(&mut self) -> Signal {
        match self.received.recv().await {
            Some(signal) => signal,
            None => std::future::pending().await,
        }
    }
}

async fn forward_signals(to: &mpsc::Sender<Signal>, interrupted: &AtomicBool) {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [SignalKind::interrupt(), SignalKind::quit(), SignalKind::terminate()];
    let [Ok(mut interrupt), Ok(mut quit), Ok(mut terminate)] = kinds.map(signal) else { return };
    loop {
        let received = tokio::select! {
            Some(()) = interrupt.recv() => Signal::Interrupt,
            Some(()) = quit.recv() => Signal::TakeOver,
            Some(()) = terminate.recv() => Signal::Terminate,
            else => return,
        };
        if received == Signal::Interrupt && interrupted.swap(true, Ordering::Relaxed) {
            // The browser ends by itself when its pipe closes, and the journal holds everything.
            std::process::exit(QUIT);
        }
        // A queue that is full already says what is wanted.
        let _ = to.try_send(received);
    }
}
