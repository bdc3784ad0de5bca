//! A recorded run for tests: a lantern is ordered, the guard asks, the person says yes. The page is hostile.

use serde_json::json;
use webhand_model::{
    Action, ActionClass, Approver, BrainAnswer, Change, DocumentId, EffectNo, Event, EventKind, EvidenceLine, Facts,
    FieldKind, Form, HeldRequest, HeldRequestId, Input, Intent, Millis, Node, Origin, Outcome, PageState, PersonReply,
    Question, QuestionKind, Ref, RefBook, Rev, RunOutcome, Seq, Snapshot, TabId, TargetFacts, Task, ToolCall, Usage,
    Viewport, WebUrl,
};

/// Text with which the page attacks terminals and reports.
pub const HOSTILE: &str = "<script>alert(1)</script>\u{1b}[31m\" onload=\"x";

pub struct Recorder {
    events: Vec<Event>,
    at: u64,
    no: u64,
}

impl Recorder {
    pub fn new() -> Self {
        Self { events: Vec::new(), at: 0, no: 0 }
    }

    pub fn input(&mut self, input: Input) -> &mut Self {
        let to = (self.no > 0).then_some(EffectNo(self.no));
        self.write(EventKind::Input { to, input })
    }

    pub fn intent(&mut self, intent: Intent) -> &mut Self {
        self.no += 1;
        self.write(EventKind::Intent { no: EffectNo(self.no), intent })
    }

    fn write(&mut self, kind: EventKind) -> &mut Self {
        let seq = Seq(self.events.len() as u64 + 1);
        self.events.push(Event { seq, at: Millis(self.at), wall: 1_794_715_320_000 + self.at, kind, hash: None });
        self.at += 100;
        self
    }

    pub fn events(&self) -> Vec<Event> {
        self.events.clone()
    }
}

/// The refs of the field and the button.
fn refs() -> (Ref, Ref) {
    let mut book = RefBook::default();
    book.add_top(DocumentId(1));
    (book.assign_ref(DocumentId(1), 1).unwrap(), book.assign_ref(DocumentId(1), 2).unwrap())
}

pub fn page(title: &str, picture: Option<&str>) -> Snapshot {
    let (field, button) = refs();
    let node = |target, role: &str, name: &str, bounds| Node {
        target: Some(target),
        role: role.to_owned(),
        name: name.to_owned(),
        bounds: Some(bounds),
        in_view: true,
        ..Node::default()
    };
    Snapshot {
        tab: TabId(1),
        rev: Rev(1),
        url: "http://shop.test/basket".to_owned(),
        title: title.to_owned(),
        state: PageState::Ready,
        viewport: Viewport { width: 1000.0, height: 500.0, scroll_y: 0.0, max_scroll_y: 0.0 },
        nodes: vec![
            node(field, "textbox", "Name", [100, 50, 200, 30]),
            node(button, "button", &format!("Order {HOSTILE}"), [100, 400, 200, 50]),
        ],
        truncated: false,
        tabs: Vec::new(),
        dialog: None,
        picture: picture.map(str::to_owned),
    }
}

pub fn question() -> Question {
    Question {
        kind: QuestionKind::Approval(ActionClass::Commit),
        text: "http://shop.test: click button \"Order\"? It sends something that cannot be taken back.".to_owned(),
        details: vec!["POST http://shop.test/order".to_owned(), "total = \"42.90\"".to_owned()],
        options: Vec::new(),
        ..Question::default()
    }
}

fn answer(text: &str, name: &str, arguments: serde_json::Value) -> Input {
    let call = ToolCall { id: "1".to_owned(), name: name.to_owned(), arguments };
    let usage = Usage { input: 1_200, cached: 0, output: 34, ..Usage::default() };
    Input::Answered(BrainAnswer { text: text.to_owned(), calls: vec![call], usage, ..BrainAnswer::default() })
}

