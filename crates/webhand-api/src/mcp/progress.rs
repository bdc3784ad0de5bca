//! Progress notifications for a client that requested them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

/// Sends the progress of one call.
pub(super) struct ProgressNotifier {
    token: ProgressToken,
    peer: Peer<RoleServer>,
    /// The progress value: the protocol wants it to grow with each notification.
    sent: u32,
}

impl ProgressNotifier {
    /// `None` when the client sent no progress token.
    pub fn of(context: &RequestContext<RoleServer>) -> Option<Self> {
        Some(Self { token: context.meta.get_progress_token()?, peer: context.peer.clone(), sent: 0 })
    }

    /// Waits for the work and reports each second how long it has taken.
    pub async fn report_time<T>(progress: Option<Self>, name: &str, work: impl Future<Output = T>) -> T {
        let started = Instant::now();
        let (send, texts) = mpsc::channel(MOST_WAITING);
        let ticking = async {
            let mut ticks = interval_at(started + EVERY, EVERY);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                let _ = send.try_send(format!("{name}: {} s", started.elapsed().as_secs()));
            }
        };
        match progress {
            None => work.await,
            Some(progress) => progress.forward(texts, or(work, ticking)).await,
        }
    }

    /// Waits for work that reports its own steps: `start` gets the callback for them.
    pub async fn report_steps<T, W>(progress: Option<Self>, start: impl FnOnce(crate::Progress) -> W) -> T
    where
        W: Future<Output = T>,
    {
        let Some(progress) = progress else { return start(Arc::new(|_: &str| {})).await };
        let (send, texts) = mpsc::channel(MOST_WAITING);
        // A text is dropped when the client reads too slowly.
        let callback = move |text: &str| drop(send.try_send(text.to_owned()));
        progress.forward(texts, start(Arc::new(callback))).await
    }

    /// Sends texts while the work goes on, and the remaining ones before it returns.
    async fn forward<T>(mut self, mut texts: mpsc::Receiver<String>, work: impl Future<Output = T>) -> T {
        let (over, mut is_over) = oneshot::channel();
        let sending = async {
            loop {
                tokio::select! {
                    Some(text) = texts.recv() => self.send(text).await,
                    _ = &mut is_over => break,
                }
            }
            while let Ok(text) = texts.try_recv() {
                self.send(text).await;
            }
        };
        let working = async {
            let done = work.await;
            let _ = over.send(());
            done
        };
        tokio::join!(working, sending).0
    }

    /// Sends one notification; a client that reads slowly is not waited for long.
    async fn send(&mut self, text: String) {
        self.sent += 1;
        let notification = ProgressNotificationParam::new(self.token.clone(), f64::from(self.sent)).with_message(text);
        let _ = timeout(SENT_WITHIN, self.peer.notify_progress(notification)).await;
    }
}

/// Waits for `work` while `beside` runs too.
async fn or<T>(work: impl Future<Output = T>, beside: impl Future<Output = Infallible>) -> T {
    tokio::select! {
        done = work => done,
        never = beside => match never {},
    }
}

const EVERY: Duration = Duration::from_secs(1);
const SENT_WITHIN: Duration = Duration::from_secs(1);
const MOST_WAITING: usize = 16;
