//! Suggestions for misspelled action names.

use crate::{ActionSpec, offered_actions, truncate};

/// The most names that are suggested.
const MOST: usize = 4;
/// The longest name that is compared, in characters; nothing in the catalogue is half as long.
const LONGEST: usize = 60;
/// The most common actions, suggested when no name comes near.
const COMMON: [&str; 5] = ["click", "fill", "open", "snapshot", "done"];

/// The number of letters that have to change to turn one word into the other.
#[must_use]
pub fn edit_distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (index, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[index + 1];
            row[index + 1] = changed.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

/// The actions whose names come nearest, or the most common ones where none comes near.
pub(crate) fn nearest_actions(written: &str) -> Vec<&'static str> {
    let written = truncate(written, LONGEST).to_lowercase().replace(['-', '.', ' '], "_");
    let mut near: Vec<_> = offered_actions().filter_map(|spec| Some((nearness(spec, &written)?, spec.name))).collect();
    near.sort_by_key(|(nearness, _)| *nearness);
    if near.is_empty() { COMMON.to_vec() } else { near.into_iter().map(|(_, name)| name).take(MOST).collect() }
}

/// The distance of a name, less is nearer: the letters that differ in one of its words, then those in the whole name.
fn nearness(spec: &ActionSpec, written: &str) -> Option<(usize, usize)> {
    let by_name = slip(spec.name, written)
        .into_iter()
        .chain(words(spec.name).filter_map(|own| words(written).filter_map(|word| slip(own, word)).min()));
    let by_name = by_name.min().map(|slip| (slip, edit_distance(spec.name, written)));
    let by_alias = spec.aliases.iter().filter_map(|alias| {
        let within = format!("_{written}_").contains(&format!("_{}_", alias.name));
        let slip = slip(alias.name, written).or(within.then_some(0))?;
        Some((slip, edit_distance(alias.name, written)))
    });
    by_name.into_iter().chain(by_alias).min()
}

/// The number of letters that differ, if they are few enough for a misspelling.
fn slip(own: &str, written: &str) -> Option<usize> {
    Some(edit_distance(own, written)).filter(|letters| *letters <= own.len() / 3)
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split('_').filter(|word| !word.is_empty())
}
