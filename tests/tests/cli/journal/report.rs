//! The report of a run in a browser, and what of a run is given to others.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

use serde_json::Value;

use crate::support::{Machine, ORDER, Site};
use crate::verbs::run_ok;

/// A site with one page, at whatever address.
fn serve(page: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let page = Arc::new(page);
    std::thread::spawn(move || listener.incoming().flatten().for_each(|connection| answer(connection, &page)));
    format!("http://127.0.0.1:{port}/")
}

fn answer(mut connection: TcpStream, page: &[u8]) {
    let lines = BufReader::new(connection.try_clone().unwrap()).lines().map_while(Result::ok);
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let length = page.len();
    let _ = write!(
        connection,
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    let _ = connection.write_all(page);
}

/// The measures of a page with the report, as a person sees it on a screen of this size.
fn measure(machine: &Machine, url: &str, screen: &str) -> Value {
    let session = ["--session", screen];
    let terms = ["--viewport", screen, "--allow", "127.0.0.1:*", "--allow-code", "127.0.0.1:*"];
    run_ok(machine, &[&["open", url], &session[..], &terms].concat());
    let measured = run_ok(machine, &[&["eval", MEASURED, "--json"], &session[..]].concat()).json().remove(0);
    measured["data"]["value"].clone()
}

/// The height of six steps, the width of the page, and how many numbers of marks lie on each other in enlarged pictures.
const MEASURED: &str = "
    const box = (element) => element.getBoundingClientRect();
    const steps = [...document.querySelectorAll('.step')].slice(0, 6).map(box);
    const result = {
        steps: steps.length,
        height: steps.at(-1).bottom - steps[0].top,
        width: document.scrollingElement.scrollWidth,
        beside: [...document.querySelectorAll('.looks')].some((looks) => looks.children.length === 2),
        overlaps: 0,
    };
    for (const figure of document.querySelectorAll('.looks .look')) {
        location.hash = figure.id;
        result.enlarged = box(figure).width / innerWidth;
        const numbers = [...figure.querySelectorAll('.mark b')].map(box);
        numbers.forEach((one, at) => numbers.slice(at + 1).forEach((other) => {
            const apart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
            result.overlaps += apart ? 0 : 1;
        }));
    }
    return result;
";

#[test]
fn six_steps_fit_three_screens_of_a_telephone_and_pictures_can_be_enlarged() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    run_ok(&machine, &["run", ORDER, "--url", &site.at("/shop"), "--yes", "--json"]);
    let file = machine.data().join("report.html");
    run_ok(&machine, &["runs", "report", &machine.only_run(), "-o", file.to_str().unwrap()]);
    let url = serve(std::fs::read(file).unwrap());
    for (screen, width) in [("390x844", 390.0), ("1280x800", 1280.0)] {
        let seen = measure(&machine, &url, screen);
        assert!(seen["steps"].as_u64() >= Some(5), "{seen}");
        assert!(seen["width"].as_f64() <= Some(width), "nothing is cut off at the side: {seen}");
        assert!(seen["enlarged"].as_f64() > Some(0.85), "{seen}");
        assert_eq!((&seen["overlaps"], &seen["beside"]), (&0.into(), &true.into()), "{seen}");
        if width < 400.0 {
            assert!(seen["height"].as_f64() <= Some(3.0 * 844.0), "{seen}");
        }
    }
}

#[test]
fn what_is_given_to_others_holds_no_personal_data() {
    let machine = Machine::new();
    let page = "<!doctype html><title>Account</title><p>Write to ana.lopez@example.org or call +49 30 901820";
    let url = format!("{}?mail=ana.lopez@example.org&access_token=abc123", serve(page.as_bytes().to_vec()));
    run_ok(&machine, &["run", "what does the page say?", "--url", &url, "--allow", "127.0.0.1:*", "--json"]);
    let (run, folder) = (machine.only_run(), machine.data());
    let written = |arguments: &[&str], name: &str| {
        let file = folder.join(name);
        run_ok(&machine, &[&["runs"], arguments, &[&run, "-o", file.to_str().unwrap()]].concat());
        std::fs::read_to_string(file).unwrap()
    };
    let (own, shared) = (written(&["report"], "own.html"), written(&["report", "--share"], "shared.html"));
    assert!(own.contains("ana.lopez@example.org") && own.contains("901820"), "the person's own report is whole");
    assert!(shared.contains("[[email-1]]") && shared.contains("[[phone-1]]"), "{shared}");
    let archive = written(&["har"], "shared.har");
    let entries: Value = serde_json::from_str(&archive).unwrap();
    assert_eq!(entries["log"]["entries"][0]["response"]["status"], 200, "{archive}");
    for (text, personal) in [
        (&shared, "ana.lopez"),
        (&shared, "901820"),
        (&shared, "abc123"),
        (&archive, "ana.lopez"),
        (&archive, "abc123"),
    ] {
        assert!(!text.contains(personal), "{personal}: {text}");
    }
    assert!(written(&["har", "--with-secrets"], "own.har").contains("abc123"));
}
