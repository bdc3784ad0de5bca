//! The properties of actions fit their classes and parameters.

use crate::{ActionClass, NameCheck, PageContact, ParameterKind, Repetition, ToolListing, catalogue};

#[test]
fn an_action_that_changes_a_page_touches_it() {
    for spec in catalogue() {
        let touches = match spec.class {
            ActionClass::Read | ActionClass::Navigate => continue,
            ActionClass::Input
            | ActionClass::Commit
            | ActionClass::Credential
            | ActionClass::File
            | ActionClass::Code
            | ActionClass::Cross
            | ActionClass::Policy => PageContact::Touch,
        };
        assert_eq!(spec.properties.contact, touches, "{}", spec.name);
    }
}

#[test]
fn only_an_action_that_touches_an_element_checks_what_it_means() {
    let checked: Vec<_> = catalogue().filter(|spec| spec.properties.name_check == NameCheck::Checked).collect();
    assert!(!checked.is_empty());
    for spec in checked {
        // An action by coordinates has the element at its place.
        let has_element = spec.parameters.iter().any(|parameter| parameter.kind == ParameterKind::Ref);
        assert!(has_element || spec.properties.listing == ToolListing::Vision, "{}", spec.name);
        assert_eq!(spec.properties.contact, PageContact::Touch, "{}", spec.name);
    }
}

#[test]
fn a_pure_read_may_be_repeated() {
    let reads = catalogue().filter(|spec| spec.class == ActionClass::Read);
    let acting: Vec<_> =
        reads.filter(|spec| spec.properties.repetition == Repetition::ActsAgain).map(|s| s.name).collect();
    assert_eq!(acting, ["pdf", "scroll", "scroll_at", "ask", "hand_over", "note", "done", "fail"]);
}
