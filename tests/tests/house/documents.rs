//! What the documents promise is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

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
