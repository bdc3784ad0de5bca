use insta::assert_snapshot;
use proptest::prelude::*;

use super::reading::{hostile_page, read, refs_in};
use super::{node, page, refs};
use crate::{NativeDialog, Node, RenderOptions, Rev, Snapshot, TabId, count_tokens};

fn control(at: u32, depth: u32, role: &str, name: &str) -> Node {
    Node { target: refs(at).last().copied(), ..node(depth, role, name) }
}

fn shop() -> Snapshot {
    let mut nodes = vec![
        node(0, "banner", ""),
        control(1, 1, "searchbox", "Search shop"),
        node(1, "status", ""),
        node(2, "text", "Ready"),
        node(0, "main", ""),
    ];
    for at in 0..40 {
        nodes.push(node(1, "article", ""));
        nodes.push(control(2 * at + 2, 2, "link", &format!("Lantern {at}")));
        nodes.push(control(2 * at + 3, 2, "checkbox", &format!("Compare {at}")));
    }
    page(nodes)
}

fn later(page: &Snapshot, change: impl FnOnce(&mut Vec<Node>)) -> Snapshot {
    let mut later = page.clone();
    later.rev = Rev(page.rev.0 + 1);
    change(&mut later.nodes);
    later
}

#[test]
fn the_focus_on_a_pressed_button_is_no_change_but_on_a_field_it_is() {
    let before = shop();
    let focused = |at: usize| later(&before, |nodes| nodes[at].states.push("focused".to_owned()));
    assert!(focused(6).shows_nothing_new_since(&before));
    assert!(!focused(1).shows_nothing_new_since(&before));
    assert!(!later(&focused(6), |nodes| nodes[3].name = "Busy".to_owned()).shows_nothing_new_since(&before));
}

