//! A conversation: what needs the browser is done there, the rest is answered in words.

use crate::brains::Provider;
use crate::support::{Machine, ORDER, Site};
use crate::terminal::Terminal;

/// Answers in words only if it gets no page and gets the exchanges before.
const TALKS: &str = r#"
    {"when": {"lacks": ["<page>"], "contains": ["say nothing"]}, "turn": {"fault": {"what": {"kind": "hang"}}}},
    {"when": {"lacks": ["<page>"], "contains": ["oldest lighthouse"]}, "turn": {"text": ["The Tower ", "of Hercules."]}},
    {"when": {"lacks": ["<page>"], "conversation": ["The Tower of Hercules."]}, "turn": {"text": ["In A Coruña."]}},
    {"when": {"contains": ["Inbox"], "conversation": ["You answered: ", "In A Coruña."]}, "turn":
        {"calls": [{"name": "done", "args": {"answer": "The inbox is open."}}]}},
    {"when": {"contains": ["<page>"], "conversation": ["wait for me"]}, "turn":
        {"calls": [{"name": "wait", "args": {"ms": 60000}}]}}"#;

fn with_model() -> Machine {
    Machine::with_env(&[("OPENAI_API_KEY", "right-key-123")])
}

fn brain(provider: &Provider) -> String {
    format!("openai:{}#fake", provider.address)
}

#[test]
fn questions_are_answered_without_a_browser_and_with_what_was_said_before() {
    let machine = with_model();
    let provider = Provider::with_rules(TALKS);
    let said = "which is the oldest lighthouse?\n\nwhere is it exactly?\n";
    let ended = machine.run_with(&["chat", "--brain", &brain(&provider)], said);
    assert_eq!((ended.code, ended.out.as_str()), (Some(0), "The Tower of Hercules.\nIn A Coruña.\n"), "{}", ended.err);
    assert!(ended.err.contains("in words: a question of knowledge"), "{}", ended.err);
    assert!(!machine.data().join("runs").exists(), "nothing was begun");
}

/// The first stream breaks off after its first words.
const BREAKS_OFF: &str = r#"{"text": ["The Tower ", "of Hercules."],
    "fault": {"what": {"kind": "error_event", "code": 500, "after": 2}}}"#;

#[test]
fn an_answer_that_broke_off_is_told_whole_and_what_failed_can_be_said_again() {
    let machine = with_model();
    let provider = Provider::with_turns(BREAKS_OFF);
    let said = "which is the oldest lighthouse?\n/again\n";
    let ended = machine.run_with(&["chat", "--brain", &brain(&provider)], said);
    assert_eq!(ended.out, "The Tower\nThe Tower of Hercules.\n", "{}", ended.err);
    assert!(ended.err.contains("that broke off"), "{}", ended.err);
    assert!(ended.err.contains("/again tries once more"), "the script is at its end: {}", ended.err);
    assert_eq!(ended.code, Some(0));
}

#[test]
fn a_program_gets_one_object_for_each_line() {
    let machine = with_model();
    let (site, provider) = (Site::start(&machine), Provider::with_rules(TALKS));
    let lines = [
        "which is the oldest lighthouse?",
        "where is it exactly?",
        "open my inbox",
        "/mode words",
        "/mdoe",
        "/new",
        "where is it exactly?",
    ];
    let arguments = ["chat", "--brain", &brain(&provider), "--url", &site.at("/mail"), "--json"];
    let ended = machine.run_with(&arguments, &lines.join("\n"));
    let told: Vec<_> = ended
        .json()
        .iter()
        .map(|line| {
            let field = |name: &str| line[name].as_str().unwrap_or("-").to_owned();
            format!("{} | {} | {} | {}", field("message"), field("in"), field("outcome"), field("answer"))
        })
        .collect();
    assert_eq!(
        told,
        [
            "which is the oldest lighthouse? | words | done | The Tower of Hercules.",
            "where is it exactly? | words | done | In A Coruña.",
            "open my inbox | browser | done | The inbox is open.",
            "/mode words | - | done | every message is answered in words",
            "/mdoe | - | usage | -",
            "/new | - | done | what was said before is forgotten",
            "where is it exactly? | words | failed | -",
        ],
        "{}",
        ended.err
    );
    assert_eq!(ended.code, Some(0), "who leaves has not failed");
    machine.assert_no_browser_is_left();
    assert_eq!(std::fs::read_dir(machine.data().join("runs")).unwrap().count(), 1, "the run, and nothing of the chat");
}

#[test]
fn the_next_message_goes_on_where_the_last_one_left_off() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let said = format!(
        "¿qué es un faro?\nopen {} and click \"Add Tide clock to basket\"\nnow read the page\n",
        site.at("/shop")
    );
    let ended = machine.run_with(&["chat"], &said);
    let (first, rest) = ended.out.split_once('\n').unwrap();
    assert!(first.contains("only works in the browser") && first.contains("--brain"), "{first}");
    assert!(rest.contains("Your basket") && rest.contains("Tide clock"), "{rest}\n{}", ended.err);
    assert!(!ended.err.contains('?'), "nothing had to be asked: {}", ended.err);
    assert_eq!(ended.code, Some(0));
    machine.assert_no_browser_is_left();
}

