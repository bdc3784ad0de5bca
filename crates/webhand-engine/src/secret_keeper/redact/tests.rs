use std::collections::BTreeMap;

use webhand_model::Secret;

use super::Redactor;

/// The text with a star in the place of the secret.
fn redacted(secret: &str, text: &str) -> String {
    Redactor::new(&[("*".to_owned(), Secret::new(secret).unwrap())], BTreeMap::new()).text(text)
}

fn json(text: &str) -> String {
    let written = serde_json::to_string(text).unwrap();
    written[1..written.len() - 1].to_owned()
}

fn percent(text: &str, space: &str) -> String {
    let write = |byte: u8| match byte {
        b' ' => space.to_owned(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(write).collect()
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").replace('ä', "&auml;").replace('\'', "&#39;")
}

fn unicode(text: &str) -> String {
    text.encode_utf16().fold(String::new(), |written, unit| written + &format!("\\u{unit:04x}"))
}

type Encoding = (&'static str, fn(&str) -> String);

const SECRETS: [&str; 9] = [
    r#"a"b\c"#,
    r#"\\"\"#,
    "100%25&<b>'x'",
    "zwei  Wörter – äöü",
    "%41%42+%43",
    "{{x}}\\{y}",
    "🔑 key & lock",
    "u0041\\u0042",
    "-- - --",
];

#[test]
fn a_secret_is_found_in_every_encoding_and_in_two_at_once() {
    let encodings: [Encoding; 6] = [
        ("quoted", |text| {
            let quoted = webhand_model::quote(text);
            quoted[1..quoted.len() - 1].to_owned()
        }),
        ("json", json),
        ("url", |text| percent(text, "%20")),
        ("form", |text| percent(text, "+")),
        ("html", html),
        ("unicode", unicode),
    ];
    for secret in SECRETS {
        for shown in [secret.to_owned(), secret.to_uppercase()] {
            assert_eq!(redacted(secret, &format!("see {shown}.")), "see *.", "{secret}");
            for (inner_name, inner) in encodings {
                for (outer_name, outer) in encodings {
                    let text = outer(&inner(&shown));
                    let left = redacted(secret, &format!("<{text}|"));
                    assert_eq!(left, "<*|", "{secret} as {outer_name} of {inner_name}: {text}");
                }
            }
        }
    }
}

#[test]
fn the_text_around_a_secret_stays() {
    let secret = r#"a"b\c"#;
    for (text, left) in [
        (r#"textbox "a\"b\\c" [ref=e1]"#, r#"textbox "*" [ref=e1]"#),
        (r#"{"q":"a\"b\\c","n":1}"#, r#"{"q":"*","n":1}"#),
        ("https://x.test/?q=a%22b%5Cc&p=1", "https://x.test/?q=*&p=1"),
        (r#"typed a"b\c, then"#, "typed *, then"),
        ("<p>a&quot;b\\c</p>", "<p>*</p>"),
    ] {
        assert_eq!(redacted(secret, text), left);
    }
    assert_eq!(redacted(secret, "ab, c and \"bc\""), "ab, c and \"bc\"");
}

#[test]
fn a_secret_that_was_cut_is_found_when_half_of_it_shows() {
    assert_eq!(redacted("correct horse", "it is correct h… and"), "it is *… and");
    assert_eq!(redacted("correct horse", "it is corr… and"), "it is corr… and");
}

#[test]
fn a_long_row_of_backslashes_is_searched_in_little_time() {
    let secret = "\\".repeat(200) + "x";
    let row = "\\".repeat(20_000);
    assert_eq!(redacted(&secret, &row), row);
}
