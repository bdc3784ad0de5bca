//! The table of cases in which a request goes at once, is held or refused.

use serde_json::json;
use webhand_model::{Facts, Origin, RequestCause};

use super::action;
use crate::{
    OutgoingRequest, OutgoingVerdict, Reach, RefuseReason, ReleaseReason, RequestBody, RequestMoment, RequestOwner,
    RequestShape, ResourceKind, Touch, TouchedBefore, TouchedTabs, judge_outgoing, request_endpoint, site_of,
};

const SENDER: &str = "https://www.shop.test";
const ORDER: &str = "https://www.shop.test/order";
const COUNTER: &str = "https://count.test/b";

const HOLD: OutgoingVerdict = OutgoingVerdict::Hold;
const READS: OutgoingVerdict = OutgoingVerdict::Release(ReleaseReason::Reads);
const OF_PERSON: OutgoingVerdict = OutgoingVerdict::Release(ReleaseReason::OfPerson);
const BACKGROUND: OutgoingVerdict = OutgoingVerdict::Release(ReleaseReason::Background);
const SENT_BEFORE: OutgoingVerdict = OutgoingVerdict::Release(ReleaseReason::SentBefore);
const GRANTED: OutgoingVerdict = OutgoingVerdict::Release(ReleaseReason::Granted);
const ENDED: OutgoingVerdict = OutgoingVerdict::Refuse(RefuseReason::OwnerEnded);
const TOO_MANY: OutgoingVerdict = OutgoingVerdict::Refuse(RefuseReason::TooManyHeld);
const TELEMETRY: OutgoingVerdict = OutgoingVerdict::Refuse(RefuseReason::Telemetry);

const UNTOUCHED: TouchedBefore = TouchedBefore { document: false, earlier_document: false, site: false };
const TOUCHED: TouchedBefore = TouchedBefore { document: true, site: true, ..UNTOUCHED };

const ACTING: RequestOwner =
    RequestOwner::Run { input_began: true, has_ended: false, is_full: false, moment: RequestMoment::DuringAction };
const IDLE: RequestOwner =
    RequestOwner::Run { input_began: true, has_ended: false, is_full: false, moment: RequestMoment::BetweenActions };
const LOOKING: RequestOwner =
    RequestOwner::Run { input_began: false, has_ended: false, is_full: false, moment: RequestMoment::BetweenActions };
const GONE: RequestOwner =
    RequestOwner::Run { input_began: true, has_ended: true, is_full: false, moment: RequestMoment::BetweenActions };
const FULL: RequestOwner =
    RequestOwner::Run { input_began: true, has_ended: false, is_full: true, moment: RequestMoment::DuringAction };
const GONE_AND_FULL: RequestOwner =
    RequestOwner::Run { input_began: true, has_ended: true, is_full: true, moment: RequestMoment::BetweenActions };

/// A fetch of a page that the run has touched, while an action is under way.
struct Case {
    method: &'static str,
    url: &'static str,
    kind: ResourceKind,
    content_type: &'static str,
    body: &'static str,
    touched: TouchedBefore,
    owner: RequestOwner,
    sent_before: bool,
    is_granted: bool,
}

const CLICKED: Case = Case {
    method: "POST",
    url: ORDER,
    kind: ResourceKind::Fetch,
    content_type: "application/json",
    body: "{}",
    touched: TOUCHED,
    owner: ACTING,
    sent_before: false,
    is_granted: false,
};
const FORM: Case = Case { kind: ResourceKind::Document, ..CLICKED };
const BEACON: Case = Case { kind: ResourceKind::Ping, ..CLICKED };
const LATER: Case = Case { owner: IDLE, ..CLICKED };
const OPENED: Case = Case { touched: UNTOUCHED, ..CLICKED };
const READING: Case = Case { owner: LOOKING, ..OPENED };