#[test]
fn renders_what_appeared_changed_and_disappeared_with_its_place() {
    let before = shop();
    let now = later(&before, |nodes| {
        nodes[3].name = "1 in the cart".to_owned();
        nodes[7].states.push("checked".to_owned());
        nodes.drain(8..11);
        nodes.push(node(0, "dialog", "Cookies"));
        nodes.push(node(1, "text", "We use them all."));
        nodes.push(control(90, 1, "button", "Accept"));
    });
    assert_snapshot!(now.render_delta(&before, RenderOptions::default()).text, @r#"
    page "Inbox (556)" https://mail.test/inbox  tab=t1 rev=8 since=7
    ~ - text "1 in the cart"
    ~ - checkbox "Compare 0" [ref=e3] [checked]
    + - dialog "Cookies"
    +   - text "We use them all."
    +   - button "Accept" [ref=e90]
    - - link "Lantern 1" [gone=e4]
    - - checkbox "Compare 1" [gone=e5]
    "#);
    assert_snapshot!(now.summarize_changes(&before, 250).expect("changes"), @r#"
    ~ - text "1 in the cart"
    + - dialog "Cookies"
    +   - text "We use them all."
    +   - button "Accept" [ref=e90]
    ~ - checkbox "Compare 0" [ref=e3] [checked]
    - - link "Lantern 1" [gone=e4]
    - - checkbox "Compare 1" [gone=e5]
    "#);
}

#[test]
fn a_change_stands_below_the_node_that_names_its_place() {
    let mut before = shop();
    before.nodes.extend([node(0, "group", "Address"), node(1, "list", ""), node(2, "listitem", "")]);
    before.nodes.push(control(90, 3, "textbox", "Street"));
    let now = later(&before, |nodes| nodes.push(node(3, "text", "Required")));
    assert_snapshot!(now.render_delta(&before, RenderOptions::default()).text, @r#"
    page "Inbox (556)" https://mail.test/inbox  tab=t1 rev=8 since=7
      - group "Address"
    +   - text "Required"
    "#);
}

#[test]
fn a_page_that_only_scrolled_has_no_changes() {
    let before = shop();
    let now = later(&before, |nodes| {
        for node in nodes {
            node.in_view = !node.in_view;
            node.bounds = Some([0, 700, 10, 10]);
        }
    });
    assert_eq!(now.summarize_changes(&before, 250), None);
    assert!(now.render_delta(&before, RenderOptions::default()).text.ends_with("since=7\n… nothing visible changed\n"));
}

#[test]
fn a_moved_focus_is_one_change_at_its_new_place() {
    let mut before = shop();
    before.nodes[1].states.push("focused".to_owned());
    let now = later(&before, |nodes| {
        nodes[1].states.clear();
        nodes[6].states.push("focused".to_owned());
    });
    assert_eq!(now.summarize_changes(&before, 250).as_deref(), Some("~ - link \"Lantern 0\" [ref=e2] [focused]\n"));
}

#[test]
fn alerts_come_before_many_changes_and_clocks_come_last() {
    let mut before = shop();
    before.nodes.push(node(0, "text", "It is 12:03:05"));
    let now = later(&before, |nodes| {
        nodes.last_mut().expect("a node").name = "It is 12:03:06".to_owned();
        nodes.extend((0..500).map(|at| node(0, "text", &format!("Row {at} came in from the far north"))));
        nodes.push(node(0, "alert", "Card refused"));
    });
    let brief = now.summarize_changes(&before, 120).expect("changes");
    assert!(brief.starts_with("+ - alert \"Card refused\"\n+ - text \"Row 0 came"), "{brief}");
    assert!(!brief.contains("12:03") && brief.contains(" more changes (snapshot"), "{brief}");
    assert!(count_tokens(&brief) <= 240, "what appeared may take twice as much: {brief}");
}

#[test]
fn a_list_that_opened_is_told_whole_although_it_covers_much() {
    let before = shop();
    let now = later(&before, |nodes| {
        for node in nodes.iter_mut().filter(|node| node.target.is_some()) {
            node.states.push("covered=e90".to_owned());
        }
        nodes.push(control(90, 0, "listbox", "Priority"));
        nodes.extend((0..6).map(|at| node(1, "option", &format!("Priority number {at}"))));
    });
    let brief = now.summarize_changes(&before, 100).expect("changes");
    assert_eq!(brief.matches("+   - option").count(), 6, "{brief}");
    assert!(brief.matches("covered=e90").count() <= 3, "{brief}");
}

#[test]
fn a_look_marks_what_the_look_before_did_not_show_and_gives_it_the_budget_first() {
    let before = shop();
    let now = later(&before, |nodes| {
        nodes[7].states.push("checked".to_owned());
        nodes.push(control(90, 0, "menu", "Actions"));
        nodes.extend((0..6).map(|at| control(91 + at, 1, "menuitem", &format!("Action {at}"))));
    });
    let text = now.render_compact_since(&before, 200).text;
    for at in 0..6 {
        assert!(text.contains(&format!("menuitem Action {at}")), "{text}");
    }
    assert!(text.contains("[new]") && text.contains("checkbox \"Compare 0\" [ref=e3] [checked]"), "{text}");
    assert!(
        text.find("Search shop").expect("shown") < text.find("Action 0").expect("shown"),
        "the order stays: {text}"
    );
    assert!(!now.render_compact(200).text.contains("[new]"));
    assert_eq!(now.render_compact_since(&now, 200), now.render_compact(200));
}

#[test]
fn what_another_page_has_in_common_comes_after_the_rest() {
    let mut before = shop();
    before.nodes.truncate(5);
    before.nodes.extend((0..90).map(|at| control(at + 2, 1, "link", &format!("Folder {at}"))));
    let mut now = before.clone();
    now.tab = TabId(2);
    now.nodes.extend((0..20).map(|at| control(at + 200, 1, "button", &format!("Tool {at}"))));
    let text = now.render_compact_since(&before, 430).text;
    assert!(text.contains("Tool 19") && text.contains("Folder 3") && !text.contains("[new]"), "{text}");
    assert!(!text.contains("Folder 89"), "{text}");
}

#[test]
fn changes_against_an_older_look_mark_what_the_last_look_did_not_show() {
    let whole = shop();
    let before = later(&whole, |nodes| nodes.push(control(90, 0, "button", "Older")));
    let now = later(&before, |nodes| nodes.push(control(91, 0, "button", "Newer")));
    let text = now.render_changes(&whole, &before, 200).expect("few changes");
    assert_eq!(text, "+ - button \"Older\" [ref=e90]\n+ - button \"Newer\" [ref=e91] [new]\n");
}

#[test]
fn what_was_seen_and_is_not_in_the_look_is_told_again() {
    let look = "- alert \"Saved\"\n- text: \"{e9 button Send} {e10 link Undo}\"\n";
    let seen = "+ - alert \"Saved\"\n+ - status \"Copied\"\n~   - button \"Send\" [ref=e9]\n- - link \"x\" [gone=e3]\n";
    assert_eq!(crate::changes_missing_from(look, seen).as_deref(), Some("+ - status \"Copied\"\n"));
    assert_eq!(crate::changes_missing_from(look, "+ - alert \"Saved\"\n"), None);
}

#[test]
fn a_new_order_is_a_change() {
    let before = shop();
    let now = later(&before, |nodes| nodes[5..].rotate_right(3));
    assert_eq!(
        now.summarize_changes(&before, 250).as_deref(),
        Some("… 2 elements in another order (snapshot shows it)\n")
    );
}

#[test]
fn another_page_is_rendered_from_its_beginning() {
    let before = shop();
    let mut now = later(&before, |nodes| nodes.truncate(2));
    now.tab = TabId(2);
    let whole = now.render(RenderOptions::default()).text;
    assert_eq!(now.summarize_changes(&before, 250), Some(whole.clone()));
    assert_eq!(now.render_delta(&before, RenderOptions::default()).text, whole);
    let asking = Snapshot {
        dialog: Some(NativeDialog { kind: "confirm".to_owned(), message: "Sure?".to_owned() }),
        ..before.clone()
    };
    assert!(
        asking
            .summarize_changes(&before, 250)
            .expect("a dialog")
            .contains("- alertdialog \"Sure?\" [native=confirm] [blocking]")
    );
}

/// Pages write above their heading, or in a message, what the action on the page before did.
#[test]
fn the_message_of_another_page_is_rendered() {
    let before = shop();
    let mut now = later(&before, |nodes| {
        let message = [
            node(1, "listitem", ""),
            node(2, "text", "The lamp"),
            node(2, "link", "Blue"),
            node(2, "text", "was added."),
        ];
        nodes.truncate(4);
        nodes.push(node(0, "main", ""));
        nodes.extend(message);
        nodes.push(node(1, "heading", "Lamps"));
        nodes.extend([node(1, "alert", ""), node(2, "text", "Only two"), node(2, "text", "are left")]);
        nodes.extend((100..200).map(|id| control(id, 1, "link", &format!("A lantern of kind {id}"))));
    });
    now.tab = TabId(2);
    let brief = now.summarize_changes(&before, 250).expect("another page");
    let message = "- text \"The lamp Blue was added.\"\n- heading \"Lamps\"\n- alert: \"Only two are left\"\n";
    assert!(brief.contains(message), "{brief}");
}

#[test]
fn of_another_page_all_controls_are_rendered_or_none() {
    let before = shop();
    let mut now = later(&before, |nodes| {
        nodes.push(node(0, "heading", "Lanterns of the north"));
        nodes.extend((100..200).map(|id| control(id, 0, "link", &format!("A lantern of kind {id}"))));
    });
    now.tab = TabId(2);
    let brief = now.summarize_changes(&before, 250).expect("another page");
    assert!(brief.contains("- heading \"Lanterns of the north\"\n") && !brief.contains("[ref="), "{brief}");
    assert!(brief.ends_with("(snapshot shows them, find finds one on the whole page)\n"), "{brief}");
    assert!(count_tokens(&brief) <= 250, "{brief}");
}

#[test]
fn a_page_that_changed_all_over_is_shown_whole() {
    let before = shop();
    let now = later(&before, |nodes| nodes.iter_mut().for_each(|node| node.name.push('!')));
    let rendering = RenderOptions::default();
    assert_eq!(now.render_delta(&before, rendering), now.render(rendering));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn differences_of_hostile_pages_read_back_and_keep_their_budget(
        before in hostile_page(20),
        after in hostile_page(20),
        budget in 150_usize..900,
    ) {
        let now = Snapshot { tab: before.tab, dialog: None, ..after };
        let real: Vec<String> = now.nodes.iter().filter_map(|node| node.target).map(|target| target.to_string()).collect();
        let delta = now.render_delta(&before, RenderOptions { budget, ..RenderOptions::default() }).text;
        let brief = now.summarize_changes(&before, budget).unwrap_or_default();
        prop_assert!(count_tokens(&delta) <= budget && count_tokens(&brief) <= budget * 2, "{delta}\n{brief}");
        let unmarked = if brief.starts_with("page ") { brief } else { format!("page \"\"   tab=t1 rev=1 since=0\n{brief}") };
        for text in [delta, unmarked] {
            let lines = read(&text).map_err(TestCaseError::fail)?;
            prop_assert!(refs_in(&lines).iter().all(|found| real.contains(found)), "{text}");
        }
    }
}
