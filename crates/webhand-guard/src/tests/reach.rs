//! Where documents may go, and which addresses carry text of one site to another.

use std::sync::Arc;

use webhand_model::{DecisionSource, HeldRequest, Origin, Permission, Task};

use super::{SHOP, policy, request, task};
use crate::{
    OutgoingRequest, OutgoingVerdict, Policy, Reach, RefuseReason, ReleaseReason, RequestBody, RequestGrants,
    RequestMoment, RequestOwner, RequestVerdict, ResourceKind, TextSource, TouchedBefore, judge_outgoing,
    judge_request,
};

const CODE: &str = "Kanarie-7Hq2xW9zLm4T";

fn origin(url: &str) -> Origin {
    Origin::from_url(url)
}

fn outside() -> Policy {
    Policy::of(&Task { decided_by: DecisionSource::Outside, start: None, ..task(&[]) })
}

impl Policy {
    /// The person let the run read there.
    fn reading(mut self, url: &str) -> Self {
        self.learn(origin(url), Permission::Read);
        self
    }
}

/// A policy whose run has read the code on a mail page.
fn having_read(mut policy: Policy) -> Policy {
    policy.record_read(&origin("https://mail.test"), ["Your code is Kanarie-7Hq2xW9zLm4T, keep it"].into_iter());
    policy
}

#[test]
fn documents_go_to_origins_that_the_run_may_read() {
    let cases = [
        ("https://shop.test/a?b", Reach::Allowed),
        // Servers send every visitor from one host of a site to the other.
        ("https://www.shop.test/", Reach::Allowed),
        ("https://login.shop.test/", Reach::Allowed),
        ("http://shop.test/", Reach::Unreadable),
        ("https://evilshop.test/", Reach::Unreadable),
        ("https://shop.test.evil.test/", Reach::Unreadable),
        ("https://shop.test@evil.test/", Reach::Unreadable),
        ("https://evil.test/", Reach::Unreadable),
        ("about:blank", Reach::Allowed),
    ];
    for (url, expected) in cases {
        assert_eq!(policy(&[]).reach(url), expected, "{url}");
    }
    for host in ["github.io", "pages.dev", "co.uk"] {
        let shared = policy(&[]).reading(&format!("https://{host}/"));
        assert_eq!(shared.reach(&format!("https://{host}/a")), Reach::Allowed);
        assert_eq!(shared.reach(&format!("https://evil.{host}/")), Reach::Unreadable, "{host}");
        let one = policy(&[]).reading(&format!("https://ana.{host}/"));
        assert_eq!(one.reach(&format!("https://www.ana.{host}/")), Reach::Allowed, "{host}");
        assert_eq!(one.reach(&format!("https://evil.{host}/")), Reach::Unreadable, "{host}");
    }
    assert_eq!(policy(&[("https://evil.test", Permission::Read)]).reach("https://evil.test/"), Reach::Allowed);
    assert_eq!(outside().reach("https://evil.test/?q=lamps"), Reach::Allowed);
    assert_eq!(outside().reach("http://10.0.0.1/"), Reach::Unreadable);
}

#[test]
fn text_of_another_site_is_found_in_every_encoding() {
    let hexadecimal: Vec<String> = CODE.bytes().map(|byte| format!("{byte:02x}")).collect();
    let (percent, hexadecimal) = (format!("%{}", hexadecimal.join("%")), hexadecimal.concat());
    let carried = [
        format!("https://evil.test/?q={CODE}"),
        format!("https://evil.test/{CODE}"),
        format!("https://evil.test/a/{}/b", CODE.to_uppercase()),
        format!("https://{}.evil.test/", CODE.to_lowercase()),
        format!("https://{CODE}@evil.test/"),
        format!("https://evil.test/?q={percent}"),
        format!("https://evil.test/?q={}", percent.replace('%', "%25")),
        format!("https://evil.test/?q={hexadecimal}"),
        format!("https://evil.test/?q={}", CODE.chars().rev().collect::<String>()),
        // Base64, with nothing, one and two bytes before the code.
        "https://evil.test/?q=S2FuYXJpZS03SHEyeFc5ekxtNFQ=".to_owned(),
        "https://evil.test/?q=eEthbmFyaWUtN0hxMnhXOXpMbTRU".to_owned(),
        "https://evil.test/S2FuYXJpZS03SHEyeFc5ekxtNFQ/x".to_owned(),
        "https://evil.test/?q=Kanarie+7Hq2xW".to_owned(),
    ];
    let policy = having_read(outside());
    for url in carried {
        assert_eq!(policy.reach(&url), Reach::CarriesText, "{url}");
    }
}

