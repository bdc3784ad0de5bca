use serde_json::json;
use webhand_wire::agent::AgentReply;

use super::*;

fn request(number: i64) -> AgentRequest {
    AgentRequest::read(json!({"id": number, "type": "click", "params": {"ref": "e1"}}).to_string().as_bytes()).unwrap()
}

fn add_reply(cache: &mut ReplyCache, number: i64, text: &str) {
    let request = request(number);
    let reply = ReplyText::from(AgentReply::failed(request.id.clone(), "x", text).to_text());
    cache.insert(request.id.as_ref(), fingerprint(&request), &reply);
}

#[test]
fn a_reply_is_forgotten_before_its_id_is() {
    let mut cache = ReplyCache::default();
    for number in 0..10_000 {
        add_reply(&mut cache, number, "small");
    }
    let found = [9_999, 9_744, 9_743, 5_904, 5_903].map(|number| match cache.find(&request(number)) {
        CacheLookup::New => "new",
        CacheLookup::Answered(_) => "answered",
        CacheLookup::Forgotten => "forgotten",
        CacheLookup::Reused => "reused",
    });
    assert_eq!(found, ["answered", "answered", "forgotten", "forgotten", "new"]);
}

#[test]
fn large_replies_do_not_fill_the_memory() {
    let mut cache = ReplyCache::default();
    let large = "x".repeat(1 << 20);
    for number in 0..100 {
        add_reply(&mut cache, number, &large);
    }
    assert!(cache.bytes <= MOST_REPLY_BYTES);
    assert_eq!(cache.find(&request(0)), CacheLookup::Forgotten);
    add_reply(&mut cache, 100, "small");
    assert!(matches!(cache.find(&request(100)), CacheLookup::Answered(_)));
}

#[test]
fn a_request_without_an_id_is_always_new() {
    let mut cache = ReplyCache::default();
    let mut nameless = request(1);
    nameless.id = None;
    cache.insert(None, fingerprint(&nameless), &ReplyText::from("y"));
    assert_eq!(cache.find(&nameless), CacheLookup::New);
}

#[test]
fn the_replies_after_one_are_returned_in_order() {
    let mut cache = ReplyCache::default();
    for number in 1..=4 {
        add_reply(&mut cache, number, &format!("reply {number}"));
    }
    let since = |number| -> Vec<bool> {
        cache.since(&MessageId::Number(number)).iter().map(|reply| reply.contains("reply 4")).collect()
    };
    assert_eq!([since(2), since(4), since(99)], [vec![false, true], vec![], vec![]]);
}
