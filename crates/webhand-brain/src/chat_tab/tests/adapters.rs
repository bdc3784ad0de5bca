//! The adapters of this program and of a person.

use super::super::adapters::roles_of;
use super::super::{AdapterError, Adapters, parse_adapter, write_adapter};

#[test]
fn all_embedded_adapters_can_be_read_and_written() {
    let adapters = Adapters::default();
    let names: Vec<_> = adapters.all().map(|adapter| adapter.name.as_str()).collect();
    assert_eq!(names, ["chatgpt", "claude", "gemini", "aistudio", "self-hosted"]);
    for adapter in adapters.all() {
        assert_eq!(parse_adapter(&write_adapter(adapter).unwrap()).as_ref(), Ok(adapter));
        assert!(!adapter.terms.is_empty() && adapter.checked.len() == 10, "{}", adapter.name);
        let undated = roles_of(adapter).into_iter().flat_map(|(_, all)| all).filter(|one| one.seen.len() != 7);
        assert_eq!(undated.count(), 0, "{}: every candidate has the month when it was seen", adapter.name);
    }
}

#[test]
fn the_file_of_a_person_replaces_the_adapter_of_its_name() {
    let mut adapters = Adapters::default();
    let own = "name = 'claude'\ntitle = 'C'\nmessage_limit = 9000\ncomposer = [{css = '#a'}]\n\
               user_turn = [{css = '#b'}]\nassistant_turn = [{css = '#c'}]";
    adapters.add(own).unwrap();
    assert_eq!(adapters.named("claude").unwrap().title, "C");
    assert_eq!(adapters.all().count(), 5);
    let wrong = own.replace("css = '#a'", "seen = 'never'");
    assert!(matches!(adapters.add(&wrong), Err(AdapterError::EmptyCandidate(_))));
    assert_eq!(adapters.add("name = 'x'"), Err(AdapterError::Missing("title")));
    assert!(adapters.add(&own.replace("title", "titel")).unwrap_err().to_string().contains("titel"));
}