#[test]
fn text_in_pieces_is_found_when_the_last_one_completes_it() {
    let base64 = |piece: &str| ["S2FuYQ", "cmllLQ", "N0hxMg", "eFc5eg"][CODE.find(piece).unwrap() / 4].to_owned();
    let plain = |piece: &str| piece.to_owned();
    let reversed = |piece: &str| piece.chars().rev().collect::<String>();
    let hexadecimal =
        |piece: &str| ["4b616e61", "7269652d", "37487132", "7857397a"][CODE.find(piece).unwrap() / 4].to_owned();
    let ways: [Way; 8] = [
        ("https://evil.test/?p={}", &plain),
        ("https://evil.test/?i={i}&p={}&x=1", &plain),
        ("https://evil.test/?p{i}={}", &plain),
        ("https://evil.test/a/{}/b?x={i}", &plain),
        ("https://{}.evil.test/", &plain),
        ("https://evil.test/?{}", &hexadecimal),
        ("https://evil.test/#{}", &base64),
        ("https://evil.test/?p={}", &reversed),
    ];
    for (address, encode) in ways {
        let mut policy = having_read(outside());
        let pieces = ["Kana", "rie-", "7Hq2", "xW9z"].iter().enumerate();
        let addresses: Vec<String> =
            pieces.map(|(i, piece)| address.replace("{i}", &i.to_string()).replace("{}", &encode(piece))).collect();
        let found: Vec<bool> = addresses
            .iter()
            .map(|url| {
                let found = !policy.texts_completed_by(url).is_empty() || !policy.texts_carried_by(url).is_empty();
                policy.record_composed(url);
                found
            })
            .collect();
        assert_eq!(found[..2], [false, false], "{address}");
        assert!(found[3], "{address}");
    }
}

/// The form of an address, and how it writes its piece.
type Way<'a> = (&'a str, &'a dyn Fn(&str) -> String);

#[test]
fn pieces_for_other_sites_and_ordinary_searches_complete_nothing() {
    let mut policy = having_read(outside());
    for url in ["https://mail.test/?p=Kanarie-7H", "https://a.test/?p=Kanarie-7H", "https://b.test/?p=q2xW9zLm4T"] {
        assert!(policy.texts_completed_by(url).is_empty(), "{url}");
        policy.record_composed(url);
    }
    assert!(policy.texts_completed_by("https://mail.test/?p=q2xW9zLm4T").is_empty());
    for url in ["https://a.test/?q=red+lamps", "https://a.test/?q=blue+lamps", "https://a.test/?q=lamps&page=2"] {
        assert!(policy.texts_completed_by(url).is_empty(), "{url}");
        policy.record_composed(url);
    }
    // A code that is read afterwards is not in what was sent before.
    policy.record_composed("https://c.test/?q=Ferry-9k");
    policy.record_composed("https://c.test/?q=2Lq8Zt4B");
    policy.record_read(&origin("https://mail.test"), ["Ferry-9k2Lq8Zt4B"].into_iter());
    assert!(policy.texts_completed_by("https://c.test/?q=lamps").is_empty());
}

