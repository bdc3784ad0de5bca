//! A secret that the person enters for a page is typed there and found nowhere else.

use std::path::Path;

use crate::brains::Provider;
use crate::support::{Machine, Site};
use crate::terminal::Terminal;

const CODE: &str = "Zx41-9Qp7";
/// Everything in it is written differently in a look, a line of JSON, an address or HTML.
const ODD_CODE: &str = r#"Zx"41\9&<ü 50%"#;

const ASKS: &str =
    r#"{"calls": [{"name": "ask", "args": {"question": "Which code did they send you?", "secret": "code"}}]}"#;
/// Searches for the secret, which puts it into the address and the text of a page, and reads that.
const SEARCHES: &str = r#"
    {"calls": [{"name": "fill", "args": {"ref": "REF", "value": "{{secret:code}}"}},
               {"name": "press", "args": {"key": "Enter", "ref": "REF"}}]},
    {"calls": [{"name": "get", "args": {"what": "url"}}, {"name": "read", "args": {}}, {"name": "screenshot", "args": {}}]},
    {"calls": [{"name": "done", "args": {"answer": "It was searched for."}}]},
    {"calls": [{"name": "done", "args": {"answer": "It was searched for, I say."}}]}"#;

#[test]
fn what_is_entered_in_secret_is_in_no_file_stream_or_report() {
    search_for_secret(CODE);
}

#[test]
fn a_secret_of_characters_that_are_escaped_is_in_no_file_stream_or_report() {
    search_for_secret(ODD_CODE);
}

fn search_for_secret(code: &str) {
    let machine = Machine::with_env(&[("OPENAI_API_KEY", "right-key-123")]);
    let (site, asks) = (Site::start(&machine), Provider::with_turns(ASKS));
    let brain = |provider: &Provider| format!("openai:{}#fake", provider.address);
    let (mail, first) = (site.at("/mail"), brain(&asks));
    // The search form puts what is typed into its address, which asks unless the site is granted.
    let run = ["run", "Look for the code.", "--url", &mail, "--brain", &first, "--allow", "localhost", "--json"];
    let asked = machine.run(&run);
    assert_eq!(asked.code, Some(4), "{asked:?}");
    let kind = &asked.json().pop().unwrap()["result"]["question"]["kind"]["secret"];
    assert_eq!(kind["name"], "code", "{asked:?}");
    let id = machine.only_run();
    let shown = machine.run(&["runs", "answer", &id, code]);
    assert!(shown.code == Some(2) && shown.err.contains("--secret"), "a command line is no place for it: {shown:?}");
    let searches = Provider::with_turns(&SEARCHES.replace("REF", &search_field(&asked.json())));
    let second = brain(&searches);
    let arguments = ["runs", "answer", &id, "--secret", "--brain", &second, "--json"];
    let ended = machine.run_with(&arguments, &format!("{code}\n"));
    let results = ended.json();
    let told = |name: &str| {
        let is_it = |event: &&serde_json::Value| {
            event.pointer("/what/intent/intent/act/action/action").is_some_and(|action| action == name)
        };
        let at = results.iter().position(|event| is_it(&event)).unwrap_or_else(|| panic!("{name}: {ended:?}"));
        let acted = results[at..].iter().find_map(|event| event.pointer("/what/input/input/acted"));
        acted.unwrap()["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(told("fill"), "filled in {{secret:code}}");
    assert!(told("get").ends_with("/mail?q={{secret:code}}"), "the page has it: {}", told("get"));
    for form in escaped_forms(code) {
        assert!(![&ended.out, &ended.err, &asked.out].iter().any(|out| out.contains(&form)), "{form}: {ended:?}");
        assert_eq!(holding(&machine.data(), form.as_bytes()), Vec::<String>::new(), "{form}: {ended:?}");
    }
    for request in searches.requests() {
        assert!(!escaped_forms(code).iter().any(|form| request.contains(form)), "{request}");
    }
}

/// A text as it is, and as it stands in JSON, in JSON between quotes, in an address and in a form.
fn escaped_forms(text: &str) -> Vec<String> {
    let json = |text: &str| serde_json::to_string(text).unwrap().trim_matches('"').to_owned();
    let percent = |space: &str| -> String {
        let write = |byte: u8| match byte {
            b' ' => space.to_owned(),
            byte if byte.is_ascii_alphanumeric() || byte == b'-' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        };
        text.bytes().map(write).collect()
    };
    vec![text.to_owned(), json(text), json(&json(text)), percent("%20"), percent("+")]
}

/// Asks for the secret, and searches for it once there is a field.
const ASKS_AND_SEARCHES: &str = r#"
    {"times": 1, "take": {"field": {"ref_of": "searchbox"}}, "turn": {"calls":
        [{"name": "ask", "args": {"question": "Which code did they send you?", "secret": "code"}},
         {"name": "fill", "args": {"ref": "{{field}}", "value": "{{secret:code}}"}},
         {"name": "press", "args": {"key": "Enter", "ref": "{{field}}"}}]}},
    {"turn": {"calls": [{"name": "done", "args": {"answer": "It was searched for."}}]}}"#;

#[test]
fn what_is_typed_in_secret_at_a_terminal_is_not_shown_there_and_is_in_no_file() {
    let machine = Machine::with_env(&[("OPENAI_API_KEY", "right-key-123")]);
    let (site, provider) = (Site::start(&machine), Provider::with_rules(ASKS_AND_SEARCHES));
    let (mail, brain) = (site.at("/mail"), format!("openai:{}#fake", provider.address));
    let run = ["run", "Look for the code.", "--url", &mail, "--brain", &brain, "--allow", "localhost"];
    let mut terminal = Terminal::open(&machine, &run);
    terminal.until("Which code did they send you?");
    terminal.until("It is not shown");
    terminal.press(&format!("{CODE}\r"));
    terminal.until("entered; it is not kept");
    terminal.until("/mail?q={{secret:code}}");
    terminal.until("It was searched for.");
    let (code, shown) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(!shown.contains(CODE), "{shown}");
    assert_eq!(holding(&machine.data(), CODE.as_bytes()), Vec::<String>::new());
}

/// The ref of the field that the page is searched with.
fn search_field(events: &[serde_json::Value]) -> String {
    let looks = events.iter().filter_map(|event| event.pointer("/what/input/input/observed/nodes")?.as_array());
    let mut fields = looks.flatten().filter(|node| node["role"] == "searchbox");
    let named = fields.find_map(|node| node["ref"].as_str()).unwrap();
    named.split('@').next().unwrap().to_owned()
}

/// The files below a folder that contain these bytes, except the browser's own profile.
fn holding(folder: &Path, bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "profile") {
                found.extend(holding(&path, bytes));
            }
        } else if std::fs::read(&path).is_ok_and(|held| held.windows(bytes.len()).any(|window| window == bytes)) {
            found.push(path.display().to_string());
        }
    }
    found
}
