//! The live picture of a run: captured once however many watch, and only while somebody does.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use webhand_model::RunId;
use webhand_port::WatchedView;
use webhand_rt::{sleep, timeout};

use super::RunPool;
use super::live::LiveRun;

/// The view of the browser of a run at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenFrame {
    pub view: WatchedView,
    /// The person had the browser, so what it shows is theirs.
    pub is_with_person: bool,
}

/// The live picture of one run.
#[derive(Debug)]
pub struct ScreenWatch {
    frames: watch::Receiver<Arc<ScreenFrame>>,
}

impl ScreenWatch {
    /// The newest view that was not returned yet; waits while nothing changes or the run has no browser.
    pub async fn next(&mut self) -> Arc<ScreenFrame> {
        loop {
            if self.frames.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
            let frame = Arc::clone(&self.frames.borrow_and_update());
            if frame.view != WatchedView::Nothing {
                return frame;
            }
        }
    }
}

/// The runs that somebody watches.
#[derive(Debug, Default)]
pub(super) struct Screens {
    runs: Mutex<HashMap<RunId, watch::Sender<Arc<ScreenFrame>>>>,
}

impl Screens {
    fn runs(&self) -> MutexGuard<'_, HashMap<RunId, watch::Sender<Arc<ScreenFrame>>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets a run that nobody watches any more; returns whether it did.
    fn forget_unwatched(&self, run: &RunId) -> bool {
        let mut runs = self.runs();
        let is_unwatched = runs.get(run).is_none_or(|frames| frames.receiver_count() == 0);
        if is_unwatched {
            runs.remove(run);
        }
        is_unwatched
    }
}

impl RunPool {
    /// Follows what the browser of a run shows, from its beginning to its end; it need not have a browser yet.
    #[must_use]
    pub fn watch_screen(&self, run: &RunId) -> ScreenWatch {
        let mut runs = self.shared.screens.runs();
        let frames = if let Some(frames) = runs.get(run) {
            let mut frames = frames.subscribe();
            frames.mark_changed();
            frames
        } else {
            let nothing = ScreenFrame { view: WatchedView::Nothing, is_with_person: false };
            let (sender, frames) = watch::channel(Arc::new(nothing));
            runs.insert(run.clone(), sender.clone());
            webhand_rt::spawn(capture(self.clone(), run.clone(), sender));
            frames
        };
        ScreenWatch { frames }
    }
}

/// Captures as long as somebody watches.
async fn capture(pool: RunPool, run: RunId, frames: watch::Sender<Arc<ScreenFrame>>) {
    while !pool.shared.screens.forget_unwatched(&run) {
        let frame = capture_once(&pool, &run).await;
        let is_with_person = frame.is_with_person;
        frames.send_if_modified(|shown| {
            let is_new = **shown != frame && frame.view != WatchedView::Nothing;
            if is_new {
                *shown = Arc::new(frame);
            }
            is_new
        });
        // A person who uses the page wants to see at once what comes of it.
        sleep(if is_with_person { WHILE_USED } else { BETWEEN_PICTURES }).await;
    }
}

async fn capture_once(pool: &RunPool, run: &RunId) -> ScreenFrame {
    let was_with_person = pool.is_with_person(run);
    let browser = pool.runs().live.get(run).and_then(LiveRun::browser);
    let view = match browser {
        Some(browser) => timeout(CAPTURED_WITHIN, browser.watch(None)).await.unwrap_or(WatchedView::Nothing),
        None => WatchedView::Nothing,
    };
    ScreenFrame { view, is_with_person: was_with_person || pool.is_with_person(run) }
}

const WHILE_USED: Duration = Duration::from_millis(200);
const BETWEEN_PICTURES: Duration = Duration::from_millis(500);
/// A picture of a run with secrets waits for the action under way.
const CAPTURED_WITHIN: Duration = Duration::from_secs(10);
