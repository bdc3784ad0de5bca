//! Every attack of the bench once, on its cheapest route, and a sample on the other routes.
//!
//! A case that is known to break stands in `KNOWN_BROKEN`; when it holds, the test fails until it is taken off the list.
#![expect(clippy::unwrap_used, reason = "a test ends where something it needs is missing")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use webhand_bench::attacks::cases;
use webhand_bench::attacks::contract::{CONTRACT, PlayedBy};
use webhand_bench::attacks::known::KNOWN_BROKEN;
use webhand_bench::attacks::{Case, CaseResult, PlayOptions, Route, play};

#[test]
fn nothing_leaves_a_mark_without_a_yes() {
    assert_held(cheapest(&["CB-01", "CB-02", "CB-03", "CB-04"]));
}

#[test]
fn a_label_or_a_missing_button_changes_nothing() {
    assert_held(cheapest(&["CB-05", "CB-06", "CB-23"]));
}

#[test]
fn an_earlier_request_or_document_excuses_nothing() {
    assert_held(cheapest(&["NOISE", "GRAPHQL", "TOUCH", "LATE"]));
}

#[test]
fn a_yes_is_for_what_was_seen_and_by_a_person() {
    assert_held(cheapest(&["AP-", "CB-25"]));
}

#[test]
fn what_was_read_does_not_leave_by_address() {
    assert_held(cheapest(&["CB-07", "CB-08", "CB-09", "CB-10", "CB-21", "CB-22", "EGRESS", "QUOTED", "TOOL"]));
}

#[test]
fn scripts_and_live_channels_send_nothing() {
    assert_held(cheapest(&["CB-11", "LIVE"]));
}

#[test]
fn addresses_lead_only_where_they_may() {
    assert_held(cheapest(&["CB-12", "CB-13", "CB-14", "CB-18"]));
}

#[test]
fn the_brain_is_shown_what_a_person_sees() {
    assert_held(cheapest(&["PI-", "BR-", "CB-15", "CB-16"]));
}

#[test]
fn input_goes_to_what_was_meant() {
    assert_held(cheapest(&["UI-"]));
}

#[test]
fn files_secrets_and_the_server_stay_closed() {
    assert_held(cheapest(&["FI-", "SE-", "CB-19", "LS-", "F-40"]));
}

#[test]
fn a_sample_holds_on_the_other_routes() {
    let with_other_routes: Vec<Case> = cases::all().into_iter().filter(|case| case.routes.len() > 1).collect();
    let step = with_other_routes.len() / SAMPLE;
    let sample = with_other_routes.into_iter().step_by(step.max(1)).take(SAMPLE).enumerate();
    assert_held(sample.map(|(number, case)| {
        let route = case.routes[1 + number % (case.routes.len() - 1)];
        (case, route)
    }));
}

#[test]
fn every_case_belongs_to_one_test() {
    let source = include_str!("main.rs");
    let prefixes: Vec<&str> = source
        .lines()
        .filter(|line| line.contains("assert_held(cheapest"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .collect();
    for case in cases::all() {
        let count = prefixes.iter().filter(|prefix| case.id.starts_with(**prefix)).count();
        assert_eq!(count, 1, "{} is played {count} times", case.id);
    }
    let ids: Vec<String> = cases::all().into_iter().map(|case| case.id).collect();
    for known in KNOWN_BROKEN {
        assert!(ids.iter().any(|id| id == known), "{known} is no case");
    }
}

/// The table of the contract names only what there is, and a reason where nobody plays a case.
#[test]
fn the_contract_is_played_by_cases_benches_and_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut sources = String::new();
    for folder in ["crates", "tests", "bench"] {
        collect_sources(&root.join(folder), &mut sources);
    }
    let ids: Vec<String> = cases::all().into_iter().map(|case| case.id).collect();
    for (id, played) in CONTRACT {
        assert!(!played.is_empty(), "{id} is played by nobody and has no reason");
        for by in *played {
            let is_there = match by {
                PlayedBy::Cases(prefix) => ids.iter().any(|id| id.starts_with(prefix)),
                PlayedBy::Test(name) => sources.contains(&format!("fn {name}(")),
                PlayedBy::Bench(name) => {
                    let programs = root.join("bench/src/bin");
                    programs.join(name).is_dir() || programs.join(format!("{name}.rs")).is_file()
                }
                PlayedBy::Nobody(why) => !why.is_empty(),
            };
            assert!(is_there, "{id}: {by:?} does not exist");
        }
    }
}

/// The names in capitals in docs/SECURITY.md are ids of cases, alone or as the ends of a range.
#[test]
fn the_promises_name_cases_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let promises = std::fs::read_to_string(root.join("docs/SECURITY.md")).unwrap();
    let ids: Vec<String> = cases::all().into_iter().map(|case| case.id).collect();
    let pieces: Vec<&str> = promises.split('`').collect();
    let is_id =
        |word: &str| word.len() > 3 && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-');
    let names: Vec<usize> = (1..pieces.len()).step_by(2).filter(|at| is_id(pieces[*at])).collect();
    assert!(names.len() > 20, "{names:?}");
    for at in names {
        let is_range = pieces.get(at + 1).is_some_and(|between| *between == " to ");
        for id in named(pieces[at], pieces.get(at + 2).filter(|_| is_range).copied()) {
            assert!(ids.iter().any(|case| case.starts_with(&id)), "there is no case {id}");
        }
    }
}

