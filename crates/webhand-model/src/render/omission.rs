//! The lines that state what was omitted: how many nodes, and how to get them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::choice::ChosenLines;
use super::layout::{Layout, Summary};
use super::outline::OutlineEntry;
use super::packed_line::PackedLine;
use super::{Density, MOST_INDENT, RenderJob, RenderedSnapshot, SMALL_BUDGET, shown_role};
use crate::{Node, NodeState, Ref, Snapshot, count_tokens};

/// How many entries are not shown.
pub(super) struct Omitted {
    /// Entries of rows that a summary line stands for.
    pub(super) summed: usize,
    /// Entries of rows without a summary line.
    unmentioned: usize,
}

/// Writes the chosen lines with the summaries at their places, the first `most` that have one.
pub(super) fn write(
    text: &mut String,
    job: &RenderJob<'_>,
    layout: &Layout,
    chosen: &ChosenLines,
    most: usize,
) -> Omitted {
    let entries = job.entries;
    let mut shown = vec![false; entries.len()];
    for (unit, line) in layout.units.iter().zip(chosen) {
        shown[unit.first] = line.is_some();
    }
    let has_place = |summary: &&Summary| summary.parent.is_none_or(|parent| shown[parent]);
    let mut summaries: Vec<&Summary> = layout.summaries.iter().filter(has_place).take(most).collect();
    summaries.sort_by_key(|summary| (summary.end, std::cmp::Reverse(summary.parent)));
    let summed: usize = summaries.iter().map(|summary| summary.entries).sum();
    let all: usize = layout.summaries.iter().map(|summary| summary.entries).sum();
    let mut is_packed = false;
    let mut next = summaries.into_iter().peekable();
    for (unit, line) in layout.units.iter().zip(chosen) {
        while let Some(summary) = next.next_if(|summary| summary.end <= unit.first) {
            sum_up(text, job, summary);
        }
        let Some(line) = line else { continue };
        if unit.pack.as_ref().is_some_and(PackedLine::needs_explaining) && !is_packed {
            is_packed = true;
            text.push_str(PACKED);
        }
        text.push_str(line);
    }
    next.for_each(|summary| sum_up(text, job, summary));
    Omitted { summed, unmentioned: all - summed }
}

fn sum_up(text: &mut String, job: &RenderJob<'_>, summary: &Summary) {
    let depth = summary.parent.map_or(0, |parent| job.entries[parent].depth + 1);
    let Summary { role, things, .. } = summary;
    let target = summary.parent.and_then(|parent| job.entries[parent].node.target);
    let how = match (job.density, target) {
        (Density::Dense, _) => dense(target),
        (Density::Usual, Some(target)) => format!(" (snapshot scope={target} or collect {target} shows them)"),
        (Density::Usual, None) => " (find, scroll or a greater budget shows them)".to_owned(),
    };
    let _ = writeln!(text, "{:1$}… {things} more {role} like these{how}", "", depth.min(MOST_INDENT) * 2);
}

/// The line for nodes that were only counted because they are far from the viewport.
pub(super) fn counted(job: &RenderJob<'_>, at: usize) -> String {
    let entries = job.entries;
    let node = entries[at].node;
    let role = shown_role(&node.name);
    let things = if role == "generic" { "parts" } else { role };
    let side = if node.is(NodeState::Above) { "above" } else { "below" };
    let mut outer = entries[at].parent;
    while let Some(here) = outer.filter(|here| entries[*here].node.target.is_none()) {
        outer = entries[here].parent;
    }
    let target = outer.and_then(|here| entries[here].node.target);
    let how = match (job.density, target) {
        (Density::Dense, _) => dense(target),
        (Density::Usual, Some(target)) => format!(" (snapshot scope={target}, collect {target} or find shows them)"),
        (Density::Usual, None) => " (find, scroll or a greater budget shows them)".to_owned(),
    };
    format!("… {} more {things} {side}{how}", number(node))
}

/// The scope that shows the nodes, for a brain whose prompt explains `scope`.
fn dense(target: Option<Ref>) -> String {
    target.map(|target| format!(" (scope={target})")).unwrap_or_default()
}

/// The number of elements that a counting node stands for.
pub(super) fn number(node: &Node) -> usize {
    node.value.as_deref().and_then(|count| count.parse().ok()).unwrap_or(1)
}

impl Snapshot {
    pub(super) fn render_chosen(
        &self,
        mut text: String,
        job: &RenderJob<'_>,
        layout: &Layout,
        chosen: &ChosenLines,
        summaries: usize,
    ) -> RenderedSnapshot {
        let Omitted { summed, unmentioned } = write(&mut text, job, layout, chosen, summaries);
        let left_out = layout.units.iter().zip(chosen).filter(|(_, line)| line.is_none());
        let hidden: Vec<&OutlineEntry<'_>> =
            left_out.flat_map(|(unit, _)| &job.entries[unit.first..unit.first + unit.count]).collect();
        let omitted = hidden.len() + unmentioned;
        if job.budget < SMALL_BUDGET && (omitted > 0 || self.truncated) {
            let _ = writeln!(text, "… {omitted} more nodes (a greater budget shows them)");
            return RenderedSnapshot { text, omitted };
        }
        let mut parts = Vec::new();
        if omitted > 0 {
            let in_view = hidden.iter().filter(|entry| entry.node.in_view && entry.is_control()).count();
            let mut part = format!("{omitted} more nodes");
            if in_view > 0 {
                let _ = write!(part, ", {in_view} of them controls in view");
            }
            if let Some((role, count)) = most_frequent(&hidden).filter(|_| job.density == Density::Usual) {
                let _ = write!(part, ", most are {role} ({count})");
            }
            parts.push(part);
        }
        if self.truncated {
            parts.push("the page has still more than was taken in".to_owned());
        }
        if !parts.is_empty() {
            let scope = most_around(job.entries, &hidden);
            let what = parts.join("; ");
            let how = match (job.density, scope) {
                (Density::Dense, _) => dense(scope),
                (Density::Usual, Some(scope)) => format!("{HOW}scope={scope} shows them)"),
                (Density::Usual, None) => format!("{HOW}a scope shows them)"),
            };
            let _ = writeln!(text, "… {what}{how}");
        }
        RenderedSnapshot { text, omitted: omitted + summed }
    }
}

fn most_frequent<'a>(hidden: &[&OutlineEntry<'a>]) -> Option<(&'a str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in hidden {
        *counts.entry(shown_role(&entry.node.role)).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.filter(|(role, count)| *count > 2 && count_tokens(role) <= MOST_ROLE_TOKENS)
}

/// The ref that contains the most omitted entries.
fn most_around(entries: &[OutlineEntry<'_>], hidden: &[&OutlineEntry<'_>]) -> Option<Ref> {
    let mut counts: BTreeMap<Ref, usize> = BTreeMap::new();
    for entry in hidden {
        let mut outer = entry.parent;
        while let Some(here) = outer {
            if let Some(target) = entries[here].node.target {
                *counts.entry(target).or_default() += 1;
                break;
            }
            outer = entries[here].parent;
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(target, _)| target)
}

pub(super) const STILL_MORE: &str = "… more than was taken in (scroll or find shows it)\n";
const HOW: &str = " (scroll, find, snapshot with a greater budget or ";
const PACKED: &str = "… packed lines: {e7 link Name} is a control with its ref, texts stand between bars\n";
/// A longer role is not named.
const MOST_ROLE_TOKENS: usize = 6;
