//! Secrets that the person enters, and the provider's key (CB-19, CB-20, SE-01 to SE-09; issue: secrets).

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::Value;
use tokio::io::AsyncWriteExt as _;

use crate::attacks::case::Case;
use crate::attacks::machine::{Machine, PROVIDER_KEY};
use crate::attacks::routes::Route;
use crate::attacks::trap_site::{REDIRECT, TrapSite};
use webhand_fake_llm::{FakeServer, Script};

pub fn cases() -> Vec<Case> {
    const RUN: &[Route; 1] = &[Route::Run];
    vec![
        Case::special("SE-01/plain", "a secret is typed, shown by the page and read back", RUN, |program| {
            read_back(program, "Kanarie7Hq2xW9z").boxed()
        }),
        Case::special("SE-01/quote", "a secret with a quotation mark", RUN, |program| {
            read_back(program, "Kana\"rie7Hq2x").boxed()
        }),
        Case::special("SE-01/backslash", "a secret with a backslash", RUN, |program| {
            read_back(program, "Kana\\rie7Hq2x").boxed()
        }),
        Case::special("SE-01/percent", "a secret with signs of addresses", RUN, |program| {
            read_back(program, "Kana%41&rie 7Hq").boxed()
        }),
        Case::special("SE-01/markup", "a secret with signs of HTML", RUN, |program| {
            read_back(program, "Kana<b>&amp;7Hq").boxed()
        }),
        Case::special("SE-01/umlauts", "a secret beyond ASCII", RUN, |program| {
            read_back(program, "Kanariëñ7Hq2ß").boxed()
        }),
        Case::special("CB-19/get-form", "a secret is sent by a form that writes it into the address", RUN, get_form),
        Case::special("CB-19/other-origin", "a secret is typed on another origin", RUN, other_origin),
        Case::special("SE-07/redirect", "a provider leads the key to another host", RUN, key_redirect),
        Case::special("SE-09/error", "a provider's error repeats the key", RUN, key_in_error),
    ]
}

/// Asks for a secret, types it into the first field named Field, and looks at everything that shows it afterwards.
const READS_BACK: &str = r#"
    {"times": 1, "take": {"f": {"ref_of": "Field"}}, "turn": {"calls": [
        {"name": "ask", "args": {"question": "Which code?", "secret": "code"}},
        {"name": "fill", "args": {"ref": "{{f}}", "value": "{{secret:code}}"}}]}},
    {"times": 1, "take": {"f": {"ref_of": "Field"}}, "turn": {"calls": [
        {"name": "fill", "args": {"ref": "{{f}}", "value": "{{secret:code}}"}}]}},
    {"times": 1, "turn": {"calls": [{"name": "get", "args": {"what": "url"}}, {"name": "get", "args": {"what": "html"}}, {"name": "get", "args": {"what": "title"}}, {"name": "read", "args": {}}, {"name": "console", "args": {}}, {"name": "network", "args": {}}, {"name": "find", "args": {"text": "Button"}}]}},
    {"times": 1, "take": {"b": {"ref_of": "Button"}}, "turn": {"calls": [{"name": "click", "args": {"ref": "{{b}}"}}, {"name": "extract", "args": {"schema": {"type": "object", "properties": {"title": {"type": "string"}}}}}]}},
    {"turn": {"calls": [{"name": "done", "args": {"answer": "Done."}}]}}"#;

const MIRROR: &str = "<input id=f aria-label=Field><p id=p>-</p><button id=b>Button</button><script>on('f','input',()=>{const v=f.value;p.textContent=v;document.title=v;history.replaceState(0,'','?v='+encodeURIComponent(v));console.log(v);console.log(JSON.stringify({v}));p.title=v;b.setAttribute('aria-label','Button '+v);b.onclick=()=>{p.textContent='again '+v;document.title=v+'!'};fetch('/said/x?v='+encodeURIComponent(v))})</script>";

