//! Which actions an agent may do by itself, and which a person has to allow.

use webhand_model::{RunId, Seq};
use webhand_port::Store as _;
use webhand_store::SqliteStore;

use crate::support::{Machine, ORDER, Site};
use crate::terminal::{Terminal, approve_at_terminal};
use crate::verbs::{ref_of, run_ok};

/// Goes to the shop and fills in an order; the ref of the button that would place it.
fn fill_basket(machine: &Machine, site: &Site, terms: &[&str]) -> String {
    run_ok(machine, &[&["open", &site.at("/shop")], terms].concat());
    let add = ref_of(machine, "Add Tide clock to basket");
    run_ok(machine, &["click", &add]);
    let (name, address) = (ref_of(machine, "Name"), ref_of(machine, "Address"));
    run_ok(machine, &["fill", &name, "Ana Torres"]);
    run_ok(machine, &["fill", &address, "Muelle 3"]);
    ref_of(machine, "Place order for €30.00")
}

#[test]
fn an_order_without_a_grant_waits_for_a_yes_and_is_placed_once() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let order = fill_basket(&machine, &site, &[]);
    let asked = machine.run(&["click", &order]);
    assert_eq!((asked.code, asked.out.as_str()), (Some(4), ""), "{}", asked.err);
    assert!(asked.err.contains("total = \"30.00\"") && asked.err.contains("webhand deny "), "{}", asked.err);
    let again = machine.run(&["click", &order, "--json"]);
    assert_eq!(again.code, Some(4));
    let reply = again.json().remove(0);
    assert_eq!((&reply["success"], &reply["code"]), (&false.into(), &"needs_approval".into()), "{reply}");
    let id = reply["approval"]["id"].as_str().unwrap();
    assert!(asked.err.contains(id), "the same question");
    assert!(machine.run(&["sessions"]).out.contains(id));
    assert!(machine.run(&["approvals"]).out.starts_with(id));
    let (code, approved) = approve_at_terminal(&machine, id);
    assert_eq!(code, Some(0), "{approved}");
    assert!(approved.contains("approved: ") && approved.contains("total = \"30.00\""), "{approved}");
    assert!(!approved.contains("resume"), "the session goes on by itself: {approved}");
    let placed = run_ok(&machine, &["click", &order]);
    assert!(placed.out.contains("/shop/orders/"), "{}", placed.out);
    assert_eq!(machine.run(&["approve", id]).code, Some(1), "it is answered already");
    assert!(run_ok(&machine, &["approvals"]).out.contains("nothing waits"));
    run_ok(&machine, &["close"]);
    assert_eq!(site.marks("Order"), 1);
}

#[test]
fn a_yes_to_a_run_that_nobody_works_on_says_how_it_goes_on() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    assert_eq!(machine.run(&["run", ORDER, "--url", &site.at("/shop"), "--brain", "literal"]).code, Some(4));
    let id = machine.run(&["approvals"]).out.split(' ').next().unwrap().to_owned();
    let (_, approved) = approve_at_terminal(&machine, &id);
    let (_, behind) = approved.split_once("`webhand ").unwrap_or_else(|| panic!("{approved}"));
    let resume: Vec<_> = behind.split('`').next().unwrap().split(' ').collect();
    run_ok(&machine, &resume);
    assert_eq!(site.marks("Order"), 1);
}

#[test]
fn who_types_the_verb_at_a_terminal_is_asked_there() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let order = fill_basket(&machine, &site, &[]);
    let (code, shown) = at_terminal(&machine, &["click", &order], "n\n");
    assert_eq!(code, Some(3), "{shown}");
    let (code, shown) = at_terminal(&machine, &["click", &order], "y\n");
    assert_eq!(code, Some(0), "{shown}");
    for told in ["total = \"30.00\"", "/shop/orders/"] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    run_ok(&machine, &["close"]);
    assert_eq!(site.marks("Order"), 1);
}

/// Starts the program in a terminal, waits for its question and types this. Returns the exit code and the whole output.
fn at_terminal(machine: &Machine, arguments: &[&str], typed: &str) -> (Option<i32>, String) {
    let mut terminal = Terminal::open(machine, arguments);
    terminal.until("[y/N] ");
    terminal.press(typed);
    terminal.end()
}