#[rustfmt::skip]
const CASES: &[(&str, Case, OutgoingVerdict)] = &[
    // A request that cannot leave a mark is never held.
    ("GET", Case { method: "GET", ..CLICKED }, READS),
    ("HEAD", Case { method: "HEAD", ..FORM }, READS),
    ("OPTIONS of an ended run", Case { method: "OPTIONS", owner: GONE, ..CLICKED }, READS),
    // Any other method may leave one; names of methods are compared as they are written.
    ("POST", CLICKED, HOLD),
    ("PUT by XHR", Case { method: "PUT", kind: ResourceKind::Xhr, ..CLICKED }, HOLD),
    ("DELETE", Case { method: "DELETE", ..CLICKED }, HOLD),
    ("an unknown method", Case { method: "BUY", ..CLICKED }, HOLD),
    ("get in small letters", Case { method: "get", ..CLICKED }, HOLD),
    // The owner.
    ("the person's form", Case { owner: RequestOwner::Person, ..FORM }, OF_PERSON),
    ("the person's fetch", Case { owner: RequestOwner::Person, ..CLICKED }, OF_PERSON),
    ("a form before any input", Case { kind: ResourceKind::Document, ..READING }, BACKGROUND),
    ("a fetch before any input", READING, BACKGROUND),
    ("an ended run", Case { owner: GONE, ..CLICKED }, ENDED),
    ("a form of an ended run", Case { owner: GONE, ..FORM }, ENDED),
    ("an ended run, with a grant", Case { owner: GONE, is_granted: true, ..CLICKED }, GRANTED),
    ("an ended run, untouched page", Case { owner: GONE, ..OPENED }, BACKGROUND),
    ("too many held", Case { owner: FULL, ..CLICKED }, TOO_MANY),
    ("too many held, sent before", Case { owner: FULL, sent_before: true, ..CLICKED }, SENT_BEFORE),
    ("ended with too many held", Case { owner: GONE_AND_FULL, ..CLICKED }, ENDED),
    // The touched place: the document, one before it, or its site. A form is held wherever it comes from.
    ("an untouched page", OPENED, BACKGROUND),
    ("the next document", Case { touched: TouchedBefore { earlier_document: true, ..UNTOUCHED }, ..CLICKED }, HOLD),
    ("from or to a site that was touched", Case { touched: TouchedBefore { site: true, ..UNTOUCHED }, ..CLICKED }, HOLD),
    ("a form of an untouched page", Case { kind: ResourceKind::Document, ..OPENED }, HOLD),
    // A request that the page sent before it was touched; a form is never a repetition.
    ("the same again", Case { sent_before: true, ..CLICKED }, SENT_BEFORE),
    ("the same again, untouched", Case { sent_before: true, ..OPENED }, BACKGROUND),
    ("the same form again", Case { sent_before: true, ..FORM }, HOLD),
    // The kind of the resource.
    ("an unnamed kind", Case { kind: ResourceKind::Other, ..CLICKED }, HOLD),
    ("a subresource", Case { kind: ResourceKind::Subresource, ..CLICKED }, HOLD),
    ("a fetch to another site", Case { url: COUNTER, ..CLICKED }, HOLD),
    ("a beacon to the same site", Case { url: "https://log.shop.test/b", ..BEACON }, HOLD),
    ("a beacon to another site", Case { url: COUNTER, ..BEACON }, TELEMETRY),
    ("a beacon to another site, later", Case { url: COUNTER, kind: ResourceKind::Ping, ..LATER }, TELEMETRY),
    ("a beacon to a granted site", Case { url: COUNTER, is_granted: true, ..BEACON }, HOLD),
    ("a beacon to another site, sent before", Case { url: COUNTER, sent_before: true, ..BEACON }, SENT_BEFORE),
    ("a beacon of an untouched page", Case { url: COUNTER, kind: ResourceKind::Ping, ..OPENED }, BACKGROUND),
    ("a report", Case { kind: ResourceKind::Report, ..CLICKED }, TELEMETRY),
    ("a report of an untouched page", Case { kind: ResourceKind::Report, ..OPENED }, BACKGROUND),
    // A grant is applied when the request comes, unless an action is about to report it.
    ("granted during an action", Case { is_granted: true, ..CLICKED }, HOLD),
    ("granted between actions", Case { is_granted: true, ..LATER }, GRANTED),
    ("granted form between actions", Case { is_granted: true, kind: ResourceKind::Document, ..LATER }, GRANTED),
    ("not granted between actions", LATER, HOLD),
    // A GraphQL query reads; it does not matter who sends it.
    ("a query", Case { body: READ, ..CLICKED }, READS),
    ("a query of an untouched page", Case { body: READ, ..OPENED }, READS),
    ("a query as plain text", Case { body: READ, content_type: "text/plain", ..CLICKED }, HOLD),
    ("a query by PUT", Case { body: READ, method: "PUT", ..CLICKED }, HOLD),
    ("a query in a form", Case { body: READ, ..FORM }, HOLD),
    ("a mutation", Case { body: PAY, ..CLICKED }, HOLD),
];

