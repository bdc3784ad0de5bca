//! Working in a browser that somebody else started: nothing is held in it, and a yes does the action again.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use crate::abrupt_ends::{TrapSite, WAYS, hold_requests};
use crate::support::{Machine, Site};
use crate::verbs::{ref_of, run_ok};

/// A browser with a debugging port, as a person starts it.
struct OtherBrowser {
    process: Child,
    /// `attach=ws://127.0.0.1:…`
    attach: String,
    _profile: tempfile::TempDir,
}

impl OtherBrowser {
    fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let mut process = Command::new(webhand_chrome::find_browser(None).unwrap())
            .args(["--headless=new", "--no-sandbox", "--no-first-run", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_owned)).unwrap();
        // A full pipe would stop the browser.
        std::thread::spawn(move || lines.for_each(drop));
        Self { process, attach: format!("attach={address}"), _profile: profile }
    }
}

impl Drop for OtherBrowser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn arrived_each_once(site: &TrapSite) {
    let mut marks = site.marks();
    marks.sort();
    let sent = ["/beacon", "/fetch", "/form", "/keepalive", "/xhr"].map(|path| format!("POST {path} HTTP/1.1"));
    assert_eq!(marks, sent);
}

#[test]
fn one_yes_sends_what_a_click_wants_to_send_by_clicking_again() {
    let (machine, site, browser) = (Machine::new(), TrapSite::start(), OtherBrowser::start());
    machine.approve_without_terminal();
    run_ok(&machine, &["open", &site.url, "--browser", &browser.attach]);
    let send = ref_of(&machine, "Send");
    let asked = machine.run(&["click", &send, "--json"]);
    assert_eq!(asked.code, Some(4), "{}{}", asked.out, asked.err);
    assert_eq!(site.marks(), [""; 0], "nothing leaves before the person says so");
    let approval = &asked.json()[0]["approval"];
    let question = approval["question"].as_str().unwrap();
    assert!(question.contains(&format!("these {} requests", WAYS.len())), "{approval}");
    run_ok(&machine, &["approve", approval["id"].as_str().unwrap()]);
    let clicked = run_ok(&machine, &["click", &send]);
    assert!(clicked.out.contains("done again after the person's yes"), "{}", clicked.out);
    arrived_each_once(&site);
    run_ok(&machine, &["close"]);
    arrived_each_once(&site);
}

#[test]
fn nothing_arrives_when_the_program_is_killed_and_the_browser_goes_on() {
    let (machine, site, browser) = (Machine::new(), TrapSite::start(), OtherBrowser::start());
    let (pid, _) = hold_requests(&machine, &site, &["--browser", &browser.attach]);
    assert!(Command::new("kill").args(["-KILL", &pid]).status().unwrap().success());
    // The browser lives and loads pages, so whatever it had kept would have left by now.
    run_ok(&machine, &["open", &site.url, "--browser", &browser.attach]);
    run_ok(&machine, &["close"]);
    assert_eq!(site.marks(), [""; 0]);
}

#[test]
fn a_form_is_sent_once_and_passwords_are_not_entered() {
    let (machine, browser) = (Machine::new(), OtherBrowser::start());
    let site = Site::start(&machine);
    let opened = run_ok(&machine, &["open", &site.at("/contact"), "--browser", &browser.attach]);
    assert!(opened.err.contains("enters no secrets"), "{}", opened.err);
    machine.approve_without_terminal();
    for (field, value) in [("Name", "Ana"), ("Email", "ana@example.test"), ("Message", "A berth, please.")] {
        run_ok(&machine, &["fill", &ref_of(&machine, field), value]);
    }
    let send = ref_of(&machine, "Send");
    let asked = machine.run(&["click", &send, "--json"]).json().remove(0);
    run_ok(&machine, &["approve", asked["approval"]["id"].as_str().unwrap()]);
    run_ok(&machine, &["click", &send]);
    run_ok(&machine, &["close"]);
    assert_eq!(site.marks("Contact"), 1);
}
