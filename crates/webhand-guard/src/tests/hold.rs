//! The table of cases in which a request is held, released or refused.

use webhand_model::Origin;

use crate::{
    BodyOperation, HoldDecision, HoldRefusal, OutgoingRequest, Remember, RequestOwner, ResourceKind, SendingTab,
    decide_hold, request_endpoint, request_fingerprint,
};

const SENDER: &str = "https://www.shop.test";
const ORDER: &str = "https://www.shop.test/order";

const HOLD: HoldDecision = HoldDecision::Hold;
const RELEASE: HoldDecision = HoldDecision::Release { remember: Remember::No };
const RELEASE_AND_REMEMBER: HoldDecision = HoldDecision::Release { remember: Remember::AsBackground };
const REFUSE_ENDED: HoldDecision = HoldDecision::Refuse(HoldRefusal::OwnerEnded);
const REFUSE_FULL: HoldDecision = HoldDecision::Refuse(HoldRefusal::TooManyHeld);

const PERSON: RequestOwner = RequestOwner::Person;
const READING: RequestOwner = RequestOwner::Run { input_began: false, has_ended: false, is_full: false };
const ACTING: RequestOwner = RequestOwner::Run { input_began: true, has_ended: false, is_full: false };
const ENDED: RequestOwner = RequestOwner::Run { input_began: true, has_ended: true, is_full: false };
const FULL: RequestOwner = RequestOwner::Run { input_began: true, has_ended: false, is_full: true };
const ENDED_UNTOUCHED: RequestOwner = RequestOwner::Run { input_began: false, has_ended: true, is_full: true };
const ENDED_AND_FULL: RequestOwner = RequestOwner::Run { input_began: true, has_ended: true, is_full: true };

const WORKER: Option<SendingTab> = None;
const UNTOUCHED: Option<SendingTab> =
    Some(SendingTab { touched: false, is_blank_from_touched: false, sent_before: false });
const TOUCHED: Option<SendingTab> =
    Some(SendingTab { touched: true, is_blank_from_touched: false, sent_before: false });
const POPUP: Option<SendingTab> = Some(SendingTab { touched: false, is_blank_from_touched: true, sent_before: false });
const REPEATING: Option<SendingTab> =
    Some(SendingTab { touched: true, is_blank_from_touched: false, sent_before: true });

/// One row: what is sent, by whom, from which tab, and what becomes of it.
type Case = (&'static str, &'static str, &'static str, ResourceKind, RequestOwner, Option<SendingTab>, &'static str);

