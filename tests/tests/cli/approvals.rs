//! Which actions an agent may do by itself, and which a person has to allow.

use crate::support::{Machine, ORDER, Site};
use crate::terminal::Terminal;
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
    let approved = run_ok(&machine, &["approve", id]);
    assert!(approved.out.starts_with("approved: ") && approved.out.contains("total = \"30.00\""), "{}", approved.out);
    assert!(!approved.out.contains("resume"), "the session goes on by itself: {}", approved.out);
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
    let approved = run_ok(&machine, &["approve", &id]).out;
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
