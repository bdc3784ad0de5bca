use webhand_model::{Node, Origin, Permission, RenderOptions, Snapshot, Task};

use super::{SHOP, page, policy};
use crate::redact_frames;

fn frame(depth: u32, name: &str, origin: &str) -> [Node; 2] {
    let framed = Node { depth, role: "iframe".to_owned(), name: name.to_owned(), ..Node::default() };
    let text = Node { depth: depth + 1, role: "text".to_owned(), name: format!("inside {name}"), ..Node::default() };
    [Node { origin: Some(Origin::from(origin.to_owned())), ..framed }, text]
}

/// The shop with frames of its own, of an advertiser, of a bank in the advert, and one in a sandbox.
fn framed() -> Snapshot {
    let mut page = page();
    page.nodes = [frame(0, "own", SHOP), frame(0, "advert", "https://ads.test"), frame(1, "bank", "https://bank.test")]
        .into_iter()
        .chain([frame(1, "nested", SHOP), frame(0, "boxed", "null")])
        .flatten()
        .collect();
    page
}

fn seen(grants: &[(&str, Permission)]) -> String {
    redact_frames(framed(), &policy(grants)).render(RenderOptions::default()).text
}

#[test]
fn a_frame_of_another_origin_is_only_a_placeholder() {
    let text = seen(&[]);
    assert!(
        text.contains("inside own") && text.contains("- iframe \"advert\" [origin=https://ads.test] [withheld]"),
        "{text}"
    );
    for canary in ["inside advert", "bank", "nested", "inside boxed"] {
        assert!(!text.contains(canary), "{canary}: {text}");
    }
}

#[test]
fn a_frame_whose_origin_may_be_read_shows_its_own_content_and_no_other() {
    let text = seen(&[("ads.test", Permission::Read)]);
    assert!(text.contains("inside advert") && text.contains("inside nested"), "{text}");
    assert!(text.contains("- iframe \"bank\" [origin=https://bank.test] [withheld]"), "{text}");
    assert!(!text.contains("inside bank"), "{text}");
}

#[test]
fn an_outside_agent_reads_what_it_could_open_and_frames_in_sandboxes() {
    let policy = crate::Policy::of(&Task::for_outside_agent("an agent"));
    let text = redact_frames(framed(), &policy).render(RenderOptions::default()).text;
    for canary in ["inside own", "inside advert", "inside bank", "inside boxed"] {
        assert!(text.contains(canary), "{canary}: {text}");
    }
}
