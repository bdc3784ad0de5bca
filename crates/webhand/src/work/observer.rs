//! Is told every event once it is written down, and passes it on: to the screen, and questions to whoever answers.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde_json::json;
use tokio::sync::{mpsc, watch};
use webhand_engine::Watcher;
use webhand_model::{ActionClass, Event, EventKind, Input, Intent, Question, RunId};

use crate::terminal::{Narrator, Screen, Show};

/// News about the run's question.
#[derive(Debug)]
pub(super) enum News {
    Asked(Question),
    /// Somebody answered it, here or elsewhere.
    Settled,
}

/// How what happens is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// For a person, from the task on.
    Story,
    /// For a person who has just written the task themselves.
    Sequel,
    /// For a program, each event in a line.
    Json,
}

impl Telling {
    pub fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Story }
    }
}

pub(super) struct Observer {
    run: RunId,
    screen: Arc<Screen>,
    telling: Telling,
    narrator: Mutex<Narrator>,
    news: mpsc::Sender<News>,
    /// Something is being done to a page that must not be left half known.
    acting: watch::Sender<bool>,
}

/// A run asks one question at a time, and each is heard of before the next.
const MOST_NEWS: usize = 64;

impl Observer {
    pub(super) fn new(
        run: &RunId,
        screen: Arc<Screen>,
        telling: Telling,
        earlier: &[Event],
    ) -> (Self, mpsc::Receiver<News>) {
        let (news, heard) = mpsc::channel(MOST_NEWS);
        let narrator = Narrator::going_on(earlier, |title| screen.show(title));
        let observer = Self {
            run: run.clone(),
            screen,
            telling,
            narrator: Mutex::new(narrator),
            news,
            acting: watch::Sender::new(false),
        };
        (observer, heard)
    }

    pub(super) fn is_acting(&self) -> bool {
        *self.acting.borrow()
    }

    /// Until nothing is being done to a page.
    pub(super) async fn acted(&self) {
        // The sender is in `self`, so waiting cannot fail.
        let _ = self.acting.subscribe().wait_for(|acting| !acting).await;
    }

    fn note_acting(&self, what: &EventKind) {
        let acting = match what {
            EventKind::Intent { intent: Intent::Act { class, .. }, .. } => *class > ActionClass::Navigate,
            EventKind::Intent { intent, .. } => matches!(intent, Intent::ResolveRequest { .. }),
            // A pause comes in while an action is under way and does not end it.
            EventKind::Input { input: Input::Pause, .. } => return,
            EventKind::Input { .. } => false,
        };
        self.acting.send_replace(acting);
    }
}

impl Watcher for Observer {
    fn on_event(&self, event: &Event) {
        match self.telling {
            Telling::Json => self.screen.answer(line(&self.run, event)),
            Telling::Story | Telling::Sequel => {
                let mut narrator = self.narrator.lock().unwrap_or_else(PoisonError::into_inner);
                let told = narrator.tell(event);
                let is_known = self.telling == Telling::Sequel && is_title(&event.kind);
                told.into_iter().filter(|_| !is_known).for_each(|show| self.screen.show(show));
            }
        }
        self.note_acting(&event.kind);
        let news = match &event.kind {
            EventKind::Intent { intent: Intent::AskPerson(question), .. } => News::Asked(question.clone()),
            EventKind::Input { input: Input::Replied(_), .. } => News::Settled,
            EventKind::Intent { .. } | EventKind::Input { .. } => return,
        };
        if self.news.try_send(news).is_err() {
            tracing::error!("news of a question was lost; the run can be resumed");
        }
    }

    fn on_live_text(&self, text: &str) {
        match self.telling {
            Telling::Story | Telling::Sequel => self.screen.show(Show::Live(text.to_owned())),
            Telling::Json => {}
        }
    }
}

fn is_title(what: &EventKind) -> bool {
    matches!(what, EventKind::Input { input: Input::Started(_), .. })
}

/// An event as programs read it: the journal's line with its run.
pub fn line(run: &RunId, event: &Event) -> String {
    serde_json::to_string(&Line { run, event }).unwrap_or_else(|error| json!({"error": error.to_string()}).to_string())
}

/// A look has thousands of parts: they are written as they are, without a copy in between.
#[derive(Serialize)]
struct Line<'a> {
    run: &'a RunId,
    #[serde(flatten)]
    event: &'a Event,
}
