//! A chat page as the brain, against the replicas of the known sites: the test plays the model behind them.

pub mod sites;

use serde_json::json;

use crate::support::{Machine, RunProcess, Site, signal};
use sites::{Sites, command, nonce};

/// Scrolls once and is done.
fn scrolls(message: &str, turn: usize) -> String {
    if turn == 0 {
        return command(message, "scroll", &json!({"direction": "down"}));
    }
    command(message, "done", &json!({"answer": "I looked at the page."}))
}

#[test]
fn a_task_is_done_by_the_chat_pages_of_all_four_sites() {
    let machine = Machine::new();
    let (site, sites) = (Site::start(&machine), Sites::start());
    for variant in ["chatgpt-2026-08", "claude-2026-07", "gemini-2026-07", "aistudio-2026-01"] {
        let model = sites.model(variant, scrolls);
        let brain = sites.brain(variant, variant);
        let ended = machine.run(&["run", "look around", "--url", &site.at("/shop"), "--brain", &brain, "--json"]);
        let last = ended.json().pop().unwrap();
        assert_eq!(last["result"]["answer"], "I looked at the page.", "{variant}: {last} {}", ended.err);
        assert_eq!(last["result"]["steps"], 2, "{variant}: {last}");
        let messages = model.messages();
        assert!(messages.iter().any(|message| message.contains("look around")), "{variant}: {messages:?}");
        assert!(!ended.out.contains("127.0.0.1:9/"), "{variant}: a decoy was carried out");
    }
}

/// Waits for long, and is done when it is asked again.
fn waits(message: &str, turn: usize) -> String {
    if turn == 0 {
        return command(message, "wait", &json!({"ms": 60_000}));
    }
    command(message, "done", &json!({"answer": "I waited."}))
}

/// Orders a tide clock, step by step, with the refs that the page is shown with.
fn orders(message: &str, turn: usize) -> String {
    match turn {
        0 => command(message, "click", &json!({"ref": ref_of(message, "Add Tide clock to basket")})),
        1 => {
            let fill = |name: &str, value: &str| json!({"name": "fill", "arguments": {"ref": ref_of(message, name), "value": value}});
            let place = json!({"name": "click", "arguments": {"ref": ref_of(message, "Place order for €30.00")}});
            let calls = [fill("Name", "Ana Torres"), fill("Address", "Muelle 3"), place];
            format!("```json\n{}\n```", json!({"turn": nonce(message), "calls": calls}))
        }
        _ => command(message, "done", &json!({"answer": "It is ordered."})),
    }
}

/// The ref of the element with this name in a look.
fn ref_of(message: &str, name: &str) -> String {
    let quoted = format!("\"{name}\" [ref=");
    if let Some((_, after)) = message.split_once(&quoted) {
        return after.split(']').next().unwrap().to_owned();
    }
    // In a packed line the ref stands before the role: {e7 button Add to basket}
    let braced = message.split(name).next().unwrap().rsplit('{').next().unwrap_or_default();
    braced.split(' ').next().unwrap_or_default().to_owned()
}

#[test]
fn what_a_chat_wants_to_order_is_asked_about_and_ordered_once() {
    let machine = Machine::new();
    let (site, sites) = (Site::start(&machine), Sites::start());
    let _asked = sites.model("asked", orders);
    let brain = sites.brain("chatgpt-2026-08", "asked");
    let ended = machine.run(&["run", "order a tide clock", "--url", &site.at("/shop"), "--brain", &brain, "--json"]);
    assert_eq!(ended.code, Some(4), "nobody is there to say yes: {} {}", ended.out, ended.err);
    let _ordered = sites.model("ordered", orders);
    let brain = sites.brain("gemini-2026-07", "ordered");
    let arguments = ["run", "order a tide clock", "--url", &site.at("/shop"), "--brain", &brain, "--yes", "--json"];
    let ended = machine.run(&arguments);
    assert_eq!(ended.code, Some(0), "{} {}", ended.out, ended.err);
    assert_eq!(site.marks("Order"), 1);
}

#[test]
fn a_second_chat_checks_what_the_first_calls_done() {
    let machine = Machine::new();
    let (site, sites) = (Site::start(&machine), Sites::start());
    let first = sites.model("first", scrolls);
    let second = sites.model("second", |message, _| command(message, "done", &json!({"answer": "It is so."})));
    let (brain, verifier) = (sites.brain("claude-2026-07", "first"), sites.brain("gemini-2026-07", "second"));
    let site = site.at("/shop");
    let arguments = ["run", "look around", "--url", &site, "--brain", &brain, "--brain-verify", &verifier, "--json"];
    let last = machine.run(&arguments).json().pop().unwrap();
    assert_eq!(last["result"]["answer"], "I looked at the page.", "{last}");
    assert!(!first.messages().is_empty() && !second.messages().is_empty(), "both were asked");
}

