use super::*;

fn socket(name: &str) -> SocketId {
    SocketId { session: SessionId::new("page"), request: RequestId::new(name) }
}

/// A page whose frames are held, with one open socket.
fn held() -> (Sockets, SessionId, SocketId) {
    let (mut sockets, own) = (Sockets::default(), socket("chat"));
    assert!(sockets.opened(own.clone(), "wss://shop.test/chat".to_owned()));
    sockets.hold(&own.session);
    (sockets, own.session.clone(), own)
}

#[test]
fn frames_go_when_all_of_them_may() {
    let (mut sockets, session, own) = held();
    let question = HeldRequestId(7);
    sockets.wait(&own, FrameVerdict::MayGo);
    sockets.wait(&own, FrameVerdict::Asked(question));
    assert!(!sockets.begin_release(&session));
    assert_eq!(sockets.undecided_addresses(&session), ["wss://shop.test/chat"]);
    sockets.allow(&session, question);
    assert!(sockets.begin_release(&session));
}

#[test]
fn a_refused_frame_keeps_the_others_until_its_socket_is_closed() {
    let (mut sockets, session, own) = held();
    sockets.wait(&own, FrameVerdict::Refused);
    assert!(sockets.opened(socket("other"), "wss://shop.test/other".to_owned()));
    sockets.wait(&socket("other"), FrameVerdict::MayGo);
    assert!(!sockets.begin_release(&session));
    assert_eq!(sockets.undecided_addresses(&session), ["wss://shop.test/chat"]);
    assert!(sockets.closed(&own).is_empty());
    assert!(sockets.begin_release(&session));
}

#[test]
fn a_frame_that_nobody_can_judge_stays_with_all_others_of_its_page() {
    let (mut sockets, session, own) = held();
    sockets.wait(&own, FrameVerdict::MayGo);
    sockets.block(&session);
    assert!(!sockets.begin_release(&session));
    assert!(sockets.has_undecided(&session));
    assert_eq!(sockets.undecided_addresses(&session), ["wss://shop.test/chat"]);
}

#[test]
fn sockets_beyond_the_bound_are_not_taken_for_known() {
    let mut sockets = Sockets::default();
    for number in 0..MOST_SOCKETS {
        assert!(sockets.opened(socket(&number.to_string()), "wss://shop.test/".to_owned()));
    }
    assert!(!sockets.opened(socket("one more"), "wss://shop.test/".to_owned()));
    assert_eq!(sockets.address(&socket("one more")), None);
}

#[test]
fn a_flood_of_frames_is_bounded_and_stays_held() {
    let (mut sockets, session, own) = held();
    for _ in 0..=MOST_WAITING {
        sockets.wait(&own, FrameVerdict::Refused);
    }
    sockets.closed(&own);
    assert!(sockets.has_undecided(&session), "which of them are left is not known");
}