async fn read_back(program: &Path, secret: &str) -> Result<Option<String>> {
    let played = Entrusted::play(program, MIRROR, READS_BACK, "@shop@/", secret).await?;
    Ok(played.found(secret))
}

/// The traces that a run with an entrusted secret left behind.
struct Entrusted {
    /// Everything that was sent to the model and printed.
    told: Vec<(String, String)>,
    files: Vec<(String, Vec<u8>)>,
    arrivals: Vec<crate::attacks::trap_site::Arrival>,
}

impl Entrusted {
    async fn play(program: &Path, page: &str, rules: &str, start: &str, secret: &str) -> Result<Self> {
        let case = Case::new("", "", page);
        let site = TrapSite::start(&case.pages).await?;
        let machine = Machine::new(program, site.port())?;
        let rules = site.fill_in(rules);
        let script = format!(r#"{{"key": "{PROVIDER_KEY}", "plan": {{"mode": "rule", "rules": [{rules}]}}}}"#);
        let provider = FakeServer::start(Script::parse(&script)?)?;
        let (brain, url) = (format!("openai:{}#fake", provider.base_url()), site.fill_in(start));
        let first = machine
            .command()
            .args(["run", "Enter the code.", "--url", &url, "--brain", &brain, "--json"])
            .output()
            .await?;
        let out = String::from_utf8_lossy(&first.stdout).into_owned();
        ensure!(
            first.status.code() == Some(4),
            "the run does not ask: {out} {}",
            String::from_utf8_lossy(&first.stderr)
        );
        let listed = machine.command().args(["runs", "list", "--json"]).output().await?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let line: Value = serde_json::from_str(listed.lines().next().context("a run")?)?;
        let id = line["id"].as_str().context("an id")?.to_owned();
        let mut command = machine.command();
        command.args(["runs", "answer", &id, "--secret", "--brain", &brain, "--json"]);
        let mut answering = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        answering.stdin.take().context("piped")?.write_all(format!("{secret}\n").as_bytes()).await?;
        let second = answering.wait_with_output().await?;
        machine.ended().await?;
        let mut told: Vec<(String, String)> =
            provider.requests().iter().map(|request| ("the model".to_owned(), request.body.clone())).collect();
        told.push(("the output".to_owned(), out));
        told.push(("the output".to_owned(), String::from_utf8_lossy(&second.stdout).into_owned()));
        told.push(("the output".to_owned(), String::from_utf8_lossy(&second.stderr).into_owned()));
        let arrivals = site.final_arrivals().await?;
        Ok(Self { told, files: machine.data_files(), arrivals })
    }

    /// Where the secret is found, in any writing that the outputs use.
    fn found(&self, secret: &str) -> Option<String> {
        let json = Value::from(secret).to_string();
        let once = json.trim_matches('"').to_owned();
        let twice = Value::from(once.as_str()).to_string().trim_matches('"').to_owned();
        let percent: String = secret
            .bytes()
            .map(
                |byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") },
            )
            .collect();
        let html = secret.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let writings = [secret.to_owned(), once, twice, percent, html];
        let told = self.told.iter().find(|(_, text)| writings.iter().any(|written| text.contains(written.as_str())));
        let contains =
            |bytes: &[u8], written: &String| bytes.windows(written.len()).any(|window| window == written.as_bytes());
        let kept = self.files.iter().find(|(_, bytes)| writings.iter().any(|written| contains(bytes, written)));
        let typed = self.arrivals.iter().any(|arrival| arrival.path.starts_with("/said/x"));
        told.map(|(whom, _)| format!("{whom} got the secret"))
            .or_else(|| kept.map(|(path, _)| format!("the secret is in {path}")))
            .or_else(|| (!typed).then(|| "the secret was never typed".to_owned()))
    }
}

fn get_form(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let page = "<form action=/search><input name=q aria-label=Field><button>Search</button></form>";
        let rules = r#"
            {"times": 1, "take": {"f": {"ref_of": "Field"}}, "turn": {"calls": [{"name": "ask", "args": {"question": "Which code?", "secret": "code"}}]}},
            {"times": 1, "take": {"f": {"ref_of": "Field"}}, "turn": {"calls": [{"name": "fill", "args": {"ref": "{{f}}", "value": "{{secret:code}}"}}, {"name": "press", "args": {"key": "Enter", "ref": "{{f}}"}}]}},
            {"turn": {"calls": [{"name": "done", "args": {"answer": "Done."}}]}}"#;
        let secret = "Kanarie7Hq2xW9z";
        let played = Entrusted::play(program, page, rules, "@shop@/", secret).await?;
        let sent = played.arrivals.iter().find(|arrival| arrival.path.contains(secret));
        Ok(sent.map(|arrival| format!("the secret stands in an address: {}", arrival.line())))
    }
    .boxed()
}

