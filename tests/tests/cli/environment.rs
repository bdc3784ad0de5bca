//! How the browser presents itself to pages, as the person wants it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};

use crate::support::Machine;
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
