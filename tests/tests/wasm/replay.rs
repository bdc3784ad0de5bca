//! A run without engine and hands: the module answers as the native core does, byte for byte.

use std::fs;
use std::io::Write as _;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use webhand_model::{Task, WebUrl};
use webhand_wasm::JsonRun;

use super::module;

#[test]
fn native_and_wasm_give_the_same_bytes() -> Result<()> {
    let module = module::build()?;
    let (commands, native) = recorded_run()?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("commands.jsonl");
    fs::write(&file, commands.join("\n"))?;
    let script = module::script("replay.mjs");
    let node = Command::new("node").arg(script).arg(&module).arg(&file).output().context("node cannot be started")?;
    ensure!(node.status.success(), "{}", String::from_utf8_lossy(&node.stderr));
    std::io::stderr().write_all(&node.stderr)?;
    let wasm = String::from_utf8(node.stdout)?;
    for (at, (ours, theirs)) in native.iter().zip(wasm.lines()).enumerate() {
        ensure!(ours == theirs, "command {at} {}\nnative {ours}\nwasm   {theirs}", commands[at]);
    }
    ensure!(native.len() == wasm.lines().count(), "not every command was answered");
    Ok(())
}

/// A run with a click, an order the person allows, held requests, errors, a pause, a resume and a claim that is sent
/// back; then its journal as replays of every length, and garbage. Returns the commands and the native core's answers.
fn recorded_run() -> Result<(Vec<String>, Vec<String>)> {
    let mut player = Player::default();
    let mut task = Task::new("compra una lámpara 🛋️ en shop.test");
    task.start = Some(WebUrl::parse("https://shop.test/")?);
    player.feed(&json!({"start": task}))?;
    player.journal.push(json!({"input": {"to": null, "input": {"started": task}}}));
    player.record_intents();
    let answer =
        |calls: Value| json!({"answered": {"calls": calls, "usage": {"input": 1200, "cached": 0, "output": 7}}});
    let click = || answer(json!([{"id": "1", "name": "click", "arguments": {"ref": "e1"}}]));
    let done = |text: &str| json!({"end": "done", "text": text});
    let order = json!({"inspected": {"origin": "https://shop.test", "target": {
        "role": "button", "name": "Pay\u{202e}", "field": "none", "href": null, "submits": true, "enter_submits": false,
        "form": {"action": "https://shop.test/order", "method": "post", "fields": [["sum", "40,10 €"]]}}}});
    let finish = || {
        let arguments = json!({"answer": "Listo: 40,10 €", "evidence": ["\"Gracias\""]});
        answer(json!([{"id": "1", "name": "done", "arguments": arguments}]))
    };
    let held = json!({"id": 1, "method": "POST", "url": "https://shop.test/order", "from": "https://shop.test", "fields": [["sum", "1"]]});
    let story = [
        json!({"acted": done("opened")}),
        json!({"observed": page()}),
        answer(
            json!([{"id": "1", "name": "scroll", "arguments": {"direction": "down", "amount": 0.1}}, {"id": "2", "name": "nonsense", "arguments": {}}]),
        ),
        json!({"acted": done("scrolled")}),
        json!("woken"),
        json!({"observed": page()}),
        click(),
        order.clone(),
        json!({"replied": "yes"}),
        order,
        json!({"acted": {"end": "done", "text": "paid", "held": [held]}}),
        json!("pause"),
        json!({"replied": "no"}),
        json!("continue"),
        json!({"ruled": done("stopped")}),
        json!("resumed"),
        json!({"acted": done("opened")}),
        json!({"observed": page()}),
        // The person's refusal speaks against it, so it is asked again.
        finish(),
        json!({"observed": page()}),
        finish(),
    ];
    for input in story {
        player.tell(&input)?;
    }
    let last: Value = serde_json::from_str(player.answers.last().context("no answer")?)?;
    ensure!(last["over"] == true, "the story does not come to its end: {last}");
    let events: Vec<Value> = player.journal.iter().zip(1..).map(|(what, seq)| json!({"seq": seq, "at": what["at"].as_u64().unwrap_or(0), "wall": 0, "what": without_time(what)})).collect();
    for cut in 0..=events.len() {
        player.feed(&json!({"replay": events[..cut]}))?;
    }
    for garbage in ["", "null", "{", "{\"start\":{}}", "{\"input\":{\"to\":1,\"input\":\"fly\",\"at\":0}}", "[[[[[["] {
        player.feed_text(garbage)?;
    }
    Ok((player.commands, player.answers))
}

/// Plays a run natively and keeps commands and answers.
#[derive(Default)]
struct Player {
    run: JsonRun,
    commands: Vec<String>,
    answers: Vec<String>,
    journal: Vec<Value>,
    awaited: u64,
    at: u64,
}

impl Player {
    fn tell(&mut self, input: &Value) -> Result<()> {
        self.at += 1_000;
        let from_person = input.is_string() || input.get("replied").is_some();
        let to = if from_person { Value::Null } else { self.awaited.into() };
        self.feed(&json!({"input": {"to": to, "input": input, "at": self.at}}))?;
        self.journal.push(json!({"input": {"to": to, "input": input}, "at": self.at}));
        self.record_intents();
        Ok(())
    }

    fn feed(&mut self, command: &Value) -> Result<()> {
        self.feed_text(&command.to_string())
    }

    fn feed_text(&mut self, command: &str) -> Result<()> {
        self.commands.push(command.to_owned());
        self.answers.push(String::from_utf8(self.run.feed(command.as_bytes()))?);
        Ok(())
    }

    fn record_intents(&mut self) {
        let answer: Value =
            self.answers.last().and_then(|answer| serde_json::from_str(answer).ok()).unwrap_or_default();
        for effect in answer["effects"].as_array().into_iter().flatten() {
            self.awaited = effect["no"].as_u64().unwrap_or_default();
            self.journal.push(json!({"intent": {"no": effect["no"], "intent": effect["intent"]}, "at": self.at}));
        }
    }
}

fn without_time(what: &Value) -> Value {
    let mut what = what.clone();
    if let Some(map) = what.as_object_mut() {
        map.remove("at");
    }
    what
}

fn page() -> Value {
    json!({
        "tab": 1, "rev": 3, "url": "https://shop.test/l%C3%A1mparas", "title": "Lámparas — 日本", "state": "ready", "truncated": true,
        "viewport": {"width": 1280.5, "height": 0.1, "scroll_y": 1e-7, "max_scroll_y": 123_456.789},
        "nodes": [
            {"depth": 0, "role": "main"},
            {"depth": 1, "ref": "e1@d1", "role": "button", "name": "Pay \"now\"\n- link", "states": ["focused"], "bounds": [0, -5, 10, 20], "in_view": true},
            {"depth": 1, "role": "text", "name": "é".repeat(700)},
        ],
        "tabs": [{"id": 1, "title": "a", "url": "https://shop.test/"}, {"id": 2, "title": "b", "url": "https://b.test/"}],
        "dialog": {"kind": "confirm", "message": "Sure?"},
    })
}
