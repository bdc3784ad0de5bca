//! How elements that fit alike are described, so that a person can choose one.

use webhand_model::Ref;

use crate::memory::Candidate;
use crate::page::Page;

/// Elements as a person can tell them apart: by name, by the row they are in, at last by number.
pub(crate) fn describe_choices(page: &Page<'_>, targets: &[Ref]) -> Vec<Candidate> {
    let mut choices: Vec<Candidate> = Vec::new();
    for target in targets {
        let mut name = page.describe(*target);
        let at = page.nodes().iter().position(|node| node.target == Some(*target));
        let repeated = targets.iter().filter(|other| page.describe(**other) == name).count() > 1;
        if let Some(entry) = at.filter(|_| repeated).and_then(|at| page.entry_of(at)) {
            name = format!("{name} — {}", webhand_model::truncate(&page.text_of(entry), 60));
        }
        if choices.iter().any(|other| other.name == name) {
            name = format!("{name} ({})", choices.len() + 1);
        }
        choices.push(Candidate { target: target.to_string(), name });
    }
    choices
}