const READ: &str = r#"{"query":"query Cart { items }","operationName":"Cart"}"#;
const PAY: &str = r#"{"query":"mutation Pay { pay }","operationName":"Pay"}"#;

fn judged(case: &Case, sender: &Origin) -> crate::OutgoingJudgement {
    judge_outgoing(&OutgoingRequest {
        method: case.method,
        url: case.url,
        kind: case.kind,
        body: body(case.content_type, case.body.as_bytes()),
        sender,
        owner: case.owner,
        touched: case.touched,
        sent_before: case.sent_before,
        is_granted: case.is_granted,
        opens_tab: case.kind == ResourceKind::Document,
        reach: Reach::Allowed,
    })
}

fn body<'a>(content_type: &'a str, bytes: &'a [u8]) -> RequestBody<'a> {
    RequestBody { content_type, bytes, is_complete: true }
}

#[test]
fn requests_are_judged_as_the_table_says() {
    for (name, case, expected) in CASES {
        assert_eq!(judged(case, &Origin::from_url(SENDER)).verdict, *expected, "{name}");
    }
}

#[test]
fn nothing_that_a_touch_may_have_caused_is_called_the_pages_own() {
    let cases = [
        (READING, RequestCause::Page),
        (OPENED, RequestCause::Page),
        (Case { sent_before: true, ..CLICKED }, RequestCause::Page),
        (CLICKED, RequestCause::Unknown),
        (LATER, RequestCause::Unknown),
        (FORM, RequestCause::Action),
        (Case { kind: ResourceKind::Document, ..LATER }, RequestCause::Unknown),
        (Case { kind: ResourceKind::Document, ..OPENED }, RequestCause::Unknown),
    ];
    for (at, (case, expected)) in cases.iter().enumerate() {
        assert_eq!(judged(case, &Origin::from_url(SENDER)).cause, *expected, "case {at}");
    }
}

#[test]
fn a_beacon_is_judged_by_the_site_it_goes_to() {
    let cases = [
        ("https://www.shop.test", "https://log.shop.test/b", HOLD),
        ("https://shop.test", "http://shop.test:8080/b", HOLD),
        ("https://www.shop.test", "https://shop.test.evil/b", TELEMETRY),
        // The last two labels alone are compared, so two sites under one public suffix pass for one.
        ("https://a.co.uk", "https://b.co.uk/b", HOLD),
        ("http://127.0.0.1:80", "http://127.0.0.1:81/b", HOLD),
        ("http://127.0.0.1", "http://10.0.0.1/b", TELEMETRY),
        // An address without a host counts as the sender's own.
        ("https://shop.test", "not an address", HOLD),
        ("about:blank", "https://shop.test/b", TELEMETRY),
    ];
    for (sender, url, expected) in cases {
        assert_eq!(judged(&Case { url, ..BEACON }, &Origin::from_url(sender)).verdict, expected, "{sender} → {url}");
    }
    assert_eq!(site_of("https://www.shop.test:8443/x").as_deref(), Some("shop.test"));
}

/// Whether a request with this body, sent after the touch, is taken for a repetition of the one before it.
fn repeats(before: (&str, &str, &str), after: (&str, &str, &str)) -> bool {
    let shape = |(url, kind, text): (&str, &str, &str)| {
        RequestShape::of("POST", url, [].into_iter(), &body(kind, text.as_bytes()))
    };
    shape(before).is_some() && shape(before) == shape(after)
}

