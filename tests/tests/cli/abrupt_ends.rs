//! Requests that are held when the program ends abruptly never arrive.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::{Arc, Mutex};

use crate::support::Machine;
use crate::verbs::{ref_of, run_ok};

/// Sends a request in each way that a page can; beacons and kept-alive fetches outlive their page.
pub const WAYS: [&str; 5] = [
    "fetch('/fetch', {method: 'POST', body: 'x'})",
    "const request = new XMLHttpRequest(); request.open('POST', '/xhr'); request.send('x')",
    "document.forms[0].submit()",
    "navigator.sendBeacon('/beacon', 'x')",
    "fetch('/keepalive', {method: 'POST', body: 'x', keepalive: true})",
];

/// A site whose page has a button that sends in every way, and a ledger of the requests that arrive.
pub struct TrapSite {
    pub url: String,
    ledger: Arc<Mutex<Vec<String>>>,
}

impl TrapSite {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let ledger = Arc::new(Mutex::new(Vec::new()));
        let arrived = Arc::clone(&ledger);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let arrived = Arc::clone(&arrived);
                std::thread::spawn(move || serve(stream, &arrived));
            }
        });
        Self { url, ledger }
    }

    pub fn marks(&self) -> Vec<String> {
        self.ledger.lock().unwrap().iter().filter(|line| !line.starts_with("GET")).cloned().collect()
    }
}

/// Answers requests of one connection, which is kept open.
fn serve(stream: TcpStream, ledger: &Mutex<Vec<String>>) {
    let mut out = stream.try_clone().unwrap();
    let mut lines = BufReader::new(stream);
    loop {
        let mut first = String::new();
        if lines.read_line(&mut first).unwrap_or(0) == 0 {
            return;
        }
        ledger.lock().unwrap().push(first.trim_end().to_owned());
        let mut length = 0;
        loop {
            let mut header = String::new();
            if lines.read_line(&mut header).unwrap_or(0) <= 2 {
                break;
            }
            if let Some(written) = header.to_ascii_lowercase().strip_prefix("content-length:") {
                length = written.trim().parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        if lines.read_exact(&mut body).is_err() {
            return;
        }
        let sends = WAYS.map(|script| format!("try {{ {script} }} catch {{}};")).concat();
        let page = format!(
            "<form method=post action=/form target=there><input name=a value=1></form><iframe name=there></iframe>
             <button onclick=\"{sends}\">Send</button>"
        );
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n", page.len());
        if out.write_all(format!("{head}{page}").as_bytes()).is_err() {
            return;
        }
    }
}

/// Presses the button, so that requests are held, and returns the id of the session's process and the button's ref.
pub fn hold_requests(machine: &Machine, site: &TrapSite, terms: &[&str]) -> (String, String) {
    run_ok(machine, &[&["open", &site.url], terms].concat());
    let send = ref_of(machine, "Send");
    let asked = machine.run(&["click", &send]);
    assert_eq!(asked.code, Some(4), "{}{}", asked.out, asked.err);
    let sessions = run_ok(machine, &["sessions", "--json"]).json();
    (sessions[0]["pid"].to_string(), send)
}

fn assert_nothing_arrives_after(signal: &str) {
    let machine = Machine::new();
    let site = TrapSite::start();
    let (pid, _) = hold_requests(&machine, &site, &[]);
    assert_eq!(site.marks(), [""; 0], "nothing leaves before the person says so");
    assert!(Command::new("kill").args([&format!("-{signal}"), &pid]).status().unwrap().success());
    machine.assert_no_browser_is_left();
    assert_eq!(site.marks(), [""; 0], "{signal}");
}

#[test]
fn held_requests_do_not_arrive_when_the_program_is_killed() {
    assert_nothing_arrives_after("KILL");
}

#[test]
fn held_requests_do_not_arrive_when_the_terminal_is_closed() {
    assert_nothing_arrives_after("HUP");
}

#[test]
fn held_requests_do_not_arrive_when_the_program_aborts() {
    assert_nothing_arrives_after("ABRT");
}

#[test]
fn one_yes_sends_all_that_one_click_wants_to_send_to_a_site() {
    let machine = Machine::new();
    let site = TrapSite::start();
    let (_, send) = hold_requests(&machine, &site, &[]);
    machine.approve_without_terminal();
    let asked = run_ok(&machine, &["approvals"]).out;
    assert!(asked.contains(&format!("these {} requests", WAYS.len())), "{asked}");
    run_ok(&machine, &["approve", asked.split(' ').next().unwrap()]);
    run_ok(&machine, &["click", &send]);
    assert!(run_ok(&machine, &["approvals"]).out.contains("nothing waits"));
    run_ok(&machine, &["close"]);
    assert_eq!(site.marks().len(), WAYS.len(), "{:?}", site.marks());
}
