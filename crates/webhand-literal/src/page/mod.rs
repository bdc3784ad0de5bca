//! A snapshot with an index beside it: the parent of each node, the text of an entry as a whole, and the nodes that only
//! repeat the task.
//!
//! It only reads the snapshot. Positions (`at`, `entry`, `row`) are places in [`PageIndex::nodes`].

pub(crate) mod appearance;
pub(crate) mod content;
pub(crate) mod markdown;

use webhand_model::{Node, NodeState, Ref, Snapshot, truncate};

use crate::language::tokens::words;

/// A snapshot, ready to be searched.
#[derive(Debug)]
pub(crate) struct PageIndex<'a> {
    pub snapshot: &'a Snapshot,
    parents: Vec<Option<usize>>,
    /// Which nodes only repeat the text of the task.
    echoes: Vec<bool>,
    /// The entry that the current round of instructions is for.
    current_entry: Option<usize>,
}

/// The most nodes before a control that count as its surroundings.
const MOST_AROUND: usize = 12;
/// The separator between the cells of a row that a snapshot writes in one line.
const CELL_GAP: &str = " | ";
/// The most characters of an entry that are read.
const MOST_ENTRY: usize = 600;

impl<'a> PageIndex<'a> {
    pub(crate) fn new(snapshot: &'a Snapshot, task: &str) -> Self {
        let mut open: Vec<usize> = Vec::new();
        let nodes = &snapshot.nodes;
        let parent = |(at, node): (usize, &Node)| {
            while open.last().is_some_and(|last| nodes[*last].depth >= node.depth) {
                open.pop();
            }
            let parent = open.last().copied();
            open.push(at);
            parent
        };
        let parents = nodes.iter().enumerate().map(parent).collect();
        let task = words(task);
        let echoes = nodes.iter().map(|node| is_text(&node.role) && echoes(&words(&node.name), &task)).collect();
        Self { snapshot, parents, echoes, current_entry: None }
    }

    /// Whether a node only repeats the task, as on pages that show their visitors what to do.
    pub(crate) fn is_echo(&self, at: usize) -> bool {
        self.echoes[at]
    }

    pub(crate) fn set_current_entry(&mut self, entry: Option<usize>) {
        self.current_entry = entry;
    }

    pub(crate) fn current_entry(&self) -> Option<usize> {
        self.current_entry
    }

    /// Whether a node belongs to the current entry.
    pub(crate) fn is_in_current_entry(&self, at: usize) -> bool {
        self.current_entry.is_some_and(|entry| at == entry || self.inside(entry).contains(&at))
    }

