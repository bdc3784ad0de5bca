//! A secret is typed where it belongs and told nowhere.

use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};
use webhand_guard::{Approved, Policy, RequestResolution, Verdict, judge};
use webhand_model::{
    Action, Decision, DocumentId, Facts, Node, NodeState, Origin, Outcome, PageState, Ref, RefBook, RefResolver as _,
    Rev, Secret, SecretName, SecretUse, Snapshot, TabId, Task, UnknownRef, Viewport, Visibility,
};
use webhand_port::{Browser, BrowserError, Done, Picture};

use super::SecretKeeper;

const CODE: &str = "8 1c/47";

/// A page that repeats what is typed into it.
struct Parrot {
    page: Mutex<Snapshot>,
    typed: Mutex<Vec<String>>,
    /// Where the last picture was covered.
    covered: Mutex<Vec<[i32; 4]>>,
}

impl Parrot {
    fn new(url: &str) -> Arc<Self> {
        let mut book = RefBook::default();
        let known = DocumentId(1);
        book.add_top(known);
        let node = |number| Node {
            target: book.assign_ref(known, number),
            role: "textbox".to_owned(),
            name: format!("F{number}"),
            ..Node::default()
        };
        let page = Snapshot {
            tab: TabId(1),
            rev: Rev(1),
            url: url.to_owned(),
            title: "Log in".to_owned(),
            state: PageState::Ready,
            viewport: Viewport::default(),
            nodes: (1..=8).map(node).collect(),
            truncated: false,
            tabs: Vec::new(),
            dialog: None,
            picture: None,
        };
        Arc::new(Self { page: Mutex::new(page), typed: Mutex::default(), covered: Mutex::default() })
    }

    fn page(&self) -> Snapshot {
        self.page.lock().unwrap().clone()
    }

    fn change(&self, change: impl FnOnce(&mut Snapshot)) {
        change(&mut self.page.lock().unwrap());
    }

    fn approved(&self, name: &str, arguments: &Value) -> Approved {
        let Ok(Decision::Act(action)) = Decision::parse(name, arguments, &self.page()) else { panic!("an action") };
        let policy = Policy::of(&Task { start: None, ..Task::new("log in") });
        let facts = Facts { origin: Some(self.page().origin()), ..Facts::default() };
        match judge(action, &facts, &policy) {
            Verdict::Allow(approved) => approved,
            Verdict::Ask { asked, .. } => Approved::by_user(*asked, &facts, &mut policy.clone()).expect("the same").0,
            Verdict::Forbid { why } => panic!("{why}"),
        }
    }
}

#[deny(clippy::missing_trait_methods)]
impl Browser for Parrot {
    fn inner(&self) -> &dyn Browser {
        self
    }

    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        ready(Ok(self.page())).boxed()
    }

    fn observe_near(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.observe()
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        ready(Some(Picture { jpeg: vec![0xff, 0xd8] })).boxed()
    }

    fn marked_picture<'a>(&'a self, seen: &'a Snapshot) -> BoxFuture<'a, Option<Picture>> {
        let withheld = seen.nodes.iter().filter(|node| node.is(NodeState::Withheld));
        *self.covered.lock().unwrap() = withheld.filter_map(|node| node.bounds).collect();
        self.picture()
    }

    fn resolve_ref(&self, written: &str) -> Result<Ref, UnknownRef> {
        self.page().resolve(written)
    }

    fn inspect<'a>(&'a self, _: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        ready(Ok(Facts { origin: Some(self.page().origin()), ..Facts::default() })).boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        let text = approved.action().composed_text().unwrap_or_default().to_owned();
        self.typed.lock().unwrap().push(text.clone());
        let told = format!("you typed {text} at https://x.test/?c=8+1c%2F47&d=8%201c%2F47");
        ready(Outcome::done(told).with_data(json!({"typed": [text]})).into()).boxed()
    }

    fn resolve_request(&self, _: RequestResolution) -> BoxFuture<'_, Outcome> {
        ready(Outcome::done(CODE)).boxed()
    }

    fn release_input(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }

    fn hand_over(&self) -> BoxFuture<'_, Visibility> {
        ready(Visibility::Nowhere).boxed()
    }

    fn take_back(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }
}

