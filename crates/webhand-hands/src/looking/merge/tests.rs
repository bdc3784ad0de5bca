use webhand_model::{DocumentId, Node, NodeState, Origin, RefBook};
use webhand_wire::{PageNode, PageSnapshot};

use super::{Children, DocumentPart, merge};

fn node(depth: u32, number: Option<u32>, role: &str, name: &str, bounds: Option<[i32; 4]>) -> PageNode {
    PageNode {
        depth,
        node: number,
        role: role.to_owned(),
        name: name.to_owned(),
        bounds,
        in_view: true,
        ..PageNode::default()
    }
}

fn part(document: u64, origin: &str, viewport: [f64; 2], nodes: Vec<PageNode>) -> DocumentPart {
    let seen = PageSnapshot {
        title: String::new(),
        url: String::new(),
        ready: "complete".to_owned(),
        viewport,
        scroll: [0.0; 4],
        nodes,
        truncated: false,
        suspects: None,
        speakers: None,
    };
    DocumentPart {
        document: DocumentId(document),
        origin: Origin::from_url(origin),
        from: None,
        captcha: None,
        is_navigating: false,
        seen: Some(seen),
    }
}

fn shown(nodes: &[Node]) -> Vec<String> {
    let line = |node: &Node| {
        let target = node.target.map(|target| format!(" {target}")).unwrap_or_default();
        format!("{:1$}{2}{target}", "", node.depth as usize * 2, node.describe())
    };
    nodes.iter().map(line).collect()
}

fn book() -> RefBook {
    let mut refs = RefBook::default();
    refs.add_top(DocumentId(1));
    refs.add_frame(DocumentId(2));
    refs
}

fn page_with_frame() -> DocumentPart {
    let nodes = vec![
        node(0, None, "main", "", None),
        node(1, Some(4), "iframe", "Chat", Some([100, 50, 304, 204])),
        node(0, Some(9), "button", "Send", Some([0, 300, 50, 20])),
    ];
    part(1, "https://shop.test/", [1280.0, 800.0], nodes)
}

#[test]
fn a_frames_content_stands_below_it_in_the_tabs_own_pixels() {
    let inner = part(
        2,
        "https://chat.test/",
        [300.0, 200.0],
        vec![node(0, Some(1), "button", "Open\u{200b}", Some([10, 10, 40, 20]))],
    );
    let children = Children::from([((DocumentId(1), 4), inner)]);
    let mut page = page_with_frame();
    if let Some(seen) = &mut page.seen {
        seen.nodes[1].content = Some([102.0, 52.0, 2.0, 1.0]);
    }
    let nodes = merge(page, children, &mut book());
    assert_eq!(shown(&nodes), ["main", "  iframe \"Chat\" e1", "    button \"Open\" f1e1", "button \"Send\" e2"]);
    assert_eq!(nodes[1].origin, Some(Origin::from_url("https://chat.test")));
    assert_eq!(nodes[2].bounds, Some([122, 62, 80, 20]));
}

#[test]
fn a_frame_that_does_not_answer_is_marked() {
    let silent = DocumentPart {
        document: DocumentId(2),
        origin: Origin::from_url("https://chat.test/"),
        from: None,
        captcha: Some("Turnstile"),
        is_navigating: false,
        seen: None,
    };
    let children = Children::from([((DocumentId(1), 4), silent)]);
    let nodes = merge(page_with_frame(), children, &mut book());
    assert_eq!(nodes.len(), 3);
    assert!(nodes[1].is(NodeState::Unreachable) && nodes[1].is(NodeState::Captcha("Turnstile")));
}

#[test]
fn a_node_outside_the_tabs_view_is_not_in_view() {
    let mut page = page_with_frame();
    if let Some(seen) = &mut page.seen {
        seen.nodes[1].bounds = Some([100, 700, 304, 204]);
    }
    let far = part(
        2,
        "https://chat.test/",
        [300.0, 200.0],
        vec![node(0, Some(1), "button", "Open", Some([10, 150, 40, 20]))],
    );
    let children = Children::from([((DocumentId(1), 4), far)]);
    let nodes = merge(page, children, &mut book());
    assert!(nodes[1].in_view);
    assert!(!nodes[2].in_view);
}

#[test]
fn a_covered_node_names_its_cover_by_ref() {
    let covered = |cover| PageNode { cover: Some(cover), ..node(0, Some(5), "button", "Pay", None) };
    let dialog = node(0, Some(9), "dialog", "Cookies", None);
    let mut refs = RefBook::default();
    refs.add_top(DocumentId(1));
    let top = part(1, "https://shop.test", [100.0, 100.0], vec![dialog, covered(9), covered(0)]);
    let states: Vec<_> = merge(top, Children::default(), &mut refs).into_iter().map(|node| node.states).collect();
    assert_eq!(states, [vec![], vec!["covered=e1".to_owned()], vec!["covered".to_owned()]]);
}
