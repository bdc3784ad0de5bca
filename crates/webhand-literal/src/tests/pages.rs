//! Small pages written by hand, and conversations played on them.

use std::fmt::Write as _;

use serde_json::Value;
use webhand_model::{
    BrainAnswer, Decision, DocumentId, FailCode, NativeDialog, Node, Observation, OutcomeStatus, PageState, Prompt,
    RefBook, Rev, Snapshot, TabId, ToolResult, Turn, Viewport,
};

use crate::decide;

/// A page from lines like `button Pay [disabled]`: two blanks a level, `*` before the role means it cannot be
/// touched, `= value` behind the name, `-> address` for a link. Refs are e1, e2 … in order.
pub(super) fn page(title: &str, lines: &str) -> Snapshot {
    page_at("https://town.test/start", title, lines)
}

pub(super) fn page_at(url: &str, title: &str, lines: &str) -> Snapshot {
    let mut book = RefBook::default();
    book.add_top(DocumentId(1));
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    let nodes = (0..).zip(lines).map(|(number, line)| node(&mut book, number, line)).collect();
    Snapshot {
        tab: TabId(1),
        rev: Rev(1),
        url: url.to_owned(),
        title: title.to_owned(),
        state: PageState::Ready,
        viewport: Viewport { width: 1000.0, height: 800.0, scroll_y: 0.0, max_scroll_y: 0.0 },
        nodes,
        truncated: false,
        tabs: Vec::new(),
        dialog: None,
        picture: None,
    }
}

fn node(book: &mut RefBook, number: u32, line: &str) -> Node {
    let text = line.trim_start();
    let depth = u32::try_from((line.len() - text.len()) / 2).unwrap();
    let (text, href) = text.split_once(" -> ").map_or((text, None), |(text, href)| (text, Some(href.to_owned())));
    let (text, value) = text.split_once(" = ").map_or((text, None), |(text, value)| (text, Some(value.to_owned())));
    let (text, states) =
        text.split_once(" [").map_or((text, ""), |(text, states)| (text, states.trim_end_matches(']')));
    let (role, name) = text.split_once(' ').unwrap_or((text, ""));
    let touched = !role.starts_with('*');
    Node {
        depth,
        target: touched.then(|| book.assign_ref(DocumentId(1), number).unwrap()),
        role: role.trim_start_matches('*').to_owned(),
        name: name.to_owned(),
        value,
        states: states.split_whitespace().map(str::to_owned).collect(),
        bounds: None,
        in_view: true,
        href,
        origin: None,
    }
}

/// Plays a task against the brain, one page after the other.
pub(super) struct Play {
    prompt: Prompt,
}

impl Play {
    pub(super) fn new(task: &str, page: Snapshot) -> Self {
        let observation = Observation {
            snapshot: page,
            text: String::new(),
            since: None,
            earlier_pages: Vec::new(),
            seen: None,
            picture: None,
            notes: Vec::new(),
            steps: [0, 50],
        };
        let prompt = Prompt {
            system: String::new(),
            before: Vec::new(),
            task: task.to_owned(),
            turns: Vec::new(),
            observation,
            answer_schema: None,
        };
        Self { prompt }
    }

    /// The calls that the brain makes now, in one line. Each must be a valid action on this page.
    pub(super) fn decide(&self) -> String {
        let answer = decide(&self.prompt);
        assert!(!answer.calls.is_empty());
        let mut calls = String::new();
        for call in &answer.calls {
            Decision::parse(&call.name, &call.arguments, &self.prompt.observation.snapshot)
                .unwrap_or_else(|why| panic!("{} {}: {why}", call.name, call.arguments));
            let separator = if calls.is_empty() { "" } else { "; " };
            let _ = write!(calls, "{separator}{}{}", call.name, shown(&call.arguments));
        }
        calls
    }

    pub(super) fn narration(&self) -> String {
        decide(&self.prompt).text
    }

    pub(super) fn prompt(&self) -> Prompt {
        self.prompt.clone()
    }

    pub(super) fn answer(&self) -> BrainAnswer {
        decide(&self.prompt)
    }

    /// All calls worked, and the page now looks like this.
    pub(super) fn then(&mut self, page: Snapshot) -> String {
        self.after(OutcomeStatus::Done, "done", page)
    }

    /// All calls worked, the page is the same.
    pub(super) fn went_well(&mut self) -> String {
        let page = self.prompt.observation.snapshot.clone();
        self.then(page)
    }

    pub(super) fn returned(&mut self, text: &str) -> String {
        let page = self.prompt.observation.snapshot.clone();
        self.after(OutcomeStatus::Done, text, page)
    }

    pub(super) fn failed(&mut self, code: FailCode, why: &str) -> String {
        let page = self.prompt.observation.snapshot.clone();
        self.after(OutcomeStatus::Failed(code), why, page)
    }

    pub(super) fn after(&mut self, end: OutcomeStatus, text: &str, page: Snapshot) -> String {
        let answer = decide(&self.prompt);
        let result = ToolResult::new(end, text);
        let results = vec![result; answer.calls.len()];
        self.prompt.turns.push(Turn { answer, results });
        self.prompt.observation.snapshot = page;
        self.decide()
    }
}

/// The page with a dialog of the browser in front of it.
pub(super) fn blocked(mut page: Snapshot, kind: &str, message: &str) -> Snapshot {
    page.dialog = Some(NativeDialog { kind: kind.to_owned(), message: message.to_owned() });
    page
}

fn shown(arguments: &Value) -> String {
    let Some(map) = arguments.as_object() else { return String::new() };
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    map.iter().filter(|(key, _)| *key != "evidence").fold(String::new(), |mut text, (key, value)| {
        let _ = write!(text, " {key}={}", plain(value));
        text
    })
}