fn trusted(parrot: &Arc<Parrot>) -> SecretKeeper {
    let hands = SecretKeeper::new(Arc::clone(parrot) as _);
    let name = SecretName::try_from("code".to_owned()).expect("a name");
    let to = SecretUse { name, origin: Origin::from_url("https://bank.test") };
    hands.entrust(to, Secret::new(&format!("{CODE}\n")).expect("a secret"));
    hands
}

#[tokio::test]
async fn it_is_typed_on_its_own_origin_and_told_nowhere() {
    let parrot = Parrot::new("https://bank.test/login");
    let hands = trusted(&parrot);
    let done = hands.act(parrot.approved("fill", &json!({"ref": "e1", "value": "{{secret:code}}"}))).await;
    assert_eq!(*parrot.typed.lock().unwrap(), [CODE]);
    assert_eq!(done.outcome, Outcome::done("filled in {{secret:code}}"));
    let echoed = hands.act(parrot.approved("fill", &json!({"ref": "e2", "value": CODE}))).await.outcome;
    assert_eq!(echoed.text, "you typed {{secret:code}} at https://x.test/?c={{secret:code}}&d={{secret:code}}");
    assert_eq!(echoed.data, Some(json!({"typed": ["{{secret:code}}"]})));
}

#[tokio::test]
async fn it_is_not_typed_anywhere_else() {
    let parrot = Parrot::new("https://evil.test/login");
    let hands = trusted(&parrot);
    let done = hands.act(parrot.approved("fill", &json!({"ref": "e1", "value": "{{secret:code}}"}))).await;
    assert_eq!(done.outcome.status, webhand_model::OutcomeStatus::Refused, "{done:?}");
    let unknown = hands.act(parrot.approved("fill", &json!({"ref": "e1", "value": "{{secret:pin}}"}))).await;
    assert_eq!(
        unknown.outcome.status,
        webhand_model::OutcomeStatus::Failed(webhand_model::FailCode::NotFound),
        "{unknown:?}"
    );
    assert!(parrot.typed.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_look_has_its_placeholder_however_the_page_shows_it() {
    let parrot = Parrot::new("https://bank.test/login");
    let hands = trusted(&parrot);
    hands.act(parrot.approved("fill", &json!({"ref": "e1", "value": "{{secret:code}}"}))).await;
    parrot.change(|page| {
        page.title = format!("Is {CODE} right?");
        page.nodes[0].value = Some("8 1c".to_owned());
        for (node, c) in page.nodes[1..].iter_mut().zip(CODE.chars()) {
            node.value = Some(c.to_string());
        }
    });
    let told = serde_json::to_string(&hands.observe().await.expect("a look")).expect("JSON");
    assert!(told.contains("Is {{secret:code}} right?"), "{told}");
    assert!(!told.contains("8 1c") && !told.contains("\"value\":\"c\""), "{told}");
}

#[tokio::test]
async fn a_field_that_holds_it_is_covered_in_pictures() {
    let parrot = Parrot::new("https://bank.test/login");
    let hands = trusted(&parrot);
    hands.act(parrot.approved("fill", &json!({"ref": "e1", "value": "{{secret:code}}"}))).await;
    assert!(hands.picture().await.is_none(), "it is not known where the field is");
    parrot.change(|page| {
        page.title = format!("Is {CODE} right?");
        page.nodes[0].bounds = Some([10, 20, 200, 30]);
        page.nodes[0].value = Some(CODE.to_owned());
    });
    assert!(hands.picture().await.is_some());
    assert_eq!(*parrot.covered.lock().unwrap(), [[10, 20, 200, 30]]);
    parrot.change(|page| page.nodes[5].name = format!("Use {CODE}"));
    assert!(hands.picture().await.is_none(), "it stands elsewhere too");
}

#[tokio::test]
async fn a_page_that_shows_it_is_not_photographed() {
    let parrot = Parrot::new("https://bank.test/login");
    let hands = trusted(&parrot);
    assert!(hands.picture().await.is_some());
    parrot.change(|page| page.nodes[3].name = "Your code: 8 1 c / 4 7".to_owned());
    assert!(hands.picture().await.is_none());
    hands.close().await;
    assert!(hands.picture().await.is_some(), "a closed browser keeps no secrets");
}
