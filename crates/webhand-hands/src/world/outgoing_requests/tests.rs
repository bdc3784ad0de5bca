use webhand_model::{AllowedBy, SentKind, SentRequest, TabOwner};

use super::{MOST_RECORDED, MOST_WAITING, OutgoingRequests, WaitingOutgoingRequest};
use crate::driver::PausedRequestId;
use crate::world::{LeaseId, World};

fn owners() -> [LeaseId; 2] {
    let mut world = World::default();
    [1, 2].map(|_| world.leases.add(TabOwner::Person).unwrap())
}

fn departing(lease: LeaseId, path: &str) -> WaitingOutgoingRequest {
    let url = format!("https://shop.test/{path}");
    let sent = SentRequest { kind: SentKind::Request, method: "POST".to_owned(), url, by: AllowedBy::Grant, count: 1 };
    WaitingOutgoingRequest { lease, sent, paused: PausedRequestId::new(path) }
}

#[test]
fn nothing_waits_for_an_owner_who_does_not_record() {
    let [own, other] = owners();
    let mut outgoing_requests = OutgoingRequests::default();
    outgoing_requests.begin_recording(other);
    assert!(!outgoing_requests.announce(departing(own, "save")));
    assert!(outgoing_requests.take(own).is_none());
}

#[test]
fn each_is_given_to_its_owner_once_and_in_order() {
    let [own, other] = owners();
    let mut outgoing_requests = OutgoingRequests::default();
    outgoing_requests.begin_recording(own);
    outgoing_requests.begin_recording(other);
    for (lease, path) in [(own, "one"), (other, "two"), (own, "three")] {
        assert!(outgoing_requests.announce(departing(lease, path)));
    }
    let taken: Vec<_> = std::iter::from_fn(|| outgoing_requests.take(own)).map(|taken| taken.sent.url).collect();
    assert_eq!(taken, ["https://shop.test/one", "https://shop.test/three"]);
    assert_eq!(outgoing_requests.end_recording(other), [PausedRequestId::new("two")], "what waits at the end may go");
    assert!(!outgoing_requests.announce(departing(other, "late")));
}

#[test]
fn a_page_that_sends_without_end_is_recorded_for_a_while() {
    let [own, other] = owners();
    let mut outgoing_requests = OutgoingRequests::default();
    outgoing_requests.begin_recording(own);
    for _ in 0..MOST_RECORDED {
        assert!(outgoing_requests.announce(departing(own, "again")));
        outgoing_requests.take(own);
    }
    assert!(!outgoing_requests.announce(departing(own, "again")));
    outgoing_requests.begin_recording(other);
    let waiting = (0..2 * MOST_WAITING).filter(|_| outgoing_requests.announce(departing(other, "many"))).count();
    assert_eq!(waiting, MOST_WAITING);
}
