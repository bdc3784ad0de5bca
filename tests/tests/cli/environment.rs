//! How the browser presents itself to pages, as the person wants it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};

use crate::support::Machine;
use crate::terminal::Terminal;
use crate::verbs::run_ok;

/// A site whose only page shows the headers of the request for it.
fn serve_headers() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || listener.incoming().flatten().for_each(answer));
    port
}

fn answer(mut connection: TcpStream) {
    let lines = BufReader::new(connection.try_clone().unwrap()).lines().map_while(Result::ok);
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let body = format!("<!doctype html><title>Headers</title><pre>{}</pre>", head.join("\n").to_lowercase());
    let _ = write!(
        connection,
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
}

const TOLD: &str =
    "[navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth, 1.5.toLocaleString()].join()";

#[test]
fn pages_find_the_language_the_time_the_size_and_the_headers_that_were_asked_for() {
    let machine = Machine::new();
    let url = format!("http://127.0.0.1:{}/", serve_headers());
    let terms =
        ["--allow", "127.0.0.1:*", "--allow-code", "127.0.0.1:*", "--locale", "de-DE", "--time-zone", "Asia/Tokyo"];
    let further = ["--viewport", "500x400", "--header", "X-Test: 42"];
    run_ok(&machine, &[&["open", &url], &terms[..], &further].concat());
    let read = run_ok(&machine, &["read"]).out;
    assert!(read.contains("x-test: 42") && read.contains("accept-language: de-de"), "{read}");
    let told = run_ok(&machine, &["eval", TOLD]).out;
    assert!(told.contains("de-DE,Asia/Tokyo,500,1,5"), "{told}");
    run_ok(&machine, &["open", "about:blank"]);
    let other = machine.run(&["snapshot", "--locale", "fr-FR"]);
    assert_eq!(other.code, Some(2), "{}{}", other.out, other.err);
}

#[test]
fn a_page_is_laid_out_as_on_a_telephone() {
    let machine = Machine::new();
    let url = format!("http://127.0.0.1:{}/", serve_headers());
    run_ok(&machine, &["open", &url, "--device", "iphone", "--allow", "127.0.0.1:*"]);
    let read = run_ok(&machine, &["read"]).out;
    assert!(read.contains("iphone; cpu iphone os"), "{read}");
    let wrong = machine.run(&["open", &url, "--device", "ipod", "--session", "other"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("use iphone, pixel, ipad, galaxy-tab"), "{}", wrong.err);
}

/// A site that is entered with a cookie and a token in the local storage, and says at its entry who is there.
fn serve_log_in() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || listener.incoming().flatten().for_each(answer_visitor));
    port
}

