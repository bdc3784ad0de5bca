use webhand_model::{ChatExchange, Origin, WebUrl};

use crate::permissions::read_texts::ReadTexts;

/// `read` returns more of a page than a look at what is near shows.
#[test]
fn what_was_read_counts_as_seen() {
    let (bank, chat) = (Origin::from_url("https://bank.test/"), Origin::from_url("https://chat.test/"));
    let mut readings = ReadTexts::default();
    readings
        .record_text(bank.clone(), "# Account\nBalance of today: 12,345 EUR\n[Next](https://bank.test/?page=2), more");
    assert_eq!(
        readings.find_elsewhere("balance of today: 12,345", &chat, "write a letter").as_slice(),
        std::slice::from_ref(&bank)
    );
    assert!(
        readings.find_elsewhere("balance of today: 12,345", &bank, "write a letter").is_empty(),
        "its own page knows it"
    );
    let known = |address: &str| readings.knows_link(&WebUrl::parse(address).expect("an address"), "");
    assert!(known("https://bank.test/?page=2"));
    assert!(!known("https://bank.test/?page=3"));
}

/// A conversation goes on in the next run; text that the run before read on a page is not the person's own.
#[test]
fn what_was_answered_before_counts_as_read_where_it_came_from() {
    let (bank, chat) = (Origin::from_url("https://bank.test/"), Origin::from_url("https://chat.test/"));
    let before = ChatExchange {
        message: "what is my balance?".to_owned(),
        answer: "Your balance of today: 12,345 EUR".to_owned(),
        read_on: vec![bank.clone()],
    };
    let readings = ReadTexts::from_exchanges(&[before]);
    assert_eq!(readings.find_elsewhere("balance of today: 12,345", &chat, "tell them"), [bank]);
}
