//! Examples for the types, and properties that must hold for hostile input.

use crate::{DocumentId, Node, PageState, Ref, RefBook, Rev, Snapshot, TabId, TabInfo, Viewport};

mod address;
mod budget;
mod call;
mod catalogue;
mod clean;
mod counts;
mod delta;
mod find;
mod journal;
mod node_state;
mod owner;
mod pattern;
mod properties;
mod reading;
mod refs;
mod render;
mod rows;
mod summary;
mod usage;
mod written;

/// A page of these nodes with defaults for everything else.
fn page(nodes: Vec<Node>) -> Snapshot {
    Snapshot {
        tab: TabId(1),
        rev: Rev(7),
        url: "https://mail.test/inbox".to_owned(),
        title: "Inbox (556)".to_owned(),
        state: PageState::Ready,
        viewport: Viewport::default(),
        nodes,
        truncated: false,
        tabs: vec![TabInfo { id: TabId(1), title: "Inbox".to_owned(), url: "https://mail.test/inbox".to_owned() }],
        dialog: None,
        picture: None,
    }
}

fn node(depth: u32, role: &str, name: &str) -> Node {
    Node { depth, role: role.to_owned(), name: name.to_owned(), in_view: true, ..Node::default() }
}

/// The refs `e1`, `e2`, … of one document.
fn refs(count: u32) -> Vec<Ref> {
    let mut book = RefBook::default();
    book.add_top(DocumentId(1));
    (0..count).map(|node| book.assign_ref(DocumentId(1), node).expect("a known document")).collect()
}