    pub(crate) fn nodes(&self) -> &'a [Node] {
        &self.snapshot.nodes
    }

    /// The descendants of a node.
    pub(crate) fn inside(&self, at: usize) -> std::ops::Range<usize> {
        let depth = self.nodes()[at].depth;
        let length = self.nodes()[at + 1..].iter().take_while(|node| node.depth > depth).count();
        at + 1..at + 1 + length
    }

    pub(crate) fn ancestors(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parents[at], |above| self.parents[*above])
    }

    /// The entry of a list or table that a node lies in.
    pub(crate) fn entry_of(&self, at: usize) -> Option<usize> {
        self.ancestors(at).find(|above| is_entry(&self.nodes()[*above].role))
    }

    pub(crate) fn has_echo(&self) -> bool {
        self.echoes.contains(&true)
    }

    /// The words around a node: of the entry or control that contains it, else of the nodes between it and the previous node
    /// of the same name.
    pub(crate) fn around(&self, at: usize) -> Vec<String> {
        let nodes = self.nodes();
        if let Some(entry) = self.entry_of(at) {
            return words(&self.text_of(entry));
        }
        let owner = self.ancestors(at).find(|above| nodes[*above].target.is_some() && !nodes[*above].name.is_empty());
        if let Some(owner) = owner {
            return words(&nodes[owner].name);
        }
        // A guessed name begins with the kind of element; the words behind it may describe its present state.
        let called = |other: usize| {
            let name = &nodes[other].name;
            if nodes[other].is(NodeState::Guessed) { name.split(' ').next().unwrap_or_default() } else { name.as_str() }
        };
        let alike = |other: &usize| nodes[*other].role == nodes[at].role && called(*other) == called(at);
        let start = (0..at).rev().find(alike).map_or(0, |before| before + 1).max(at.saturating_sub(MOST_AROUND));
        // Without another node of the same name, the nodes before it do not tell it apart.
        let repeated = (0..nodes.len()).any(|other| other != at && alike(&other));
        let near = (start..at).filter(|other| repeated && !self.is_echo(*other));
        near.flat_map(|other| words(&self.own_text(other))).collect()
    }

    /// The dialog that contains a node.
    pub(crate) fn dialog_of(&self, at: usize) -> Option<usize> {
        self.ancestors(at).find(|above| is_dialog(&self.nodes()[*above].role))
    }

    /// The text of a node and its descendants, without repetitions.
    pub(crate) fn text_of(&self, at: usize) -> String {
        let mut text = self.own_text(at);
        let named_by_content = !text.is_empty();
        for inner in self.inside(at) {
            let own = self.own_text(inner);
            let repeated = own.is_empty() || (named_by_content && text.contains(&own)) || text.ends_with(&own);
            let control = self.nodes()[inner].role == "button" && !text.is_empty();
            if repeated || control {
                continue;
            }
            if !text.is_empty() {
                text.push_str(" · ");
            }
            text.push_str(&own);
            if text.len() > MOST_ENTRY {
                break;
            }
        }
        truncate(&text, MOST_ENTRY).into_owned()
    }

    /// The name and value of a node.
    pub(crate) fn own_text(&self, at: usize) -> String {
        let node = &self.nodes()[at];
        match &node.value {
            Some(value) if !value.is_empty() && !node.name.is_empty() => format!("{}: {value}", node.name),
            Some(value) if !value.is_empty() => value.clone(),
            Some(_) | None => node.name.clone(),
        }
    }

    /// Entries of lists and tables in reading order, headers and entries of entries left out.
    pub(crate) fn entries(&self) -> Vec<usize> {
        let nodes = self.nodes();
        let header = |at: usize| self.is_header(at);
        let menu = |at: usize| self.ancestors(at).any(|above| is_boilerplate(&nodes[above].role));
        let nested = |at: usize| self.entry_of(at).is_some();
        (0..nodes.len()).filter(|at| is_entry(&nodes[*at].role) && !header(*at) && !menu(*at) && !nested(*at)).collect()
    }

    pub(crate) fn is_header(&self, at: usize) -> bool {
        let nodes = self.nodes();
        nodes[at].is(NodeState::Header) || self.inside(at).any(|inner| nodes[inner].role == "columnheader")
    }

    /// The texts of the cells of a row.
    pub(crate) fn cells(&self, row: usize) -> Vec<String> {
        let depth = self.nodes()[row].depth + 1;
        let cells: Vec<String> =
            self.inside(row).filter(|at| self.nodes()[*at].depth == depth).map(|at| self.text_of(at)).collect();
        let joined = || self.nodes()[row].name.split(CELL_GAP).map(str::to_owned).collect();
        if cells.is_empty() { joined() } else { cells }
    }

    /// The column headers of the table that contains a row.
    pub(crate) fn headers(&self, row: usize) -> Vec<String> {
        let table =
            |at: usize| self.ancestors(at).find(|above| matches!(self.nodes()[*above].role.as_str(), "table" | "grid"));
        let header = (0..row).rev().find(|at| self.nodes()[*at].role == "row" && self.is_header(*at));
        header.filter(|at| table(*at) == table(row)).map(|at| self.cells(at)).unwrap_or_default()
    }

    /// The element that opens an entry: its first link, the entry itself, or its first other element.
    pub(crate) fn opener(&self, entry: usize) -> Option<Ref> {
        let nodes = self.nodes();
        let link = self.inside(entry).find(|at| nodes[*at].role == "link" && nodes[*at].target.is_some());
        let any = || self.inside(entry).find(|at| nodes[*at].target.is_some() && nodes[*at].role != "button");
        link.and_then(|at| nodes[at].target).or(nodes[entry].target).or_else(|| any().and_then(|at| nodes[at].target))
    }

    /// The words of the text just before a field, which label a field without a name.
    pub(crate) fn label_before(&self, at: usize) -> Vec<String> {
        let nodes = self.nodes();
        let before = (at.saturating_sub(2)..at)
            .rev()
            .find(|near| nodes[*near].target.is_none() && !nodes[*near].name.is_empty());
        before.map(|near| words(&nodes[near].name)).unwrap_or_default()
    }

    /// Whether the node just before is a text that ends in a colon.
    pub(crate) fn follows_a_label(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|before| {
            let before = &self.nodes()[before];
            before.target.is_none() && before.name.trim_end().ends_with(':')
        })
    }

    /// A hash of names and address: two looks with the same fingerprint show the same.
    pub(crate) fn fingerprint(&self) -> String {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let texts = self.nodes().iter().map(|node| node.name.as_str()).chain([self.snapshot.url.as_str()]);
        for byte in texts.flat_map(str::bytes) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        format!("{hash:x}")
    }

    pub(crate) fn describe(&self, target: Ref) -> String {
        self.snapshot.describe(target)
    }
}

/// Whether a text contains the task, or is its beginning or end.
fn echoes(own: &[String], task: &[String]) -> bool {
    let part = own.len() >= 3 && (task.starts_with(own) || task.ends_with(own));
    let whole = task.len() >= 3 && own.windows(task.len()).any(|window| window == task);
    part || whole
}

/// Whether a role is that of plain text, which cannot be operated.
pub(crate) fn is_text(role: &str) -> bool {
    matches!(role, "text" | "paragraph" | "heading")
}

pub(crate) fn is_entry(role: &str) -> bool {
    matches!(role, "row" | "listitem" | "article" | "option" | "treeitem")
}

pub(crate) fn is_dialog(role: &str) -> bool {
    matches!(role, "dialog" | "alertdialog")
}

pub(crate) fn is_boilerplate(role: &str) -> bool {
    matches!(role, "navigation" | "banner" | "contentinfo" | "combobox" | "listbox" | "menu" | "menubar" | "tablist")
}

pub(crate) fn is_field(role: &str) -> bool {
    matches!(role, "textbox" | "searchbox" | "combobox" | "spinbutton" | "slider")
}