fn facts(field: FieldKind) -> Facts {
    let fields = vec![["total".to_owned(), "42.90".to_owned()]];
    let form = Form {
        action: "http://shop.test/order".to_owned(),
        method: "post".to_owned(),
        fields,
        content: None,
        filled: None,
        invalid: Vec::new(),
    };
    let target = TargetFacts {
        role: "button".to_owned(),
        name: "Order".to_owned(),
        field,
        href: None,
        submits: field == FieldKind::None,
        enter_submits: false,
        form: Some(form),
    };
    Facts { origin: Some(Origin::from_url("http://shop.test")), target: Some(target), ..Facts::default() }
}

/// The run up to the guard's question.
pub fn until_the_question() -> Recorder {
    let (field, button) = refs();
    let start = WebUrl::parse("http://shop.test/basket").unwrap();
    let fill = Action::Fill { target: field, value: "Ana".to_owned() };
    let click = Action::Click { target: button, button: None, count: None, modifiers: None };
    let open = Action::Open { url: start.clone(), new_tab: None, behind: None };
    let mut run = Recorder::new();
    run.input(Input::Started(Task { start: Some(start), ..Task::new(format!("order a lantern {HOSTILE}")) }))
        .intent(Intent::Act { action: open, class: ActionClass::Navigate, by: Approver::Policy, renewed_token: None })
        .input(Input::Acted(Outcome::done("opened")))
        .intent(Intent::Observe { picture: true })
        .input(Input::Observed(Box::new(page(&format!("Basket {HOSTILE}"), Some("2.jpg")))))
        .intent(Intent::AskBrain)
        .input(answer("I fill in the name.", "fill", json!({"ref": "e1", "value": "Ana"})))
        .intent(Intent::Inspect(fill.clone()))
        .input(Input::Inspected(facts(FieldKind::Text)))
        .intent(Intent::Act { action: fill, class: ActionClass::Input, by: Approver::Policy, renewed_token: None })
        .input(Input::Acted(Outcome::done(format!("filled; the page says {HOSTILE}"))))
        .intent(Intent::Observe { picture: false })
        .input(Input::Observed(Box::new(page("Basket", None))))
        .intent(Intent::AskBrain)
        .input(answer("Now the order.", "click", json!({"ref": "e2"})))
        .intent(Intent::Inspect(click))
        .input(Input::Inspected(facts(FieldKind::None)))
        .intent(Intent::AskPerson(question()));
    run
}

/// The whole run.
pub fn order() -> Recorder {
    let (_, button) = refs();
    let click = Action::Click { target: button, button: None, count: None, modifiers: None };
    let request = HeldRequest {
        id: HeldRequestId(1),
        method: "POST".to_owned(),
        url: "http://shop.test/order".to_owned(),
        from: Origin::from_url("http://shop.test"),
        fields: vec![["total".to_owned(), "42.90".to_owned()], ["note".to_owned(), HOSTILE.to_owned()]],
        content: None,
    };
    let mut sent = Outcome::done("the order was sent");
    sent.changes.push(Change::Navigated { url: "http://shop.test/orders/1001".to_owned() });
    let mut run = until_the_question();
    run.input(Input::Replied(PersonReply::Yes))
        .intent(Intent::Act { action: click, class: ActionClass::Commit, by: Approver::Person, renewed_token: None })
        .input(Input::Acted(Outcome::done("clicked")))
        .intent(Intent::ResolveRequest { request, release: true })
        .input(Input::RequestResolved(sent))
        .intent(Intent::Observe { picture: true })
        .input(Input::Observed(Box::new(page("Order 1001 placed", Some("9.jpg")))))
        .intent(Intent::AskBrain)
        .input(answer("", "done", json!({"answer": "Ordered."})))
        .intent(Intent::Finish(RunOutcome::Done {
            answer: format!("Order 1001 is placed for €42.90.\nIt goes out {HOSTILE}"),
            evidence: vec![EvidenceLine::Seen("the page says Order 1001 placed: €42.90".to_owned())],
        }));
    run
}
