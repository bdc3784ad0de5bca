use super::{Content, ContentField, ContentKind};

fn content(fields: &[(&str, Option<&str>, ContentKind)]) -> Content {
    let field = |(name, digest, kind): &(&str, Option<&str>, ContentKind)| ContentField {
        name: (*name).to_owned(),
        digest: digest.map(str::to_owned),
        kind: *kind,
    };
    Content {
        media_type: "text/form".to_owned(),
        fields: fields.iter().map(field).collect(),
        is_partial: false,
        members: Vec::new(),
    }
}

const PLAIN: ContentKind = ContentKind::Plain;
const TOKEN: ContentKind = ContentKind::Token;

#[test]
fn content_is_the_same_by_names_order_and_digests() {
    let sent = content(&[("sum", Some("d40"), PLAIN), ("to", Some("ann"), PLAIN)]);
    assert!(sent.is_same(&sent.clone()));
    for other in [
        content(&[("sum", Some("d41"), PLAIN), ("to", Some("ann"), PLAIN)]),
        content(&[("to", Some("ann"), PLAIN), ("sum", Some("d40"), PLAIN)]),
        content(&[("sum", Some("d40"), PLAIN)]),
        content(&[("sum", Some("d40"), PLAIN), ("to", Some("ann"), PLAIN), ("tip", Some("9"), PLAIN)]),
        Content { media_type: "multipart/form-data".to_owned(), ..sent.clone() },
    ] {
        assert!(!sent.is_same(&other), "{other:?}");
    }
}

#[test]
fn unknown_bytes_equal_nothing() {
    let unknown = content(&[("file", None, ContentKind::File)]);
    assert!(!unknown.is_same(&unknown.clone()));
    let partial = Content { is_partial: true, ..content(&[("sum", Some("d40"), PLAIN)]) };
    assert!(!partial.is_same(&partial.clone()));
}

#[test]
fn only_one_token_may_be_new() {
    let before = content(&[("csrf", Some("t1"), TOKEN), ("sum", Some("d40"), PLAIN)]);
    let after = |csrf, sum, kind| content(&[("csrf", Some(csrf), kind), ("sum", Some(sum), PLAIN)]);
    assert_eq!(before.renewed_token(&after("t2", "d40", TOKEN)), Some("csrf"));
    assert_eq!(before.renewed_token(&after("t2", "d41", TOKEN)), None);
    assert_eq!(before.renewed_token(&after("t2", "d40", PLAIN)), None);
    assert_eq!(before.renewed_token(&after("t1", "d40", TOKEN)), None, "nothing is new");
}