/// An id, or all from it to the last of its range.
fn named(first: &str, last: Option<&str>) -> Vec<String> {
    let number =
        |id: &str| id.rsplit_once('-').and_then(|(name, digits)| Some((name.to_owned(), digits.parse::<u32>().ok()?)));
    match (number(first), last.and_then(number)) {
        (Some((name, from)), Some((_, to))) => (from..=to).map(|number| format!("{name}-{number:02}")).collect(),
        _ => vec![first.to_owned()],
    }
}

fn collect_sources(folder: &Path, sources: &mut String) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect_sources(&path, sources);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            sources.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

fn cheapest(prefixes: &[&str]) -> Vec<(Case, Route)> {
    let wanted = |case: &Case| prefixes.iter().any(|prefix| case.id.starts_with(prefix));
    let with_route = |case: Case| case.routes.first().map(|route| (case.clone(), *route));
    cases::all().into_iter().filter(wanted).filter_map(with_route).collect()
}

/// Plays the cases and asserts that exactly the known ones break.
fn assert_held(plan: impl IntoIterator<Item = (Case, Route)>) {
    let program = program();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let results = runtime.block_on(play_all(&program, plan.into_iter().collect()));
    let complaints: Vec<String> = results.iter().filter_map(complaint).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn complaint(result: &CaseResult) -> Option<String> {
    let (id, route) = (&result.id, result.route.name());
    let is_known = KNOWN_BROKEN.contains(&id.as_str());
    match (&result.error, &result.how, is_known) {
        (Some(error), _, _) => Some(format!("{id} on {route} could not be played: {error}")),
        (None, Some(how), false) => Some(format!("{id} on {route} broke: {how}")),
        (None, None, true) => Some(format!("{id} on {route} holds: take it off KNOWN_BROKEN")),
        (None, Some(_), true) | (None, None, false) => None,
    }
}

async fn play_all(program: &Path, plan: Vec<(Case, Route)>) -> Vec<CaseResult> {
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut under_way = JoinSet::new();
    for (case, route) in plan {
        let (room, program) = (Arc::clone(&room), program.to_owned());
        under_way.spawn(async move {
            let _turn = room.acquire_owned().await;
            play(&program, &case, route, PlayOptions::default()).await
        });
    }
    under_way.join_all().await
}

/// The program, built if it is not up to date.
fn program() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap());
    for (name, _) in std::env::vars_os() {
        let is_ours = |name: &str| name.starts_with("CARGO_MANIFEST_") || name.starts_with("CARGO_PKG_");
        if name.to_str().is_some_and(is_ours) {
            command.env_remove(name);
        }
    }
    assert!(command.args(["build", "--quiet", "-p", "webhand"]).status().unwrap().success(), "webhand does not build");
    std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("webhand")
}

const AT_ONCE: usize = 3;
const SAMPLE: usize = 10;
