use proptest::prelude::*;

use super::reading::hostile_page;
use super::{node, page, refs};
use crate::{NativeDialog, Node, PageState, RenderOptions, Rev, TabId, TabInfo, count_tokens};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_page_passes_its_budget(page in hostile_page(40), budget in 50_usize..3_000, scope in any::<bool>()) {
        let scope = page.nodes.iter().find_map(|node| node.target).filter(|_| scope);
        let rendered = page.render(RenderOptions { budget, scope, boxes: true });
        prop_assert!(count_tokens(&rendered.text) <= budget, "{} > {budget}: {}", count_tokens(&rendered.text), rendered.text);
    }

    #[test]
    fn a_text_never_counts_more_whole_than_line_by_line(one in "(?s).{0,40}", other in "(?s).{0,40}") {
        let one = format!("{one}\n");
        let whole = [one.as_str(), other.as_str()].concat();
        prop_assert!(count_tokens(&whole) <= count_tokens(&one) + count_tokens(&other));
    }

    #[test]
    fn no_text_counts_more_tokens_than_bytes(text in "(?s).{0,80}") {
        prop_assert!(count_tokens(&text) <= text.len() + 2, "{text:?}");
    }
}

#[test]
fn tokens_are_counted_tightly_and_never_too_few() {
    // The numbers of the o200k encoding.
    let counted = [
        ("- button \"Sign in now\" [ref=e5]\n", 12),
        ("    - checkbox \"Select mail 0000\" [ref=e123]\n", 15),
        ("The quarterly figures arrived late and nobody could say why the totals moved again", 14),
        ("Die Lieferung kommt am Mittwoch, den 12. November", 11),
        ("Съешь ещё этих мягких французских булок", 11),
        ("速い茶色の狐が怠け者の犬を飛び越える", 18),
        ("مرحبا بالعالم، كيف حالك اليوم؟", 10),
        ("https://shop.example.org/lamps?page=12&sort=price", 15),
        ("👍 🎉 ✅", 4),
    ];
    for (text, count) in counted {
        let estimate = count_tokens(text);
        assert!((count..=count * 2).contains(&estimate), "{estimate} for {count}: {text}");
    }
}

#[test]
fn the_longest_head_and_the_longest_omission_fit_the_smallest_budget() {
    let long = "\u{1}".repeat(10_000);
    let mut page = page((0..20_000).map(|_| node(0, "menuitemcheckbox", &"漢".repeat(200))).collect());
    (page.tab, page.rev, page.title, page.url) = (TabId(u64::MAX), Rev(u64::MAX), long.clone(), "漢".repeat(3_000));
    page.state = PageState::Closed(long.clone());
    page.dialog = Some(NativeDialog { kind: "beforeunload".to_owned(), message: long.clone() });
    page.tabs.extend((0..200).map(|id| TabInfo { id: TabId(id), title: long.clone(), url: long.clone() }));
    page.truncated = true;
    let rendered = page.render(RenderOptions { budget: 150, ..RenderOptions::default() });
    assert!(count_tokens(&rendered.text) <= 150, "{}", rendered.text);
    assert!(rendered.text.contains("[native=beforeunload] [blocking]"));
    assert!(rendered.text.contains("201 more tabs"), "{}", rendered.text);
    assert!(rendered.text.contains("20000 more nodes"));
    assert!(rendered.text.ends_with("shows them)\n"), "{}", rendered.text);
}

#[test]
fn controls_survive_a_flood_of_text_before_them() {
    let refs = refs(3);
    let flood = (0..500).map(|_| node(1, "text", &"noise all over the place. ".repeat(16)));
    let mut nodes = vec![node(0, "main", "")];
    nodes.extend(flood);
    nodes.push(Node { target: Some(refs[0]), ..node(1, "button", "Place order") });
    nodes.push(Node {
        target: Some(refs[1]),
        in_view: false,
        states: vec!["focused".to_owned()],
        ..node(1, "textbox", "Name")
    });
    nodes.push(Node { target: Some(refs[2]), in_view: false, ..node(0, "link", "Imprint") });
    let page = page(nodes);
    assert!(page.nodes.iter().map(|node| node.name.len()).sum::<usize>() > 200_000);
    for budget in [150, 300, 6_000] {
        let rendered = page.render(RenderOptions { budget, ..RenderOptions::default() });
        assert!(rendered.text.contains("- button \"Place order\" [ref=e1]"), "{budget}: {}", rendered.text);
        assert!(rendered.text.contains("- textbox \"Name\" [ref=e2] [focused]"), "{budget}: {}", rendered.text);
        assert!(rendered.omitted > 400 && rendered.text.contains("more nodes"));
    }
}

#[test]
fn every_control_in_view_comes_before_text_in_view() {
    let button = |target| Node { target: Some(target), ..node(0, "button", "A button with a rather long name to it") };
    let mut nodes: Vec<Node> = (0..500).map(|_| node(0, "text", &"noise all over the place. ".repeat(16))).collect();
    nodes.extend(refs(100).into_iter().map(button));
    let text = page(nodes).render(RenderOptions { budget: 3_000, ..RenderOptions::default() }).text;
    assert_eq!(text.matches("- button").count(), 100);
}

#[test]
fn a_focused_field_with_a_long_value_is_cut_rather_than_left_out() {
    let value = Some("長".repeat(5_000));
    let states = vec!["focused".to_owned()];
    let page = page(vec![Node { target: Some(refs(1)[0]), value, states, ..node(0, "textbox", &"名".repeat(500)) }]);
    assert!(page.render(RenderOptions { budget: 160, ..RenderOptions::default() }).text.contains("[ref=e1] [focused]"));
}

#[test]
fn boilerplate_goes_last() {
    let refs = refs(200);
    let link = |at: usize| Node { target: Some(refs[at]), ..node(1, "link", &format!("Link number {at}")) };
    let mut nodes = vec![node(0, "navigation", "")];
    nodes.extend((0..100).map(link));
    nodes.push(node(0, "main", ""));
    nodes.extend((100..110).map(link));
    let text = page(nodes).render(RenderOptions { budget: 400, ..RenderOptions::default() }).text;
    assert!((100..110).all(|at| text.contains(&format!("Link number {at}\""))), "{text}");
    assert!(text.contains("most are link"), "{text}");
}

#[test]
fn a_page_that_fits_is_shown_whole() {
    let page = page((0..20).map(|_| node(0, "text", "word")).collect());
    let rendered = page.render(RenderOptions { budget: 200, ..RenderOptions::default() });
    assert_eq!(rendered.omitted, 0);
    assert!(!rendered.text.contains('…'));
}

#[test]
fn a_field_value_is_whole_if_there_is_room_for_it() {
    let letter = format!("{} Yours, Ernesto", "The mast came down in the night. ".repeat(60));
    let field = Node { value: Some(letter), ..node(0, "textbox", "Letter") };
    let written = page(vec![field, node(0, "button", "Send")]);
    assert!(written.render(RenderOptions::default()).text.contains("Yours, Ernesto\""));
    let small = written.render(RenderOptions { budget: 250, ..RenderOptions::default() }).text;
    assert!(small.contains("…\"") && small.contains("button \"Send\""), "{small}");
}