fn answer_visitor(mut connection: TcpStream) {
    let lines = BufReader::new(connection.try_clone().unwrap()).lines().map_while(Result::ok);
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let path = head.first().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned();
    let (cookie, body) = if path == "/enter" {
        (
            "set-cookie: sid=ada-7; HttpOnly; Path=/\r\n",
            "<p>Entered<script>localStorage.setItem('token', 'engine 9')</script>",
        )
    } else {
        ("", "<p id=who><script>who.textContent = `${SEEN} and ${localStorage.getItem('token')}`</script>")
    };
    let seen = head.iter().any(|line| line.to_lowercase().starts_with("cookie:") && line.contains("sid=ada-7"));
    let body = format!("<!doctype html><title>Club</title>{body}")
        .replace("${SEEN}", if seen { "member" } else { "stranger" });
    let _ = write!(
        connection,
        "HTTP/1.1 200 OK\r\n{cookie}content-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
}

#[test]
fn the_log_ins_of_a_session_go_on_in_another_browser() {
    let machine = Machine::new();
    let club = format!("http://127.0.0.1:{}", serve_log_in());
    let (enter, file) = (format!("{club}/enter"), machine.data().join("club.json"));
    let file = file.to_str().unwrap();
    run_ok(&machine, &["open", &enter, "--allow", "127.0.0.1:*"]);
    run_ok(&machine, &["open", "about:blank"]);
    let refused = machine.run(&["storage-state", file]);
    assert_eq!(refused.code, Some(4), "an agent's program has no terminal: {}{}", refused.out, refused.err);
    let mut terminal = Terminal::open(&machine, &["storage-state", file]);
    terminal.until("[y/N] ");
    terminal.press("y\n");
    let (code, shown) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("1 cookie and the storage of 1 site"), "{shown}");
    let kept: serde_json::Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!((&kept["cookies"][0]["value"], &kept["cookies"][0]["httpOnly"]), (&"ada-7".into(), &true.into()));
    let sites = serde_json::json!([{"origin": club, "localStorage": [{"name": "token", "value": "engine 9"}]}]);
    assert_eq!(kept["origins"], sites);
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);

    let again = ["open", &club, "--session", "again", "--allow", "127.0.0.1:*", "--storage-state", file];
    run_ok(&machine, &again);
    let read = run_ok(&machine, &["read", "--session", "again"]).out;
    assert!(read.contains("member and engine 9"), "{read}");
    assert_eq!(run_ok(&machine, &["tab", "list", "--session", "again"]).out.matches("http").count(), 1);
    let stranger = ["open", &club, "--session", "new", "--allow", "127.0.0.1:*"];
    run_ok(&machine, &stranger);
    let read = run_ok(&machine, &["read", "--session", "new"]).out;
    assert!(read.contains("stranger and null"), "{read}");
}

#[test]
fn a_run_begins_with_log_ins_and_keeps_those_of_its_end() {
    let machine = Machine::new();
    let club = format!("http://127.0.0.1:{}", serve_log_in());
    let (before, after) = (machine.data().join("before.json"), machine.data().join("after.json"));
    let state = serde_json::json!({
        "cookies": [{"name": "sid", "value": "ada-7", "domain": "127.0.0.1", "path": "/", "expires": -1,
            "httpOnly": true, "secure": false, "sameSite": "Lax"}],
        "origins": [{"origin": club, "localStorage": [{"name": "token", "value": "engine 9"}]}],
    });
    std::fs::create_dir_all(machine.data()).unwrap();
    std::fs::write(&before, state.to_string()).unwrap();
    let (before, after) = (before.to_str().unwrap(), after.to_str().unwrap());
    let files = ["--storage-state", before, "--save-storage-state", after];
    let task = ["run", "what does the page say?", "--url", &club, "--allow", "127.0.0.1:*", "--no-report"];
    let ended = machine.run(&[&task[..], &files].concat());
    assert!(ended.out.contains("member and engine 9"), "{}{}", ended.out, ended.err);
    let kept: serde_json::Value = serde_json::from_slice(&std::fs::read(after).unwrap()).unwrap();
    assert_eq!(kept, state);
    std::fs::write(before, "{\"cookies\": [{}]}").unwrap();
    let wrong = machine.run(&[&task[..], &files].concat());
    assert_eq!(wrong.code, Some(2), "{}{}", wrong.out, wrong.err);
    assert!(wrong.err.contains("is no storage state: a cookie lacks its name"), "{}", wrong.err);
}

#[test]
fn an_agent_from_whom_personal_data_is_kept_works_with_placeholders() {
    let machine = Machine::new();
    let url = format!("http://127.0.0.1:{}/ana.lopez@example.org", serve_headers());
    run_ok(&machine, &["open", &url, "--allow", "127.0.0.1:*", "--redact", "on"]);
    let read = run_ok(&machine, &["read", "--json"]);
    assert!(read.out.contains("[[email-1]]") && !read.out.contains("ana.lopez"), "{}", read.out);
    let found = run_ok(&machine, &["find", "[[email-1]]"]).out;
    assert!(found.contains("[[email-1]]") && !found.contains("ana.lopez"), "{found}");
    let picture = machine.run(&["screenshot", "--json"]).json().remove(0);
    assert!(picture["data"]["picture"].is_null(), "{picture}");
    assert!(picture["data"]["text"].as_str().unwrap().contains("withheld"), "{picture}");
}
