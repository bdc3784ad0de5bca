//! Runs of `webhand serve` over HTTP: contexts of a shared browser, the person's input, schedules, backups, metrics.

mod chats;
mod thin_client;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

use serde_json::{Value, json};

use crate::serve::Server;
use crate::support::{DEADLINE, Machine, ORDER, Site};

/// A client with the person's key.
struct Owner {
    address: String,
    key: String,
}

impl Owner {
    fn of(machine: &Machine, server: &Server) -> Self {
        let key = std::fs::read_to_string(machine.data().join("owner-token")).unwrap().trim().to_owned();
        Self { address: server.address().to_owned(), key }
    }

    /// Sends one request; returns status and body.
    fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Vec<u8>) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            self.key,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), answer[end + 4..].to_vec())
    }

    fn json(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let (status, bytes) = self.send(method, path, body);
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    fn start(&self, task: &str, url: &str) -> String {
        let (status, started) = self.json("POST", "/api/v1/runs", &json!({"task": task, "url": url}));
        assert_eq!(status, 201, "{started}");
        started["id"].as_str().unwrap().to_owned()
    }

    fn run(&self, id: &str) -> Value {
        self.json("GET", &format!("/api/v1/runs/{id}"), &Value::Null).1
    }

    fn until_state(&self, id: &str, wanted: &str) -> Value {
        until(wanted, || Some(self.run(id)).filter(|run| run["state"] == wanted))
    }

    /// Waits for an event of a run; returns it.
    fn until_event(&self, id: &str, kind: &str) -> Value {
        until(kind, || {
            let (_, page) = self.json("GET", &format!("/api/v1/runs/{id}/events?limit=500"), &Value::Null);
            page["events"].as_array()?.iter().rev().find(|event| event["what"]["type"] == kind).cloned()
        })
    }
}

fn until<T>(what: &str, mut find: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + DEADLINE;
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(Instant::now() < end, "{what} did not come");
        std::thread::yield_now();
    }
}

#[test]
fn runs_share_a_browser_and_go_on_in_another_when_it_dies() {
    let machine = Machine::new();
    let (site, server) = (Site::start(&machine), Server::start(&machine, &["--allow", "localhost", "--runs", "4"]));
    let owner = Owner::of(&machine, &server);
    let tasks = ["wait 4 seconds and read the page", "wait 5 seconds and read the page"];
    let ids = tasks.map(|task| owner.start(task, &site.at("/mail")));
    for id in &ids {
        owner.until_event(id, "acting");
    }
    let folders = std::fs::read_dir(machine.data().join("runs")).unwrap().flatten();
    let profiles = folders.filter(|folder| folder.path().join("profile").join("Local State").exists()).count();
    assert_eq!(profiles, 1, "two runs, one browser");
    machine.kill_browsers();
    for id in &ids {
        assert_eq!(owner.until_state(id, "over")["outcome"]["kind"], "done");
    }
    // The journal knows of an end a little earlier than the pool.
    until("the end of both runs in the metrics", || {
        let metrics = String::from_utf8(owner.send("GET", "/metrics", &Value::Null).1).unwrap();
        let counted = ["webhand_browsers_lost_total 2\n", "webhand_runs_ended_total{end=\"over\"} 2\n"];
        counted.iter().all(|line| metrics.contains(line)).then_some(())
    });
    assert_eq!(server.stop("TERM"), Some(0));
    machine.assert_no_browser_is_left();
}

#[test]
fn what_one_run_keeps_in_its_browser_is_unknown_to_another() {
    let machine = Machine::new();
    let (site, server) = (Site::start(&machine), Server::start(&machine, &["--allow", "localhost", "--runs", "4"]));
    let owner = Owner::of(&machine, &server);
    let first = owner.start("click \"Add Tide clock to basket\" and wait 6 seconds", &site.at("/shop"));
    until("the wait after the click", || {
        Some(owner.until_event(&first, "acting")).filter(|event| event["what"]["action"] == "wait")
    });
    let second = owner.start("read the page", &site.at("/shop"));
    owner.until_state(&second, "over");
    let look = owner.until_event(&second, "looked");
    let path = format!("/api/v1/runs/{second}/events/{}", look["seq"]);
    let page = owner.json("GET", &path, &Value::Null).1["look"]["text"].as_str().unwrap().to_owned();
    assert!(page.contains("Tide clock") && !page.contains("Place order for €30.00"), "{page}");
    assert_eq!(server.stop("TERM"), Some(0));
}

