//! Which crate may use which. A new edge changes this table, and with it the design.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result};
use toml::{Table, Value};

use super::{none, root};

/// The edges of a crate: what it may use of the others, and what it must never use of the outside.
struct Rule {
    may: &'static [&'static str],
    never: &'static [&'static str],
}

fn rule(name: &str) -> Option<Rule> {
    let (may, never): (&[&str], &[&str]) = match name {
        "webhand-model" => (&[], PERFORMING),
        "webhand-guard" | "webhand-wire" => (&["model"], PERFORMING),
        "webhand-run" | "webhand-port" => (&["model", "guard"], PERFORMING),
        "webhand-rt" => (&[], &["axum", "reqwest", "sqlx"]),
        "webhand-engine" => (&["model", "guard", "run", "port", "rt"], &["axum", "reqwest", "sqlx"]),
        "webhand-cdp" => (&["rt"], OPERATING_SYSTEM),
        "webhand-hands" => (&["model", "guard", "port", "wire", "cdp", "rt"], OPERATING_SYSTEM),
        "webhand-chrome" => (&["model", "guard", "port", "wire", "cdp", "hands", "rt"], &["reqwest", "sqlx"]),
        "webhand-brain" => (&["model", "guard", "port", "wire", "rt"], &["sqlx"]),
        "webhand-literal" => (&["model", "guard", "port", "wire"], PERFORMING),
        "webhand-fake-llm" => (&[], &["sqlx"]),
        "webhand-store" => (&["model", "guard", "port", "wire"], &["axum", "reqwest"]),
        "webhand-run-api" => (&["model", "port", "wire", "engine"], OPERATING_SYSTEM),
        "webhand-api" => (&["model", "port", "wire", "engine", "run-api"], &["reqwest", "sqlx"]),
        "webhand-wasm" => (WITHOUT_OPERATING_SYSTEM, OPERATING_SYSTEM),
        "webhand" => (EVERY_OTHER, &["reqwest", "sqlx"]),
        _ => return None,
    };
    Some(Rule { may, never })
}

/// The scripted provider: the tests of any crate may use it; of what is released, only the demo of the binary.
const FOR_TESTS: &str = "webhand-fake-llm";

/// The crates that start processes, open files or sockets, or ask the system for random numbers.
const OPERATING_SYSTEM: &[&str] = &[
    "axum",
    "dirs",
    "getrandom",
    "hyper",
    "mio",
    "rand",
    "reqwest",
    "rustix",
    "rustls",
    "sqlx",
    "tempfile",
    "tokio-tungstenite",
    "wasm-bindgen",
    "x11rb",
];

/// The crates that the wasm module may be made of.
const WITHOUT_OPERATING_SYSTEM: &[&str] =
    &["model", "guard", "run", "port", "wire", "engine", "cdp", "hands", "brain", "literal", "rt", "run-api"];

const EVERY_OTHER: &[&str] = &[
    "model", "guard", "run", "port", "wire", "engine", "cdp", "hands", "chrome", "brain", "literal", "fake-llm",
    "store", "api", "run-api", "wasm", "rt",
];

/// The crates that read a clock, draw random numbers, or reach disk, network or another process.
const PERFORMING: &[&str] = &[
    "async-std",
    "axum",
    "chrono",
    "dirs",
    "fastrand",
    "getrandom",
    "hyper",
    "mio",
    "rand",
    "reqwest",
    "rustix",
    "rustls",
    "smol",
    "sqlx",
    "tempfile",
    "time",
    "tokio",
    "tokio-tungstenite",
    "tracing-subscriber",
    "uuid",
    "wasm-bindgen",
];

#[test]
fn a_crate_uses_only_what_the_design_allows() -> Result<()> {
    let mut complaints = Vec::new();
    for (name, manifest) in manifests()? {
        let rule = rule(&name).with_context(|| format!("{name} is not in the table of {}", file!()))?;
        for used in dependencies(&manifest) {
            let ours = used.strip_prefix("webhand-");
            let only_tested_with = used == FOR_TESTS && !uses_outside_tests(&manifest, &used);
            let edge_is_new = ours.is_some_and(|ours| used != name && !rule.may.contains(&ours)) && !only_tested_with;
            if edge_is_new || rule.never.contains(&used.as_str()) {
                complaints.push(format!("{name} must not use {used}"));
            }
        }
    }
    none(&complaints);
    Ok(())
}

#[test]
fn only_the_binary_has_errors_without_a_type() -> Result<()> {
    let mut complaints = Vec::new();
    for (name, manifest) in manifests()? {
        let used =
            manifest.get("dependencies").and_then(Value::as_table).is_some_and(|table| table.contains_key("anyhow"));
        if used && name != "webhand" {
            complaints.push(format!("{name} must name its errors: anyhow is for the binary and for tests"));
        }
    }
    none(&complaints);
    Ok(())
}

#[test]
fn the_wasm_core_takes_no_transport_with_it() -> Result<()> {
    let Some(manifest) = manifests()?.remove("webhand-wasm") else { return Ok(()) };
    let brain = manifest.get("dependencies").and_then(|table| table.get("webhand-brain"));
    let bare = brain.is_none_or(|brain| brain.get("default-features").and_then(Value::as_bool) == Some(false));
    assert!(bare, "webhand-wasm must take webhand-brain with default-features = false");
    Ok(())
}

#[test]
fn every_crate_lives_under_the_lints_of_the_house() -> Result<()> {
    let mut complaints = Vec::new();
    for (name, manifest) in manifests()? {
        let inherited = manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(Value::as_bool);
        if inherited != Some(true) {
            complaints.push(format!("{name} has no `[lints] workspace = true`"));
        }
    }
    none(&complaints);
    Ok(())
}

/// The manifest of each crate, by its name.
pub(super) fn manifests() -> Result<BTreeMap<String, Table>> {
    let mut manifests = BTreeMap::new();
    for folder in fs::read_dir(root()?.join("crates"))? {
        let path = folder?.path().join("Cargo.toml");
        let manifest: Table = fs::read_to_string(&path)
            .with_context(|| format!("{} cannot be read", path.display()))?
            .parse()
            .with_context(|| format!("{} cannot be understood", path.display()))?;
        let name = manifest.get("package").and_then(|package| package.get("name")).and_then(Value::as_str);
        manifests.insert(name.with_context(|| format!("{} names no package", path.display()))?.to_owned(), manifest);
    }
    Ok(manifests)
}

fn uses_outside_tests(manifest: &Table, used: &str) -> bool {
    let mut released = manifest.clone();
    released.remove("dev-dependencies");
    dependencies(&released).iter().any(|name| name == used)
}

/// Everything a crate uses, also in its tests, its build script and on some systems only.
pub(super) fn dependencies(manifest: &Table) -> Vec<String> {
    let mut used = Vec::new();
    for (key, value) in manifest {
        match value {
            Value::Table(table) if key.ends_with("dependencies") => {
                used.extend(table.iter().map(|(name, entry)| package(name, entry)));
            }
            Value::Table(table) if key == "target" => {
                used.extend(table.values().filter_map(Value::as_table).flat_map(dependencies));
            }
            Value::Table(_)
            | Value::Array(_)
            | Value::String(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::Boolean(_)
            | Value::Datetime(_) => {}
        }
    }
    used
}

/// The package behind a name: `{ package = "…" }` renames.
fn package(name: &str, entry: &Value) -> String {
    entry.get("package").and_then(Value::as_str).unwrap_or(name).to_owned()
}