#[test]
fn what_waits_for_a_person_is_not_done_with_the_next_message() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let said = format!("/browse {ORDER}\nread the page\n");
    let told = machine.run_with(&["chat", "--url", &site.at("/shop"), "--json"], &said).json();
    assert_eq!(told[0]["outcome"], "needs_person", "{told:?}");
    assert!(told[0]["question"]["details"].to_string().contains("30.00"), "{told:?}");
    assert_eq!(told[1]["outcome"], "done", "{told:?}");
    assert!(told[1]["answer"].as_str().unwrap().contains("Your basket"), "{told:?}");
    assert_eq!(site.marks("Order"), 0);
}

#[test]
fn what_is_asked_is_answered_in_place_and_a_browser_that_is_gone_is_started_anew() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut terminal = Terminal::with_cursor(&machine, &["chat", "--url", &site.at("/shop")]);
    terminal.until("› ");
    terminal.press("/mode browser\r");
    terminal.until("browser › ");
    terminal.press(&format!("{ORDER}\r"));
    terminal.until("Allow it? [y/N] ");
    terminal.press("y\r");
    terminal.until("Order placed");
    terminal.until("browser › ");
    machine.kill_browsers();
    machine.assert_no_browser_is_left();
    terminal.press("read the page\r");
    terminal.until("another one is started");
    terminal.until("Harbour shop");
    terminal.until("browser › ");
    terminal.press("/quit\r");
    let (code, shown) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert_eq!(site.marks("Order"), 1);
    machine.assert_no_browser_is_left();
}

#[test]
fn ctrl_c_ends_what_is_under_way_and_not_the_conversation() {
    let machine = with_model();
    let (site, provider) = (Site::start(&machine), Provider::with_rules(TALKS));
    let mut terminal = Terminal::open(&machine, &["chat", "--brain", &brain(&provider), "--url", &site.at("/mail")]);
    terminal.until("› ");
    terminal.press("/brwose wait for me\r");
    terminal.until("Enter alone means /browse wait for me");
    terminal.until("› ");
    terminal.press("\r");
    terminal.until("in the browser: you said so");
    terminal.until("Inbox");
    terminal.press("\u{3}");
    terminal.until("cancelled");
    terminal.until("› ");
    terminal.press("which is the oldest lighthouse?\r");
    terminal.until("The Tower of Hercules.");
    terminal.until("› ");
    terminal.press("please say nothing\r");
    terminal.until("in words");
    terminal.press("\u{3}");
    terminal.until("stopped");
    terminal.until("› ");
    terminal.press("\u{3}");
    terminal.until("Ctrl-C again leaves");
    terminal.until("› ");
    terminal.press("\u{4}");
    let (code, shown) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    machine.assert_no_browser_is_left();
}

/// Answers nothing but these two messages.
const EXACT: &str = r#"
    {"when": {"conversation": ["Which lamp\nis the oldest?"]}, "turn": {"text": ["Both lines."]}},
    {"when": {"conversation": ["Which lamp is the oldest?"]}, "turn": {"text": ["The one in ", "the harbour."]}}"#;

#[test]
fn a_message_can_be_edited_taken_up_again_and_pasted() {
    let machine = with_model();
    let provider = Provider::with_rules(EXACT);
    let (left, up) = ("\u{1b}[D", "\u{1b}[A");
    let (to_the_beginning, to_the_end, rest_away, word_away) = ("\u{1}", "\u{5}", "\u{b}", "\u{17}");
    let mut terminal = Terminal::with_cursor(&machine, &["chat", "--brain", &brain(&provider)]);
    terminal.until("› ");
    terminal
        .press(&format!("hich lamp is teh oldest?{to_the_beginning}W{to_the_end} or not{word_away}{word_away}\u{7f}"));
    terminal.press(&format!(" away{}{rest_away}", left.repeat(" away".len())));
    terminal.press(&format!("{}\u{7f}\u{7f}he\r/noth", left.repeat(" oldest?".len())));
    terminal.until("The one in the harbour.");
    terminal.until("/noth");
    terminal.press("ing\r");
    terminal.until("there is no /nothing");
    terminal.until("› ");
    terminal.press(&format!("{up}{up}\r"));
    terminal.until("The one in the harbour.");
    terminal.until("› ");
    terminal.press("\u{1b}[200~Which lamp\ris the oldest?\u{1b}[201~\r");
    terminal.until("Both lines.");
    terminal.until("› ");
    terminal.press("half a mess\u{3}");
    terminal.until("Ctrl-C again leaves");
    terminal.until("› ");
    terminal.press("\u{4}");
    let (code, shown) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(terminal.is_restored());
    assert!(!machine.data().exists(), "nothing that was written is kept");
}

#[test]
fn who_is_asked_to_end_leaves_the_terminal_as_it_was() {
    let machine = Machine::new();
    let mut terminal = Terminal::with_cursor(&machine, &["chat"]);
    terminal.until("› ");
    terminal.press("half a mess");
    terminal.until("mess");
    assert!(!terminal.is_restored());
    terminal.terminate();
    let (code, shown) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(terminal.is_restored());
}