#[test]
fn a_repetition_has_the_same_keys_and_the_same_operation() {
    const API: &str = "https://shop.test/api";
    let json = |text: &'static str| (API, "application/json", text);
    let form = |text: &'static str| (API, "application/x-www-form-urlencoded;charset=UTF-8", text);
    let table = [
        // Nothing but the operation differs.
        (json(r#"{"action":"list"}"#), json(r#"{"action":"list"}"#), true),
        (json(r#"{"action":"list"}"#), json(r#"{"action":"delete"}"#), false),
        (json(r#"{"op":1}"#), json(r#"{"op":2}"#), false),
        (json(r#"{"on":true}"#), json(r#"{"on":false}"#), false),
        (json(r#"["list"]"#), json(r#"["delete"]"#), false),
        (json(r#"{"method":"cart.get","id":1}"#), json(r#"{"method":"cart.clear","id":1}"#), false),
        (form("action=heartbeat&n=1"), form("action=heartbeat&n=1"), true),
        (form("action=heartbeat"), form("action=delete"), false),
        (("https://shop.test/api?do=poll", "", ""), ("https://shop.test/api?do=delete", "", ""), false),
        (("https://shop.test/api", "", ""), ("https://shop.test/api", "", ""), true),
        (("https://shop.test/api", "", ""), ("https://shop.test/api/1", "", ""), false),
        (("https://shop.test/api", "", ""), ("http://shop.test/api", "", ""), false),
        (("https://shop.test/api", "text/plain", "ping"), ("https://shop.test/api", "text/plain", "buy"), false),
        // Further or missing keys, and text that somebody may have typed.
        (json(r#"{"action":"list"}"#), json(r#"{"action":"list","delete":[7]}"#), false),
        (json(r#"{"a":"list","b":""}"#), json(r#"{"a":"list","b":"the secret"}"#), false),
        (json(r#"[{"do":"list"}]"#), json(r#"[{"do":"list"},{"do":"list"}]"#), true),
        (json(r#"[{"do":"list"}]"#), json(r#"[{"do":"list"},{"do":"delete"}]"#), false),
        (json(r#"{"qty":1}"#), json(r#"{"qty":2}"#), false),
        // Times, measurements, large numbers, ids and tokens change by themselves.
        (json(r#"{"t":1763481600000}"#), json(r#"{"t":1763481605123}"#), true),
        (json(r#"{"t":"2026-11-18T16:05:00.000Z"}"#), json(r#"{"t":"2026-11-18T16:06:11.250Z"}"#), true),
        (json(r#"{"ratio":0.25}"#), json(r#"{"ratio":0.5}"#), true),
        (
            json(r#"{"id":"8f14e45f-ceea-467f-a8c2-1d2b3c4d5e6f"}"#),
            json(r#"{"id":"0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"}"#),
            true,
        ),
        (form("nonce=Zx81kQpLm02VbTrYw93s"), form("nonce=aB3dE5fG7hJ9kL1mN2pQ"), true),
        (json(r#"{"id":"8f14e45f-ceea-467f-a8c2-1d2b3c4d5e6f"}"#), json(r#"{"id":"delete"}"#), false),
        // Names of operations are no ids, however long.
        (
            json(r#"{"m":"com.shop.CartServiceV2.ListAllV1"}"#),
            json(r#"{"m":"com.shop.CartServiceV2.ClearAllV1"}"#),
            false,
        ),
        (json(r#"{"m":"account-settings-list-v2"}"#), json(r#"{"m":"account-settings-wipe-v2"}"#), false),
        // A body that two parsers may read differently is no repetition of anything.
        (json(r#"{"action":"list","action":"list"}"#), json(r#"{"action":"delete","action":"list"}"#), false),
    ];
    for (before, after, expected) in table {
        assert_eq!(repeats(before, after), expected, "{before:?} then {after:?}");
    }
    let of = |bytes: &[u8], is_complete| {
        RequestShape::of("POST", API, [].into_iter(), &RequestBody { content_type: "", bytes, is_complete }).is_some()
    };
    assert!(of(b"ping", true) && !of(b"ping", false) && !of(&[0xff, 0xfe], true) && !of(&[b'a'; 5_000], true));
    let with = |headers: &[(&'static str, &'static str)]| {
        RequestShape::of("POST", API, headers.iter().copied(), &body("text/xml", b"<a/>"))
    };
    assert_ne!(with(&[("SOAPAction", "List")]), with(&[("SOAPAction", "Delete")]));
    assert_eq!(with(&[("Referer", "https://shop.test/1")]), with(&[("Referer", "https://shop.test/2")]));
    assert_eq!(request_endpoint("POST", "https://shop.test/a?b#c"), "POST https://shop.test/a");
    assert_eq!(request_endpoint("POST", "https://shop.test/a#c?b"), "POST https://shop.test/a");
}

#[test]
fn only_a_single_graphql_document_of_queries_reads() {
    let reads = [
        READ,
        r#"{"query":" { items } "}"#,
        r#"{"query":"fragment F on T { a } query Q { ...F }","variables":{"mutation":1},"extensions":{}}"#,
        r##"{"query":"# mutation\nquery($a: In = {x: [1], y: \"mutation {\"}) @live { a(b: \"\"\"} mutation\"\"\") }","variables":null}"##,
        r#"{"query":"query A { mutation } query B { subscription: b }","operationName":"A"}"#,
    ];
    let changes = [
        PAY,
        r#"{"query":"query A { a } mutation Pay { pay }","operationName":"A"}"#,
        r#"{"query":"query A { a } subscription S { s }","operationName":"A"}"#,
        r#"{"query":"{ a } mutation { pay }"}"#,
        r##"{"query":"# query\nmutation { pay }"}"##,
        r#"{"query":"query A { a","operationName":"A"}"#,
        r#"{"query":"query A { a } }"}"#,
        r#"{"query":"query A { a(b: \"x) }"}"#,
        r#"{"query":"fragment F on T { a }"}"#,
        r#"{"query":"query"}"#,
        r#"{"query":""}"#,
        r#"{"query":"blue lamp"}"#,
        r#"{"query":"(x)"}"#,
        r#"{"query":{"a":1}}"#,
        r#"{"query":"query A { a }","delete":[7]}"#,
        r#"{"query":"query A { a }","query":"mutation { pay }"}"#,
        r#"{"query":"query A { a }","id":"4f2c"}"#,
        r#"{"query":"query A { a }","extensions":{"persistedQuery":{"sha256Hash":"x"}}}"#,
        r#"{"operationName":"Pay","extensions":{"persistedQuery":{"sha256Hash":"x"}}}"#,
        r#"[{"query":"query A { a }"}]"#,
        r#"{"jsonrpc":"2.0","method":"order.place"}"#,
        "query A { a }",
        "",
    ];
    let verdict = |body: &'static str| judged(&Case { body, ..CLICKED }, &Origin::from_url(SENDER)).verdict;
    for body in reads {
        assert_eq!(verdict(body), READS, "{body}");
    }
    for body in changes {
        assert_eq!(verdict(body), HOLD, "{body}");
    }
}

#[test]
fn every_action_has_its_touch() {
    let cases = [
        (action("snapshot", json!({})), Touch::Nothing),
        (action("click", json!({"ref": "e1"})), Touch::Tabs(TouchedTabs::OfTarget)),
        (action("scroll", json!({"direction": "down"})), Touch::Tabs(TouchedTabs::OfTarget)),
        (action("back", json!({})), Touch::Tabs(TouchedTabs::OfTarget)),
        (action("reload", json!({})), Touch::Tabs(TouchedTabs::OfTarget)),
        (action("open", json!({"url": "https://shop.test/"})), Touch::Nothing),
        (action("open", json!({"url": "https://shop.test/order?item=1"})), Touch::Tabs(TouchedTabs::Opened)),
        (action("tab", json!({"action": "list"})), Touch::Nothing),
        (action("tab", json!({"action": "close"})), Touch::Tabs(TouchedTabs::All)),
        (action("tab", json!({"action": "new", "url": "https://shop.test/a"})), Touch::Tabs(TouchedTabs::Opened)),
    ];
    for (action, touch) in cases {
        assert_eq!(Touch::of(&action, &Facts::default()), touch, "{}", action.name());
    }
    let known = Facts { known_link: true, ..Facts::default() };
    assert_eq!(Touch::of(&action("open", json!({"url": "https://shop.test/order?item=1"})), &known), Touch::Nothing);
}
