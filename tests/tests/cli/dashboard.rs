//! The dashboard of `webhand serve` in a real browser, used by a second webhand as by a person: pages are looked at, fields
//! filled and buttons clicked.

use serde_json::Value;

use crate::serve::Server;
use crate::support::{DEADLINE, Machine, ORDER, Site};
use crate::verbs::run_ok;

/// A person at a dashboard, whose own browser is another machine's as far as the server can tell.
struct Person {
    machine: Machine,
    origin: String,
}

impl Person {
    /// Opens the dashboard with a new code.
    fn enter(machine: &Machine, server: &Server) -> Self {
        let person = Self { machine: Machine::new(), origin: server.address().to_owned() };
        let printed = machine.run(&["dashboard"]);
        assert_eq!(printed.code, Some(0), "{printed:?}");
        let allow = person.origin.clone();
        run_ok(&person.machine, &["open", printed.out.trim(), "--allow", &allow]);
        person
    }

    fn sees(&self, text: &str) {
        run_ok(&self.machine, &["wait", "--text", text, "--ms", "50000"]);
    }

    fn element(&self, role: &str, name: &str) -> String {
        let page = run_ok(&self.machine, &["snapshot", "--budget", "0"]).out;
        let mark = format!("{role} \"{name}\"");
        let line = page.lines().find(|line| line.contains(&mark));
        let line = line.unwrap_or_else(|| panic!("no {mark} in {page}"));
        line.split("[ref=").nth(1).and_then(|rest| rest.split(']').next()).unwrap().to_owned()
    }

    fn fill(&self, name: &str, value: &str) {
        run_ok(&self.machine, &["fill", &self.element("textbox", name), value]);
    }

    fn click(&self, name: &str) {
        let button = self.element("button", name);
        // A question takes no answer in its first moment, so that a press meant for something else is none.
        let is_enabled = || run_ok(&self.machine, &["is", "enabled", &button]).out.trim() == "yes";
        assert!((0..200).any(|_| is_enabled()), "{name} stays disabled");
        run_ok(&self.machine, &["click", &button]);
    }

    fn start(&self, task: &str, url: &str) {
        self.fill("What is to be done?", task);
        self.fill("Start page", url);
        self.click("Start");
    }
}

fn only_state(machine: &Machine) -> Value {
    machine.run(&["runs", "list", "--json"]).json().swap_remove(0)["status"].clone()
}

fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let until = std::time::Instant::now() + DEADLINE;
    while !is_there() {
        assert!(std::time::Instant::now() < until, "{what} did not come");
        std::thread::yield_now();
    }
}

#[test]
fn a_person_starts_a_run_answers_its_question_and_sees_it_end() {
    let machine = Machine::new();
    let (site, server) = (Site::start(&machine), Server::start(&machine, &[]));
    let person = Person::enter(&machine, &server);
    person.start(ORDER, &site.at("/shop"));
    person.sees("Allow once");
    let second = Person::enter(&machine, &server);
    run_ok(&second.machine, &["open", &run_ok(&person.machine, &["get", "url"]).out]);
    second.sees("Muelle 3");
    // The card is there again after a reload, with the same values.
    run_ok(&person.machine, &["reload"]);
    person.sees("Muelle 3");
    person.click("Allow once");
    person.sees("Done");
    second.sees("Done");
    assert!(only_state(&machine)["over"]["ending"].is_string());
    assert_eq!(server.stop("TERM"), Some(0));
    machine.assert_no_browser_is_left();
    assert_eq!(site.marks("Order"), 1);
}

#[test]
fn a_run_goes_on_when_its_server_was_killed_and_the_page_comes_back_by_itself() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let server = Server::start(&machine, &[]);
    let person = Person::enter(&machine, &server);
    person.start("wait 3 seconds, wait 3 seconds and read the page", &site.at("/mail"));
    person.sees("wait");
    let address = server.address().to_owned();
    drop(server);
    person.sees("Server not reached");
    let server = Server::start_at(&machine, &address, &[]);
    wait_for("the end", || only_state(&machine)["over"].is_object());
    person.sees("Done");
    assert_eq!(server.stop("TERM"), Some(0));
    machine.assert_no_browser_is_left();
}

#[test]
fn stop_ends_a_run_and_its_browser() {
    let machine = Machine::new();
    let (site, server) = (Site::start(&machine), Server::start(&machine, &[]));
    let person = Person::enter(&machine, &server);
    person.start("wait 60 seconds", &site.at("/mail"));
    person.sees("Working");
    person.click("Stop");
    person.sees("Stopped");
    machine.assert_no_browser_is_left();
    assert_eq!(only_state(&machine)["over"]["ending"], "cancelled");
    assert_eq!(server.stop("TERM"), Some(0));
}
