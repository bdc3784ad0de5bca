//! How the files look.

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

fn sources() -> Result<Vec<std::path::PathBuf>> {
    let mut sources = files_below("crates", &[".rs"])?;
    sources.extend(files_below("page/src", &[".ts"])?);
    Ok(sources)
}

/// Tests may be as long as their stories, and what is generated as its source.
fn is_test(path: &Path) -> bool {
    path.components().any(|part| ["tests", "tests.rs", "generated"].iter().any(|name| part.as_os_str() == *name))
}

const MOST_LINES: usize = 500;
