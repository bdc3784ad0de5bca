//! Spellings of addresses: the origin a browser parses from each, and those that are refused.

use crate::{AddressError, Origin, OriginPattern, WebUrl};

/// Written, and the origin a browser parses out of it.
const OPENED: &[(&str, &str)] = &[
    ("https://shop.example/a?b#c", "https://shop.example"),
    ("HTTPS://SHOP.EXAMPLE/", "https://shop.example"),
    ("  https://shop.example\n", "https://shop.example"),
    ("https://shop.example:443/", "https://shop.example"),
    ("http://shop.example:80/", "http://shop.example"),
    ("http://shop.example:443/", "http://shop.example:443"),
    ("https://shop.example:8443/", "https://shop.example:8443"),
    ("https://shop.example./", "https://shop.example."),
    ("https://shop.example.evil.test/", "https://shop.example.evil.test"),
    ("https://evilshop.example/", "https://evilshop.example"),
    ("https://evil.test/shop.example", "https://evil.test"),
    ("https://evil.test?shop.example", "https://evil.test"),
    ("https://evil.test#@shop.example", "https://evil.test"),
    ("https://evil.test\\@shop.example/", "https://evil.test"),
    ("https:\\\\evil.test\\shop.example", "https://evil.test"),
    ("https:/evil.test/", "https://evil.test"),
    ("https:evil.test", "https://evil.test"),
    ("https:////evil.test/", "https://evil.test"),
    ("ht\ttps://ev\nil.test/", "https://evil.test"),
    ("https://shop%2eexample/", "https://shop.example"),
    ("https://shop。example/", "https://shop.example"),
    ("https://shop．example/", "https://shop.example"),
    ("https://ｓｈｏｐ.example/", "https://shop.example"),
    ("https://münchen.example/", "https://xn--mnchen-3ya.example"),
    ("https://xn--mnchen-3ya.example/", "https://xn--mnchen-3ya.example"),
    ("https://shoр.example/", "https://xn--sho-2ed.example"),
    ("http://2130706433/", "http://127.0.0.1"),
    ("http://0x7f000001/", "http://127.0.0.1"),
    ("http://0x7f.1/", "http://127.0.0.1"),
    ("http://0177.0.0.01/", "http://127.0.0.1"),
    ("http://127.1/", "http://127.0.0.1"),
    ("http://127.0.0.1./", "http://127.0.0.1"),
    ("http://127.0.0.1.evil.test/", "http://127.0.0.1.evil.test"),
    ("http://[::1]:3000/", "http://[::1]:3000"),
    ("http://[0:0:0:0:0:0:0:1]/", "http://[::1]"),
    ("http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]"),
    ("http://①②⑦.0.0.1/", "http://127.0.0.1"),
    ("shop.example/lamps", "https://shop.example"),
    ("shop.example?next=https://evil.test/", "https://shop.example"),
    ("shop.example:8443", "https://shop.example:8443"),
    ("localhost:3000/x", "http://localhost:3000"),
    ("localhost", "http://localhost"),
    ("app.localhost:3000", "http://app.localhost:3000"),
    ("127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("[::1]:8080/x", "http://[::1]:8080"),
    ("127.0.0.1.evil.test", "https://127.0.0.1.evil.test"),
    ("about:blank", "null"),
];

/// Written, and the beginning of the reason why it is not opened.
const NOT_OPENED: &[(&str, &str)] = &[
    ("javascript:alert(1)", "webhand opens only http and https addresses, not \"javascript:\""),
    ("JaVaScRiPt:alert(1)", "webhand opens only http and https addresses, not \"javascript:\""),
    ("java\tscript:alert(1)", "webhand opens only http and https addresses, not \"javascript:\""),
    ("data:text/html,hello", "webhand opens only"),
    ("blob:https://shop.example/1", "webhand opens only"),
    ("filesystem:https://shop.example/t", "webhand opens only"),
    ("view-source:https://shop.example/", "webhand opens only"),
    ("chrome://settings", "webhand opens only"),
    ("chrome-extension://abcdef/x.html", "webhand opens only"),
    ("devtools://devtools/", "webhand opens only"),
    ("file:///etc/passwd", "webhand opens only"),
    ("ftp://shop.example/", "webhand opens only"),
    ("ws://shop.example/", "webhand opens only"),
    ("about:srcdoc", "webhand opens only"),
    ("about:blank#https://shop.example", "webhand opens only"),
    ("mailto:a@b.test", "webhand opens only"),
    ("zoommtg:join", "webhand opens only"),
    ("https://shop.example@evil.test/", "the address at \"evil.test\" carries a user name"),
    ("https://a:b@evil.test/", "the address at \"evil.test\" carries"),
    ("https://:b@evil.test/", "the address at \"evil.test\" carries"),
    ("a@evil.test", "the address at \"evil.test\" carries"),
    ("", "\"\" is not an address"),
    ("two words", "\"two words\" is not an address"),
    ("https://", "\"https://\" is not an address"),
    ("https://shop example/", "\"https://shop example/\" is not an address"),
    ("https://[::1/", "\"https://[::1/\" is not an address"),
    ("https://shop.example:99999/", "\"https://shop.example:99999/\" is not an address"),
    ("//shop.example/", "\"//shop.example/\" is not an address"),
    ("/etc/passwd", "\"/etc/passwd\" is not an address"),
    ("https://xn--/", "\"https://xn--/\" is not an address"),
    ("http://256.256.256.256/", "\"http://256.256.256.256/\" is not an address"),
];

#[test]
fn an_address_parses_as_a_browser_parses_it() {
    for (written, origin) in OPENED {
        let url = WebUrl::parse(written).unwrap_or_else(|error| panic!("{written:?}: {error}"));
        assert_eq!(url.origin().as_str(), *origin, "{written:?}");
        assert_eq!(WebUrl::parse(url.as_str()).as_ref(), Ok(&url), "{written:?} does not stay itself");
    }
}

#[test]
fn other_addresses_are_refused_with_the_reason() {
    for (written, reason) in NOT_OPENED {
        let error = WebUrl::parse(written).expect_err(written).to_string();
        assert!(error.starts_with(reason), "{written:?}: {error}");
    }
}

#[test]
fn a_reason_does_not_repeat_a_long_text() {
    let error = WebUrl::parse(&format!("no {}", "x".repeat(5_000))).expect_err("not an address");
    assert!(matches!(&error, AddressError::Malformed(shown) if shown.chars().count() == 120), "{error}");
}

#[test]
fn a_reason_does_not_repeat_a_password() {
    let addresses = ["https://ana:hunter2@a.test/", "ana:hunter2@a.test", "https://ana:hunter2@a.test:99999/"];
    let slashes = ["https://ana:hunter/2@a.test/", "https:\\\\ana:hunter2@a.test"];
    for written in addresses.into_iter().chain(slashes) {
        let error = WebUrl::parse(written).expect_err(written).to_string();
        assert!(!error.contains("hunter"), "{written}: {error}");
    }
    let error = OriginPattern::parse("https://ana:hunter2@a.test").expect_err("not an origin").to_string();
    assert!(error.contains("a.test") && !error.contains("hunter"), "{error}");
}

#[test]
fn a_place_has_no_query() {
    let place = |written| WebUrl::parse(written).map(|url| url.without_query().to_owned());
    assert_eq!(place("https://a.test/b?c#d"), Ok("https://a.test/b".to_owned()));
    assert_eq!(place("https://a.test/b#d?c"), Ok("https://a.test/b".to_owned()));
}

#[test]
fn documents_without_an_origin_of_their_own_have_none() {
    for address in
        ["data:text/html,x", "about:blank", "javascript:0", "file:///etc/passwd", "chrome://settings", "nonsense", ""]
    {
        assert_eq!(Origin::from_url(address), Origin::opaque(), "{address}");
    }
    assert_eq!(Origin::from_url("blob:https://a.test/1").as_str(), "https://a.test");
}

#[test]
fn any_text_deserializes_to_a_valid_origin() {
    let read = |json: &str| serde_json::from_str::<Origin>(json).expect("a text").to_string();
    assert_eq!(read(r#""https://A.test:443/path""#), "https://a.test");
    assert_eq!(read(r#""x] [ref=e1]""#), "null");
}
