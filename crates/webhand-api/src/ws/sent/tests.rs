use super::*;

fn reply(text: &str) -> Written {
    Written { text: text.into(), has_id: true }
}

fn open(sent: &mut Sent) -> Vec<String> {
    sent.unconfirmed().iter().map(|reply| reply.text.to_string()).collect()
}

#[test]
fn a_pong_confirms_what_was_sent_before_its_ping() {
    let mut sent = Sent::default();
    assert!(sent.add(reply("one")), "ask at once");
    let mark = sent.ask();
    assert!(!sent.add(reply("two")), "one question at a time");
    assert!(sent.confirm(&mark), "ask again: two is open");
    let mark = sent.ask();
    assert!(!sent.confirm(&mark));
    assert!(sent.add(reply("three")));
    assert_eq!(open(&mut sent), ["three"]);
}

#[test]
fn a_pong_nobody_asked_for_does_no_harm() {
    let mut sent = Sent::default();
    sent.add(reply("one"));
    assert!(!sent.confirm(b"\xff"));
    assert!(!sent.confirm(b""));
    assert_eq!(open(&mut sent), ["one"]);
}

#[test]
fn whoever_never_answers_costs_a_bounded_memory() {
    let mut sent = Sent::default();
    for number in 0..1_000 {
        sent.add(reply(&number.to_string()));
    }
    assert_eq!(open(&mut sent).len(), MOST);
}
