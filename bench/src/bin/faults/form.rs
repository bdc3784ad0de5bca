//! The page of all runs. The browser is a fake: an action that a faulty provider could double is doubled before a real
//! browser is involved.

use webhand_model::{DocumentId, Node, PageState, RefBook, Rev, Snapshot, TabId, Viewport};

/// The fields `e1` and `e2` of a shop.
pub fn page() -> Snapshot {
    let mut book = RefBook::default();
    book.add_top(DocumentId(1));
    let field = |(number, name): (u32, &str)| Node {
        target: book.assign_ref(DocumentId(1), number),
        role: "textbox".to_owned(),
        name: name.to_owned(),
        in_view: true,
        ..Node::default()
    };
    Snapshot {
        tab: TabId(1),
        rev: Rev(1),
        url: "http://localhost:1/".to_owned(),
        title: "Form".to_owned(),
        state: PageState::Ready,
        viewport: Viewport::default(),
        nodes: [(1, "Name"), (2, "Street")].map(field).to_vec(),
        truncated: false,
        tabs: Vec::new(),
        dialog: None,
        picture: None,
    }
}
