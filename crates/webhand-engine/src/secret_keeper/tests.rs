//! A secret is typed on its own site and appears in no result.

use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};
use webhand_guard::{Approved, Policy, RequestResolution, Verdict, judge};
use webhand_model::{
    Action, Change, Decision, DocumentId, Facts, HeldRequest, HeldRequestId, Node, NodeState, Origin, Outcome,
    PageState, Ref, RefBook, RefResolver as _, RequestCause, Rev, Secret, SecretName, SecretUse, Snapshot, TabId, Task,
    UnknownRef, Viewport, quote,
};
use webhand_port::fake::FakeBrowser;
use webhand_port::{Browser, BrowserError, Done, Picture, WatchedView};

use super::SecretKeeper;

const CODE: &str = "8 1c/47";

/// A browser whose page repeats the text that is typed into it.
struct EchoingBrowser {
    fake: FakeBrowser,
    page: Mutex<Snapshot>,
    typed: Mutex<Vec<String>>,
    /// Where the last picture was covered.
    covered: Mutex<Vec<[i32; 4]>>,
    /// The request that was resolved last.
    resolved: Mutex<Option<HeldRequest>>,
}

impl EchoingBrowser {
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
        let fake = FakeBrowser::of_buttons(0);
        Arc::new(Self {
            fake,
            page: Mutex::new(page),
            typed: Mutex::default(),
            covered: Mutex::default(),
            resolved: Mutex::default(),
        })
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
            Verdict::Ask { asked, .. } => {
                Approved::by_user(*asked, &facts, webhand_guard::YesScope::Once, &mut policy.clone())
                    .expect("the same")
                    .approved
            }
            Verdict::Forbid { why } => panic!("{why}"),
        }
    }
}

impl Browser for EchoingBrowser {
    fn inner(&self) -> &dyn Browser {
        &self.fake
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

    fn watch<'a>(&'a self, covering: Option<&'a Snapshot>) -> BoxFuture<'a, WatchedView> {
        async move {
            let picture = match covering {
                Some(seen) => self.marked_picture(seen).await,
                None => self.picture().await,
            };
            picture.map_or(WatchedView::Nothing, WatchedView::Picture)
        }
        .boxed()
    }

    fn resolve_ref(&self, written: &str) -> Result<Ref, UnknownRef> {
        self.page().resolve(written)
    }

    fn inspect<'a>(&'a self, _: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        ready(Ok(Facts { origin: Some(self.page().origin()), ..Facts::default() })).boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        let typed = approved.action().composed_text().unwrap_or_default().to_owned();
        self.typed.lock().unwrap().push(typed.clone());
        let text = format!("you typed {typed} at https://x.test/?c=8+1c%2F47&d=8%201c%2F47");
        ready(Outcome::done(text).with_data(json!({"typed": [typed]})).into()).boxed()
    }

    fn resolve_request(&self, resolution: RequestResolution) -> BoxFuture<'_, Outcome> {
        *self.resolved.lock().unwrap() = Some(resolution.request().clone());
        ready(Outcome::done(CODE)).boxed()
    }
}

fn keeper_of(browser: &Arc<EchoingBrowser>) -> SecretKeeper {
    let keeper = SecretKeeper::new(Arc::clone(browser) as _);
    let name = SecretName::try_from("code".to_owned()).expect("a name");
    let to = SecretUse { name, origin: Origin::from_url("https://bank.test") };
    keeper.entrust(to, Secret::new(&format!("{CODE}\n")).expect("a secret"));
    keeper
}

#[tokio::test]
async fn a_secret_is_typed_on_its_own_origin_and_redacted_everywhere() {
    let browser = EchoingBrowser::new("https://bank.test/login");
    let keeper = keeper_of(&browser);
    let done = keeper.act(browser.approved("fill", &json!({"ref": "e1", "value": "{{secret:code}}"}))).await;
    assert_eq!(*browser.typed.lock().unwrap(), [CODE]);
    assert_eq!(done.outcome, Outcome::done("filled in {{secret:code}}"));
    let echoed = keeper.act(browser.approved("fill", &json!({"ref": "e2", "value": CODE}))).await.outcome;
    assert_eq!(echoed.text, "you typed {{secret:code}} at https://x.test/?c={{secret:code}}&d={{secret:code}}");
    assert_eq!(echoed.data, Some(json!({"typed": ["{{secret:code}}"]})));
}

