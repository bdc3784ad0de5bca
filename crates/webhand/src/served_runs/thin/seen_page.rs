//! A look of a thin client as a snapshot, and the facts of its elements. Pure.

use webhand_model::{
    Action, ActionClass, DocumentId, Facts, FieldKind, Form, Node, Origin, PageState, Ref, RefBook, Rev, Snapshot,
    TabId, TabInfo, TargetFacts, Viewport, clean, truncate,
};
use webhand_wire::thin::{ThinForm, ThinNode, ThinPage};

/// A page with the ref of each of its elements.
#[derive(Debug, Clone)]
pub struct SeenPage {
    pub snapshot: Snapshot,
    elements: Vec<(Ref, ThinNode)>,
}

impl SeenPage {
    pub fn new(page: ThinPage, rev: u64, book: &mut RefBook) -> Self {
        let document = DocumentId(page.document);
        book.add_top(document);
        let (mut elements, mut nodes) = (Vec::new(), Vec::new());
        for node in page.nodes.into_iter().take(MOST_NODES) {
            let target = node.id.and_then(|id| book.assign_ref(document, id));
            let is_secret = field_kind(&node).is_secret();
            nodes.push(Node {
                target,
                role: cut(&node.role, 40),
                name: cut(&node.name, MOST_TEXT),
                value: node.value.as_deref().filter(|_| !is_secret).map(|value| cut(value, MOST_TEXT)),
                href: node.href.as_deref().map(|href| cut(href, MOST_TEXT)),
                in_view: true,
                ..Node::default()
            });
            elements.extend(target.map(|target| (target, node)));
        }
        let (url, title) = (cut(&page.url, MOST_TEXT), cut(&page.title, MOST_TEXT));
        let tabs = vec![TabInfo { id: TabId(1), title: title.clone(), url: url.clone() }];
        let snapshot = Snapshot {
            tab: TabId(1),
            rev: Rev(rev),
            url,
            title,
            state: PageState::Ready,
            viewport: Viewport::default(),
            nodes,
            truncated: false,
            tabs,
            dialog: None,
            picture: None,
        };
        Self { snapshot, elements }
    }

    /// The client's number of an element.
    pub fn number(&self, target: Ref) -> Option<u32> {
        self.element(target).and_then(|node| node.id)
    }

    /// The facts that the guard judges an action by. The effect of a click is unknown unless it follows a link or sends
    /// a form.
    pub fn facts(&self, action: &Action) -> Facts {
        let origin = Origin::from_url(&self.snapshot.url);
        let element = action.target().and_then(|target| self.element(target));
        let presses = matches!(action, Action::Click { .. } | Action::Dblclick { .. } | Action::Press { .. });
        let submits = matches!(action, Action::Type { submit: Some(true), .. });
        let form = element.and_then(|node| node.form.as_ref()).filter(|_| presses || submits);
        let is_link = element.is_some_and(|node| node.href.is_some());
        let sends = form.filter(|form| !form.method.eq_ignore_ascii_case("get"));
        let mut cautions: Vec<String> = sends.map(caution).into_iter().collect();
        if element.is_none() && (presses || submits) {
            // The element that has the focus there may send a form.
            cautions.push("what a key would do in the page of a thin client is unknown".to_owned());
        }
        Facts {
            known_link: is_link,
            target: element.map(target_facts),
            live_channel: action.class() >= ActionClass::Input && presses && !is_link && form.is_none(),
            cautions,
            origin: Some(origin),
            ..Facts::default()
        }
    }

    fn element(&self, target: Ref) -> Option<&ThinNode> {
        self.elements.iter().find(|(other, _)| *other == target).map(|(_, node)| node)
    }
}

fn target_facts(node: &ThinNode) -> TargetFacts {
    let is_button = node.role == "button";
    TargetFacts {
        role: node.role.clone(),
        name: cut(&node.name, MOST_TEXT),
        field: field_kind(node),
        href: node.href.clone(),
        submits: is_button && node.form.is_some(),
        enter_submits: !is_button && node.form.is_some(),
        form: node.form.as_ref().map(|form| Form {
            action: form.action.clone(),
            method: form.method.to_lowercase(),
            fields: form.fields.clone(),
            content: None,
            filled: None,
            invalid: Vec::new(),
        }),
    }
}

fn field_kind(node: &ThinNode) -> FieldKind {
    match (node.input.as_deref(), node.role.as_str()) {
        (Some("password"), _) => FieldKind::Password,
        (Some("file"), _) => FieldKind::File,
        (_, "combobox" | "listbox" | "checkbox" | "radio") => FieldKind::Choice,
        (_, "textbox" | "searchbox" | "spinbutton") => FieldKind::Text,
        _ => FieldKind::None,
    }
}

/// The request that a form would send, in words for the person.
fn caution(form: &ThinForm) -> String {
    let fields = form.fields.iter().map(|[name, value]| format!("{}={}", cut(name, 60), cut(value, 120)));
    let fields = fields.take(MOST_FIELDS).collect::<Vec<_>>().join(", ");
    format!("the page of a thin client would send {} {}: {fields}", cut(&form.method, 10), cut(&form.action, 200))
}

fn cut(text: &str, most: usize) -> String {
    truncate(&clean(text), most).into_owned()
}

const MOST_NODES: usize = 3_000;
const MOST_TEXT: usize = 2_000;
const MOST_FIELDS: usize = 40;
