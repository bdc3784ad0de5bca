//! Verbs as an agent in a shell uses them.

use crate::support::{Machine, ProgramOutput, Site};

/// The ref of the first element with this name.
pub fn ref_of(machine: &Machine, name: &str) -> String {
    let page = machine.run(&["snapshot", "--budget", "none"]);
    let line = page.out.lines().find(|line| line.contains(&format!("\"{name}\"")));
    let line = line.unwrap_or_else(|| panic!("no {name:?} in {}{}", page.out, page.err));
    line.split("[ref=").nth(1).unwrap().split(']').next().unwrap().to_owned()
}

/// Runs a verb that must succeed.
pub fn run_ok(machine: &Machine, arguments: &[&str]) -> ProgramOutput {
    let ended = machine.run(arguments);
    assert_eq!(ended.code, Some(0), "{arguments:?}: {}{}", ended.out, ended.err);
    ended
}

#[test]
fn an_action_answers_with_what_changed_and_a_failure_with_what_to_do() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let opened = run_ok(&machine, &["open", &site.at("/mail")]);
    assert!(opened.out.starts_with("opened http://127.0.0.1:"), "{}", opened.out);
    let search = ref_of(&machine, "Search mail");
    let filled = run_ok(&machine, &["fill", &search, "-lighthouse"]);
    assert!(filled.out.contains("\"-lighthouse\"") && filled.out.lines().count() <= 3, "{}", filled.out);
    let asked = run_ok(&machine, &["get", "value", &search, "--json"]).json();
    assert_eq!((&asked[0]["success"], &asked[0]["data"]["text"]), (&true.into(), &"-lighthouse".into()), "{asked:?}");
    let shown = run_ok(&machine, &["press", "Enter", &search, "--snapshot"]);
    assert!(shown.out.contains("\npage \"") && shown.out.contains("[ref="), "{}", shown.out);
    for call in [&["open", &site.at("/mail"), "--snapshot"][..], &["snapshot", "--snapshot"]] {
        let shown = run_ok(&machine, call);
        assert_eq!(shown.out.matches("page \"").count(), 1, "{}", shown.out);
    }
    let missed = machine.run(&["click", "e9999"]);
    assert_eq!((missed.code, missed.out.as_str()), (Some(1), ""));
    assert!(missed.err.contains("e9999") && missed.err.contains("nearest"), "{}", missed.err);
    let missed = machine.run(&["click", "e9999", "--json"]).json();
    assert_eq!((&missed[0]["success"], &missed[0]["code"]), (&false.into(), &"unknown_ref".into()));
}

#[test]
fn a_page_is_kept_as_a_pdf_whose_file_the_shell_learns() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    run_ok(&machine, &["open", &site.at("/mail")]);
    let kept = |arguments: &[&str]| std::path::PathBuf::from(run_ok(&machine, arguments).out.trim_end());
    let (first, second) = (kept(&["pdf", "all my mail"]), kept(&["pdf", "all my mail"]));
    for (file, name) in [(&first, "all my mail.pdf"), (&second, "all my mail (1).pdf")] {
        assert_eq!(file.file_name().and_then(|name| name.to_str()), Some(name));
        assert!(std::fs::read(file).unwrap().starts_with(b"%PDF-"), "{}", file.display());
    }
    let listed = run_ok(&machine, &["downloads"]).out;
    assert!(listed.contains("all my mail (1).pdf") && listed.contains("[complete]"), "{listed}");
    let outside = kept(&["pdf", "../../out of the folder"]);
    assert_eq!(outside.parent(), first.parent());
}