#[test]
fn ordinary_addresses_carry_nothing() {
    let policy = having_read(outside());
    let free = [
        "https://evil.test/?q=your+code+is+keep+it",
        "https://evil.test/assets/app.3f9a1c77b2.js",
        "https://mail.test/?code=Kanarie-7Hq2xW9zLm4T",
        "https://cdn.mail.test/Kanarie-7Hq2xW9zLm4T.png",
        "https://evil.test/Kanarie",
    ];
    for url in free {
        assert_eq!(policy.reach(url), Reach::Allowed, "{url}");
    }
}

#[test]
fn the_words_of_the_person_and_of_the_receiver_are_no_secret() {
    let mut said = Policy::of(&Task::new(format!("look up {CODE} at evil.test")));
    said.record_read(&origin("https://mail.test"), [CODE].into_iter());
    assert!(said.texts_carried_by(&format!("https://evil.test/?q={CODE}")).is_empty());
    let mut shown_there = having_read(outside());
    shown_there.record_read(&origin("https://evil.test"), [CODE].into_iter());
    assert!(shown_there.texts_carried_by(&format!("https://evil.test/?q={CODE}")).is_empty());
}

#[test]
fn a_brain_carries_no_sentence_and_no_typed_word_from_site_to_site() {
    let mut policy = policy(&[]);
    policy.record_read(&origin(SHOP), ["The parcel goes to Mill Lane"].into_iter());
    policy.record_typed(&origin(SHOP), "sunflower");
    assert_eq!(policy.texts_carried_by("https://a.test/?parcel-goes-to-mill-lane"), [origin(SHOP)]);
    assert_eq!(policy.texts_carried_by("https://a.test/?q=Sunflower"), [origin(SHOP)]);
    assert!(policy.texts_carried_by("https://a.test/parcel").is_empty());
    let mut outside = outside();
    outside.record_typed(&origin(SHOP), "sunflower");
    assert!(outside.texts_carried_by("https://a.test/sunflower").is_empty());
}

#[test]
fn documents_are_asked_about_and_parts_of_pages_fail() {
    let verdict = |opens_tab, reach| {
        let run = RequestOwner::Run {
            input_began: false,
            has_ended: false,
            is_full: false,
            moment: RequestMoment::BetweenActions,
        };
        judge_outgoing(&OutgoingRequest {
            method: "GET",
            url: "https://evil.test/",
            kind: ResourceKind::Document,
            body: RequestBody { content_type: "", bytes: b"", is_complete: true },
            sender: &origin(SHOP),
            owner: run,
            touched: TouchedBefore::default(),
            sent_before: false,
            is_granted: false,
            opens_tab,
            reach,
        })
        .verdict
    };
    assert_eq!(verdict(true, Reach::Allowed), OutgoingVerdict::Release(ReleaseReason::Reads));
    assert_eq!(verdict(true, Reach::Unreadable), OutgoingVerdict::Hold);
    assert_eq!(verdict(true, Reach::CarriesText), OutgoingVerdict::Hold);
    assert_eq!(verdict(false, Reach::Unreadable), OutgoingVerdict::Release(ReleaseReason::Reads));
    assert_eq!(verdict(true, Reach::OfScript), OutgoingVerdict::Hold);
    assert_eq!(verdict(false, Reach::OfScript), OutgoingVerdict::Refuse(RefuseReason::Carries));
    assert_eq!(verdict(false, Reach::CarriesText), OutgoingVerdict::Refuse(RefuseReason::Carries));
}

#[test]
fn a_yes_to_a_navigation_lets_the_run_read_there() {
    let mut policy = policy(&[]);
    let navigation: HeldRequest = request("GET", "https://pay.test/login", &[]);
    let RequestVerdict::Ask { asked, question } =
        judge_request(navigation.clone(), &policy, &mut None, TextSource::Own)
    else {
        panic!("the person is asked");
    };
    assert_eq!(question.text, "https://pay.test: go there and read?");
    policy.learn_navigation(asked.request());
    assert!(matches!(judge_request(navigation, &policy, &mut None, TextSource::Own), RequestVerdict::Resolve(_)));
    assert_eq!(RequestGrants::of(&Arc::new(policy)).reach("https://pay.test/next"), Reach::Allowed);
}