#[rustfmt::skip]
const CASES: &[(Case, HoldDecision)] = &[
    // What cannot leave a mark is never held.
    (("GET", "GET", ORDER, ResourceKind::Fetch, ACTING, TOUCHED, ""), RELEASE),
    (("HEAD", "HEAD", ORDER, ResourceKind::Document, ACTING, TOUCHED, ""), RELEASE),
    (("OPTIONS", "OPTIONS", ORDER, ResourceKind::Fetch, ENDED, WORKER, ""), RELEASE),
    // Any other method may leave one; names of methods are compared as they are written.
    (("POST", "POST", ORDER, ResourceKind::Fetch, ACTING, TOUCHED, ""), HOLD),
    (("PUT", "PUT", ORDER, ResourceKind::Xhr, ACTING, TOUCHED, ""), HOLD),
    (("DELETE", "DELETE", ORDER, ResourceKind::Fetch, ACTING, TOUCHED, ""), HOLD),
    (("an unknown method", "BUY", ORDER, ResourceKind::Fetch, ACTING, TOUCHED, ""), HOLD),
    (("get in small letters", "get", ORDER, ResourceKind::Fetch, ACTING, TOUCHED, ""), HOLD),
    // The owner.
    (("the person's form", "POST", ORDER, ResourceKind::Document, PERSON, TOUCHED, ""), RELEASE),
    (("the person's fetch", "POST", ORDER, ResourceKind::Fetch, PERSON, TOUCHED, ""), RELEASE),
    (("a form before any input", "POST", ORDER, ResourceKind::Document, READING, UNTOUCHED, ""), RELEASE_AND_REMEMBER),
    (("a fetch before any input", "POST", ORDER, ResourceKind::Fetch, READING, TOUCHED, ""), RELEASE_AND_REMEMBER),
    (("a worker before any input", "POST", ORDER, ResourceKind::Fetch, READING, WORKER, ""), RELEASE_AND_REMEMBER),
    (("a form of an ended run", "POST", ORDER, ResourceKind::Document, ENDED, TOUCHED, ""), REFUSE_ENDED),
    (("a fetch of an ended run", "POST", ORDER, ResourceKind::Fetch, ENDED, TOUCHED, ""), REFUSE_ENDED),
    (("an ended run, untouched page", "POST", ORDER, ResourceKind::Fetch, ENDED, UNTOUCHED, ""), RELEASE_AND_REMEMBER),
    (("ended before any input", "POST", ORDER, ResourceKind::Document, ENDED_UNTOUCHED, TOUCHED, ""), RELEASE_AND_REMEMBER),
    (("too many held", "POST", ORDER, ResourceKind::Fetch, FULL, TOUCHED, ""), REFUSE_FULL),
    (("too many held, background", "POST", ORDER, ResourceKind::Fetch, FULL, REPEATING, ""), RELEASE_AND_REMEMBER),
    (("ended with too many held", "POST", ORDER, ResourceKind::Fetch, ENDED_AND_FULL, TOUCHED, ""), REFUSE_ENDED),
    // The kind of the resource.
    (("a form, untouched page", "POST", ORDER, ResourceKind::Document, ACTING, UNTOUCHED, ""), HOLD),
    (("a form sent before", "POST", ORDER, ResourceKind::Document, ACTING, REPEATING, ""), HOLD),
    (("a form with a GraphQL query", "POST", ORDER, ResourceKind::Document, ACTING, TOUCHED, READ), HOLD),
    (("an XHR", "POST", ORDER, ResourceKind::Xhr, ACTING, TOUCHED, ""), HOLD),
    (("an unnamed kind", "POST", ORDER, ResourceKind::Other, ACTING, TOUCHED, ""), HOLD),
    (("a beacon to the same site", "POST", "https://log.shop.test/b", ResourceKind::Ping, ACTING, TOUCHED, ""), HOLD),
    (("a beacon to another site", "POST", "https://count.test/b", ResourceKind::Ping, ACTING, TOUCHED, ""), RELEASE_AND_REMEMBER),
    (("a fetch to another site", "POST", "https://count.test/b", ResourceKind::Fetch, ACTING, TOUCHED, ""), HOLD),
    (("a subresource", "POST", ORDER, ResourceKind::Subresource, ACTING, TOUCHED, ""), RELEASE_AND_REMEMBER),
    (("a subresource of a worker", "POST", ORDER, ResourceKind::Subresource, ACTING, WORKER, ""), RELEASE_AND_REMEMBER),
    // The tab.
    (("a worker of no tab", "POST", ORDER, ResourceKind::Fetch, ACTING, WORKER, ""), HOLD),
    (("a worker's GraphQL query", "POST", ORDER, ResourceKind::Fetch, ACTING, WORKER, READ), HOLD),
    (("a worker's beacon elsewhere", "POST", "https://count.test/b", ResourceKind::Ping, ACTING, WORKER, ""), RELEASE_AND_REMEMBER),
    (("a worker of an ended run", "POST", ORDER, ResourceKind::Fetch, ENDED, WORKER, ""), REFUSE_ENDED),
    (("a fetch, untouched page", "POST", ORDER, ResourceKind::Fetch, ACTING, UNTOUCHED, ""), RELEASE_AND_REMEMBER),
    (("a beacon, untouched page", "POST", ORDER, ResourceKind::Ping, ACTING, UNTOUCHED, ""), RELEASE_AND_REMEMBER),
    (("a blank tab from a touched one", "POST", ORDER, ResourceKind::Fetch, ACTING, POPUP, ""), HOLD),
    (("a fetch sent before", "POST", ORDER, ResourceKind::Fetch, ACTING, REPEATING, ""), RELEASE_AND_REMEMBER),
    // The body.
    (("a GraphQL query", "POST", ORDER, ResourceKind::Fetch, ACTING, TOUCHED, READ), RELEASE_AND_REMEMBER),
    (("a GraphQL query, blank tab", "POST", ORDER, ResourceKind::Fetch, ACTING, POPUP, READ), RELEASE_AND_REMEMBER),
    (("a GraphQL mutation", "POST", ORDER, ResourceKind::Fetch, ACTING, TOUCHED, PAY), HOLD),
    (("a JSON-RPC call", "POST", ORDER, ResourceKind::Fetch, ACTING, TOUCHED, CALL), HOLD),
    (("plain JSON", "POST", ORDER, ResourceKind::Fetch, ACTING, TOUCHED, r#"{"item":"lamp"}"#), HOLD),
];

const READ: &str = r#"{"query":"query Cart { items }","operationName":"Cart"}"#;
const PAY: &str = r#"{"query":"mutation Pay { pay }","operationName":"Pay"}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","method":"order.place"}"#;

#[test]
fn requests_are_held_as_the_table_says() {
    let sender = Origin::from_url(SENDER);
    for ((name, method, url, kind, owner, tab, body), expected) in CASES {
        let operation = BodyOperation::of_body(body.as_bytes());
        let request = OutgoingRequest {
            method,
            url,
            kind: *kind,
            sender: &sender,
            owner: *owner,
            tab: *tab,
            operation: &operation,
        };
        assert_eq!(decide_hold(&request), *expected, "{name}");
    }
}

#[test]
fn a_beacon_is_held_by_the_site_it_goes_to() {
    let cases = [
        ("https://www.shop.test", "https://log.shop.test/b", HOLD),
        ("https://shop.test", "http://shop.test:8080/b", HOLD),
        ("https://www.shop.test", "https://shop.test.evil/b", RELEASE_AND_REMEMBER),
        // The last two labels alone are compared, so two sites under one public suffix pass for one.
        ("https://a.co.uk", "https://b.co.uk/b", HOLD),
        ("http://127.0.0.1:80", "http://127.0.0.1:81/b", HOLD),
        ("http://127.0.0.1", "http://10.0.0.1/b", RELEASE_AND_REMEMBER),
        // An address without a host counts as the sender's own.
        ("https://shop.test", "not an address", HOLD),
        ("https://shop.test", "data:,b", HOLD),
        ("about:blank", "https://shop.test/b", RELEASE_AND_REMEMBER),
    ];
    for (sender, url, expected) in cases {
        let request = OutgoingRequest {
            method: "POST",
            url,
            kind: ResourceKind::Ping,
            sender: &Origin::from_url(sender),
            owner: ACTING,
            tab: TOUCHED,
            operation: &BodyOperation::Unknown,
        };
        assert_eq!(decide_hold(&request), expected, "{sender} → {url}");
    }
}

#[test]
fn an_address_that_serves_everything_is_told_apart_by_what_is_asked() {
    let named = |name: &str| BodyOperation::Named(name.to_owned());
    let long = format!(r#"{{"method":"{}"}}"#, "m".repeat(300));
    let cases = [
        (READ, BodyOperation::Query),
        (r#"{"query":" { items } "}"#, BodyOperation::Query),
        (r#"{"query":"fragment F on T { a } query Q { ...F }"}"#, BodyOperation::Query),
        (PAY, named("Pay")),
        (r#"{"query":"query A { a } mutation Pay { pay }"}"#, named("query A { a } mutation Pay { pay }")),
        (r#"{"query":"query A { a } subscription S { s }","operationName":"A"}"#, named("A")),
        (r#"{"query":"blue lamp"}"#, named("blue lamp")),
        (r#"{"operationName":"Pay","extensions":{}}"#, named("Pay")),
        (CALL, named("order.place")),
        (&long, named(&"m".repeat(200))),
        (r#"{"item":"lamp"}"#, BodyOperation::Unknown),
        (r#"[{"query":"query A { a }"}]"#, BodyOperation::Unknown),
        ("item=lamp", BodyOperation::Unknown),
        ("", BodyOperation::Unknown),
    ];
    for (body, expected) in cases {
        assert_eq!(BodyOperation::of_body(body.as_bytes()), expected, "{body}");
    }
}

#[test]
fn a_fingerprint_is_the_endpoint_and_the_operation() {
    let pay = BodyOperation::Named("Pay".to_owned());
    assert_eq!(request_endpoint("POST", "https://shop.test/a?b#c"), "POST https://shop.test/a");
    assert_eq!(request_endpoint("POST", "https://shop.test/a#c?b"), "POST https://shop.test/a");
    assert_eq!(request_fingerprint("POST", "https://shop.test/a?b", &pay), "POST https://shop.test/a Pay");
    assert_eq!(request_fingerprint("POST", "https://shop.test/a", &BodyOperation::Query), "POST https://shop.test/a");
    assert_eq!(request_fingerprint("PUT", "https://shop.test/a", &BodyOperation::Unknown), "PUT https://shop.test/a");
}
