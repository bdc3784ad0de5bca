//! Which actions and requests are allowed, asked about and forbidden.

use serde_json::{Value, json};
use webhand_model::{
    Action, ApprovalMode, Content, ContentField, ContentKind, Decision, DocumentId, Facts, FieldKind, Form, Grant,
    HeldRequest, HeldRequestId, Node, Origin, OriginPattern, PageState, Permission, RefBook, Rev, Snapshot, TabId,
    TargetFacts, Task, Viewport, WebUrl,
};

use crate::{Policy, Verdict, judge};

mod approval;
mod egress;
mod frame_redaction;
mod grants;
mod outgoing;
mod outside;
mod question;
mod reach;
mod request;
mod scope;
mod verdict;

/// The site the run starts on.
const SHOP: &str = "https://shop.test";

/// A run that starts on the shop, with grants as a person writes them.
fn task(grants: &[(&str, Permission)]) -> Task {
    let mut task = Task::new("buy a lamp");
    task.start = Some(WebUrl::parse(SHOP).expect("an address"));
    let grant = |(origins, may): &(&str, Permission)| Grant {
        origins: OriginPattern::parse(origins).expect(origins),
        permission: *may,
    };
    task.grants = grants.iter().map(grant).collect();
    task
}

fn policy(grants: &[(&str, Permission)]) -> Policy {
    Policy::of(&task(grants))
}

fn careful(grants: &[(&str, Permission)]) -> Policy {
    Policy::of(&Task { mode: ApprovalMode::Careful, ..task(grants) })
}

/// A page whose elements are called `e1` to `e3`.
fn page() -> Snapshot {
    let mut book = RefBook::default();
    book.add_top(DocumentId(1));
    let node =
        |number| Node { target: book.assign_ref(DocumentId(1), number), role: "button".to_owned(), ..Node::default() };
    Snapshot {
        tab: TabId(1),
        rev: Rev(1),
        url: SHOP.to_owned(),
        title: String::new(),
        state: PageState::Ready,
        viewport: Viewport::default(),
        nodes: (1..=3).map(node).collect(),
        truncated: false,
        tabs: Vec::new(),
        dialog: None,
        picture: None,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "arguments are written in place")]
fn action(name: &str, arguments: Value) -> Action {
    match Decision::parse(name, &arguments, &page()) {
        Ok(Decision::Act(action)) => action,
        other => panic!("{name} {arguments} is no action: {other:?}"),
    }
}

fn click() -> Action {
    action("click", json!({"ref": "e1"}))
}

fn fill(text: &str) -> Action {
    action("fill", json!({"ref": "e1", "value": text}))
}

fn element(name: &str) -> TargetFacts {
    TargetFacts {
        role: "button".to_owned(),
        name: name.to_owned(),
        field: FieldKind::None,
        href: None,
        submits: false,
        enter_submits: false,
        form: None,
    }
}

fn field(kind: FieldKind) -> TargetFacts {
    TargetFacts { role: "textbox".to_owned(), field: kind, ..element("Field") }
}

fn link(href: &str) -> TargetFacts {
    TargetFacts { role: "link".to_owned(), href: Some(href.to_owned()), ..element("Link") }
}

fn form(method: &str, action: &str, fields: &[(&str, &str)]) -> Form {
    let fields: Vec<[String; 2]> =
        fields.iter().map(|(name, value)| [(*name).to_owned(), (*value).to_owned()]).collect();
    let content = Some(content(&fields));
    Form { action: action.to_owned(), method: method.to_owned(), fields, content, filled: None, invalid: Vec::new() }
}

/// The content of these fields; each value stands for its digest.
fn content(fields: &[[String; 2]]) -> Content {
    let field = |[name, value]: &[String; 2]| ContentField {
        name: name.clone(),
        digest: Some(value.clone()),
        kind: ContentKind::Plain,
    };
    let media_type = "application/x-www-form-urlencoded".to_owned();
    Content { media_type, fields: fields.iter().map(field).collect(), is_partial: false, members: Vec::new() }
}

/// A button that sends a form.
fn submit(method: &str, action: &str) -> TargetFacts {
    TargetFacts { submits: true, form: Some(form(method, action, &[("sum", "40"), ("to", "Ann")])), ..element("Go on") }
}

/// The facts of an element on the shop's page.
fn on_shop(target: TargetFacts) -> Facts {
    Facts { origin: Some(Origin::from_url(SHOP)), target: Some(target), ..Facts::default() }
}

fn request(method: &str, url: &str, fields: &[(&str, &str)]) -> HeldRequest {
    let Form { action: url, method, fields, content, .. } = form(method, url, fields);
    HeldRequest { id: HeldRequestId(1), method, url, from: Origin::from_url(SHOP), fields, content }
}

/// `allow`, `forbid`, or the class that is asked about with the origin: `ask commit at https://shop.test`.
fn verdict(action: Action, facts: &Facts, policy: &Policy) -> String {
    match judge(action, facts, policy) {
        Verdict::Allow(approved) => format!("allow {}", approved.class()),
        Verdict::Forbid { .. } => "forbid".to_owned(),
        Verdict::Ask { question, .. } => {
            let webhand_model::QuestionKind::Approval(class) = question.kind else {
                panic!("the guard asks for approval")
            };
            format!("ask {class} at {}", question.text.split(": ").next().unwrap_or_default())
        }
    }
}
