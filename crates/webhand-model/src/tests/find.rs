//! Elements are found without reading the whole page.

use super::{node, page, refs};
use crate::ElementQuery;

fn found(text: Option<&str>, role: Option<&str>) -> String {
    let mut nodes = vec![
        node(0, "main", ""),
        node(1, "list", "Results"),
        node(2, "link", "Ávila lamp"),
        node(2, "link", "Lamp for Avila"),
        node(2, "text", "lamp"),
        node(1, "button", "Lamp"),
    ];
    for (at, target) in [2, 3, 5].into_iter().zip(refs(3)) {
        nodes[at].target = Some(target);
    }
    page(nodes).render_found(ElementQuery { text, role }, 3)
}

#[test]
fn the_best_fits_come_first_with_the_path_to_them() {
    let expected = "4 found\n- button \"Lamp\" [ref=e3] in main\n- text \"lamp\" in main > list \"Results\"\n\
                    - link \"Ávila lamp\" [ref=e1] in main > list \"Results\"\n… 1 more (more words or a role narrow it down)";
    assert_eq!(found(Some("LAMP"), None), expected);
}

#[test]
fn words_may_stand_in_any_order_and_without_accents() {
    assert!(found(Some("avila lamp"), Some("link")).starts_with("2 found\n- link \"Ávila lamp\""));
}

#[test]
fn a_wrong_role_is_named_as_the_reason() {
    let text = found(Some("results"), Some("button"));
    assert_eq!(text, "nothing of that role fits; without the role: - list \"Results\" in main");
}