#[test]
fn a_person_types_into_the_picture_of_a_run_that_they_took_over() {
    let machine = Machine::new();
    let (site, server) = (Site::start(&machine), Server::start(&machine, &["--allow", "localhost"]));
    let owner = Owner::of(&machine, &server);
    let id = owner.start("wait 2 seconds and read the page", &site.at("/contact"));
    until("the wait on the page", || {
        Some(owner.until_event(&id, "acting")).filter(|event| event["what"]["action"] == "wait")
    });
    let input = format!("/api/v1/runs/{id}/input");
    let key = |down: bool| json!({"type": "key", "key": "Tab", "down": down});
    // One of these inputs reaches the first field, whatever comes before it.
    let inputs: Vec<_> =
        (0..20).flat_map(|_| [key(true), key(false), json!({"type": "text", "text": "Grüße"})]).collect();
    assert_eq!(owner.json("POST", &input, &json!({"inputs": inputs})).0, 409, "the browser is not theirs yet");
    assert_eq!(owner.json("POST", &format!("/api/v1/runs/{id}/take"), &Value::Null).0, 204);
    let run = owner.until_state(&id, "taken_over");
    assert!(run["question"]["details"][0].as_str().unwrap().contains("dashboard"), "{run}");
    let (status, problem) = owner.json("POST", &input, &json!({"inputs": inputs}));
    assert_eq!(status, 204, "{problem}");
    assert_eq!(owner.json("POST", &format!("/api/v1/runs/{id}/give-back"), &Value::Null).0, 204);
    owner.until_state(&id, "over");
    let look = owner.until_event(&id, "looked");
    let page = owner.json("GET", &format!("/api/v1/runs/{id}/events/{}", look["seq"]), &Value::Null).1;
    assert!(page["look"]["text"].as_str().unwrap().contains("Grüße"), "{page}");
    assert_eq!(server.stop("TERM"), Some(0));
}

#[test]
fn a_schedule_begins_a_run_at_its_time_and_says_which_it_missed() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let added =
        machine.run(&["schedules", "add", "read the page", "--cron", "@hourly", "--url", &site.at("/mail"), "--json"]);
    assert_eq!(added.code, Some(0), "{added:?}");
    let id = added.json()[0]["result"]["id"].as_str().unwrap().to_owned();
    assert_eq!(machine.run(&["schedules", "add", "x", "--cron", "every day"]).code, Some(2));
    let server = Server::start(&machine, &["--allow", "localhost"]);
    let owner = Owner::of(&machine, &server);
    let (status, begun) = owner.json("POST", &format!("/api/v1/schedules/{id}/run"), &Value::Null);
    assert_eq!(status, 201, "{begun}");
    owner.until_state(begun["id"].as_str().unwrap(), "over");
    let listed = owner.json("GET", "/api/v1/schedules", &Value::Null).1;
    assert_eq!((&listed["schedules"][0]["last_run"], &listed["schedules"][0]["missed"]), (&begun["id"], &json!(0)));
    assert_eq!(machine.run(&["schedules", "off", &id]).code, Some(0));
    let listed = owner.json("GET", "/api/v1/schedules", &Value::Null).1;
    assert!(listed["schedules"][0]["next"].is_null(), "{listed}");
    assert_eq!(machine.run(&["schedules", "remove", &id]).code, Some(0));
    assert_eq!(server.stop("TERM"), Some(0));
}

#[test]
fn a_backup_taken_while_a_run_works_holds_it_and_can_be_restored() {
    let (machine, other) = (Machine::new(), Machine::new());
    let (site, server) = (Site::start(&machine), Server::start(&machine, &["--allow", "localhost"]));
    let owner = Owner::of(&machine, &server);
    let id = owner.start("wait 3 seconds and read the page", &site.at("/mail"));
    owner.until_event(&id, "acting");
    let folder = machine.data().with_file_name("backup");
    let folder = folder.to_str().unwrap();
    let taken = machine.run(&["backup", folder]);
    assert_eq!(taken.code, Some(0), "{taken:?}");
    assert_eq!(machine.run(&["backup", folder]).code, Some(2), "it is not empty");
    assert!(!std::path::Path::new(folder).join("owner-token").exists());
    let restored = other.run(&["restore", folder]);
    assert_eq!(restored.code, Some(0), "{restored:?}");
    assert_eq!(other.run(&["runs", "show", &id]).code, Some(0));
    assert_eq!(other.run(&["runs", "verify", &id]).code, Some(0));
    assert_eq!(other.run(&["restore", folder]).code, Some(2), "nothing is written over");
    let forgotten = other.run(&["runs", "forget", &id]);
    assert_eq!(forgotten.code, Some(0), "{forgotten:?}");
    assert_eq!(other.run(&["runs", "show", &id]).code, Some(2));
    assert_eq!(server.stop("TERM"), Some(0));
}

/// `server_kills` of the benches does the same two hundred times.
#[test]
fn a_killed_server_loses_no_event_that_it_showed_and_orders_nothing_twice() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut server = Server::start(&machine, &["--allow", "localhost"]);
    let mut owner = Owner::of(&machine, &server);
    let id = owner.start(ORDER, &site.at("/shop"));
    for wanted in ["looked", "acting", "acted"] {
        let shown = owner.until_event(&id, wanted)["seq"].as_u64().unwrap();
        drop(server);
        server = Server::start(&machine, &["--allow", "localhost"]);
        owner = Owner::of(&machine, &server);
        let path = format!("/api/v1/runs/{id}/events?after={}&limit=1", shown - 1);
        let there = owner.json("GET", &path, &Value::Null).1;
        assert_eq!(there["events"][0]["seq"], shown, "{there}");
        if owner.run(&id)["state"] == "parked" {
            assert_eq!(owner.json("POST", &format!("/api/v1/runs/{id}/resume"), &Value::Null).0, 204);
        }
    }
    owner.until_state(&id, "over");
    assert_eq!(machine.run(&["runs", "verify", &id]).code, Some(0));
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(site.marks("Order") <= 1);
}
