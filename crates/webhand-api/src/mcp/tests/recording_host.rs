//! A session host that records the sessions it opened, over fake browsers.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use webhand_engine::{Questioner, Session};
use webhand_model::{ActionClass, ApprovalId, EffectNo, Question, QuestionKind, RunId, RunOutcome, Task};
use webhand_port::fake::{FakeBrowser, MemoryStore};
use webhand_port::{BoxFuture, Browser, Store};

use crate::{Progress, SessionHost, SessionHostError, TaskEnd, TaskOrder, TaskReport};

#[derive(Default)]
pub struct RecordingHost {
    pub browsers: Mutex<Vec<Arc<FakeBrowser>>>,
    pub sessions: Mutex<Vec<Session>>,
    pub owners: Mutex<Vec<String>>,
    pub store: Arc<MemoryStore>,
    pub downloads: Option<PathBuf>,
}

impl RecordingHost {
    /// The actions done in the browser that was opened first.
    pub fn done(&self) -> Vec<String> {
        self.browsers.lock().unwrap().first().map(|browser| browser.done()).unwrap_or_default()
    }

    pub fn opened(&self) -> usize {
        self.browsers.lock().unwrap().len()
    }
}

impl SessionHost for RecordingHost {
    fn open_session<'a>(&'a self, owner: &'a str) -> BoxFuture<'a, Result<Session, SessionHostError>> {
        Box::pin(async move {
            let browser = Arc::new(FakeBrowser::of_buttons(2).hanging_at("wait"));
            let id = RunId::try_from(format!("session-{}", self.opened())).unwrap();
            self.browsers.lock().unwrap().push(Arc::clone(&browser));
            self.owners.lock().unwrap().push(owner.to_owned());
            let store = Arc::clone(&self.store) as Arc<dyn Store>;
            let session =
                Session::open(id, Task::for_outside_agent(owner), browser as Arc<dyn Browser>, store).await.unwrap();
            self.sessions.lock().unwrap().push(session.clone());
            Ok(session)
        })
    }

    fn run_task(
        &self,
        order: TaskOrder,
        progress: Progress,
        _: Option<Arc<dyn Questioner>>,
    ) -> BoxFuture<'_, Result<TaskReport, SessionHostError>> {
        Box::pin(async move {
            progress("opened a page");
            tokio::task::yield_now().await;
            let run = RunId::try_from("run-of-a-task".to_owned()).unwrap();
            let end = if order.text == "order" {
                TaskEnd::Waiting { id: ApprovalId::new(&run, EffectNo(3)), question: question() }
            } else if order.text == "park" {
                TaskEnd::Parked("the provider answers 503".to_owned())
            } else {
                TaskEnd::Over(RunOutcome::Done { answer: format!("did: {}", order.text), evidence: Vec::new() })
            };
            Ok(TaskReport { run, steps: 2, end })
        })
    }

    fn store(&self) -> BoxFuture<'_, Result<Arc<dyn Store>, SessionHostError>> {
        Box::pin(async { Ok(Arc::clone(&self.store) as Arc<dyn Store>) })
    }

    fn downloads(&self, _: &RunId) -> Option<PathBuf> {
        self.downloads.clone()
    }
}

fn question() -> Question {
    let kind = QuestionKind::Approval(ActionClass::Commit);
    Question { kind, text: "Order?".to_owned(), details: Vec::new(), options: Vec::new(), ..Question::default() }
}
