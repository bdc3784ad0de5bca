//! Signals: Ctrl-C, Ctrl-\, SIGTERM and SIGHUP.
//!
//! A thread of its own receives them, so that a second Ctrl-C works even if everything else hangs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// The person pressed Ctrl-C: stop, by default so that the run can be resumed.
    Interrupt,
    /// The person pressed Ctrl-\: they want the browser for themselves.
    TakeOver,
    /// The system wants the program to end or the terminal was closed: leave the run so that it can be resumed.
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
    /// Starts to receive signals. When it returns, only a second Ctrl-C ends the program by itself: what the program
    /// changes after that, a terminal for example, is put back whatever comes.
    pub fn listen() -> Self {
        let (to, received) = mpsc::channel(8);
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        let (listening, is_listening) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            match runtime {
                Ok(runtime) => runtime.block_on(forward_signals(&to, &flag, listening)),
                Err(error) => tracing::warn!(%error, "signals cannot be listened to"),
            }
        });
        // A thread that cannot listen drops its end, which ends the wait too.
        let _ = is_listening.recv();
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

/// Whether SIGHUP was ignored when the program started, as far as the system tells.
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // SIGHUP is the first signal, so it has the lowest bit.
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

async fn forward_signals(to: &mpsc::Sender<Signal>, interrupted: &AtomicBool, listening: std::sync::mpsc::Sender<()>) {
    use tokio::signal::unix::{SignalKind, signal};
    // `nohup` has the signal ignored, and so it stays; listening to it would undo that, so it is looked up before.
    let ignores_hangup = is_hangup_ignored();
    let kinds = [SignalKind::interrupt(), SignalKind::quit(), SignalKind::terminate(), SignalKind::hangup()];
    let [Ok(mut interrupt), Ok(mut quit), Ok(mut terminate), Ok(mut hangup)] = kinds.map(signal) else { return };
    drop(listening);
    loop {
        let received = tokio::select! {
            Some(()) = interrupt.recv() => Signal::Interrupt,
            Some(()) = quit.recv() => Signal::TakeOver,
            Some(()) = terminate.recv() => Signal::Terminate,
            Some(()) = hangup.recv(), if !ignores_hangup => Signal::Terminate,
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
