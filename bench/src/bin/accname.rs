//! Accessible roles, names and descriptions as the page script computes them, scored against a folder of public cases.
//!
//! The folder is the only argument. It holds one JSON file per page: `source`, `tentative`, `html`, and `cases` with the
//! `case` that marks the element (`data-case`), a `kind` (`label`, `role` or `description`), what is `expected` and what
//! else to `accept`. The core are the cases that are neither tentative nor of the old manual tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};
use webhand_bench::print;
use webhand_cdp::{Client, Filter, Session};
use webhand_chrome::{Launch, find_browser};

const WITHIN: Duration = Duration::from_secs(20);
const PAGE_SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../page/dist/page.js");

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let folder = std::env::args().nth(1).context("name the folder of the cases")?;
    let script = std::fs::read_to_string(PAGE_SCRIPT).context("build the page script first: make page")?;
    let profile = tempfile::tempdir()?;
    let running = Launch::headless(find_browser(None)?, profile.path().to_owned()).start().await?;
    let scored = score(running.client(), Path::new(&folder), script).await;
    running.close().await;
    print(&scored?)
}

async fn score(client: &Client, folder: &Path, script: String) -> Result<Value> {
    let tab = Tab::open(client, script).await?;
    let mut tally = Tally::default();
    for file in files(folder)? {
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let page: Page =
            serde_json::from_str(&text).with_context(|| format!("{} is no page of cases", file.display()))?;
        let world = tab.load_page(&page.html).await?;
        for case in &page.cases {
            let found = tab.computed(world, &case.id).await?;
            tally.count(&page, case, &found);
        }
    }
    Ok(tally.into_json())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    Ok(files)
}

#[derive(Debug, Deserialize)]
struct Page {
    source: String,
    #[serde(default)]
    tentative: bool,
    html: String,
    cases: Vec<Case>,
}

impl Page {
    fn is_core(&self) -> bool {
        !self.tentative && !self.source.starts_with("accname/manual")
    }

    fn area(&self) -> &str {
        if self.source.starts_with("accname/manual") {
            return "accname/manual";
        }
        self.source.split('/').next().unwrap_or_default()
    }
}

