use super::super::{ApiKey, KeyError};

#[test]
fn a_key_does_not_print_itself() {
    assert_eq!(format!("{:?}", ApiKey::new("sk-secret-123").unwrap()), "ApiKey(…)");
}

#[test]
fn a_key_is_hidden_whole_or_begun() {
    let key = ApiKey::new(" sk-proj-abcdef123456\n").unwrap();
    for (said, shown) in [
        ("Incorrect key: sk-proj-abcdef123456.", "Incorrect key: …."),
        ("Incorrect key: sk-proj-ab*****3456, see the docs", "Incorrect key: … see the docs"),
        ("sk-proj- keys are for projects", "sk-proj- keys are for projects"),
    ] {
        assert_eq!(key.redact(said), shown);
    }
    assert_eq!(ApiKey::new("short").unwrap().redact("a short one, shortened"), "a … one, …ened");
}

#[test]
fn what_cannot_be_sent_is_no_key() {
    for pasted in ["", "  ", "two words", "schlüssel", "a\nb"] {
        assert_eq!(ApiKey::new(pasted), Err(KeyError), "{pasted:?}");
    }
}
