use serde_json::{Value, json};
use webhand_model::{Input, Node, Origin};

use super::{Stage, acted, arrived, calls, moved_on, page, plain, saw, task};

/// Whether the look after a call is taken with a picture.
fn is_pictured(call: (&'static str, Value), came_of_it: Input) -> bool {
    let inspected = ["fill", "type", "click"].contains(&call.0).then(plain);
    let inputs = [arrived(), saw(), calls([call])].into_iter().chain(inspected).chain([came_of_it]);
    Stage::new(task()).play(inputs).told().ends_with("observe with picture")
}

#[test]
fn a_picture_is_taken_of_what_an_action_changes_but_not_after_typing_or_reading() {
    assert!(Stage::new(task()).play([arrived()]).told().ends_with("observe with picture"), "the first look");
    assert!(is_pictured(("click", json!({"ref": "e1"})), acted("clicked")));
    assert!(is_pictured(("scroll", json!({"direction": "down"})), acted("scrolled")));
    assert!(
        is_pictured(("type", json!({"ref": "e1", "text": "x", "submit": true})), moved_on("typed")),
        "another page"
    );
    assert!(!is_pictured(("fill", json!({"ref": "e1", "value": "x"})), acted("filled")));
    for name in ["read", "find", "console", "network", "downloads", "screenshot"] {
        assert!(!is_pictured((name, json!({})), acted("told")), "{name}");
    }
}

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
