//! The documents: every link, file, type and crate that they name exists, and they cover what they must cover.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::edges::{dependencies, manifests};
use super::{files_below, none, root};

/// The items of the founding documents: how many each letter has.
const SEEDS: [(char, u32); 5] = [('L', 22), ('W', 14), ('B', 7), ('P', 8), ('A', 16)];

#[test]
fn every_item_of_the_founding_documents_is_accounted_for() -> Result<()> {
    let text = fs::read_to_string(root()?.join("docs/seeds.md"))?;
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    let mut complaints = Vec::new();
    for id in SEEDS.iter().flat_map(|(letter, most)| (1..=*most).map(move |number| format!("{letter}{number}"))) {
        let matching: Vec<_> = rows.iter().filter(|row| row.get(1) == Some(&id.as_str())).collect();
        match matching.as_slice() {
            [row] if row.iter().skip(2).take(2).all(|cell| !cell.is_empty()) => {}
            [_] => complaints.push(format!("{id} has an empty cell in docs/seeds.md")),
            rows => complaints.push(format!("{id} has {} rows in docs/seeds.md", rows.len())),
        }
    }
    none(&complaints);
    Ok(())
}

#[test]
fn every_dependency_has_a_reason() -> Result<()> {
    let reasons = fs::read_to_string(root()?.join("docs/decisions/dependencies.md"))?;
    let used: BTreeSet<_> = manifests()?.values().flat_map(dependencies).collect();
    let complaints: Vec<_> = used
        .iter()
        .filter(|name| !name.starts_with("webhand-") && !reasons.contains(&format!("`{name}`")))
        .map(|name| format!("docs/decisions/dependencies.md does not say what {name} is for"))
        .collect();
    none(&complaints);
    Ok(())
}

#[test]
fn links_between_the_documents_lead_somewhere() -> Result<()> {
    let mut complaints = Vec::new();
    for path in documents()? {
        let text = fs::read_to_string(&path)?;
        for target in links(&text) {
            let file = target.split('#').next().unwrap_or_default();
            let elsewhere = file.is_empty() || file.contains("://") || file.starts_with("mailto:");
            if !elsewhere && !path.with_file_name("").join(file).exists() {
                complaints.push(format!("{} links to {target}, which is not there", path.display()));
            }
        }
    }
    none(&complaints);
    Ok(())
}

fn documents() -> Result<Vec<PathBuf>> {
    let mut documents = files_below("docs", &[".md"])?;
    for name in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        documents.push(root()?.join(name));
    }
    Ok(documents)
}

/// The targets of `[text](target)`, leaving out blocks of code.
fn links(text: &str) -> Vec<&str> {
    let mut in_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        if !in_code {
            found.extend(line.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
        }
    }
    found
}

/// The documents that name types, crates and files of the sources.
const MAPS: [&str; 4] = ["docs/GLOSSARY.md", "docs/ARCHITECTURE.md", "docs/seeds.md", "CONTRIBUTING.md"];

#[test]
fn types_named_in_the_documents_exist() -> Result<()> {
    let mut complaints = Vec::new();
    let mut sources = BTreeMap::new();
    for document in MAPS {
        for path in code_spans(&fs::read_to_string(root()?.join(document))?) {
            let Some((crate_name, items)) = path.split_once("::").filter(|(name, _)| name.starts_with("webhand_"))
            else {
                continue;
            };
            let folder = format!("crates/{}/src", crate_name.replace('_', "-"));
            if !root()?.join(&folder).is_dir() {
                complaints.push(format!("{document} names {path}, but there is no {folder}"));
                continue;
            }
            if !sources.contains_key(&folder) {
                sources.insert(folder.clone(), read_sources(&folder)?);
            }
            if !is_declared(&sources[&folder], items) {
                complaints.push(format!("{document} names {path}, which {folder} does not declare"));
            }
        }
    }
    none(&complaints);
    Ok(())
}

#[test]
fn files_and_crates_named_in_the_documents_exist() -> Result<()> {
    let mut files = Vec::new();
    for folder in ["crates", "page", "bench", "tests", "extension"] {
        files.extend(files_below(folder, &[".rs", ".ts", ".mjs", ".md", ".toml"])?);
    }
    let files: BTreeSet<String> =
        files.iter().filter_map(|file| file.to_str()).map(|file| file.replace('\\', "/")).collect();
    let mut documents: Vec<_> = MAPS.iter().map(|name| root().map(|root| root.join(name))).collect::<Result<_>>()?;
    documents.extend(files_below("docs/decisions", &[".md"])?);
    let mut complaints = Vec::new();
    for document in documents {
        for span in code_spans(&fs::read_to_string(&document)?) {
            let extension = Path::new(&span).extension().and_then(OsStr::to_str);
            let exists = if matches!(extension, Some("rs" | "ts")) {
                files.iter().any(|file| file.ends_with(&format!("/{span}")))
            } else if is_crate_name(&span) || span.contains("/src/") {
                root()?.join("crates").join(&span).exists() || root()?.join(&span).exists()
            } else {
                true
            };
            if !exists {
                complaints.push(format!("{} names {span}, which is not there", document.display()));
            }
        }
    }
    none(&complaints);
    Ok(())
}

fn is_crate_name(span: &str) -> bool {
    let name = span.strip_prefix("webhand-").unwrap_or_default();
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !["bench", "tests"].contains(&name)
}

/// The text between single backticks, leaving out blocks of code.
fn code_spans(text: &str) -> Vec<String> {
    let outside: Vec<&str> = text.split("```").step_by(2).collect();
    assert!(outside.len() * 2 - 1 == text.split("```").count(), "a block of code is not closed");
    outside.iter().flat_map(|part| part.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// The Rust files of a folder: their paths without the ending, and their texts.
fn read_sources(folder: &str) -> Result<Vec<(String, String)>> {
    files_below(folder, &[".rs"])?
        .into_iter()
        .map(|path| Ok((path.with_extension("").display().to_string(), fs::read_to_string(&path)?)))
        .collect()
}

/// Whether a crate has all parts of a path: modules by their files, items by their declaration, and members of an item by
/// their name in the file that declares it.
fn is_declared(sources: &[(String, String)], items: &str) -> bool {
    let mut declaring: Option<&str> = None;
    items.split("::").all(|item| {
        if let Some(text) = declaring {
            return words(text).any(|word| word == item);
        }
        if sources.iter().any(|(path, _)| path.ends_with(&format!("/{item}")) || path.contains(&format!("/{item}/"))) {
            return true;
        }
        declaring = sources.iter().map(|(_, text)| text.as_str()).find(|text| declares(text, item));
        declaring.is_some()
    })
}

fn declares(text: &str, item: &str) -> bool {
    let mut keyword = "";
    words(text).any(|word| {
        let before = std::mem::replace(&mut keyword, word);
        word == item && ["struct", "enum", "trait", "type", "fn", "mod", "const"].contains(&before)
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
