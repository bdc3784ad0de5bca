//! The demo, piped.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::process::Stdio;

use crate::support::{Machine, signal};

#[test]
fn the_demo_ends_well_where_nobody_can_be_asked() {
    let machine = Machine::new();
    let ended = machine.run(&["demo"]);
    assert_eq!(ended.code, Some(0), "{}\n{}", ended.out, ended.err);
    let last = ended.out.lines().last().unwrap();
    assert!(last.starts_with("webhand demo: 5 of 5 done in ") && last.contains("report: "), "{last}");
    assert!(ended.out.contains("nobody approved it, the guard held, and the shop has 0 orders"), "{}", ended.out);
    machine.assert_no_browser_is_left();
    let runs = std::fs::read_dir(machine.data().join("runs")).unwrap().flatten();
    let left: Vec<_> = runs.map(|entry| entry.path().join("profile").exists()).collect();
    assert_eq!(left, [false; 5], "five runs, no profile");
}

#[test]
fn with_yes_exactly_the_approved_order_is_placed() {
    let ended = Machine::new().run(&["demo", "--only", "4", "--yes"]);
    assert_eq!(ended.code, Some(0), "{}", ended.out);
    assert!(ended.out.contains("--yes approves: ") && ended.out.contains("total = \"30.00\""), "{}", ended.out);
    assert!(ended.out.contains("the shop has 1 order, for €30.00, as approved"), "{}", ended.out);
}

#[test]
fn every_line_for_programs_is_json_and_the_last_one_is_the_result() {
    let ended = Machine::new().run(&["demo", "--only", "5", "--json"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let lines = ended.json();
    let result = &lines.last().unwrap()["result"];
    assert_eq!((&result["done"], &result["of"]), (&1.into(), &1.into()), "{result}");
    assert!(result["browser_ms"].as_u64().unwrap() <= result["ms"].as_u64().unwrap(), "{result}");
    assert!(lines.iter().any(|line| line.pointer("/what/input/input/observed").is_some()));
}

/// The commands of the README that need the demo site, as words.
fn first_commands(port: u16) -> Vec<Vec<String>> {
    let readme = include_str!("../../../README.md");
    let lines = readme.lines().filter(|line| line.starts_with("webhand run '") && line.contains("localhost:8000"));
    let words = |line: &str| {
        let (task, options) = line.strip_prefix("webhand run '")?.split_once('\'')?;
        let options = options.replace("8000", &port.to_string());
        let options = options.split_whitespace().map(str::to_owned);
        Some(["run".to_owned(), task.to_owned()].into_iter().chain(options).collect())
    };
    lines.filter_map(words).collect()
}

#[test]
fn the_first_commands_of_the_readme_work_on_the_site_that_is_served() {
    let machine = Machine::new();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut site = machine.command(&["demo", "--serve", &port.to_string()]).stderr(Stdio::null()).spawn().unwrap();
    let mut told = BufReader::new(site.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(told.next().unwrap().contains(&format!("http://localhost:{port}/")));
    let commands = first_commands(port);
    assert_eq!(commands.len(), 2);
    for (command, found) in commands.iter().zip(["lighthouse", "Budget for the lighthouse"]) {
        let shown = told.next().unwrap();
        assert!(shown.contains(&command[1]), "the site shows the same commands: {shown}");
        let ended = machine.run(&command.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(ended.code, Some(0), "{command:?}: {}", ended.err);
        assert!(ended.out.to_lowercase().contains(&found.to_lowercase()), "{command:?}: {}", ended.out);
    }
    signal(&site, "INT");
    assert_eq!(site.wait().unwrap().code(), Some(0));
}
