//! National ids, by their check digits: France, Germany, Italy, Spain, the United Kingdom and the United States.

mod france;
mod germany;
mod italy;
mod spain;
mod united_kingdom;
mod united_states;

use super::label::{Label, label_before};
use super::number_run::{DigitGroup, number_runs};
use super::scanned_text::ScannedText;
use super::{Match, PersonalKind};

pub(super) fn find(text: &ScannedText) -> Vec<Match> {
    let mut found: Vec<Match> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let begins = text.at(at).is_ascii_alphanumeric() && text.begins_word(at);
        let id = begins.then(|| IDS_WITH_LETTERS.iter().find_map(|end_of| end_of(text, at))).flatten();
        match id.filter(|_| label_before(text, at) != Some(Label::Reference)) {
            Some(to) => {
                found.push(Match { kind: PersonalKind::NationalId, from: at, to });
                at = to;
            }
            None => at += 1,
        }
    }
    for run in number_runs(text).into_iter().filter(|run| !run.has_plus && !run.is_amount) {
        found.extend(in_groups(text, &run.groups));
    }
    found
}

/// The first ids of digits alone among some groups.
fn in_groups(text: &ScannedText, groups: &[DigitGroup]) -> Vec<Match> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = groups.get(at) {
        let label = label_before(text, first.from);
        let end = (at + 1..=groups.len().min(at + MOST_GROUPS)).rev().find(|end| {
            let id = &groups[at..*end];
            label != Some(Label::Reference)
                && (united_states::is_social_security_number(id, label)
                    || germany::is_tax_id(id, label)
                    || france::is_social_security_number(id))
        });
        match end {
            Some(end) => {
                found.push(Match { kind: PersonalKind::NationalId, from: first.from, to: groups[end - 1].to });
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

/// Each returns the end of the id that begins at an index.
const IDS_WITH_LETTERS: [fn(&ScannedText, usize) -> Option<usize>; 4] =
    [spain::end_of_id, united_kingdom::end_of_insurance_number, italy::end_of_tax_code, france::end_of_corsican_number];
const MOST_GROUPS: usize = 7;