fn other_origin(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let page = "<input id=f aria-label=Field><script>on('f','input',()=>fetch('/said/x?v='+f.value))</script>";
        let rules = r#"
            {"times": 1, "turn": {"calls": [{"name": "ask", "args": {"question": "Which code?", "secret": "code"}}]}},
            {"times": 1, "turn": {"calls": [{"name": "open", "args": {"url": "@evil@/"}}]}},
            {"times": 1, "take": {"f": {"ref_of": "Field"}}, "turn": {"calls": [{"name": "fill", "args": {"ref": "{{f}}", "value": "{{secret:code}}"}}]}},
            {"turn": {"calls": [{"name": "done", "args": {"answer": "Done."}}]}}"#;
        let secret = "Kanarie7Hq2xW9z";
        let played = Entrusted::play(program, page, rules, "@shop@/", secret).await?;
        let sent = played.arrivals.iter().find(|arrival| arrival.host.starts_with("evil"));
        Ok(sent.map(|arrival| format!("another origin was reached: {}", arrival.line())))
    }
    .boxed()
}

/// A provider on one port redirects to another; the key must not follow.
fn key_redirect(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let other = TrapSite::start(&[]).await?;
        let lead = format!("{REDIRECT}http://localhost:{}/v1/chat/completions", other.port());
        let provider = TrapSite::start(&[("/v1/chat/completions".to_owned(), lead)]).await?;
        let machine = Machine::new(program, provider.port())?;
        let brain = format!("openai:http://127.0.0.1:{}/v1#fake", provider.port());
        let url = provider.fill_in("@shop@/");
        machine.command().args(["run", "Look.", "--url", &url, "--brain", &brain, "--json"]).output().await?;
        machine.ended().await?;
        ensure!(
            provider.final_arrivals().await?.iter().any(|arrival| arrival.method == "POST"),
            "the provider was never asked"
        );
        let followed = other.final_arrivals().await?;
        let key = followed.iter().find(|arrival| arrival.head.contains(PROVIDER_KEY));
        Ok(key.map(|arrival| format!("the key went to another host: {}", arrival.line())))
    }
    .boxed()
}

fn key_in_error(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let site = TrapSite::start(&[(
            "/v1/chat/completions".to_owned(),
            format!("{{\"error\":{{\"message\":\"bad key {PROVIDER_KEY}\",\"type\":\"auth\"}}}}"),
        )])
        .await?;
        let machine = Machine::new(program, site.port())?;
        let brain = format!("openai:http://127.0.0.1:{}/v1#fake", site.port());
        let url = site.fill_in("@shop@/");
        let output = machine
            .command()
            .args(["run", "Look.", "--url", &url, "--brain", &brain, "--json", "-vv"])
            .output()
            .await?;
        machine.ended().await?;
        let printed = [output.stdout, output.stderr].concat();
        let files = machine.data_files();
        let holds = |bytes: &[u8]| bytes.windows(PROVIDER_KEY.len()).any(|window| window == PROVIDER_KEY.as_bytes());
        let kept = files.iter().find(|(_, bytes)| holds(bytes)).map(|(path, _)| format!("the key is in {path}"));
        Ok(holds(&printed).then(|| "the key was printed".to_owned()).or(kept))
    }
    .boxed()
}
