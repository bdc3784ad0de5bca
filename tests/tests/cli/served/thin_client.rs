//! The thin client of `examples/thin-client` in a real page: it looks and acts, the server decides and asks.

use serde_json::{Value, json};

use super::{Owner, until};
use crate::serve::Server;
use crate::support::{Machine, Site};
use crate::verbs::run_ok;

const CLIENT: &str = include_str!("../../../../examples/thin-client/thin-client.js");

#[test]
fn a_script_in_a_page_is_the_hands_of_a_run_and_its_form_waits_for_the_person() {
    let (machine, person) = (Machine::new(), Machine::new());
    let site = Site::start(&machine);
    let server = Server::start(&machine, &["--thin-client-page", &site.url]);
    let owner = Owner::of(&machine, &server);
    let (page, api) = (site.url.replacen("http://", "", 1), server.address().to_owned());
    let allowed = ["--allow", &page, "--allow", &api, "--allow-code", &page];
    run_ok(&person, &[&["open", &site.at("/contact")][..], &allowed].concat());
    let token = std::fs::read_to_string(machine.data().join("server-token")).unwrap();
    let task = "type \"Ana Torres\" into Name and click Send";
    let script = format!(
        "{CLIENT}; globalThis.over = null; new ThinClient('http://{api}', '{}').run({}, () => 'no')\
         .then((outcome) => {{ globalThis.over = outcome; }}, (error) => {{ globalThis.over = {{ text: String(error) }}; }}); 0",
        token.trim(),
        json!(task),
    );
    run_ok(&person, &["eval", &script]);
    let id = until("the run", || {
        let (_, page) = owner.json("GET", "/api/v1/runs", &Value::Null);
        Some(page["runs"][0]["id"].as_str()?.to_owned())
    });
    let run = owner.until_state(&id, "waiting");
    assert_eq!(run["question"]["topic"], "approval", "{run}");
    assert!(run["question"].to_string().contains("Ana Torres"), "{run}");
    let no = json!({"question": run["question"]["no"], "answer": "no"});
    assert_eq!(owner.json("POST", &format!("/api/v1/runs/{id}/answer"), &no).0, 204);
    owner.until_state(&id, "over");
    until("the end in the page", || {
        let over = run_ok(&person, &["eval", "JSON.stringify(globalThis.over)"]).out;
        (!over.contains("null")).then_some(())
    });
    assert_eq!(server.stop("TERM"), Some(0));
    assert_eq!(site.marks("Contact"), 0);
}

#[test]
fn thin_clients_are_off_unless_a_person_switches_them_on_and_pages_of_others_stay_out() {
    let machine = Machine::new();
    let server = Server::start(&machine, &[]);
    let owner = Owner::of(&machine, &server);
    let (status, problem) = owner.json("POST", "/agent/run/start", &json!({"task": "read the page"}));
    assert_eq!((status, &problem["code"]), (404, &json!("not_found")), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains("--thin-clients"), "{problem}");
    assert_eq!(server.stop("TERM"), Some(0));
}
