//! `webhand mcp` with the official client, the inspector and raw messages.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Output, Stdio};

use serde_json::{Value, json};

use super::brains::Provider;
use super::support::{Machine, ORDER, Site, signal};

#[test]
fn the_official_client_understands_everything() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let python = tool("WEBHAND_SDK_PYTHON", ".venv/bin/python");
    let check = root().join("tests/sdk/check_mcp.py");
    let told = machine.other_program(&python).arg(check).arg(machine.program()).arg(&site.url).output().unwrap();
    assert!(told.status.success(), "{}", output_text(&told));
    machine.assert_no_browser_is_left();
    assert_eq!(site.marks("Contact"), 5, "one letter for each yes, and one for the grant");
}

#[test]
fn the_inspector_lists_and_calls_its_tools() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let inspector = tool("WEBHAND_MCP_INSPECTOR", "node_modules/.bin/mcp-inspector");
    let inspect = |arguments: &[&str]| {
        let told =
            machine.other_program(&inspector).arg("--cli").arg(machine.program()).arg("mcp").args(arguments).output();
        let told = told.unwrap();
        assert!(told.status.success(), "{}", output_text(&told));
        serde_json::from_slice::<Value>(&told.stdout).unwrap()
    };
    let listed = inspect(&["--method", "tools/list"]);
    assert!(listed["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == "snapshot"), "{listed}");
    let url = format!("url={}", site.url);
    let opened = inspect(&["--method", "tools/call", "--tool-name", "open", "--tool-arg", &url]);
    assert!(opened["content"][0]["text"].as_str().unwrap().starts_with("opened"), "{opened}");
    machine.assert_no_browser_is_left();
}

#[test]
fn everything_ends_with_the_client() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    for leave in [leave_politely, leave_by_a_signal, die] {
        let mut client = Client::start(&machine);
        let opened = client.call("open", &json!({"url": site.url}));
        assert_eq!(opened["isError"], false, "{opened}");
        assert!(machine.browsers() > 0);
        leave(client);
        machine.assert_no_browser_is_left();
    }
}

fn leave_politely(mut client: Client) {
    drop(client.write.take());
    assert_eq!(client.process.wait().unwrap().code(), Some(0));
}

fn leave_by_a_signal(mut client: Client) {
    signal(&client.process, "TERM");
    assert_eq!(client.process.wait().unwrap().code(), Some(0));
}

fn die(mut client: Client) {
    signal(&client.process, "KILL");
    client.process.wait().unwrap();
}

#[test]
fn a_whole_task_is_handed_over_and_what_it_waits_with_is_answered_at_a_terminal() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut client = Client::start(&machine);
    let asked = json!({"task": "how many mails are from Ernesto?", "url": site.at("/mail")});
    let read = client.call("run_task", &asked);
    assert_eq!(read["structuredContent"]["ending"]["ending"], "done", "{read}");
    assert!(read["content"][0]["text"].as_str().unwrap().contains('4'), "{read}");

    let waits = client.call("run_task", &json!({"task": ORDER, "url": site.at("/shop")}));
    let told = &waits["structuredContent"];
    assert_eq!((&waits["isError"], &told["code"]), (&json!(true), &json!("needs_approval")), "{waits}");
    let command = told["approval"]["command"].as_str().unwrap();
    let answer: Vec<&str> = command.split(' ').skip(1).collect();
    assert_eq!(machine.run(&answer).code, Some(4), "nobody sits at a terminal");
    machine.approve_without_terminal();
    let placed = machine.run(&answer);
    assert_eq!(placed.code, Some(0), "{command}: {}", placed.err);
    drop(client);
    machine.assert_no_browser_is_left();
    assert_eq!(site.marks("Order"), 1);
}

#[test]
fn a_task_whose_provider_is_away_is_parked_and_can_be_resumed() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    // Longer than any run waits.
    let away = r#"{"what": {"kind": "status", "status": 429, "retry": {"seconds": 86400}}}"#;
    let turn = format!(r#"{{"fault": {away}, "calls": [{{"name": "done", "args": {{"answer": "There."}}}}]}}"#);
    let provider = Provider::with_turns(&turn);
    let brain = format!("openai:{}#fake", provider.address);
    assert_eq!(machine.run(&["config", "set", "brain", &brain]).code, Some(0));
    let mut client = Client::start_with(&machine, &[("OPENAI_API_KEY", "right-key-123")]);
    let parked = client.call("run_task", &json!({"task": "look there", "url": site.at("/mail")}));
    let told = &parked["structuredContent"];
    assert_eq!((&parked["isError"], &told["code"]), (&json!(true), &json!("parked")), "{parked}");
    drop(client);
    assert!(
        machine.data().join("runs").join(told["run"].as_str().unwrap()).join("profile").exists(),
        "resuming needs it"
    );
    let resume: Vec<&str> = told["resume"].as_str().unwrap().split(' ').skip(1).collect();
    let resumed = machine.command(&resume).env("OPENAI_API_KEY", "right-key-123").output().unwrap();
    assert_eq!(resumed.status.code(), Some(0), "{}", output_text(&resumed));
    machine.assert_no_browser_is_left();
}

