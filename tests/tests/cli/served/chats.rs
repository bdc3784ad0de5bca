//! Chat pages as brains of a server's runs: in any role, each run in a browser of its own.

use serde_json::json;

use super::Owner;
use crate::chat_tab::sites::{Sites, command};
use crate::serve::Server;
use crate::support::{Machine, Site};

fn ends(message: &str, turn: usize) -> String {
    if turn == 0 {
        return command(message, "scroll", &json!({"direction": "down"}));
    }
    command(message, "done", &json!({"answer": "I looked at the page."}))
}

#[test]
fn a_chat_decides_or_only_verifies_a_run_of_a_server() {
    let machine = Machine::new();
    let (site, sites) = (Site::start(&machine), Sites::start());
    let decider = sites.model("decides", ends);
    let verifier = sites.model("verifies", |message, _| command(message, "done", &json!({"answer": "It is so."})));
    let set = machine.run(&["config", "set", "brain_verify", &sites.brain("gemini-2026-07", "verifies")]);
    assert_eq!(set.code, Some(0), "{set:?}");
    let server = Server::start(&machine, &["--allow", "localhost"]);
    let owner = Owner::of(&machine, &server);
    let brain = sites.brain("chatgpt-2026-03", "decides");
    let order = json!({"task": "look around", "url": site.at("/shop"), "brain": brain});
    let (status, started) = owner.json("POST", "/api/v1/runs", &order);
    assert_eq!(status, 201, "{started}");
    let run = owner.until_state(started["id"].as_str().unwrap(), "over");
    assert_eq!(run["outcome"]["text"], "I looked at the page.", "{run}");
    assert!(!decider.messages().is_empty() && !verifier.messages().is_empty(), "both were asked");
    assert_eq!(run["outcome"]["evidence"], json!(["a second brain checked it"]), "{run}");
    assert_eq!(server.stop("TERM"), Some(0));
    machine.assert_no_browser_is_left();
}
