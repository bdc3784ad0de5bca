//! A data folder that an older version wrote opens, shows, replays and resumes with this one.
//!
//! `fixtures/older-data` holds a finished demo, a finished run, a run interrupted during a wait, a run with an open
//! question and the session of an agent. All but the demo began at `shop.html` on [`PORT`], which is written in their
//! journals; so the test has to serve the page on that port, and only one test may do so at a time.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use webhand_model::Seq;
use webhand_port::Store as _;
use webhand_store::SqliteStore;

use crate::support::{Machine, ProgramOutput};

const DEMO: &str = "62af4a3b";
const FINISHED: &str = "d5c2a273";
const INTERRUPTED: &str = "ed816fba";
const WAITING: &str = "c2c76d8a";
const SESSION: &str = "3fc4d170";

#[test]
fn runs_of_an_older_version_are_listed_and_shown() {
    let machine = machine_with_older_data();
    let list = run_ok(&machine, &["runs", "list", "--json"]).json();
    let states: Vec<_> = list.iter().filter_map(|run| Some((run["id"].as_str()?, run["state"].as_str()?))).collect();
    let expected =
        [(SESSION, "done"), (INTERRUPTED, "interrupted"), (WAITING, "waiting"), (FINISHED, "done"), (DEMO, "done")];
    assert_eq!(states.len(), expected.len(), "{states:?}");
    for ((id, state), (short, expected)) in states.iter().zip(expected) {
        assert!(id.starts_with(short) && *state == expected, "{states:?}");
    }
    for (id, shown) in [
        (DEMO, "4 encontrados para «Ernesto»"),
        (FINISHED, "seen: textbox \"Name\": \"Ana Torres\""),
        (INTERRUPTED, "webhand runs resume ed816fba"),
        (WAITING, "total = \"30.00\""),
        (SESSION, "session default"),
    ] {
        let out = run_ok(&machine, &["runs", "show", id]).out;
        assert!(out.contains(shown), "{shown}: {out}");
    }
    assert!(run_ok(&machine, &["approvals"]).out.starts_with("c2c76d8a-13  "));
    assert!(run_ok(&machine, &["runs", "verify", FINISHED]).out.starts_with("written before chaining"));
}

#[test]
fn reports_are_written_of_runs_of_an_older_version() {
    let machine = machine_with_older_data();
    for (id, words) in [(DEMO, "Voluntarios para el faro"), (FINISHED, "Ana Torres"), (SESSION, "Place order")] {
        let written = run_ok(&machine, &["runs", "report", id, "--json"]).json().remove(0);
        let path = written["result"]["report"].as_str().unwrap_or_else(|| panic!("{written}"));
        let report = fs::read_to_string(path).unwrap();
        assert!(report.contains(words), "{id}");
        assert!(report.contains("data:image/jpeg;base64,"), "the picture of {id}");
    }
}

#[tokio::test]
async fn the_inputs_of_an_older_journal_lead_to_the_intents_it_recorded() {
    let machine = machine_with_older_data();
    let store = SqliteStore::open(machine.data().join("webhand.db")).await.unwrap();
    let runs = store.runs(10).await.unwrap();
    assert_eq!(runs.len(), 5);
    for run in runs {
        let events = store.read(&run.id, Seq::default()).await.unwrap();
        let replayed = webhand_run::replay(&events).unwrap_or_else(|error| panic!("{}: {error}", run.id));
        assert!(!replayed.recorded.is_empty(), "{} did nothing", run.id);
        let is_open = [INTERRUPTED, WAITING].iter().any(|id| run.id.as_str().starts_with(id));
        assert_eq!(replayed.run.is_over(), !is_open, "{}", run.id);
    }
    store.close().await.unwrap();
}

#[test]
fn open_runs_of_an_older_version_go_on() {
    let machine = machine_with_older_data();
    let orders = serve_shop();
    let resumed = run_ok(&machine, &["runs", "resume", INTERRUPTED, "--json"]);
    assert_eq!(resumed.json().last().unwrap()["result"]["outcome"], "done", "{resumed:?}");
    assert_eq!(orders.load(Ordering::SeqCst), 0);
    machine.approve_without_terminal();
    assert!(run_ok(&machine, &["runs", "verify", INTERRUPTED]).out.starts_with("whole since line "));
    let answered = run_ok(&machine, &["runs", "answer", WAITING, "yes", "--json"]);
    assert_eq!(answered.json().last().unwrap()["result"]["outcome"], "done", "{answered:?}");
    assert_eq!(orders.load(Ordering::SeqCst), 1);
    let again = machine.run(&["runs", "resume", FINISHED]);
    assert_eq!(again.code, Some(2), "it is over: {again:?}");
}

fn run_ok(machine: &Machine, arguments: &[&str]) -> ProgramOutput {
    let ended = machine.run(arguments);
    assert_eq!(ended.code, Some(0), "{arguments:?}: {ended:?}");
    ended
}

/// A machine whose data folder is a copy of the fixture.
fn machine_with_older_data() -> Machine {
    let machine = Machine::new();
    copy_folder(&fixture(), &machine.data());
    machine
}

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/older-data")
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Serves the shop where the older runs began, and counts the orders.
fn serve_shop() -> Arc<AtomicUsize> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, PORT)).unwrap();
    let orders = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&orders);
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let counted = Arc::clone(&counted);
            // The browser opens spare connections on which it may never send a request.
            std::thread::spawn(move || answer(&stream, &counted));
        }
    });
    orders
}

/// Answers one request and closes the connection.
fn answer(stream: &TcpStream, orders: &AtomicUsize) {
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    for line in reader.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty()) {
        head.push(line.to_lowercase());
    }
    let length = head.iter().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    let page = if head.first().is_some_and(|line| line.starts_with("post /orders ")) {
        orders.fetch_add(1, Ordering::SeqCst);
        "<!doctype html><title>Order 1</title><h1>Thank you</h1><p>Your order is placed.</p>".to_owned()
    } else {
        fs::read_to_string(fixture().join("shop.html")).unwrap()
    };
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\nconnection: close";
    // A browser that has gone away needs no answer.
    let mut stream = stream;
    let _ = write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{page}", page.len());
}

/// Below the ports that the system gives out by itself.
const PORT: u16 = 24913;
