//! Tells a client that asked for it how far a call has come.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

/// One call, for whoever waits for it.
pub(super) struct Progress {
    token: ProgressToken,
    peer: Peer<RoleServer>,
    /// Must grow with each word, whatever it stands for.
    said: u32,
}

impl Progress {
    /// `None` for a client that does not want to know.
    pub fn of(context: &RequestContext<RoleServer>) -> Option<Self> {
        Some(Self { token: context.meta.get_progress_token()?, peer: context.peer.clone(), said: 0 })
    }

    /// Waits for the work and says each second that it goes on.
    pub async fn beside<T>(progress: Option<Self>, what: &str, work: impl Future<Output = T>) -> T {
        let begun = Instant::now();
        let (say, heard) = mpsc::channel(MOST_WAITING);
        let ticking = async {
            let mut ticks = interval_at(begun + EVERY, EVERY);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                let _ = say.try_send(format!("{what}: {} s", begun.elapsed().as_secs()));
            }
        };
        match progress {
            None => work.await,
            Some(progress) => progress.follow(heard, or(work, ticking)).await,
        }
    }

    /// Waits for work that says itself what it does: `begin` is given the ear to speak into.
    pub async fn of_steps<T, W>(progress: Option<Self>, begin: impl FnOnce(crate::Progress) -> W) -> T
    where
        W: Future<Output = T>,
    {
        let Some(progress) = progress else { return begin(Arc::new(|_: &str| {})).await };
        let (say, heard) = mpsc::channel(MOST_WAITING);
        // Nobody misses a word that came too fast.
        let ear = move |text: &str| drop(say.try_send(text.to_owned()));
        progress.follow(heard, begin(Arc::new(ear))).await
    }

    /// Passes words on while the work goes on, and the last of them before its end is told.
    async fn follow<T>(mut self, mut heard: mpsc::Receiver<String>, work: impl Future<Output = T>) -> T {
        let (over, mut is_over) = oneshot::channel();
        let saying = async {
            loop {
                tokio::select! {
                    Some(text) = heard.recv() => self.say(text).await,
                    _ = &mut is_over => break,
                }
            }
            while let Ok(text) = heard.try_recv() {
                self.say(text).await;
            }
        };
        let working = async {
            let done = work.await;
            let _ = over.send(());
            done
        };
        tokio::join!(working, saying).0
    }

    /// A client that reads slowly is not waited for long.
    async fn say(&mut self, text: String) {
        self.said += 1;
        let word = ProgressNotificationParam::new(self.token.clone(), f64::from(self.said)).with_message(text);
        let _ = timeout(SAID_WITHIN, self.peer.notify_progress(word)).await;
    }
}

/// The first, while the second goes on beside it.
async fn or<T>(work: impl Future<Output = T>, beside: impl Future<Output = Infallible>) -> T {
    tokio::select! {
        done = work => done,
        never = beside => match never {},
    }
}

const EVERY: Duration = Duration::from_secs(1);
const SAID_WITHIN: Duration = Duration::from_secs(1);
const MOST_WAITING: usize = 16;
