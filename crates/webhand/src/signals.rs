//! Signals: Ctrl-C, Ctrl-\ and SIGTERM.
//!
//! A thread of its own receives them, so that a second Ctrl-C works even if everything else hangs.

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
    /// Whether Ctrl-C was pressed; the next one ends the program.
    interrupted: Arc<AtomicBool>,
}

/// The exit code of a program that Ctrl-C ended.
const QUIT: i32 = 130;

impl Signals {
    /// Starts to receive signals. From now on only a second Ctrl-C ends the program by itself.
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

    /// Resets the count, so that the next Ctrl-C is a first one again.
    pub fn forget_interrupt(&self) {
        self.interrupted.store(false, Ordering::Relaxed);
    }

    /// Waits for the next signal.
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
        // A full queue already holds the same signals.
        let _ = to.try_send(received);
    }
}
