use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::{node, page};
use crate::{DocumentId, Node, Ref, RefBook, RefResolver as _};

#[derive(Debug, Clone)]
enum RefBookStep {
    Top(u64),
    Frame(u64),
    Remove(u64),
    Name(u64, u32),
}

fn step() -> impl Strategy<Value = RefBookStep> {
    let document = 0_u64..6;
    prop_oneof![
        document.clone().prop_map(RefBookStep::Top),
        document.clone().prop_map(RefBookStep::Frame),
        document.clone().prop_map(RefBookStep::Remove),
        (document, 0_u32..8).prop_map(|(document, node)| RefBookStep::Name(document, node)),
    ]
}

proptest! {
    #[test]
    fn a_ref_never_names_two_elements(steps in prop::collection::vec(step(), 0..120)) {
        let mut book = RefBook::default();
        // A document that is gone does not come back: its successor has another id.
        let mut lives = [0_u64; 6];
        let mut alive: BTreeMap<(DocumentId, u32), Ref> = BTreeMap::new();
        let mut given: BTreeSet<String> = BTreeSet::new();
        for step in steps {
            let id = |document: u64, lives: &[u64; 6]| DocumentId(document + 10 * lives[usize::try_from(document).unwrap()]);
            match step {
                RefBookStep::Top(document) => book.add_top(id(document, &lives)),
                RefBookStep::Frame(document) => book.add_frame(id(document, &lives)),
                RefBookStep::Remove(document) => {
                    let gone = id(document, &lives);
                    book.remove(gone);
                    lives[usize::try_from(document).unwrap()] += 1;
                    for (_, target) in alive.iter().filter(|((document, _), _)| *document == gone) {
                        prop_assert_eq!(book.node_of(*target), None);
                    }
                    alive.retain(|(document, _), _| *document != gone);
                }
                RefBookStep::Name(document, number) => {
                    let document = id(document, &lives);
                    let Some(target) = book.assign_ref(document, number) else { continue };
                    prop_assert_eq!(book.node_of(target), Some(number));
                    match alive.insert((document, number), target) {
                        Some(before) => prop_assert_eq!(before, target),
                        None => prop_assert!(given.insert(target.to_string()), "{} was given before", target),
                    }
                }
            }
        }
        for ((_, number), target) in alive {
            prop_assert_eq!(book.node_of(target), Some(number));
        }
    }
}

#[test]
fn an_unknown_document_gives_no_refs() {
    assert_eq!(RefBook::default().assign_ref(DocumentId(1), 1), None);
}

#[test]
fn a_ref_of_before_is_unknown_and_the_nearest_are_named() {
    let refs = super::refs(9);
    let button = |at: usize, name: &str| Node { target: Some(refs[at]), ..node(0, "button", name) };
    let page = page(vec![button(4, "Yes"), button(6, "No \"really\""), button(8, "Later")]);
    assert_eq!(page.resolve("[ref=e5]"), Ok(refs[4]));
    assert_eq!(page.resolve(" @e7 "), Ok(refs[6]));
    let error = page.resolve("e6").expect_err("not on the page").to_string();
    assert_eq!(
        error,
        "there is no element e6 on the page now; nearest: button \"Yes\" [ref=e5], button \"No \\\"really\\\"\" [ref=e7], \
         button \"Later\" [ref=e9]; or look at the page again"
    );
    for written in ["e-9223372036854775808", "e9223372036854775807", "e99999999999999999999", "", "e", "f2e5", "E5"] {
        assert!(page.resolve(written).is_err(), "{written}");
    }
}

#[test]
fn a_name_written_instead_of_a_ref_suggests_the_elements_with_that_name() {
    let refs = super::refs(9);
    let field = |at: usize, role: &str, name: &str| Node { target: Some(refs[at]), ..node(0, role, name) };
    let page =
        page(vec![field(0, "button", "Deploy"), field(1, "slider", "Crates"), field(2, "button", "Order crates")]);
    for written in ["crates", "slider \"Crates\""] {
        let error = page.resolve(written).expect_err("no ref").to_string();
        assert!(
            error.ends_with(
                "nearest: slider \"Crates\" [ref=e2], button \"Order crates\" [ref=e3]; or look at the page again"
            ),
            "{error}"
        );
    }
}
