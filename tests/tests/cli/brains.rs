//! Lists of models, and limits on their cost.

mod computer;
mod marks;
mod model;
mod personal_data;

use std::io::Write as _;
use std::process::Stdio;

use webhand_fake_llm::{FakeServer, Script};

use crate::support::{Machine, RunProcess, Site, signal};

/// A scripted provider.
pub struct Provider {
    server: FakeServer,
    pub address: String,
}

impl Provider {
    /// Answers every question with the same turn.
    fn start(turn: &str) -> Self {
        Self::with_turns(&vec![turn; 20].join(","))
    }

    /// Answers with these turns, one after the other.
    pub fn with_turns(turns: &str) -> Self {
        Self::with_script(&format!(r#"{{"mode": "script", "turns": [{turns}]}}"#))
    }

    /// Answers by the first of these rules that fits.
    pub fn with_rules(rules: &str) -> Self {
        Self::with_script(&format!(r#"{{"mode": "rule", "rules": [{rules}]}}"#))
    }

    fn with_script(plan: &str) -> Self {
        let script = format!(r#"{{"key": "right-key-123", "plan": {plan}}}"#);
        let server = FakeServer::start(Script::parse(&script).unwrap()).unwrap();
        Self { address: server.base_url(), server }
    }

    /// The bodies of the requests that came in.
    pub fn requests(&self) -> Vec<String> {
        self.server.requests().iter().map(|request| request.body.clone()).collect()
    }
}

/// Looks around for 100,000 tokens read and 1,000 written.
const LOOKS: &str = r#"{"usage": {"input": 100000, "cached": 50000, "output": 1000},
    "calls": [{"name": "scroll", "args": {"direction": "down"}}]}"#;

#[test]
fn models_are_listed_with_what_they_cost_and_a_wrong_key_is_told() {
    let machine = Machine::new();
    let provider = Provider::start(LOOKS);
    let whom = format!("openai:{}", provider.address);
    let mut command = machine.command(&["models", &whom]);
    let listed = command.env("OPENAI_API_KEY", "right-key-123").output().unwrap();
    let out = String::from_utf8_lossy(&listed.stdout);
    assert_eq!(listed.status.code(), Some(0), "{out}");
    assert!(out.contains(&format!("{whom}#fake")) && out.contains("free"), "{out}");
    let mut command = machine.command(&["models", &whom, "--json"]);
    let refused = command.env("OPENAI_API_KEY", "wrong-key-456").output().unwrap();
    let out = String::from_utf8_lossy(&refused.stdout);
    assert_eq!(refused.status.code(), Some(1), "{out}");
    assert!(out.contains("\"error\"") && !out.contains("wrong-key-456"), "{out}");
}

#[test]
fn a_run_stops_before_it_costs_more_than_allowed() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let provider = Provider::start(LOOKS);
    let brain = format!("openai:{}#fake", provider.address);
    let settings = machine.data().with_file_name("config").join("webhand");
    std::fs::create_dir_all(&settings).unwrap();
    let prices = format!("[[price]]\nbrain = '{brain}'\ninput = 2.0\ncached = 1.0\noutput = 10.0\n");
    std::fs::write(settings.join("prices.toml"), prices).unwrap();
    let arguments =
        ["run", "look around", "--url", &site.at("/mail"), "--brain", &brain, "--max-cost", "0.40", "--json"];
    let mut command = machine.command(&arguments);
    let ended = command.env("OPENAI_API_KEY", "right-key-123").output().unwrap();
    let out = String::from_utf8_lossy(&ended.stdout);
    let result: serde_json::Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    let result = &result["result"];
    // Each answer costs $0.16.
    assert_eq!(result["steps"], 2, "{result}");
    assert_eq!(result["usage"]["cost"], 320_000, "{result}");
    assert!(result["reason"].as_str().unwrap().contains("$0.32 is spent"), "{result}");
}

#[test]
fn a_limit_on_money_needs_a_price() {
    let machine = Machine::new();
    let mut command = machine.command(&["run", "go", "--brain", "openai/gpt-of-tomorrow", "--max-cost", "1"]);
    let ended = command.env("OPENAI_API_KEY", "some-key-123").output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("openai/gpt-of-tomorrow") && said.contains("prices.toml"), "{said}");
}

/// Waits for long; and when it is asked again, not so long.
const WAITS: &str = r#"
    {"thoughts": ["It may take a while."],
     "calls": [{"name": "note", "args": {"text": "begun"}}, {"name": "wait", "args": {"ms": 60000}}]},
    {"thoughts": ["Somebody else waited."], "calls": [{"name": "wait", "args": {"ms": 1}}]},
    {"calls": [{"name": "done", "args": {"answer": "Both of us were here."}}]}"#;

#[test]
fn a_run_begun_by_one_provider_is_finished_by_another() {
    let machine = Machine::with_env(&[("ANTHROPIC_API_KEY", "right-key-123"), ("OPENAI_API_KEY", "right-key-123")]);
    let (site, provider) = (Site::start(&machine), Provider::with_turns(WAITS));
    let first = format!("anthropic:{}#fake", provider.address);
    let second = format!("openai:{}#fake", provider.address);
    let mut run =
        RunProcess::start(&machine, &["run", "Wait.", "--url", &site.at("/mail"), "--brain", &first, "--json"]);
    run.until("/what/intent/intent/act/action/action", |name| name == "wait");
    let id = machine.only_run();
    assert_eq!(machine.run(&["runs", "brain", &id, "nobody/knows"]).code, Some(2));
    assert_eq!(machine.run(&["runs", "brain", &id, &second]).code, Some(0));
    signal(&run.process, "TERM");
    assert_eq!(run.end().0, Some(6));
    let resumed = machine.run(&["runs", "resume", &id, "--json"]);
    let last = resumed.json().pop().unwrap();
    assert_eq!(last["result"]["answer"], "Both of us were here.", "{resumed:?}");
}

/// Asks to extract data that no page shows as a table or list.
const EXTRACTS: &str = r#"
    {"calls": [{"name": "extract", "args": {"instruction": "how the writer feels", "schema":
        {"type": "object", "required": ["mood"], "properties": {"mood": {"enum": ["glad", "cross"]}}}}}]},
    {"calls": [{"name": "done", "args": {"answer": "They are glad."}}]},
    {"calls": [{"name": "done", "args": {"answer": "They are glad, I say."}}]}"#;
/// Extracts it from the text, at the second attempt.
const READS: &str = r#"
    {"usage": {"input": 70, "output": 3}, "calls": [{"name": "answer", "args": {"data": {"mood": "happy"}}}]},
    {"usage": {"input": 80, "output": 4}, "calls": [{"name": "answer", "args": {"data": {"mood": "glad"}}}]}"#;

#[test]
fn what_no_page_shows_as_data_is_read_by_the_brain_named_for_it() {
    let machine = Machine::with_env(&[("OPENAI_API_KEY", "right-key-123")]);
    let site = Site::start(&machine);
    let (decides, reads) = (Provider::with_turns(EXTRACTS), Provider::with_turns(READS));
    let brain = |provider: &Provider| format!("openai:{}#fake", provider.address);
    let (decides, reads) = (brain(&decides), brain(&reads));
    let mut arguments = vec!["run", "How do they feel?", "--json", "--brain", &decides, "--brain-extract", &reads];
    let mail = site.at("/mail");
    arguments.extend(["--url", &mail]);
    let ended = machine.run(&arguments);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let events = ended.json();
    let read: Vec<_> = events.iter().filter_map(|event| event.pointer("/what/input/input/extracted")).collect();
    assert_eq!(read.len(), 2, "{ended:?}");
    assert_eq!(read[1]["calls"][0]["arguments"]["data"]["mood"], "glad");
    let usage = &events.last().unwrap()["result"]["usage"];
    assert!(usage["input"].as_u64() >= Some(150), "what reading took is counted: {usage}");
}

/// A fake keychain program that keeps its secrets in a file and logs its calls.
const SECRET_TOOL: &str = r#"#!/bin/sh
echo "$*" >> "$(dirname "$0")/calls"
kept="$(dirname "$0")/kept"
case "$1" in
  store) cat > "$kept" ;;
  lookup) if [ "$5" = OPENAI_API_KEY ]; then cat "$kept" 2>/dev/null; else exit 1; fi ;;
  clear) rm -f "$kept" ;;
