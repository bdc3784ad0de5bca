//! Length of files and functions, and leftovers in them.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::{files_below, none, root};

#[test]
fn no_file_is_too_long_to_have_one_subject() -> Result<()> {
    let mut complaints = Vec::new();
    for path in sources()? {
        let lines = fs::read_to_string(&path)?.lines().count();
        if lines > MOST_LINES && !is_test(&path) {
            complaints
                .push(format!("{} has {lines} lines, {MOST_LINES} are the most: split it by subject", path.display()));
        }
    }
    none(&complaints);
    Ok(())
}

#[test]
fn every_function_fits_a_screen() -> Result<()> {
    let mut complaints = Vec::new();
    for path in sources()?.into_iter().chain(files_below("bench/src", &[".rs"])?).filter(|path| !is_test(path)) {
        let text = fs::read_to_string(&path)?;
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| begins_a_function(line)) {
            let length = length(&lines[number..]);
            if length > MOST_LINES_OF_A_FUNCTION {
                let place = format!("{}:{}", path.display(), number + 1);
                complaints.push(format!("{place}: {length} lines: split it by meaning: {}", line.trim()));
            }
        }
    }
    none(&complaints);
    Ok(())
}

#[test]
fn nothing_is_left_to_do_where_it_would_panic() -> Result<()> {
    // Written apart, so that this file does not complain about itself.
    let stubs = [concat!("todo", "!("), concat!("unimplemented", "!(")];
    let mut complaints = Vec::new();
    for path in sources()? {
        for (number, line) in fs::read_to_string(&path)?.lines().enumerate() {
            if stubs.iter().any(|stub| line.contains(stub)) {
                complaints.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    none(&complaints);
    Ok(())
}

#[test]
fn what_make_measures_with_is_there() -> Result<()> {
    let makefile = fs::read_to_string(root()?.join("Makefile"))?;
    let named = makefile.lines().find_map(|line| line.strip_prefix("BENCHES := ")).context("a list of programs")?;
    let programs = root()?.join("bench/src/bin");
    for name in named.split_whitespace() {
        let is_there = programs.join(name).join("main.rs").exists() || programs.join(format!("{name}.rs")).exists();
        assert!(is_there, "make bench runs {name}, which is not in bench/src/bin");
    }
    Ok(())
}

#[test]
fn few_tests_are_tried_again_and_each_is_named() -> Result<()> {
    let config: toml::Table = fs::read_to_string(root()?.join(".config/nextest.toml"))?.parse()?;
    let profile = config.get("profile").and_then(|all| all.get("default")).context("the default profile")?;
    assert!(profile.get("retries").is_none(), "retries for all tests hide races");
    let overrides = profile.get("overrides").and_then(toml::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let filters = overrides.iter().filter(|entry| entry.get("retries").is_some()).map(|entry| entry.get("filter"));
    let filters: Vec<_> = filters.filter_map(|filter| filter?.as_str()).collect();
    assert!(filters.len() <= MOST_TESTS_TRIED_AGAIN, "{filters:?}");
    for filter in filters {
        let names_one_test = filter.starts_with("test(=") && filter.matches('(').count() == 1;
        assert!(names_one_test, "{filter}: name one test, as test(=module::name)");
    }
    Ok(())
}

fn begins_a_function(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| {
        let is_visibility = word.starts_with("pub(") || word.ends_with(')') && !word.contains('(');
        is_visibility || ["pub", "const", "async", "unsafe", "extern", "\"C\"", "export"].contains(word)
    });
    words.next().is_some_and(|word| word == "fn" || word == "function")
}

/// How many lines a function has that begins here; the formatter puts its end under its beginning. What is only declared,
/// or stands on one line, has one.
fn length(lines: &[&str]) -> usize {
    let margin = lines.first().map_or(0, |line| line.len() - line.trim_start().len());
    let at_the_margin = |line: &&str| !line.is_empty() && line.len() - line.trim_start().len() == margin;
    let end = lines.iter().position(|line| at_the_margin(line) && line.ends_with(['}', ';']));
    end.map_or(lines.len(), |end| end + 1)
}

fn sources() -> Result<Vec<std::path::PathBuf>> {
    let mut sources = files_below("crates", &[".rs"])?;
    sources.extend(files_below("page/src", &[".ts"])?);
    // The lints of the dashboard bound its components, which are mostly markup.
    sources.extend(files_below("ui/src", &[".ts"])?);
    Ok(sources)
}

/// Tests and generated files may be longer.
fn is_test(path: &Path) -> bool {
    path.components().any(|part| ["tests", "tests.rs", "generated"].iter().any(|name| part.as_os_str() == *name))
}

const MOST_LINES: usize = 500;
const MOST_LINES_OF_A_FUNCTION: usize = 60;
const MOST_TESTS_TRIED_AGAIN: usize = 10;
