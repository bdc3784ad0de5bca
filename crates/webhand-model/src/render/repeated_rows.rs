//! Rows of many like things: the entries of a list or table, cards, links of a footer.

use super::outline::OutlineEntry;
use crate::NodeState;

/// Siblings of one role that follow each other without anything between them.
#[derive(Debug)]
pub(super) struct RepeatedRow<'a> {
    pub(super) role: &'a str,
    /// The entry around them.
    pub(super) parent: Option<usize>,
    /// Their entries.
    pub(super) members: Vec<usize>,
}

impl RepeatedRow<'_> {
    /// Those that need not be shown one by one: all but the ones in view, or but the first few.
    pub(super) fn rest(&self, entries: &[OutlineEntry<'_>]) -> Vec<usize> {
        // A list's options are in view only once it is open, and then they are no part of the page.
        let is_native = self.is_options(entries);
        let shows = |at: &usize| !is_native && entries[*at..entries[*at].end].iter().any(|entry| entry.node.in_view);
        let kept = self.members.iter().filter(|at| shows(at)).count();
        if kept == 0 {
            return self.members.iter().copied().skip(FIRST_FEW).collect();
        }
        self.members.iter().copied().filter(|at| !shows(at)).collect()
    }

    /// How many there are besides those that were taken in.
    pub(super) fn beyond(&self, entries: &[OutlineEntry<'_>]) -> usize {
        let Some(parent) = self.parent.filter(|_| self.is_options(entries)) else { return 0 };
        let count = entries[parent].node.parsed_states().find_map(NodeState::options);
        count.unwrap_or(0).saturating_sub(self.members.len())
    }

    /// Whether it costs one line even where there is room: a long list of options, or one of a page's frame that nobody
    /// looks at now.
    pub(super) fn is_tedious(&self, entries: &[OutlineEntry<'_>]) -> bool {
        let is_far = |at: &usize| entries[*at].is_boilerplate && !entries[*at].node.in_view;
        self.members.len() >= LONG && (self.is_options(entries) || self.members.iter().all(is_far))
    }

    fn is_options(&self, entries: &[OutlineEntry<'_>]) -> bool {
        self.role == "option" && self.parent.is_some_and(|parent| entries[parent].node.role == "combobox")
    }
}

/// All rows of at least ten.
pub(super) fn find_repeated_rows<'a>(entries: &[OutlineEntry<'a>]) -> Vec<RepeatedRow<'a>> {
    let mut found = Vec::new();
    // The row being read at each level, outermost first.
    let mut open: Vec<RepeatedRow<'a>> = Vec::new();
    let mut close = |row: RepeatedRow<'a>| {
        if row.members.len() >= MANY {
            found.push(row);
        }
    };
    for (at, entry) in entries.iter().enumerate() {
        while let Some(row) = open.pop_if(|row| depth_of(row, entries) > entry.depth) {
            close(row);
        }
        let role = entry.node.role.as_str();
        let goes_on = open
            .last()
            .is_some_and(|row| depth_of(row, entries) == entry.depth && row.parent == entry.parent && row.role == role);
        if goes_on {
            if let Some(row) = open.last_mut() {
                row.members.push(at);
            }
            continue;
        }
        if let Some(row) = open.pop_if(|row| depth_of(row, entries) == entry.depth) {
            close(row);
        }
        if !matches!(role, "text" | "heading" | "paragraph" | "iframe" | "dialog" | "textbox") {
            open.push(RepeatedRow { role, parent: entry.parent, members: vec![at] });
        }
    }
    open.into_iter().for_each(close);
    found
}

fn depth_of(row: &RepeatedRow<'_>, entries: &[OutlineEntry<'_>]) -> usize {
    row.members.first().map_or(0, |at| entries[*at].depth)
}

/// So many like things are a row that can be told in a line.
const MANY: usize = 10;
/// How many are shown of a row that is not in view.
const FIRST_FEW: usize = 3;
/// From so many on, a list is tedious.
const LONG: usize = 20;