esac
"#;

#[test]
fn a_key_is_kept_in_the_keychain_and_found_there() {
    let machine = Machine::new();
    let tools = tempfile::tempdir().unwrap();
    let tool = tools.path().join("secret-tool");
    std::fs::write(&tool, SECRET_TOOL).unwrap();
    std::fs::set_permissions(&tool, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let path = format!("{}:/usr/bin:/bin", tools.path().display());
    let run = |arguments: &[&str], input: Option<&str>| {
        let mut command = machine.command(arguments);
        let mut process = command.env("PATH", &path).stdin(Stdio::piped()).spawn().unwrap();
        process.stdin.take().unwrap().write_all(input.unwrap_or_default().as_bytes()).unwrap();
        let ended = process.wait_with_output().unwrap();
        let said = [ended.stdout, ended.stderr].concat();
        (ended.status.code(), String::from_utf8_lossy(&said).into_owned())
    };
    let set = run(&["keys", "set", "openai"], Some("right-key-123\n"));
    assert_eq!(set.0, Some(0), "{}", set.1);
    let provider = Provider::start(LOOKS);
    let listed = run(&["models", &format!("openai:{}", provider.address)], None);
    assert!(listed.0 == Some(0) && listed.1.contains("#fake"), "{}", listed.1);
    let keys = run(&["keys", "list"], None).1;
    assert!(keys.contains("the keychain") && !keys.contains("right-key-123"), "{keys}");
    let calls = std::fs::read_to_string(tools.path().join("calls")).unwrap();
    assert!(calls.contains("store") && !calls.contains("right-key-123"), "no key stands on a command line: {calls}");
    assert_eq!(run(&["keys", "forget", "openai"], None).0, Some(0));
    assert!(!run(&["keys", "list"], None).1.contains("the keychain"));
    assert_eq!(run(&["keys", "set", "openai"], Some("two words\n")).0, Some(2), "that is no key");
}

#[test]
fn a_machine_without_a_keychain_is_told_what_to_install() {
    let machine = Machine::new();
    let empty = tempfile::tempdir().unwrap();
    let mut command = machine.command(&["keys", "forget", "anthropic"]);
    let ended = command.env("PATH", empty.path()).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.code() == Some(1) && said.contains("libsecret-tools"), "{said}");
}