#[test]
fn a_run_that_is_killed_goes_on_in_its_chat_and_says_nothing_twice() {
    let machine = Machine::new();
    let (site, sites) = (Site::start(&machine), Sites::start());
    let model = sites.model("killed", waits);
    let brain = sites.brain("claude-2026-07", "killed");
    let arguments = ["run", "wait a while", "--url", &site.at("/mail"), "--brain", &brain, "--json"];
    let mut run = RunProcess::start(&machine, &arguments);
    run.until("/what/intent/intent/act/action/action", |name| name == "wait");
    let id = machine.only_run();
    signal(&run.process, "KILL");
    run.end();
    let resumed = machine.run(&["runs", "resume", &id, "--json"]);
    let last = resumed.json().pop().unwrap();
    assert_eq!(last["result"]["answer"], "I waited.", "{resumed:?}");
    let mut messages = model.end(sites);
    let all = messages.len();
    messages.sort();
    messages.dedup();
    assert_eq!(messages.len(), all, "something was said twice");
    let openings = messages.iter().filter(|message| message.contains("You get control")).count();
    assert_eq!(openings, 1, "the chat of before went on: {messages:?}");
}

#[test]
fn a_chat_is_off_until_it_is_switched_on_and_says_what_its_site_says() {
    let machine = Machine::new();
    let off = machine.run(&["run", "go", "--brain", "chat-tab:chatgpt"]);
    assert_eq!(off.code, Some(2), "{off:?}");
    for wanted in ["switched off", "OpenAI's terms", "webhand config set chat_tabs chatgpt", "ollama/"] {
        assert!(off.err.contains(wanted), "{wanted}: {}", off.err);
    }
    let on = machine.run(&["config", "set", "chat_tabs", "chatgpt"]);
    assert!(on.out.contains("OpenAI's terms"), "{on:?}");
    let wrong = machine.run(&["run", "go", "--brain", "chat-tab:nobody"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
}

/// Scrolls once and is done, with tags in the place of fences and words behind them.
fn scrolls_in_tags(message: &str, turn: usize) -> String {
    let call = match turn {
        0 => json!({"turn": nonce(message), "name": "scroll", "arguments": {"direction": "down"}}),
        _ => json!({"turn": nonce(message), "final": "I looked at the page."}),
    };
    format!("I do it. <tool_code>{call}</tool_code> Then I go on.")
}

#[test]
fn commands_in_tags_are_carried_out_where_a_page_takes_tags_away_and_where_it_shows_them() {
    let machine = Machine::new();
    let (site, sites) = (Site::start(&machine), Sites::start());
    for (client, tags) in [("stripped", "strip"), ("escaped", "escape")] {
        let _model = sites.model(client, scrolls_in_tags);
        let brain = sites.brain("gemini-2026-07", &format!("{client}&tags={tags}"));
        let ended = machine.run(&["run", "look around", "--url", &site.at("/shop"), "--brain", &brain, "--json"]);
        let last = ended.json().pop().unwrap();
        assert_eq!(last["result"]["answer"], "I looked at the page.", "{tags}: {last} {}", ended.err);
        assert_eq!(last["result"]["steps"], 2, "{tags}: {last}");
    }
}

#[test]
fn a_dialog_and_a_limit_park_the_run_at_once_with_one_thing_to_do_and_nothing_is_sent() {
    let machine = Machine::new();
    let (site, sites) = (Site::start(&machine), Sites::start());
    for (variant, state, advice) in [
        ("aistudio-2026-01", "discard", "answer it yourself"),
        ("chatgpt-2026-08", "limit", "limit is reached"),
        ("claude-2026-07", "login", "sign in"),
    ] {
        let model = sites.model(state, scrolls);
        let brain = sites.brain(variant, &format!("{state}&state={state}"));
        let ended = machine.run(&["run", "look around", "--url", &site.at("/shop"), "--brain", &brain, "--json"]);
        assert_eq!(ended.code, Some(6), "{state}: {} {}", ended.out, ended.err);
        let asked = ended.out.matches("brain_unavailable").count();
        assert!(ended.out.contains(advice) || ended.err.contains(advice), "{state}: {} {}", ended.out, ended.err);
        assert_eq!(asked, 1, "{state}: nothing is tried again: {}", ended.out);
        assert_eq!(model.messages(), [""; 0], "{state}");
    }
}

#[test]
fn a_probe_says_in_one_line_what_is_found() {
    let machine = Machine::new();
    let sites = Sites::start();
    let home = sites.addresses["gemini-2026-07"]["home"].as_str().unwrap();
    let probed = machine.run(&["chat-tab", "probe", home]);
    assert_eq!(probed.code, Some(0), "{probed:?}");
    assert!(probed.out.starts_with("gemini: composer ") && probed.out.contains("; ready"), "{probed:?}");
    let renamed = machine.run(&["chat-tab", "probe", &format!("{home}?renamed=1")]);
    assert_ne!(renamed.out, probed.out, "half of the places have other names");
}