#[test]
fn what_is_no_message_is_answered_and_the_session_lives() {
    let machine = Machine::new();
    let mut client = Client::start(&machine);
    let deep = "[".repeat(100_000);
    let giant = "x".repeat(5 << 20);
    for (line, code) in [
        (b"nonsense".as_slice(), -32_700),
        (b"{\"jsonrpc\":\"2.0\"", -32_700),
        (b"\xc3\x28", -32_700),
        (deep.as_bytes(), -32_700),
        (giant.as_bytes(), -32_600),
        (b"{}", -32_600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{}}", -32_602),
        (b"{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"dance\"}", -32_601),
    ] {
        client.send(line);
        let answer = client.read();
        assert_eq!(answer["error"]["code"], code, "{answer}");
    }
    assert_eq!(client.ask("ping", &json!({})), json!({}));
}

#[test]
fn installs_itself_beside_what_a_client_has_and_goes_again() {
    let machine = Machine::new();
    let home = tempfile::tempdir().unwrap();
    let webhand = |arguments: &[&str]| {
        let told = machine.command(arguments).env("HOME", home.path()).env_remove("CODEX_HOME").output().unwrap();
        (told.status.code(), output_text(&told))
    };
    let settings = home.path().join(".config/zed/settings.json");
    std::fs::create_dir_all(settings.parent().unwrap()).unwrap();
    let before = "{\n  // mine\n  \"theme\": \"dark\"\n}\n";
    std::fs::write(&settings, before).unwrap();

    let (code, told) = webhand(&["mcp", "install", "zed", "--print"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("settings.json") && told.contains("+ \"webhand\": {"), "{told}");
    assert_eq!(std::fs::read_to_string(&settings).unwrap(), before);
    // No person can answer here.
    assert_eq!(webhand(&["mcp", "install", "zed"]).0, Some(2));
    assert_eq!(webhand(&["mcp", "install", "zed", "--yes", "--allow", "a.test,b.test"]).0, Some(2));

    assert_eq!(webhand(&["mcp", "install", "zed", "--yes", "--allow", "localhost"]).0, Some(0));
    let installed = std::fs::read_to_string(&settings).unwrap();
    assert!(installed.contains("// mine") && installed.contains("\"--allow\", \"localhost\""), "{installed}");
    assert_eq!(std::fs::read_to_string(backup_of(&settings)).unwrap(), before);
    let (_, again) = webhand(&["mcp", "install", "zed", "--yes", "--allow", "localhost"]);
    assert!(again.contains("already there"), "{again}");

    assert_eq!(webhand(&["mcp", "uninstall", "zed", "--yes"]).0, Some(0));
    assert!(!std::fs::read_to_string(&settings).unwrap().contains("webhand"));

    assert_eq!(webhand(&["mcp", "install", "codex", "--yes"]).0, Some(0));
    let codex = std::fs::read_to_string(home.path().join(".codex/config.toml")).unwrap();
    assert!(codex.contains("[mcp_servers.webhand]") && codex.contains("args = [\"mcp\", \"--data-dir\","), "{codex}");
}

fn backup_of(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}.before-webhand", file.display()))
}

/// A client that writes and reads raw lines.
struct Client {
    process: Child,
    write: Option<ChildStdin>,
    read: BufReader<ChildStdout>,
    requests: u32,
}

impl Client {
    /// Starts a server and introduces itself to it.
    fn start(machine: &Machine) -> Self {
        Self::start_with(machine, &[])
    }

    /// Starts a server that has these variables.
    fn start_with(machine: &Machine, variables: &[(&str, &str)]) -> Self {
        let mut command = machine.command(&["mcp"]);
        let mut process =
            command.envs(variables.iter().copied()).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (write, read) = (process.stdin.take(), BufReader::new(process.stdout.take().unwrap()));
        let mut client = Self { process, write, read, requests: 0 };
        let hello =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        assert_eq!(client.ask("initialize", &hello)["serverInfo"]["name"], "webhand");
        client.send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        client
    }

    fn send(&mut self, line: &[u8]) {
        let write = self.write.as_mut().unwrap();
        write.write_all(line).and_then(|()| write.write_all(b"\n")).unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.read.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params});
        self.send(request.to_string().as_bytes());
        let answer = self.read();
        assert_eq!(answer["id"], self.requests, "{answer}");
        answer["result"].clone()
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A program that `make setup` installs, or the one named in a variable.
fn tool(variable: &str, usual: &str) -> PathBuf {
    let tool = std::env::var_os(variable).map_or_else(|| root().join(usual), PathBuf::from);
    assert!(tool.exists(), "{} is missing: run `make setup`", tool.display());
    tool
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn output_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
