//! Exit codes, and the output that goes with them.

use serde_json::Value;

use crate::support::{Machine, ORDER, Site};

#[test]
fn a_task_that_is_done_prints_its_answer_and_ends_with_0() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let ended = machine.run(&["run", "busca en mis correos qué mandó Ernesto", "--url", &site.at("/mail")]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.out.contains("Budget for the lighthouse"), "{}", ended.out);
    assert!(ended.err.contains("report: "), "{}", ended.err);
    machine.assert_no_browser_is_left();
}

#[test]
fn a_page_that_is_not_there_ends_with_1() {
    let machine = Machine::new();
    let ended = machine.run(&["run", "read the page", "--url", "http://no-such-host.test/", "--quiet"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""));
    assert!(ended.err.starts_with("webhand: ") && ended.err.lines().count() == 1, "{}", ended.err);
}

#[test]
fn what_cannot_be_meant_ends_with_2_before_a_browser_is_started() {
    let machine = Machine::new();
    for arguments in [
        &["run", "go", "--nonsense"][..],
        &["run", ""],
        &["run", "go", "--url", "ftp://example.test"],
        &["run", "go", "--brain", "nonsense"],
        &["run", "go", "--brain", "openai/gpt"],
        &["run", "go", "--allow", "a b"],
        &["run", "go", "--browser-path", "/nowhere"],
        &["run", "go", "--profile", "../elsewhere"],
        &["runs", "show", "zzz"],
        &["config", "set", "brian", "literal"],
        &["models", "literal"],
    ] {
        let ended = machine.run(arguments);
        assert_eq!(ended.code, Some(2), "{arguments:?}: {}", ended.err);
        assert!(!ended.err.is_empty(), "{arguments:?}");
    }
    let error_text = |arguments: &[&str]| machine.run(arguments).err;
    // The folder comes from a variable here and not from the command line.
    assert!(error_text(&["click"]).contains("Usage: webhand click <REF>\n"), "{}", error_text(&["click"]));
    let models = error_text(&["models", "nonsense"]);
    assert!(models.contains("there is no provider \"nonsense\"; use anthropic, "), "{models}");
    let left = std::fs::read_dir(machine.data().join("runs")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing is left of what was never begun");
}

#[test]
fn an_order_waits_for_a_person_and_a_no_ends_with_3() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let parked = machine.run(&["run", ORDER, "--url", &site.at("/shop"), "--json"]);
    assert_eq!(parked.code, Some(4), "{}", parked.err);
    let result = parked.json().pop().unwrap()["result"].take();
    assert_eq!(result["outcome"], "needs_person");
    assert!(result["question"]["details"].to_string().contains("30.00"), "{result}");
    let id = machine.only_run();
    let shown = machine.run(&["runs", "show", &id[..6]]);
    assert!(shown.out.contains("It asks: ") && shown.out.contains("total = \"30.00\""), "{}", shown.out);
    let refused = machine.run(&["runs", "answer", &id[..6], "no"]);
    assert_eq!(refused.code, Some(3), "{}", refused.err);
    assert_eq!(site.marks("Order"), 0);
}

#[test]
fn programs_are_told_of_errors_in_json() {
    let machine = Machine::new();
    let ended = machine.run(&["run", "go", "--url", "ftp://example.test", "--json"]);
    let lines = ended.json();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["result"]["exit"], 2);
    assert!(lines[0]["result"]["reason"].as_str().unwrap().contains("only http and https"));
}

#[test]
fn settings_are_used_and_not_taken_from_the_working_folder() {
    let machine = Machine::new();
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(elsewhere.path().join("config.toml"), "brain = 'nonsense'").unwrap();
    let shown = machine.command(&["config", "show"]).current_dir(&elsewhere).output().unwrap();
    assert!(String::from_utf8_lossy(&shown.stdout).contains("brain is not set"));
    assert_eq!(machine.run(&["config", "set", "brain", "openai/gpt"]).code, Some(0));
    let ended = machine.run(&["run", "go"]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.contains("OPENAI_API_KEY"), "{}", ended.err);
}

#[test]
fn the_doctor_finds_this_machine_usable() {
    let ended = Machine::new().run(&["doctor", "--json"]);
    assert_eq!(ended.code, Some(0), "{}", ended.out);
    let lines = ended.json();
    let about: Vec<_> = lines.iter().filter_map(|line| line["about"].as_str()).collect();
    assert_eq!(about, ["settings", "brain", "keys", "store", "loopback", "browser", "sandbox", "page"]);
}

/// The lists of the schema name every kind of line, so that a program can be written from it.
#[test]
fn each_line_for_programs_has_a_version_and_a_kind_of_the_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../docs/run-events.schema.json")).unwrap();
    let variants = |pointer: &str| {
        let [words, objects] = [0, 1].map(|at| schema.pointer(&format!("{pointer}/oneOf/{at}")).unwrap().clone());
        let words = words["enum"].as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned());
        words.chain(objects["properties"].as_object().unwrap().keys().cloned()).collect::<Vec<_>>()
    };
    let at = "/$defs/event/properties/what/oneOf";
    let inputs = variants(&format!("{at}/0/properties/input/properties/input"));
    let intents = variants(&format!("{at}/1/properties/intent/properties/intent"));
    let machine = Machine::new();
    let site = Site::start(&machine);
    let lines = machine.run(&["run", ORDER, "--url", &site.at("/shop"), "--json"]).json();
    let (result, events) = lines.split_last().unwrap();
    assert_eq!((&result["v"], &result["result"]["outcome"]), (&1.into(), &"needs_person".into()));
    assert!(events.len() > 10);
    for event in events {
        assert_eq!(event["v"], 1, "{event}");
        let (kind, known) = match (event.pointer("/what/input/input"), event.pointer("/what/intent/intent")) {
            (Some(input), _) => (input, &inputs),
            (_, Some(intent)) => (intent, &intents),
            (None, None) => panic!("neither input nor intent: {event}"),
        };
        let kind = kind.as_str().or_else(|| Some(kind.as_object()?.keys().next()?)).unwrap();
        assert!(known.iter().any(|name| name == kind), "{kind} is not in the schema");
        assert!(event["run"].is_string() && event["seq"].is_u64() && event["at"].is_u64() && event["wall"].is_u64());
    }
    let shown = machine.run(&["runs", "show", &machine.only_run()]).out;
    assert!(shown.contains("click") && shown.contains("It asks: "), "{shown}");
}
