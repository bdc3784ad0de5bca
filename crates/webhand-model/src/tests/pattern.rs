//! Which origins a grant covers.

use crate::{Origin, OriginPattern};

fn covers(pattern: &str, address: &str) -> bool {
    let pattern = OriginPattern::parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
    pattern.covers(&Origin::from_url(address))
}

/// Pattern, covered, not covered.
const TABLE: &[(&str, &[&str], &[&str])] = &[
    (
        "shop.example",
        &["https://shop.example/x", "http://shop.example/", "https://SHOP.example:443/"],
        &[
            "https://shop.example:8443/",
            "http://shop.example:443/",
            "https://a.shop.example/",
            "https://shop.example./",
            "https://shop.example.evil.test/",
            "https://evilshop.example/",
            "https://user@evil.test/?shop.example",
            "https://shoр.example/",
            "data:text/html,shop.example",
            "nonsense",
        ],
    ),
    ("https://shop.example", &["https://shop.example/"], &["http://shop.example/", "https://shop.example:444/"]),
    ("shop.example:8443", &["https://shop.example:8443/", "http://shop.example:8443/"], &["https://shop.example/"]),
    ("shop.example:*", &["https://shop.example/", "http://shop.example:1/"], &["https://a.shop.example:1/"]),
    (
        "*.shop.example",
        &["https://a.shop.example/", "https://a.b.shop.example/"],
        &[
            "https://shop.example/",
            "https://evilshop.example/",
            "https://a.shop.example:8443/",
            "https://a.shop.example.evil.test/",
        ],
    ),
    ("*.shop.example:*", &["http://a.shop.example:3000/"], &["http://shop.example:3000/"]),
    ("München.example", &["https://xn--mnchen-3ya.example/"], &["https://munchen.example/"]),
    (
        "localhost",
        &[
            "http://localhost/",
            "https://localhost:8443/",
            "http://app.localhost:3000/",
            "http://127.0.0.1:8080/",
            "http://127.8.9.1/",
            "http://2130706433/",
            "http://[::1]:5173/",
            "http://[::ffff:127.0.0.1]/",
        ],
        &[
            "http://127.0.0.1.evil.test/",
            "http://127.evil.test/",
            "http://localhost.evil.test/",
            "http://evillocalhost/",
            "http://128.0.0.1/",
            "http://[::2]/",
            "http://10.0.0.1/",
            "http://169.254.169.254/",
        ],
    ),
    ("LocalHost", &["http://localhost:3000/", "http://127.0.0.1/"], &["http://localhost.evil.test/"]),
    ("HTTPS://Shop.Example:8443", &["https://shop.example:8443/"], &["http://shop.example:8443/"]),
    ("localhost:3000", &["http://localhost:3000/"], &["http://localhost:3001/", "http://127.0.0.1:3000/"]),
    (
        "127.0.0.1:8080",
        &["http://127.0.0.1:8080/", "http://0x7f.1:8080/"],
        &["http://127.0.0.1/", "http://localhost:8080/"],
    ),
    ("[::1]:3000", &["http://[0:0::1]:3000/"], &["http://[::1]/"]),
    ("all", &["https://anything.test/", "http://[::1]:9/"], &["data:text/html,x", "about:blank", "file:///etc/passwd"]),
];

#[test]
fn a_pattern_covers_what_it_says_and_nothing_else() {
    for (pattern, inside, outside) in TABLE {
        for address in *inside {
            assert!(covers(pattern, address), "{pattern} should cover {address}");
        }
        for address in *outside {
            assert!(!covers(pattern, address), "{pattern} should not cover {address}");
        }
    }
}

#[test]
fn a_pattern_is_a_host_and_nothing_more() {
    let wrong = [
        "",
        "*",
        "*.",
        "*.*.example",
        "a*.example",
        "shop.example/path",
        "shop.example?q",
        "shop.example#f",
        "user@shop.example",
        "u:p@shop.example",
        "shop.example:",
        "shop.example:x",
        "shop.example:70000",
        "ftp://shop.example",
        "::1",
        "shop example",
        "shop\\example",
        "shop%2eexample",
        "https://",
        "shop.example,other.example",
        "\"shop.example\"",
    ];
    for pattern in wrong {
        let error = OriginPattern::parse(pattern).expect_err(pattern).to_string();
        assert!(error.contains("write it like shop.example"), "{error}");
    }
}

#[test]
fn a_pattern_is_written_as_it_was() {
    for pattern in ["all", "localhost", "*.shop.example:*", "https://shop.example"] {
        let json = serde_json::to_string(&OriginPattern::parse(pattern).expect(pattern)).expect("plain text");
        assert_eq!(json, format!("\"{pattern}\""));
        assert_eq!(serde_json::from_str::<OriginPattern>(&json).expect("reads back").to_string(), pattern);
    }
    assert!(OriginPattern::parse("all").is_ok_and(|pattern| pattern.is_everything()));
}