#[test]
fn a_picture_goes_where_it_is_wanted() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let folder = tempfile::tempdir().unwrap();
    run_ok(&machine, &["open", &site.at("/mail")]);
    let shoot = |arguments: &[&str]| {
        let output = machine.command(&[&["screenshot"], arguments].concat()).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let is_jpeg = |bytes: &[u8]| bytes.starts_with(&[0xff, 0xd8, 0xff]);
    assert_eq!((shoot(&[]), shoot(&[])), (b"screenshot-1.jpg\n".to_vec(), b"screenshot-2.jpg\n".to_vec()));
    assert_eq!(shoot(&["own.jpg", "--marks"]), b"own.jpg\n");
    for name in ["screenshot-1.jpg", "screenshot-2.jpg", "own.jpg"] {
        assert!(is_jpeg(&std::fs::read(folder.path().join(name)).unwrap()), "{name}");
    }
    assert!(is_jpeg(&shoot(&["-"])));
    assert_eq!(shoot(&["own.png"]), b"own.png\n");
    assert!(std::fs::read(folder.path().join("own.png")).unwrap().starts_with(b"\x89PNG"));
    let misnamed = machine.command(&["screenshot", "own.webp"]).current_dir(&folder).output().unwrap();
    assert!(String::from_utf8_lossy(&misnamed.stderr).contains("is a JPEG, although its name ends in .webp"));
    let named = String::from_utf8(shoot(&["own.jpg", "--json"])).unwrap();
    assert!(named.contains("\"file\":\"own.jpg\"") && !named.contains("base64"), "{named}");
    assert!(String::from_utf8(shoot(&["--json"])).unwrap().contains("\"base64\":\"/9j/"));
}

#[test]
fn a_batch_stops_at_the_first_thing_that_does_not_happen() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let lines = format!(
        "# go there\nopen {}\n\nfind 'Search mail'\n{{\"type\":\"get\",\"params\":{{\"what\":\"title\"}}}}\nclick e9999\nback\n",
        site.at("/mail")
    );
    let ended = machine.run_with(&["batch"], &lines);
    assert_eq!(ended.code, Some(1), "{}", ended.err);
    assert!(ended.out.contains("> find 'Search mail'\n1 found") && ended.out.contains("Inbox (25)"), "{}", ended.out);
    assert!(ended.err.contains("stopped at line 6; 1 line not run\n  back"), "{}", ended.err);
    let own = r#"{"id":"mine","type":"get","params":{"what":"url"}}"#;
    let lines = format!("get title\n# a remark\nget url\n{own}\nnonsense\nback\nforward\n");
    let ended = machine.run_with(&["batch", "--json"], &lines);
    assert_eq!(ended.code, Some(2), "{}", ended.err);
    let answers = ended.json();
    let ids: Vec<_> = answers.iter().take(4).map(|answer| &answer["id"]).collect();
    assert_eq!(serde_json::json!(ids), serde_json::json!([1, 3, "mine", 5]));
    assert_eq!(answers[0]["success"], true);
    assert_eq!((&answers[3]["success"], &answers[3]["code"]), (&false.into(), &"bad_call".into()));
    assert_eq!(answers[4]["stopped"]["not_run"], serde_json::json!(["back", "forward"]));
}

#[test]
fn a_call_that_cannot_be_meant_is_wrong_usage_whoever_finds_out() {
    let machine = Machine::new();
    let parsed = machine.run(&["--session", "a", "scroll", "sideways", "--json"]);
    assert_eq!(
        (parsed.code, &parsed.json()[0]["code"]),
        (Some(2), &"bad_call".into()),
        "the parser of the command line"
    );
    let unknown = machine.run(&["clik", "e3", "--json"]);
    assert_eq!((unknown.code, &unknown.json()[0]["result"]["outcome"]), (Some(2), &"usage".into()));
    let asked = machine.run(&["get", "attribute", "--json"]);
    assert_eq!(asked.code, Some(2), "the session: {}", asked.out);
}

#[test]
fn what_takes_too_long_is_given_up_and_the_session_goes_on() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    run_ok(&machine, &["open", &site.at("/mail")]);
    let late = machine.run(&["wait", "--text", "never there", "--timeout", "1", "--json"]);
    assert_eq!(late.code, Some(1), "{}", late.out);
    assert!(run_ok(&machine, &["get", "title"]).out.contains("Inbox"), "it goes on");
}

#[test]
fn a_page_that_does_not_come_keeps_no_other_verb_waiting() {
    let machine = Machine::new();
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", silent.local_addr().unwrap());
    let late = machine.run(&["open", &address, "--timeout", "1", "--json"]);
    assert_eq!((late.code, &late.json()[0]["code"]), (Some(1), &"timed_out".into()), "{}", late.out);
    assert_eq!(run_ok(&machine, &["get", "url", "--timeout", "20"]).out, "about:blank\n");
}
