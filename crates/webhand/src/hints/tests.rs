use super::{BUILT_IN, read};

#[test]
fn the_hints_that_come_with_webhand_can_be_read() {
    let hints = read(BUILT_IN).unwrap();
    let named: Vec<&str> = hints
        .iter()
        .filter(|hint| hint.is_named_in("Search my Gmail for Ernesto"))
        .map(webhand_model::SiteHint::text)
        .collect();
    assert_eq!(named.len(), 1, "{named:?}");
    assert!(named[0].contains("https://mail.google.com/mail/u/0/#search/"));
}

#[test]
fn a_hint_that_leads_elsewhere_is_refused_and_said_where() {
    let error = read("[[hint]]\nsite = \"shop.test\"\ntext = \"search at https://other.test/?q=WORDS\"").unwrap_err();
    assert!(error.to_string().contains("https://other.test/?q=WORDS is not on the hint's own site"), "{error}");
    assert!(read("[[hint]]\nsite = \"all\"\ntext = \"hurry\"").is_err());
    assert!(read("[[hint]]\nsite = \"shop.test\"\ntext = \"x\"\ncolour = \"red\"").is_err());
}
