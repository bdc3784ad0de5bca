//! The demo, piped.

use crate::support::Machine;

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
