//! Descriptions of elements that fit equally well, from which a person chooses one.

use webhand_model::Ref;

use crate::page::PageIndex;
use crate::progress::Candidate;

/// Describes elements so that a person can tell them apart: by name, else by the row that contains them, else by number.
pub(crate) fn describe_choices(page: &PageIndex<'_>, targets: &[Ref]) -> Vec<Candidate> {
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
