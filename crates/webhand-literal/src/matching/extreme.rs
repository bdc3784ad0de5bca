//! The cheapest, the greatest, the shortest: one of several alike, by the number it goes with.

use webhand_model::{Ref, find_number};

use crate::language::phrase::Extreme;
use crate::page::{Page, is_field, is_text};

/// The control whose number is the greatest or the least of those like it; nothing where there is none to compare.
///
/// Controls are compared by a length of time where those of the row tell one apart, else by the number in their name,
/// else by the first number beside them.
pub(crate) fn extreme(page: &Page<'_>, wanted: Extreme, of_time: bool) -> Option<Ref> {
    let nodes = page.nodes();
    let control = |at: &usize| nodes[*at].target.is_some() && !is_field(&nodes[*at].role) && !is_text(&nodes[*at].role);
    let controls: Vec<usize> = (0..nodes.len()).filter(control).collect();
    let by = |read: &dyn Fn(usize) -> Option<f64>| {
        let numbered = controls.iter().filter_map(|at| Some((read(*at)?, *at))).collect();
        end_of(numbered, wanted).and_then(|at| nodes[at].target)
    };
    let beside =
        |at: usize| controls.iter().copied().filter(|other| *other < at).max().map_or(0, |before| before + 1)..at;
    if of_time {
        return by(&|at| beside(at).rev().find_map(|near| duration(&nodes[near].name)));
    }
    by(&|at| number(&nodes[at].name)).or_else(|| by(&|at| beside(at).find_map(|near| number(&nodes[near].name))))
}

/// What stands at one end of the row; nothing if it is alone or not the only one there.
pub(crate) fn end_of(mut numbered: Vec<(f64, usize)>, wanted: Extreme) -> Option<usize> {
    numbered.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    if wanted == Extreme::Most {
        numbered.reverse();
    }
    match numbered.as_slice() {
        [(first, at), (second, _), ..] if first.total_cmp(second).is_ne() => Some(*at),
        _ => None,
    }
}

fn number(text: &str) -> Option<f64> {
    find_number(text).map(|found| found.value)
}

/// Minutes of a length of time: `14h 18m`.
fn duration(text: &str) -> Option<f64> {
    let mut minutes = None;
    for part in text.split_whitespace() {
        let (digits, unit) = part.split_at(part.find(|c: char| !c.is_ascii_digit())?);
        let amount = digits.parse::<f64>().ok()?;
        let factor = match unit.chars().next()? {
            'd' => 1440.0,
            'h' => 60.0,
            'm' => 1.0,
            _ => return None,
        };
        minutes = Some(minutes.unwrap_or(0.0) + amount * factor);
    }
    minutes
}
