//! The shared parts of the stories about clients: one question, and the server and brain that are asked.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;
use webhand_brain::client::{Deadlines, RemoteBrain};
use webhand_fake_llm::{FakeServer, Script};
use webhand_model::{
    BrainAnswer, Observation, OutcomeStatus, PageState, Prompt, PromptPicture, Rev, SamePicture, Snapshot, TabId,
    ToolCall, ToolResult, Turn, Viewport,
};
use webhand_port::{Brain as _, BrainError, BrainRequest, Role};

pub const KEY: &str = "sk-test-4f9a1c77d0b2";

/// Far above what a loopback answer takes, and the end of a test that would otherwise wait long.
pub fn patient(brain: RemoteBrain) -> RemoteBrain {
    brain.with_deadlines(Deadlines { total: Duration::from_secs(20), ..Deadlines::hosted() }).unwrap()
}

pub fn serve(script: Script) -> FakeServer {
    FakeServer::start(script).unwrap()
}

pub async fn ask(brain: &RemoteBrain, prompt: &Prompt) -> Result<BrainAnswer, BrainError> {
    ask_live(brain, prompt, &Mutex::default()).await
}

pub async fn ask_live(brain: &RemoteBrain, prompt: &Prompt, told: &Mutex<String>) -> Result<BrainAnswer, BrainError> {
    let live = |text: &str| told.lock().unwrap().push_str(text);
    brain.answer(BrainRequest { prompt, role: Role::Decide, picture: None, live: &live }).await
}

pub fn contents(answer: &BrainAnswer) -> (String, Vec<(String, Value)>) {
    let call = |call: &ToolCall| (call.name.clone(), call.arguments.clone());
    (answer.text.clone(), answer.calls.iter().map(call).collect())
}

pub fn done(answer: BrainAnswer) -> Turn {
    let result = |call: &ToolCall| ToolResult::new(OutcomeStatus::Done, format!("{} done", call.name));
    Turn { results: answer.calls.iter().map(result).collect(), answer }
}

pub fn prompt() -> Prompt {
    let snapshot = Snapshot {
        tab: TabId(1),
        rev: Rev(1),
        url: "https://shop.test/".to_owned(),
        title: "Shop".to_owned(),
        state: PageState::Ready,
        viewport: Viewport::default(),
        nodes: Vec::new(),
        truncated: false,
        tabs: Vec::new(),
        dialog: None,
        picture: None,
    };
    let text = "page \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]".to_owned();
    Prompt {
        system: "You drive a browser.".to_owned(),
        before: Vec::new(),
        task: "Press Pay.".to_owned(),
        turns: Vec::new(),
        observation: Observation {
            snapshot,
            text,
            since: None,
            earlier_pages: Vec::new(),
            seen: None,
            picture: Some(PromptPicture { number: 1, if_same: SamePicture::SentAgain }),
            notes: Vec::new(),
            steps: [0, 40],
        },
        answer_schema: None,
    }
}
