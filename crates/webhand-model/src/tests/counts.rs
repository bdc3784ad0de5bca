//! Elements that were only counted are rendered with their number and how to get them.

use super::{node, page, refs};
use crate::{Node, RenderOptions};

fn counted(depth: u32, role: &str, count: &str) -> Node {
    Node { value: Some(count.to_owned()), states: vec!["below".to_owned()], ..node(depth, "more", role) }
}

#[test]
fn far_elements_are_counted_at_their_place() {
    let mut nodes = vec![
        node(0, "main", "Cards"),
        node(1, "article", "One"),
        counted(1, "article", "799"),
        counted(0, "generic", "2"),
    ];
    nodes[0].target = refs(1).first().copied();
    let text = page(nodes).render(RenderOptions::default()).text;
    assert!(text.contains("  … 799 more article below (snapshot scope=e1, collect e1 or find shows them)\n"), "{text}");
    assert!(text.ends_with("… 2 more parts below (find, scroll or a greater budget shows them)\n"), "{text}");
}
