use webhand_model::TabOwner;

use super::*;
use crate::world::World;

#[test]
fn each_owner_gets_its_own_records_once_and_repeats_are_counted() {
    let mut world = World::default();
    let [one, other] = [1, 2].map(|_| world.leases.add(TabOwner::Person).unwrap());
    for _ in 0..3 {
        world.sent.note(Some(one), SentKind::Request, "POST", "https://a.test/poll", AllowedBy::Page);
    }
    world.sent.note(Some(other), SentKind::Navigation, "GET", "https://b.test/", AllowedBy::Guard);
    world.sent.note(None, SentKind::Resource, "GET", "https://c.test", AllowedBy::Guard);
    let told = |sent: Vec<SentRequest>| -> Vec<_> { sent.into_iter().map(|sent| (sent.url, sent.count)).collect() };
    let expected = [("https://a.test/poll".to_owned(), 3), ("https://c.test".to_owned(), 1)];
    assert_eq!(told(world.sent.report(one)), expected);
    assert_eq!(told(world.sent.report(other)), [("https://b.test/".to_owned(), 1)]);
    assert_eq!(world.sent.report(one), []);
}

#[test]
fn a_page_that_sends_without_end_is_counted() {
    let mut world = World::default();
    let lease = world.leases.add(TabOwner::Person).unwrap();
    for number in 0..1_000 {
        let url = format!("https://a.test/{number}");
        world.sent.note(Some(lease), SentKind::Request, "POST", &url, AllowedBy::Guard);
    }
    let sent = world.sent.report(lease);
    assert_eq!((sent.len(), sent[100].kind, sent[100].count), (101, SentKind::Further, 900));
}