#[derive(Debug, Deserialize)]
struct Case {
    #[serde(rename = "case")]
    id: String,
    testname: String,
    kind: Kind,
    expected: String,
    #[serde(default)]
    accept: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Label,
    Role,
    Description,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Label => "names",
            Self::Role => "roles",
            Self::Description => "descriptions",
        }
    }

    /// The field of the page script's reply that it checks.
    fn field(self) -> &'static str {
        match self {
            Self::Label => "name",
            Self::Role => "role",
            Self::Description => "description",
        }
    }

    /// The form in which two answers are compared.
    fn comparable(self, answer: &str) -> String {
        match self {
            Self::Role => match answer {
                "image" => "img",
                "directory" => "list",
                "generic" | "none" | "presentation" => "",
                role => role,
            }
            .to_owned(),
            Self::Label | Self::Description => {
                let words = answer.split(['\t', '\n', '\u{c}', '\r', ' ']).filter(|word| !word.is_empty());
                words.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

#[derive(Debug, Default)]
struct Tally {
    passed: BTreeMap<String, [u32; 2]>,
    failures: Vec<Value>,
}

impl Tally {
    fn count(&mut self, page: &Page, case: &Case, found: &Value) {
        let kind = case.kind;
        let answer = kind.comparable(found.get(kind.field()).and_then(Value::as_str).unwrap_or_default());
        let passes = std::iter::once(&case.expected).chain(&case.accept).any(|good| kind.comparable(good) == answer);
        let core = page.is_core().then(|| format!("core {}", kind.name()));
        let groups = [format!("all {}", kind.name()), format!("{} {}", page.area(), kind.name())];
        for group in groups.into_iter().chain(core) {
            let [good, of] = self.passed.entry(group).or_default();
            *good += u32::from(passes);
            *of += 1;
        }
        if !passes {
            let id = format!("{}#{}:{}", page.source, kind.field(), case.testname);
            self.failures.push(
                json!({"case": id, "core": page.is_core(), "expected": case.expected.as_str(), "answered": answer}),
            );
        }
    }

    fn into_json(self) -> Value {
        let scores: BTreeMap<_, _> =
            self.passed.into_iter().map(|(group, [passed, of])| (group, json!({"passed": passed, "of": of}))).collect();
        json!({"bench": "accname", "scores": scores, "failures": self.failures})
    }
}

/// One tab with the page script in its isolated world, as in production.
struct Tab {
    session: Session,
    script: String,
    frame: String,
}

impl Tab {
    async fn open(client: &Client, script: String) -> Result<Self> {
        let browser = client.browser();
        let made = call(&browser, "Target.createTarget", json!({"url": "about:blank"})).await?;
        let target = json!({"targetId": made["targetId"], "flatten": true});
        let attached = call(&browser, "Target.attachToTarget", target).await?;
        let session = client.session(attached["sessionId"].as_str().context("a session")?.to_owned().into());
        call(&session, "Page.enable", json!({})).await?;
        let tree = call(&session, "Page.getFrameTree", json!({})).await?;
        let frame = tree.pointer("/frameTree/frame/id").and_then(Value::as_str).context("a frame")?.to_owned();
        Ok(Self { session, script, frame })
    }

    /// Loads a page by navigation, since only a parser makes shadow roots from templates. Returns the isolated world.
    async fn load_page(&self, html: &str) -> Result<i64> {
        let mut loaded = self.session.events(Filter::Methods(&["Page.loadEventFired"]));
        let url = format!("data:text/html;charset=utf-8,{}", encoded(html));
        call(&self.session, "Page.navigate", json!({"url": url})).await?;
        tokio::time::timeout(WITHIN, loaded.next()).await?.context("the page was not loaded")?;
        let world = json!({"frameId": self.frame, "worldName": "webhand"});
        let made = call(&self.session, "Page.createIsolatedWorld", world).await?;
        let world = made["executionContextId"].as_i64().context("a world")?;
        self.evaluate(world, &format!("{}\n0", self.script)).await?;
        Ok(world)
    }

    /// Role, name and description of the element of a case.
    async fn computed(&self, world: i64, case: &str) -> Result<Value> {
        let answer = self.evaluate(world, &format!("({ASK})({})", json!(case))).await?;
        let reply: Value = serde_json::from_str(answer.as_str().context("the page script did not answer")?)?;
        reply.get("accessible").cloned().with_context(|| format!("no facts about case {case}: {reply}"))
    }

    async fn evaluate(&self, world: i64, expression: &str) -> Result<Value> {
        let params = json!({"expression": expression, "contextId": world, "returnByValue": true});
        let answer = call(&self.session, "Runtime.evaluate", params).await?;
        if let Some(details) = answer.get("exceptionDetails") {
            bail!("the page script failed: {details}");
        }
        Ok(answer.pointer("/result/value").cloned().unwrap_or_default())
    }
}

/// Finds the element in the document or in a shadow root, and asks the page script about it.
const ASK: &str = "(id) => {
    const found = (root) => {
        const here = root.querySelector(`[data-case=\"${id}\"]`);
        if (here !== null) return here;
        for (const { shadowRoot } of root.querySelectorAll('*')) {
            const inner = shadowRoot === null ? null : found(shadowRoot);
            if (inner !== null) return inner;
        }
        return null;
    };
    const { node } = JSON.parse(webhand.handle('{\"kind\":\"number_of\"}', [found(document)]));
    return webhand.handle(JSON.stringify({ kind: 'inspect', node }));
}";

/// Percent-encodes HTML for a data URL.
fn encoded(html: &str) -> String {
    use std::fmt::Write as _;
    let mut url = String::with_capacity(html.len() * 2);
    for byte in html.bytes() {
        if byte.is_ascii_alphanumeric() {
            url.push(char::from(byte));
        } else {
            let _ = write!(url, "%{byte:02X}");
        }
    }
    url
}

async fn call(session: &Session, method: &str, params: Value) -> Result<Value> {
    Ok(serde_json::from_str(session.call_raw(method, &params, WITHIN).await?.get())?)
}
