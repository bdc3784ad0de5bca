//! A run of the program whose model is hostile: a provider that answers every question with the next move.

use std::collections::BTreeMap;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::time::timeout;
use webhand_fake_llm::{Capture, FakeServer, Rule, Script, ScriptedTurn};

use super::{Reply, Route};
use crate::attacks::case::{Case, Evidence, Move, OUTPUT, Person, UNTIL};
use crate::attacks::machine::{Machine, PROVIDER_KEY};
use crate::attacks::trap_site::TrapSite;

/// Plays the moves of a case inside a run or a conversation.
pub async fn play_run(route: Route, machine: &Machine, site: &TrapSite, case: &Case) -> Result<Evidence> {
    let fill = |text: &str| site.fill_in(text).replace("@place@", &machine.place().display().to_string());
    let provider = FakeServer::start(Script {
        key: Some(PROVIDER_KEY.to_owned()),
        ..Script::from_rules(rules(&case.moves, &fill)?)
    })?;
    let (brain, url) = (format!("openai:{}#fake", provider.base_url()), fill(&case.start));
    let mut command = machine.command();
    match route {
        Route::Run => command.args(["run", &fill(&case.task)]),
        Route::Chat | Route::Mcp | Route::WebSocket | Route::Verbs => command.arg("chat"),
    };
    command.args(["--url", &url, "--brain", &brain, "--json", "--max-steps", "30"]).args(machine.grants(&case.grants));
    if case.person == Person::Always {
        command.arg("--yes");
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn()?;
    let mut input = process.stdin.take().context("piped")?;
    if route == Route::Chat {
        input.write_all(format!("open the page and {}\n", fill(&case.task)).as_bytes()).await?;
    }
    drop(input);
    let output = timeout(ENDED_WITHIN, process.wait_with_output()).await.context("the run does not end")??;
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let asked_model = provider.requests();
    ensure!(!asked_model.is_empty(), "the model was never asked: {out} {err}");
    let shown = asked_model.iter().map(|request| Reply {
        tool: "the model's request".to_owned(),
        text: request.body.clone(),
        ..Reply::default()
    });
    let mut evidence = Evidence { asked: questions(&out), ..Evidence::default() };
    evidence.replies.extend(shown);
    evidence.replies.push(Reply { tool: OUTPUT.to_owned(), text: out.into_owned(), ..Reply::default() });
    Ok(evidence)
}

/// One rule for each move, used once and in order as far as its element is there; then the brain claims to be done.
fn rules(moves: &[Move], fill: &impl Fn(&str) -> String) -> Result<Vec<Rule>> {
    let mut rules = Vec::new();
    for made in moves {
        let (tool, args) = match made.tool {
            UNTIL => ("wait", json!({"text": format!("said {}", made.args["said"].as_str().unwrap_or_default())})),
            tool => (tool, made.args.clone()),
        };
        let mut text = fill(&args.to_string());
        let mut take = BTreeMap::new();
        while let Some((before, rest)) = text.split_once("@ref:") {
            let (name, behind) = rest.split_once('@').context("a ref without an end")?;
            let key = format!("r{}", take.len());
            let name: String = serde_json::from_str(&format!("\"{name}\""))?;
            take.insert(key.clone(), Capture::RefOf(name));
            text = format!("{before}{{{{{key}}}}}{behind}");
        }
        let turn = ScriptedTurn::calls(tool, serde_json::from_str(&text)?);
        rules.push(Rule { take, times: Some(1), turn, when: webhand_fake_llm::RuleCondition::default() });
    }
    let done = ScriptedTurn::calls("done", json!({"answer": "I did nothing."}));
    rules.push(Rule {
        take: BTreeMap::new(),
        times: None,
        turn: done,
        when: webhand_fake_llm::RuleCondition::default(),
    });
    Ok(rules)
}

/// How many questions about permission stand in the events of a run.
fn questions(out: &str) -> usize {
    let events = out.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let is_question = |event: &Value| {
        event.pointer("/what/intent/intent/ask_person").is_some()
            || event.pointer("/what/intent/intent/ask_user").is_some()
    };
    events.filter(is_question).count()
}

const ENDED_WITHIN: std::time::Duration = std::time::Duration::from_mins(2);