/// AP-06: an agent with a shell has the same commands as its person, but not their terminal.
#[test]
fn a_yes_without_a_terminal_is_refused_until_the_person_switches_it_on() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let order = fill_basket(&machine, &site, &[]);
    let id = machine.run(&["click", &order, "--json"]).json().remove(0)["approval"]["id"].as_str().unwrap().to_owned();
    for arguments in [&["approve", &id][..], &["runs", "answer", &id[..6], "yes"]] {
        let refused = machine.run_with(arguments, "y\ny\n");
        assert_eq!(refused.code, Some(4), "{refused:?}");
        assert!(refused.err.contains("approve_without_terminal"), "{refused:?}");
    }
    assert_eq!(machine.run(&["click", &order]).code, Some(4), "it still waits");
    let switch = ["config", "set", "approve-without-terminal", "true"];
    let refused = machine.run_with(&switch, "y\n");
    assert_eq!(refused.code, Some(4), "an agent cannot switch it on: {refused:?}");
    assert_eq!(machine.run(&["approve", &id]).code, Some(4));
    let (code, shown) = at_terminal(&machine, &switch, "y\n");
    assert_eq!(code, Some(0), "{shown}");
    run_ok(&machine, &["approve", &id]);
    run_ok(&machine, &["click", &order]);
    run_ok(&machine, &["close"]);
    let replies = replies(&machine);
    assert_eq!(replies[0]["source"]["channel"], "without_terminal", "{replies:?}");
    let processes = replies[0]["source"]["processes"].as_array().unwrap();
    assert_eq!(processes[0]["name"], "webhand", "{processes:?}");
    assert!(processes.len() > 1, "{processes:?}");
    assert_eq!(site.marks("Order"), 1);
}

/// The replies in the journal of the only run, each with the way it took.
fn replies(machine: &Machine) -> Vec<serde_json::Value> {
    let run = RunId::try_from(machine.only_run()).unwrap();
    let read = async {
        let store = SqliteStore::open(machine.data().join("webhand.db")).await.unwrap();
        store.read(&run, Seq::default()).await.unwrap()
    };
    let events = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(read);
    let events = events.iter().map(|event| serde_json::to_value(event).unwrap());
    events.filter_map(|event| event.pointer("/what/input/input/replied_from").cloned()).collect()
}

#[test]
fn stray_keys_at_a_question_ask_it_again() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut terminal = Terminal::open(&machine, &["run", ORDER, "--url", &site.at("/shop"), "--brain", "literal"]);
    terminal.until("[y/N] ");
    terminal.press("wait, what?\n");
    terminal.until("[y/N] ");
    terminal.press("y\n");
    let (code, shown) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert_eq!(replies(&machine)[0]["source"]["channel"], "terminal");
    assert_eq!(site.marks("Order"), 1);
}

#[test]
fn everything_that_would_be_sent_can_be_shown_before_it_is_allowed() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let order = fill_basket(&machine, &site, &[]);
    let address = ref_of(&machine, "Address");
    let long = "Muelle ".repeat(100);
    run_ok(&machine, &["fill", &address, long.trim()]);
    let reply = machine.run(&["click", &order, "--json"]).json().remove(0);
    let approval = &reply["approval"];
    assert!(approval["details"].to_string().contains("(699 characters)"), "{approval}");
    let shown = run_ok(&machine, &["approve", approval["id"].as_str().unwrap(), "--show"]).out;
    assert!(shown.contains(long.trim()), "{shown}");
    run_ok(&machine, &["close"]);
    assert_eq!(site.marks("Order"), 0);
}

#[test]
fn a_no_is_told_to_the_agent_and_nothing_is_sent() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let order = fill_basket(&machine, &site, &[]);
    let reply = machine.run(&["click", &order, "--json"]).json().remove(0);
    run_ok(&machine, &["deny", reply["approval"]["id"].as_str().unwrap()]);
    let refused = machine.run(&["click", &order]);
    assert_eq!(refused.code, Some(3), "{}", refused.err);
    run_ok(&machine, &["close"]);
    assert_eq!(site.marks("Order"), 0);
}

#[test]
fn who_tests_a_local_app_is_never_asked() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let order = fill_basket(&machine, &site, &["--allow", "localhost"]);
    run_ok(&machine, &["click", &order]);
    run_ok(&machine, &["close"]);
    assert_eq!(site.marks("Order"), 1);
}

#[test]
fn an_id_that_means_nothing_is_said_to() {
    let machine = Machine::new();
    assert_eq!(machine.run(&["approve", "nonsense"]).code, Some(2));
    assert_eq!(machine.run(&["approve", "3f2a91c0-12"]).code, Some(1));
}

/// AP-10: a run that waits for a yes is not resumed with one by whoever can type a command.
#[test]
fn a_waiting_run_is_not_resumed_with_a_yes_of_nobody() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let parked = machine.run(&["run", ORDER, "--url", &site.at("/shop"), "--json"]);
    let id = machine.only_run();
    for arguments in [&["runs", "resume", &id, "--yes"][..], &["runs", "answer", &id, "yes", "--yes"]] {
        let refused = machine.run_with(arguments, "y\n");
        assert_eq!(refused.code, Some(4), "{parked:?} {refused:?}");
        assert!(refused.err.contains("approve_without_terminal"), "{refused:?}");
    }
    assert_eq!(machine.run(&["runs", "answer", &id, "not this one", "--yes"]).code, Some(2));
    let (code, shown) = at_terminal(&machine, &["runs", "resume", &id, "--yes"], "n\n");
    assert_eq!(code, Some(4), "{shown}");
    let (code, shown) = at_terminal(&machine, &["runs", "resume", &id, "--yes"], "y\n");
    assert_eq!(code, Some(0), "{shown}");
    assert_eq!(site.marks("Order"), 1);
}
