//! A model fills in an address that it never sees.

use serde_json::{Value, json};
use webhand_fake_llm::{FakeServer, RecordedRequest, Script, ScriptedTurn};

use crate::support::{Machine, ProgramOutput, Site};

const ADDRESS: &str = "ana.torres@example.org";

/// Runs a task that names the address, and returns the result and the requests to the model.
fn run_with(machine: &Machine, redact: &[&str], turns: Vec<ScriptedTurn>) -> (Value, Vec<String>) {
    let server = FakeServer::start(Script::from_turns(turns)).unwrap();
    let (site, brain) = (Site::start(machine), format!("openai:{}#fake", server.base_url()));
    let task = format!("put {ADDRESS} into the form");
    let mut run = machine.command(&["run", &task, "--url", &site.at("/contact"), "--brain", &brain, "--json"]);
    let ended = ProgramOutput::from(run.args(redact).env("OPENAI_API_KEY", "sk-test").output().unwrap());
    let result = ended.json().pop().unwrap_or_else(|| panic!("{}\n{}", ended.out, ended.err));
    (
        result["result"].clone(),
        server.requests().iter().map(RecordedRequest::json).map(|body| body.to_string()).collect(),
    )
}

fn ref_of_email_field(machine: &Machine) -> String {
    let site = Site::start(machine);
    assert_eq!(machine.run(&["open", &site.at("/contact")]).code, Some(0));
    let look = machine.run(&["snapshot"]).out;
    machine.run(&["close", "--all"]);
    let line = look.lines().find(|line| line.contains("textbox \"Email\"")).unwrap_or_else(|| panic!("{look}"));
    line.split_once("[ref=").unwrap().1.split_once(']').unwrap().0.to_owned()
}

#[test]
fn a_model_fills_in_an_address_that_it_never_sees() {
    let machine = Machine::new();
    let field = ref_of_email_field(&machine);
    let turns = vec![
        ScriptedTurn::calls("fill", json!({"ref": field, "value": "[[email-1]]"})),
        ScriptedTurn::calls("done", json!({"answer": "The form holds [[email-1]]."})),
    ];
    let (result, requests) = run_with(&machine, &["--redact", "on"], turns);
    assert_eq!(result["answer"], format!("The form holds {ADDRESS}."), "{result}");
    assert_eq!(requests.len(), 2);
    for request in &requests {
        assert!(!request.contains("ana.torres") && request.contains("put [[email-1]] into the form"), "{request}");
    }
    // The field showed the value to the look after the action, so the value itself was typed.
    assert!(requests[1].contains(r#"\"Email\""#) && requests[1].matches("[[email-1]]").count() >= 4, "{}", requests[1]);
}

#[test]
fn a_model_on_this_machine_sees_values_unless_the_person_wants_otherwise() {
    let machine = Machine::new();
    let done = || vec![ScriptedTurn::calls("done", json!({"answer": "Seen."}))];
    let (_, requests) = run_with(&machine, &[], done());
    assert!(requests[0].contains(ADDRESS), "{}", requests[0]);
    assert_eq!(machine.run(&["config", "set", "redact", "on"]).code, Some(0));
    let (_, requests) = run_with(&machine, &[], done());
    assert!(!requests[0].contains(ADDRESS), "{}", requests[0]);
}
