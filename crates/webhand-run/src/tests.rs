//! Runs as short stories: the inputs, and the effects that follow from them.

use serde_json::{Value, json};
use webhand_model::{
    Action, BrainAnswer, Change, Content, ContentField, ContentKind, DocumentId, EffectNo, Event, EventKind, Facts,
    FailCode, FieldKind, Form, HeldRequest, HeldRequestId, Input, Intent, Millis, Node, Origin, Outcome, PageState,
    PersonReply, Prompt, RefBook, Rev, Seq, Snapshot, TabId, TargetFacts, Task, ToolCall, Viewport, WebUrl,
};

use crate::prompt::decision_prompt;
use crate::{CallNo, Effect, PictureKind, Run};

mod attempts;
mod brain;
mod budget;
mod calls;
mod claims;
mod debugger;
mod errors;
mod evidence;
mod extract;
mod handover;
mod held_requests;
mod outside;
mod person;
mod pictures;
mod progress_review;
mod prompt;
mod property;
mod read_texts;
mod resume;
mod saved_tools;
mod secrets;
mod shown_pages;
mod stop;
mod told;
mod verify;

/// A run under test: applies inputs, records the effects in words, and keeps the journal.
struct TestRun {
    run: Run,
    now: Millis,
    journal: Vec<Event>,
    log: Vec<String>,
    /// The outside agent's calls that got a reply, in order.
    replied: Vec<CallNo>,
}

/// Plays a run that starts on the shop's page, and returns the effects in words.
fn play(inputs: impl IntoIterator<Item = Input>) -> String {
    TestRun::new(task()).play(inputs).transcript()
}

impl TestRun {
    fn new(task: Task) -> Self {
        let run = Run::start(task.clone());
        let mut test = Self { run, now: Millis(0), journal: Vec::new(), log: Vec::new(), replied: Vec::new() };
        test.record(EventKind::Input { to: None, input: Input::Started(task) });
        test.perform();
        test
    }

    fn play(mut self, inputs: impl IntoIterator<Item = Input>) -> Self {
        for input in inputs {
            let to = is_answer(&input).then(|| self.run.awaited());
            self.feed(to, input);
        }
        self
    }

    fn feed(&mut self, to: Option<EffectNo>, input: Input) {
        if input == Input::TimerFired {
            self.now = self.run.poll_timeout().unwrap_or(self.now);
        }
        self.run.handle(to, input.clone(), self.now);
        self.record(EventKind::Input { to, input });
        self.perform();
    }

    fn perform(&mut self) {
        while let Some((no, effect)) = self.run.poll_effect() {
            self.log.push(describe_effect(&effect));
            if let Effect::ReplyToCall(call, _) = &effect {
                self.replied.push(*call);
            }
            self.record(EventKind::Intent { no, intent: effect.intent() });
        }
        if let Some(until) = self.run.rest_end() {
            self.log.push(format!("rest for {} ms", until.0.saturating_sub(self.now.0)));
        }
    }

    fn record(&mut self, kind: EventKind) {
        let seq = u64::try_from(self.journal.len()).unwrap() + 1;
        self.journal.push(Event { seq: Seq(seq), at: self.now, wall: 0, kind, hash: None });
    }

    fn transcript(&self) -> String {
        self.log.join("\n")
    }

    /// The prompt the brain would be asked with now.
    fn prompt(&self) -> Option<Prompt> {
        decision_prompt(self.run.task(), &self.run.memory, &self.run.budget)
    }
}

/// Whether an input answers an effect and carries its number; inputs of a person or a clock do not.
fn is_answer(input: &Input) -> bool {
    match input {
        Input::Observed(_)
        | Input::NotObserved { .. }
        | Input::Answered(_)
        | Input::Extracted(_)
        | Input::RefsResolved(_)
        | Input::NotAnswered { .. }
        | Input::BrainUnavailable { .. }
        | Input::Inspected(_)
        | Input::NotInspected(_)
        | Input::Acted(_)
        | Input::HandedOver(_)
        | Input::TakenBack
        | Input::RequestResolved(_) => true,
        Input::Started(_)
        | Input::ToolCalled(_)
        | Input::CallWithdrawn
        | Input::SentByGrant(_)
        | Input::Closed
        | Input::Replied(_)
        | Input::RepliedFrom { .. }
        | Input::BrainChanged(_)
        | Input::TakenOver
        | Input::Told(_)
        | Input::Pause
        | Input::Continue
        | Input::Cancel
        | Input::Resumed
        | Input::TimerFired => false,
    }
}

fn describe_effect(effect: &Effect) -> String {
    match effect {
        Effect::Observe { picture: PictureKind::Nothing } => "observe".to_owned(),
        Effect::Observe { picture: PictureKind::Plain } => "observe with picture".to_owned(),
        Effect::Observe { picture: PictureKind::Marked } => "observe with marked picture".to_owned(),
        Effect::AskBrain(prompt) => format!("ask brain{}", news_for_brain(prompt)),
        Effect::Verify(prompt) => format!("verify{}", news_for_brain(prompt)),
        Effect::Extract(prompt) => format!("extract{}", news_for_brain(prompt)),
        Effect::ResolveRefs(refs) => format!("recall {}", refs.join(", ")),
        Effect::ReplyToCall(_, outcome) => format!("tell {:?}: {}", outcome.status, outcome.text),
        Effect::Inspect(action) => format!("inspect {}", describe_action(action)),
        Effect::Act(approved) => {
            let by = format!("{:?}", approved.by()).to_lowercase();
            format!("act {} by {by}", describe_action(approved.action()))
        }
        Effect::ResolveRequest(resolution) if resolution.releases() => format!("release {}", resolution.request().id),
        Effect::ResolveRequest(resolution) => format!("stop {}", resolution.request().id),
        Effect::AskPerson(question) => format!("ask person: {}", question.text),
        Effect::HandOver => "step aside".to_owned(),
        Effect::TakeBack => "step in".to_owned(),
        Effect::UseDebugger => "use debugger".to_owned(),
        Effect::Park(why) => format!("park: {why}"),
        Effect::Finish(ending) => format!("finish: {ending:?}"),
    }
}

