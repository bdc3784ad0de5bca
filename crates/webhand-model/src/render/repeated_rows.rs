//! Rows of many similar items: the entries of a list or table, cards, links of a footer.

use super::outline::OutlineEntry;
use crate::NodeState;

/// Consecutive siblings of one role.
#[derive(Debug)]
pub(super) struct RepeatedRow<'a> {
    pub(super) role: &'a str,
    /// The entry that contains them.
    pub(super) parent: Option<usize>,
    /// Their entries.
    pub(super) members: Vec<usize>,
}

impl RepeatedRow<'_> {
    /// The members that need not be shown one by one: all but those in view or, if none is, all but the first few.
    pub(super) fn rest(&self, entries: &[OutlineEntry<'_>]) -> Vec<usize> {
        // Options of a native list are visible only while it is open, and then not as a part of the page.
        let is_native = self.is_options(entries);
        let is_in_view = |at: usize| !is_native && entries[at..entries[at].end].iter().any(|entry| entry.node.in_view);
        let mut new = 0;
        let mut shows = |at: usize| {
            new += usize::from(entries[at].is_new());
            is_in_view(at) || (entries[at].is_new() && new <= FIRST_NEW)
        };
        let rest: Vec<usize> = self.members.iter().copied().filter(|at| !shows(*at)).collect();
        if rest.len() == self.members.len() {
            return self.members.iter().copied().skip(FIRST_FEW).collect();
        }
        rest
    }

    /// The number of options beyond those that were collected.
    pub(super) fn beyond(&self, entries: &[OutlineEntry<'_>]) -> usize {
        let Some(parent) = self.parent.filter(|_| self.is_options(entries)) else { return 0 };
        let count = entries[parent].node.parsed_states().find_map(NodeState::options);
        count.unwrap_or(0).saturating_sub(self.members.len())
    }

    /// Whether the row is summed up even if there is room: a long list of options, or one in navigation or footer out of
    /// view.
    pub(super) fn is_always_summed(&self, entries: &[OutlineEntry<'_>]) -> bool {
        let is_far = |at: &usize| entries[*at].is_boilerplate && !entries[*at].node.in_view;
        self.members.len() >= LONG && (self.is_options(entries) || self.members.iter().all(is_far))
    }

    fn is_options(&self, entries: &[OutlineEntry<'_>]) -> bool {
        self.role == "option" && self.parent.is_some_and(|parent| entries[parent].node.role == "combobox")
    }
}

/// All rows of at least `MANY` members.
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

/// The least number of members of a row that can be summed up in a line.
const MANY: usize = 10;
/// The number of members shown of a row out of view.
const FIRST_FEW: usize = 3;
/// The number of members shown of those that are out of view and that the look before did not have.
const FIRST_NEW: usize = 10;
/// The number of members from which on a row may be summed up even if there is room.
const LONG: usize = 20;
