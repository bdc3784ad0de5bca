//! Receives every event after it is in the journal, shows it on the screen, and forwards questions to the job.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use webhand_engine::Watcher;
use webhand_model::{ActionClass, Event, EventKind, Input, Intent, Question, RunId};

use crate::display;
use crate::terminal::{EventRenderer, LineKind, Screen, ScreenLine, ScreenUpdate};

/// A change of the run's open question.
#[derive(Debug)]
pub(super) enum QuestionNews {
    Asked(Question),
    /// Somebody answered it, here or elsewhere.
    Settled,
}

/// How events are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventOutput {
    /// As text, from the task on.
    Text,
    /// As text without the task, for a person who has just written it.
    TextWithoutTitle,
    /// As JSON for programs, each event in a line.
    Json,
}

impl EventOutput {
    pub fn for_json(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

pub(super) struct RunWatcher {
    run: RunId,
    screen: Arc<Screen>,
    output: EventOutput,
    renderer: Mutex<EventRenderer>,
    news: mpsc::Sender<QuestionNews>,
    /// Whether an action is under way whose outcome must not be lost.
    acting: watch::Sender<bool>,
    /// Since when a brain that was asked is silent.
    silent_since: Mutex<Option<Instant>>,
}

/// A run asks one question at a time, so the queue never fills up.
const NEWS_QUEUE: usize = 64;

impl RunWatcher {
    pub(super) fn new(
        run: &RunId,
        screen: Arc<Screen>,
        output: EventOutput,
        earlier: &[Event],
    ) -> (Self, mpsc::Receiver<QuestionNews>) {
        let (news, receiver) = mpsc::channel(NEWS_QUEUE);
        let renderer = EventRenderer::resume(earlier, |title| screen.show(title));
        let watcher = Self {
            run: run.clone(),
            screen,
            output,
            renderer: Mutex::new(renderer),
            news,
            acting: watch::Sender::new(false),
            silent_since: Mutex::new(None),
        };
        (watcher, receiver)
    }

    pub(super) fn is_acting(&self) -> bool {
        *self.acting.borrow()
    }

    /// Waits until no action is under way.
    pub(super) async fn action_ended(&self) {
        // The sender is in `self`, so waiting cannot fail.
        let _ = self.acting.subscribe().wait_for(|acting| !acting).await;
    }

    /// Tells the person that the brain is still being waited for, if it has been silent for long.
    pub(super) fn tell_silence(&self) {
        let since = *self.silent_since.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(silent) = since.map(|since| since.elapsed()).filter(|silent| *silent >= TOLD_EVERY) else { return };
        if self.output != EventOutput::Json {
            self.screen.show(ScreenLine::new(LineKind::Note, silence(silent)));
        }
    }

    fn set_silent(&self, is_silent: bool) {
        let since = is_silent.then(Instant::now);
        *self.silent_since.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    fn note_acting(&self, what: &EventKind) {
        let acting = match what {
            EventKind::Intent { intent: Intent::Act { class, .. }, .. } => *class > ActionClass::Navigate,
            EventKind::Intent { intent, .. } => matches!(intent, Intent::ResolveRequest { .. }),
            // A pause arrives while an action is under way and does not end the action.
            EventKind::Input { input: Input::Pause, .. } => return,
            EventKind::Input { .. } => false,
        };
        self.acting.send_replace(acting);
    }
}

impl Watcher for RunWatcher {
    fn on_event(&self, event: &Event) {
        match self.output {
            EventOutput::Json => self.screen.answer(event_line(&self.run, event)),
            EventOutput::Text | EventOutput::TextWithoutTitle => {
                let mut renderer = self.renderer.lock().unwrap_or_else(PoisonError::into_inner);
                let updates = renderer.render_event(event);
                let is_known = self.output == EventOutput::TextWithoutTitle && is_title(&event.kind);
                updates.into_iter().filter(|_| !is_known).for_each(|show| self.screen.show(show));
            }
        }
        self.note_acting(&event.kind);
        if let Some(is_silent) = asks_brain(&event.kind) {
            self.set_silent(is_silent);
        }
        let news = match &event.kind {
            EventKind::Intent { intent: Intent::AskPerson(question), .. } => QuestionNews::Asked(question.clone()),
            EventKind::Input { input, .. } if input.reply().is_some() => QuestionNews::Settled,
            EventKind::Intent { .. } | EventKind::Input { .. } => return,
        };
        if self.news.try_send(news).is_err() {
            tracing::error!("news of a question was lost; the run can be resumed");
        }
    }

    fn on_live_text(&self, text: &str) {
        self.set_silent(true);
        match self.output {
            EventOutput::Text | EventOutput::TextWithoutTitle => self.screen.show(ScreenUpdate::Live(text.to_owned())),
            EventOutput::Json => {}
        }
    }
}

/// Whether a brain is asked from this event on; `None` if the event says nothing about it.
fn asks_brain(what: &EventKind) -> Option<bool> {
    match what {
        EventKind::Intent { intent, .. } => Some(matches!(intent, Intent::AskBrain | Intent::Verify | Intent::Extract)),
        EventKind::Input { to: Some(_), .. } => Some(false),
        EventKind::Input { to: None, .. } => None,
    }
}

fn silence(silent: Duration) -> String {
    let millis = u64::try_from(silent.as_millis()).unwrap_or(u64::MAX);
    format!("the model has been silent for {}; it is waited for, Ctrl-C parks the run", display::duration(millis))
}

/// How often a person is told that a brain is still silent.
pub(super) const TOLD_EVERY: Duration = Duration::from_secs(30);

fn is_title(what: &EventKind) -> bool {
    matches!(what, EventKind::Input { input: Input::Started(_), .. })
}

/// An event as JSON for programs: the journal's line with its run.
pub fn event_line(run: &RunId, event: &Event) -> String {
    serde_json::to_string(&EventLine { v: LINE_VERSION, run, event })
        .unwrap_or_else(|error| json!({"error": error.to_string()}).to_string())
}

/// The version of the lines for programs, which `docs/run-events.schema.json` describes.
pub const LINE_VERSION: u32 = 1;

/// Borrows the event, because the snapshot in it has thousands of nodes.
#[derive(Serialize)]
struct EventLine<'a> {
    v: u32,
    run: &'a RunId,
    #[serde(flatten)]
    event: &'a Event,
}
