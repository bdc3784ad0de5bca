//! Payment card numbers: known issuers, grouping as on cards, Luhn check digit.

use super::label::{Label, label_before};
use super::number_run::{NumberRun, number_runs};
use super::scanned_text::ScannedText;
use super::{Match, PersonalKind};

pub(super) fn find(text: &ScannedText) -> Vec<Match> {
    let mut found = Vec::new();
    for run in number_runs(text) {
        let mut at = 0;
        while let Some(first) = run.groups.get(at) {
            let fits = (at + 1..=run.groups.len().min(at + MOST_GROUPS)).rev().find(|end| {
                let groups = &run.groups[at..*end];
                let digits = NumberRun::digits(groups);
                is_grouped_as_card(&NumberRun::lengths(groups))
                    && NumberRun::is_evenly_separated(groups)
                    && is_card(&digits)
            });
            match fits.filter(|_| label_before(text, first.from) != Some(Label::Reference)) {
                Some(end) => {
                    let to = run.groups[end - 1].to;
                    found.push(Match { kind: PersonalKind::Card, from: first.from, to });
                    at = end;
                }
                None => at += 1,
            }
        }
    }
    found
}

fn is_grouped_as_card(lengths: &[usize]) -> bool {
    matches!(lengths, [13..=19] | [4, 4, 4, 4 | 1] | [4, 4, 4, 4, 3] | [4, 6, 5 | 4])
}

/// Whether an issuer gives out numbers that begin so, in this length, and the check digit is right.
fn is_card(digits: &str) -> bool {
    let prefix = |length: usize| digits.get(..length).and_then(|prefix| prefix.parse::<u32>().ok()).unwrap_or(0);
    let has_issuer = match digits.len() {
        13 => prefix(1) == 4,
        14 => matches!(prefix(2), 36 | 38 | 39) || matches!(prefix(3), 300..=305),
        15 => matches!(prefix(2), 34 | 37),
        16 => {
            prefix(1) == 4
                || matches!(prefix(2), 51..=55 | 62 | 65)
                || matches!(prefix(3), 644..=649)
                || matches!(prefix(4), 2221..=2720 | 3528..=3589 | 6011)
        }
        17 | 18 => prefix(2) == 62,
        19 => prefix(1) == 4 || prefix(2) == 62,
        _ => false,
    };
    has_issuer && has_luhn_digit(digits)
}

fn has_luhn_digit(digits: &str) -> bool {
    let sum: u32 = digits
        .chars()
        .rev()
        .filter_map(|digit| digit.to_digit(10))
        .enumerate()
        .map(|(at, digit)| match digit * 2 {
            _ if at % 2 == 0 => digit,
            doubled if doubled > 9 => doubled - 9,
            doubled => doubled,
        })
        .sum();
    sum.is_multiple_of(10)
}

const MOST_GROUPS: usize = 5;