#[tokio::test]
async fn a_secret_is_not_typed_on_another_origin() {
    let browser = EchoingBrowser::new("https://evil.test/login");
    let keeper = keeper_of(&browser);
    let done = keeper.act(browser.approved("fill", &json!({"ref": "e1", "value": "{{secret:code}}"}))).await;
    assert_eq!(done.outcome.status, webhand_model::OutcomeStatus::Refused, "{done:?}");
    let unknown = keeper.act(browser.approved("fill", &json!({"ref": "e1", "value": "{{secret:pin}}"}))).await;
    assert_eq!(
        unknown.outcome.status,
        webhand_model::OutcomeStatus::Failed(webhand_model::FailCode::NotFound),
        "{unknown:?}"
    );
    assert!(browser.typed.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_look_has_the_placeholder_however_the_page_shows_the_secret() {
    let browser = EchoingBrowser::new("https://bank.test/login");
    let keeper = keeper_of(&browser);
    keeper.act(browser.approved("fill", &json!({"ref": "e1", "value": "{{secret:code}}"}))).await;
    browser.change(|page| {
        page.title = format!("Is {CODE} right?");
        page.nodes[0].value = Some("8 1c".to_owned());
        for (node, c) in page.nodes[1..].iter_mut().zip(CODE.chars()) {
            node.value = Some(c.to_string());
        }
    });
    let text = serde_json::to_string(&keeper.observe().await.expect("a look")).expect("JSON");
    assert!(text.contains("Is {{secret:code}} right?"), "{text}");
    assert!(!text.contains("8 1c") && !text.contains("\"value\":\"c\""), "{text}");
}

#[tokio::test]
async fn a_field_that_holds_a_secret_is_covered_in_pictures() {
    let browser = EchoingBrowser::new("https://bank.test/login");
    let keeper = keeper_of(&browser);
    keeper.act(browser.approved("fill", &json!({"ref": "e1", "value": "{{secret:code}}"}))).await;
    assert!(keeper.picture().await.is_none(), "it is not known where the field is");
    assert_eq!(keeper.watch(None).await, WatchedView::Nothing);
    browser.change(|page| {
        page.title = format!("Is {CODE} right?");
        page.nodes[0].bounds = Some([10, 20, 200, 30]);
        page.nodes[0].value = Some(CODE.to_owned());
    });
    assert!(keeper.picture().await.is_some());
    assert_eq!(*browser.covered.lock().unwrap(), [[10, 20, 200, 30]]);
    browser.covered.lock().unwrap().clear();
    assert!(matches!(keeper.watch(None).await, WatchedView::Picture(_)));
    assert_eq!(*browser.covered.lock().unwrap(), [[10, 20, 200, 30]], "for a person who watches, too");
    browser.change(|page| page.nodes[5].name = format!("Use {CODE}"));
    assert!(keeper.picture().await.is_none(), "it stands elsewhere too");
    assert_eq!(keeper.watch(None).await, WatchedView::Nothing);
}

#[tokio::test]
async fn no_picture_is_taken_of_a_page_that_shows_a_secret() {
    let browser = EchoingBrowser::new("https://bank.test/login");
    let keeper = keeper_of(&browser);
    assert!(keeper.picture().await.is_some());
    browser.change(|page| page.nodes[3].name = "Your code: 8 1 c / 4 7".to_owned());
    assert!(keeper.picture().await.is_none());
    keeper.close().await;
    assert!(keeper.picture().await.is_some(), "a closed browser keeps no secrets");
}

#[tokio::test]
async fn a_secret_with_characters_that_are_escaped_is_in_no_output() {
    for secret in [r#"a"b\c"#, "50%&<x> y", "Grüße & Küsse", r"C:\new\table", "{{a}} 'b'"] {
        let browser = EchoingBrowser::new("https://bank.test/login");
        let keeper = SecretKeeper::new(Arc::clone(&browser) as _);
        let name = SecretName::try_from("code".to_owned()).expect("a name");
        let to = SecretUse { name, origin: Origin::from_url("https://bank.test") };
        keeper.entrust(to, Secret::new(secret).expect("a secret"));

        let forms = escaped_forms(secret);
        let mut outcome = Outcome::done(format!("shown: {}", forms.join(" and ")));
        outcome.visible_changes = Some(format!("- textbox \"Code\": {}", quote(secret)));
        outcome.data =
            Some(json!({"console": forms, "network": {(secret): [{"body": format!("{{\"q\":{}}}", forms[1])}]}}));
        outcome.changes = vec![
            Change::Navigated { url: format!("https://bank.test/?q={}", forms[3]) },
            Change::DialogOpened { kind: "alert".to_owned(), message: secret.to_owned() },
            Change::Sent {
                request: format!("POST https://bank.test/{}", forms[3]),
                status: None,
                cause: RequestCause::Unknown,
            },
        ];
        outcome.held = vec![HeldRequest {
            id: HeldRequestId(1),
            method: "POST".to_owned(),
            url: format!("https://bank.test/?q={}", forms[4]),
            from: Origin::from_url("https://bank.test"),
            fields: forms.iter().map(|form| [form.clone(), form.clone()]).collect(),
            content: None,
        }];
        assert_holds_none(&serde_json::to_value(keeper.redact_outcome(outcome)).expect("JSON"), &forms);

        browser.change(|page| {
            page.title = format!("{secret} – bank");
            page.url = format!("https://bank.test/?q={}", forms[3]);
            page.nodes.iter_mut().zip(&forms).for_each(|(node, form)| node.name.clone_from(form));
        });
        assert_holds_none(&serde_json::to_value(keeper.observe().await.expect("a look")).expect("JSON"), &forms);
        let unknown = keeper.resolve_ref("e99").expect_err("no such element");
        assert_holds_none(&json!(unknown.to_string()), &forms);
    }
}

#[tokio::test]
async fn a_held_request_is_resolved_as_it_is_and_shown_without_its_secret() {
    let browser = EchoingBrowser::new("https://bank.test/login");
    let keeper = keeper_of(&browser);
    let held = HeldRequest {
        id: HeldRequestId(4),
        method: "POST".to_owned(),
        url: "https://bank.test/enter".to_owned(),
        from: Origin::from_url("https://bank.test"),
        fields: vec![["pin".to_owned(), CODE.to_owned()]],
        content: None,
    };
    let shown = keeper.redact_outcome(Outcome { held: vec![held.clone()], ..Outcome::done("") }).held.remove(0);
    assert_eq!(shown.fields, [["pin".to_owned(), "{{secret:code}}".to_owned()]]);
    keeper.resolve_request(RequestResolution::stop(shown)).await;
    assert_eq!(*browser.resolved.lock().unwrap(), Some(held));
}

/// The secret as it is, and in the ways in which outputs write it.
fn escaped_forms(secret: &str) -> [String; 6] {
    let percent = |space: &str| -> String {
        let write = |byte: u8| match byte {
            b' ' => space.to_owned(),
            byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        };
        secret.bytes().map(write).collect()
    };
    let html = secret.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    [secret.to_owned(), json!(secret).to_string(), quote(&quote(secret)), percent("%20"), percent("+"), html]
}

/// Checks every text and every field name of a value.
fn assert_holds_none(value: &Value, forms: &[String]) {
    match value {
        Value::String(text) => assert!(!forms.iter().any(|form| text.contains(form.trim_matches('"'))), "{text}"),
        Value::Array(items) => items.iter().for_each(|item| assert_holds_none(item, forms)),
        Value::Object(fields) => fields.iter().for_each(|(name, field)| {
            assert_holds_none(&json!(name), forms);
            assert_holds_none(field, forms);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
