//! Long rows, packed lines, and omitted nodes.

use insta::assert_snapshot;
use proptest::prelude::*;

use super::reading::{hostile_page, read, refs_in};
use super::{node, page, refs};
use crate::{Node, Ref, RenderOptions, Snapshot, count_tokens};

fn far(node: Node) -> Node {
    Node { in_view: false, ..node }
}

/// A shop of this many cards, the first two in view; its main part has a ref.
fn shop(cards: usize) -> Snapshot {
    let refs = refs(u32::try_from(cards * 2 + 1).expect("few"));
    let control = |at: usize, role: &str, name: String| Node { target: Some(refs[at]), ..node(2, role, &name) };
    let mut nodes = vec![node(0, "banner", ""), node(1, "heading", "Shop")];
    nodes.push(Node { target: Some(refs[0]), ..node(0, "main", "") });
    for at in 0..cards {
        let card = [
            node(1, "article", ""),
            control(2 * at + 1, "link", format!("Lantern {at}")),
            node(2, "text", &format!("{at}.99 EUR")),
            node(2, "text", "4 of 5"),
            control(2 * at + 2, "button", format!("Buy {at}")),
        ];
        nodes.extend(card.map(|node| if at < 2 { node } else { far(node) }));
    }
    page(nodes)
}

#[test]
fn a_long_row_is_shown_where_it_is_in_view_and_then_summed_up() {
    assert_snapshot!(shop(2_000).render(RenderOptions::default()).text, @r#"
    page "Inbox (556)" https://mail.test/inbox  tab=t1 rev=7
    - banner
      - heading "Shop"
    - main [ref=e1]
      - article
        - link "Lantern 0" [ref=e2]
        - text "0.99 EUR"
        - text "4 of 5"
        - button "Buy 0" [ref=e3]
      - article
        - link "Lantern 1" [ref=e4]
        - text "1.99 EUR"
        - text "4 of 5"
        - button "Buy 1" [ref=e5]
      … 1998 more article like these (snapshot scope=e1 or collect e1 shows them)
    "#);
}

#[test]
fn a_compact_look_packs_nodes_in_view_with_few_controls_a_line() {
    let mut shop = shop(200);
    let refs = refs(406);
    let tools = (401..406).map(|at| Node { target: Some(refs[at]), ..node(1, "button", &format!("Tool {at}")) });
    shop.nodes.splice(2..2, tools);
    shop.nodes[4].states.push("pressed".to_owned());
    assert_snapshot!(shop.render_compact(800).text, @r#"
    page "Inbox (556)" https://mail.test/inbox  tab=t1 rev=7
    - banner
      - heading "Shop": "{e402 button Tool 401} {e403 button Tool 402}"
      - button "Tool 403" [ref=e404] [pressed]
      - text: "{e405 button Tool 404} {e406 button Tool 405}"
    - main [ref=e1]
      - article: "{e2 link Lantern 0} 0.99 EUR | 4 of 5 {e3 button Buy 0}"
      - article: "{e4 link Lantern 1} 1.99 EUR | 4 of 5 {e5 button Buy 1}"
      … 198 more article like these (scope=e1)
    "#);
}

#[test]
fn an_empty_cell_keeps_its_place_in_a_packed_row() {
    let refs = refs(200);
    let mut nodes = vec![node(0, "table", "Towns")];
    for (at, target) in refs.iter().enumerate() {
        let link = Node { target: Some(*target), ..node(2, "link", &format!("Ana {at}")) };
        let cells = [node(1, "row", ""), node(2, "cell", "1"), node(2, "cell", ""), link];
        nodes.extend(cells.into_iter().chain([node(2, "cell", ""), node(2, "cell", "9.50")]));
    }
    let text = page(nodes).render_compact(800).text;
    assert!(text.contains("\n  - row: \"1 |  {e1 link Ana 0}  | 9.50\"\n"), "{text}");
}

#[test]
fn a_small_page_is_rendered_one_node_a_line_in_a_compact_look() {
    let shop = shop(3);
    assert_eq!(shop.render_compact(800), shop.render(RenderOptions::default()));
}

#[test]
fn a_requested_part_is_packed_as_far_as_the_budget_goes() {
    let shop = shop(400);
    let scope = shop.nodes[2].target;
    let text = shop.render(RenderOptions { scope, budget: 1_000, boxes: false }).text;
    assert!(text.contains("\n  - article: \"{e6 link Lantern 2} 2.99 EUR | 4 of 5 {e7 button Buy 2}\"\n"), "{text}");
    assert!(text.contains("more nodes, most are "), "{text}");
    assert!(text.ends_with("(scroll, find, snapshot with a greater budget or scope=e1 shows them)\n"), "{text}");
}

#[test]
fn the_whole_page_names_every_ref() {
    let shop = shop(2_000);
    let rendered = shop.render(RenderOptions { budget: RenderOptions::NO_LIMIT, ..RenderOptions::default() });
    assert_eq!(rendered.omitted, 0);
    assert_eq!(refs_in(&read(&rendered.text).expect("reads")), all_refs(&shop));
}

#[test]
fn a_long_list_of_options_is_the_chosen_one_and_a_number() {
    let list = Node { target: Some(refs(1)[0]), value: Some("Spain".to_owned()), ..node(0, "combobox", "Country") };
    let mut nodes = vec![Node { states: vec!["options=340".to_owned()], ..list }];
    nodes.extend((0..300).map(|at| node(1, "option", &format!("Country {at}"))));
    assert_snapshot!(page(nodes).render(RenderOptions::default()).text, @r#"
    page "Inbox (556)" https://mail.test/inbox  tab=t1 rev=7
    - combobox "Country" [ref=e1] [options=340]: "Spain"
      - option "Country 0"
      - option "Country 1"
      - option "Country 2"
      … 337 more option like these (snapshot scope=e1 or collect e1 shows them)
    "#);
}

#[test]
fn the_chosen_option_has_its_line_among_the_others() {
    let list = Node { target: Some(refs(1)[0]), value: Some("Ana".to_owned()), ..node(0, "combobox", "Who") };
    let chosen = Node { states: vec!["selected".to_owned()], ..node(1, "option", "Ana") };
    let nodes = vec![list, node(1, "option", "Bea"), chosen, node(1, "option", "Cleo")];
    assert_snapshot!(page(nodes).render(RenderOptions::default()).text, @r#"
    page "Inbox (556)" https://mail.test/inbox  tab=t1 rev=7
    - combobox "Who" [ref=e1]: "Ana"
      - option "Bea"
      - option "Ana" [selected]
      - option "Cleo"
    "#);
}

#[test]
fn a_chosen_option_does_not_open_a_long_list() {
    let list =
        Node { target: Some(refs(1)[0]), value: Some("Country 150".to_owned()), ..node(0, "combobox", "Country") };
    let mut nodes = vec![list];
    nodes.extend((0..300).map(|at| node(1, "option", &format!("Country {at}"))));
    nodes[151].states.push("selected".to_owned());
    assert_snapshot!(page(nodes).render(RenderOptions::default()).text, @r#"
    page "Inbox (556)" https://mail.test/inbox  tab=t1 rev=7
    - combobox "Country" [ref=e1]: "Country 150"
      - option "Country 0"
      - option "Country 1"
      - option "Country 2"
      … 297 more option like these (snapshot scope=e1 or collect e1 shows them)
    "#);
}

#[test]
fn languages_in_a_footer_cost_a_line_on_every_page() {
    let refs = refs(91);
    let mut nodes = vec![node(0, "main", ""), node(1, "text", "Short"), far(node(0, "contentinfo", ""))];
    nodes.push(far(Node { target: Some(refs[0]), ..node(1, "list", "Languages") }));
    nodes.extend((1..91).map(|at| far(Node { target: Some(refs[at]), ..node(2, "link", &format!("Language {at}")) })));
    let rendered = page(nodes).render(RenderOptions::default());
    assert!(
        rendered.text.ends_with("… 87 more link like these (snapshot scope=e1 or collect e1 shows them)\n"),
        "{}",
        rendered.text
    );
    assert_eq!(rendered.omitted, 87);
}

#[test]
fn mere_containers_take_no_line() {
    let link = Node { target: Some(refs(1)[0]), ..node(4, "link", "Home") };
    let mut star = Node { target: Some(refs(2)[1]), ..node(1, "button", "Star this") };
    star.states.push("pressed".to_owned());
    let nodes = vec![
        node(0, "main", ""),
        node(1, "form", ""),
        node(2, "list", ""),
        node(3, "listitem", "Home"),
        link,
        star,
        node(2, "text", "☆"),
    ];
    assert_snapshot!(page(nodes).render(RenderOptions::default()).text, @r#"
    page "Inbox (556)" https://mail.test/inbox  tab=t1 rev=7
    - link "Home" [ref=e1]
    - button "Star this" [ref=e2] [pressed]: "☆"
    "#);
}

#[test]
fn names_get_shorter_before_a_control_in_view_is_left_out() {
    let name = "A button with a name that goes on and on and on and on, over several lines of a narrow page";
    let button = |target: Ref| Node { target: Some(target), ..node(0, "button", name) };
    let text = page(refs(120).into_iter().map(button).collect()).render(RenderOptions::default()).text;
    assert_eq!(text.matches("[ref=").count(), 120, "{text}");
}

#[test]
fn controls_in_view_that_no_budget_holds_are_counted() {
    let button = |target: Ref| Node { target: Some(target), ..node(0, "button", "Go") };
    let text = page(refs(900).into_iter().map(button).collect()).render(RenderOptions::default()).text;
    let shown = text.matches("[ref=").count();
    assert!(text.contains(&format!("… {0} more nodes, {0} of them controls in view", 900 - shown)), "{text}");
}

fn all_refs(page: &Snapshot) -> Vec<String> {
    page.nodes.iter().filter_map(|node| node.target).map(|target| target.to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_packed_hostile_page_reads_back_to_exactly_its_refs(hostile in hostile_page(30)) {
        // Something large before it, so that it is packed.
        let mut page = hostile;
        page.dialog = None;
        let depth = page.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        page.nodes.extend((0..1_500).map(|_| far(node(depth, "text", "filling"))));
        let rendered = page.render(RenderOptions { budget: RenderOptions::NO_LIMIT, ..RenderOptions::default() });
        prop_assert_eq!(refs_in(&read(&rendered.text).map_err(TestCaseError::fail)?), all_refs(&page));
    }

    #[test]
    fn a_compact_hostile_page_keeps_its_budget_and_names_only_its_own_refs(hostile in hostile_page(30), budget in 150_usize..900) {
        let mut page = hostile;
        let depth = page.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        page.nodes.extend((0..200).map(|_| node(depth, "text", "filling")));
        let text = page.render_compact(budget).text;
        prop_assert!(count_tokens(&text) <= budget, "{} > {budget}: {text}", count_tokens(&text));
        let read = read(&text).map_err(TestCaseError::fail)?;
        let own = all_refs(&page);
        prop_assert!(refs_in(&read).iter().all(|named| own.contains(named)), "{text}");
    }

    #[test]
    fn the_smallest_budgets_hold(page in hostile_page(20), budget in 50_usize..200) {
        let text = page.render(RenderOptions { budget, ..RenderOptions::default() }).text;
        prop_assert!(count_tokens(&text) <= budget, "{} > {budget}: {text}", count_tokens(&text));
    }
}
