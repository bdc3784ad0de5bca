use webhand_model::{Input, Node, Origin};

use super::{Stage, arrived, page, task};

#[test]
fn what_a_foreign_frame_shows_does_not_reach_the_brain() {
    let mut seen = page();
    let advert = Node { role: "iframe".to_owned(), name: "Advert".to_owned(), ..Node::default() };
    seen.nodes.push(Node { origin: Some(Origin::of("https://ads.test/box")), ..advert });
    seen.nodes.push(Node { depth: 1, role: "text".to_owned(), name: "canary".to_owned(), ..Node::default() });
    let stage = Stage::new(task()).play([arrived(), Input::Observed(Box::new(seen))]);
    let prompt = stage.run.prompt().expect("a look");
    assert!(prompt.observation.text.contains("- iframe \"Advert\" [origin=https://ads.test] [withheld]"));
    assert!(!format!("{prompt:?}").contains("canary"));
}
