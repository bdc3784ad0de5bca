//! When the prompt comes with a picture.

use webhand_model::{Input, Node, ObservationMode, Outcome, PromptPicture, SamePicture, Snapshot, Task};

use super::{TestRun, acted, arrived, calls, click, page, plain, task};

/// A look with a picture, and with these nodes beside the usual ones.
fn pictured(nodes: &[Node]) -> Input {
    Input::Observed(Box::new(look(nodes)))
}

fn look(nodes: &[Node]) -> Snapshot {
    let mut look = page();
    look.nodes.extend_from_slice(nodes);
    look.picture = Some("1.jpg".to_owned());
    look
}

fn drawn(role: &str, name: &str, side: i32) -> Node {
    let bounds = Some([0, 0, side, side]);
    Node { role: role.to_owned(), name: name.to_owned(), bounds, in_view: true, ..Node::default() }
}

fn text(name: &str) -> Node {
    Node { role: "text".to_owned(), name: name.to_owned(), in_view: true, ..Node::default() }
}

fn shown(test: &TestRun) -> Option<PromptPicture> {
    test.prompt().expect("a prompt").observation.picture
}

fn after_first_look(nodes: &[Node]) -> Option<PromptPicture> {
    shown(&TestRun::new(task()).play([arrived(), pictured(nodes)]))
}

#[test]
fn a_page_that_its_text_tells_comes_without_a_picture() {
    for (nodes, is_shown) in [
        (vec![], false),
        (vec![drawn("canvas", "", 300)], true),
        (vec![drawn("canvas", "", 20)], false),
        (vec![drawn("img", "", 200)], true),
        (vec![drawn("img", "A lamp", 200)], false),
        (vec![Node { in_view: false, ..drawn("canvas", "", 300) }], false),
    ] {
        assert_eq!(after_first_look(&nodes).is_some(), is_shown, "{nodes:?}");
    }
}

#[test]
fn a_click_that_changes_no_text_comes_with_a_picture_and_one_that_does_comes_without() {
    let clicked = || TestRun::new(task()).play([arrived(), pictured(&[]), click("e1"), plain(), acted("clicked")]);
    let left_out = PromptPicture { number: 1, if_same: SamePicture::LeftOut };
    assert_eq!(shown(&clicked().play([pictured(&[])])), Some(left_out));
    assert_eq!(shown(&clicked().play([pictured(&[text("Ordered")])])), None);
}

#[test]
fn a_picture_that_was_asked_for_is_sent_also_if_it_is_the_same() {
    let shot = Outcome { picture: Some("5.jpg".to_owned()), ..Outcome::done("took a picture") };
    let asked = calls([("screenshot", serde_json::json!({}))]);
    let unpictured = Input::Observed(Box::new(Snapshot { picture: None, ..look(&[]) }));
    let test = TestRun::new(task()).play([arrived(), pictured(&[]), asked, Input::Acted(shot), unpictured]);
    assert_eq!(shown(&test), Some(PromptPicture { number: 1, if_same: SamePicture::SentAgain }));
}

#[test]
fn pictures_are_counted_as_they_are_shown() {
    let Input::Answered(answer) = click("e1") else { panic!("an answer") };
    let seeing = Input::Answered(webhand_model::BrainAnswer { saw_picture: true, ..answer });
    let test = TestRun::new(task()).play([arrived(), pictured(&[drawn("canvas", "", 300)]), seeing, plain()]);
    let test = test.play([acted("clicked"), pictured(&[drawn("canvas", "", 301), text("new")])]);
    assert_eq!(shown(&test).map(|picture| picture.number), Some(2));
}

#[test]
fn a_brain_that_works_by_pictures_gets_each_of_them() {
    let by_pictures = Task { observation_mode: ObservationMode::Points, ..task() };
    let test = TestRun::new(by_pictures).play([arrived(), pictured(&[])]);
    assert_eq!(shown(&test).map(|picture| picture.if_same), Some(SamePicture::SentAgain));
}