fn describe_action(action: &Action) -> String {
    format!("{} {}", action.name(), Value::Object(action.arguments()))
}

/// The part of a prompt that is new to the brain: the results of its last answer, and notes.
fn news_for_brain(prompt: &Prompt) -> String {
    let results = prompt.turns.last().map(|turn| turn.results.as_slice()).unwrap_or_default();
    let lines = results.iter().map(|result| format!("\n  {:?}: {}", result.status, result.text));
    lines.chain(prompt.observation.notes.iter().map(|note| format!("\n  note: {note}"))).collect()
}

fn task() -> Task {
    let mut task = Task::new("buy a lamp");
    task.start = Some(WebUrl::parse("https://shop.test/").expect("an address"));
    task
}

/// Buttons and fields `e1` to `e4` on the shop's page.
fn page() -> Snapshot {
    page_of(1)
}

fn page_of(document: u64) -> Snapshot {
    let mut book = RefBook::default();
    let known = DocumentId(document);
    book.add_top(known);
    let node = |number| Node {
        target: book.assign_ref(known, number),
        role: "button".to_owned(),
        name: format!("B{number}"),
        ..Node::default()
    };
    Snapshot {
        tab: TabId(1),
        rev: Rev(1),
        url: "https://shop.test/lamps".to_owned(),
        title: "Lamps".to_owned(),
        state: PageState::Ready,
        viewport: Viewport::default(),
        nodes: (1..=4).map(node).collect(),
        truncated: false,
        tabs: Vec::new(),
        dialog: None,
        picture: None,
    }
}

fn arrived() -> Input {
    Input::Acted(Outcome::done("opened"))
}

fn saw() -> Input {
    Input::Observed(Box::new(page()))
}

/// An answer of the brain with these calls.
fn calls(calls: impl IntoIterator<Item = (&'static str, Value)>) -> Input {
    let call = |(at, (name, arguments)): (usize, (&str, Value))| ToolCall {
        id: format!("c{at}"),
        name: name.to_owned(),
        arguments,
    };
    Input::Answered(BrainAnswer { calls: calls.into_iter().enumerate().map(call).collect(), ..BrainAnswer::default() })
}

fn click(target: &str) -> Input {
    calls([("click", json!({"ref": target}))])
}

fn done() -> Input {
    calls([("done", json!({"answer": "There is a lamp."}))])
}

fn acted(text: &str) -> Input {
    Input::Acted(Outcome::done(text))
}

fn moved_on(text: &str) -> Input {
    let mut outcome = Outcome::done(text);
    outcome.changes.push(Change::Navigated { url: "https://shop.test/next".to_owned() });
    Input::Acted(outcome)
}

fn failed(text: &str) -> Input {
    Input::Acted(Outcome::failed(FailCode::Covered, text))
}

fn facts(target: Option<TargetFacts>) -> Facts {
    Facts { origin: Some(Origin::from_url("https://shop.test")), target, ..Facts::default() }
}

/// Nothing special about the element.
fn plain() -> Input {
    Input::Inspected(facts(None))
}

/// A button that sends an order of this sum.
fn order(sum: &str) -> Input {
    let form = Form {
        action: "https://shop.test/order".to_owned(),
        method: "post".to_owned(),
        fields: vec![["sum".to_owned(), sum.to_owned()]],
        content: Some(content(sum)),
        filled: None,
        invalid: Vec::new(),
    };
    let target = TargetFacts {
        role: "button".to_owned(),
        name: "Go on".to_owned(),
        field: FieldKind::None,
        href: None,
        submits: true,
        enter_submits: false,
        form: Some(form),
    };
    Input::Inspected(facts(Some(target)))
}

fn held(number: u64, sum: &str) -> HeldRequest {
    HeldRequest {
        id: HeldRequestId(number),
        method: "POST".to_owned(),
        url: "https://shop.test/order".to_owned(),
        from: Origin::from_url("https://shop.test"),
        fields: vec![["sum".to_owned(), sum.to_owned()]],
        content: Some(content(sum)),
    }
}

/// The content of an order; the sum stands for its digest.
fn content(sum: &str) -> Content {
    let sum = ContentField { name: "sum".to_owned(), digest: Some(sum.to_owned()), kind: ContentKind::Plain };
    let media_type = "application/x-www-form-urlencoded".to_owned();
    Content { media_type, fields: vec![sum], is_partial: false, members: Vec::new() }
}

/// The action was done and started these requests.
fn acted_and_held(requests: impl IntoIterator<Item = HeldRequest>) -> Input {
    let mut outcome = Outcome::done("clicked");
    outcome.held.extend(requests);
    Input::Acted(outcome)
}

fn resolved(text: &str) -> Input {
    Input::RequestResolved(Outcome::done(text))
}

const YES: Input = Input::Replied(PersonReply::Yes);
const NO: Input = Input::Replied(PersonReply::No);

/// The intents of a journal, in order.
fn intents(journal: &[Event]) -> Vec<(EffectNo, Intent)> {
    let intent = |event: &Event| match &event.kind {
        EventKind::Intent { no, intent } => Some((*no, intent.clone())),
        EventKind::Input { .. } => None,
    };
    journal.iter().filter_map(intent).collect()
}
